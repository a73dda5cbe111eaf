"""The smallest delta of a design at every eps at once: a convex, piecewise linear function of x = e^eps.

Source: Sason, Verdu 2016 (E_gamma divergence).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import NamedTuple

from flint import fmpq

from mechanisms.design import Design
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational, to_fmpq, to_fraction
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.privacy import PrivacyError


@dataclass(frozen=True)
class DeltaCurve(Shown):
    """Smallest delta as a function of x = e^eps >= 1: convex, non-increasing, piecewise linear, then constant.

    Attributes:
        vertices: (x, delta) from x = 1 on; linear in between, and constant after the last one.

    """

    vertices: tuple[tuple[Fraction, Fraction], ...]

    def __call__(self, x: Rational) -> Fraction:
        """The smallest delta at an exact x; PrivacyError below 1."""
        if isinstance(x, bool) or not isinstance(x, (int, Fraction)) or x < 1:
            raise PrivacyError(f"x = e^eps must be an exact number of at least 1, not {x!r}")
        before = self.vertices[0]
        for vertex in self.vertices:
            if x <= vertex[0]:
                if vertex[0] == before[0]:
                    return vertex[1]
                share = (x - before[0]) / (vertex[0] - before[0])
                return before[1] + share * (vertex[1] - before[1])
            before = vertex
        return before[1]

    def least_level(self, delta: Rational) -> Fraction | None:
        """The least x = e^eps >= 1 whose delta is at most this one; None when there is none, whatever eps.

        Raises PrivacyError for a delta outside [0, 1].
        """
        if isinstance(delta, bool) or not isinstance(delta, (int, Fraction)) or not 0 <= delta <= 1:
            raise PrivacyError(f"delta must be an exact number from 0 to 1, not {delta}")
        before = self.vertices[0]
        for vertex in self.vertices:
            (x, value), (left, above) = vertex, before
            if value <= delta:
                return x if above <= delta else left + (x - left) * (above - delta) / (above - value)
            before = vertex
        return None

    def line(self, level: PrivacyLevel) -> tuple[Fraction, Fraction]:
        """(a, b) with delta = a - b x at this level, from the piece on which its x lies; b = 0 from the last one on."""
        before = self.vertices[0]
        for vertex in self.vertices[1:]:
            if level.multiple_below(vertex[0].denominator) < vertex[0].numerator:
                slope = (before[1] - vertex[1]) / (vertex[0] - before[0])
                return before[1] + slope * before[0], slope
            before = vertex
        return before[1], Fraction(0)


def delta_curve(design: Design) -> DeltaCurve:
    """The exact smallest delta for every eps at once, for a design with rational entries.

    For each pair of truths the hockey-stick sum is piecewise linear in x with breaks at the ratios of entries; the
    largest of these convex functions is found by intersecting tangents.
    Raises PrivacyError for a design with parameters or irrational entries.
    """
    if design.parameters or design.generator:
        raise PrivacyError("the delta curve needs a design with rational entries; use smallest_delta for others")
    sums = _hockey_sticks([[e.evaluate({}) for e in row] for row in design.entries])
    last = max((stick.breaks[-1] for stick in sums if stick.breaks), default=fmpq(1))

    def lines(x: fmpq, side: int) -> Iterator[tuple[fmpq, fmpq]]:
        """(value at x, slope just right (side 1) or left (side -1) of x) of each pair's sum."""
        yield fmpq(0), fmpq(0)
        for stick in sums:
            # A term that is zero at x has slope -q to the left of x and none to the right.
            place = bisect_right(stick.breaks, x) if side > 0 else bisect_left(stick.breaks, x)
            yield stick.gains[place] - x * stick.losses[place], -stick.losses[place]

    @cache
    def tangent(x: fmpq, side: int) -> tuple[fmpq, fmpq]:
        found = list(lines(x, side))
        value = max(v for v, _ in found)
        slopes = [s for v, s in found if v == value]
        return value, max(slopes) if side > 0 else min(slopes)

    def between(left: fmpq, right: fmpq) -> list[fmpq]:
        """Breaks strictly between two points."""
        (v, s), (w, t) = tangent(left, 1), tangent(right, -1)
        if s == t:
            return []
        meet = (w - v + s * left - t * right) / (s - t)
        if tangent(meet, 1)[0] == v + s * (meet - left):
            return [meet]
        return [*between(left, meet), meet, *between(meet, right)]

    points = [fmpq(1), *(between(fmpq(1), last) if last > 1 else []), *([last] if last > 1 else [])]
    kept = [x for x in points if x == 1 or tangent(x, -1)[1] != tangent(x, 1)[1]]
    return DeltaCurve(tuple((to_fraction(x), to_fraction(tangent(x, 1)[0])) for x in kept))


class _HockeyStick(NamedTuple):
    """sum over y of max(0, p_y - x q_y) = gains[i] - x losses[i], where i of the breaks are at most x, x >= 1."""

    breaks: tuple[fmpq, ...]
    gains: tuple[fmpq, ...]
    losses: tuple[fmpq, ...]


def _hockey_sticks(matrix: list[list[Fraction]]) -> set[_HockeyStick]:
    """The sums of all ordered pairs of rows, as functions of x; pairs with the same function are one."""
    numbers = [[to_fmpq(p) for p in row] for row in matrix]
    found = set()
    for first, second in permutations(numbers, 2):
        terms = sorted((p / q, p, q) for p, q in zip(first, second, strict=True) if q and p > q)
        never = sum((p for p, q in zip(first, second, strict=True) if not q), start=fmpq(0))
        gains, losses = [never], [fmpq(0)]
        for _, p, q in reversed(terms):
            gains.append(gains[-1] + p)
            losses.append(losses[-1] + q)
        found.add(_HockeyStick(tuple(ratio for ratio, _, _ in terms), tuple(gains[::-1]), tuple(losses[::-1])))
    return found
