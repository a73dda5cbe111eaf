"""Products, inverses and transposes of printed matrices; a tuple is a row, or a column after a matrix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checks.interpreter.notation import ONE
from checks.interpreter.values import Coordinates, MatrixValue, MeaninglessError, Point, Value
from derivations.algebra.linear_algebra import SingularMatrixError, determinant, identity, inverse, product
from derivations.arithmetic.meaning import expression_of, relation_formula
from mechanisms.exact.expression import Expression, Operation
from mechanisms.exact.formula import Formula
from mechanisms.exact.rational import RationalFunction


def matrix_product(values: Sequence[Value]) -> MatrixValue:
    """The product of matrices in the order of print, and of numbers; MeaninglessError where the shapes do not fit."""
    scale = ONE
    result: MatrixValue | None = None
    for value in values:
        if isinstance(value, RationalFunction):
            scale = scale * value
            continue
        if isinstance(value, Point):
            after_matrix = result is not None and len(result.rows[0]) == len(value.coordinates) > 1
            value = as_column(value) if after_matrix else MatrixValue((value.coordinates,))
        if not isinstance(value, MatrixValue):
            raise MeaninglessError("a matrix is multiplied by something that is neither a matrix nor a number")
        if result is None:
            result = value
        elif len(result.rows[0]) != len(value.rows):
            raise MeaninglessError(
                f"a matrix with {len(result.rows[0])} columns is multiplied by one with {len(value.rows)} rows"
            )
        else:
            result = MatrixValue(product(result.rows, value.rows))
    if result is None:
        raise MeaninglessError("a product of matrices needs a matrix")
    return MatrixValue(tuple(tuple(scale * entry for entry in row) for row in result.rows))


def as_column(point: Point) -> MatrixValue:
    """A tuple as a matrix of one column."""
    return MatrixValue(tuple((coordinate,) for coordinate in point.coordinates))


def transposed(value: Value) -> MatrixValue:
    """The transpose of a matrix; of a tuple, which is a row, the column.

    Raises MeaninglessError for any other value.
    """
    if isinstance(value, Point):
        return as_column(value)
    if not isinstance(value, MatrixValue):
        raise MeaninglessError("only a matrix or a tuple has a transpose")
    return MatrixValue(tuple(zip(*value.rows, strict=True)))


def matrix_inverse(matrix: MatrixValue) -> tuple[MatrixValue, RationalFunction]:
    """The inverse of a square matrix, and its determinant, by which the inverse divides.

    Raises MeaninglessError for one that is not square, or singular.
    """
    if any(len(row) != len(matrix.rows) for row in matrix.rows):
        raise MeaninglessError("only a square matrix has an inverse")
    try:
        return MatrixValue(inverse(matrix.rows), matrix.rows), determinant(matrix.rows)
    except SingularMatrixError as error:
        raise MeaninglessError(str(error)) from error


def inverting(matrix: Sequence[Coordinates], other: Sequence[Coordinates]) -> Iterator[tuple[str, Formula]]:
    """That M = `other` inverts A = `matrix`, entry by entry with a name for each.

    Of a square matrix A M = I, else the four equations of Penrose, of which the pseudo-inverse is the only solution.
    """
    a, m = ([[expression_of(entry) for entry in row] for row in rows] for rows in (matrix, other))
    am = _written_product(a, m)
    if len(a) == len(a[0]):
        unit = [[expression_of(entry) for entry in row] for row in identity(len(a))]
        yield from _same("A M = I", am, unit)
        return
    ma = _written_product(m, a)
    yield from _same("A M A = A", _written_product(am, a), a)
    yield from _same("M A M = M", _written_product(ma, m), m)
    yield from _same("A M is symmetric", am, list(zip(*am, strict=True)))
    yield from _same("M A is symmetric", ma, list(zip(*ma, strict=True)))


_Written = Sequence[Sequence[Expression]]


def _written_product(left: _Written, right: _Written) -> list[list[Expression]]:
    columns = list(zip(*right, strict=True))
    return [
        [Operation("+", tuple(Operation("*", pair) for pair in zip(row, column, strict=True))) for column in columns]
        for row in left
    ]


def _same(name: str, left: _Written, right: _Written) -> Iterator[tuple[str, Formula]]:
    for i, (row, other) in enumerate(zip(left, right, strict=True), 1):
        for j, (a, b) in enumerate(zip(row, other, strict=True), 1):
            if a != b:
                yield f"{name}, entry ({i}, {j})", relation_formula(a, "=", b)
