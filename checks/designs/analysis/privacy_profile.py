"""How private a design is at every level: smallest eps, delta(eps) in exact pieces, parity of rows and responses."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from mechanisms.design import Design
from mechanisms.exact.notebook import Shown
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.guarantees.criteria.bayes import numbers
from mechanisms.guarantees.criteria.parity import Parity, largest_parity, response_parities
from mechanisms.guarantees.hockey_stick import DeltaCurve, delta_curve


@dataclass(frozen=True)
class DeltaPiece(Shown):
    """delta = intercept - slope x for low <= x <= high, x = e^eps; `high` is None for the last piece."""

    low: Fraction
    high: Fraction | None
    intercept: Fraction
    slope: Fraction


@dataclass(frozen=True)
class RowParity(Shown):
    """The largest P[truth, y]/P[other, y] of one truth, None if infinite: how far a response can speak for it."""

    truth: Hashable
    value: Fraction | None
    other: Hashable
    response: Hashable


@dataclass(frozen=True)
class PrivacyProfile(Shown):
    """(eps, delta)-local differential privacy of a design, for every eps.

    Attributes:
        parity: that of the design, with where it is attained; its value is e^eps for the smallest eps.
        responses: the parity of each response.
        rows: the largest ratio of each truth.
        pieces: the smallest delta as a function of x = e^eps.

    """

    parity: Parity
    responses: tuple[Parity, ...]
    rows: tuple[RowParity, ...]
    pieces: tuple[DeltaPiece, ...]

    @property
    def x(self) -> Fraction | None:
        """e^eps for the smallest eps; None if infinite."""
        return self.parity.value

    @property
    def curve(self) -> DeltaCurve:
        """The smallest delta as a function of x."""
        return DeltaCurve(tuple((p.low, p.intercept - p.slope * p.low) for p in self.pieces))

    def delta(self, level: PrivacyLevel) -> tuple[Fraction, Fraction]:
        """Bounds of the smallest delta at a level, equal where e^eps is rational."""
        low, high = level.enclosure
        return self.curve(high), self.curve(low)


def privacy_profile(design: Design) -> PrivacyProfile:
    """The profile of a design with rational entries."""
    curve, responses = delta_curve(design), response_parities(design)
    return PrivacyProfile(
        largest_parity(responses),
        responses,
        _row_parities(design),
        _pieces(curve),
    )


def _pieces(curve: DeltaCurve) -> tuple[DeltaPiece, ...]:
    pieces = []
    for (x, delta), (after, less) in pairwise(curve.vertices):
        slope = (delta - less) / (after - x)
        pieces.append(DeltaPiece(x, after, delta + slope * x, slope))
    last, rest = curve.vertices[-1]
    return (*pieces, DeltaPiece(last, None, rest, Fraction(0)))


def _row_parities(design: Design) -> tuple[RowParity, ...]:
    rows = numbers(design)
    least = [min(range(len(rows)), key=lambda x, y=y: rows[x][y]) for y in range(len(rows[0]))]  # type: ignore[misc]
    found = []
    for a, row in enumerate(rows):
        best: tuple[bool, Fraction, int] = (False, Fraction(0), 0)
        for y, p in enumerate(row):
            low = rows[least[y]][y]
            if p:
                best = max(best, (low == 0, Fraction(1) if low == 0 else p / low, -y))
        infinite, value, y = best[0], best[1], -best[2]
        found.append(
            RowParity(design.truths[a], None if infinite else value, design.truths[least[y]], design.responses[y])
        )
    return tuple(found)
