"""Numbers that logarithms, exponentials and square roots make of fractions, for what the sides of a relation are worth.

Such a number is a rational function of these, written exactly, and a ball around it. Two are equal where they are the
same function, once logarithms of fractions are made of those of primes and exponentials are powers of one, and differ
where the balls do; elsewhere nothing is concluded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from flint import arb, fmpz

from checks.witness.numbers import EXACT, Ordered, UndecidedError, Wider, ball, fraction, sign
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

_LOGARITHM = re.compile(r"log\(([0-9]+)(?:/([0-9]+))?\)")
_EXPONENTIAL = re.compile(r"exp\((-?[0-9]+(?:/[0-9]+)?)\)")
INVERSE = {"exp": "log", "log": "exp"}
_WHOLE = {("exp", 0): 1, ("log", 1): 0, ("sqrt", 0): 0}


@dataclass(frozen=True, eq=False)
class Irrational(Ordered):
    """The number; of a single logarithm, exponential or root also of what it is one."""

    exact: RationalFunction
    about: arb
    of: tuple[str, Any] = ("", None)

    def __str__(self) -> str:
        return str(self.exact.to_sympy()).replace("**", "^")

    def __float__(self) -> float:
        return float(self.about)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Wider):
            return NotImplemented
        return _made(self.exact + _exact(other), self.about + _about(other))

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Wider):
            return NotImplemented
        return _made(self.exact * _exact(other), self.about * _about(other))

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, Wider):
            return NotImplemented
        return _made(self.exact / _exact(other), self.about / _about(other))

    def __rtruediv__(self, other: Any) -> Any:
        return _made(_exact(other) / self.exact, _about(other) / self.about)

    def __pow__(self, exponent: int) -> Any:
        return _made(self.exact**exponent, self.about**exponent)

    __radd__, __rmul__ = __add__, __mul__

    def __hash__(self) -> int:
        return hash(str(self.exact))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Wider):
            return NotImplemented
        return isinstance(other, (*EXACT, Irrational)) and self._minus(other) == 0

    @property
    def denominator(self) -> int:
        """That it is no whole number is not known: raises UndecidedError."""
        raise UndecidedError(f"whether {self} is a whole number is not decided")

    def _minus(self, other: Any) -> int:
        """The sign of the difference; UndecidedError where the balls are too wide to tell."""
        if isinstance(other, Wider):
            return -int(other._minus(self))
        if (self.exact - _exact(other)).is_zero():
            return 0
        found = sign(self.about - _about(other))
        if not found and _in_few(self.exact - _exact(other)).is_zero():
            return 0
        if not found:
            raise UndecidedError(f"whether {self} is {other} is not decided")
        return found


def applied_to(function: str, argument: Any) -> Any:
    """exp, log or sqrt of a number; UndecidedError where it has no value that is known."""
    if (function, argument) in _WHOLE:
        return Fraction(_WHOLE[function, argument])
    if function != "exp" and not argument > 0:
        raise UndecidedError(f"{function} of a number that is not positive")
    if isinstance(argument, Irrational) and argument.of[0] == INVERSE.get(function, function + "?"):
        return argument.of[1]
    if function == "sqrt" and not isinstance(argument, (int, Irrational)):
        return _square_root(argument)
    exact = RationalFunction.of(Polynomial.variable(f"{function}({argument})"))
    return Irrational(exact, getattr(_about(argument), function)(), (function, argument))


def _square_root(rational: Any) -> Any:
    """The square root of a positive fraction, as a multiple of that of a number without square factors."""
    number = fraction(rational)
    outside, inside = Fraction(1, number.denominator), 1
    for prime, power in fmpz(number.numerator * number.denominator).factor():
        outside, inside = outside * int(prime) ** (power // 2), inside * int(prime) ** (power % 2)
    if inside == 1:
        return outside
    root = Irrational(
        RationalFunction.of(Polynomial.variable(f"sqrt({inside})")), ball(Fraction(inside)).sqrt(), ("sqrt", inside)
    )
    return root if outside == 1 else root * outside


def _in_few(number: RationalFunction) -> RationalFunction:
    """The number with the logarithms of primes alone, and with one exponential, of which the others are powers."""
    found = {}
    exponents: dict[str, Fraction] = {}
    for name in number.names:
        if fraction := _LOGARITHM.fullmatch(name):
            above, below = (fmpz(int(part or 1)).factor() for part in fraction.groups())
            powers = [*above, *((prime, -power) for prime, power in below)]
            parts = (RationalFunction.of(Polynomial.variable(f"log({prime})")) * int(power) for prime, power in powers)
            found[name] = sum(parts, RationalFunction.of(0))
        elif exponent := _EXPONENTIAL.fullmatch(name):
            exponents[name] = Fraction(exponent[1])
    unit = Fraction(1, lcm(*(exponent.denominator for exponent in exponents.values())))
    one = RationalFunction.of(Polynomial.variable(f"exp({unit})"))
    return number.substitute(found | {name: one ** int(exponent / unit) for name, exponent in exponents.items()})


def _made(exact: RationalFunction, about: arb) -> Any:
    return Irrational(exact, about) if exact.names else exact.constant_value()


def _exact(number: Any) -> RationalFunction:
    return number.exact if isinstance(number, Irrational) else RationalFunction.of(fraction(number))


def _about(number: Any) -> arb:
    return number.about if isinstance(number, Irrational) else ball(fraction(number))
