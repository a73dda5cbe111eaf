"""The laws of responses at one point, by enumeration of the programs of the paper's mechanisms, and their errors."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from checks.witness.enumeration import Rows, design_rows, moments
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import Numeric
from mechanisms import catalogue


def rows_of(point: Evaluator, mechanism: str, **parameters: Numeric) -> Rows:
    """The law of the response for each truth, from the program of a mechanism of the catalogue."""
    if all(isinstance(value, (int, Fraction)) for value in parameters.values()):
        return _exact_rows(mechanism, tuple(parameters.items()))
    return design_rows(catalogue.get(mechanism).protocol.program, parameters, point.of)


@lru_cache(maxsize=50_000)
def _exact_rows(mechanism: str, parameters: tuple[tuple[str, Fraction], ...]) -> Rows:
    return design_rows(catalogue.get(mechanism).protocol.program, dict(parameters), Fraction)


def binary(point: Evaluator, first: Numeric, second: Numeric) -> Rows:
    """The generalised binary randomised response with p00 = first, p11 = second."""
    return rows_of(point, "binary", p00=first, p11=second)


def own_rows(point: Evaluator) -> Rows:
    """The mechanism at the point: the general one, unless `rows` says another."""
    if "rows" in point.values:
        rows: Rows = point.values["rows"]
        return rows
    return binary(point, point.values["p00"], point.values["p11"])


def error(point: Evaluator, first: Numeric, second: Numeric) -> Numeric:
    """The variance of the estimate at the design (first, second); ZeroDivisionError where it has none."""
    return moments(binary(point, first, second), point.values["pi"], point.values["n"])[1]
