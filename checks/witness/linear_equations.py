"""Families that linear equations determine, as the inverse of a matrix: values of a variable that no draw would meet.

A condition is evaluated with members that are not known; what it says to be equal are the equations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flint import fmpq_mat
from gmpy2 import mpq

from checks.witness.numbers import EXACT, Scalar, UndecidedError, of_flint, to_flint
from checks.witness.values import Family, Table
from mechanisms.exact.drawing import Draws

LARGEST = 40  # members that are not known

_Place = tuple[int, ...]


class NotLinearError(UndecidedError):
    """A condition says of unknown numbers more than linear equations."""


@dataclass(frozen=True, eq=False)
class _Linear:
    """A linear function of the members of a family, by their places; that of () is 1. What is equal to it is kept."""

    times: dict[_Place, Scalar]
    equations: list[dict[_Place, Scalar]]

    def __add__(self, other: Any) -> _Linear:
        times = dict(self.times)
        for place, factor in self._of(other).items():
            times[place] = times.get(place, 0) + factor
        return _Linear(times, self.equations)

    def __mul__(self, other: Any) -> _Linear:
        if isinstance(other, _Linear):
            raise NotLinearError("unknown numbers are multiplied")
        factor = self._of(other)[()]
        return _Linear({place: factor * own for place, own in self.times.items()}, self.equations)

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: Any) -> _Linear:
        return self.__mul__(1 / self._of(other)[()])

    def _of(self, other: Any) -> dict[_Place, Scalar]:
        if isinstance(other, _Linear):
            return other.times
        if not isinstance(other, EXACT):
            raise NotLinearError("what is no fraction stands beside unknown numbers")
        return {(): mpq(other)}

    def __eq__(self, other: object) -> bool:
        self.equations.append((self + -1 * _Linear(self._of(other), self.equations)).times)
        return True

    def __hash__(self) -> int:
        return id(self)

    def _refused(self, *_: Any) -> Any:
        raise NotLinearError("unknown numbers are compared")

    __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __int__ = __pow__ = __rtruediv__ = _refused
    denominator = property(_refused)


@dataclass(frozen=True)
class Solutions:
    """The families of some number of indices that solve linear equations: the reduced ones, and who leads each."""

    indices: int
    places: list[_Place]
    rows: list[list[Scalar]]
    leading: list[int]

    def drawn(self, rng: Draws) -> Table | Family:
        """One of them, with the members drawn that the equations leave open."""
        free = [place for number, place in enumerate(self.places) if number not in self.leading]
        found = {place: mpq(rng.below(5) - 2) for place in free}
        for row, column in zip(self.rows, self.leading, strict=True):
            terms = (entry * found[p] for entry, p in zip(row, self.places, strict=False) if entry and p in free)
            found[self.places[column]] = -row[-1] - sum(terms)
        if self.indices == 1:
            return Table(tuple(found.get((x,), mpq(0)) for x in self._up_to(0)))
        return Family(tuple(tuple(found.get((x, y), mpq(0)) for y in self._up_to(1)) for x in self._up_to(0)))

    def _up_to(self, index: int) -> range:
        return range(1, 1 + max((place[index] for place in self.places), default=0))


def solutions(said: Callable[[Any], bool], indices: int) -> Solutions | None:
    """The families of one index, or of two, for which a condition says linear equations; None where there are none.

    Raises NotLinearError where it says more than such.
    """
    equations: list[dict[_Place, Scalar]] = []
    asked: dict[_Place, None] = {}

    def unknown(*indices: Any) -> _Linear:
        place = _place(*indices)
        asked[place] = None
        if len(asked) > LARGEST:
            raise NotLinearError("too many numbers are not known")
        return _Linear({place: mpq(1)}, equations)

    if not said(unknown if indices == 1 else lambda x: lambda y: unknown(x, y)):
        return None
    return _reduced(equations, list(asked), indices)


def _place(*indices: Any) -> _Place:
    if any(index.denominator != 1 or index < 1 for index in indices):
        raise NotLinearError("a place in a family is a whole number, at least 1")
    return tuple(map(int, indices))


def _reduced(equations: list[dict[_Place, Scalar]], places: list[_Place], indices: int) -> Solutions | None:
    """What equations of numbers at some places say; None where they contradict each other."""
    entries = [equation.get(place, mpq(0)) for equation in equations for place in (*places, ())]
    matrix, rank = fmpq_mat(len(equations), len(places) + 1, list(map(to_flint, entries))).rref()
    rows = [list(map(of_flint, row)) for row in matrix.tolist()[:rank]]
    leading = [next(column for column, entry in enumerate(row) if entry) for row in rows]
    return None if len(places) in leading else Solutions(indices, places, rows, leading)
