"""Case splits: on the boundary of a fact, on the sign of a polynomial whose sign decides."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.prover.lemmas import negation_of
from derivations.prover.points import value
from derivations.prover.search import Goal, Search
from derivations.prover.span import pairs
from mechanisms.exact.formula import AnyOf, Condition
from mechanisms.exact.polynomial import Polynomial

_CANDIDATES = 6


def by_cases(search: Search, goal: Goal) -> Theorem | None:
    """The claim in two cases, C and not C, for the conditions C that promise most."""
    for number, condition in enumerate(_candidates(search, goal)):
        if number == _CANDIDATES:
            break
        theorem = split(search, goal, condition)
        if theorem is not None:
            return theorem
    return None


def split(search: Search, goal: Goal, condition: Condition) -> Theorem | None:
    """The claim from its proofs with a condition and with the opposite condition."""
    both = (condition, negation_of(condition))
    found = []
    for case in both:
        theorem = search.prove(goal.facts | {case}, goal.claim, goal.effort - 1)
        if theorem is None or case not in theorem.sequent.hypotheses:
            return theorem
        found.append(theorem)
    return kernel.cut(kernel.excluded_middle(condition), kernel.cases(AnyOf(both), *found))


def _candidates(search: Search, goal: Goal) -> Iterator[Condition]:
    names = set(goal.claim.polynomial.names)
    near = sorted((f for f in goal.facts if names & set(f.polynomial.names)), key=str)
    pool = [point for point in search.points(goal.facts) if names <= point.keys()]
    yield from _closing_widths(search, goal)
    if goal.claim.relation in (">", "!="):
        # at a boundary where the claim is not strict the rest of the facts has to help
        for fact in near:
            if fact.relation == ">=" and fact.polynomial.total_degree() == 1:
                yield Condition(fact.polynomial, "=")
    for fact in near:
        if fact.relation == "!=":
            yield Condition(fact.polynomial, ">")
    for fact in near:
        if fact.relation == "=":
            _, factors = fact.polynomial.factors()
            if len(factors) > 1:
                yield Condition(factors[0][0], "=")
    p = goal.claim.polynomial
    for v, w in combinations(p.names, 2):
        if p.substitute({v: Polynomial.variable(w), w: Polynomial.variable(v)}) == p:
            yield Condition(Polynomial.variable(v) - Polynomial.variable(w), ">=")
    seen: dict[Condition, None] = {}
    for name in p.names:
        for power, coefficient in sorted(p.coefficients_in(name).items(), reverse=True):
            if power and not coefficient.is_constant():
                for factor, times in coefficient.factors()[1]:
                    if (
                        times % 2
                        and any(value(factor, q) > 0 for q in pool)
                        and any(value(factor, q) < 0 for q in pool)
                    ):
                        seen[Condition(factor, ">=")] = None
    yield from seen


def _closing_widths(search: Search, goal: Goal) -> Iterator[Condition]:
    """width = 0, for bounds of a variable that meet somewhere: there the variable has but one value."""
    for name in goal.claim.polynomial.names:
        for low, high in pairs(search, goal.facts, name):
            width = low.slope * high.offset - high.slope * low.offset
            touches = not search.plausible(goal.facts, Condition(width, ">"))
            if touches and not width.is_constant() and search.plausible(goal.facts, Condition(width, ">=")):
                yield Condition(width, "=")
