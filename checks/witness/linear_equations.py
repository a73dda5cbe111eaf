"""Families that linear equations determine, as the inverse of a matrix: values of a variable that no draw would meet.

A condition is evaluated with members that are not known; what it says to be equal are the equations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

from checks.witness.numbers import UndecidedError
from checks.witness.values import Family, Table
from mechanisms.exact.drawing import Draws

LARGEST = 40  # members that are not known

_Place = tuple[int, ...]


class NotLinearError(UndecidedError):
    """A condition says of unknown numbers more than linear equations."""


@dataclass(frozen=True, eq=False)
class _Linear:
    """A linear function of the members of a family, by their places; that of () is 1. What is equal to it is kept."""

    times: dict[_Place, Fraction]
    equations: list[dict[_Place, Fraction]]

    def __add__(self, other: Any) -> _Linear:
        times = dict(self.times)
        for place, factor in self._of(other).items():
            times[place] = times.get(place, Fraction(0)) + factor
        return _Linear(times, self.equations)

    def __mul__(self, other: Any) -> _Linear:
        if isinstance(other, _Linear):
            raise NotLinearError("unknown numbers are multiplied")
        factor = self._of(other)[()]
        return _Linear({place: factor * own for place, own in self.times.items()}, self.equations)

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: Any) -> _Linear:
        return self * (1 / self._of(other)[()])

    def _of(self, other: Any) -> dict[_Place, Fraction]:
        if isinstance(other, _Linear):
            return other.times
        if not isinstance(other, (int, Fraction)):
            raise NotLinearError("what is no fraction stands beside unknown numbers")
        return {(): Fraction(other)}

    def __eq__(self, other: object) -> bool:
        self.equations.append((self + -1 * _Linear(self._of(other), self.equations)).times)
        return True

    def __hash__(self) -> int:
        return id(self)

    def _refused(self, *_: Any) -> Any:
        raise NotLinearError("unknown numbers are compared")

    __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __int__ = __pow__ = __rtruediv__ = _refused
    denominator = property(_refused)


def row_for(said: Callable[[Any], bool], rng: Draws) -> Table | None:
    """A family of one index for which a condition says linear equations, with what they leave open drawn.

    None where they have no solution; NotLinearError where it says more than such.
    """
    rows = _members(lambda unknown: said(lambda x: unknown(_place(x))), rng)
    return None if rows is None else Table(tuple(rows.get((x,), Fraction(0)) for x in _up_to(rows, 0)))


def rows_for(said: Callable[[Any], bool], rng: Draws) -> Family | None:
    """The same for a family of two indices."""
    rows = _members(lambda unknown: said(lambda x: lambda y: unknown(_place(x, y))), rng)
    if rows is None:
        return None
    return Family(tuple(tuple(rows.get((x, y), Fraction(0)) for y in _up_to(rows, 1)) for x in _up_to(rows, 0)))


def _place(*indices: Any) -> _Place:
    if any(index.denominator != 1 or index < 1 for index in indices):
        raise NotLinearError("a place in a family is a whole number, at least 1")
    return tuple(map(int, indices))


def _up_to(rows: dict[_Place, Fraction], index: int) -> range:
    return range(1, 1 + max((place[index] for place in rows), default=0))


def _members(said: Callable[[Callable[[_Place], _Linear]], bool], rng: Draws) -> dict[_Place, Fraction] | None:
    equations: list[dict[_Place, Fraction]] = []
    asked: dict[_Place, None] = {}

    def unknown(place: _Place) -> _Linear:
        asked[place] = None
        if len(asked) > LARGEST:
            raise NotLinearError("too many numbers are not known")
        return _Linear({place: Fraction(1)}, equations)

    if not said(unknown):
        return None
    return _solved(equations, list(asked), rng)


def _solved(equations: list[dict[_Place, Fraction]], places: list[_Place], rng: Draws) -> dict[_Place, Fraction] | None:
    """The unknown numbers, of which those that are free are drawn; None where the equations contradict each other."""
    entries = [equation.get(place, Fraction(0)) for equation in equations for place in (*places, ())]
    matrix, rank = fmpq_mat(
        len(equations), len(places) + 1, [fmpq(entry.numerator, entry.denominator) for entry in entries]
    ).rref()
    rows = [[Fraction(int(e.p), int(e.q)) for e in row] for row in matrix.tolist()[:rank]]
    leading = [next(column for column, entry in enumerate(row) if entry) for row in rows]
    if len(places) in leading:
        return None
    found = {place: Fraction(rng.below(5) - 2) for number, place in enumerate(places) if number not in leading}
    for row, column in zip(rows, leading, strict=True):
        others = (entry * found[place] for entry, place in zip(row, places, strict=False) if entry and place in found)
        found[places[column]] = -row[-1] - sum(others)
    return found
