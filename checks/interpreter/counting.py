"""Functions of integers: binomial coefficients, factorials, rounding down and up."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, comb, factorial, floor

from checks.interpreter.values import MeaninglessError
from mechanisms.exact.rational import RationalFunction

COUNTING = frozenset(["binom", "factorial", "floor", "ceil"])
LARGEST = 1000
"""Largest number of which a factorial or a binomial coefficient is computed."""


def whole_number(value: RationalFunction) -> int | None:
    """The integer that a value is; None if it is none, or not given."""
    if value.names:
        return None
    number = value.evaluate({})
    return int(number) if number.denominator == 1 else None


def counted(function: str, arguments: Sequence[RationalFunction]) -> RationalFunction:
    """The value at given numbers; of binom(n, k), with k given, the polynomial n (n - 1) ... (n - k + 1) / k!.

    Raises MeaninglessError where a number that has to be given is not, or is too large.
    """
    if function in ("floor", "ceil"):
        (value,) = arguments
        if value.names:
            raise MeaninglessError(f"the {function} of {value} has no meaning here; it has one of a given number")
        return RationalFunction.of((floor if function == "floor" else ceil)(value.evaluate({})))
    count = whole_number(arguments[-1])
    if count is None or not 0 <= count <= LARGEST:
        what = "lower number of a binomial coefficient" if function == "binom" else "argument of a factorial"
        raise MeaninglessError(f"the {what} needs a given value from 0 to {LARGEST}, not {arguments[-1]}")
    if function == "factorial":
        return RationalFunction.of(factorial(count))
    upper = arguments[0]
    given = whole_number(upper)
    if given is not None and 0 <= given <= LARGEST:
        return RationalFunction.of(comb(given, count))
    if count > 50:
        raise MeaninglessError(f"a binomial coefficient of {upper} with the lower number {count} is not written out")
    result = RationalFunction.of(1)
    for i in range(count):
        result = result * (upper - RationalFunction.of(i)) / RationalFunction.of(i + 1)
    return result
