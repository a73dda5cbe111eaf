"""How far a design is from a given one, as a linear constraint.

Three distances of designs P and Q with the same truths and responses:

* total-variation: max over x of 1/2 sum over y of |P[x, y] - Q[x, y]|, the worst truth;
* l1: sum over x, y of |P[x, y] - Q[x, y]|;
* max: max over x, y of |P[x, y] - Q[x, y]|.

As an objective it is `lp.models.losses.distance_from`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from lp.constraints.constraint import (
    Constraint,
    ConstraintError,
    Family,
    Matrix,
    entries,
    exact,
    exact_matrix,
    require_size,
)
from mechanisms.design import Design

Distance = Literal["total-variation", "l1", "max"]


@dataclass(frozen=True)
class NearDesign(Constraint):
    """The design differs from `center`, a design matrix, by at most `radius` in one of the distances.

    Raises ConstraintError for a negative radius, and for a center that is no design matrix.
    """

    center: Matrix
    radius: Fraction
    distance: Distance = "total-variation"

    def __post_init__(self) -> None:
        object.__setattr__(self, "center", design_matrix(self.center))
        object.__setattr__(self, "radius", exact(self.radius, "radius"))
        if self.radius < 0:
            raise ConstraintError(f"a radius is at least 0, not {self.radius}")
        require_distance(self.distance)

    def check(self, truths: int, responses: int) -> None:
        """The center must have the same shape."""
        require_size("the center", len(self.center), truths, "truths")
        require_size("the center", len(self.center[0]), responses, "responses")

    def families(self) -> list[Family]:
        """distance <= radius"""
        return [Family("losses", "near", (self.center, self.radius, self.distance))]

    def holds_for(self, design: Design) -> bool:
        """Whether the distance is at most the radius."""
        return distance_of(entries(design), self.center, self.distance) <= self.radius

    def tight_at(self, design: Design) -> tuple[str, ...]:
        """The distance, if it is the radius."""
        tight = distance_of(entries(design), self.center, self.distance) == self.radius
        return (f"{self.distance} distance = {self.radius}",) if tight else ()


def distance_of(rows: Sequence[Sequence[Fraction]], others: Sequence[Sequence[Fraction]], kind: Distance) -> Fraction:
    """The distance of two matrices of the same shape, from its definition."""
    gaps = [[abs(p - q) for p, q in zip(row, other, strict=True)] for row, other in zip(rows, others, strict=True)]
    if kind == "max":
        return max(max(row) for row in gaps)
    sums = [sum(row, Fraction(0)) for row in gaps]
    return sum(sums, Fraction(0)) if kind == "l1" else max(sums) / 2


def design_matrix(values: object, name: str = "center") -> Matrix:
    """A matrix whose rows are distributions. Raises ConstraintError for other rows."""
    rows = exact_matrix(values, name)
    for x, row in enumerate(rows):
        if min(row) < 0 or sum(row) != 1:
            raise ConstraintError(f"row {x} of {name} must have entries of at least 0 that sum to 1")
    return rows


def require_distance(kind: str) -> None:
    """Raise ConstraintError for the name of no distance."""
    if kind not in get_args(Distance):
        raise ConstraintError(f"a distance is one of {', '.join(get_args(Distance))}, not {kind!r}")
