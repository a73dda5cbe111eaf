"""Printed matrices: their entries, and what is combined from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from checks.reading import syntax as tree
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, add, compare, divide, multiply
from checks.witness.regions import Coordinates

if TYPE_CHECKING:
    from checks.witness.evaluator import Evaluator


def matrix(point: Evaluator, node: tree.Node) -> tuple[Coordinates, ...]:
    """The entries of a printed or named matrix, or of what is combined from such; a tuple is a row.

    Raises NotEvaluatedError for anything else.
    """
    match node:
        case tree.Matrix():
            return tuple(tuple(point.number(entry) for entry in row) for row in node.rows)
        case tree.TupleNode(items=items):
            return (tuple(point.number(item) for item in items),)
        case tree.Name(name=name):
            value = point.name(name)
            if isinstance(value, tuple):
                return value if isinstance(value[0], tuple) else (value,)
        case tree.Negate(term=term):
            return _scaled(matrix(point, term), -1)
        case tree.Quotient(numerator=top, denominator=bottom):
            return _scaled(matrix(point, top), divide(1, point.number(bottom)))
        case tree.Sum(terms=terms):
            first, *rest = (matrix(point, term) for term in terms)
            for other in rest:
                first = tuple(
                    tuple(add(a, b) for a, b in zip(r, s, strict=True)) for r, s in zip(first, other, strict=True)
                )
            return first
        case tree.Product(factors=factors):
            return _matrix_product(point, factors)
        case tree.Apply(function="transpose", arguments=(argument,)):
            return tuple(zip(*matrix(point, argument), strict=True))
        case tree.Power(base=base, exponent=tree.Negate(term=tree.Number(text="1"))):
            return _inverse(matrix(point, base))
    raise NotEvaluatedError("a matrix is compared with something else")


def _matrix_product(point: Evaluator, factors: Sequence[tree.Node]) -> tuple[Coordinates, ...]:
    found: tuple[Coordinates, ...] | None = None
    scale: Numeric = 1
    for factor in factors:
        if not is_matrix(point, factor):
            scale = multiply(scale, point.number(factor))
            continue
        entries = point.matrix(factor)
        if found is not None:
            if len(entries) == 1 and len(entries[0]) == len(found[0]) > 1:  # a tuple after a matrix is a column
                entries = tuple((entry,) for entry in entries[0])
            if len(found[0]) != len(entries):
                raise NotEvaluatedError("a product of matrices whose shapes do not fit")
            columns = tuple(zip(*entries, strict=True))
            entries = tuple(tuple(_dot(row, column) for column in columns) for row in found)
        found = entries
    assert found is not None, "a product is taken for a matrix only where a factor is one"
    return _scaled(found, scale)


def is_matrix(point: Evaluator, node: tree.Node) -> bool:
    """Whether a matrix is printed, a name of one, or what is combined from such."""
    match node:
        case tree.Matrix() | tree.TupleNode():
            return True
        case tree.Name(name=name):
            return isinstance(point.values[name] if name in point.values else _named(point, name), tuple)
        case tree.Negate(term=inside) | tree.Quotient(numerator=inside):
            return is_matrix(point, inside)
        case tree.Sum(terms=parts) | tree.Product(factors=parts):
            return any(is_matrix(point, part) for part in parts)
        case tree.Apply(function="transpose"):
            return True
        case tree.Power(base=base):
            return is_matrix(point, base)
    return False


def _named(point: Evaluator, name: str) -> Any:
    return point.meanings.names[name](point) if name in point.meanings.names else None


def matrix_relation(point: Evaluator, left: tree.Node, relation: str, right: tree.Node) -> bool:
    """Whether two matrices agree in all their entries.

    Raises NotEvaluatedError for different shapes, and another relation than "=".
    """
    a, b = point.matrix(left), point.matrix(right)
    if len(a) == 1 and len(b) > 1 and {len(row) for row in b} == {1}:  # a tuple beside a column
        a = tuple((entry,) for entry in a[0])
    elif len(b) == 1 and len(a) > 1 and {len(row) for row in a} == {1}:
        b = tuple((entry,) for entry in b[0])
    if relation not in ("=", ":=") or [len(r) for r in a] != [len(r) for r in b]:
        raise NotEvaluatedError("matrices of different shapes, or not compared by =")
    return all(compare(p, q) == 0 for r, s in zip(a, b, strict=True) for p, q in zip(r, s, strict=True))


def _scaled(rows: tuple[Coordinates, ...], factor: Numeric) -> tuple[Coordinates, ...]:
    return tuple(tuple(multiply(factor, entry) for entry in row) for row in rows)


def _inverse(rows: tuple[Coordinates, ...]) -> tuple[Coordinates, ...]:
    """The inverse by elimination; ZeroDivisionError for a singular matrix."""
    size = len(rows)
    if any(len(row) != size for row in rows):
        raise NotEvaluatedError("the inverse of a matrix that is not square")
    work: list[list[Numeric]] = [[*row, *(int(i == j) for j in range(size))] for i, row in enumerate(rows)]
    for column in range(size):
        pivot = next((i for i in range(column, size) if compare(work[i][column], 0) != 0), None)
        if pivot is None:
            raise ZeroDivisionError("the inverse of a singular matrix")
        work[column], work[pivot] = work[pivot], work[column]
        work[column] = [divide(entry, work[column][column]) for entry in work[column]]
        for i in range(size):
            if i != column:
                factor = multiply(-1, work[i][column])
                work[i] = [add(a, multiply(factor, b)) for a, b in zip(work[i], work[column], strict=True)]
    return tuple(tuple(row[size:]) for row in work)


def _dot(row: Coordinates, column: Coordinates) -> Numeric:
    total: Numeric = 0
    for a, b in zip(row, column, strict=True):
        total = add(total, multiply(a, b))
    return total
