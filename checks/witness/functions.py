"""Values of the built-in functions, and of those that a paper gives a meaning."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from checks.reading import syntax as tree
from checks.reading.plain_functions import by_others
from checks.witness.budgets import exponential
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, furthest, logarithm, sign, square_root

if TYPE_CHECKING:
    from checks.witness.evaluator import Evaluator

LARGEST_COUNT = 1000


def apply(point: Evaluator, node: tree.Apply) -> Numeric:
    """The value of a function: one of the paper's own, or a built-in one.

    Raises NotEvaluatedError for another function.
    """
    if node.function in point.meanings.functions:
        return point.meanings.functions[node.function](point, node)
    if (told := by_others(node)) is not None:
        return point.number(told)
    match node.function:
        case "log":
            return logarithm(point.number(node.arguments[0]))
        case "sqrt":
            return square_root(point.number(node.arguments[0]))
        case "exp":
            return exponential(point, node.arguments[0])
        case "min" | "max":
            return furthest(node.function, [point.number(argument) for argument in node.arguments])
        case "abs":
            value = point.number(node.arguments[0])
            return -value if sign(value) < 0 else value
        case "indicator":
            return point.of(int(point.truth(node.arguments[0])))
        case "binom" | "factorial" | "floor" | "ceil":
            return point.of(_counted(node.function, [point.number(argument) for argument in node.arguments]))
    raise NotEvaluatedError(f"the function {node.function} has no value")


def _counted(function: str, arguments: Sequence[Numeric]) -> Fraction:
    """Binomial coefficients, factorials and rounded numbers, by their definitions."""
    if not all(isinstance(a, (int, Fraction)) for a in arguments):
        raise NotEvaluatedError(f"the {function} of a number that is not exact")
    first, last = Fraction(arguments[0]), Fraction(arguments[-1])
    if function in ("floor", "ceil"):
        return Fraction(first // 1 if function == "floor" else -(-first // 1))
    if last.denominator != 1 or not 0 <= last <= LARGEST_COUNT:
        raise NotEvaluatedError(f"the {function} of {last}")
    result = Fraction(1)
    for i in range(int(last)):
        result = result * (i + 1) if function == "factorial" else result * (first - i) / (i + 1)
    return result
