"""Reports of respondents whose truths are given: how many of each are expected."""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    conjuncts,
    lemma,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import Free, Term
from derivations.theory.automatic import frequency_is_total
from derivations.theory.independent_responses import LAWS, SIZES, independent_total
from derivations.theory.likelihood import regrouped
from derivations.theory.linear_estimates import picked_by_indicator, sums_exchanged
from derivations.theory.single_terms import at, by_conditions, each, summed
from derivations.theory.sums import in_range


@lemma("forall m q y. integer(m) and 0 <= m implies integer(y) and 1 <= y <= m implies "
       "mean(m, q, fun r. indicator(r = y)) = q(y)")  # fmt: skip
def chance_of_response(goal: Goal) -> Proved:
    """The probability of a response as the mean of its indicator."""
    m, q, y = goal.variables
    r = Free("r #0")
    turned = by_conditions(term("(if r = y then 1 else 0) = (if y = r then 1 else 0)", r=r, y=y))
    product = kernel.congruent(kernel.reflexive(term("fun c. q(r)*c", q=q, r=r)), turned)
    same = summed(r, m, rewritten(product), goal.given)
    picked = rewritten(at(picked_by_indicator(), m, y, q, given=goal.given, premises=2), unfolding("indicator"))
    return chain(sides(goal.conclusion)[0]).rewrite(unfolding("mean", "indicator")).then(same).then(picked).theorem


@lemma(f"forall n m q y. {SIZES} {LAWS} integer(y) and 1 <= y <= m implies "
       "independent(n, m, q, frequency(n, y)) = (sum t in 1..n. q(t, y))")  # fmt: skip
def expected_frequency(goal: Goal) -> Proved:
    """How many of n responses are y, on average, each with a law of its own."""
    n, m, q, y = goal.variables
    total = at(independent_total(), n, m, q, term("fun r. indicator(r = y)", y=y), given=goal.given, premises=3)
    first = chain(sides(goal.conclusion)[0]).rewrite(by(frequency_is_total())).then(total)
    return first.rewrite(by(chance_of_response(), goal.given)).theorem


@lemma(f"forall n m k P v y. {SIZES} integer(k) and 0 <= k implies word(n, k, v) implies design(k, m, P) implies "
       "integer(y) and 1 <= y <= m implies independent(n, m, fun t. P(v(t)), frequency(n, y)) "
       "= (sum x in 1..k. frequency(n, x)(v)*P(x, y))")  # fmt: skip
def expected_reports(goal: Goal) -> Proved:
    """How many of n respondents with given truths report y, on average."""
    n, m, k, P, v, y = goal.variables
    t = Free("t #0")
    inside = kernel.assume(in_range(t, n))
    letter = at(rewritten(kernel.assume(goal.given[3]), unfolding("word")), t, given=[inside])
    row = at(rewritten(kernel.assume(goal.given[4]), unfolding("design")), term("v(t)", v=v, t=t), given=[letter])
    _, total = conjuncts(rewritten(row, unfolding("law")))
    laws = term("fun t. P(v(t))", P=P, v=v)
    given: list[Term | Proved] = [*goal.given, each(t, n, total)]
    counted = at(expected_frequency(), n, m, laws, y, given=given, premises=4)
    grouped = at(regrouped(), n, k, v, term("fun x. P(x, y)", P=P, y=y), given=goal.given, premises=3)
    return derived.transitive(counted, grouped)


@lemma("forall k m P Q f g z. integer(k) and 0 <= k implies integer(m) and 0 <= m implies "
       "integer(z) and 1 <= z <= k implies (forall x in 1..k. (sum y in 1..m. P(x, y)*Q(y, z)) = indicator(x = z)) "
       "implies (forall y in 1..m. g(y) = (sum x in 1..k. f(x)*P(x, y))) "
       "implies f(z) = (sum y in 1..m. g(y)*Q(y, z))")  # fmt: skip
def through_inverse(goal: Goal) -> Proved:
    """What goes through a matrix and its inverse comes back."""
    k, m, P, Q, f, g, z = goal.variables
    x, y = Free("x #0"), Free("y #0")
    column, images = map(kernel.assume, goal.given[3:])
    image = at(images, y, given=[kernel.assume(in_range(y, m))])
    product = kernel.congruent(kernel.reflexive(term("fun c. Q(y, z)*c", Q=Q, y=y, z=z)), image)
    outer = summed(y, m, rewritten(product), goal.given)
    weights = term("fun y. Q(y, z)", Q=Q, z=z)
    swapped = rewritten(at(sums_exchanged(), k, m, weights, f, P, given=goal.given, premises=2))
    unit = at(column, x, given=[kernel.assume(in_range(x, k))])
    turned = summed(y, m, arithmetic(term("Q(y, z)*P(x, y) = P(x, y)*Q(y, z)", Q=Q, P=P, x=x, y=y, z=z)), goal.given)
    other = by_conditions(term("(if x = z then 1 else 0) = (if z = x then 1 else 0)", x=x, z=z))
    unit = derived.transitive(rewritten(derived.transitive(turned, unit), unfolding("indicator")), other)
    inner = kernel.congruent(kernel.reflexive(term("fun c. f(x)*c", f=f, x=x)), unit)
    rows = summed(x, k, rewritten(inner), goal.given)
    picked = rewritten(at(picked_by_indicator(), k, z, f, given=goal.given, premises=2), unfolding("indicator"))
    whole = chain(sides(outer.conclusion)[0]).then(outer).then(swapped).then(rows).then(picked)
    commuted = summed(y, m, arithmetic(term("g(y)*Q(y, z) = Q(y, z)*g(y)", g=g, Q=Q, y=y, z=z)), goal.given)
    return symmetric(derived.transitive(commuted, whole.theorem))
