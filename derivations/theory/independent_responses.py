"""Moments of total scores of n independent responses, each with a law of its own, as where truths are given."""

from __future__ import annotations

from collections.abc import Iterable

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Chain,
    Conversion,
    Goal,
    Linear,
    arithmetic,
    by,
    chain,
    generalise,
    induct,
    lemma,
    linear_in,
    normal,
    reduced,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import IMPLIES, PLUS, TIMES, Free, Number, Term, applied, closed, for_all, substituted
from derivations.theory import sums
from derivations.theory.automatic import frequency_is_total, inverses
from derivations.theory.relaxation import response_adds_up
from derivations.theory.single_terms import at, by_conditions, each, one_other, sum_of_equals, summed
from derivations.theory.sums import ONE, ZERO, in_range, in_sums, meeting
from derivations.theory.surveys import (
    earlier_letter,
    in_expectations,
    last_letter,
    mean_of_one,
    total_next,
    unfolded,
    variance_from_moments,
)

SIZES = "integer(n) and 0 <= n implies integer(m) and 0 <= m implies"
LAWS = "(forall t in 1..n. sum(m, q(t)) = 1) implies"
OWN_LAWS = "(forall t in 1..n. law(m, q(t))) implies"


@lemma(f"forall n m q S T. {SIZES} "
       "independent(n, m, q, fun w. S(w) + T(w)) = independent(n, m, q, S) + independent(n, m, q, T)")  # fmt: skip
def independent_plus(goal: Goal) -> Proved:
    """The expectation of a sum of statistics."""
    return unfolded(goal, "independent")


@lemma(f"forall n m q c T. {SIZES} independent(n, m, q, fun w. c * T(w)) = c * independent(n, m, q, T)")
def independent_scale(goal: Goal) -> Proved:
    """The expectation of a multiple of a statistic."""
    return unfolded(goal, "independent")


def in_independent(given: Iterable[Term | Proved]) -> Conversion:
    """Expectations of independent responses with own laws taken apart, and those of one response."""
    known = list(given)
    own = linear_in([Linear("independent", 3, independent_plus(), independent_scale())], known)
    one = in_expectations(known)
    return lambda term: own(term) or one(term)


@lemma("forall n q w y. integer(n) and 0 <= n implies "
       "(prod t in 1..n + 1. q(t, extended(w, n + 1, y)(t))) = (prod t in 1..n. q(t, w(t))) * q(n + 1, y)")  # fmt: skip
def own_chances_next(goal: Goal) -> Proved:
    """One more response multiplies the probability by that of his response."""
    n, q, w, y = goal.variables
    left, right = sides(goal.conclusion)
    t = Free("t #0")
    same = at(earlier_letter(), n, w, y, t, given=[kernel.assume(in_range(t, n))])
    letter = kernel.congruent(kernel.reflexive(term("q(t)", q=q, t=t)), same)
    before = summed(t, n, letter, goal.given, over="prod")
    first = chain(left).rewrite(by(sums.prod_next(), goal.given), by(last_letter()))
    return meeting(first, chain(right), before)


@lemma(f"forall n m q T. {SIZES} independent(n + 1, m, q, T) = "
       "independent(n, m, q, fun w. mean(m, q(n + 1), fun y. T(extended(w, n + 1, y))))")  # fmt: skip
def independent_next(goal: Goal) -> Proved:
    """The expectation over one more response is that of the expectation over it."""
    left, right = sides(goal.conclusion)
    steps = [unfolding("independent", "mean"), in_sums(goal.given)]
    first = chain(left).rewrite(
        unfolding("independent"), by(sums.words_next(), goal.given), by(own_chances_next(), goal.given)
    )
    return meeting(first.rewrite(*steps), chain(right).rewrite(*steps))


@lemma(f"forall n m q r T. {SIZES} (forall t in 1..n. forall y in 1..m. q(t, y) = r(t, y)) implies "
       "independent(n, m, q, T) = independent(n, m, r, T)", depth=8)  # fmt: skip
def independent_same(goal: Goal) -> Proved:
    """Responses with the same laws have the same expectations."""
    n, m, q, _, T = goal.variables
    size, everywhere = goal.given[1:]
    t, y, w = Free("t #0"), Free("y #0"), Free("w #0", q.type.target)  # type: ignore[union-attr]
    body = IMPLIES(everywhere, for_all(T, goal.conclusion))

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        end, given = PLUS(k, ONE), [known, kernel.assume(size)]
        longer = kernel.assume(substituted(everywhere, {n: end}))
        before = kernel.detach(assumed, each(t, k, at(longer, t, given=[known, kernel.assume(in_range(t, k))])))
        letter = at(at(longer, end, given=[known]), y, given=[kernel.assume(in_range(y, m))])
        rest = term("T(extended(w, k + 1, y))", T=T, w=w, k=k, y=y)
        weighed = kernel.congruent(kernel.congruent(kernel.reflexive(TIMES), letter), kernel.reflexive(rest))
        last = kernel.abstracted(w, summed(y, m, weighed, given))
        head = kernel.reflexive(term("independent(k, m, q)", k=k, m=m, q=q))
        first, second = (
            normal(side, by(independent_next(), given), unfolding("mean"))
            for side in sides(substituted(goal.conclusion, {n: end}))
        )
        over_last = derived.transitive(first, kernel.congruent(head, last))
        found = derived.transitive(over_last, at(before, sides(last.conclusion)[1], premises=0))
        return kernel.discharge(longer.conclusion, generalise(derived.transitive(found, symmetric(second)), T))

    zero = [unfolding("independent"), by(sums.words_0()), by(sums.prod_0())]
    left, right = (chain(side).rewrite(*zero) for side in sides(substituted(goal.conclusion, {n: ZERO})))
    base = kernel.discharge(substituted(everywhere, {n: ZERO}), generalise(meeting(left, right), T))
    found = kernel.detach(induct(n, body, base, step), kernel.assume(everywhere))
    return at(found, T, premises=0)


def _over_responses(goal: Goal, *laws: Proved) -> Proved:
    """An equation of expectations of totals, by induction on the number of responses, the first variable."""
    n = goal.variables[0]
    size, everywhere = goal.given[1:]

    def at_size(count: Term) -> tuple[Term, Term]:
        return sides(substituted(goal.conclusion, {n: count}))

    zero = [unfolding("independent", "total"), by(sums.words_0()), by(sums.prod_0()), by(sums.sum_0())]
    left, right = (chain(side).rewrite(*zero) for side in at_size(ZERO))
    base = kernel.discharge(substituted(everywhere, {n: ZERO}), meeting(left, right))

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        end = PLUS(k, ONE)
        longer = kernel.assume(substituted(everywhere, {n: end}))
        t = Free("t #0")
        before = each(t, k, at(longer, t, given=[known, kernel.assume(in_range(t, k))]))
        last = at(longer, end, given=[known])
        given: list[Term | Proved] = [known, size, before, last]
        left, right = at_size(end)
        after = [by(independent_next(), given), by(total_next(), given), in_independent(given)]
        first = chain(left).rewrite(*after, *(by(law, given) for law in (*laws, mean_of_one())))
        second = chain(right).rewrite(by(sums.sum_next(), [known]))
        return kernel.discharge(longer.conclusion, meeting(first, second, kernel.detach(assumed, before)))

    found = induct(n, IMPLIES(everywhere, goal.conclusion), base, step)
    return kernel.detach(found, kernel.assume(everywhere))


@lemma(f"forall n m q. {SIZES} {LAWS} independent(n, m, q, fun w. 1) = 1", depth=6)
def independent_of_one(goal: Goal) -> Proved:
    """The probabilities of all responses sum to one."""
    return _over_responses(goal)


@lemma(f"forall n m q g. {SIZES} {LAWS} independent(n, m, q, total(n, g)) = (sum t in 1..n. mean(m, q(t), g))", depth=7)
def independent_total(goal: Goal) -> Proved:
    """The expectation of a total score is the sum of the expectations."""
    return _over_responses(goal, independent_of_one())


@lemma(f"forall n m q g h. {SIZES} {LAWS} independent(n, m, q, fun w. total(n, g)(w) * total(n, h)(w)) "
       "= (sum t in 1..n. mean(m, q(t), g)) * (sum t in 1..n. mean(m, q(t), h)) "
       "+ (sum t in 1..n. mean(m, q(t), fun y. g(y) * h(y)) - mean(m, q(t), g) * mean(m, q(t), h))",
       depth=8)  # fmt: skip
def independent_product(goal: Goal) -> Proved:
    """The second moments of total scores."""
    return _over_responses(goal, independent_of_one(), independent_total())


def own_moments(given: Iterable[Term | Proved]) -> list[Conversion]:
    """Conversions that work out moments of statistics that are linear in total scores."""
    known = list(given)
    return [
        unfolding("independent_variance", "independent_covariance"),
        in_independent(known),
        *(by(law(), known) for law in (independent_of_one, independent_total, independent_product)),
    ]


@lemma(f"forall n m q g a b. {SIZES} {LAWS} independent(n, m, q, fun w. a + b * total(n, g)(w)) "
       "= a + b * (sum t in 1..n. mean(m, q(t), g))", depth=9)  # fmt: skip
def independent_affine(goal: Goal) -> Proved:
    """The expectation of a statistic a + b times a total score."""
    left, right = sides(goal.conclusion)
    return meeting(chain(left).rewrite(*own_moments(goal.given)), chain(right))


@lemma(f"forall n m q g h a b c d. {SIZES} {LAWS} "
       "independent_covariance(n, m, q, fun w. a + b * total(n, g)(w), fun w. c + d * total(n, h)(w)) "
       "= b * d * (sum t in 1..n. covariance(m, q(t), g, h))", depth=12)  # fmt: skip
def covariance_of_affine(goal: Goal) -> Proved:
    """The covariance of statistics that are linear in total scores is the sum of those of the scores."""
    n, m, q, g, h = goal.variables[:5]
    left, right = sides(goal.conclusion)
    t = Free("t #0")
    inside = at(kernel.assume(goal.given[2]), t, given=[kernel.assume(in_range(t, n))])
    given: list[Term | Proved] = [*goal.given, inside]
    names = {"m": m, "q": q, "g": g, "h": h, "t": t}
    one = chain(term("covariance(m, q(t), g, h)", **names)).rewrite(
        unfolding("covariance"), in_expectations(given), by(mean_of_one(), given)
    )
    wanted = term("mean(m, q(t), fun y. g(y) * h(y)) - mean(m, q(t), g) * mean(m, q(t), h)", **names)
    each_t = summed(t, n, one.arithmetic(wanted).theorem, goal.given)
    first = chain(left).rewrite(*own_moments(goal.given))
    return meeting(first.rewrite(in_sums(goal.given)), chain(right), rewritten(each_t, in_sums(goal.given)))


@lemma(f"forall n m q g a b. {SIZES} {LAWS} independent_variance(n, m, q, fun w. a + b * total(n, g)(w)) "
       "= b^2 * (sum t in 1..n. variance(m, q(t), g))", depth=9)  # fmt: skip
def variance_of_affine(goal: Goal) -> Proved:
    """The variance of a statistic that is linear in a total score is the sum of those of the scores."""
    n, m, q, g = goal.variables[:4]
    left, right = sides(goal.conclusion)
    t = Free("t #0")
    inside = at(kernel.assume(goal.given[2]), t, given=[kernel.assume(in_range(t, n))])
    given: list[Term | Proved] = [*goal.given, inside]
    names = {"m": m, "q": q, "g": g, "t": t}
    one = chain(term("variance(m, q(t), g)", **names)).rewrite(
        unfolding("variance"), in_expectations(given), by(mean_of_one(), given)
    )
    wanted = term("mean(m, q(t), fun y. g(y) * g(y)) - mean(m, q(t), g) * mean(m, q(t), g)", **names)
    each_t = summed(t, n, one.arithmetic(wanted).theorem, goal.given)
    first = chain(left).rewrite(*own_moments(goal.given))
    return meeting(first.rewrite(in_sums(goal.given)), chain(right), rewritten(each_t, in_sums(goal.given)))


# -- randomized response of given truths -----------------------------------------------------------------------------

TRUTHS = (
    "integer(n) and 0 <= n implies integer(m) and 2 <= m implies 1 <= x implies word(n, m, a) implies "
    "integer(b) and 1 <= b <= m implies"
)
HIT = "(1 + (x - 1) * indicator(a = b)) / (x + m - 1)"


ONE_VALUE = "integer(m) and 2 <= m implies 1 <= x implies integer(b) and 1 <= b <= m implies"


@lemma(f"forall m x a b. {ONE_VALUE} mean(m, randomized_response(m, x)(a), fun r. indicator(r = b)) = {HIT}")
def chance_of_value(goal: Goal) -> Proved:
    """The probability of a response, with an indicator of the truth."""
    m = goal.variables[0]
    size = kernel.assume(goal.given[0])
    given: list[Term | Proved] = [*goal.given, arithmetic(term("0 <= m", m=m), size), kernel.part(size, 0)]
    steps = [unfolding("mean", "randomized_response", "indicator"), one_other(given), in_sums(given)]
    changed = chain(goal.conclusion).rewrite(*steps, by(sums.sum_of_ones(), given)).theorem
    return derived.follow(symmetric(changed), by_conditions(sides(changed.conclusion)[1], *goal.given))


@lemma(f"forall m x a b. {ONE_VALUE} integer(a) and 1 <= a <= m implies "
       f"variance(m, randomized_response(m, x)(a), fun r. indicator(r = b)) = {HIT} * (1 - {HIT})")  # fmt: skip
def variance_of_value(goal: Goal) -> Proved:
    """The variance of the indicator of a response."""
    m, x, a = goal.variables[:3]
    size = kernel.assume(goal.given[0])
    given: list[Term | Proved] = [*goal.given, arithmetic(term("0 <= m", m=m), size), kernel.part(size, 0)]
    left, right = sides(goal.conclusion)
    given.append(at(response_adds_up(), m, x, a, given=given, premises=3))
    whole = chain(left).rewrite(by(variance_from_moments(), given), by(chance_of_value(), given), squares)
    return whole.rewrite(by(chance_of_value(), given)).arithmetic(right, *goal.given).theorem


@lemma("forall A. indicator(A)^2 = indicator(A)")
def square_of_indicator(goal: Goal) -> Proved:
    """0^2 = 0 and 1^2 = 1"""
    return reduced(normal(goal.conclusion, unfolding("indicator")), by_conditions)


def squares(formula: Term) -> Proved | None:
    """1[A]^2 = 1[A]"""
    found = applied(formula, "^", 2)
    inner = applied(found[0], "indicator", 1) if found else None
    return specialise(square_of_indicator(), *inner) if found and inner and found[1] == Number(2) else None


PAIR = f"{ONE_VALUE.replace('b', 'i')} integer(j) and 1 <= j <= m implies integer(a) and 1 <= a <= m implies"
BOTH = f"indicator(i = j) * ({HIT.replace('b', 'i')})"


@lemma(f"forall m x a i j. {PAIR} "
       f"mean(m, randomized_response(m, x)(a), fun r. indicator(r = i) * indicator(r = j)) = {BOTH}")  # fmt: skip
def joint_chance_of_values(goal: Goal) -> Proved:
    """A response is two values at once only if these are equal."""
    m, x, a, i, j = goal.variables
    size = kernel.assume(goal.given[0])
    given: list[Term | Proved] = [*goal.given, arithmetic(term("0 <= m", m=m), size), kernel.part(size, 0)]
    r = Free("r #0")
    names = {"m": m, "x": x, "a": a, "i": i, "j": j, "r": r}
    product = term("indicator(r = i) * indicator(r = j) = indicator(i = j) * indicator(r = i)", **names)
    both = reduced(normal(product, unfolding("indicator")), by_conditions)
    weighed = term("randomized_response(m, x)(a, r)", **names)
    same = summed(r, m, kernel.congruent(kernel.reflexive(TIMES(weighed)), both), given)
    left, right = sides(goal.conclusion)
    again = chain(term("mean(m, randomized_response(m, x)(a), fun r. indicator(i = j) * indicator(r = i))", **names))
    whole = chain(left).rewrite(unfolding("mean")).then(same).then(symmetric(again.rewrite(unfolding("mean")).theorem))
    return whole.rewrite(in_expectations(given)).rewrite(by(chance_of_value(), given)).arithmetic(right).theorem


@lemma(f"forall m x a i j. {PAIR} covariance(m, randomized_response(m, x)(a), fun r. indicator(r = i), "
       f"fun r. indicator(r = j)) = {BOTH} - ({HIT.replace('b', 'i')}) * ({HIT.replace('b', 'j')})")  # fmt: skip
def covariance_of_values(goal: Goal) -> Proved:
    """The covariance of the indicators of two responses."""
    m, x, a = goal.variables[:3]
    size = kernel.assume(goal.given[0])
    given: list[Term | Proved] = [*goal.given, arithmetic(term("0 <= m", m=m), size), kernel.part(size, 0)]
    given.append(at(response_adds_up(), m, x, a, given=given, premises=3))
    left, right = sides(goal.conclusion)
    first = chain(left).rewrite(unfolding("covariance"), in_expectations(given), by(mean_of_one(), given))
    values = [by(law(), given) for law in (joint_chance_of_values, chance_of_value)]
    return first.rewrite(*values).arithmetic(right, *goal.given).theorem


@lemma(f"forall n m x a b. {TRUTHS} "
       "(sum t in 1..n. mean(m, randomized_response(m, x)(a(t)), fun r. indicator(r = b))) "
       "= (n + (x - 1) * (sum t in 1..n. indicator(a(t) = b))) / (x + m - 1)")  # fmt: skip
def expected_count(goal: Goal) -> Proved:
    """How many of n responses are b, on average, for the truths a(1), ..., a(n)."""
    n, m, x, a, b = goal.variables
    t = Free("t #0")
    one = at(chance_of_value(), m, x, term("a(t)", a=a, t=t), b, given=goal.given, premises=3)
    left, right = sides(goal.conclusion)
    whole = chain(left).then(summed(t, n, one, goal.given))
    steps = [in_sums(goal.given), by(sums.sum_of_ones(), goal.given)]
    return meeting(whole.rewrite(inverses, *steps), chain(right).rewrite(inverses), *goal.given)


@lemma("forall n m q S. independent_variance(n, m, q, S) = independent_covariance(n, m, q, S, S)")
def variance_as_covariance(goal: Goal) -> Proved:
    """The variance is the covariance of a statistic with itself."""
    n, m, q, S = goal.variables
    w = Free("w #0", S.type.source)  # type: ignore[union-attr]
    gap = "(S(w) - independent(n, m, q, S))"
    square = arithmetic(term(f"{gap}^2 = {gap} * {gap}", n=n, m=m, q=q, S=S, w=w))
    head = kernel.reflexive(term("independent(n, m, q)", n=n, m=m, q=q))
    left, right = (
        normal(side, unfolding("independent_variance", "independent_covariance")) for side in sides(goal.conclusion)
    )
    middle = kernel.congruent(head, kernel.abstracted(w, square))
    return derived.transitive(derived.transitive(left, middle), symmetric(right))


MIXED = "c * S(w) + (1 - c) * T(v)"
TWICE = "independent(n, m, q, fun w. independent(n, m, r, fun v. {}))"


@lemma(f"forall n m q r S T c. {SIZES} {LAWS} {LAWS.replace('q', 'r')} "
       f"{TWICE.format(f'({MIXED} - {TWICE.format(MIXED)})^2')} = "
       "c^2 * independent_variance(n, m, q, S) + (1 - c)^2 * independent_variance(n, m, r, T)", depth=11)  # fmt: skip
def variance_of_two_rounds(goal: Goal) -> Proved:
    """The variance of a weighted mean of two estimates, each from responses of its own."""
    steps = [unfolding("independent_variance"), in_independent(goal.given), by(independent_of_one(), goal.given)]
    left, right = (chain(side).rewrite(*steps) for side in sides(goal.conclusion))
    return meeting(left, right)


# -- statistics that add up counts of all values ---------------------------------------------------------------------


@lemma("forall k n m q F. integer(k) and 0 <= k implies integer(n) and 0 <= n implies integer(m) and 0 <= m implies "
       "independent(n, m, q, fun w. sum u in 1..k. F(u, w)) = (sum u in 1..k. independent(n, m, q, F(u)))")  # fmt: skip
def independent_sum(goal: Goal) -> Proved:
    """The expectation of a sum of any number of statistics."""
    k = goal.variables[0]
    sizes = goal.given[1:]

    def ends(count: Term, *rules: Conversion) -> tuple[Chain, Chain]:
        left, right = sides(substituted(goal.conclusion, {k: count}))
        return chain(left).rewrite(*rules).rewrite(in_independent(sizes)), chain(right).rewrite(*rules)

    def step(before: Free, known: Proved, assumed: Proved) -> Proved:
        return meeting(*ends(PLUS(before, ONE), by(sums.sum_next(), [known])), assumed)

    return induct(k, goal.conclusion, meeting(*ends(ZERO, by(sums.sum_0()))), step)


@lemma("forall m n a. integer(m) and 0 <= m implies integer(n) and 0 <= n implies word(n, m, a) implies "
       "(sum u in 1..m. sum t in 1..n. indicator(a(t) = u)) = n")  # fmt: skip
def all_are_counted(goal: Goal) -> Proved:
    """Every letter of a word is one of the values."""
    m, n, a = goal.variables
    t = Free("t #0")
    letters = at(rewritten(kernel.assume(goal.given[2]), unfolding("word")), t, given=[in_range(t, n)])
    swapped = at(sums.sum_swap(), m, n, term("fun u t. indicator(a(t) = u)", a=a), given=goal.given, premises=2)
    given: list[Term | Proved] = [*goal.given[:1], letters]
    steps = [unfolding("indicator"), one_other(given), by(sum_of_equals(), given)]
    inner = chain(term("sum u in 1..m. indicator(a(t) = u)", m=m, a=a, t=t)).rewrite(*steps)
    whole = (
        chain(sides(goal.conclusion)[0])
        .then(swapped)
        .then(summed(t, n, inner.arithmetic(ONE).theorem, goal.given[1:2]))
    )
    return whole.rewrite(by(sums.sum_of_ones(), goal.given)).theorem


@lemma("forall m p q i g. integer(m) and 0 <= m implies integer(i) and 1 <= i <= m implies "
       "(sum u in 1..m. symmetric(p, q)(i, u) * g(u)) = p * g(i) + q * sum(m, g)")  # fmt: skip
def row_of_symmetric(goal: Goal) -> Proved:
    """A row of p I + q J applied to a vector."""
    left, right = sides(goal.conclusion)
    steps = [unfolding("symmetric", "indicator"), one_other(goal.given), in_sums(goal.given)]
    return meeting(chain(left).rewrite(*steps), chain(right))


WEIGHED = "fun w. sum u in 1..m. R(u) * (frequency(n, u)(w) / n)"
EXPECTED = "(n + (x - 1) * (sum t in 1..n. indicator(a(t) = u))) / ((x + m - 1) * n)"


@lemma("forall n m x a R. integer(n) and 1 <= n implies integer(m) and 2 <= m implies 1 <= x implies word(n, m, a) "
       f"implies independent(n, m, fun t. randomized_response(m, x)(a(t)), {WEIGHED}) "
       f"= (sum u in 1..m. R(u) * ({EXPECTED}))")  # fmt: skip
def expected_weighed_counts(goal: Goal) -> Proved:
    """The expectation of a weighed sum of the shares of all responses of n objects with given truths."""
    n, m, x, a, R = goal.variables
    t, u = Free("t #0"), Free("u #0")
    sizes = [arithmetic(term("0 <= k", k=size), *goal.given) for size in (n, m)]
    given: list[Term | Proved] = [*goal.given, *sizes, *(kernel.part(kernel.assume(goal.given[i]), 0) for i in (0, 1))]
    truth = rewritten(kernel.assume(goal.given[3]), unfolding("word"))
    own = [*given, at(truth, t, given=[kernel.assume(in_range(t, n))])]
    given.append(each(t, n, at(response_adds_up(), m, x, term("a(t)", a=a, t=t), given=own, premises=3)))
    names = {"n": n, "m": m, "x": x, "a": a, "R": R, "u": u}
    law = term("fun t. randomized_response(m, x)(a(t))", m=m, x=x, a=a)
    statistics = term("fun u w. R(u) * (frequency(n, u)(w) / n)", R=R, n=n)
    whole = at(independent_sum(), m, n, m, law, statistics, given=given, premises=3)
    inside = kernel.assume(in_range(u, m))
    count = at(expected_count(), n, m, x, a, u, given=[*given, inside], premises=5)
    one = chain(term("independent(n, m, q, fun w. R(u) * (frequency(n, u)(w) / n))", q=law, **names))
    worked = one.rewrite(by(frequency_is_total()), inverses, *own_moments(given), by(count))
    each_u = worked.arithmetic(term(f"R(u) * ({EXPECTED})", **names), *goal.given).theorem
    each_u = derived.transitive(symmetric(normal(one.last)), each_u)
    return derived.transitive(whole, summed(u, m, each_u, given))


@lemma("forall n m x a i. integer(n) and 1 <= n implies integer(m) and 2 <= m implies 1 < x implies word(n, m, a) "
       "implies integer(i) and 1 <= i <= m implies "
       "independent(n, m, fun t. randomized_response(m, x)(a(t)), "
       "fun w. sum u in 1..m. symmetric((x + m - 1) / (x - 1), -1 / (x - 1))(i, u) * (frequency(n, u)(w) / n)) "
       "= (sum t in 1..n. indicator(a(t) = i)) / n")  # fmt: skip
def inverse_is_unbiased(goal: Goal) -> Proved:
    """The inverse of the matrix of randomized response takes the shares of responses to those of the truths."""
    n, m, x, a, i = goal.variables
    u = Free("u #0")
    given: list[Term | Proved] = [*goal.given, arithmetic(term("1 <= x", x=x), goal.given[2])]
    given += [arithmetic(term("0 <= k", k=size), *goal.given) for size in (n, m)]
    given += [kernel.part(kernel.assume(goal.given[k]), 0) for k in (0, 1)]
    p, q = term("(x + m - 1) / (x - 1)", x=x, m=m), term("-1 / (x - 1)", x=x)
    row = term("symmetric(p, q)(i)", p=p, q=q, i=i)
    first = at(expected_weighed_counts(), n, m, x, a, row, given=given, premises=4)
    shares = closed(u, term(EXPECTED, n=n, x=x, a=a, u=u, m=m))
    second = at(row_of_symmetric(), m, p, q, i, shares, given=given, premises=2)
    counted = at(all_are_counted(), m, n, a, given=given, premises=3)
    total = chain(term("sum(m, g)", m=m, g=shares)).rewrite(inverses, in_sums(given), by(sums.sum_of_ones(), given))
    total = total.rewrite(by(counted))
    found = derived.transitive(first, second)
    own = normal(sides(found.conclusion)[1], by(total.theorem))
    whole = derived.transitive(found, own)
    return chain(sides(whole.conclusion)[0]).then(whole).arithmetic(sides(goal.conclusion)[1], *goal.given).theorem


@lemma("forall k n m q R S F. integer(k) and 0 <= k implies integer(n) and 0 <= n implies "
       "integer(m) and 0 <= m implies "
       "independent_covariance(n, m, q, fun w. sum u in 1..k. R(u) * F(u, w), fun w. sum v in 1..k. S(v) * F(v, w)) "
       "= (sum u in 1..k. R(u) * (sum v in 1..k. S(v) * independent_covariance(n, m, q, F(u), F(v))))")  # fmt: skip
def covariance_of_sums(goal: Goal) -> Proved:
    """Covariances are linear in both statistics, also in sums of any number of them."""
    k, n, m, q, R, S, F = goal.variables
    given = goal.given
    u, v, w = Free("u #0"), Free("v #0"), Free("w #0", R.type)
    names = {"k": k, "n": n, "m": m, "q": q, "F": F, "u": u, "v": v, "w": w}

    def taken_out(index: Free, weights: Term, statistic: Term) -> Proved:
        """E(sum of C(i) T(i)) = sum of C(i) E T(i)"""
        terms = term("fun i w. C(i) * T(i, w)", C=weights, T=statistic)
        whole = at(independent_sum(), k, n, m, q, terms, given=given, premises=3)
        one = at(independent_scale(), n, m, q, weights(index), statistic(index), given=given, premises=2)
        return derived.transitive(whole, rewritten(summed(index, k, rewritten(one), given)))

    def centred(weights: Term) -> Proved:
        """sum of C(u) F(u)(w) - E(sum of C(u) F(u)) = sum of C(u) (F(u)(w) - E F(u))"""
        text = "(sum u in 1..k. C(u) * F(u, w)) - independent(n, m, q, fun w. sum u in 1..k. C(u) * F(u, w))"
        target = term("sum u in 1..k. C(u) * (F(u, w) - independent(n, m, q, F(u)))", C=weights, **names)
        first = chain(term(text, C=weights, **names)).rewrite(by(taken_out(u, weights, F)))
        return meeting(first, chain(target).rewrite(in_sums(given)))

    first, second = centred(R), centred(S)
    product = kernel.congruent(kernel.congruent(kernel.reflexive(TIMES), first), second)
    inner = term(
        "S(v) * ((F(u, w) - independent(n, m, q, F(u))) * (F(v, w) - independent(n, m, q, F(v))))", S=S, **names
    )
    row = term("sum v in 1..k. f(v)", k=k, f=closed(v, inner))
    double = term("sum u in 1..k. R(u) * g(u)", k=k, R=R, g=closed(u, sides(normal(row).conclusion)[1]))
    spread = meeting(chain(sides(product.conclusion)[1]).rewrite(in_sums(given)), chain(double).rewrite(in_sums(given)))
    expectation = kernel.reflexive(term("independent(n, m, q)", n=n, m=m, q=q))
    spread = kernel.congruent(expectation, kernel.abstracted(w, derived.transitive(product, spread)))

    cell = term("fun v w. (F(u, w) - independent(n, m, q, F(u))) * (F(v, w) - independent(n, m, q, F(v)))", **names)
    rows = closed(u, term("fun w. sum v in 1..k. S(v) * T(v, w)", S=S, T=cell, k=k))
    outer = taken_out(u, R, rows)
    inner_rows = kernel.congruent(kernel.reflexive(TIMES(R(u))), taken_out(v, S, cell))
    found = chain(sides(spread.conclusion)[0]).then(spread).then(_aligned(outer, sides(spread.conclusion)[1]))
    found = found.then(_aligned(rewritten(summed(u, k, inner_rows, given)), found.last))
    plain = normal(goal.conclusion, unfolding("independent_covariance"))
    return derived.follow(symmetric(plain), rewritten(found.theorem))


def _aligned(equation: Proved, left: Term) -> Proved:
    """left = b from a = b, where both left sides are the same once every function that is applied is worked out."""
    return derived.transitive(normal(left), rewritten(equation))
