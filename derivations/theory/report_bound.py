"""No statistic that is unbiased for every flipped response has less variance than the information of one response.

Source: Pan, section 5.1.
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
    conjoined,
    conjuncts,
    decided,
    generalise,
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
from derivations.logic.terms import NOT, TIMES, Free, Number, Term, applied, closed, equal, opened
from derivations.theory import sums
from derivations.theory.carried_over import averages_on_average
from derivations.theory.independent_responses import (
    LAWS,
    OWN_LAWS,
    SIZES,
    _over_responses,
    in_independent,
    independent_of_one,
    independent_same,
    independent_sum,
)
from derivations.theory.linear_estimates import WORD, words_same
from derivations.theory.multinomial import products_but_one
from derivations.theory.single_terms import at, by_conditions, each, either, in_both, one_other, summed
from derivations.theory.sums import ONE, in_range, in_sums, meeting
from derivations.theory.surveys import earlier_letter, last_letter

SCORES = "(sum t in 1..n. g(t, w(t)))"


@lemma("forall n g w y. integer(n) and 0 <= n implies "
       "(sum t in 1..n + 1. g(t, extended(w, n + 1, y)(t))) = (sum t in 1..n. g(t, w(t))) + g(n + 1, y)")  # fmt: skip
def own_scores_next(goal: Goal) -> Proved:
    """One more response adds the score that it has at its place."""
    n, g, w, y = goal.variables
    left, right = sides(goal.conclusion)
    t = Free("t #0")
    same = at(earlier_letter(), n, w, y, t, given=[kernel.assume(in_range(t, n))])
    before = summed(t, n, kernel.congruent(kernel.reflexive(term("g(t)", g=g, t=t)), same), goal.given)
    first = chain(left).rewrite(by(sums.sum_next(), goal.given), by(last_letter()))
    return meeting(first, chain(right), before)


@lemma(f"forall n m q g. {SIZES} {LAWS} independent(n, m, q, fun w. {SCORES}) = (sum t in 1..n. mean(m, q(t), g(t)))",
       depth=7)  # fmt: skip
def independent_scores(goal: Goal) -> Proved:
    """The expectation of a total of scores, each with a function of its own."""
    return _over_responses(goal, own_scores_next(), independent_of_one())


@lemma(f"forall n m q g. {SIZES} {LAWS} independent(n, m, q, fun w. {SCORES} * {SCORES}) "
       "= (sum t in 1..n. mean(m, q(t), g(t))) * (sum t in 1..n. mean(m, q(t), g(t))) "
       "+ (sum t in 1..n. mean(m, q(t), fun y. g(t, y) * g(t, y)) - mean(m, q(t), g(t)) * mean(m, q(t), g(t)))",
       depth=7)  # fmt: skip
def independent_scores_squared(goal: Goal) -> Proved:
    """The second moment of a total of scores, each with a function of its own."""
    return _over_responses(goal, own_scores_next(), independent_of_one(), independent_scores())


@lemma(f"forall n m q r s T t. {SIZES} integer(t) and 1 <= t <= n implies "
       "(forall y in 1..m. r(y) = (1 + s(y)) * q(t, y)) implies "
       "independent(n, m, fun u. if u = t then r else q(u), T) = independent(n, m, q, fun w. (1 + s(w(t))) * T(w))",
       depth=11)  # fmt: skip
def one_other_law(goal: Goal) -> Proved:
    """Where one response has another law, its likelihood ratio is a factor of the statistic."""
    n, m, q, r, s, T, t = goal.variables
    w, u = Free("w #0", WORD), Free("u #0")
    names = {"n": n, "m": m, "q": q, "r": r, "s": s, "T": T, "t": t, "w": w, "u": u}
    is_word = kernel.assume(term("word(n, m, w)", **names))
    letter = at(rewritten(is_word, unfolding("word")), t, given=[goal.given[2]])
    ratio = at(kernel.assume(goal.given[3]), term("w(t)", **names), given=[letter])
    other = kernel.assume(NOT(equal(u, t)))
    chances = [term(text, **names) for text in ("fun u. (if u = t then r else q(u))(w(u))", "fun u. q(u, w(u))")]
    apart = normal(term("(if u = t then r else q(u))(w(u))", **names), decided([other]))
    elsewhere = generalise(kernel.discharge(in_range(u, n), kernel.discharge(other.conclusion, apart)), u)
    here = normal(term("(if t = t then r else q(t))(w(t))", **names), decided([kernel.reflexive(t)]))
    given: list[Term | Proved] = [*goal.given[:1], goal.given[2], elsewhere, derived.transitive(here, ratio)]
    factor = term("1 + s(w(t))", **names)
    product = rewritten(at(products_but_one(), n, t, *chances, factor, given=given, premises=4))
    left, right = (normal(side, unfolding("independent")) for side in sides(goal.conclusion))
    weight = term("prod u in 1..n. q(u, w(u))", **names)
    one = arithmetic(
        term("L * T(w) = p * (f * T(w))", L=sides(product.conclusion)[0], p=weight, f=factor, **names), product
    )
    everywhere = generalise(kernel.discharge(is_word.conclusion, one), w)
    ends = [closed(w, side) for side in sides(one.conclusion)]
    same = at(words_same(), n, m, *ends, given=[*goal.given[:2], everywhere], premises=3)
    return derived.transitive(derived.transitive(left, rewritten(same)), symmetric(right))


@lemma(f"forall n m q T. {SIZES} {OWN_LAWS} 0 <= independent(n, m, q, fun w. T(w)^2)", depth=7)
def independent_square(goal: Goal) -> Proved:
    """No square has a negative expectation."""
    n, m, q, T = goal.variables
    action = term("fun w f. f(T(w))", T=T)
    law = kernel.specialise(specialise(averages_on_average(), n, m, q), action)
    for given in goal.given:
        law = kernel.detach(law, kernel.assume(given))
    premise, _ = applied(law.conclusion, "implies", 2) or ()
    plain = normal(premise)
    w, f, g = (Free(f"{name} #0", WORD) for name in "wfg")
    c, a = Free("c #0"), Free("a #0")
    value = term("T(w)", T=T, w=w)
    all_positive = kernel.assume(term("forall a. 0 <= f(a)", f=f))
    averaging = conjoined(
        generalise(kernel.reflexive(term("f(v) + c * g(v)", f=f, g=g, c=c, v=value)), f, g, c),
        generalise(kernel.discharge(all_positive.conclusion, specialise(all_positive, value)), f),
        kernel.reflexive(Number(1)),
    )
    everywhere = generalise(kernel.discharge(term("word(n, m, w)", n=n, m=m, w=w), averaging), w)
    law = kernel.detach(law, derived.follow(symmetric(plain), everywhere))
    positive = list(conjuncts(rewritten(law)))[1]
    everywhere = generalise(arithmetic(term("0 <= a^2", a=a)), a)
    return kernel.detach(specialise(positive, term("fun a. a^2")), everywhere)


@lemma(f"forall n m q S T l v. {SIZES} {OWN_LAWS} independent(n, m, q, S) = 0 implies "
       "independent(n, m, q, fun w. T(w) * S(w)) = 1 implies independent(n, m, q, fun w. S(w) * S(w)) <= v implies "
       "0 <= independent_variance(n, m, q, T) - 2 * l + l^2 * v", depth=13)  # fmt: skip
def correlated_with_score(goal: Goal) -> Proved:
    """0 <= E (T - E T - l S)^2"""
    names: dict[str, Term] = dict(zip(("n", "m", "q", "S", "T", "l", "v"), goal.variables, strict=True))
    n, m, q = (names[name] for name in "nmq")
    names["mu"], t = term("independent(n, m, q, T)", **names), Free("t #0")
    law = rewritten(at(kernel.assume(goal.given[2]), t, given=[kernel.assume(in_range(t, n))]), unfolding("law"))
    given: list[Term | Proved] = [*goal.given[:2], each(t, n, list(conjuncts(law))[-1])]
    gap = term("fun w. T(w) - mu - l * S(w)", **names)
    apart = at(independent_square(), n, m, q, gap, given=goal.given[:3], premises=3)
    steps = [unfolding("independent_variance"), in_independent(given), by(independent_of_one(), given)]
    spread = normal(term("independent_variance(n, m, q, T)", **names), *steps)
    names["s"] = term("independent(n, m, q, fun w. S(w) * S(w))", **names)
    rest = arithmetic(term("0 <= l^2 * (v - s)", **names), goal.given[5])
    return arithmetic(goal.conclusion, rewritten(apart, *steps), spread, rest, *goal.given[3:5])


EACH = (
    "law(m, q(t)) and sum(m, r(t)) = 1 and (forall y in 1..m. r(t, y) = (1 + s(t, y)) * q(t, y)) "
    "and mean(m, q(t), fun y. s(t, y) * s(t, y)) <= K and c(t) * c(t) = 1 "
    "and n * (independent(n, m, fun u. if u = t then r(t) else q(u), T) - independent(n, m, q, T)) = c(t)"
)


@lemma(f"forall n m q r s c T K. integer(n) and 1 <= n implies integer(m) and 0 <= m implies 0 < K implies "
       f"(forall t in 1..n. {EACH}) implies 1 <= n * K * independent_variance(n, m, q, T)", depth=12)  # fmt: skip
def report_bound(goal: Goal) -> Proved:
    """A statistic whose mean moves by 1/n with each flip has at least the variance 1/(n K), K bounding the chi-squares.

    It has the covariance 1 with the sum of the scores of all flips, whose variance is at most n K.
    """
    n, m, q, r, s, c, T, K = goal.variables
    t, y, w = Free("t #0"), Free("y #0"), Free("w #0", WORD)
    names = {"n": n, "m": m, "q": q, "r": r, "s": s, "c": c, "T": T, "K": K, "t": t, "y": y, "w": w}
    inside = kernel.assume(in_range(t, n))
    size = arithmetic(term("0 <= n", n=n), goal.given[0])
    sizes: list[Term | Proved] = [*map(kernel.assume, goal.given[:2]), size]
    law, ones, ratio, square, sign, moved = conjuncts(at(kernel.assume(goal.given[3]), t, given=[inside]))
    _, total = conjuncts(rewritten(law, unfolding("law")))
    laws = each(t, n, total)
    given = [*sizes, laws]
    own = at(ratio, y, given=[kernel.assume(in_range(y, m))])
    flat = rewritten(
        summed(y, m, arithmetic(term("q(t, y) * s(t, y) = r(t, y) - q(t, y)", **names), own), sizes), in_sums(sizes)
    )
    nothing = chain(term("mean(m, q(t), fun y. c(t) * s(t, y))", **names)).rewrite(unfolding("mean"), in_sums(sizes))
    zero = nothing.arithmetic(term("0"), flat, ones, total).theorem
    spread = chain(term("mean(m, q(t), fun y. (c(t) * s(t, y)) * (c(t) * s(t, y)))", **names)).rewrite(
        unfolding("mean"), in_sums(sizes)
    )
    bounded = rewritten(square, unfolding("mean"), in_sums(sizes))
    most = arithmetic(
        term("S - z * z <= K", S=sides(spread.theorem.conclusion)[0], z=sides(zero.conclusion)[0], **names),
        spread.theorem,
        bounded,
        sign,
        zero,
    )
    score = term("fun t y. c(t) * s(t, y)", c=c, s=s)
    first = at(independent_scores(), n, m, q, score, given=given, premises=3)
    second = at(independent_scores_squared(), n, m, q, score, given=given, premises=3)
    zeros = summed(t, n, zero, sizes)
    none = normal(sides(zeros.conclusion)[1], in_sums(sizes))
    squares = summed(t, n, most, sizes)
    count = normal((applied(squares.conclusion, "<=", 2) or ())[1], in_sums(sizes), by(sums.sum_of_ones(), sizes))
    each_t = at(
        one_other_law(),
        n,
        m,
        q,
        term("r(t)", **names),
        term("s(t)", **names),
        T,
        t,
        given=[*sizes, inside, ratio],
        premises=4,
    )
    opened = rewritten(each_t, in_independent(sizes))
    parts = term("fun t w. c(t) * (s(t, w(t)) * T(w))", **{name: names[name] for name in "csT"})
    one = chain(term("independent(n, m, q, F(t))", F=parts, **names)).rewrite(in_independent(sizes))
    share = one.arithmetic(term("1 / n", n=n), opened, moved, sign, sizes[0]).theorem
    whole = rewritten(summed(t, n, share, sizes), in_sums(sizes), by(sums.sum_of_ones(), sizes))
    split = rewritten(at(independent_sum(), n, n, m, q, parts, given=sizes, premises=3), in_sums(sizes))
    total_score = term("fun w. sum t in 1..n. c(t) * s(t, w(t))", n=n, c=c, s=s)
    joint = term("independent(n, m, q, fun w. T(w) * S(w))", S=total_score, **names)
    wanted = arithmetic(equal(sides(normal(joint).conclusion)[1], Number(1)), whole, split, sizes[0])
    mean = arithmetic(term("E = 0", E=sides(first.conclusion)[0]), first, zeros, none)
    bound = arithmetic(term("E <= n * K", E=sides(second.conclusion)[0], n=n, K=K), second, zeros, none, squares, count)
    inverse = term("1 / (n * K)", n=n, K=K)
    laws_again = each(t, n, law)
    found_so = at(
        correlated_with_score(),
        n,
        m,
        q,
        total_score,
        T,
        inverse,
        term("n * K", n=n, K=K),
        given=[*sizes, laws_again, mean, wanted, bound],
        premises=6,
    )
    return arithmetic(goal.conclusion, found_so, *sizes, goal.given[2])


RATIO = "(if q = 0 then 0 else r / q - 1)"


@lemma(f"forall q r x. 1 < x and 0 <= q and 0 <= r and r <= x * q and q <= x * r implies r = (1 + {RATIO}) * q and "
       f"q * ({RATIO} * {RATIO}) <= (x - 1)^2 / x * r")  # fmt: skip
def chi_square_of_a_response(goal: Goal) -> Proved:
    """What a response with odds within x of each other adds to the chi-square distance of two truths."""
    names: dict[str, Term] = dict(zip("qrx", goal.variables, strict=True))
    facts = list(conjuncts(kernel.assume(goal.given[0])))
    chord = arithmetic(term("0 <= (x * q - r) * (x * r - q)", **names), *facts)
    positive = kernel.assume(term("q != 0", **names))
    names["v"] = term("r / q", **names)
    scaled = arithmetic(term("v * q = r", **names), positive)
    bound = arithmetic(term("0 <= (x - v) * (x * v - 1)", **names), chord, scaled, positive, *facts)
    whole = arithmetic(term("x * (q * ((v - 1) * (v - 1))) <= (x - 1)^2 * r", **names), bound, scaled, *facts)
    least = arithmetic(term("q * ((v - 1) * (v - 1)) <= (x - 1)^2 / x * r", **names), whole, facts[0])
    none = kernel.assume(term("q = 0", **names))
    zero = arithmetic(term("r = 0", **names), none, *facts)
    given = kernel.discharge(positive.conclusion, kernel.conjoin(scaled, least))
    return by_conditions(goal.conclusion, given, kernel.discharge(none.conclusion, zero))


REPORTS = (
    "integer(n) and 1 <= n implies integer(m) and 0 <= m implies 1 < x implies word(n, 2, a) implies "
    "integer(b) and 1 <= b <= 2 implies (forall t in 1..n. design(2, m, Q(t)) and private(2, m, Q(t), x)) implies "
    "(forall u. word(n, 2, u) implies "
    "n * independent(n, m, fun t. Q(t, u(t)), T) = (sum t in 1..n. indicator(u(t) = b))) implies"
)


@lemma(f"forall n m x Q T a b. {REPORTS} x / (n * (1 - x)^2) <= independent_variance(n, m, fun t. Q(t, a(t)), T)",
       depth=14)  # fmt: skip
def bound_of_private_reports(goal: Goal) -> Proved:
    """No unbiased estimate of the frequency of a bit from private reports has less variance than x/(n (1 - x)^2)."""
    names: dict[str, Term] = dict(zip(("n", "m", "x", "Q", "T", "a", "b"), goal.variables, strict=True))
    n, m, x, Q, T, a, b = goal.variables
    t, y = Free("t #0"), Free("y #0")
    names = {**names, "t": t, "y": y}
    inside, letter = kernel.assume(in_range(t, n)), kernel.assume(in_range(y, m))
    size = arithmetic(term("0 <= n", n=n), goal.given[0])
    sizes: list[Term | Proved] = [*map(kernel.assume, goal.given[:3]), size]
    truths = rewritten(kernel.assume(goal.given[3]), unfolding("word"))
    truth = at(truths, t, given=[inside])
    other = term("3 - a(t)", **names)
    is_other = shown(
        term("integer(3 - a(t)) and 1 <= 3 - a(t) <= 2", **names),
        [truth, kernel.literal(Number(3)), kernel.literal(Number(-1))],
    )
    design, private = conjuncts(at(kernel.assume(goal.given[5]), t, given=[inside]))
    laws = rewritten(design, unfolding("design"))
    levels = rewritten(private, unfolding("private"))
    places = [term("a(t)", **names), other]
    own = [at(laws, place, given=[fact]) for place, fact in zip(places, (truth, is_other), strict=True)]
    split = [list(conjuncts(rewritten(law, unfolding("law")))) for law in own]
    chances = [at(part[0], y, given=[letter]) for part in split]
    known = [truth, is_other, letter]
    ratios = [
        at(at(at(levels, first, given=known), second, given=known), y, given=known)
        for first, second in (places[::-1], places)
    ]
    pair = [term(text, **names) for text in ("Q(t, a(t), y)", "Q(t, 3 - a(t), y)")]
    ratio, spread = conjuncts(at(chi_square_of_a_response(), *pair, x, given=[*sizes, *chances, *ratios]))
    score = f"(fun t y. {RATIO.replace('q', 'Q(t, a(t), y)').replace('r ', 'Q(t, 3 - a(t), y) ')})"
    score_at = term(score, Q=Q, a=a)
    K = term("(x - 1)^2 / x", x=x)
    total = rewritten(summed(y, m, spread, sizes), in_sums(sizes))
    own_square = sides(normal(term("mean(m, Q(t, a(t)), fun y. s(t, y) * s(t, y))", s=score_at, **names)).conclusion)[1]
    square = normal(own_square, unfolding("mean"), in_sums(sizes))
    chi = arithmetic(term("S <= K", S=own_square, K=K), square, total, split[1][1])
    moved = _moved(goal, names, truth, is_other, sizes)
    ones = term(MOVED, **names)
    cases = [
        arithmetic(term("v = 1 or v = 2", v=value), fact)
        for value, fact in ((places[0], truth), (b, kernel.assume(goal.given[4])))
    ]
    unit = equal(TIMES(ones, ones), ONE)
    sign = in_both(cases[0], lambda case: in_both(cases[1], lambda other: by_conditions(unit, case, other)))
    q, r = (term(f"fun t. Q(t, {place})", Q=Q, a=a) for place in ("a(t)", "3 - a(t)"))
    facts = conjoined(own[0], split[1][1], each(y, m, ratio), chi, sign, moved)
    positive = arithmetic(term("0 < K", K=K), goal.given[2])
    law = specialise(report_bound(), n, m, q, r, score_at, closed(t, ones), T, K)
    bound = under(law, [*sizes, positive, each(t, n, facts)])
    return arithmetic(goal.conclusion, bound, *sizes)


MOVED = "(if 3 - a(t) = b then 1 else 0) - (if a(t) = b then 1 else 0)"


def _moved(goal: Goal, names: Mapping[str, Term], truth: Proved, other: Proved, sizes: list[Term | Proved]) -> Proved:
    """How far the mean of the estimate moves, n times, where the bit t is the other one."""
    n, m, _, Q, T, a, _ = goal.variables
    t, u, y = names["t"], Free("u #0"), Free("y #0")
    flipped = closed(u, term("if u = t then 3 - a(t) else a(u)", u=u, a=a, t=t))
    meant = normal(term("word(n, 2, v)", n=n, v=flipped), unfolding("word"))
    word = rewritten(kernel.assume(goal.given[3]), unfolding("word"))
    same, own = equal(u, t), at(word, u, given=[kernel.assume(in_range(u, n))])

    def truth_is(case: Term) -> Proved:
        value = normal(opened(flipped, u), decided([case]))
        wanted = term("integer(c) and 1 <= c <= 2", c=opened(flipped, u))
        return derived.follow(symmetric(normal(wanted, by(value))), other if case == same else own)

    def law_is(case: Term) -> Proved:
        place = [by(kernel.assume(case))] if case == same else []
        laws = "(if u = t then Q(t, 3 - a(t)) else Q(u, a(u)))(y)", "Q(u, v(u), y)"
        first, second = (
            normal(term(text, Q=Q, a=a, t=t, u=u, y=y, v=flipped), decided([case]), *place) for text in laws
        )
        return derived.transitive(first, symmetric(second))

    is_word = derived.follow(symmetric(meant), each(u, n, in_both(either(same), truth_is)))
    laws = rewritten(each(u, n, each(y, m, in_both(either(same), law_is))))
    left = closed(u, term("if u = t then Q(t, 3 - a(t)) else Q(u, a(u))", Q=Q, a=a, t=t, u=u))
    right = closed(u, term("Q(u, c)", Q=Q, u=u, c=opened(flipped, u)))
    met = at(independent_same(), n, m, left, right, T, given=[*sizes, laws], premises=3)
    inside = kernel.assume(in_range(t, n))
    steps = [unfolding("indicator"), one_other([*sizes, inside])]
    unbiased = kernel.assume(goal.given[6])
    words = ((flipped, is_word), (a, kernel.assume(goal.given[3])))
    means = [rewritten(at(unbiased, place, given=[fact]), *steps) for place, fact in words]
    before = term("independent(n, m, fun t. Q(t, a(t)), T)", n=n, m=m, Q=Q, a=a, T=T)
    gap = term("n * (E - F) = c", E=sides(met.conclusion)[0], F=before, c=term(MOVED, **names), n=n)
    return arithmetic(gap, rewritten(met), *means)
