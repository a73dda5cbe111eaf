"""Whether something holds for all numbers, or for one, inside of what is asked of other numbers that may be any.

Where the outer numbers are, polynomials in all of them are polynomials in the inner one. As the outer numbers move,
their zeros stay apart and in their order until a coefficient, a discriminant or a resultant is 0 (McCallum 1988): these
polynomials in the outer numbers are among what is compared there. No value is approximated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpq_poly

from checks.witness.numbers import EXACT, Wider, to_flint
from checks.witness.one_number import (
    NAME,
    Along,
    Asked,
    OfAnyNumber,
    OfSeveralNumbers,
    Place,
    TooHardError,
    cells,
    sign_at,
    zeros_of,
)
from mechanisms.exact.algebraic_real import AlgebraicReal
from mechanisms.exact.polynomial import Polynomial, to_fraction

DEEPEST = 3  # numbers that may be any
DEGREE = 10  # of what is compared, in each number
PRODUCT = 24  # of the degrees of two irrational numbers
TOGETHER = 12  # polynomials whose zeros are kept apart
OPERATIONS = 30_000  # with several numbers, for one statement
_VALUE = "v"

_Point = tuple[tuple[str, AlgebraicReal], ...]


def _name(level: int) -> str:
    return NAME if level == 1 else f"{NAME}{level}"


_RING = fmpq_mpoly_ctx.get(tuple(map(_name, range(1, DEEPEST + 1))), Ordering.lex)
_ONE = _RING.constant(1)
_NO_POWERS = (0,) * (DEEPEST - 1)  # of the numbers inside of the outermost one


class TooOftenError(TooHardError):
    """There were too many operations with several numbers."""


@dataclass
class Allowance:
    """How many operations with several numbers there may still be."""

    left: int = OPERATIONS

    def spend(self) -> None:
        """Raise TooOftenError where there were too many."""
        self.left -= 1
        if self.left < 0:
            raise TooOftenError("too much is worked out of several numbers")


class _AskedInside(Asked):
    """What is compared of the inner number, where the outer ones are."""

    def __init__(self, outer: Place | _PlaceInside, allowance: Allowance) -> None:
        super().__init__()
        self.allowance = allowance
        self.around: dict[str, Asked] = {NAME: outer.asked}  # what is compared of each number outside
        self.there: _Point = ((NAME, outer.at),)
        if isinstance(outer, _PlaceInside):
            self.around, self.there = {**outer.asked.around, outer.asked.name: outer.asked}, outer.point
        self.name: str = _name(len(self.around) + 1)

    def number(self, at: AlgebraicReal) -> OfAnyNumber:
        return Inside(_RING.gen(len(self.around)), _ONE, _PlaceInside(at, self))

    def zeros(self) -> set[AlgebraicReal]:
        if len(self.compared) > TOGETHER:
            raise TooHardError("too much is compared of several numbers")
        return {zero for polynomial in self.compared for zero in _zeros_at(polynomial, self.name, self.there)}

    def compare(self, part: Polynomial) -> None:
        """Keep an irreducible polynomial with what is compared of the innermost number of which it speaks."""
        *_, innermost = (name for name, _ in (*self.there, (self.name, None)) if name in part.names)
        self.around.get(innermost, self).compared.add(part)

    def project(self) -> None:
        """Let the outer numbers be told where the zeros of what is compared meet or vanish."""
        for polynomial in tuple(self.compared):
            self._compare_all(_where_zeros_vanish(polynomial, self.name))
        for first, second in combinations(sorted(self.compared, key=str), 2):
            self._compare_all(_where_zeros_meet(first, second, self.name))

    def _compare_all(self, found: Iterable[Polynomial]) -> None:
        for part in found:
            self.compare(part)


@dataclass(eq=False)
class _PlaceInside:
    """Where the inner number is, and what was asked of it."""

    at: AlgebraicReal
    asked: _AskedInside

    @property
    def point(self) -> _Point:
        """Where all numbers are, the outermost first."""
        return (*self.asked.there, (self.asked.name, self.at))

    def sign(self, top: fmpq_mpoly, bottom: fmpq_mpoly) -> int:
        """The sign of a quotient of polynomials in all numbers."""
        return self._sign(top) * self._sign(bottom)

    def _sign(self, polynomial: fmpq_mpoly) -> int:
        if polynomial.is_constant():
            return 0 if polynomial.is_zero() else int(polynomial.leading_coefficient() > 0) * 2 - 1
        factor, irreducible = _factors_of(tuple(polynomial.to_dict().items()))
        found = (factor > 0) - (factor < 0)
        for part, times in irreducible:
            if max(map(part.degree, part.names)) > DEGREE:
                raise TooHardError("polynomials of a high degree are compared")
            self.asked.compare(part)
            found *= _sign_at(part, self.point) ** times
        return found


class Inside(OfSeveralNumbers):
    """A number that depends on the inner number and those outside."""

    place: _PlaceInside

    def _with(self, other: Any) -> tuple[fmpq_mpoly, fmpq_mpoly, _PlaceInside] | None:
        self.place.asked.allowance.spend()
        if isinstance(other, Wider):
            return None
        if isinstance(other, Inside):
            inner, outer = sorted((self.place, other.place), key=lambda place: -len(place.asked.there))
            if inner is outer or (outer.asked.name, outer.at) in inner.asked.there:
                return other.top, other.bottom, inner
        elif isinstance(other, Along):
            if self.place.asked.around[NAME] is other.place.asked:
                return _in_ring(other.top), _in_ring(other.bottom), self.place
        elif isinstance(other, EXACT):
            return _RING.constant(to_flint(other)), _ONE, self.place
        raise TooHardError("it is no rational function of the numbers")

    def __hash__(self) -> int:
        return hash((str(self.top), str(self.bottom), self.place))

    @property
    def denominator(self) -> int:
        """Whether it is a whole number is not told: TooHardError."""
        raise TooHardError("whole numbers are asked for, of several numbers that may be any")


def holds_inside(
    outer: OfAnyNumber, exists: bool, said: Callable[[Any], bool], allowance: Allowance | None = None
) -> bool:
    """Whether something holds of one number, or of all, where others are; TooHardError where that cannot be told.

    Example: `holds_for(False, lambda a: holds_inside(a, True, lambda b: b * 2 == a))`.
    """
    assert isinstance(outer, (Along, Inside)), "there are no other numbers that may be any"
    asked = _AskedInside(outer.place, allowance or Allowance())
    if len(asked.around) >= DEEPEST:
        raise TooHardError(f"more than {DEEPEST} numbers are compared that may be any")
    found = any(found == exists for _, found in cells(said, asked)) == exists
    asked.project()
    return found


def _in_ring(polynomial: fmpq_poly) -> fmpq_mpoly:
    return _RING.from_dict({(power, *_NO_POWERS): factor for power, factor in enumerate(polynomial.coeffs()) if factor})


@lru_cache(maxsize=20_000)
def _factors_of(terms: tuple[tuple[tuple[int, ...], fmpq], ...]) -> tuple[Fraction, list[tuple[Polynomial, int]]]:
    """The same of a polynomial in the ring, by its terms."""
    named = {tuple((_name(i + 1), int(e)) for i, e in enumerate(powers) if e): to_fraction(c) for powers, c in terms}
    return _factors(Polynomial(named))


@lru_cache(maxsize=20_000)
def _factors(polynomial: Polynomial) -> tuple[Fraction, list[tuple[Polynomial, int]]]:
    """The irreducible factors, with the leading coefficient 1, and what remains of the polynomial."""
    factor, found = polynomial.factors()
    for part, times in found:
        factor *= part.leading_coefficient() ** times
    return factor, [(part * (1 / part.leading_coefficient()), times) for part, times in found]


def _irreducible(polynomial: Polynomial) -> frozenset[Polynomial]:
    return frozenset(part for part, _ in _factors(polynomial)[1])


@lru_cache(maxsize=20_000)
def _where_zeros_vanish(polynomial: Polynomial, name: str) -> frozenset[Polynomial]:
    """Where zeros of an irreducible polynomial in a number come together, or go away without an end."""
    powers = polynomial.coefficients_in(name)
    found = frozenset[Polynomial]().union(*map(_irreducible, powers.values()))
    if max(powers) > 1:
        found |= _irreducible(polynomial.resultant(polynomial.derivative(name), name))
    return found


@lru_cache(maxsize=20_000)
def _where_zeros_meet(first: Polynomial, second: Polynomial, name: str) -> frozenset[Polynomial]:
    return _irreducible(first.resultant(second, name))


def _put_in(polynomial: Polynomial, point: _Point) -> tuple[Polynomial, _Point]:
    """The polynomial with the rational numbers of a point, and the others of which it still speaks."""
    there = polynomial.substitute({name: number.rational for name, number in point if number.rational is not None})
    return there, tuple((name, number) for name, number in point if name in there.names)


@lru_cache(maxsize=20_000)
def _zeros_at(polynomial: Polynomial, name: str, point: _Point) -> tuple[AlgebraicReal, ...]:
    """The zeros of a polynomial in the number of this name, where the others are."""
    there, others = _put_in(polynomial, point)
    if len(others) > 1:
        raise TooHardError("several irrational numbers are compared")
    conjugates = there
    for other, number in others:
        conjugates = there.resultant(_minimal(number, other), other)
    if conjugates.is_zero():
        raise TooHardError("of several numbers, a polynomial is 0 whatever the inner one is")
    if conjugates.is_constant():
        return ()
    zeros = zeros_of(conjugates)
    return tuple(zero for zero in zeros if _sign_at(there, (*others, (name, zero))) == 0) if others else zeros


@lru_cache(maxsize=20_000)
def _sign_at(polynomial: Polynomial, point: _Point) -> int:
    """The sign of a polynomial where its numbers are."""
    there, irrational = _put_in(polynomial, point)
    if not irrational:
        value = there.constant_value()
        return (value > 0) - (value < 0)
    if len(irrational) == 1:
        return sign_at(irrational[0][1], there)
    if len(irrational) > 2:
        raise TooHardError("several irrational numbers are compared")
    if irrational[0][1].minimal.total_degree() * irrational[1][1].minimal.total_degree() > PRODUCT:
        raise TooHardError("irrational numbers of a high degree are compared")
    return _sign_at_two(there, *irrational)


def _sign_at_two(polynomial: Polynomial, *point: tuple[str, AlgebraicReal]) -> int:
    """The sign at two irrational numbers: 0 where the value is less than each of its conjugates that is not 0."""
    width, least = Fraction(1, 2**64), Fraction(0)
    while True:
        low, high = _bounds(polynomial, {name: number.refined(width) for name, number in point})
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
        least = least or _least_conjugate(polynomial, point)
        if max(-low, high) < least:
            return 0
        width *= width


def _bounds(polynomial: Polynomial, point: dict[str, AlgebraicReal]) -> tuple[Fraction, Fraction]:
    low = high = Fraction(0)
    for monomial, factor in polynomial.terms().items():
        least = most = factor
        for name, power in monomial:
            for _ in range(power):
                products = [number * end for number in (least, most) for end in (point[name].low, point[name].high)]
                least, most = min(products), max(products)
        low, high = low + least, high + most
    return low, high


def _least_conjugate(polynomial: Polynomial, point: tuple[tuple[str, AlgebraicReal], ...]) -> Fraction:
    """What each value at conjugates of the numbers is larger than that is not 0, by Cauchy's bound."""
    values = Polynomial.variable(_VALUE) - polynomial
    for name, number in point:
        values = values.resultant(_minimal(number, name), name)
    powers = {power: abs(factor.constant_value()) for power, factor in values.coefficients_in(_VALUE).items()}
    last = powers[min(powers)]
    return last / (last + max(powers.values()))


def _minimal(number: AlgebraicReal, name: str) -> Polynomial:
    return number.minimal.substitute(dict.fromkeys(number.minimal.names, Polynomial.variable(name)))
