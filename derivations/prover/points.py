"""Exact rational points at which given conditions hold: witnesses against a goal, and against hopeless subgoals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Any

from flint import fmpq

from derivations.prover.deadline import Deadline
from mechanisms.exact.drawing import Draws
from mechanisms.exact.formula import (
    AllOf,
    AnyOf,
    Comparison,
    Condition,
    Formula,
    IntegerValued,
    NamedConstant,
    in_polynomials,
    variables,
)
from mechanisms.exact.polynomial import Polynomial, to_fraction

Point = Mapping[str, fmpq]
Atom = Condition | IntegerValued

_ZERO = Polynomial()
_NOTHING = fmpq(0)
_MANY = 5  # terms; up to here a loop in Python is faster than a call of FLINT

Evaluation = Callable[[Point], fmpq]


@lru_cache(maxsize=20_000)
def evaluation(p: Polynomial) -> Evaluation:
    """The function from points that give every variable to the exact value there."""
    terms = dict(p.flint_terms())
    if len(terms) > _MANY:
        return p.value_at
    constant = terms.pop((), _NOTHING)

    def total(point: Point) -> fmpq:
        value = constant
        for monomial, coefficient in terms.items():
            for name, power in monomial:
                coefficient = coefficient * (point[name] if power == 1 else point[name] ** power)
            value = value + coefficient
        return value

    return total


def value(p: Polynomial, point: Point) -> fmpq:
    """The exact value at a point that gives every variable."""
    return evaluation(p)(point)


@lru_cache(maxsize=20_000)
def test(atom: Atom) -> Callable[[Point], bool]:
    """The function that tells whether a condition or an integrality holds at a point."""
    if isinstance(atom, IntegerValued):
        name = atom.name
        return lambda point: bool(point[name].q == 1)
    number, relation = evaluation(atom.polynomial), atom.relation
    if relation == ">":
        return lambda point: bool(number(point) > _NOTHING)
    if relation == ">=":
        return lambda point: bool(number(point) >= _NOTHING)
    equal = relation == "="
    return lambda point: bool(number(point) == _NOTHING) == equal


def holds(atom: Atom, point: Point) -> bool:
    """Whether a condition or an integrality holds at the point."""
    return test(atom)(point)


def satisfies(point: Point, formula: Formula) -> bool:
    """Whether the formula holds at the point; one about a transcendental constant counts as true."""
    if isinstance(formula, AllOf):
        return all(satisfies(point, part) for part in formula.parts)
    if isinstance(formula, AnyOf):
        return any(satisfies(point, part) for part in formula.parts)
    if isinstance(formula, Comparison):
        return satisfies(point, in_polynomials(formula))
    return isinstance(formula, NamedConstant) or holds(formula, point)


def exact(point: Point) -> dict[str, Fraction]:
    """The point in Python's fractions."""
    return {name: to_fraction(v) for name, v in point.items()}


@dataclass(frozen=True)
class _Limit:
    """What a condition says of one variable once the others are known: a bound if it is linear, or two roots."""

    relation: str
    others: frozenset[str]
    coefficients: tuple[Evaluation, ...]  # of the powers 0, 1, ... of the variable

    @classmethod
    def of(cls, condition: Condition, name: str) -> _Limit | None:
        p, relation = condition.polynomial, condition.relation
        degree = p.degree(name)
        if not ((degree == 2 and relation == "=") or (degree == 1 and relation != "!=")):
            return None
        parts = p.coefficients_in(name)
        coefficients = tuple(evaluation(parts.get(power, _ZERO)) for power in range(degree + 1))
        return cls(relation, frozenset(p.names) - {name}, coefficients)


class Sampler:
    """Draws points that satisfy conditions, one variable after another, each within what the earlier ones leave."""

    def __init__(self, facts: Iterable[Atom], extra_names: Iterable[str] = (), seed: int = 0) -> None:
        self.facts = sorted(facts, key=str)
        self.conditions = [f for f in self.facts if isinstance(f, Condition)]
        self.integers = frozenset(f.name for f in self.facts if isinstance(f, IntegerValued))
        names = frozenset(extra_names).union(*(variables(f) for f in self.facts))
        self.names = sorted(names)
        self._random = Draws(seed)
        self._solvable = self._solved_by_equations()
        self._tests = [test(f) for f in self.facts]
        limits = {name: [_Limit.of(c, name) for c in self.conditions if name in c.polynomial.names] for name in names}
        self._limits = {name: [limit for limit in of_name if limit is not None] for name, of_name in limits.items()}

    def _solved_by_equations(self) -> list[str]:
        """Variables that an equation determines once the others are known; one for each equation, linear ones first."""
        solved: list[str] = []
        equations = sorted((c for c in self.conditions if c.relation == "="), key=lambda c: len(c.polynomial.names))
        for degree in (1, 2):
            for c in list(equations):
                candidates = [n for n in c.polynomial.names if c.polynomial.degree(n) == degree and n not in solved]
                if candidates:
                    solved.append(candidates[0])
                    equations.remove(c)
        return solved

    def points(
        self, count: int, trials: int, deadline: Deadline | None = None, patience: int | None = None
    ) -> list[dict[str, fmpq]]:
        """At most `count` distinct points, from at most `trials` attempts; none where the first `patience` fail."""
        found: dict[tuple[Any, ...], dict[str, fmpq]] = {}
        for trial in range(trials):
            if (deadline is not None and deadline.left() == 0) or (trial == patience and not found):
                break
            point = self._attempt(simple=trial % 2 == 0)
            if point is not None and all(holds_at(point) for holds_at in self._tests):
                found.setdefault(tuple(part for n in self.names for part in (point[n].p, point[n].q)), point)
                if len(found) >= count:
                    break
        return list(found.values())

    def _attempt(self, simple: bool) -> dict[str, fmpq] | None:
        free = [n for n in self.names if n not in self._solvable]
        self._random.shuffle(free)
        order = free + self._solvable
        point: dict[str, fmpq] = {}
        for name in order:
            relevant = [limit for limit in self._limits[name] if limit.others <= point.keys()]
            drawn = self._draw(name, relevant, point, simple)
            if drawn is None:
                return None
            point[name] = drawn
        return point

    def _draw(self, name: str, relevant: Sequence[_Limit], point: Point, simple: bool) -> fmpq | None:
        low: tuple[fmpq, bool] | None = None
        high: tuple[fmpq, bool] | None = None
        for limit in relevant:
            numbers = [coefficient(point) for coefficient in limit.coefficients]
            if len(numbers) == 3:
                roots = _rational_roots(*numbers)
                return self._random.one_of(roots) if roots else None
            offset, slope = numbers
            if slope == _NOTHING:
                continue
            bound = -offset / slope
            if limit.relation == "=":
                return bound
            is_open = limit.relation == ">"
            if slope > _NOTHING:
                if low is None or bound > low[0] or (bound == low[0] and is_open):
                    low = (bound, is_open)
            elif high is None or bound < high[0] or (bound == high[0] and is_open):
                high = (bound, is_open)
        return self._between(low, high, simple, name in self.integers)

    def _between(
        self, low: tuple[fmpq, bool] | None, high: tuple[fmpq, bool] | None, simple: bool, integer: bool
    ) -> fmpq | None:
        rng = self._random
        reach = fmpq(rng.one_of((1, 2, 4, 40, 1000)))
        start = low[0] if low else (high[0] - reach if high else -reach)
        end = high[0] if high else start + (reach if low else 2 * reach)
        if start > end:
            return None
        if integer:
            first, last = -int((-start).floor()), int(end.floor())
            return fmpq(first + rng.below(min(last - first, 10) + 1)) if first <= last else None
        ends = [side[0] for side in (low, high) if side and not side[1]]
        if ends and rng.random() < (0.5 if simple else 0.2):
            return rng.one_of(ends)
        if start == end:
            return start if ends else None
        denominator = rng.one_of((2, 3, 4, 5) if simple else (7, 12, 60, 1000))
        return start + (end - start) * fmpq(1 + rng.below(denominator - 1), denominator)


def drawn(
    facts: frozenset[Condition] | tuple[Atom, ...],
    names: frozenset[str],
    count: int,
    trials: int,
    deadline: Deadline,
    patience: int | None = None,
) -> Sequence[Point]:
    """`Sampler(facts, names).points(...)`, the same whenever it is asked for: searches have many facts in common."""
    key = (facts, names, count, trials, patience)
    found = _drawn.get(key)
    if found is None:
        found = Sampler(facts, names).points(count, trials, deadline, patience)
        if deadline.left() == 0:  # broken off
            return found
        if len(_drawn) >= MOST_DRAWN:
            del _drawn[next(iter(_drawn))]
        _drawn[key] = found
    return found


MOST_DRAWN = 500  # of which points are kept
_drawn: dict[tuple[Any, ...], Sequence[Point]] = {}


def _rational_roots(a: fmpq, b: fmpq, c: fmpq) -> list[fmpq]:
    """The rational solutions of a + b v + c v^2 = 0; none where every v is one."""
    if c == 0:
        return [-a / b] if b != 0 else []
    square = b * b - 4 * a * c
    if square < 0:
        return []
    top, bottom = isqrt(int(square.p)), isqrt(int(square.q))
    if top * top != square.p or bottom * bottom != square.q:
        return []
    root = fmpq(top, bottom)
    return [(-b - root) / (2 * c), (-b + root) / (2 * c)]


def failing(hypotheses: Iterable[Formula], conclusion: Formula, point: Mapping[str, Fraction]) -> bool:
    """Whether the exact point satisfies every hypothesis and violates the conclusion."""
    return not conclusion.holds_at(point) and all(h.holds_at(point) for h in hypotheses)


_PRETTY = tuple(
    sorted(
        {Fraction(a, b) for b in (1, 2, 3, 4, 5, 10) for a in range(-2 * b, 5 * b + 1)},
        key=lambda q: (q.denominator, abs(q), q < 0),
    )
)


def _following(name: str, point: Mapping[str, Fraction], equations: Iterable[Condition]) -> dict[str, Fraction]:
    """The point with what equations make of the number of this name, where they determine another one."""
    found = dict(point)
    for equation in equations:
        names = equation.polynomial.names
        other = next((n for n in names if n != name and equation.polynomial.degree(n) == 1), None)
        if name in names and other is not None and found.keys() >= set(names):
            limit = _Limit.of(equation, other)
            assert limit is not None, "an equation of degree 1 determines its unknown"
            there = {n: fmpq(x.numerator, x.denominator) for n, x in found.items()}
            offset, slope = (coefficient(there) for coefficient in limit.coefficients)
            found[other] = to_fraction(-offset / slope) if slope != _NOTHING else found[other]
    return found


def shrunk(
    hypotheses: Sequence[Formula], conclusion: Formula, point: Mapping[str, Fraction], deadline: Deadline
) -> dict[str, Fraction]:
    """A point with smaller denominators and numerators at which the sequent fails as well.

    What an equation makes of a number, as x = s^2 of s, changes along with it.
    """
    best = dict(point)
    facts = map(in_polynomials, hypotheses)
    equations = [fact for fact in facts if isinstance(fact, Condition) and fact.relation == "="]
    for _ in range(2):
        changed = False
        for name in sorted(best):
            current = best[name]
            size = (current.denominator, abs(current))
            for candidate in (*_PRETTY, current.limit_denominator(20), current.limit_denominator(100)):
                if (candidate.denominator, abs(candidate)) >= size or deadline.left() == 0:
                    continue
                trial = _following(name, {**best, name: candidate}, equations)
                if failing(hypotheses, conclusion, trial):
                    best, changed = trial, True
                    break
        if not changed:
            break
    return best
