"""Small dense systems of linear equations over the rationals: a solution, and independent rows."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq, fmpq_mat

from mechanisms.exact.polynomial import to_fraction

Vector = tuple[Fraction, ...]


def rational_matrix(rows: Sequence[Sequence[Fraction]]) -> fmpq_mat:
    """The matrix with these rows, in FLINT's rational numbers."""
    return fmpq_mat(len(rows), len(rows[0]), [fmpq(v.numerator, v.denominator) for row in rows for v in row])


def fraction_rows(matrix: fmpq_mat) -> tuple[Vector, ...]:
    """The rows of a matrix of FLINT."""
    return tuple(tuple(to_fraction(matrix[i, j]) for j in range(matrix.ncols())) for i in range(matrix.nrows()))


def reduced_form(rows: Sequence[Sequence[Fraction]], width: int) -> tuple[fmpq_mat, list[int]]:
    """The reduced row echelon form of rows of this width, and its pivot columns."""
    matrix = fmpq_mat(len(rows), width, [fmpq(v.numerator, v.denominator) for row in rows for v in row])
    reduced, rank = matrix.rref()
    pivots = [next(j for j in range(width) if reduced[i, j] != 0) for i in range(rank)]
    return reduced, pivots


def solution(matrix: Sequence[Sequence[Fraction]], sides: Sequence[Fraction]) -> Vector | None:
    """One solution of matrix z = sides, a row an equation, free variables put to 0; None if there is none."""
    width = len(matrix[0]) if matrix else 0
    reduced, pivots = reduced_form([[*row, side] for row, side in zip(matrix, sides, strict=True)], width + 1)
    if width in pivots:
        return None
    found = [Fraction(0)] * width
    for i, column in enumerate(pivots):
        found[column] = to_fraction(reduced[i, width])
    return tuple(found)


def independent(rows: Sequence[Sequence[Fraction]], size: int) -> list[int]:
    """Numbers of the rows, of this many entries, that are no combination of earlier ones."""
    columns = [tuple(row[j] for row in rows) for j in range(size)]
    return reduced_form(columns, len(rows))[1] if rows else []


def null_space(matrix: Sequence[Sequence[Fraction]], width: int) -> tuple[Vector, ...]:
    """A basis of the z with matrix z = 0, one vector for each free variable, which is 1 in it and 0 in the others."""
    reduced, pivots = reduced_form(matrix, width)
    basis = []
    for free in range(width):
        if free in pivots:
            continue
        found = [Fraction(0)] * width
        found[free] = Fraction(1)
        for i, column in enumerate(pivots):
            found[column] = -to_fraction(reduced[i, free])
        basis.append(tuple(found))
    return tuple(basis)
