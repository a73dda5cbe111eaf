"""Real algebraic numbers, compared exactly: an irreducible polynomial over the rationals and an interval with one root.

Two numbers are equal exactly if they are the same root of the same polynomial; otherwise bisection tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering
from typing import Any

import sympy
from flint import ctx, fmpz_poly

from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial, Rational
from mechanisms.exact.privacy_level import dyadic
from mechanisms.exact.rational import RationalFunction

UNKNOWN = "t"  # the variable of minimal polynomials
IMAGE = "v"
_PRECISION = 128  # bits at which roots are isolated
_WIDTH = Fraction(1, 2**64)


class AlgebraicError(ValueError):
    """A number is not real, or a function is not defined at it."""


@total_ordering
@dataclass(frozen=True, eq=False)
class AlgebraicReal(Shown):
    """The root of `minimal` between `low` and `high`, of which it has no other there; low = high if it is rational.

    `minimal` is irreducible, in the variable t, with coprime integer coefficients, the first of them positive.
    """

    minimal: Polynomial
    low: Fraction
    high: Fraction

    @classmethod
    def of(cls, value: AlgebraicReal | Rational) -> AlgebraicReal:
        """The number itself, or a rational number as one."""
        if isinstance(value, AlgebraicReal):
            return value
        number = Fraction(value)
        polynomial = (Polynomial.variable(UNKNOWN) - number).primitive()
        return cls(polynomial, number, number)

    @classmethod
    def square_root(cls, value: Rational) -> AlgebraicReal:
        """The root that is not negative; AlgebraicError for a negative number."""
        if value < 0:
            raise AlgebraicError(f"{value} has no real square root")
        unknown = Polynomial.variable(UNKNOWN)
        return real_roots(unknown * unknown - Fraction(value))[-1]

    @property
    def rational(self) -> Fraction | None:
        """The number as a fraction if it is one."""
        return self.low if self.low == self.high else None

    def refined(self, width: Fraction) -> AlgebraicReal:
        """The same number in an interval that is at most as long as said."""
        low, high = self.low, self.high
        if high - low <= width:
            return self
        rising = self.minimal.evaluate({UNKNOWN: high}) > 0
        while high - low > width:
            middle = (low + high) / 2
            above = self.minimal.evaluate({UNKNOWN: middle}) > 0
            low, high = (low, middle) if above == rising else (middle, high)
        return AlgebraicReal(self.minimal, low, high)

    def sign_of(self, polynomial: Polynomial) -> int:
        """The sign at this number of a polynomial in one variable, of any name; AlgebraicError for one in several."""
        if len(polynomial.names) > 1:
            raise AlgebraicError(f"{polynomial} has more than one variable")
        named = polynomial.substitute(dict.fromkeys(polynomial.names, Polynomial.variable(UNKNOWN)))
        if not self.minimal.gcd(named).is_constant():  # it is irreducible, so it divides the polynomial
            return 0
        here, width = self, _WIDTH
        while True:
            low, high = _bounds(named, here.low, here.high)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            here, width = here.refined(width), width / 2**32

    def sign(self) -> int:
        """-1, 0 or 1."""
        return (self > 0) - (self < 0)

    def image(self, function: RationalFunction) -> AlgebraicReal:
        """The value of a rational function of one variable at this number; AlgebraicError at a pole."""
        if len(function.names) > 1:
            raise AlgebraicError(f"{function} has more than one variable")
        unknown = Polynomial.variable(UNKNOWN)
        function = function.substitute(dict.fromkeys(function.names, unknown))
        if self.rational is not None:
            if function.denominator.evaluate({UNKNOWN: self.rational}) == 0:
                raise AlgebraicError(f"{function} is not defined at {self.rational}")
            return AlgebraicReal.of(function.evaluate({UNKNOWN: self.rational}))
        if not function.names:
            return AlgebraicReal.of(function.evaluate({}))
        # The values at all conjugates are the roots of this resultant.
        if not self.minimal.gcd(function.denominator).is_constant():
            raise AlgebraicError(f"{function} is not defined at {self}")
        values = self.minimal.resultant(
            Polynomial.variable(IMAGE) * function.denominator - function.numerator, UNKNOWN
        ).substitute({IMAGE: unknown})
        candidates = list(real_roots(values))
        here, width = self, _WIDTH
        while len(candidates) > 1:
            here = here.refined(width)
            bounds = _range(function, here.low, here.high)
            if bounds is not None:
                candidates = [c.refined(width) for c in candidates]
                candidates = [c for c in candidates if c.high >= bounds[0] and c.low <= bounds[1]]
            width /= 2**32
        return candidates[0]

    def rounded(self, digits: int) -> Fraction:
        """The nearest multiple of 10^-digits, halves upwards, which occur for rational numbers only."""
        unit = Fraction(1, 10**digits)
        here, width = self, unit / 4
        while True:
            here = here.refined(width)
            low, high = ((end / unit + Fraction(1, 2)).__floor__() for end in (here.low, here.high))
            if low == high:
                return low * unit
            width /= 2**16

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (AlgebraicReal, int, Fraction)) or isinstance(other, bool):
            return NotImplemented
        number = AlgebraicReal.of(other)
        if self.minimal != number.minimal:
            return False
        a, b = self, number
        while a.low <= b.high and b.low <= a.high:
            low, high = min(a.low, b.low), max(a.high, b.high)
            if (a.low, a.high) == (b.low, b.high) or _roots_between(self.minimal, low, high) == 1:
                return True
            a, b = a.refined((a.high - a.low) / 2), b.refined((b.high - b.low) / 2)
        return False

    def __hash__(self) -> int:
        return hash(self.minimal)

    def __lt__(self, other: AlgebraicReal | Rational) -> bool:
        number = AlgebraicReal.of(other)
        if self == number:
            return False
        a, b = self, number
        while not (a.high < b.low or b.high < a.low):
            a, b = a.refined((a.high - a.low) / 16), b.refined((b.high - b.low) / 16)
        return a.high < b.low

    def to_sympy(self) -> sympy.Expr:
        """The number as a sympy expression: a rational, an expression in square roots, or the root of a polynomial."""
        position = real_roots(self.minimal).index(self)
        return sympy.real_roots(RationalFunction(self.minimal).to_sympy())[position]

    def __str__(self) -> str:
        if self.rational is not None:
            return str(self.rational)
        return f"the root of {self.minimal} near {float(self.refined(_WIDTH).low):.10g}"


def real_roots(polynomial: Polynomial) -> tuple[AlgebraicReal, ...]:
    """The different real roots of a polynomial in one variable, which is not zero, in ascending order.

    Raises AlgebraicError for any other polynomial.
    """
    if len(polynomial.names) > 1 or polynomial.is_zero():
        raise AlgebraicError(f"{polynomial} is no polynomial in one variable that has finitely many roots")
    named = polynomial.substitute(dict.fromkeys(polynomial.names, Polynomial.variable(UNKNOWN)))
    found = [root for factor, _ in named.factors()[1] for root in _roots_of_irreducible(factor)]
    return tuple(sorted(found))


def _roots_of_irreducible(factor: Polynomial) -> Iterable[AlgebraicReal]:
    minimal = factor.primitive()
    if minimal.leading_coefficient() < 0:
        minimal = -minimal
    powers = {power: c.constant_value() for power, c in minimal.coefficients_in(UNKNOWN).items()}
    if minimal.degree(UNKNOWN) == 1:
        root = -powers.get(0, Fraction(0)) / powers[1]
        yield AlgebraicReal(minimal, root, root)
        return
    dense = fmpz_poly([int(powers.get(power, 0)) for power in range(minimal.degree(UNKNOWN) + 1)])
    with ctx.workprec(_PRECISION):
        # FLINT isolates the roots; the imaginary part of a real root is exactly zero.
        isolated: Any = dense.complex_roots()
        for ball, _ in isolated:
            if ball.imag == 0:
                yield AlgebraicReal(minimal, dyadic(ball.real.lower()), dyadic(ball.real.upper()))


def _roots_between(minimal: Polynomial, low: Fraction, high: Fraction) -> int:
    """How many real roots lie in an interval whose ends are no roots (or are the one rational root)."""
    return sum(
        1
        for root in _roots_of_irreducible(minimal)
        if root.high >= low and root.low <= high and _inside(root, low, high)
    )


def _inside(root: AlgebraicReal, low: Fraction, high: Fraction) -> bool:
    if root.rational is not None:
        return low <= root.rational <= high
    while root.low < low < root.high or root.low < high < root.high:
        root = root.refined((root.high - root.low) / 4)
    return low <= root.low and root.high <= high


def _range(function: RationalFunction, low: Fraction, high: Fraction) -> tuple[Fraction, Fraction] | None:
    """Bounds of a rational function on an interval; None when its denominator is not seen to keep its sign there."""
    top, bottom = (_bounds(p, low, high) for p in (function.numerator, function.denominator))
    if bottom[0] <= 0 <= bottom[1]:
        return None
    ends = [a / b for a in top for b in bottom]
    return min(ends), max(ends)


def _bounds(polynomial: Polynomial, low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of a polynomial in t on an interval, by Horner's rule on intervals."""
    powers = {power: c.constant_value() for power, c in polynomial.coefficients_in(UNKNOWN).items()}
    least = most = Fraction(0)
    for power in range(polynomial.degree(UNKNOWN), -1, -1):
        ends = [end * at for end in (least, most) for at in (low, high)]
        shift = powers.get(power, Fraction(0))
        least, most = min(ends) + shift, max(ends) + shift
    return least, most
