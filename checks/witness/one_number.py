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

from checks.witness.numbers import Ordered, UndecidedError
from mechanisms.exact.algebraic_real import AlgebraicReal, real_roots
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

MOST = 60  # zeros, and how often their number may grow
DEGREE = 12  # of what is compared
_NAME = "z"


class TooHardError(UndecidedError):
    """More is compared than is looked at, or it is no rational function of the number."""


@dataclass
class _Asked:
    """The polynomials that were compared with 0, and whether it was asked for whole numbers."""

    compared: set[Polynomial] = field(default_factory=set)
    whole: bool = False


@dataclass(eq=False)
class _Place:
    """Where the number is, and what was asked of it there and elsewhere."""

    at: AlgebraicReal
    asked: _Asked

    def is_whole(self) -> bool:
        """Whether the number is a whole one."""
        self.asked.whole = True
        return self.at.rational is not None and self.at.rational.denominator == 1

    def sign(self, function: RationalFunction) -> int:
        """The sign of a function of the number."""
        found = 1
        for polynomial in (function.numerator, function.denominator):
            if not polynomial.is_constant():
                if polynomial.degree(_NAME) > DEGREE:
                    raise TooHardError("polynomials of a high degree are compared")
                self.asked.compared.add(polynomial)
                found *= _sign(polynomial, self.at)
            elif polynomial.constant_value() <= 0:
                found *= -1 if polynomial.constant_value() else 0
        return found


@lru_cache(maxsize=20_000)
def _sign(polynomial: Polynomial, at: AlgebraicReal) -> int:
    if at.rational is None:
        return at.sign_of(polynomial)
    worth = polynomial.evaluate({_NAME: at.rational})
    return (worth > 0) - (worth < 0)


_zeros = lru_cache(maxsize=20_000)(real_roots)


@dataclass(frozen=True, eq=False)
class Along(Ordered):
    """A rational function of the number, compared where this is. At another place it is another number."""

    function: RationalFunction
    place: _Place

    def _made(self, function: RationalFunction) -> Any:
        return Along(function, self.place) if function.names else function.constant_value()

    def _of(self, other: Any) -> RationalFunction:
        if isinstance(other, Along):
            if other.place is not self.place:
                raise TooHardError("two numbers are compared that may be any")
            return other.function
        if not isinstance(other, (int, Fraction)):
            raise TooHardError("it is no rational function of the number")
        return RationalFunction.of(other)

    def __add__(self, other: Any) -> Any:
        return self._made(self.function + self._of(other))

    def __mul__(self, other: Any) -> Any:
        return self._made(self.function * self._of(other))

    def __truediv__(self, other: Any) -> Any:
        return self._made(self.function / self._of(other))

    def __rtruediv__(self, other: Any) -> Any:
        return self._made(self._of(other) / self.function)

    def __pow__(self, exponent: int) -> Any:
        return self._made(self.function**exponent)

    __radd__, __rmul__ = __add__, __mul__

    def _minus(self, other: Any) -> int:
        return self.place.sign(self.function - self._of(other))

    def __hash__(self) -> int:
        return hash((self.function, self.place))  # what is kept of one place is not found at another

    def __eq__(self, other: object) -> bool:
        return self._minus(other) == 0

    def __bool__(self) -> bool:
        return self._minus(0) != 0

    @property
    def denominator(self) -> int:
        """1 where it is a whole number, else 0; TooHardError unless it differs from the number by a whole one."""
        difference = self.function - RationalFunction.of(Polynomial.variable(_NAME))
        if difference.names or difference.constant_value().denominator != 1:
            raise TooHardError("whole numbers of another kind are asked for")
        return int(self.place.is_whole())

    def __int__(self) -> NoReturn:
        raise TooHardError("it is no place in a family, and no number of terms")


def holds_for(exists: bool, said: Callable[[Any], bool]) -> bool:
    """Whether something holds of one number, or of all; TooHardError where that cannot be told.

    Examples: `holds_for(True, lambda z: z * z == 2)` and `not holds_for(False, lambda z: z * z > 0)`.
    """
    return any(found == exists for _, found in _cells(said)) == exists


def numbers_of(said: Callable[[Any], bool]) -> list[Fraction]:
    """Rational numbers of which something holds: each that is alone, and one of each interval."""
    return list(dict.fromkeys(at.rational for at, found in _cells(said) if found and at.rational is not None))


def _cells(said: Callable[[Any], bool]) -> Iterator[tuple[AlgebraicReal, bool]]:
    """Where the number was put, and whether it holds there; in the end one of each cell was among them."""
    asked = _Asked()
    variable = RationalFunction.of(Polynomial.variable(_NAME))
    for _ in range(MOST):
        known = len(asked.compared), asked.whole
        zeros = sorted({root for polynomial in asked.compared for root in _zeros(polynomial)})
        if len(zeros) > MOST:
            raise TooHardError("too much is compared")
        if asked.whole:
            zeros = list(map(_apart, zeros))
        for at in _one_of_each(zeros, asked.whole):
            yield at, bool(said(Along(variable, _Place(at, asked))))
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
