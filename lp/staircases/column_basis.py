"""Bases of k staircase columns, exactly: masses, multipliers, exchange of columns.

Where fewer than k columns have a mass, a basis may hold unit vectors beside them, which stand for nothing: they have
value and mass 0, and make the multiplier of a truth 0. The unit vector of truth a is written ~a, a negative number.

A basis is a set of k independent staircase columns. The masses theta solve sum theta_S w_S = (1, ..., 1), and the
multipliers u solve u . w_S = c_S for its columns. Both come from the inverse of one rational matrix, so u is a rational
combination of the values c, whatever kind of numbers these are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flint import fmpq_mat

from lp.losses.column_objectives import staircase_column
from mechanisms.exact.polynomial import to_fmpq, to_fraction

Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class ColumnBasis:
    """k independent columns: staircase columns, given by the bits of the subset, and unit vectors ~a."""

    truths: int
    x: Fraction
    columns: tuple[int, ...]

    @classmethod
    def of_single_truths(cls, truths: int, x: Fraction) -> ColumnBasis:
        """The basis of k-ary randomized response, whose masses are 1/(x + k - 1)."""
        return cls(truths, x, tuple(1 << a for a in range(truths)))

    @classmethod
    def containing(cls, truths: int, x: Fraction, preferred: Iterable[int]) -> ColumnBasis:
        """The basis of the preferred columns, less those that depend on earlier ones, completed with single truths."""
        candidates = [*dict.fromkeys(preferred), 0, *(1 << a for a in range(truths))]
        reduced, rank = _matrix(truths, x, candidates).rref()
        pivots = [next(j for j in range(len(candidates)) if reduced[i, j] != 0) for i in range(rank)]
        return cls(truths, x, tuple(candidates[j] for j in pivots))

    @cached_property
    def inverse(self) -> tuple[Vector, ...]:
        """The inverse of the matrix whose columns are those of the basis."""
        k = self.truths
        inverse = _matrix(k, self.x, self.columns).inv()
        return tuple(tuple(to_fraction(inverse[i, j]) for j in range(k)) for i in range(k))

    @cached_property
    def masses(self) -> Vector:
        """theta, in the order of the columns; negative entries mean that the basis is not feasible."""
        return tuple(sum(row, Fraction(0)) for row in self.inverse)

    @property
    def is_feasible(self) -> bool:
        """Whether no mass is negative, and that of unit vectors is 0."""
        return all(
            mass == 0 if column < 0 else mass >= 0 for mass, column in zip(self.masses, self.columns, strict=True)
        )

    def multipliers(self, classes: Sequence[int]) -> tuple[Vector, ...]:
        """For each truth a the coefficients m with u_a = sum of m_j c_j, averaged over truths of the same class."""
        members: dict[int, list[int]] = {}
        for a, name in enumerate(classes):
            members.setdefault(name, []).append(a)
        averaged = {
            name: tuple(sum((row[a] for a in truths), Fraction(0)) / len(truths) for row in self.inverse)
            for name, truths in members.items()
        }
        return tuple(averaged[name] for name in classes)

    def weights(self, subset: int) -> Vector:
        """The coefficients of the columns of the basis whose combination is the column of a subset."""
        step = self.x - 1
        inside = [a for a in range(self.truths) if subset >> a & 1]
        return tuple(
            mass + step * sum((row[a] for a in inside), Fraction(0))
            for mass, row in zip(self.masses, self.inverse, strict=True)
        )

    def exchanged(self, entering: int) -> ColumnBasis:
        """The basis with the entering column in place of the first one whose mass falls to 0 as its mass grows.

        A unit vector whose mass would change leaves before any other column.
        """
        ratios = [
            (mass / weight if column >= 0 else mass, column, position)
            for position, (mass, weight, column) in enumerate(
                zip(self.masses, self.weights(entering), self.columns, strict=True)
            )
            if weight > 0 or (weight and column < 0)
        ]
        _, _, leaving = min(ratios)  # columns are positive, so that some weight is
        return ColumnBasis(
            self.truths, self.x, tuple(entering if i == leaving else c for i, c in enumerate(self.columns))
        )


def _matrix(truths: int, x: Fraction, columns: Sequence[int]) -> fmpq_mat:
    entries = [
        staircase_column(column, truths, x)
        if column >= 0
        else tuple(Fraction(int(a == ~column)) for a in range(truths))
        for column in columns
    ]
    return fmpq_mat(truths, len(columns), [to_fmpq(entry[a]) for a in range(truths) for entry in entries])
