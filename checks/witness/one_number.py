"""Whether something holds for all numbers, or for one, where it compares rational functions of that number.

Between the zeros of what is compared nothing changes: it is evaluated at each of these and once between them, where it
asks for whole numbers at one and at another number between them. What is compared comes to light while it is evaluated,
so this is done until nothing new does. No value is approximated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, NoReturn

from flint import fmpq, fmpq_poly
from gmpy2 import mpq

from checks.witness.numbers import EXACT, Ordered, UndecidedError, Wider, of_flint, to_flint
from mechanisms.exact.algebraic_real import AlgebraicReal, real_roots
from mechanisms.exact.polynomial import Polynomial, to_fmpq, to_fraction

MOST = 60  # zeros, and how often their number may grow
DEGREE = 12  # of what is compared
NAME = "z"
_ONE, _VARIABLE = fmpq_poly([1]), fmpq_poly([0, 1])


class TooHardError(UndecidedError):
    """More is compared than is looked at, or it is no rational function of the number."""


@dataclass(frozen=True, eq=False)
class OfAnyNumber(Ordered):
    """A quotient of polynomials in one number that may be any, or in several, compared where these are.

    `top` and `bottom` have no common factor, and not both are constant; `bottom` is 1 where it is constant.
    """

    top: Any
    bottom: Any
    place: Any

    def _with(self, other: Any) -> tuple[Any, Any, Any] | None:
        """The other number as such a quotient, and the inner one of both places; None where that takes its own kind.

        Raises TooHardError where it is none.
        """
        raise NotImplementedError

    @classmethod
    def _made(cls, top: Any, bottom: Any, place: Any) -> Any:
        if not bottom.is_constant():
            common = top.gcd(bottom)
            if not common.is_constant():
                top, bottom = top // common, bottom // common
        if bottom.is_constant():
            if not bottom.is_one():
                top, bottom = top * (1 / bottom.leading_coefficient()), bottom**0
            if top.is_constant():
                return mpq(0) if top.is_zero() else of_flint(top.leading_coefficient())
        return cls(top, bottom, place)

    def _plus(self, top: Any, bottom: Any) -> tuple[Any, Any]:
        if self.bottom == bottom:
            return self.top + top, bottom
        return self.top * bottom + top * self.bottom, self.bottom * bottom

    def __add__(self, other: Any) -> Any:
        if (found := self._with(other)) is None:
            return other + self
        top, bottom, place = found
        return self._made(*self._plus(top, bottom), place)

    def __mul__(self, other: Any) -> Any:
        if (found := self._with(other)) is None:
            return other * self
        top, bottom, place = found
        return self._made(self.top * top, self.bottom * bottom, place)

    def __truediv__(self, other: Any) -> Any:
        if (found := self._with(other)) is None:
            return other.__rtruediv__(self)
        top, bottom, place = found
        if top.is_zero():
            raise ZeroDivisionError("a number is divided by 0")
        return self._made(self.top * bottom, self.bottom * top, place)

    def __rtruediv__(self, other: Any) -> Any:
        found = self._with(other)
        assert found is not None, "what is of more numbers divides by itself"
        top, bottom, place = found
        return self._made(top * self.bottom, bottom * self.top, place)

    def __pow__(self, exponent: int) -> Any:
        top, bottom = (self.top, self.bottom) if exponent >= 0 else (self.bottom, self.top)
        return self._made(top ** abs(exponent), bottom ** abs(exponent), self.place)

    __radd__, __rmul__ = __add__, __mul__

    def _minus(self, other: Any) -> int:
        if (found := self._with(other)) is None:
            return -int(other._minus(self))
        top, bottom, place = found
        return int(place.sign(*self._plus(-top, bottom)))

    def __eq__(self, other: object) -> bool:
        return self._minus(other) == 0

    def __hash__(self) -> int:
        raise NotImplementedError

    def __bool__(self) -> bool:
        return self._minus(0) != 0

    def __int__(self) -> NoReturn:
        raise TooHardError("it is no place in a family, and no number of terms")


class OfSeveralNumbers(OfAnyNumber):
    """A number that depends on one that may be any inside of what is asked of others."""


@dataclass
class Asked:
    """The polynomials that were compared with 0, and whether it was asked for whole numbers."""

    compared: set[Polynomial] = field(default_factory=set)
    whole: bool = False

    def number(self, at: AlgebraicReal) -> OfAnyNumber:
        """The number itself, where it is."""
        return Along(_VARIABLE, _ONE, Place(at, self))

    def zeros(self) -> set[AlgebraicReal]:
        """Where what is compared is 0; TooHardError where that is too much."""
        if len(self.compared) > MOST:
            raise TooHardError("too much is compared")
        return {root for polynomial in self.compared for root in zeros_of(polynomial)}


@dataclass(eq=False)
class Place:
    """Where the number is, and what was asked of it there and elsewhere."""

    at: AlgebraicReal
    asked: Asked

    def is_whole(self) -> bool:
        """Whether the number is a whole one."""
        self.asked.whole = True
        return self.at.rational is not None and self.at.rational.denominator == 1

    def sign(self, top: fmpq_poly, bottom: fmpq_poly) -> int:
        """The sign of a quotient of polynomials in the number."""
        return self._sign(top) * self._sign(bottom)

    def _sign(self, polynomial: fmpq_poly) -> int:
        degree = polynomial.degree()
        if degree <= 0:
            return _sign(polynomial[0])
        if degree > DEGREE:
            raise TooHardError("polynomials of a high degree are compared")
        leading = polynomial[degree]
        compared = _polynomial(tuple((polynomial * (1 / leading)).coeffs()))
        self.asked.compared.add(compared)
        if self.at.rational is None:
            return _sign(leading) * sign_at(self.at, compared)
        return _sign(polynomial(to_fmpq(self.at.rational)))


def _sign(number: fmpq) -> int:
    return int(number > 0) - int(number < 0)


sign_at = lru_cache(maxsize=20_000)(AlgebraicReal.sign_of)


@lru_cache(maxsize=20_000)
def _polynomial(coefficients: tuple[fmpq, ...]) -> Polynomial:
    variable = Polynomial.variable(NAME)
    terms = (variable**power * to_fraction(factor) for power, factor in enumerate(coefficients) if factor != 0)
    return sum(terms, Polynomial())


zeros_of = lru_cache(maxsize=20_000)(real_roots)


class Along(OfAnyNumber):
    """A number that depends on one that may be any. At another place it is another number."""

    place: Place

    def _with(self, other: Any) -> tuple[fmpq_poly, fmpq_poly, Place] | None:
        if isinstance(other, Along):
            if other.place is not self.place:
                raise TooHardError("two numbers are compared that may be any")
            return other.top, other.bottom, self.place
        if isinstance(other, (OfSeveralNumbers, Wider)):
            return None
        if not isinstance(other, EXACT):
            raise TooHardError("it is no rational function of the number")
        return fmpq_poly([to_flint(other)]), _ONE, self.place

    def __hash__(self) -> int:
        # What is kept of one place is not found at another.
        return hash((tuple(self.top.coeffs()), tuple(self.bottom.coeffs()), self.place))

    @property
    def denominator(self) -> int:
        """1 where it is a whole number, else 0; TooHardError unless it differs from the number by a whole one."""
        if self.bottom != _ONE or self.top.degree() != 1 or self.top[1] != 1 or self.top[0].q != 1:
            raise TooHardError("whole numbers of another kind are asked for")
        return int(self.place.is_whole())


def holds_for(exists: bool, said: Callable[[Any], bool]) -> bool:
    """Whether something holds of one number, or of all; TooHardError where that cannot be told.

    Examples: `holds_for(True, lambda z: z * z == 2)` and `not holds_for(False, lambda z: z * z > 0)`.
    """
    return any(found == exists for _, found in cells(said, Asked())) == exists


def numbers_of(said: Callable[[Any], bool]) -> list[Fraction]:
    """Rational numbers of which something holds: each that is alone, and one of each interval."""
    return list(dict.fromkeys(at.rational for at, found in cells(said, Asked()) if found and at.rational is not None))


def alone_where(said: Callable[[Any], bool]) -> list[AlgebraicReal] | None:
    """The numbers of which something holds, where each is alone; None where it holds of intervals, or is not told."""
    asked = Asked()
    try:
        found = [at for at, holds in cells(said, asked) if holds]
        return found if {*found} <= asked.zeros() else None
    except TooHardError:
        return None


def cells(said: Callable[[Any], bool], asked: Asked) -> Iterator[tuple[AlgebraicReal, bool]]:
    """Where the number was put, and whether it holds there; in the end one of each cell was among them.

    Raises TooHardError where too much is compared.
    """
    tried: set[AlgebraicReal] = set()
    for _ in range(MOST):
        known = len(asked.compared), asked.whole
        zeros = sorted(asked.zeros())
        if len(zeros) > MOST:
            raise TooHardError("too much is compared")
        if asked.whole:
            zeros = list(map(_apart, zeros))
        for at in _one_of_each(zeros, asked.whole):
            if at not in tried:
                tried.add(at)
                yield at, bool(said(asked.number(at)))
        if (len(asked.compared), asked.whole) == known:
            return
    raise TooHardError("what is compared does not come to an end")


def _one_of_each(zeros: list[AlgebraicReal], whole: bool) -> Iterator[AlgebraicReal]:
    """The zeros, and a number of each interval that they leave: a whole one if there is one, and one that is not."""
    if not zeros:
        yield AlgebraicReal.of(0)
    else:
        yield AlgebraicReal.of(Fraction(zeros[0].low.__floor__() - 1))
        for zero, following in pairwise(zeros):
            yield zero
            yield AlgebraicReal.of(_between(zero, following))
            if whole:
                yield AlgebraicReal.of(_between(zero, following, whole=False))
        yield zeros[-1]
        yield AlgebraicReal.of(Fraction(zeros[-1].high.__ceil__() + 1))
    if whole:
        ends = (zeros[0].low - 1, zeros[-1].high + 1) if zeros else (Fraction(0),)
        yield from (AlgebraicReal.of(end.__floor__() + Fraction(1, 2)) for end in ends)


def _apart(zero: AlgebraicReal) -> AlgebraicReal:
    """The same number, in an interval without whole numbers where it is irrational."""
    while zero.rational is None and zero.low.__ceil__() <= zero.high.__floor__():
        zero = zero.refined((zero.high - zero.low) / 2)
    return zero


def _between(first: AlgebraicReal, second: AlgebraicReal, *, whole: bool = True) -> Fraction:
    """A fraction between two numbers, of which the first is the smaller one: one with a small denominator."""
    while first.high >= second.low:
        first, second = (n.refined((n.high - n.low) / 16) for n in (first, second))
    low, high, below = first.high, second.low, 1
    while True:
        above = (low * below).__floor__() + 1
        if low * below < above < high * below and (whole or above % below):
            return Fraction(above, below)
        below += 1
