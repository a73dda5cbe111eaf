"""What is said of the matrix of a mechanism at a point: determinant, rank, eigenvalues, and what inverts it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq_mat, fmpq_poly

from checks.witness.enumeration import Rows, sum_of
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, add, compare, divide, multiply
from checks.witness.regions import Coordinates, Region
from mechanisms.exact.polynomial import to_fmpq, to_fraction


def determinant(matrix: Rows) -> Numeric:
    """The product of the pivots of an elimination, with the sign of the exchanges of rows."""
    rows: list[list[Numeric]] = [list(row) for row in matrix]
    found: Numeric = Fraction(1)
    for column in range(len(rows)):
        pivot = next((i for i in range(column, len(rows)) if compare(rows[i][column], Fraction(0)) != 0), None)
        if pivot is None:
            return Fraction(0)
        if pivot != column:
            rows[column], rows[pivot], found = rows[pivot], rows[column], -found
        found = multiply(found, rows[column][column])
        for i in range(column + 1, len(rows)):
            factor = divide(rows[i][column], rows[column][column])
            rows[i] = [add(v, -multiply(factor, h)) for v, h in zip(rows[i], rows[column], strict=True)]
    return found


_Matrix = Sequence[Sequence[Numeric]]


def rank(matrix: Rows) -> Numeric:
    """How many rows are left by an elimination."""
    return len(_reduced(matrix)[1])


def _reduced(matrix: _Matrix) -> tuple[list[list[Numeric]], list[int]]:
    """The rows that are not 0 of the reduced echelon form, and the columns of their pivots."""
    rows: list[list[Numeric]] = [list(row) for row in matrix]
    pivots: list[int] = []
    for column in range(len(rows[0])):
        done = len(pivots)
        pivot = next((i for i in range(done, len(rows)) if compare(rows[i][column], Fraction(0)) != 0), None)
        if pivot is None:
            continue
        rows[done], rows[pivot] = rows[pivot], rows[done]
        rows[done] = [divide(value, rows[done][column]) for value in rows[done]]
        for i in range(len(rows)):
            if i != done:
                factor = rows[i][column]
                rows[i] = [add(v, -multiply(factor, h)) for v, h in zip(rows[i], rows[done], strict=True)]
        pivots.append(column)
    return rows[: len(pivots)], pivots


def pseudo_inverse(matrix: Rows) -> Rows:
    """The inverse, or that of Moore and Penrose: G' (F' A G')^-1 F' where A = F G, G in reduced echelon form."""
    g, pivots = _reduced(matrix)
    f = [[row[column] for column in pivots] for row in matrix]
    ft, gt = list(zip(*f, strict=True)), list(zip(*g, strict=True))
    middle = _product(_product(ft, matrix), gt)
    beside = [[*row, *(Fraction(int(i == j)) for j in range(len(row)))] for i, row in enumerate(middle)]
    inverse = [row[len(middle) :] for row in _reduced(beside)[0]]
    return tuple(map(tuple, _product(_product(gt, inverse), ft)))


def _product(left: _Matrix, right: _Matrix) -> list[list[Numeric]]:
    return [
        [sum_of(multiply(a, b) for a, b in zip(row, column, strict=True)) for column in zip(*right, strict=True)]
        for row in left
    ]


def characteristic(matrix: Rows, z: Numeric) -> Numeric:
    """det(z I - A), as the determinant of this matrix."""
    shifted = [
        [add(z if i == j else Fraction(0), -entry) for j, entry in enumerate(row)] for i, row in enumerate(matrix)
    ]
    return determinant(tuple(map(tuple, shifted)))


def _eigenvalues(matrix: Rows) -> list[tuple[Fraction, int]]:
    """The rational eigenvalues with their multiplicities.

    Raises NotEvaluatedError where an entry, or an eigenvalue, is not rational.
    """
    if not all(isinstance(entry, (int, Fraction)) for row in matrix for entry in row):
        raise NotEvaluatedError("the eigenvalues of a matrix that is not rational")
    exact = fmpq_mat(len(matrix), len(matrix), [to_fmpq(Fraction(entry)) for row in matrix for entry in row])
    factors = exact.charpoly().factor()[1]
    if any(factor.degree() > 1 for factor, _ in factors):
        raise NotEvaluatedError("an eigenvalue that is not rational")
    return [(_root(factor), times) for factor, times in factors]


def _root(factor: fmpq_poly) -> Fraction:
    return to_fraction(-factor[0] / factor[1])


def spectrum(matrix: Rows) -> Region:
    """The set of the eigenvalues."""
    found = tuple((value,) for value, _ in _eigenvalues(matrix))

    def contains(z: Coordinates) -> bool:
        return compare(characteristic(matrix, z[0]), Fraction(0)) == 0

    return Region(1, contains, found, found)


def second_eigenvalue(matrix: Rows) -> Numeric:
    """The second largest eigenvalue, each counted as often as it is one."""
    return sorted(value for value, times in _eigenvalues(matrix) for _ in range(times))[-2]
