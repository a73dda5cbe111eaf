"""Exact numbers at one privacy level: rational functions of x = e^eps, u = e^(eps/2), t = e^(eps theta/2), compared.

t is the best threshold, (u + 1 + sqrt(u^2 - u + 1))/3, so that u = t (3 t - 2)/(2 t - 1) and x = u^2 are functions of
t. If x is rational, u and t are algebraic and a function of one of them is zero exactly if its minimal polynomial
divides the numerator. If eps is rational, not zero, x is transcendental, and so are u and t: no function but zero is
zero. Where two numbers differ, enclosures of growing precision tell which is the larger.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, total_ordering

import sympy
from flint import arb, ctx

from derivations.theorems.oracles.oracle_comparison import HALF_LEVEL_OF_THRESHOLD
from derivations.theorems.subsets.subset_response import Exact
from mechanisms.exact.algebraic_real import UNKNOWN, AlgebraicReal, real_roots
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial, to_fmpq
from mechanisms.exact.privacy_level import PrivacyLevel, dyadic
from mechanisms.exact.rational import RationalFunction

NAMES = ("x", "u", "t")
_PRECISION = 128  # bits of the first enclosure
_ACCURACY = 60  # bits of a number that is shown
_U = RationalFunction(Polynomial.variable("u"))
IN_U = {"x": _U * _U}
IN_T = {"u": HALF_LEVEL_OF_THRESHOLD, "x": HALF_LEVEL_OF_THRESHOLD * HALF_LEVEL_OF_THRESHOLD}


class NoInformationError(ValueError):
    """At eps = 0 the responses say nothing."""


@dataclass(frozen=True)
class LevelNumbers:
    """The numbers x, u and t of a privacy level eps > 0, and all rational functions of them.

    Raises NoInformationError for eps = 0.
    """

    level: PrivacyLevel

    def __post_init__(self) -> None:
        if self.level.x == 1:
            raise NoInformationError("at eps = 0 responses say nothing about the truth; eps > 0 is needed")

    def number(self, function: Exact) -> LevelNumber:
        """The value of a rational function of x, u and t; a rational number counts as one.

        Raises ValueError for another variable.
        """
        value = RationalFunction.of(function)
        unknown = set(value.names) - set(NAMES)
        if unknown:
            raise ValueError(f"{value} has the variable {min(unknown)}, which the privacy level does not determine")
        return LevelNumber(self, self.formula(value))

    def formula(self, function: RationalFunction) -> RationalFunction:
        """The function with x put in where it is rational."""
        return function if self.level.x is None else function.substitute({"x": self.level.x})

    @property
    def at_level(self) -> LevelNumber:
        """The number x = e^eps itself."""
        return self.number(Polynomial.variable("x"))

    @cached_property
    def minimal_polynomials(self) -> Mapping[str, Polynomial]:
        """Name -> irreducible polynomial of u and t in their own variable, where x is rational; empty where it is not.

        t is the largest real root of t^2 (3t - 2)^2 = x (2t - 1)^2, because u(t) grows from 1 at t = 1 on.
        """
        if self.level.x is None:
            return {}
        t = Polynomial.variable("t")
        roots = {
            "u": AlgebraicReal.square_root(self.level.x),
            "t": real_roots((t * (3 * t - 2)) ** 2 - (2 * t - 1) ** 2 * self.level.x)[-1],
        }
        return {name: root.minimal.substitute({UNKNOWN: Polynomial.variable(name)}) for name, root in roots.items()}

    def balls(self) -> dict[str, arb]:
        """Enclosures of x, u and t at the working precision of FLINT."""
        if self.level.x is not None:
            x = arb(to_fmpq(self.level.x))
            u = x.sqrt()
        else:
            assert self.level.eps is not None
            u = (arb(to_fmpq(self.level.eps)) / 2).exp()
            x = u * u
        return {"x": x, "u": u, "t": (u + 1 + (x - u + 1).sqrt()) / 3}

    def expressions(self) -> dict[str, sympy.Expr]:
        """x, u and t as sympy expressions."""
        if self.level.x is not None:
            x = sympy.Rational(self.level.x.numerator, self.level.x.denominator)
            u = sympy.sqrt(x)
        else:
            assert self.level.eps is not None
            eps = sympy.Rational(self.level.eps.numerator, self.level.eps.denominator)
            x, u = sympy.exp(eps), sympy.exp(eps / 2)
        return {"x": x, "u": u, "t": (u + 1 + sympy.sqrt(x - u + 1)) / 3}


@total_ordering
@dataclass(frozen=True, eq=False)
class LevelNumber(Shown):
    """A rational function of x, u and t at a privacy level, which is a real number; compared exactly."""

    numbers: LevelNumbers
    function: RationalFunction

    @property
    def rational(self) -> Fraction | None:
        """The number as a fraction, if it is seen to be one."""
        value = self._in_one_variable()
        return value.evaluate({}) if not value.names else None

    def sign(self) -> int:
        """-1, 0 or 1."""
        exact = self.rational
        if exact is not None:
            return (exact > 0) - (exact < 0)
        if self._is_zero():
            return 0
        precision = _PRECISION
        while True:
            ball = self.enclosure(precision)
            if ball > 0 or ball < 0:
                return 1 if ball > 0 else -1
            precision *= 2

    def enclosure(self, precision: int) -> arb:
        """A ball around the number, computed with so many bits."""
        with ctx.workprec(precision):
            at = self.numbers.balls()
            return _ball(self.function.numerator, at) / _ball(self.function.denominator, at)

    def bounds(self, precision: int) -> tuple[Fraction, Fraction]:
        """Rational numbers below and above the number, computed with so many bits, or the number itself."""
        exact = self.rational
        if exact is not None:
            return exact, exact
        ball = self.enclosure(precision)
        with ctx.workprec(precision):
            return dyadic(ball.lower()), dyadic(ball.upper())

    def _in_one_variable(self) -> RationalFunction:
        """The function in the one variable that generates the field; in none where that is rational."""
        value = self.function
        if "t" in value.names:
            value = value.substitute(IN_T)
        elif "u" in value.names:
            value = value.substitute(IN_U)
        for name, minimal in self.numbers.minimal_polynomials.items():
            if name in value.names and minimal.degree(name) == 1:
                value = value.substitute({name: _root(minimal, name)})
        return value

    def _is_zero(self) -> bool:
        value = self._in_one_variable()
        if value.is_zero():
            return True
        minimal = self.numbers.minimal_polynomials
        return any(name in minimal and not value.numerator.gcd(minimal[name]).is_constant() for name in value.names)

    def __sub__(self, other: LevelNumber) -> LevelNumber:
        return LevelNumber(self.numbers, self.function - other.function)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LevelNumber):
            return NotImplemented
        return self.numbers == other.numbers and (self - other)._is_zero()

    def __lt__(self, other: LevelNumber) -> bool:
        if self.numbers != other.numbers:
            raise ValueError("numbers at different privacy levels are not compared")
        return (self - other).sign() < 0

    def __hash__(self) -> int:
        return hash(self.numbers)

    def __float__(self) -> float:
        exact, precision = self.rational, _PRECISION
        if exact is not None or self._is_zero():
            return float(exact or 0)
        while (ball := self.enclosure(precision)).rel_accuracy_bits() < _ACCURACY:
            precision *= 2
        return float(ball)

    def to_sympy(self) -> sympy.Expr:
        """The number as a sympy expression in roots or exponentials."""
        return self.function.to_sympy(self.numbers.expressions())

    def __str__(self) -> str:
        exact = self.rational
        return str(exact) if exact is not None else str(sympy.sstr(self.to_sympy()))


def _ball(polynomial: Polynomial, at: Mapping[str, arb]) -> arb:
    total = arb(0)
    for monomial, coefficient in polynomial.terms().items():
        term = arb(to_fmpq(coefficient))
        for name, power in monomial:
            term = term * at[name] ** power
        total = total + term
    return total


def _root(minimal: Polynomial, name: str) -> Fraction:
    """The zero of a linear polynomial."""
    by_power = {power: c.constant_value() for power, c in minimal.coefficients_in(name).items()}
    return -by_power.get(0, Fraction(0)) / by_power[1]
