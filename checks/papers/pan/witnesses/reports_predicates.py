"""The encoded statements about RAPPOR at one point, from all reports of all clients: section 5.1, appendices E, F."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from checks.papers.pan.witnesses.clients import (
    response_row,
    total,
)
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import Numeric, add, compare, divide, multiply, power
from checks.witness.statement import Trees


def is_equal(a: Numeric, b: Numeric) -> bool:
    """Whether two numbers agree."""
    return compare(a, b) == 0


def binary_response_is_optimal(point: Evaluator, trees: Trees) -> bool:
    """Unbiased estimators from private designs with three reports: none has a smaller variance, for either bit.

    The designs are those of e^eps = x with two free entries; of the unbiased estimators the one that is best for a bit
    has, by Lagrange's rule, the inverse of a 2 x 2 matrix of second moments.
    """
    x = point.values["x_i"]
    same, other = response_row(point, "x_i", 2)
    least = divide(multiply(same, other), power(add(same, -other), 2))
    for cut in (Fraction(1, 5), Fraction(1, 2), Fraction(7, 8)):
        middle = point.of(cut)
        top = divide(multiply(add(1, -middle), x), add(x, 1))
        low = divide(add(1, -middle), add(x, 1))
        rows = [(low, middle, top), (top, middle, low)]
        for bit in (0, 1):
            weights = rows[bit]
            gram = [
                [
                    total(divide(multiply(a, b), w) for a, b, w in zip(rows[s], rows[t], weights, strict=True))
                    for t in (0, 1)
                ]
                for s in (0, 1)
            ]
            determinant = add(multiply(gram[0][0], gram[1][1]), -power(gram[0][1], 2))
            second = divide(gram[0][0], determinant)
            if compare(add(second, -bit), least) < 0:
                return False
    return True


def benefits(point: Evaluator, trees: Trees) -> bool:
    """The relaxation of a bit has a law, its history the larger guarantee; and the estimate is the best one."""
    low, high = point.values["x"], point.values["y"]
    rows = {level: response_row(point, level, 2) for level in ("x", "y")}
    eigenvalue = divide(multiply(add(low, -1), add(high, 1)), multiply(add(low, 1), add(high, -1)))
    back = [divide(add(1, eigenvalue), 2), divide(add(1, -eigenvalue), 2)]
    for truth in (0, 1):
        for first in (0, 1):
            law = [
                divide(multiply(rows["y"][int(o != truth)], back[int(o != first)]), rows["x"][int(first != truth)])
                for o in (0, 1)
            ]
            if not is_equal(add(law[0], law[1]), 1) or compare(law[0], 0) < 0 or compare(law[1], 0) < 0:
                return False
    return binary_response_is_optimal(point.at(x_i=high), trees)


PREDICATES: Mapping[str, Callable[[Evaluator, Trees], bool]] = {
    "binary_response_is_optimal": binary_response_is_optimal,
    "benefits": benefits,
}
