"""Means over uniform real numbers, exactly: the integral of a polynomial over an interval."""

from __future__ import annotations

from fractions import Fraction

from mechanisms.exact.polynomial import Polynomial, Rational
from mechanisms.exact.rational import RationalFunction


class IntegrationError(ValueError):
    """The value is no polynomial in the variable that is integrated out, or the interval has no length."""


def uniform_mean(value: RationalFunction, name: str, low: Rational, high: Rational) -> RationalFunction:
    """E[value] for `name` uniform on [low, high]: (1/(high - low)) times the integral over the interval.

    The value must be a polynomial in `name`, with coefficients that are rational functions of the other variables.
    Raises IntegrationError for any other value, and for an interval without length.
    """
    if low >= high:
        raise IntegrationError(f"{name} cannot be uniform on [{low}, {high}], an interval without length")
    if name in value.denominator.names:
        raise IntegrationError(f"{value} is no polynomial in {name}, so its mean is not taken exactly")
    mean = Polynomial()
    for power, coefficient in value.numerator.coefficients_in(name).items():
        moment = (Fraction(high) ** (power + 1) - Fraction(low) ** (power + 1)) / ((power + 1) * Fraction(high - low))
        mean = mean + coefficient * moment
    return RationalFunction(mean, value.denominator)
