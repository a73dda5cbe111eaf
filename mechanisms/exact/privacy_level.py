"""A privacy level eps as an exact number: the logarithm of a rational, or a rational, compared without rounding."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import log

from flint import arb, ctx

from mechanisms.exact.domain import Parameter
from mechanisms.exact.formula import power_of_e
from mechanisms.exact.notebook import Shown, latex_of
from mechanisms.exact.polynomial import Rational, to_fmpq

MAXIMAL_LENGTH = 60  # characters of a number that a user writes
MAXIMAL_EPS = 200
_PRECISION = 512  # bits of the first enclosure of e^eps
_NUMBER = re.compile(r"\d+(\.\d+|/0*[1-9]\d*)?")
_LOGARITHM = re.compile(r"(?:log|ln)\((?P<x>[^()]+)\)")


class LevelError(ValueError):
    """No number that can be a privacy level."""


@dataclass(frozen=True)
class PrivacyLevel(Shown):
    """eps = log(x) for a rational x >= 1, or eps = `eps` for a rational eps > 0, where x = e^eps is transcendental.

    Exactly one of the two is given. Raises LevelError otherwise, for x < 1, and for eps outside (0, MAXIMAL_EPS].
    """

    x: Fraction | None = None
    eps: Fraction | None = None

    def __post_init__(self) -> None:
        if (self.x is None) == (self.eps is None):
            raise LevelError("a privacy level is given by x = e^eps or by eps, one of them")
        if self.x is not None and self.x < 1:
            raise LevelError(f"x = e^eps must be at least 1, because eps >= 0; it is {self.x}")
        if self.eps is not None and not 0 < self.eps <= MAXIMAL_EPS:
            raise LevelError(f"eps lies between 0 and {MAXIMAL_EPS}, not at {self.eps}")

    @classmethod
    def of_x(cls, x: Rational) -> PrivacyLevel:
        """The level with e^eps = x. Raises LevelError for floats, and for x < 1."""
        return cls(x=_exact(x, "x = e^eps"))

    @classmethod
    def of_eps(cls, eps: Rational) -> PrivacyLevel:
        """The level eps; eps = 0 is the level with e^eps = 1. Raises LevelError for floats, and out of range."""
        return cls(eps=_exact(eps, "eps")) if eps != 0 else cls(x=Fraction(1))

    @classmethod
    def read(cls, text: str) -> PrivacyLevel:
        """A level as a user writes it: 1/2, 0.5 or log(3). Raises LevelError for anything else, and for eps < 0."""
        given = text.strip()
        logarithm = _LOGARITHM.fullmatch(given)
        number = (logarithm["x"] if logarithm else given).strip()
        if len(given) <= MAXIMAL_LENGTH and number.startswith("-") and _NUMBER.fullmatch(number[1:].strip()):
            raise LevelError(f"eps = {given} is negative; a privacy budget is at least 0")
        if len(given) > MAXIMAL_LENGTH or not _NUMBER.fullmatch(number):
            raise LevelError(f"eps is a number such as 1/2, 0.5 or log(3), not {text[:MAXIMAL_LENGTH]!r}")
        return cls.of_x(Fraction(number)) if logarithm else cls.of_eps(Fraction(number))

    def multiple_below(self, count: int) -> int:
        """floor(x count), the largest integer a with a <= x count, for an integer count >= 0."""
        precision = _PRECISION
        low, high = self.enclosure
        while (least := low.numerator * count // low.denominator) != high.numerator * count // high.denominator:
            # x count is irrational here, so that some precision tells it from every integer.
            precision *= 2
            low, high = self._enclosed(precision)
        return least

    @cached_property
    def enclosure(self) -> tuple[Fraction, Fraction]:
        """Rationals low <= x <= high close to x, equal to it if x is rational."""
        return (self.x, self.x) if self.x is not None else self._enclosed(_PRECISION)

    def _enclosed(self, precision: int) -> tuple[Fraction, Fraction]:
        assert self.eps is not None
        with ctx.workprec(precision):
            ball = arb(to_fmpq(self.eps)).exp()
            return dyadic(ball.lower()), dyadic(ball.upper())

    def constant(self) -> Parameter:
        """The transcendental e^eps as a parameter that is a constant, named exp(eps); needs a rational eps.

        Raises LevelError for a rational e^eps.
        """
        if self.eps is None:
            raise LevelError(f"e^eps = {self.x} is rational and needs no name")
        named = power_of_e(self.eps)
        return Parameter(named.name, *self.enclosure, low_open=True, high_open=True, constant=named)

    def __float__(self) -> float:
        """eps, rounded."""
        if self.x is not None:
            return log(self.x.numerator) - log(self.x.denominator)
        assert self.eps is not None, "one of the two is given"
        return float(self.eps)

    def to_latex(self) -> str:
        """eps as a number."""
        if self.x is None:
            return latex_of(self.eps)
        return "0" if self.x == 1 else rf"\log {latex_of(self.x)}"

    def __str__(self) -> str:
        if self.x is None:
            return str(self.eps)
        return "0" if self.x == 1 else f"log({self.x})"


def dyadic(number: arb) -> Fraction:
    """The value of a ball without radius."""
    mantissa, exponent = (int(part) for part in number.mid().man_exp())
    return Fraction(mantissa << exponent) if exponent >= 0 else Fraction(mantissa, 1 << -exponent)


def _exact(value: Rational, what: str) -> Fraction:
    if isinstance(value, float):
        raise LevelError(
            f"{what} = {value} is a float; exact numbers are needed, such as {Fraction(str(float(value)))!r}"
        )
    return Fraction(value)
