"""Whether something holds for all numbers, or for one, inside of what is asked of another number that may be any.

Where the outer number is, polynomials in both are polynomials in the inner one. As the outer number moves, their zeros
stay apart and in their order until a leading coefficient, a discriminant or a resultant is 0 (Collins 1975): these
polynomials in the outer number are among what is compared there. No value is approximated.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any, NoReturn

from flint import fmpq_poly

from checks.witness.one_number import (
    NAME,
    Along,
    Asked,
    OfAnyNumber,
    OfTwoNumbers,
    Place,
    TooHardError,
    cells,
    sign_at,
    zeros_of,
)
from mechanisms.exact.algebraic_real import AlgebraicReal, resultant
from mechanisms.exact.polynomial import Polynomial, to_fraction
from mechanisms.exact.rational import RationalFunction

DEGREE = 6  # of what is compared, in either number
PRODUCT = 24  # of the degrees of two irrational numbers
TOGETHER = 12  # polynomials in both
_OUTER = "y"
_INNER = NAME
_VALUE = "v"


class _AskedInside(Asked):
    """What is compared of the inner number, where the outer one is."""

    def __init__(self, outer: Place) -> None:
        super().__init__()
        self.outer = outer

    def number(self, at: AlgebraicReal) -> OfAnyNumber:
        return Inside(RationalFunction.of(Polynomial.variable(_INNER)), _PlaceInside(at, self))

    def zeros(self) -> set[AlgebraicReal]:
        return {zero for polynomial in self.compared for zero in _zeros_at(polynomial, self.outer.at)}

    def project(self) -> None:
        """Let the outer number be told where the zeros of what is compared meet or vanish."""
        if len(self.compared) > TOGETHER:
            raise TooHardError("too much is compared of two numbers")
        for polynomial in self.compared:
            self.outer.asked.compared |= _where_zeros_vanish(polynomial)
        for first, second in combinations(sorted(self.compared, key=str), 2):
            self.outer.asked.compared |= _where_zeros_meet(first, second)


@dataclass(eq=False)
class _PlaceInside:
    """Where the inner number is, and what was asked of it."""

    at: AlgebraicReal
    asked: _AskedInside

    def sign(self, polynomial: Polynomial) -> int:
        """The sign of a polynomial in both numbers."""
        factor, irreducible = _factors(polynomial)
        found = (factor > 0) - (factor < 0)
        for part, times in irreducible:
            found *= self._sign(part) ** times
        return found

    def _sign(self, part: Polynomial) -> int:
        if max(map(part.degree, part.names)) > DEGREE:
            raise TooHardError("polynomials of a high degree are compared")
        outer = self.asked.outer
        if _INNER in part.names:
            self.asked.compared.add(part)
            return _sign_at_both(part, outer.at, self.at)
        of_outer = _of_outer(part)
        outer.asked.compared.add(of_outer)
        return sign_at(outer.at, of_outer)


@dataclass(frozen=True, eq=False)
class Inside(OfTwoNumbers):
    """A rational function of the outer and the inner number, compared where these are."""

    value: RationalFunction
    place: _PlaceInside

    def _made(self, value: RationalFunction) -> Any:
        return Inside(value, self.place) if value.names else value.constant_value()

    def _of(self, other: Any) -> RationalFunction:
        if isinstance(other, Inside):
            if other.place is not self.place:
                raise TooHardError("three numbers are compared that may be any")
            return other.value
        if isinstance(other, Along):
            if other.place is not self.place.asked.outer:
                raise TooHardError("three numbers are compared that may be any")
            return _in_outer(other.top) / _in_outer(other.bottom)
        if not isinstance(other, (int, Fraction)):
            raise TooHardError("it is no rational function of the number")
        return RationalFunction.of(Fraction(other))

    def __add__(self, other: Any) -> Any:
        return self._made(self.value + self._of(other))

    def __mul__(self, other: Any) -> Any:
        return self._made(self.value * self._of(other))

    def __truediv__(self, other: Any) -> Any:
        divisor = self._of(other)
        if divisor.is_zero():
            raise ZeroDivisionError("a number is divided by 0")
        return self._made(self.value / divisor)

    def __rtruediv__(self, other: Any) -> Any:
        return self._made(self._of(other) / self.value)

    def __pow__(self, exponent: int) -> Any:
        return self._made(self.value**exponent)

    __radd__, __rmul__ = __add__, __mul__

    def _minus(self, other: Any) -> int:
        difference = self.value - self._of(other)
        return self.place.sign(difference.numerator) * self.place.sign(difference.denominator)

    def __hash__(self) -> int:
        return hash((self.value, self.place))

    def __eq__(self, other: object) -> bool:
        return self._minus(other) == 0

    def __bool__(self) -> bool:
        return self._minus(0) != 0

    @property
    def denominator(self) -> int:
        """Whether it is a whole number is not told: TooHardError."""
        raise TooHardError("whole numbers are asked for, of two numbers that may be any")

    def __int__(self) -> NoReturn:
        raise TooHardError("it is no place in a family, and no number of terms")


def holds_inside(outer: OfAnyNumber, exists: bool, said: Callable[[Any], bool]) -> bool:
    """Whether something holds of one number, or of all, where another one is; TooHardError where that cannot be told.

    Example: `holds_for(False, lambda a: holds_inside(a, True, lambda b: b * 2 == a))`.
    """
    if not isinstance(outer, Along):
        raise TooHardError("three numbers are compared that may be any")
    asked = _AskedInside(outer.place)
    found = any(found == exists for _, found in cells(said, asked)) == exists
    asked.project()
    return found


def _in_outer(polynomial: fmpq_poly) -> RationalFunction:
    variable = Polynomial.variable(_OUTER)
    terms = (variable**power * to_fraction(factor) for power, factor in enumerate(polynomial.coeffs()) if factor != 0)
    return RationalFunction.of(sum(terms, Polynomial()))


_factors = lru_cache(maxsize=20_000)(Polynomial.factors)


@lru_cache(maxsize=20_000)
def _of_outer(part: Polynomial) -> Polynomial:
    """A polynomial in the outer number alone, as it is compared there."""
    return part.substitute({_OUTER: Polynomial.variable(_INNER)}) * (1 / part.leading_coefficient())


def _compared_outside(polynomial: Polynomial) -> frozenset[Polynomial]:
    return frozenset(_of_outer(part) for part, _ in polynomial.factors()[1])


@lru_cache(maxsize=20_000)
def _where_zeros_vanish(polynomial: Polynomial) -> frozenset[Polynomial]:
    """Where zeros of an irreducible polynomial in the inner number come together, or go away without an end."""
    powers = polynomial.coefficients_in(_INNER)
    found = _compared_outside(powers[max(powers)])
    if max(powers) > 1:
        found |= _compared_outside(resultant(polynomial, polynomial.derivative(_INNER), _INNER))
    return found


@lru_cache(maxsize=20_000)
def _where_zeros_meet(first: Polynomial, second: Polynomial) -> frozenset[Polynomial]:
    return _compared_outside(resultant(first, second, _INNER))


@lru_cache(maxsize=20_000)
def _zeros_at(polynomial: Polynomial, outer: AlgebraicReal) -> tuple[AlgebraicReal, ...]:
    """The zeros of an irreducible polynomial in the inner number, where the outer one is."""
    if outer.rational is not None:
        there = polynomial.substitute({_OUTER: outer.rational})
        return () if there.is_constant() else zeros_of(there)
    if _OUTER not in polynomial.names:
        return zeros_of(polynomial)
    conjugates = resultant(_minimal(outer, _OUTER), polynomial, _OUTER)
    return tuple(zero for zero in zeros_of(conjugates) if _sign_at_both(polynomial, outer, zero) == 0)


def _minimal(number: AlgebraicReal, name: str) -> Polynomial:
    return number.minimal.substitute(dict.fromkeys(number.minimal.names, Polynomial.variable(name)))


@lru_cache(maxsize=20_000)
def _sign_at_both(polynomial: Polynomial, outer: AlgebraicReal, inner: AlgebraicReal) -> int:
    """The sign of a polynomial where the outer and the inner number are."""
    for name, number, other in ((_OUTER, outer, inner), (_INNER, inner, outer)):
        if number.rational is not None or name not in polynomial.names:
            there = polynomial.substitute({} if number.rational is None else {name: number.rational})
            return sign_at(other, there)
    if outer.minimal.total_degree() * inner.minimal.total_degree() > PRODUCT:
        raise TooHardError("irrational numbers of a high degree are compared")
    return _value_at_both(polynomial, outer, inner)


def _value_at_both(polynomial: Polynomial, outer: AlgebraicReal, inner: AlgebraicReal) -> int:
    """The sign where both are irrational: the value is 0 where it is less than each of its conjugates that is not 0."""
    width, least = Fraction(1, 2**64), Fraction(0)
    while True:
        low, high = _bounds(polynomial, outer.refined(width), inner.refined(width))
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
        least = least or _least_conjugate(polynomial, outer, inner)
        if max(-low, high) < least:
            return 0
        width *= width


def _bounds(polynomial: Polynomial, outer: AlgebraicReal, inner: AlgebraicReal) -> tuple[Fraction, Fraction]:
    low = high = Fraction(0)
    ends = {_OUTER: (outer.low, outer.high), _INNER: (inner.low, inner.high)}
    for monomial, factor in polynomial.terms().items():
        least = most = factor
        for name, power in monomial:
            for _ in range(power):
                products = [number * end for number in (least, most) for end in ends[name]]
                least, most = min(products), max(products)
        low, high = low + least, high + most
    return low, high


def _least_conjugate(polynomial: Polynomial, outer: AlgebraicReal, inner: AlgebraicReal) -> Fraction:
    """What each value at conjugates of both numbers is larger than that is not 0, by Cauchy's bound."""
    value = Polynomial.variable(_VALUE) - polynomial
    values = resultant(_minimal(inner, _INNER), resultant(_minimal(outer, _OUTER), value, _OUTER), _INNER)
    powers = {power: abs(factor.constant_value()) for power, factor in values.coefficients_in(_VALUE).items()}
    last = powers[min(powers)]
    return last / (last + max(powers.values()))
