"""Numbers that witnesses compute with: exact fractions, balls where e^(1/2) or a logarithm occurs, and jets over both.

Signs of fractions are exact. A ball (Arb, 400 bits) is positive or negative when all of it is, and counts as zero when
all of it is smaller than 2^-200; otherwise its sign is not decided and nothing is concluded from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial
from typing import Any, TypeAlias

from flint import arb, ctx, fmpq
from gmpy2 import mpq

PRECISION = 400
NEGLIGIBLE = arb(2) ** -200

EXACT = (int, Fraction, mpq)
"""The kinds of rational numbers: those of GMP take a tenth of the time of fractions, and have the same text."""

Scalar: TypeAlias = Any  # int, Fraction or arb
Numeric: TypeAlias = Any  # Scalar or Jet

HOLDS: dict[str, Callable[[int], bool]] = {
    "=": lambda s: s == 0,
    ":=": lambda s: s == 0,
    "!=": lambda s: s != 0,
    "<": lambda s: s < 0,
    "<=": lambda s: s <= 0,
    ">": lambda s: s > 0,
    ">=": lambda s: s >= 0,
}
"""Whether the sign of a difference satisfies a relation."""


class UndecidedError(ValueError):
    """A ball contains zero and is too wide to be taken for zero."""


class UndefinedError(ArithmeticError):
    """A logarithm or a square root of something for which it has no value; or a case that no line covers."""


class Ordered:  # no ABC: whether a number is of a kind is asked millions of times
    """Numbers that are in the order of the signs of their differences."""

    def _minus(self, other: Any) -> int:
        """The sign of the difference; UndecidedError where it is not known."""
        raise NotImplementedError

    def __lt__(self, other: Any) -> bool:
        return self._minus(other) < 0

    def __le__(self, other: Any) -> bool:
        return self._minus(other) <= 0

    def __gt__(self, other: Any) -> bool:
        return self._minus(other) > 0

    def __ge__(self, other: Any) -> bool:
        return self._minus(other) >= 0


class Wider(Ordered):
    """Numbers of a kind that takes others in: what stands left of one leaves it to it to reckon with both."""


def fraction(number: Any) -> Fraction:
    """A rational number of any kind as a fraction. Raises TypeError for what is none."""
    if not isinstance(number, EXACT):
        raise TypeError(f"{number!r} is no rational number")
    return Fraction(int(number.numerator), int(number.denominator))


def of_flint(number: fmpq) -> Any:
    """A rational number of FLINT as one of GMP."""
    return mpq(int(number.p), int(number.q))


def to_flint(number: Any) -> fmpq:
    """A rational number of any kind as one of FLINT."""
    return fmpq(int(number.numerator), int(number.denominator))


def ball(value: Scalar) -> arb:
    """A ball around an exact number."""
    ctx.prec = PRECISION
    if isinstance(value, arb):
        return value
    exact = Fraction(value)
    return arb(fmpq(exact.numerator, exact.denominator))


def sign(value: Numeric) -> int:
    """-1, 0 or 1; of the constant term of a jet. UndecidedError for a ball that is neither."""
    if isinstance(value, Jet):
        value = value.terms[0]
    if isinstance(value, arb):
        if value > 0:
            return 1
        if value < 0:
            return -1
        if value.is_finite() and abs(value) < NEGLIGIBLE:
            return 0
        raise UndecidedError("a ball does not tell its sign")
    numerator: int = value.numerator
    return (numerator > 0) - (numerator < 0)


def add(a: Numeric, b: Numeric) -> Numeric:
    """The sum of two numbers of any kinds."""
    return a + b if type(a) is type(b) else alike(a, b) + alike(b, a)


def multiply(a: Numeric, b: Numeric) -> Numeric:
    """The product of two numbers of any kinds."""
    return a * b if type(a) is type(b) else alike(a, b) * alike(b, a)


def compare(a: Numeric, b: Numeric) -> int:
    """The sign of a - b."""
    if isinstance(a, (Fraction, int)) and isinstance(b, (Fraction, int)):
        return (a > b) - (a < b)
    return sign(add(a, -b))


def divide(top: Numeric, bottom: Numeric) -> Numeric:
    """The quotient; ZeroDivisionError where the divisor is zero, also for balls."""
    if sign(bottom) == 0:
        raise ZeroDivisionError("division by zero")
    if isinstance(top, int) and isinstance(bottom, int):
        return Fraction(top, bottom)
    return alike(top, bottom) / alike(bottom, top)


def power(base: Numeric, exponent: int) -> Numeric:
    """base^exponent for an integer exponent, 0^0 = 1."""
    if exponent < 0:
        return divide(1, power(base, -exponent))
    result: Numeric = 1
    for _ in range(exponent):
        result = multiply(result, base)
    return result


def logarithm(value: Numeric) -> Numeric:
    """The natural logarithm, as a ball or a jet of balls; UndefinedError unless the argument is positive."""
    if sign(value) <= 0:
        raise UndefinedError("the logarithm of a number that is not positive")
    if not isinstance(value, Jet):
        return ball(value).log()
    # With u = u0 (1 + w): log u = log u0 + w - w^2/2 + ..., and w has no constant term.
    w = Jet((0, *value.terms[1:])) / value.terms[0]
    found: Numeric = Jet((ball(value.terms[0]).log(), *[0] * (len(value.terms) - 1)))
    for k in range(1, len(value.terms)):
        found = found + multiply(power(w, k), divide((-1) ** (k + 1), k))
    return found


def square_root(value: Scalar) -> arb:
    """The square root as a ball; UndefinedError for a negative number."""
    if sign(value) < 0:
        raise UndefinedError("the square root of a negative number")
    return ball(value).sqrt() if sign(value) else ball(0)


@dataclass(frozen=True)
class Jet:
    """A truncated Taylor series, terms[k] = f^(k)(v) / k!; arithmetic on jets is calculus."""

    terms: tuple[Scalar, ...]

    @classmethod
    def variable(cls, value: Scalar, order: int) -> Jet:
        """The variable itself at a value."""
        return cls((value, 1, *[0] * (order - 1)))

    def derivative(self, order: int) -> Scalar:
        """The derivative of this order."""
        return self.terms[order] * factorial(order)

    def _with(self, other: Numeric, operation: Callable[[Scalar, Scalar], Scalar]) -> Jet:
        terms = other.terms if isinstance(other, Jet) else (other, *[0] * (len(self.terms) - 1))
        return Jet(tuple(operation(alike(a, b), alike(b, a)) for a, b in zip(self.terms, terms, strict=True)))

    def __add__(self, other: Numeric) -> Jet:
        return self._with(other, lambda a, b: a + b)

    __radd__ = __add__

    def __neg__(self) -> Jet:
        return Jet(tuple(-a for a in self.terms))

    def __sub__(self, other: Numeric) -> Jet:
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other: Numeric) -> Jet:
        return self._with(other, lambda a, b: b - a)

    def __mul__(self, other: Numeric) -> Jet:
        if not isinstance(other, Jet):
            return Jet(tuple(multiply(a, other) for a in self.terms))
        size = len(self.terms)
        terms = []
        for k in range(size):
            total: Scalar = 0
            for i in range(k + 1):
                total = total + multiply(self.terms[i], other.terms[k - i])
            terms.append(total)
        return Jet(tuple(terms))

    __rmul__ = __mul__

    def __truediv__(self, other: Numeric) -> Jet:
        if not isinstance(other, Jet):
            return Jet(tuple(divide(a, other) for a in self.terms))
        terms: list[Scalar] = []
        for k in range(len(self.terms)):
            rest = self.terms[k]
            for i in range(k):
                rest = rest - multiply(terms[i], other.terms[k - i])
            terms.append(divide(rest, other.terms[0]))
        return Jet(tuple(terms))

    def __rtruediv__(self, other: Numeric) -> Jet:
        return Jet((other, *[0] * (len(self.terms) - 1))) / self


def alike(value: Numeric, other: Numeric) -> Numeric:
    """The value as a ball if the other is one, for balls and fractions do not mix."""
    return ball(value) if isinstance(other, arb) and isinstance(value, Fraction) else value


def furthest(kind: str, values: Sequence[Numeric]) -> Numeric:
    """The largest or the least of some numbers."""
    best = values[0]
    for value in values[1:]:
        if compare(value, best) * (1 if kind == "max" else -1) > 0:
            best = value
    return best
