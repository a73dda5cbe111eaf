"""Estimates linear in the counts of the responses: when they are unbiased, and their risk, for every design.

Source: Nayak, Zhai, section 3.2, (3.2).
"""

from __future__ import annotations

from collections.abc import Mapping

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    conjuncts,
    cut,
    generalise,
    induct,
    lemma,
    normal,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    under,
    unfolding,
)
from derivations.logic.terms import (
    FALSE,
    IMPLIES,
    PLUS,
    Free,
    Number,
    Term,
    applied,
    closed,
    equal,
    for_all,
    substituted,
)
from derivations.theory import sums
from derivations.theory.automatic import inverses
from derivations.theory.likelihood import regrouped, response_is_law
from derivations.theory.sampling import word_extended
from derivations.theory.single_terms import at, by_conditions, each, sum_of_equals, sum_of_zeros, sum_picked, summed
from derivations.theory.sums import ONE, ZERO, in_range, in_sums, lengthened, meeting
from derivations.theory.surveys import in_expectations, moments

Facts = list[Term | Proved]
SIZES = "integer(n) and 0 <= n implies integer(m) and 0 <= m implies"
WORD = term("fun x. x + 0").type


def by_words(goal: Goal) -> Proved:
    """A relation of sums over words from that of the values at each word, by induction on the length."""
    n, m, F, G = goal.variables
    sizes = goal.given[1]
    w, y, t = Free("w #0", WORD), Free("y #0"), Free("t #0")
    body = for_all((F, G), IMPLIES(goal.given[2], goal.conclusion))

    def at_size(size: Term) -> tuple[Term, Term]:
        premise, conclusion = (substituted(f, {n: size}) for f in (goal.given[2], goal.conclusion))
        return premise, conclusion

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        premise, conclusion = at_size(PLUS(k, ONE))
        letters = kernel.assume(term("word(k, m, w)", k=k, m=m, w=w))
        inside = kernel.assume(in_range(y, m))
        longer = at(word_extended(), k, m, w, y, given=[known, letters, inside], premises=3)
        values = at(kernel.assume(premise), term("extended(w, k + 1, y)", w=w, k=k, y=y), given=[longer])
        everywhere = generalise(kernel.discharge(letters.conclusion, summed(y, m, values, [sizes])), w)
        shown = kernel.detach(specialise(assumed, *(lengthened(f, k, m) for f in (F, G))), everywhere)
        changed = normal(conclusion, by(sums.words_next(), [known]))
        found = derived.follow(symmetric(changed), rewritten(shown))
        return generalise(kernel.discharge(premise, found), F, G)

    premise, conclusion = at_size(ZERO)
    nothing = derived.absurd(in_range(ZERO, m), arithmetic(FALSE, in_range(t, ZERO)))
    empty = derived.follow(
        symmetric(normal(term("word(0, m, fun t. 0)", m=m), unfolding("word"))), each(t, ZERO, nothing)
    )
    least = at(kernel.assume(premise), term("fun t. 0"), given=[empty])
    changed = normal(conclusion, by(sums.words_0()))
    base = generalise(kernel.discharge(premise, derived.follow(symmetric(changed), least)), F, G)
    return kernel.detach(specialise(induct(n, body, base, step), F, G), kernel.assume(goal.given[2]))


@lemma(f"forall n m F G. {SIZES} (forall w. word(n, m, w) implies F(w) = G(w)) implies words(n, m, F) = words(n, m, G)",
       depth=7)  # fmt: skip
def words_same(goal: Goal) -> Proved:
    """Only the values at words count in a sum over words."""
    return by_words(goal)


COUNTED = "(sum y in 1..m. g(y) * frequency(n, y)(w))"


@lemma(f"forall n m g w. {SIZES} word(n, m, w) implies {COUNTED} = total(n, g)(w)")
def counted_is_total(goal: Goal) -> Proved:
    """A sum of counts with coefficients is the total of the coefficients of the responses."""
    n, m, g, w = goal.variables
    y = Free("y #0")
    found = at(regrouped(), n, m, w, g, given=goal.given, premises=3)
    turned = term("frequency(n, y)(w) * g(y) = g(y) * frequency(n, y)(w)", n=n, y=y, w=w, g=g)
    ordered = summed(y, m, arithmetic(turned), [goal.given[1]])
    total = normal(sides(goal.conclusion)[1], unfolding("total"))
    return symmetric(derived.transitive(total, derived.transitive(found, ordered)))


LAW = "(sum y in 1..m. q(y)) = 1 implies"


@lemma(f"forall n m q T U. {SIZES} (forall w. word(n, m, w) implies T(w) = U(w)) implies "
       "expectation(n, m, q, T) = expectation(n, m, q, U)", depth=8)  # fmt: skip
def expectation_same(goal: Goal) -> Proved:
    """Only the values of a statistic at words count in its expectation."""
    n, m, q, T, U = goal.variables
    w = Free("w #0", WORD)
    known = kernel.assume(term("word(n, m, w)", n=n, m=m, w=w))
    values = at(kernel.assume(goal.given[2]), w, given=[known])
    weight = term("chance(n, q, w)", n=n, q=q, w=w)
    own = arithmetic(equal(term("c * T(w)", c=weight, T=T, w=w), term("c * U(w)", c=weight, U=U, w=w)), values)
    everywhere = generalise(kernel.discharge(known.conclusion, own), w)
    left, right = (term("fun w. chance(n, q, w) * T(w)", n=n, q=q, T=S) for S in (T, U))
    same = kernel.detach(at(words_same(), n, m, left, right, given=goal.given[:2], premises=2), everywhere)
    ends = [normal(side, unfolding("expectation")) for side in sides(goal.conclusion)]
    return derived.transitive(derived.transitive(ends[0], same), symmetric(ends[1]))


@lemma(f"forall n m q g. integer(n) and 1 <= n implies integer(m) and 0 <= m implies {LAW} "
       f"expectation(n, m, q, fun w. {COUNTED} / n) = (sum y in 1..m. q(y) * g(y))")  # fmt: skip
def linear_expectation(goal: Goal) -> Proved:
    """The expectation of an estimate that is linear in the shares of the responses."""
    n, m, q, g = goal.variables
    return _moment(goal, "fun w. {} / n", n=n, m=m, q=q, g=g)


@lemma(f"forall n m q g c. integer(n) and 1 <= n implies integer(m) and 0 <= m implies {LAW} "
       "(sum y in 1..m. q(y) * g(y)) = c implies "
       f"n * expectation(n, m, q, fun w. ({COUNTED} / n - c)^2) = (sum y in 1..m. q(y) * g(y)^2) - c^2")  # fmt: skip
def linear_risk(goal: Goal) -> Proved:
    """The mean squared error of an unbiased estimate that is linear in the shares of the responses, times n."""
    n, m, q, g, c = goal.variables
    return _moment(goal, "fun w. ({} / n - c)^2", n=n, m=m, q=q, g=g, c=c)


def _moment(goal: Goal, statistic: str, **names: Term) -> Proved:
    """An equation about the expectation of a statistic of the counts, from that of the totals."""
    n, m, q, g, w = names["n"], names["m"], names["q"], names["g"], Free("w #0", WORD)
    size = arithmetic(term("0 <= n", n=n), goal.given[0])
    sizes: list[Term | Proved] = [*goal.given, kernel.part(kernel.assume(goal.given[0]), 0), size]
    letters = kernel.assume(term("word(n, m, w)", n=n, m=m, w=w))
    same = at(counted_is_total(), n, m, g, w, given=[*sizes, letters], premises=3)
    by_counts, by_totals = (term(statistic.format(text), **names) for text in (COUNTED, "total(n, g)(w)"))
    value = derived.transitive(normal(by_counts(w), by(same)), symmetric(normal(by_totals(w))))
    values = generalise(kernel.discharge(letters.conclusion, rewritten(value)), w)
    law = at(expectation_same(), n, m, q, by_counts, by_totals, given=sizes, premises=2)
    changed = kernel.detach(law, values)
    inverse = arithmetic(term("n * (1 / n) = 1", n=n), goal.given[0])
    worked = chain(sides(changed.conclusion)[1]).rewrite(inverses, *moments(sizes), unfolding("mean"), in_sums(sizes))
    right = normal(sides(goal.conclusion)[1], in_sums(sizes))
    return arithmetic(goal.conclusion, changed, worked.theorem, right, inverse, *goal.given[2:])


# -- risk --------------------------------------------------------------------------------------------------------------

ESTIMATE = "(sum y in 1..m. L(i, y) * frequency(n, y)(w)) / n"
LEFT_INVERSE = "(forall i in 1..k. forall x in 1..k. (sum y in 1..m. L(i, y) * P(x, y)) = indicator(i = x))"
DESIGN = (
    "integer(n) and 1 <= n implies integer(k) and 0 <= k implies integer(m) and 0 <= m implies design(k, m, P) implies"
)


def _response(goal: Goal, k: Term, m: Term, P: Term, pi: Term, given: list[Term | Proved]) -> Proved:
    """sum y in 1..m. response(k, pi, P)(y) = 1"""
    law = at(response_is_law(), k, m, P, pi, given=given, premises=4)
    return list(conjuncts(rewritten(law, unfolding("law"))))[-1]


@lemma("forall k m A B u v i. integer(k) and 0 <= k implies integer(m) and 0 <= m implies "
       "(forall x in 1..k. (sum y in 1..m. B(i, y) * A(y, x)) = indicator(i = x)) implies "
       "(forall y in 1..m. u(y) = (sum x in 1..k. A(y, x) * v(x))) implies integer(i) and 1 <= i <= k implies "
       "(sum y in 1..m. B(i, y) * u(y)) = v(i)", depth=12)  # fmt: skip
def solved_by_left_inverse(goal: Goal) -> Proved:
    """u = A v is solved by v = B u, B being a left inverse of A."""
    k, m, A, B, u, v, i = goal.variables
    x, y = Free("x #0"), Free("y #0")
    names = {"A": A, "B": B, "u": u, "v": v, "i": i, "x": x, "y": y, "k": k}
    size = goal.given[:2]
    in_x, in_y = kernel.assume(in_range(x, k)), kernel.assume(in_range(y, m))
    own = at(kernel.assume(goal.given[3]), y, given=[in_y])
    inner = at(sums.sum_scale(), k, term("B(i, y)", **names), term("fun x. A(y, x) * v(x)", **names), given=size)
    entry = term("B(i, y) * u(y) = (sum x in 1..k. B(i, y) * (A(y, x) * v(x)))", **names)
    opened_up = summed(y, m, arithmetic(entry, own, inner, opaque=True), size)
    swapped = at(sums.sum_swap(), m, k, term("fun y x. B(i, y) * (A(y, x) * v(x))", **names), given=size, premises=2)
    row = rewritten(at(kernel.assume(goal.given[2]), x, given=[in_x]), unfolding("indicator"))
    order = arithmetic(term("B(i, y) * (A(y, x) * v(x)) = v(x) * (B(i, y) * A(y, x))", **names))
    scaled = at(sums.sum_scale(), m, term("v(x)", **names), term("fun y. B(i, y) * A(y, x)", **names), given=size)
    choice = by_conditions(term("v(x) * (if i = x then 1 else 0) = (if x = i then v(x) else 0)", **names))
    value = derived.transitive(summed(y, m, order, size), scaled)
    product = arithmetic(equal(sides(value.conclusion)[1], sides(choice.conclusion)[0]), row, opaque=True)
    closing = summed(x, k, derived.transitive(derived.transitive(value, product), choice), size)
    picked = at(sum_picked(), k, i, v, given=[size[0], goal.given[4]], premises=2)
    return chain(sides(opened_up.conclusion)[0]).then(opened_up).then(swapped).then(closing).then(picked).theorem


@lemma("forall k m L P pi i. integer(k) and 0 <= k implies integer(m) and 0 <= m implies "
       "(forall x in 1..k. (sum y in 1..m. L(i, y) * P(x, y)) = indicator(i = x)) implies "
       "integer(i) and 1 <= i <= k implies "
       "(sum y in 1..m. response(k, pi, P)(y) * L(i, y)) = pi(i)", depth=10)  # fmt: skip
def inverse_of_response(goal: Goal) -> Proved:
    """A left inverse of a design takes the law of a response to the shares of the truths."""
    k, m, L, P, pi, i = goal.variables
    x, y = Free("x #0"), Free("y #0")
    names = {**goal.names, "x": x, "y": y}
    turned = summed(x, k, arithmetic(term("pi(x) * P(x, y) = P(x, y) * pi(x)", **names)), goal.given[:1])
    law = derived.transitive(normal(term("response(k, pi, P)(y)", **names), unfolding("response")), turned)
    matrix, response = term("fun y x. P(x, y)", P=P), term("response(k, pi, P)", **names)
    order = arithmetic(term("response(k, pi, P)(y) * L(i, y) = L(i, y) * response(k, pi, P)(y)", **names))
    given: list[Term | Proved] = [*goal.given, each(y, m, law)]
    solved = at(solved_by_left_inverse(), k, m, matrix, L, response, pi, i, given=given, premises=5)
    return derived.transitive(summed(y, m, order, goal.given[1:]), solved)


RISK = f"n * (sum i in 1..k. expectation(n, m, response(k, pi, P), fun w. ({ESTIMATE} - pi(i))^2))"
SPREAD = "(sum i in 1..k. sum y in 1..m. response(k, pi, P)(y) * L(i, y)^2)"


@lemma(f"forall n k m P L pi. {DESIGN} {LEFT_INVERSE} implies law(k, pi) implies "
       f"{RISK} = {SPREAD} - (sum i in 1..k. pi(i)^2)", depth=12)  # fmt: skip
def risk_of_inverse(goal: Goal) -> Proved:
    """The risk of L S / n with L P = I, for n respondents: tr(L D L') less the sum of the squares of the shares."""
    n, k, m, P, L, pi = goal.variables
    i = Free("i #0")
    names = {"n": n, "k": k, "m": m, "P": P, "L": L, "pi": pi, "i": i}
    sizes = goal.given[1:3]
    inside = kernel.assume(in_range(i, k))
    row = at(kernel.assume(goal.given[4]), i, given=[inside])
    unbiased = at(inverse_of_response(), k, m, L, P, pi, i, given=[*sizes, row, inside], premises=4)
    whole = _response(goal, k, m, P, pi, list(goal.given))
    q = term("response(k, pi, P)", **names)
    g = term("fun y. L(i, y)", **names)
    one = at(linear_risk(), n, m, q, g, term("pi(i)", **names), given=[*goal.given, whole, unbiased], premises=4)
    each_risk = summed(i, k, one, sizes[:1])
    body = term(f"fun i. expectation(n, m, response(k, pi, P), fun w. ({ESTIMATE} - pi(i))^2)", **names)
    scaled = at(sums.sum_scale(), k, n, body, given=sizes)
    right = normal(sides(each_risk.conclusion)[1], in_sums(sizes))
    wanted = normal(sides(goal.conclusion)[1], in_sums(sizes))
    return arithmetic(goal.conclusion, rewritten(each_risk), rewritten(scaled), right, wanted)


UNBIASED = f"(forall i in 1..k. unbiased(n, k, m, P, fun w. {ESTIMATE}, fun pi. pi(i)))"


@lemma(f"forall n k m P L. {DESIGN} ({UNBIASED} iff {LEFT_INVERSE})")
def unbiased_exactly_if_inverse(goal: Goal) -> Proved:
    """L S / n is an unbiased estimate of the shares exactly if L P = I."""
    n, k, m, P, L = goal.variables
    i, x, z, y = Free("i #0"), Free("x #0"), Free("z #0"), Free("y #0")
    pi = Free("pi #0", WORD)
    names = {"n": n, "k": k, "m": m, "P": P, "L": L, "i": i, "x": x, "y": y}
    sizes = goal.given[1:3]
    left, right = sides(goal.conclusion)
    inside = [kernel.assume(in_range(i, k)), kernel.assume(in_range(x, k))]

    def mean_of(shares: Term, law: Term | Proved) -> Proved:
        """The expectation of the estimate is sum q(y) L(i, y)."""
        given: list[Term | Proved] = [*goal.given, law]
        q = term("response(k, pi, P)", pi=shares, **names)
        whole = _response(goal, k, m, P, shares, given)
        return at(linear_expectation(), n, m, q, term("fun y. L(i, y)", **names), given=[*given, whole], premises=3)

    law = kernel.assume(term("law(k, pi)", k=k, pi=pi))
    row = at(kernel.assume(right), i, given=inside)
    inverse = at(inverse_of_response(), k, m, L, P, pi, i, given=[*sizes, row, inside[0]], premises=4)
    value = derived.transitive(rewritten(mean_of(pi, law)), rewritten(inverse))
    every = generalise(kernel.discharge(law.conclusion, value), pi)
    wanted = term(f"unbiased(n, k, m, P, fun w. {ESTIMATE}, fun pi. pi(i))", **names)
    back = each(i, k, derived.follow(symmetric(normal(wanted, unfolding("unbiased"))), every))

    vertex = term("fun z. if z = x then 1 else 0", x=x)
    is_law = at(point_is_law(), k, x, given=[sizes[0], inside[1]], premises=2)
    one = rewritten(at(kernel.assume(left), i, given=inside), unfolding("unbiased"))
    at_x = at(one, vertex, given=[is_law])
    found = derived.transitive(symmetric(mean_of(vertex, is_law)), at_x)
    entry = term("P(x, y)", **names)
    picked = at(sum_picked(), k, x, term("fun z. P(z, y)", **names), given=[sizes[0], inside[1]], premises=2)
    choice = by_conditions(term("(if z = x then 1 else 0) * P(z, y) = (if z = x then P(z, y) else 0)", z=z, **names))
    response = derived.transitive(summed(z, k, choice, sizes[:1]), picked)
    response = derived.transitive(
        normal(term("response(k, v, P)(y)", v=vertex, **names), unfolding("response")), response
    )
    product = term("L(i, y) * P(x, y)", **names)
    turned = arithmetic(equal(term("response(k, v, P)(y) * L(i, y)", v=vertex, **names), product), response)
    del entry
    same = summed(y, m, turned, sizes[1:])
    same = derived.transitive(symmetric(same), found)
    wanted = term("(if i = x then 1 else 0)", **names)
    flipped = by_conditions(equal(sides(same.conclusion)[1], wanted))
    both = derived.transitive(same, flipped)
    plain = normal(term("indicator(i = x)", **names), unfolding("indicator"))
    forth = each(i, k, each(x, k, derived.transitive(both, symmetric(plain))))
    return derived.equivalent(kernel.discharge(left, forth), kernel.discharge(right, back))


@lemma("forall k x. integer(k) and 0 <= k implies integer(x) and 1 <= x <= k implies "
       "law(k, fun z. if z = x then 1 else 0)")  # fmt: skip
def point_is_law(goal: Goal) -> Proved:
    """All share may be in one place."""
    k, x = goal.variables
    z = Free("z #0")
    plain = normal(goal.conclusion, unfolding("law"))
    positive = each(z, k, by_conditions(term("0 <= (if z = x then 1 else 0)", z=z, x=x)))
    whole = at(sum_picked(), k, x, term("fun z. 1"), given=goal.given, premises=2)
    return derived.follow(symmetric(plain), kernel.conjoin(positive, whole))


# -- the least risk ----------------------------------------------------------------------------------------------------


@lemma("forall k m a b C. integer(k) and 0 <= k implies integer(m) and 0 <= m implies "
       "(sum y in 1..m. a(y) * (sum x in 1..k. b(x) * C(x, y))) = "
       "(sum x in 1..k. b(x) * (sum y in 1..m. a(y) * C(x, y)))")  # fmt: skip
def sums_exchanged(goal: Goal) -> Proved:
    """a (b C) = b (C a), for a matrix C and two vectors."""
    k, m, a, b, C = goal.variables
    x, y = Free("x #0"), Free("y #0")
    names = {"k": k, "m": m, "a": a, "b": b, "C": C, "x": x, "y": y}
    row = at(sums.sum_scale(), k, term("a(y)", **names), term("fun x. b(x) * C(x, y)", **names), given=goal.given)
    opened_up = summed(y, m, symmetric(row), goal.given[1:])
    swapped = at(sums.sum_swap(), m, k, term("fun y x. a(y) * (b(x) * C(x, y))", **names), given=goal.given, premises=2)
    order = summed(y, m, arithmetic(term("a(y) * (b(x) * C(x, y)) = b(x) * (a(y) * C(x, y))", **names)), goal.given[1:])
    column = at(sums.sum_scale(), m, term("b(x)", **names), term("fun y. a(y) * C(x, y)", **names), given=goal.given)
    closing = summed(x, k, derived.transitive(order, column), goal.given[:1])
    return chain(sides(goal.conclusion)[0]).then(opened_up).then(swapped).then(closing).theorem


@lemma("forall k i b. integer(k) and 0 <= k implies integer(i) and 1 <= i <= k implies "
       "(sum x in 1..k. b(x) * indicator(i = x)) = b(i)")  # fmt: skip
def picked_by_indicator(goal: Goal) -> Proved:
    """A row times a column of the identity."""
    k, i, b = goal.variables
    x = Free("x #0")
    choice = by_conditions(term("b(x) * (if i = x then 1 else 0) = (if x = i then b(x) else 0)", b=b, i=i, x=x))
    picked = at(sum_picked(), k, i, b, given=goal.given, premises=2)
    found = derived.transitive(summed(x, k, choice, goal.given[:1]), picked)
    return derived.follow(symmetric(normal(goal.conclusion, unfolding("indicator"))), found)


INFORMATION = "(sum y in 1..m. P(x, y) * h(y) * P(z, y))"
BOUND = (
    "integer(k) and 0 <= k implies integer(m) and 0 <= m implies (forall y in 1..m. 0 < q(y) and q(y) * h(y) = 1) "
    "implies (forall z in 1..k. (sum x in 1..k. N(i, x) * " + INFORMATION + ") = indicator(i = z)) implies "
    "integer(i) and 1 <= i <= k implies"
)
BEST = "(sum x in 1..k. N(i, x) * P(x, y)) * h(y)"


def _best_inverts(goal: Goal, z: Free) -> Proved:
    """z in 1..k |- sum over y of the best L(i, y) times P(z, y) is 1 for z = i, else 0."""
    names = dict(zip(("k", "m", "q", "h", "P", "N", "i"), goal.variables, strict=False))
    y, x = Free("y #0"), Free("x #0")
    k, m = names["k"], names["m"]
    weights = term("fun y. h(y) * P(z, y)", z=z, **names)
    order = arithmetic(
        term(f"{BEST} * P(z, y) = (h(y) * P(z, y)) * (sum x in 1..k. N(i, x) * P(x, y))", y=y, z=z, **names)
    )
    turned = summed(y, m, order, goal.given[1:2])
    row, P = term("fun x. N(i, x)", **names), names["P"]
    swapped = at(sums_exchanged(), k, m, weights, row, P, given=goal.given[:2], premises=2)
    inner = summed(
        y,
        m,
        arithmetic(term("h(y) * P(z, y) * P(x, y) = P(x, y) * h(y) * P(z, y)", x=x, y=y, z=z, **names)),
        goal.given[1:2],
    )
    left, right = (
        term(f"N(i, x) * (sum y in 1..m. {part})", x=x, z=z, **names)
        for part in ("h(y) * P(z, y) * P(x, y)", "P(x, y) * h(y) * P(z, y)")
    )
    ordered = summed(x, k, arithmetic(equal(left, right), inner), goal.given[:1])
    value = at(kernel.assume(goal.given[3]), z, given=[kernel.assume(in_range(z, k))])
    return chain(sides(turned.conclusion)[0]).then(turned).then(swapped).then(ordered).then(value).theorem


@lemma(f"forall k m q h P N i z. {BOUND} integer(z) and 1 <= z <= k implies "
       f"(sum y in 1..m. {BEST} * P(z, y)) = indicator(i = z)", depth=14)  # fmt: skip
def best_inverts(goal: Goal) -> Proved:
    """(P' D^-1 P)^-1 P' D^-1 is a left inverse of P."""
    return _best_inverts(goal, goal.variables[7])


def _square_of_best(goal: Goal) -> Proved:
    """sum over y of the best L(i, y) times the row of (P' D^-1 P)^-1 P' is N(i, i)."""
    names = dict(zip(("k", "m", "q", "h", "P", "N", "i"), goal.variables, strict=False))
    k, m, i = names["k"], names["m"], names["i"]
    z, row = Free("z #0"), term("fun x. N(i, x)", **names)
    best = term(f"fun y. {BEST}", **names)
    swapped = at(sums_exchanged(), k, m, best, row, names["P"], given=goal.given[:2], premises=2)
    inverts = _best_inverts(goal, z)
    left, right = (term("N(i, z) * c", c=c, z=z, **names) for c in sides(inverts.conclusion))
    each_z = summed(z, k, arithmetic(equal(left, right), inverts), goal.given[:1])
    picked = at(picked_by_indicator(), k, i, row, given=[goal.given[0], goal.given[4]], premises=2)
    return chain(sides(swapped.conclusion)[0]).then(swapped).then(each_z).then(picked).theorem


@lemma(f"forall k m q h P N i. {BOUND} (sum y in 1..m. q(y) * ({BEST})^2) = N(i, i)", depth=12)
def best_attains(goal: Goal) -> Proved:
    """The risk of (P' D^-1 P)^-1 P' D^-1, a row at a time."""
    names = dict(zip(("k", "m", "q", "h", "P", "N", "i"), goal.variables, strict=False))
    y = Free("y #0")
    inside = kernel.assume(in_range(y, names["m"]))
    inverse = at(kernel.assume(goal.given[2]), y, given=[inside])
    product = term(f"{BEST} * (sum x in 1..k. N(i, x) * P(x, y))", y=y, **names)
    same = arithmetic(equal(term(f"q(y) * ({BEST})^2", y=y, **names), product), inverse)
    return derived.transitive(summed(y, names["m"], same, goal.given[1:2]), _square_of_best(goal))


@lemma(f"forall k m q h P N i L. {BOUND} "
       "(forall x in 1..k. (sum y in 1..m. L(y) * P(x, y)) = indicator(i = x)) implies "
       "N(i, i) <= (sum y in 1..m. q(y) * L(y)^2)", depth=14)  # fmt: skip
def least_spread(goal: Goal) -> Proved:
    """No left inverse of P has less risk than (P' D^-1 P)^-1 P' D^-1, a row at a time."""
    names = dict(zip(("k", "m", "q", "h", "P", "N", "i", "L"), goal.variables, strict=True))
    k, m, i = names["k"], names["m"], names["i"]
    x, y = Free("x #0"), Free("y #0")
    sizes = goal.given[:2]
    inside = kernel.assume(in_range(y, m))
    inverse = at(kernel.assume(goal.given[2]), y, given=[inside])
    row = term("fun x. N(i, x)", **names)
    mixed = at(sums_exchanged(), k, m, names["L"], row, names["P"], given=sizes, premises=2)
    value = at(kernel.assume(goal.given[5]), x, given=[kernel.assume(in_range(x, k))])
    left, right = (term("N(i, x) * c", c=c, x=x, **names) for c in sides(value.conclusion))
    each_x = summed(x, k, arithmetic(equal(left, right), value), sizes[:1])
    picked = at(picked_by_indicator(), k, i, row, given=[sizes[0], goal.given[4]], premises=2)
    mixed = derived.transitive(derived.transitive(mixed, each_x), picked)
    squares = _square_of_best(goal)
    g = "(sum x in 1..k. N(i, x) * P(x, y))"
    body = f"q(y) * L(y)^2 + -2 * (L(y) * {g}) + {BEST} * {g}"
    G, h, q, L = (term(text, y=y, **names) for text in (g, "h(y)", "q(y)", "L(y)"))
    square = at(not_negative_square(), q, h, L, G, given=[inverse])
    positive = summed(y, m, arithmetic(term(f"0 <= {body}", y=y, **names), square), sizes[1:])
    spread = at(
        sums.sum_plus(),
        m,
        term(f"fun y. q(y) * L(y)^2 + -2 * (L(y) * {g})", **names),
        term(f"fun y. {BEST} * {g}", **names),
        given=sizes,
    )
    first = at(
        sums.sum_plus(),
        m,
        term("fun y. q(y) * L(y)^2", **names),
        term(f"fun y. -2 * (L(y) * {g})", **names),
        given=sizes,
    )
    twice = at(sums.sum_scale(), m, Number(-2), term(f"fun y. L(y) * {g}", **names), given=sizes)
    none = at(sum_of_zeros(), m, given=sizes)
    return arithmetic(goal.conclusion, positive, spread, first, twice, none, mixed, squares)


@lemma("forall q h a g. 0 < q and q * h = 1 implies 0 <= q * a^2 + -2 * (a * g) + g * h * g")
def not_negative_square(goal: Goal) -> Proved:
    """q (a - g/q)^2 is not negative."""
    q, h, a, g = goal.variables
    square = arithmetic(term("0 <= q * (a - g * h)^2", q=q, h=h, a=a, g=g), goal.given[0])
    same = arithmetic(term("q * (a - g * h)^2 = q * a^2 + -2 * (a * g) + g * h * g", q=q, h=h, a=a, g=g), goal.given[0])
    return arithmetic(goal.conclusion, square, same)


# -- matrices ----------------------------------------------------------------------------------------------------------


@lemma("forall m L d K. integer(m) and 0 <= m implies "
       "(sum y in 1..m. (sum u in 1..m. L(u) * (if u = y then d(u) else 0)) * K(y)) = "
       "(sum y in 1..m. L(y) * d(y) * K(y))")  # fmt: skip
def through_diagonal(goal: Goal) -> Proved:
    """A row times a diagonal matrix times a column."""
    m, L, d, K = goal.variables
    u, y = Free("u #0"), Free("y #0")
    names = {"m": m, "L": L, "d": d, "K": K, "u": u, "y": y}
    choice = by_conditions(term("L(u) * (if u = y then d(u) else 0) = (if u = y then L(u) * d(u) else 0)", **names))
    inside = kernel.assume(in_range(y, m))
    picked = at(sum_picked(), m, y, term("fun u. L(u) * d(u)", **names), given=[*goal.given, inside], premises=2)
    entry = derived.transitive(summed(u, m, choice, goal.given), picked)
    left = term("s * K(y)", s=sides(entry.conclusion)[0], **names)
    return summed(y, m, arithmetic(equal(left, term("L(y) * d(y) * K(y)", **names)), entry), goal.given)


@lemma("forall m L d K. integer(m) and 0 <= m implies "
       "(sum y in 1..m. (sum u in 1..m. L(u) * ((if u = y then d(u) else 0) - d(u) * d(y))) * K(y)) = "
       "(sum y in 1..m. L(y) * d(y) * K(y)) - (sum y in 1..m. L(y) * d(y)) * (sum y in 1..m. d(y) * K(y))")  # fmt: skip
def through_covariance(goal: Goal) -> Proved:
    """A row times diag(d) - d d' times a column."""
    m, L, d, K = goal.variables
    u, y = Free("u #0"), Free("y #0")
    names = {"m": m, "L": L, "d": d, "K": K, "u": u, "y": y}
    size = goal.given
    body = term("L(u) * ((if u = y then d(u) else 0) - d(u) * d(y))", **names)
    split = by_conditions(equal(body, term("L(u) * (if u = y then d(u) else 0) + -d(y) * (L(u) * d(u))", **names)))
    inner = summed(u, m, split, size)
    parts = [term("fun u. L(u) * (if u = y then d(u) else 0)", **names), term("fun u. -d(y) * (L(u) * d(u))", **names)]
    both = at(sums.sum_plus(), m, *parts, given=size)
    scaled = at(sums.sum_scale(), m, term("-d(y)", **names), term("fun u. L(u) * d(u)", **names), given=size)
    total = term("sum y in 1..m. L(y) * d(y)", **names)
    diagonal = term("(sum u in 1..m. L(u) * (if u = y then d(u) else 0)) * K(y)", **names)
    right = term("s + -t * (d(y) * K(y))", s=diagonal, t=total, **names)
    left = term("s * K(y)", s=sides(inner.conclusion)[0], **names)
    row = summed(y, m, arithmetic(equal(left, right), inner, both, scaled), size)
    outer = at(sums.sum_plus(), m, closed(y, diagonal), term("fun y. -t * (d(y) * K(y))", t=total, **names), given=size)
    last = at(sums.sum_scale(), m, term("-t", t=total), term("fun y. d(y) * K(y)", **names), given=size)
    return arithmetic(goal.conclusion, row, outer, last, at(through_diagonal(), m, L, d, K, given=size))


@lemma(f"forall k n m q T. integer(k) and 0 <= k implies {SIZES} expectation(n, m, q, fun w. sum i in 1..k. T(i, w)) = "
       "(sum i in 1..k. expectation(n, m, q, fun w. T(i, w)))")  # fmt: skip
def expectation_of_sum(goal: Goal) -> Proved:
    """The expectation of a sum is the sum of the expectations."""
    k = goal.variables[0]
    rules = in_expectations(goal.given[1:])

    def sides_at(size: Term) -> tuple[Term, Term]:
        return sides(substituted(goal.conclusion, {k: size}))

    left, right = (chain(side).rewrite(by(sums.sum_0()), rules) for side in sides_at(ZERO))
    base = meeting(left, right)

    def step(j: Free, known: Proved, assumed: Proved) -> Proved:
        rule = by(sums.sum_next(), [known])
        left, right = sides_at(PLUS(j, ONE))
        return meeting(chain(left).rewrite(rule, rules), chain(right).rewrite(rule), rewritten(assumed))

    return induct(k, goal.conclusion, base, step)


# -- the least risk of an estimate -------------------------------------------------------------------------------------

INFORMED = (
    f"{DESIGN} law(k, pi) implies (forall y in 1..m. 0 < response(k, pi, P)(y)) implies "
    "(forall i in 1..k. forall z in 1..k. (sum x in 1..k. N(i, x) * "
    "(sum y in 1..m. P(x, y) * (1 / response(k, pi, P)(y)) * P(z, y))) = indicator(i = z)) implies"
)
LEAST = "(sum i in 1..k. N(i, i)) - (sum i in 1..k. pi(i)^2)"


def _informed(goal: Goal) -> tuple[Facts, Free, Term, Term, Proved]:
    """Sizes, i in 1..k, the law of a response and its inverses, and what makes them inverses."""
    k, m, P, pi = goal.variables[1:5]
    i, y = Free("i #0"), Free("y #0")
    q = term("response(k, pi, P)", k=k, pi=pi, P=P)
    h = term("fun y. 1 / q(y)", q=q)
    positive = at(kernel.assume(goal.given[5]), y, given=[kernel.assume(in_range(y, m))])
    one = arithmetic(term("0 < q(y) and q(y) * (1 / q(y)) = 1", q=q, y=y), positive)
    return [*goal.given, kernel.assume(in_range(i, k))], i, q, h, each(y, m, one)


@lemma(f"forall n k m P pi N L. {INFORMED} {LEFT_INVERSE} implies {LEAST} <= {RISK}", depth=15)
def risk_at_least(goal: Goal) -> Proved:
    """(P' D^-1 P)^-1 bounds the risk of every unbiased estimate that is linear in the counts."""
    n, k, m, P, pi, N, L = goal.variables
    given, i, q, h, inverses_of = _informed(goal)
    inverse = at(kernel.assume(goal.given[6]), i, given=given)
    row = at(kernel.assume(goal.given[7]), i, given=given)
    least = at(
        least_spread(),
        k,
        m,
        q,
        h,
        P,
        N,
        i,
        term("fun y. L(i, y)", L=L, i=i),
        given=[*given, inverses_of, inverse, row],
        premises=6,
    )
    whole = at(risk_of_inverse(), n, k, m, P, L, pi, given=goal.given, premises=6)
    return arithmetic(goal.conclusion, summed(i, k, least, goal.given[1:3]), whole)


@lemma(f"forall n k m P pi N L. {INFORMED} (forall i in 1..k. forall y in 1..m. "
       "L(i, y) = (sum x in 1..k. N(i, x) * P(x, y)) * (1 / response(k, pi, P)(y))) implies "
       f"{LEFT_INVERSE} and {RISK} = {LEAST}", depth=15)  # fmt: skip
def risk_attained(goal: Goal) -> Proved:
    """(P' D^-1 P)^-1 P' D^-1 attains the bound."""
    n, k, m, P, pi, N, L = goal.variables
    given, i, q, h, inverses_of = _informed(goal)
    x, y = Free("x #0"), Free("y #0")
    names = {"k": k, "m": m, "P": P, "N": N, "L": L, "i": i, "x": x, "y": y, "q": q}
    sizes = goal.given[1:3]
    inverse = at(kernel.assume(goal.given[6]), i, given=given)
    in_x, in_y = kernel.assume(in_range(x, k)), kernel.assume(in_range(y, m))
    entry = at(at(kernel.assume(goal.given[7]), i, given=given), y, given=[in_y])
    best = "(sum x in 1..k. N(i, x) * P(x, y)) * (1 / q(y))"
    known = [*given, inverses_of, inverse, in_x]
    inverts = at(best_inverts(), k, m, q, h, P, N, i, x, given=known, premises=6)
    product = equal(term("L(i, y) * P(x, y)", **names), term(f"{best} * P(x, y)", **names))
    left = derived.transitive(summed(y, m, arithmetic(product, entry, opaque=True), sizes), inverts)
    left_inverse = each(i, k, each(x, k, left))
    attained = at(best_attains(), k, m, q, h, P, N, i, given=known, premises=5)
    square = equal(term("q(y) * L(i, y)^2", **names), term(f"q(y) * ({best})^2", **names))
    spread = derived.transitive(summed(y, m, arithmetic(square, entry, opaque=True), sizes), attained)
    whole = at(risk_of_inverse(), n, k, m, P, L, pi, given=[*goal.given, left_inverse], premises=6)
    risk = (applied(goal.conclusion, "and", 2) or ())[1]
    return kernel.conjoin(left_inverse, arithmetic(risk, summed(i, k, spread, sizes), whole))


@lemma("forall k A B C i j. integer(k) and 0 <= k implies "
       "(forall u in 1..k. (sum x in 1..k. A(i, x) * B(x, u)) = (if i = u then 1 else 0)) implies "
       "(forall x in 1..k. (sum u in 1..k. B(x, u) * C(u, j)) = (if x = j then 1 else 0)) implies "
       "integer(i) and 1 <= i <= k implies integer(j) and 1 <= j <= k implies A(i, j) = C(i, j)", depth=11)  # fmt: skip
def inverses_meet(goal: Goal) -> Proved:
    """A left inverse of a matrix is its right inverse."""
    k, A, B, C, i, j = goal.variables
    u, x = Free("u #0"), Free("x #0")
    names = {"k": k, "A": A, "B": B, "C": C, "i": i, "j": j, "u": u, "x": x}
    size = goal.given[:1]
    in_u, in_x = kernel.assume(in_range(u, k)), kernel.assume(in_range(x, k))
    row, column = term("fun x. A(i, x)", **names), term("fun u. C(u, j)", **names)
    both = at(sums_exchanged(), k, k, row, column, term("fun u x. B(x, u)", **names), given=[*size, *size], premises=2)
    left = at(kernel.assume(goal.given[1]), u, given=[in_u])
    right = at(kernel.assume(goal.given[2]), x, given=[in_x])
    turned = summed(u, k, arithmetic(term("C(u, j) * B(x, u) = B(x, u) * C(u, j)", **names)), size)
    pick = [
        by_conditions(term(text, **names))
        for text in (
            "A(i, x) * (if x = j then 1 else 0) = (if x = j then A(i, x) else 0)",
            "C(u, j) * (if i = u then 1 else 0) = (if u = i then C(u, j) else 0)",
        )
    ]
    inner = derived.transitive(turned, right)
    first = summed(x, k, derived.transitive(_times("A(i, x)", inner, names), pick[0]), size)
    second = summed(u, k, derived.transitive(_times("C(u, j)", left, names), pick[1]), size)
    own = at(sum_picked(), k, j, row, given=[*size, goal.given[4]], premises=2)
    other = at(sum_picked(), k, i, column, given=[*size, goal.given[3]], premises=2)
    return arithmetic(goal.conclusion, both, first, second, own, other)


def _times(factor: str, equation: Proved, names: Mapping[str, Term]) -> Proved:
    """|- a = b  ==>  |- factor a = factor b"""
    left, right = (term(f"{factor} * s", s=side, **names) for side in sides(equation.conclusion))
    return arithmetic(equal(left, right), equation, opaque=True)


# -- minimax -----------------------------------------------------------------------------------------------------------

ERROR = "n * expectation(n, m, response(k, pi, P), fun w. sum i in 1..k. ({T}(i, w) - pi(i))^2)"
AS_ESTIMATE = f"(forall i in 1..k. forall w. word(n, m, w) implies T(i, w) = {ESTIMATE})"


@lemma(f"forall n k m P L T pi. {DESIGN} {LEFT_INVERSE} implies {AS_ESTIMATE} implies law(k, pi) implies "
       f"{ERROR.format(T='T')} = {SPREAD} - (sum i in 1..k. pi(i)^2)", depth=14)  # fmt: skip
def error_of_estimate(goal: Goal) -> Proved:
    """The risk of what is L S / n for all responses, with L P = I."""
    n, k, m, P, L, T, pi = goal.variables
    i, w = Free("i #0"), Free("w #0", WORD)
    names = {"n": n, "k": k, "m": m, "P": P, "L": L, "T": T, "pi": pi, "i": i, "w": w}
    size = arithmetic(term("0 <= n", n=n), goal.given[0])
    given: Facts = [*goal.given, kernel.part(kernel.assume(goal.given[0]), 0), size]
    q = term("response(k, pi, P)", **names)
    in_i, in_w = kernel.assume(in_range(i, k)), kernel.assume(term("word(n, m, w)", **names))
    same = at(at(kernel.assume(goal.given[5]), i, given=[in_i]), w, given=[in_w])
    square = arithmetic(term(f"(T(i, w) - pi(i))^2 = ({ESTIMATE} - pi(i))^2", **names), same, opaque=True)
    values = generalise(kernel.discharge(in_w.conclusion, summed(i, k, square, given[1:3])), w)
    errors = [term(f"fun i w. ({text} - pi(i))^2", **names) for text in ("T(i, w)", ESTIMATE)]
    totals = [sides(normal(term("fun w. sum i in 1..k. e(i, w)", e=e, k=k)).conclusion)[1] for e in errors]
    changed = kernel.detach(at(expectation_same(), n, m, q, *totals, given=given, premises=2), values)
    split = at(expectation_of_sum(), k, n, m, q, errors[1], given=given, premises=3)
    whole = at(risk_of_inverse(), n, k, m, P, L, pi, given=given, premises=6)
    return arithmetic(goal.conclusion, changed, split, whole, opaque=True)


UNBIASED_T = "(forall i in 1..k. unbiased(n, k, m, P, T(i), fun pi. pi(i)))"


@lemma(f"forall n k m P L T. {DESIGN} {AS_ESTIMATE} implies ({UNBIASED_T} iff {LEFT_INVERSE})", depth=11)
def unbiased_as_estimate(goal: Goal) -> Proved:
    """What is L S / n for all responses is unbiased exactly if L P = I."""
    n, k, m, P, L, T = goal.variables
    i, w, pi = Free("i #0"), Free("w #0", WORD), Free("pi #0", WORD)
    names = {"n": n, "k": k, "m": m, "P": P, "L": L, "T": T, "i": i, "w": w, "pi": pi}
    size = arithmetic(term("0 <= n", n=n), goal.given[0])
    given: Facts = [*goal.given, kernel.part(kernel.assume(goal.given[0]), 0), size]
    in_i, in_w = kernel.assume(in_range(i, k)), kernel.assume(term("word(n, m, w)", **names))
    same = at(at(kernel.assume(goal.given[4]), i, given=[in_i]), w, given=[in_w])
    values = generalise(kernel.discharge(in_w.conclusion, same), w)
    estimate = term(f"fun w. {ESTIMATE}", **names)
    q = term("response(k, pi, P)", **names)
    changed = kernel.detach(at(expectation_same(), n, m, q, T(i), estimate, given=given, premises=2), rewritten(values))
    law = at(unbiased_exactly_if_inverse(), n, k, m, P, L, given=given, premises=4)
    both = [term("unbiased(n, k, m, P, s, fun pi. pi(i))", s=s, **names) for s in (T(i), estimate)]
    both = [sides(normal(formula).conclusion)[1] for formula in both]

    def moved(here: Term, there: Term, equation: Proved) -> Proved:
        """here |- there, where the expectations are the same"""
        known = rewritten(kernel.assume(here), unfolding("unbiased"))
        in_law = kernel.assume(term("law(k, pi)", **names))
        value = derived.transitive(equation, at(known, pi, given=[in_law]))
        every = generalise(kernel.discharge(in_law.conclusion, value), pi)
        return derived.follow(symmetric(normal(there, unfolding("unbiased"))), every)

    back, forth = moved(both[0], both[1], symmetric(changed)), moved(both[1], both[0], changed)
    left, right = sides(goal.conclusion)
    left_plain = sides(normal(left).conclusion)[1]
    estimates = sides(law.conclusion)[0]

    def everywhere(premise: Term, step: Proved) -> Proved:
        own = at(kernel.assume(premise), i, given=[in_i])
        return each(i, k, cut(step, own))

    first = derived.follow(law, everywhere(left_plain, back))
    second = everywhere(estimates, forth)
    second = cut(second, derived.follow(symmetric(law), kernel.assume(right)))
    found = derived.equivalent(kernel.discharge(left_plain, first), kernel.discharge(right, second))
    return derived.transitive(normal(left), found)


COUNTS = "(forall i in 1..k. forall w. word(n, m, w) implies U(i, w) = (sum y in 1..m. A(i, y) * frequency(n, y)(w)))"


@lemma(
    f"forall n k m P L T g U A c pi. {DESIGN} {LEFT_INVERSE} implies {AS_ESTIMATE} implies "
    f"(forall pi. law(k, pi) implies {SPREAD} = g) implies "
    f"(forall L pi. {LEFT_INVERSE} implies law(k, pi) implies (forall i in 1..k. pi(i) = 1 / k) implies g <= {SPREAD}) "
    "implies "
    f"1 <= k implies {COUNTS} implies {UNBIASED_T.replace('T(i)', 'U(i)')} implies "
    f"(forall pi. law(k, pi) implies {ERROR.format(T='U')} <= c) implies law(k, pi) implies {ERROR.format(T='T')} <= c",
    depth=24,
)
def constant_spread_is_minimax(goal: Goal) -> Proved:
    """An unbiased estimate with a constant spread that is least for equal shares is minimax among the linear ones."""
    n, k, m, P, L, T, _g, U, A, _c, pi = goal.variables
    i, w, y = Free("i #0"), Free("w #0", WORD), Free("y #0")
    names = {"n": n, "k": k, "m": m, "P": P, "A": A, "i": i, "w": w, "y": y, "U": U}
    given: Facts = list(goal.given)
    B = term("fun i y. n * A(i, y)", **names)
    in_i, in_w = kernel.assume(in_range(i, k)), kernel.assume(term("word(n, m, w)", **names))
    same = at(at(kernel.assume(goal.given[9]), i, given=[in_i]), w, given=[in_w])
    order = summed(
        y,
        m,
        arithmetic(term("n * A(i, y) * frequency(n, y)(w) = n * (A(i, y) * frequency(n, y)(w))", **names)),
        given[2:3],
    )
    scaled = at(sums.sum_scale(), m, n, term("fun y. A(i, y) * frequency(n, y)(w)", **names), given=given[2:3])
    value = term("U(i, w) = (sum y in 1..m. n * A(i, y) * frequency(n, y)(w)) / n", **names)
    entry = arithmetic(value, same, order, scaled, goal.given[0])
    as_estimate = each(i, k, generalise(kernel.discharge(in_w.conclusion, entry), w))
    law = at(unbiased_as_estimate(), n, k, m, P, B, U, given=[*given, as_estimate], premises=5)
    inverse = derived.follow(law, rewritten(kernel.assume(goal.given[10])))
    equally = closed(i, term("1 / k", k=k))
    is_law, squares = (
        at(equal_shares(), k, given=[given[1], given[8]]),
        at(squares_of_shares(), k, pi, given=[given[1], given[8], given[12]], premises=2),
    )
    is_law, own = kernel.part(is_law, 0), kernel.part(is_law, 1)
    there = each(i, k, kernel.reflexive(term("1 / k", k=k)))
    least = under(specialise(kernel.assume(goal.given[7]), B, equally), [inverse, is_law, there])
    known = [*given, inverse, as_estimate, is_law]
    error = at(error_of_estimate(), n, k, m, P, B, U, equally, given=known, premises=7)
    bound = at(kernel.assume(goal.given[11]), equally, given=[is_law])
    error_T = at(error_of_estimate(), n, k, m, P, L, T, pi, given=given, premises=7)
    spread = at(kernel.assume(goal.given[6]), pi, given=given)
    return arithmetic(goal.conclusion, least, error, bound, error_T, spread, own, squares, opaque=True)


@lemma("forall k. integer(k) and 1 <= k implies law(k, fun x. 1 / k) and (sum i in 1..k. (1 / k)^2) = 1 / k")
def equal_shares(goal: Goal) -> Proved:
    """Equal shares are a law, and the sum of their squares."""
    k = goal.variables[0]
    size = shown(term("integer(k) and 0 <= k", k=k), goal.given)
    x = Free("x #0")
    positive = arithmetic(term("0 <= 1 / k", k=k), goal.given[0])
    whole = at(sum_of_equals(), k, term("1 / k", k=k), given=[size])
    one = arithmetic(equal(sides(whole.conclusion)[0], ONE), whole, goal.given[0])
    law = derived.follow(
        symmetric(normal(term("law(k, fun x. 1 / k)", k=k), unfolding("law"))),
        kernel.conjoin(each(x, k, positive), one),
    )
    squares = at(sum_of_equals(), k, term("(1 / k)^2", k=k), given=[size])
    return kernel.conjoin(law, arithmetic((applied(goal.conclusion, "and", 2) or ())[1], squares, goal.given[0]))


@lemma("forall k pi. integer(k) and 1 <= k implies law(k, pi) implies 1 / k <= (sum i in 1..k. pi(i)^2)")
def squares_of_shares(goal: Goal) -> Proved:
    """The squares of shares add up to 1/k at least."""
    k, pi = goal.variables
    i = Free("i #0")
    size = shown(term("integer(k) and 0 <= k", k=k), goal.given[:1])
    *_, one = conjuncts(rewritten(kernel.assume(goal.given[1]), unfolding("law")))
    c, d = term("2 / k", k=k), term("-(1 / k)^2", k=k)
    square = arithmetic(term("0 <= (p - s)^2", p=term("pi(i)", pi=pi, i=i), s=term("1 / k", k=k)), opaque=True)
    tangent = arithmetic(term("c * pi(i) + d <= pi(i)^2", c=c, d=d, pi=pi, i=i), square, goal.given[0])
    total = summed(i, k, tangent, [size])
    split = at(sums.sum_plus(), k, term("fun i. c * pi(i)", c=c, pi=pi), closed(i, d), given=[size])
    scaled = at(sums.sum_scale(), k, c, pi, given=[size])
    same = at(sum_of_equals(), k, d, given=[size])
    return arithmetic(goal.conclusion, total, split, scaled, same, one, goal.given[0])
