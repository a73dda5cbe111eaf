"""Sets of points: a test of membership, and points that are worth testing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from checks.witness.numbers import Numeric, ball, compare

MOST_WHOLE = 200

Coordinates = tuple[Numeric, ...]


@dataclass(frozen=True)
class Region:
    """A set of points: a test of membership, and points that are worth testing, of which `inside` belong to it.

    `inside` is found by the test where it is not given. Of a finite set, all points are candidates.
    """

    dimension: int
    contains: Callable[[Coordinates], bool]
    candidates: tuple[Coordinates, ...]
    inside: tuple[Coordinates, ...] | None = None

    def members(self) -> tuple[Coordinates, ...]:
        """The candidates that belong to the set."""
        return tuple(z for z in self.candidates if self.contains(z)) if self.inside is None else self.inside


def whole(region: Region, must: Sequence[bool]) -> Region:
    """The points of a region whose coordinates are whole numbers where they must be.

    In one dimension every whole number between the least and the largest candidate is one, if these are few.
    """
    if not any(must):
        return region

    def contains(z: Coordinates) -> bool:
        return all(is_whole(v) for v, needed in zip(z, must, strict=True) if needed) and region.contains(z)

    candidates = region.candidates
    if region.dimension == 1 and candidates:
        values = sorted(int(ball(z[0]).mid().floor().unique_fmpz() or 0) for z in candidates)
        between = range(values[0], values[-1] + 2)
        candidates = tuple((k,) for k in between) if len(between) <= MOST_WHOLE else candidates
    return Region(region.dimension, contains, tuple(z for z in candidates if contains(z) or not region.contains(z)))


def is_whole(value: Numeric) -> bool:
    """Whether a number is whole; UndecidedError for a ball around a whole number that may be another number."""
    if isinstance(value, (int, Fraction)):
        return value.denominator == 1
    nearest = (value + ball(Fraction(1, 2))).floor().unique_fmpz()
    return nearest is not None and compare(value, int(nearest)) == 0


def finite(points: Sequence[Coordinates], dimension: int) -> Region:
    """The set of the listed points."""
    return Region(dimension, lambda z: any(same(z, p) for p in points), tuple(points), tuple(points))


def same(z: Coordinates, p: Coordinates) -> bool:
    """Whether two points agree in every coordinate."""
    return len(z) == len(p) and all(compare(a, b) == 0 for a, b in zip(z, p, strict=True))


def smallest(domain: Region, value: Callable[[Coordinates], Numeric]) -> Region:
    """The candidates of the domain with the smallest value; what does better than all of them also counts as one."""
    best: list[Coordinates] = []
    least: Numeric = None
    for z in domain.members():
        found = value(z)
        order = -1 if least is None else compare(found, least)
        if order < 0:
            best, least = [z], found
        elif order == 0 and not any(same(z, b) for b in best):
            best.append(z)

    def contains(z: Coordinates) -> bool:
        return least is not None and domain.contains(z) and compare(value(z), least) <= 0

    return Region(domain.dimension, contains, tuple(best), tuple(best))
