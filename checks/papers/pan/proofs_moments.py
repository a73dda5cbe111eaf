"""Scripts about expectations and variances: frequencies that are estimated from the responses of n given objects."""

from __future__ import annotations

from collections.abc import Callable

from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    conjuncts,
    cut,
    normal,
    reduced,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as take_apart
from derivations.logic.terms import TIMES, Free, Number, Term, applied, equal, quantified
from derivations.theory.automatic import automatic, frequency_is_total, inverses
from derivations.theory.independent_responses import (
    chance_of_value,
    covariance_of_affine,
    covariance_of_sums,
    covariance_of_values,
    expected_count,
    inverse_is_unbiased,
    joint_chance_of_values,
    own_moments,
    variance_of_value,
)
from derivations.theory.relaxation import response_adds_up
from derivations.theory.single_terms import at, by_conditions, each, one_other, plainly, summed
from derivations.theory.sums import in_range, in_sums, meeting, sum_of_ones

TWO = Number(2)


def facts_of(goal: Goal) -> list[Proved]:
    """What a goal assumes, part by part, sizes as integers."""
    given = [rewritten(kernel.assume(formula), unfolding("size")) for formula in goal.given]
    facts = [part for fact in given for part in conjuncts(fact)]
    two = [kernel.literal(TWO), arithmetic(term("0 <= 2 and 2 <= 2"))]
    names = goal.names
    facts += [arithmetic(term("0 <= n", n=names[size]), *facts) for size in ("n", "m") if size in names]
    if "x" in names:
        facts.append(arithmetic(term("1 <= x", x=names["x"]), *facts))
    return [*facts, *two]


def each_part(formula: Term, shown: Callable[[Goal], Proved], goal: Goal) -> Proved:
    """Each part of a conjunction by a script."""
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(each_part(part, shown, goal) for part in both))
    return shown(Goal(goal.statement, goal.variables, goal.given, formula))


@script("indicators of responses")
def of_values(goal: Goal) -> Proved:
    """Moments of the indicators of one response, in each pattern of equal values."""
    facts = facts_of(goal)
    laws = (variance_of_value, covariance_of_values, joint_chance_of_values, chance_of_value)

    def one(part: Goal) -> Proved:
        changed = normal(part.conclusion, *(by(law(), facts) for law in laws))
        plain = normal(sides(changed.conclusion)[1], unfolding("indicator"))
        shown = by_conditions(sides(plain.conclusion)[1], *facts)
        return derived.follow(symmetric(derived.transitive(changed, plain)), shown)

    return each_part(goal.conclusion, one, goal)


@script("estimated frequencies")
def of_objects(goal: Goal) -> Proved:
    """Moments of statistics that are linear in the number of responses b of n objects, a(t) being the truth of one."""
    names, facts = goal.names, facts_of(goal)
    n, a, b = (names[name] for name in "nab")
    m, x = names.get("m", TWO), names["x"]
    t = Free("t #0")
    inside = kernel.assume(in_range(t, n))
    truth = rewritten(next(fact for fact in facts if applied(fact.conclusion, "word", 3)), unfolding("word"))
    own = [*facts, *conjuncts(at(truth, t, given=[inside]))]
    place = term("a(t)", a=a, t=t)
    laws = each(t, n, at(response_adds_up(), m, x, place, given=own, premises=3))
    given = [*facts, laws]
    hit = {"m": m, "x": x, "p": place, "b": b}
    joint = at(joint_chance_of_values(), m, x, place, b, b, given=own, premises=10)
    mean = at(chance_of_value(), m, x, place, b, given=own, premises=3)
    spread = chain(term(f"{_SQUARE} - {_MEAN} * {_MEAN}", **hit)).rewrite(by(joint), by(mean))
    value = normal(spread.last, unfolding("indicator"))
    if m == TWO:
        wanted = term("v = x / (x + 1)^2", v=sides(value.conclusion)[1], x=x)
        cases = by_conditions(wanted, *own)
        spread = spread.then(value).then(cases)
    spreads = rewritten(summed(t, n, spread.theorem, facts), in_sums(facts))
    count = at(expected_count(), n, m, x, a, b, given=facts, premises=6)

    def one(part: Goal) -> Proved:
        steps = [by(frequency_is_total()), inverses, *own_moments(given)]
        changed = normal(part.conclusion, *steps)
        plain = normal(sides(changed.conclusion)[1], in_sums(facts), by(sum_of_ones(), facts))
        known = [rewritten(fact, by(sum_of_ones(), facts), inverses) for fact in (spreads, count)]
        shown = arithmetic(sides(plain.conclusion)[1], *known, *facts)
        return derived.follow(symmetric(derived.transitive(changed, plain)), shown)

    return each_part(goal.conclusion, one, goal)


_MEAN = "mean(m, randomized_response(m, x)(p), fun r. indicator(r = b))"
_SQUARE = "mean(m, randomized_response(m, x)(p), fun r. indicator(r = b) * indicator(r = b))"


@script("covariance of a histogram")
def of_a_histogram(goal: Goal) -> Proved:
    """The covariance of two counts is the sum of those of the indicators."""
    names, facts = goal.names, facts_of(goal)
    n, m, x, a, i, j = (names[name] for name in "nmxaij")
    t = Free("t #0")
    truth = rewritten(next(fact for fact in facts if applied(fact.conclusion, "word", 3)), unfolding("word"))
    own = [*facts, *conjuncts(at(truth, t, given=[kernel.assume(in_range(t, n))]))]
    laws = each(t, n, at(response_adds_up(), m, x, term("a(t)", a=a, t=t), given=own, premises=3))
    given = [*facts, laws]
    zero, one = term("0"), term("1")
    responses = term("fun t. randomized_response(m, x)(a(t))", m=m, x=x, a=a)
    scores = [term("fun r. indicator(r = i)", i=value) for value in (i, j)]
    whole = at(covariance_of_affine(), n, m, responses, *scores, zero, one, zero, one, given=given, premises=3)
    inner, total = sides(whole.conclusion)
    left, right = sides(goal.conclusion)
    steps = [by(frequency_is_total()), *own_moments(given)]
    first = meeting(chain(left).rewrite(*steps), chain(inner).rewrite(*steps))
    return derived.transitive(derived.transitive(first, whole), arithmetic(equal(total, right)))


@script("mean of rounded values")
def of_rounded_values(goal: Goal) -> Proved:
    """The mean of the values f(t), each rounded at random to one of the ends l and h, whose response is drawn."""
    names, facts = goal.names, facts_of(goal)
    n, x, f, low, high = (names[name] for name in ("n", "x", "f", "l", "h"))
    t = Free("t #0")
    inside = next(fact for fact in facts if quantified(fact.conclusion, "forall"))
    own = [*facts, *conjuncts(at(inside, t, given=[kernel.assume(in_range(t, n))]))]
    place = {"x": x, "f": f, "l": low, "h": high, "t": t}
    law = plainly(f"({_ROUNDED})(t)", **place)

    def shown_of(formula: Term) -> Proved:
        wanted = Goal(formula, (), tuple(fact.conclusion for fact in own), formula)
        return cut(automatic(wanted), *own)

    laws = each(t, n, shown_of(equal(term("sum(2, q)", q=law), Number(1))))
    chance = plainly("(1 + (x - 1) * ((f(t) - l) / (h - l))) / (x + 1)", **place)
    mean = plainly("mean(2, q, fun r. indicator(r = 2))", q=law)
    total = summed(t, n, shown_of(equal(mean, chance)), facts)
    given = [*facts, rewritten(laws, inverses)]
    changed = normal(goal.conclusion, by(frequency_is_total()), inverses, *own_moments(given))
    rules = [by(rewritten(total, inverses)), in_sums(facts), by(sum_of_ones(), facts)]
    plain = normal(sides(changed.conclusion)[1], *rules)
    whole = arithmetic(sides(plain.conclusion)[1], *facts)
    return derived.follow(symmetric(derived.transitive(changed, plain)), whole)


_ROUNDED = (
    "fun t. response(2, fun z. if z = 2 then (f(t) - l) / (h - l) else (h - f(t)) / (h - l), randomized_response(2, x))"
)


def _is_inverse(formula: Term, facts: list[Proved]) -> Proved:
    """An entry of the product with the inverse, in each pattern of equal indices."""
    steps = [unfolding("through", "symmetric", "randomized_response", "indicator"), one_other(facts), in_sums(facts)]
    return reduced(normal(formula, *steps, by(sum_of_ones(), facts)), lambda it: by_conditions(it, *facts))


@script("inverse of the channel")
def of_the_inverse(goal: Goal) -> Proved:
    """The printed matrix has this inverse, and with it the histogram is estimated without bias."""
    names, facts = goal.names, facts_of(goal)
    inverse, unbiased = applied(goal.conclusion, "and", 2) or ()
    inner = take_apart(inverse)
    product = _is_inverse(inner.conclusion, [*facts, *conjuncts(kernel.assume(inner.given[0]))])
    estimate = at(inverse_is_unbiased(), *(names[name] for name in "nmxai"), given=facts, premises=5)
    return kernel.conjoin(inner.qed(product), Goal(unbiased, (), (), unbiased).qed(estimate))


@script("covariance of estimates")
def covariance_of_estimates(goal: Goal) -> Proved:
    """The covariance of two estimated frequencies, as the sandwich of that of the histogram, and the inverse in it."""
    names, facts = goal.names, facts_of(goal)
    n, m, x, a, i, j = (names[name] for name in "nmxaij")
    inverse, printed = applied(goal.conclusion, "and", 2) or ()
    matrix = term("symmetric((x + m - 1) / (x - 1), -1 / (x - 1))", x=x, m=m)
    law = term("fun t. randomized_response(m, x)(a(t))", m=m, x=x, a=a)
    rows = [term("fun u. 1 / n * R(i, u)", n=n, R=matrix, i=index) for index in (i, j)]
    counts = term("fun u. frequency(n, u)", n=n)
    whole = at(covariance_of_sums(), m, n, m, law, *rows, counts, given=facts, premises=3)
    u, v = Free("u #0"), Free("v #0")
    place = {"n": n, "m": m, "q": law, "u": u, "v": v, "R": matrix, "i": i, "j": j}
    turned = normal(term("R(j, v) = R(v, j)", **place), unfolding("symmetric", "indicator"))
    same = derived.follow(symmetric(turned), by_conditions(sides(turned.conclusion)[1], *facts))
    cell = plainly("1 / n * R(j, v) * independent_covariance(n, m, q, frequency(n, u), frequency(n, v))", **place)
    target = plainly("1 / n * (independent_covariance(n, m, q, frequency(n, u), frequency(n, v)) * R(v, j))", **place)
    inner = summed(v, m, arithmetic(equal(cell, target), rewritten(same), *facts), facts)
    weight = plainly("1 / n * R(i, u)", **place)
    outer = summed(u, m, kernel.congruent(kernel.reflexive(TIMES(weight)), inner), facts)
    found = derived.transitive(whole, outer)
    left, right = sides(printed)
    first = derived.transitive(normal(left), rewritten(found))
    end = meeting(
        chain(sides(first.conclusion)[1]).rewrite(inverses, in_sums(facts)),
        chain(right).rewrite(inverses, in_sums(facts)),
        *facts,
    )
    return kernel.conjoin(_is_inverse(inverse, facts), derived.transitive(first, end))
