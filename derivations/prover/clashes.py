"""Goals whose hypotheses contradict each other at sight: cases that cannot occur together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.prover.lemmas import clash, from_absurdity, implied, negation_of
from mechanisms.exact.formula import FALSE, AllOf, AnyOf, Condition, Formula, substitute
from mechanisms.exact.polynomial import Polynomial


def by_clash(goal: Sequent, choices: int = 1) -> Theorem | None:
    """The goal, when a condition among its hypotheses is false or excludes another one about the same polynomial.

    The contradiction may also show once a variable with a known value is replaced by it, and in each case of one of the
    hypotheses: so many choices are followed.
    """
    conjunctions = list(_conjunctions(goal.hypotheses))
    parts = {part for conjunction in conjunctions for part in conjunction.parts}
    flat = Sequent(frozenset(h for h in {*goal.hypotheses, *parts} if not isinstance(h, AllOf)), goal.conclusion)
    theorem = _at_sight(flat) or _with_known_value(flat) or (_in_each_case(flat, choices) if choices else None)
    if theorem is not None:
        for conjunction in reversed(conjunctions):
            if set(conjunction.parts) & theorem.sequent.hypotheses:
                theorem = kernel.unpack(theorem, conjunction)
    return theorem


def _conjunctions(formulas: Iterable[Formula]) -> Iterator[AllOf]:
    """Every conjunction among the formulas and their parts, the outer ones first."""
    for formula in sorted(formulas, key=str):
        if isinstance(formula, AllOf):
            yield formula
            yield from _conjunctions(formula.parts)


def _conditions(goal: Sequent) -> list[Condition]:
    return sorted((h for h in goal.hypotheses if isinstance(h, Condition)), key=str)


def _at_sight(goal: Sequent) -> Theorem | None:
    met: dict[Polynomial, list[Condition]] = {}
    for condition in _conditions(goal):
        p = condition.polynomial
        if p.is_constant():
            if not condition.holds_at({}):
                return from_absurdity(kernel.one_variable(Sequent(frozenset((condition,)), FALSE)), goal.conclusion)
            continue
        same = met.setdefault(p if p.leading_coefficient() > 0 else -p, [])
        for earlier in same:
            excluded = implied(condition, negation_of(earlier)) or implied(earlier, negation_of(condition))
            if excluded is not None:
                other = earlier if excluded.sequent.conclusion == negation_of(earlier) else condition
                return from_absurdity(kernel.cut(excluded, clash(other)), goal.conclusion)
        same.append(condition)
    return None


def _with_known_value(goal: Sequent) -> Theorem | None:
    """A contradiction after putting numbers for the variables that equal one."""
    for condition in _conditions(goal):
        p = condition.polynomial
        if condition.relation != "=" or p.total_degree() != 1 or len(p.names) != 1:
            continue
        (name,) = p.names
        parts = p.coefficients_in(name)
        value = Polynomial.constant(-parts.get(0, Polynomial()).constant_value() / parts[1].constant_value())
        if Condition(Polynomial.variable(name) - value, "=") != condition:
            continue
        known = [h for h in goal.hypotheses if isinstance(h, Condition) and h != condition]
        reduced = Sequent(
            frozenset(substitute(h, {name: value}) for h in known), substitute(goal.conclusion, {name: value})
        )
        theorem = _at_sight(reduced) or _with_known_value(reduced)
        if theorem is not None:
            whole = Sequent(frozenset((*known, condition)), goal.conclusion)
            return kernel.eliminate(theorem, name, value, whole)
    return None


def _in_each_case(goal: Sequent, choices: int) -> Theorem | None:
    for choice in sorted((h for h in goal.hypotheses if isinstance(h, AnyOf) and h.parts), key=str):
        rest = goal.hypotheses - {choice}
        found = (by_clash(Sequent(rest | {part}, goal.conclusion), choices - 1) for part in choice.parts)
        refuted = list(takewhile(lambda case: case is not None, found))
        if len(refuted) == len(choice.parts):
            return kernel.cases(choice, *(case for case in refuted if case is not None))
    return None
