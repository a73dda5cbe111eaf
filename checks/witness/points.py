"""Points at which a statement is evaluated: generic ones, and ends of ranges and ties, where statements break first."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator, Meanings
from checks.witness.numbers import UndecidedError, ball, compare
from mechanisms.domain import Parameter

ATTEMPTS = 400  # draws in a row that may miss the hypotheses


@dataclass(frozen=True)
class Space:
    """Where a paper's symbols live: their ranges, conditions between them, and equations that make ties."""

    parameters: tuple[Parameter, ...]
    conditions: tuple[tree.Node, ...] = ()
    ties: tuple[tree.Node, ...] = ()

    def points(
        self,
        meanings: Meanings,
        hypotheses: Sequence[tree.Node],
        fixed: Mapping[str, Any],
        rng: random.Random,
        *,
        exact: bool,
        boundary: bool,
    ) -> Iterator[Evaluator]:
        """Points that satisfy the hypotheses, without end; stops when ATTEMPTS draws in a row miss them."""
        misses = 0
        while misses < ATTEMPTS:
            found = self._draw(meanings, hypotheses, fixed, rng, exact, boundary)
            misses = 0 if found else misses + 1
            if found:
                yield found

    def _draw(
        self,
        meanings: Meanings,
        hypotheses: Sequence[tree.Node],
        fixed: Mapping[str, Any],
        rng: random.Random,
        exact: bool,
        boundary: bool,
    ) -> Evaluator | None:
        values: dict[str, Any] = {}
        for p in self.parameters:
            choose: Callable[[Parameter, random.Random], Any] = generic
            if boundary and rng.random() < 0.5:
                choose = special
            value = fixed.get(p.name, choose(p, rng))
            values[p.name] = value if exact or p.integer else ball(value)
        point = Evaluator(meanings, values, exact, tuple(hypotheses))
        equations = [*hypotheses]
        if boundary and self.ties and rng.random() < 0.4:
            equations.append(rng.choice(self.ties))
        try:
            for equation in equations:
                point = self._solved(point, equation, fixed)
            inside = all(in_range(p, point.values[p.name]) for p in self.parameters)
            return point if inside and point.is_in_domain() and all(map(point.truth, self.conditions)) else None
        except (ArithmeticError, UndecidedError):
            return None

    def _solved(self, point: Evaluator, equation: tree.Node, fixed: Mapping[str, Any]) -> Evaluator:
        """The point moved so that an equation `name = value` holds; any other hypothesis leaves it where it is."""
        match equation:
            case tree.Chain(members=(left, right), relations=("=",)):
                budgets = point.meanings.budgets
                for name, value in ((left, right), (right, left)):
                    if isinstance(name, tree.Name) and name.name in budgets:
                        return point.at(**{budgets[name.name]: point._budget(value)})
                    if isinstance(name, tree.Name) and name.name in point.values and name.name not in fixed:
                        return point.at(**{name.name: point.number(value)})
        return point


def generic(p: Parameter, rng: random.Random) -> Any:
    """A value inside the range, with a denominator that makes accidental ties unlikely."""
    if p.integer:
        return int(p.low or 0) + rng.randrange(3)
    if p.low is not None and p.high is not None:
        denominator = rng.choice((7, 9, 11, 13))
        return p.low + (p.high - p.low) * Fraction(rng.randrange(1, denominator), denominator)
    if p.low is not None:
        return p.low + Fraction(rng.randrange(1, 17), rng.choice((3, 5, 7)))
    return Fraction(rng.randrange(-20, 21), rng.choice((3, 5, 7)))


def special(p: Parameter, rng: random.Random) -> Any:
    """An end, the middle or a quarter of a range; of a half-line its end, or one step on."""
    if p.integer:
        return int(p.low or 0) + rng.randrange(2)
    if p.low is not None and p.high is not None:
        inner = rng.choice(((p.low + p.high) / 2, (3 * p.low + p.high) / 4))
        return rng.choice((p.low, p.high, inner))
    low = p.low if p.low is not None else Fraction(0)
    return low + rng.randrange(2)


def in_range(p: Parameter, value: Any) -> bool:
    """Whether the value lies in the range of the parameter."""
    above = 1 if p.low is None else compare(value, p.low)
    below = 1 if p.high is None else compare(p.high, value)
    return (above > 0 or (above == 0 and not p.low_open)) and (below > 0 or (below == 0 and not p.high_open))
