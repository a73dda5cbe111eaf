"""Matrices of rational functions: product, transpose, minors, characteristic polynomial, inverse by elimination."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations

from mechanisms.exact.rational import RationalFunction

Matrix = tuple[tuple[RationalFunction, ...], ...]


class SingularMatrixError(ValueError):
    """The matrix has no inverse over the rational functions."""


def total(values: Iterable[RationalFunction]) -> RationalFunction:
    """Sum; 0 for nothing."""
    return sum(values, RationalFunction.of(0))


def transposed(matrix: Matrix) -> Matrix:
    """Rows become columns."""
    return tuple(zip(*matrix, strict=True))


def identity(size: int) -> Matrix:
    """The size x size matrix with ones on the diagonal."""
    return tuple(tuple(RationalFunction.of(int(i == j)) for j in range(size)) for i in range(size))


def product(left: Matrix, right: Matrix) -> Matrix:
    """The m x n product of an m x k and a k x n matrix."""
    columns = transposed(right)
    return tuple(tuple(total(a * b for a, b in zip(row, column, strict=True)) for column in columns) for row in left)


def determinant(matrix: Matrix) -> RationalFunction:
    """Determinant of a square matrix, by expansion along the first row."""
    if len(matrix) == 1:
        return matrix[0][0]
    terms = []
    for j, entry in enumerate(matrix[0]):
        minor = tuple((*row[:j], *row[j + 1 :]) for row in matrix[1:])
        terms.append(entry * determinant(minor) * (-1) ** j)
    return total(terms)


def minors(matrix: Matrix, size: int) -> Iterator[RationalFunction]:
    """The determinants of all size x size submatrices of an m x n matrix, 1 <= size <= m, n."""
    for rows in combinations(matrix, size):
        for columns in combinations(range(len(matrix[0])), size):
            yield determinant(tuple(tuple(row[j] for j in columns) for row in rows))


def characteristic_polynomial(matrix: Matrix) -> tuple[RationalFunction, ...]:
    """The coefficients of det(z I - A), that of z^0 first, of a square matrix A (Faddeev and Leverrier)."""
    size, unit = len(matrix), identity(len(matrix))
    coefficients, power = [RationalFunction.of(1)], unit  # power is A^k + c A^(k-1) + ..., as far as it is known
    for k in range(1, size + 1):
        raised = product(matrix, power)
        coefficients.append(total(raised[i][i] for i in range(size)) * RationalFunction.of(Fraction(-1, k)))
        power = tuple(
            tuple(a + coefficients[-1] * b for a, b in zip(row, one, strict=True))
            for row, one in zip(raised, unit, strict=True)
        )
    return tuple(reversed(coefficients))


def inverse(matrix: Matrix) -> Matrix:
    """Inverse of a square matrix by Gauss-Jordan elimination; SingularMatrixError when there is none."""
    size = len(matrix)
    rows = [[*row, *unit] for row, unit in zip(matrix, identity(size), strict=True)]
    for column in range(size):
        pivot = next((i for i in range(column, size) if not rows[i][column].is_zero()), None)
        if pivot is None:
            raise SingularMatrixError(f"the {size} x {size} matrix has linearly dependent columns; it has no inverse")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column][column]
        rows[column] = [value / lead for value in rows[column]]
        for i in range(size):
            factor = rows[i][column]
            if i != column and not factor.is_zero():
                rows[i] = [value - factor * head for value, head in zip(rows[i], rows[column], strict=True)]
    return tuple(tuple(row[size:]) for row in rows)


def rank(matrix: Matrix, reduced: Callable[[RationalFunction], RationalFunction] = lambda value: value) -> int:
    """The rank of an m x n matrix over the field of rational functions: that at almost all values of its variables.

    `reduced` brings values to a normal form in which zero is 0, where a variable stands for an algebraic number.
    """
    rows, found = [[reduced(value) for value in row] for row in matrix], 0
    for column in range(len(rows[0]) if rows else 0):
        pivot = next((i for i in range(found, len(rows)) if not rows[i][column].is_zero()), None)
        if pivot is None:
            continue
        rows[found], rows[pivot] = rows[pivot], rows[found]
        lead = rows[found]
        for i in range(found + 1, len(rows)):
            factor = rows[i][column] / lead[column]
            if not factor.is_zero():
                rows[i] = [reduced(value - factor * head) for value, head in zip(rows[i], lead, strict=True)]
        found += 1
    return found
