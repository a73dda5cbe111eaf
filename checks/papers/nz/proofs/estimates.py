"""Section 3.2 and Lemma 6.1: unbiased estimators that are linear in the counts, and their risk."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.nz.proofs.common import OWN_WORDS, cite, given, in_plain_words, of_parameters
from checks.verifying.stated import Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    cut,
    generalise,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import Free, Term, applied, closed, equal, free_variables, opened, quantified
from derivations.theory import sums
from derivations.theory.likelihood import response_is_law
from derivations.theory.linear_estimates import (
    ESTIMATE,
    WORD,
    error_of_estimate,
    expectation_of_sum,
    inverse_of_response,
    linear_expectation,
    risk_at_least,
    risk_attained,
    risk_of_inverse,
    through_covariance,
    through_diagonal,
    unbiased_as_estimate,
    unbiased_exactly_if_inverse,
)
from derivations.theory.single_terms import at, by_conditions, each, plainly, sum_picked, summed
from derivations.theory.sums import in_range, in_sums

Facts = list[Term | Proved]
VARIABLES = ("n", "k", "m", "P", "L", "pi")


@script("unbiased exactly if")
def unbiased_exactly_if(goal: Goal) -> Proved:
    """L S/n is unbiased exactly if L P = I."""
    names = goal.names
    law = at(unbiased_exactly_if_inverse(), *(names[name] for name in "nkmPL"), given=given(goal), premises=4)
    changed = normal(goal.conclusion, OWN_WORDS)
    return derived.follow(symmetric(changed), rewritten(law, unfolding("indicator")))


def row_of(facts: Facts, i: Term, inside: Proved, names: Mapping[str, Term]) -> Proved:
    """i in 1..k |- forall x in 1..k. sum over y of L(i, y) P(x, y) is 1 for x = i, else 0"""
    entries = "forall i in 1..k. forall x in 1..k. (sum y in 1..m. L(i, y) * P(x, y)) = (if i = x then 1 else 0)"
    wanted = term(entries, **{name: names[name] for name in "kmLP"})
    (found,) = (fact for fact in facts if isinstance(fact, Proved) and fact.conclusion == wanted)
    return at(found, i, given=[inside])


def risk_of(facts: Facts, names: Mapping[str, Term]) -> Proved:
    """The risk (3.2) of L S/n is sum_i sum_y lambda_y L(i, y)^2 less the sum of the squares of the shares."""
    n, k, m, P, L, pi = (names[name] for name in VARIABLES)
    q = term("response(k, pi, P)", k=k, pi=pi, P=P)
    errors = term(f"fun i w. ({ESTIMATE} - pi(i))^2", n=n, m=m, L=L, pi=pi)
    split = at(expectation_of_sum(), k, n, m, q, errors, given=facts, premises=3)
    whole = cite(risk_of_inverse(), n, k, m, P, L, pi, given=facts)
    value = term("n * e", n=n, e=sides(split.conclusion)[0])
    return arithmetic(equal(value, sides(whole.conclusion)[1]), split, whole, opaque=True)


def of_each_share(facts: Facts, names: Mapping[str, Term], i: Free) -> tuple[Proved, Proved, Proved]:
    """i in 1..k |- E T_i = pi_i, sum lambda_y L(i, y) = pi_i, Var T_i = E (T_i - pi_i)^2"""
    n, k, m, P, L, pi = (names[name] for name in VARIABLES)
    inside = kernel.assume(in_range(i, k))
    q, row = term("response(k, pi, P)", k=k, pi=pi, P=P), row_of(facts, i, inside, names)
    share = cite(inverse_of_response(), k, m, L, P, pi, i, given=[*facts, row, inside])
    law = at(response_is_law(), k, m, P, pi, given=facts, premises=4)
    *_, one = conjuncts(rewritten(law, unfolding("law")))
    coefficients = term("fun y. L(i, y)", L=L, i=i)
    mean = at(linear_expectation(), n, m, q, coefficients, given=[*facts, one], premises=3)
    mean = derived.transitive(mean, share)
    statistic = term(f"fun w. {ESTIMATE}", n=n, m=m, L=L, i=i)
    spread = normal(term("dispersion(n, m, q, T)", n=n, m=m, q=q, T=statistic), unfolding("dispersion"), by(mean))
    return mean, share, spread


@script("risk in matrices")
def risk_in_matrices(goal: Goal) -> Proved:
    """(6.1)"""
    names, facts = goal.names, given(goal)
    n, k, m, P, L, pi = (names[name] for name in VARIABLES)
    i, y = Free("i #0"), Free("y #0")
    q = term("response(k, pi, P)", k=k, pi=pi, P=P)
    mean, share, spread = of_each_share(facts, names, i)
    del mean
    row = term("fun y. L(i, y)", L=L, i=i)
    size = [fact for fact in facts if isinstance(fact, Proved)]
    spreads = summed(i, k, spread, size)
    covariance = at(through_covariance(), m, row, q, row, given=size)
    diagonal = at(through_diagonal(), m, row, q, row, given=size)
    turned = term("L(i, y) * q(y) = q(y) * L(i, y)", L=L, q=q, i=i, y=y)
    mean_of = derived.transitive(summed(y, m, arithmetic(turned, opaque=True), size), share)
    squares = term("L(i, y) * q(y) * L(i, y) = q(y) * L(i, y)^2", L=L, q=q, i=i, y=y)
    square = summed(y, m, arithmetic(squares, opaque=True), size)
    row_value = derived.transitive(diagonal, square)
    split = arithmetic(
        equal(sides(covariance.conclusion)[0], term("s + -1 * pi(i)^2", s=sides(square.conclusion)[1], pi=pi, i=i)),
        covariance,
        square,
        mean_of,
        share,
        opaque=True,
    )
    first = summed(i, k, split, size)
    parts = [term("fun i. sum y in 1..m. q(y) * L(i, y)^2", m=m, q=q, L=L), term("fun i. -1 * pi(i)^2", pi=pi)]
    added = at(sums.sum_plus(), k, *parts, given=size)
    less = at(sums.sum_scale(), k, term("-1"), term("fun i. pi(i)^2", pi=pi), given=size)
    known = [
        spreads,
        first,
        added,
        less,
        summed(i, k, row_value, size),
        cite(risk_of_inverse(), n, k, m, P, L, pi, given=facts),
        risk_of(facts, names),
    ]
    del P
    return in_plain_words(
        goal.conclusion,
        lambda formula: conjoined(*(arithmetic(part, *map(rewritten, known), opaque=True) for part in _parts(formula))),
    )


def _parts(formula: Term) -> list[Term]:
    return [part.conclusion for part in conjuncts(kernel.assume(formula))]


def inverse_premise(facts: Facts, names: Mapping[str, Term]) -> Proved:
    """forall i z. sum_x N(i, x) (sum_y P(x, y) P(z, y)/lambda_y) is 1 for i = z, else 0"""
    k, m, P, pi, N = (names[name] for name in ("k", "m", "P", "pi", "N"))
    i, z, x = Free("i #0"), Free("z #0"), Free("x #0")
    inside = [kernel.assume(in_range(index, k)) for index in (i, z)]
    q = term("response(k, pi, P)", k=k, pi=pi, P=P)
    h = term("fun y. 1 / q(y)", q=q)
    (found,) = (fact for fact in facts if isinstance(fact, Proved) and N in free_variables(fact.conclusion))
    *_, own = conjuncts(at(at(found, i, given=inside), z, given=inside))
    rows = [term("fun y. P(x, y)", P=P, x=index) for index in (x, z)]
    entry = at(through_diagonal(), m, rows[0], h, rows[1], given=facts)
    left, right = (term("N(i, x) * s", N=N, i=i, x=x, s=side) for side in sides(entry.conclusion))
    same = summed(x, k, arithmetic(equal(left, right), entry, opaque=True), facts)
    return each(i, k, each(z, k, derived.transitive(symmetric(same), own)))


def lower_bound(goal: Goal) -> Proved:
    """(6.2)"""
    names, facts = goal.names, given(goal)
    values = [names[name] for name in ("n", "k", "m", "P", "pi", "N", "L")]
    least = cite(risk_at_least(), *values, given=[*facts, inverse_premise(facts, names)])
    split = risk_split(facts, names, names["L"])
    return in_plain_words(goal.conclusion, lambda formula: arithmetic(formula, least, split, opaque=True))


def risk_split(facts: Facts, names: Mapping[str, Term], L: Term) -> Proved:
    """The risk (3.2) of L S/n, share by share."""
    n, k, m, P, pi = (names[name] for name in ("n", "k", "m", "P", "pi"))
    q = term("response(k, pi, P)", k=k, pi=pi, P=P)
    errors = term(f"fun i w. ({ESTIMATE} - pi(i))^2", n=n, m=m, L=L, pi=pi)
    return at(expectation_of_sum(), k, n, m, q, errors, given=facts, premises=3)


def bound_attained(goal: Goal) -> Proved:
    """(6.3)"""
    names, facts = goal.names, given(goal)
    n, k, m, P, pi, N = (names[name] for name in ("n", "k", "m", "P", "pi", "N"))
    q = term("response(k, pi, P)", k=k, pi=pi, P=P)
    L = term(
        "fun i y. sum u in 1..m. (sum x in 1..k. N(i, x) * P(x, u)) * (if u = y then 1 / q(u) else 0)",
        k=k,
        m=m,
        N=N,
        P=P,
        q=q,
    )
    i, y = Free("i #0"), Free("y #0")
    h = term("fun y. 1 / q(y)", q=q)
    row = term("fun u. sum x in 1..k. N(i, x) * P(x, u)", k=k, N=N, P=P, i=i)
    any_row, any_h = Free("r #0", WORD), Free("h #0", WORD)
    choice = term(
        "r(u) * (if u = y then h(u) else 0) = (if u = y then r(u) * h(u) else 0)",
        r=any_row,
        h=any_h,
        u=Free("u #0"),
        y=y,
    )
    chosen = kernel.instantiate(by_conditions(choice), {any_row: row, any_h: h})
    inside = [kernel.assume(in_range(*pair)) for pair in ((i, k), (y, m))]
    picked = at(sum_picked(), m, y, term("fun u. r(u) * h(u)", r=row, h=h), given=[*facts, *inside], premises=2)
    entry = derived.transitive(summed(Free("u #0"), m, rewritten(chosen), facts), picked)
    entries = each(i, k, each(y, m, entry))
    known = [*facts, inverse_premise(facts, names), rewritten(entries)]
    found = cite(risk_attained(), n, k, m, P, pi, N, L, given=known)
    inverts, value = kernel.part(found, 0), kernel.part(found, 1)
    split = risk_split(facts, names, L)

    def prove(formula: Term) -> Proved:
        _, risk = applied(formula, "and", 2) or ()
        return kernel.conjoin(inverts, arithmetic(risk, value, split, opaque=True))

    return in_plain_words(goal.conclusion, prove)


# -- unbiased estimators that are linear -------------------------------------------------------------------------------


def _scaled(
    facts: Facts, names: Mapping[str, Term], coefficients: Term, factor: Term, wanted: str, fact: Proved
) -> Proved:
    """i in 1..k, w a word |- T(i, w) with coefficients that are scaled."""
    n, m = names["n"], names["m"]
    i, y, w, s = Free("i #0"), Free("y #0"), Free("w #0", WORD), Free("s #0")
    score = term("fun y. A(i, y) * frequency(n, y)(w)", A=coefficients, n=n, w=w, i=i)
    order = arithmetic(
        term("c * s * f = c * (s * f)", c=factor, s=s, f=term("frequency(n, y)(w)", n=n, y=y, w=w)), opaque=True
    )
    order = kernel.instantiate(order, {s: term("A(i, y)", A=coefficients, i=i, y=y)})
    row = summed(y, m, order, facts)
    scaled = at(sums.sum_scale(), m, factor, score, given=facts)
    positive = arithmetic(
        term("0 < n", n=n), next(f for f in facts if isinstance(f, Proved) and f.conclusion == term("1 <= n", n=n))
    )
    value = term(wanted, T=names["T"], i=i, w=w, n=n, s=sides(row.conclusion)[0])
    inverse = arithmetic(term("n * (1 / n) = 1", n=n), positive)
    return arithmetic(value, fact, row, scaled, inverse, positive, opaque=True)


def linear_unbiased(goal: Goal) -> Proved:
    """The unbiased estimators that are linear in S are L S/n with L P = I."""
    names, facts = goal.names, given(goal)
    n, k, m, P, T = (names[name] for name in ("n", "k", "m", "P", "T"))
    i, w, A = Free("i #0"), Free("w #0", WORD), Free("A #0", P.type)
    inside, in_w = kernel.assume(in_range(i, k)), kernel.assume(term("word(n, m, w)", n=n, m=m, w=w))
    changed = normal(goal.conclusion, OWN_WORDS)
    both, existing = sides(sides(changed.conclusion)[1])
    linear, unbiased = applied(both, "and", 2) or ()
    of_linear, of_existing = quantified(linear, "exists"), quantified(existing, "exists")
    assert of_linear is not None
    assert of_existing is not None

    there = kernel.assume(opened(of_linear, A))
    own = at(at(there, i, given=[inside]), w, given=[in_w])
    L = term("fun i y. n * A(i, y)", n=n, A=A)
    entry = _scaled(facts, names, A, n, "T(i, w) = s / n", own)
    as_estimate = each(i, k, generalise(kernel.discharge(in_w.conclusion, entry), w))
    law = cite(unbiased_as_estimate(), n, k, m, P, L, T, given=[*facts, as_estimate], premises=5)
    inverts = derived.follow(law, _same(sides(law.conclusion)[0], kernel.assume(unbiased)))
    instance = normal(opened(of_existing, L))
    forth = kernel.witness(
        existing, L, derived.follow(symmetric(instance), rewritten(kernel.conjoin(inverts, as_estimate)))
    )
    forth = kernel.unpack(kernel.assume(linear), A, forth)
    forth = cut(forth, *conjuncts(kernel.assume(both)))

    K = Free("L #0", P.type)
    inverse, same = conjuncts(kernel.assume(opened(of_existing, K)))
    law = cite(unbiased_as_estimate(), n, k, m, P, K, T, given=[*facts, same], premises=5)
    is_unbiased = derived.follow(symmetric(law), inverse)
    B = term("fun i y. 1 / n * L(i, y)", n=n, L=K)
    entry = _scaled(
        facts, names, K, term("1 / n", n=n), "T(i, w) = s", at(at(same, i, given=[inside]), w, given=[in_w])
    )
    counted = each(i, k, generalise(kernel.discharge(in_w.conclusion, entry), w))
    is_linear = kernel.witness(linear, B, derived.follow(symmetric(normal(opened(of_linear, B))), rewritten(counted)))
    back = kernel.conjoin(is_linear, _same(unbiased, is_unbiased))
    back = cut(back, *conjuncts(kernel.assume(opened(of_existing, K))))
    back = kernel.unpack(kernel.assume(existing), K, back)
    found = derived.equivalent(kernel.discharge(both, forth), kernel.discharge(existing, back))
    return derived.follow(symmetric(changed), found)


def _same(formula: Term, theorem: Proved) -> Proved:
    """The formula, as which the theorem reads once functions are worked out."""
    return derived.follow(symmetric(normal(formula)), rewritten(theorem))


def risk_is_variance(goal: Goal) -> Proved:
    """The risk of an unbiased estimator is n times the sum of its variances."""
    names, facts = goal.names, given(goal)
    n, k, m, P, T, pi = (names[name] for name in ("n", "k", "m", "P", "T", "pi"))
    q = term("response(k, pi, P)", k=k, pi=pi, P=P)
    (unbiased,) = (f for f in facts if isinstance(f, Proved) and T in free_variables(f.conclusion))
    known = in_variances(n, k, m, q, T, pi, unbiased, facts)
    return in_plain_words(goal.conclusion, lambda formula: arithmetic(formula, *known, opaque=True))


def in_variances(
    n: Term, k: Term, m: Term, q: Term, T: Term, pi: Term, unbiased: Proved, facts: Facts
) -> tuple[Proved, Proved]:
    """The sum of the variances is that of the squared errors, and the expectation of their sum, where T is unbiased"""
    i = Free("i #0")
    own = rewritten(at(unbiased, i, given=[kernel.assume(in_range(i, k))]), unfolding("unbiased"))
    mean = at(own, pi, given=facts)
    spread = normal(plainly("dispersion(n, m, q, T(i))", n=n, m=m, q=q, T=T, i=i), unfolding("dispersion"), by(mean))
    total = summed(i, k, spread, facts)
    errors = plainly("fun i w. (T(i, w) - pi(i))^2", T=T, pi=pi)
    return rewritten(total), rewritten(at(expectation_of_sum(), k, n, m, q, errors, given=facts, premises=3))


def risk_without_randomization(goal: Goal) -> Proved:
    """R(I, S/n; pi) is the sampling variance."""
    names = goal.names
    known = risk_of_truth(names["n"], names["k"], names["pi"], given(goal))
    return in_plain_words(goal.conclusion, lambda formula: arithmetic(formula, *known, opaque=True))


def risk_of_truth(n: Term, k: Term, pi: Term, facts: Facts) -> list[Proved]:
    """What shows that the risk of S/n without randomization is the sampling variance."""
    i, x, y, w = Free("i #0"), Free("x #0"), Free("y #0"), Free("w #0", WORD)
    unit = term("fun i j. if i = j then 1 else 0")
    inside = {v: kernel.assume(in_range(v, k)) for v in (i, x, y)}
    T = term("fun i w. frequency(n, i)(w) / n", n=n)
    positive = arithmetic(
        term("0 < n", n=n), next(f for f in facts if isinstance(f, Proved) and f.conclusion == term("1 <= n", n=n))
    )

    def picked(text: str, value: str, over: Free, index: Free, score: str) -> Proved:
        """A sum of which only one term counts."""
        names_of = {"i": i, "x": x, "y": y, "n": n, "w": w, "pi": pi}
        f, g = Free("f #0"), term(value, **names_of)
        del f
        left, right = (
            term(text, **names_of),
            term(f"if {over.name[0]} = {index.name[0]} then {score} else 0", **names_of),
        )
        row = summed(over, k, by_conditions(equal(left, right)), facts)
        one = at(
            sum_picked(), k, index, closed(over, term(score, **names_of)), given=[*facts, *inside.values()], premises=2
        )
        found = derived.transitive(row, rewritten(one))
        assert sides(found.conclusion)[1] == g
        return found

    left_inverse = each(
        i,
        k,
        each(
            x,
            k,
            derived.transitive(
                picked(
                    "(if i = y then 1 else 0) * (if x = y then 1 else 0)",
                    "if x = i then 1 else 0",
                    y,
                    i,
                    "(if x = y then 1 else 0)",
                ),
                by_conditions(term("(if x = i then 1 else 0) = (if i = x then 1 else 0)", x=x, i=i)),
            ),
        ),
    )
    counted = picked("(if i = y then 1 else 0) * frequency(n, y)(w)", "frequency(n, i)(w)", y, i, "frequency(n, y)(w)")
    in_w = term("word(n, k, w)", n=n, k=k, w=w)
    value = term("frequency(n, i)(w) / n = s / n", n=n, i=i, w=w, s=sides(counted.conclusion)[0])
    as_estimate = each(i, k, generalise(kernel.discharge(in_w, arithmetic(value, counted, positive, opaque=True)), w))
    shares = next(f for f in facts if isinstance(f, Proved) and applied(f.conclusion, "law", 2))
    response = normal(term("response(k, pi, I)(y)", k=k, pi=pi, I=unit, y=y), unfolding("response"))
    response = derived.transitive(response, picked("pi(x) * (if x = y then 1 else 0)", "pi(y)", x, y, "pi(x)"))
    entries = conjoined(
        each(y, k, by_conditions(term("0 <= (if x = y then 1 else 0)", x=x, y=y))),
        picked("(if x = y then 1 else 0)", "1", y, x, "1"),
    )
    design = each(x, k, entries)
    design = derived.follow(symmetric(normal(term("design(k, k, I)", k=k, I=unit), unfolding("design", "law"))), design)
    whole = cite(
        error_of_estimate(),
        n,
        k,
        k,
        unit,
        unit,
        T,
        pi,
        given=[*facts, design, rewritten(left_inverse), as_estimate, shares],
        premises=7,
    )
    q = term("response(k, pi, I)", k=k, pi=pi, I=unit)
    r, e = Free("r #0"), Free("e #0")
    square = by_conditions(
        term("r * (if i = y then 1 else 0)^2 = (if y = i then e else 0)", r=r, e=e, i=i, y=y), equal(r, e)
    )
    square = cut(kernel.instantiate(square, {r: term("q(y)", q=q, y=y), e: term("pi(y)", pi=pi, y=y)}), response)
    spread = derived.transitive(
        summed(y, k, square, facts), at(sum_picked(), k, i, pi, given=[*facts, inside[i]], premises=2)
    )
    total = summed(i, k, spread, facts)
    *_, one = conjuncts(rewritten(shares, unfolding("law")))
    variances = normal(term("sum i in 1..k. pi(i) * (1 - pi(i))", k=k, pi=pi), in_sums(facts))
    power = normal(term("sum i in 1..k. pi(i)^2", k=k, pi=pi), in_sums(facts))
    return [rewritten(f) for f in (whole, total, one, variances, power)]


SCRIPTS: Mapping[str, Script] = {
    "linear unbiased": of_parameters(linear_unbiased),
    "risk is variance": of_parameters(risk_is_variance),
    "risk without randomization": of_parameters(risk_without_randomization),
}
