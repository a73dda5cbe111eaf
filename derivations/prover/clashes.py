"""Goals whose hypotheses contradict each other at sight: cases that cannot occur together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from derivations import kernel
from derivations.kernel import Theorem
from derivations.prover.lemmas import clash, from_absurdity, implied, negation_of
from derivations.statements import Sequent
from mechanisms.formula import FALSE, AllOf, AnyOf, Condition, Formula
from mechanisms.polynomial import Polynomial


def by_clash(goal: Sequent) -> Theorem | None:
    """The goal, when a condition among its hypotheses is false or excludes another one about the same polynomial.

    It may also do so in each case of one of the hypotheses.
    """
    theorem = _at_sight(goal)
    if theorem is not None:
        return theorem
    for choice in sorted((h for h in goal.hypotheses if isinstance(h, AnyOf) and h.parts), key=str):
        rest = goal.hypotheses - {choice}
        found = (_at_sight(Sequent(rest | {part}, goal.conclusion)) for part in choice.parts)
        refuted = list(takewhile(lambda case: case is not None, found))
        if len(refuted) == len(choice.parts):
            return kernel.cases(choice, *(case for case in refuted if case is not None))
    return None


def _at_sight(goal: Sequent) -> Theorem | None:
    met: dict[Polynomial, list[tuple[Condition, tuple[AllOf, ...]]]] = {}
    for condition, path in _conditions(sorted(goal.hypotheses, key=str), ()):
        p = condition.polynomial
        if p.is_constant():
            if not condition.holds_at({}):
                refuted = kernel.one_variable(Sequent(frozenset((condition,)), FALSE))
                return _repacked(from_absurdity(refuted, goal.conclusion), path)
            continue
        same = met.setdefault(p if p.leading_coefficient() > 0 else -p, [])
        for earlier, other_path in same:
            excluded = implied(condition, negation_of(earlier))
            if excluded is not None:
                refuted = kernel.cut(excluded, clash(earlier))
                return _repacked(from_absurdity(refuted, goal.conclusion), (*path, *other_path))
        same.append((condition, path))
    return None


def _conditions(formulas: list[Formula], path: tuple[AllOf, ...]) -> Iterator[tuple[Condition, tuple[AllOf, ...]]]:
    """Each condition that the formulas say, with the conjunctions around it, the innermost first."""
    for formula in formulas:
        if isinstance(formula, Condition):
            yield formula, path
        elif isinstance(formula, AllOf):
            yield from _conditions(list(formula.parts), (formula, *path))


def _repacked(theorem: Theorem, path: tuple[AllOf, ...]) -> Theorem:
    for conjunction in path:
        theorem = kernel.unpack(theorem, conjunction)
    return theorem
