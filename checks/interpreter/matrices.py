"""Products, inverses and transposes of printed matrices; a tuple is a row, or a column after a matrix."""

from __future__ import annotations

from collections.abc import Sequence

from checks.interpreter.notation import ONE
from checks.interpreter.values import MatrixValue, MeaninglessError, Point, Value
from derivations.algebra.linear_algebra import SingularMatrixError, determinant, inverse, product
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
        return MatrixValue(inverse(matrix.rows)), determinant(matrix.rows)
    except SingularMatrixError as error:
        raise MeaninglessError(str(error)) from error
