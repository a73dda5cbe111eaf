"""What names can mean of the matrix of a mechanism: rank, eigenvalues, what inverts it, what can be answered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb

from checks.claims.figures import number_of
from checks.interpreter.values import Coordinates, Listed, MatrixValue, MeaninglessError, Piecewise, SetValue, Value
from derivations.algebra.linear_algebra import (
    Matrix,
    SingularMatrixError,
    characteristic_polynomial,
    determinant,
    inverse,
    minors,
    product,
    transposed,
)
from derivations.arithmetic.meaning import expression_of, relation_formula
from mechanisms.exact.expression import Operation
from mechanisms.exact.formula import Condition, Formula, all_of, any_of
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

ZERO, ONE = RationalFunction.of(0), RationalFunction.of(1)
MOST_MINORS = 500
LARGEST_SPECTRUM = 12  # rows of a matrix whose eigenvalues are derived
_Z = "an eigenvalue"


def rank(matrix: Matrix) -> Piecewise:
    """Case by case the number r such that some r x r minor is not 0 and all larger ones are; one case holds anywhere.

    Raises MeaninglessError for a matrix with too many minors.
    """
    rows, columns = len(matrix), len(matrix[0])
    sizes = range(1, min(rows, columns) + 1)
    if (count := sum(comb(rows, size) * comb(columns, size) for size in sizes)) > MOST_MINORS:
        raise MeaninglessError(
            f"the rank of {rows} rows and {columns} columns has {count} minors, at most {MOST_MINORS}"
        )
    found = {size: _up_to_sign(minors(matrix, size)) for size in sizes}
    some = [all_of(()), *(any_of(Condition(m, "!=") for m in found[size]) for size in sizes)]
    larger = [*(all_of(Condition(m, "=") for m in found[size]) for size in sizes), all_of(())]
    cases = enumerate(zip(some, larger, strict=True))
    return Piecewise(tuple((all_of(case), RationalFunction.of(size)) for size, case in cases))


def _up_to_sign(values: Iterable[RationalFunction]) -> list[Polynomial]:
    """The numerators, of two that differ in their sign one."""
    found: dict[Polynomial, None] = {}
    for value in values:
        if -value.numerator not in found:
            found[value.numerator] = None
    return list(found)


def characteristic(matrix: Matrix, z: RationalFunction) -> RationalFunction:
    """det(z I - A) of a square matrix A."""
    return sum((c * z**power for power, c in enumerate(characteristic_polynomial(matrix))), ZERO)


def eigenvalues(matrix: Matrix) -> list[RationalFunction] | None:
    """The zeros of the characteristic polynomial, each as often as it is one; None where not all are rational.

    Raises MeaninglessError for a matrix that is too large.
    """
    if len(matrix) > LARGEST_SPECTRUM:
        raise MeaninglessError(f"eigenvalues are derived of at most {LARGEST_SPECTRUM} rows, not {len(matrix)}")
    found: list[RationalFunction] = []
    for factor, times in characteristic(matrix, RationalFunction(Polynomial.variable(_Z))).numerator.factors()[1]:
        degree = factor.degree(_Z)
        if degree > 1:
            return None
        if degree == 1:
            parts = factor.coefficients_in(_Z)
            root = ZERO - RationalFunction(parts.get(0, Polynomial())) / RationalFunction(parts[1])
            found += [root] * times
    return found


def spectrum(matrix: Matrix) -> SetValue:
    """The eigenvalues of a square matrix as a set, the numbers z with det(z I - A) = 0.

    Raises MeaninglessError where some may not be real.
    """
    known = eigenvalues(matrix)
    if known is None and matrix != transposed(matrix):
        raise MeaninglessError("some eigenvalues are no rational expressions, and may not be real")
    coefficients = list(enumerate(characteristic_polynomial(matrix)))

    def member(z: Coordinates) -> Formula:
        written = expression_of(z[0])
        terms = [
            expression_of(c)
            if power == 0
            else Operation("*", (expression_of(c), Operation("^", (written, Polynomial.constant(power)))))
            for power, c in coefficients
        ]
        return relation_formula(Operation("+", tuple(terms)), "=", ZERO)

    candidates = None if known is None else tuple((value,) for value in dict.fromkeys(known))
    return SetValue(1, member, candidates=candidates)


def second_eigenvalue(matrix: Matrix) -> Value:
    """The second largest eigenvalue of a design matrix, of which 1 is the largest, each counted as often as it is one.

    Raises MeaninglessError where the eigenvalues are no rational expressions.
    """
    known = eigenvalues(matrix)
    if known is None:
        raise MeaninglessError("its eigenvalues are no rational expressions")
    known.remove(ONE)
    distinct = tuple(dict.fromkeys(known))
    return distinct[0] if len(distinct) == 1 else Listed("max", distinct)


def inverted(matrix: Matrix) -> MatrixValue:
    """The inverse of a square matrix, else the pseudo-inverse of Moore and Penrose: P' (P P')^-1 or (P' P)^-1 P'.

    Raises MeaninglessError for a matrix whose rank is nowhere full.
    """
    other = transposed(matrix)
    try:
        if len(matrix) == len(other):
            return MatrixValue(inverse(matrix), inverts=matrix)
        if len(matrix) < len(other):
            return MatrixValue(product(other, inverse(product(matrix, other))), inverts=matrix)
        return MatrixValue(product(inverse(product(other, matrix)), other), inverts=matrix)
    except SingularMatrixError as error:
        raise MeaninglessError(
            "its rank is not full anywhere, so that no formula for the inverse is derived"
        ) from error


def divisor_of_inverse(matrix: Matrix) -> RationalFunction:
    """What is not 0 exactly where the rank is full: the determinant, or that of the smaller of P P' and P' P."""
    other = transposed(matrix)
    if len(matrix) == len(other):
        return determinant(matrix)
    return determinant(product(matrix, other) if len(matrix) < len(other) else product(other, matrix))


def possible(labels: Sequence[str], law: Sequence[RationalFunction]) -> SetValue:
    """The responses with a positive probability, which are numbers.

    Raises MeaninglessError for a response that is a word.
    """
    numbers = [RationalFunction.of(number) for label in labels if (number := number_of(label)) is not None]
    if len(numbers) < len(labels):
        raise MeaninglessError("a set of responses is one of numbers, and some response is a word")

    def member(z: Coordinates) -> Formula:
        return any_of(
            all_of([relation_formula(z[0], "=", number), relation_formula(probability, ">", ZERO)])
            for number, probability in zip(numbers, law, strict=True)
        )

    possible_somewhere = zip(numbers, law, strict=True)
    return SetValue(1, member, candidates=tuple((number,) for number, p in possible_somewhere if not p.is_zero()))
