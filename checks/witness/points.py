"""Points at which a statement is evaluated: generic ones, and ends of ranges and ties, where statements break first."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from checks.reading import syntax as tree
from checks.witness.budgets import exponential_of_budget
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import Meanings
from checks.witness.numbers import UndecidedError, add, ball, compare, divide
from mechanisms.exact.domain import Parameter

ATTEMPTS = 400  # draws in a row that may miss the hypotheses


@dataclass(frozen=True)
class Draw:
    """What points are drawn for: a statement with its hypotheses, values that are given, and in which arithmetic.

    `boundary` asks for ends of ranges and ties, `exact` for fractions instead of balls.
    """

    meanings: Meanings
    hypotheses: tuple[tree.Node, ...]
    fixed: Mapping[str, Any]
    rng: random.Random
    exact: bool
    boundary: bool

    def at(self, values: Mapping[str, Any]) -> Evaluator:
        """The statement's names with these values."""
        return Evaluator(self.meanings, values, self.exact, self.hypotheses)

    def of(self, value: Any) -> Any:
        """A number in the arithmetic of the points."""
        return value if self.exact else ball(value)


@dataclass(frozen=True)
class Space:
    """Where a paper's symbols live: their ranges, conditions between them, and equations that make ties.

    A space whose points are not just values in ranges has a `point` of its own.
    """

    parameters: tuple[Parameter, ...]
    conditions: tuple[tree.Node, ...] = ()
    ties: tuple[tree.Node, ...] = ()

    @property
    def derived(self) -> frozenset[str]:
        """What `completed` adds to a point."""
        return frozenset()

    def spoken_of(self, printed: Set[str]) -> Set[str]:
        """The names that a statement with these printed names speaks of; empty where it may speak of all."""
        return frozenset()

    def about(self, printed: Set[str]) -> Space:
        """The part of the space that a statement with these names depends on; all of it where that is not known."""
        return self

    def completed(self, point: Evaluator) -> Evaluator:
        """The point with what depends on its values, where a space has such names."""
        return point

    def points(self, draw: Draw) -> Iterator[Evaluator]:
        """Points that satisfy the hypotheses, without end; stops when ATTEMPTS draws in a row miss them."""
        misses = 0
        while misses < ATTEMPTS:
            found = self._point_in_domain(draw)
            misses = 0 if found else misses + 1
            if found:
                yield found

    def _point_in_domain(self, draw: Draw) -> Evaluator | None:
        try:
            point = self.point(draw)
            return point if point is not None and point.is_in_domain() else None
        except (ArithmeticError, UndecidedError):
            return None

    def point(self, draw: Draw) -> Evaluator | None:
        """A point of the space, moved to where equations among what holds are true; None when the draw misses."""
        values: dict[str, Any] = {}
        for p in self.parameters:
            choose: Callable[[Parameter, random.Random], Any] = generic
            if draw.boundary and draw.rng.random() < 0.5:
                choose = special
            value = draw.fixed.get(p.name, choose(p, draw.rng))
            values[p.name] = value if p.integer else draw.of(value)
        point = draw.at(values)
        equations = [*self.conditions, *draw.hypotheses]
        if draw.boundary and self.ties and draw.rng.random() < 0.4:
            equations.append(draw.rng.choice(self.ties))
        settled: set[str] = set()
        for equation in equations:
            point = self._solved(point, equation, draw.fixed.keys() | settled)
            settled |= tree.names_in(equation)
        inside = all(in_range(p, point.values[p.name]) for p in self.parameters)
        return point if inside and all(map(point.truth, self.conditions)) else None

    def _solved(self, point: Evaluator, equation: tree.Node, settled: Set[str]) -> Evaluator:
        """The point moved so that an equation holds; any other hypothesis leaves it where it is.

        An equation `name = value` gives the name its value, another one a name in which it is affine; names that are
        settled, such as those of equations before, stay.
        """
        match equation:
            case tree.Chain(members=(left, right), relations=("=",)):
                budgets = point.meanings.budgets
                for name, value in ((left, right), (right, left)):
                    if isinstance(name, tree.Name) and name.name in budgets:
                        return point.at(**{budgets[name.name]: exponential_of_budget(point, value)})
                    if isinstance(name, tree.Name) and name.name in point.values.keys() - settled:
                        return point.at(**{name.name: point.number(value)})
                reals = {p.name for p in self.parameters if not p.integer} - settled
                for free in sorted(tree.names_in(equation) & reals):
                    root = _root([_gap(point.at(**{free: Fraction(v)}), left, right) for v in (1, 2, 3)])
                    if root is not None:
                        return point.at(**{free: root})
        return point


def _gap(point: Evaluator, left: tree.Node, right: tree.Node) -> Any:
    return add(point.number(left), -point.number(right))


def _root(at: Sequence[Any]) -> Any:
    """The zero of an affine function with these values at 1, 2, 3; None where it is not affine, or has none."""
    slope = add(at[1], -at[0])
    if compare(add(at[2], -at[1]), slope) != 0 or compare(slope, 0) == 0:
        return None
    return add(Fraction(1), -divide(at[0], slope))


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
