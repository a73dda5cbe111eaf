"""Intervals of one parameter whose ends are exact algebraic numbers, and the interval on which polynomials keep signs.

An end says itself as a polynomial condition: x >= a, for an irrational root a of m, is written with rational numbers
l < a < h between which m has no other root, as "x >= h, or x >= l and m(x) has the sign that it has at h".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import fmpq_poly, fmpz, fmpz_poly

from mechanisms.exact.algebraic_real import UNKNOWN, AlgebraicReal, real_roots
from mechanisms.exact.formula import AllOf, Condition, Formula, any_of
from mechanisms.exact.polynomial import Polynomial

MARGIN = Fraction(1, 2**20)  # between an irrational end and the rational number that stands for it


@dataclass(frozen=True)
class Interval:
    """All x from `low` to `high`, the ends included or not; `high` is None if there is no end."""

    low: AlgebraicReal
    high: AlgebraicReal | None
    low_closed: bool = True
    high_closed: bool = True

    @property
    def single(self) -> bool:
        """Whether the interval is one point."""
        return self.high is not None and self.low == self.high

    def sample(self) -> AlgebraicReal:
        """A number in the interval, rational if it has more than one."""
        if self.high is None:
            return AlgebraicReal.of(self.low.high + 1)
        return self.low if self.single else AlgebraicReal.of(sum(rational_gap(self.low, self.high), Fraction(0)) / 2)

    def contains(self, value: AlgebraicReal | Fraction | int) -> bool:
        """Whether a number lies in the interval."""
        number = AlgebraicReal.of(value)
        if number < self.low or (number == self.low and not self.low_closed):
            return False
        return self.high is None or number < self.high or (self.high_closed and number == self.high)

    def hypotheses(self, name: str) -> tuple[Formula, ...]:
        """What the interval says of the variable, as formulas."""
        formulas = [lower_end(self.low, name, closed=self.low_closed)]
        if self.high is not None:
            formulas.append(upper_end(self.high, name, closed=self.high_closed))
        return tuple(formulas)

    def equation(self, name: str) -> Condition | None:
        """The minimal polynomial of a single point, as an equation that the variable satisfies."""
        return Condition(in_variable(self.low, name), "=") if self.single else None

    def bracket(self, name: str) -> tuple[Condition, ...]:
        """The rational bounds, as conditions that follow from the hypotheses and are easier to use."""
        x = Polynomial.variable(name)
        low, high = self.rational_bounds()
        return (Condition(x - low, ">="), *([] if high is None else [Condition(high - x, ">=")]))

    def rational_bounds(self) -> tuple[Fraction, Fraction | None]:
        """Short rational numbers around the interval, the ends themselves where they are rational."""
        low, high = self.low.rational, None
        if low is None:
            end = self.low.refined(MARGIN).low
            low = simplest(end - MARGIN, end)
        if self.high is not None:
            high = self.high.rational
            if high is None:
                end = self.high.refined(MARGIN).high
                high = simplest(end, end + MARGIN)
        return low, high

    def __str__(self) -> str:
        left, right = "[" if self.low_closed else "(", "]" if self.high_closed else ")"
        return f"{left}{self.low}, infinity)" if self.high is None else f"{left}{self.low}, {self.high}{right}"


def in_variable(number: AlgebraicReal, name: str) -> Polynomial:
    """The minimal polynomial of a number, in the variable of this name."""
    return number.minimal.substitute({UNKNOWN: Polynomial.variable(name)})


def lower_end(number: AlgebraicReal, name: str, *, closed: bool = True) -> Formula:
    """x >= number, or x > number."""
    x = Polynomial.variable(name)
    if number.rational is not None:
        return Condition(x - number.rational, ">=" if closed else ">")
    return _beside(number, name, above=True, closed=closed)


def upper_end(number: AlgebraicReal, name: str, *, closed: bool = True) -> Formula:
    """x <= number, or x < number."""
    x = Polynomial.variable(name)
    if number.rational is not None:
        return Condition(number.rational - x, ">=" if closed else ">")
    return _beside(number, name, above=False, closed=closed)


def _beside(number: AlgebraicReal, name: str, *, above: bool, closed: bool) -> Formula:
    x = Polynomial.variable(name)
    low, high = isolating(number)
    end = high if above else low
    minimal = in_variable(number, name)
    if end is None:  # no root lies further out: take any number there for the sign
        sample = Fraction(_ceiling(number) + 1 if above else _floor(number) - 1)
        outside = None
    else:
        sample, outside = end, Condition(x - end if above else end - x, ">=")
    sign = 1 if minimal.evaluate({name: sample}) > 0 else -1
    near: list[Formula] = [Condition(minimal * sign, ">=" if closed else ">")]
    other = low if above else high
    if other is not None:
        near.append(Condition(x - other if above else other - x, ">="))
    inner: Formula = near[0] if len(near) == 1 else AllOf(tuple(near))
    return inner if outside is None else any_of([outside, inner])


@lru_cache(maxsize=4096)
def isolating(number: AlgebraicReal) -> tuple[Fraction | None, Fraction | None]:
    """Short rational numbers that tell an irrational root from the root before and the root after; None if none is."""
    roots = real_roots(number.minimal)
    place = roots.index(number)
    before = between(roots[place - 1], roots[place]) if place else None
    after = between(roots[place], roots[place + 1]) if place + 1 < len(roots) else None
    return before, after


def _floor(number: AlgebraicReal) -> int:
    return number.low.numerator // number.low.denominator


def _ceiling(number: AlgebraicReal) -> int:
    return -(-number.high.numerator // number.high.denominator)


def rational_gap(low: AlgebraicReal, high: AlgebraicReal) -> tuple[Fraction, Fraction]:
    """Rational numbers a < b between two different numbers, low <= a and b <= high, that leave out little."""
    while low.high >= high.low or (high.low - low.high) < 8 * max(low.high - low.low, high.high - high.low):
        width = max(low.high - low.low, high.high - high.low) / 2**32
        low, high = low.refined(width), high.refined(width)
    return low.high, high.low


def between(low: AlgebraicReal, high: AlgebraicReal) -> Fraction:
    """The rational number with the least denominator strictly between two different numbers."""
    left, right = rational_gap(low, high)
    if left == low.rational or right == high.rational:
        third = (right - left) / 2**16
        left, right = left + third, right - third
    return simplest(left, right)


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The rational number with the least denominator in low <= q <= high, by continued fractions."""
    floor = low.numerator // low.denominator
    if low == floor:
        return Fraction(floor)
    if floor + 1 <= high:
        return Fraction(floor + 1)
    return floor + 1 / simplest(1 / (high - floor), 1 / (low - floor))


class NotGenericError(ValueError):
    """The point is special: a polynomial vanishes or has a wrong sign there."""


def interval_around(
    at: AlgebraicReal, non_negative: Iterable[fmpq_poly], positive: Iterable[fmpq_poly], within: Interval
) -> Interval:
    """The largest interval around a point, inside `within`, in which polynomials keep their signs.

    Those of the first list are at least 0 there, those of the second are greater. Raises NotGenericError if the point
    itself is not such, or if a polynomial that is not zero has a root there.
    """
    low, high, low_closed, high_closed = within.low, within.high, within.low_closed, within.high_closed
    for polynomials, strict in ((set(map(_key, non_negative)), False), (set(map(_key, positive)), True)):
        for coefficients in polynomials:
            if not coefficients:
                if strict:
                    raise NotGenericError("a polynomial that has to be positive is zero")
                continue
            sign, roots = _factored(coefficients)
            for root, odd in reversed(roots):
                if root == at:
                    raise NotGenericError(f"a polynomial has a root at {at}")
                if root < at:
                    break
                sign = -sign if odd else sign
                if (odd or strict) and (high is None or root < high or (root == high and strict)):
                    high, high_closed = root, not strict
            if sign < 0:
                raise NotGenericError(f"a polynomial is negative at {at}")
            for root, odd in roots:
                if root >= at:
                    break
                if (odd or strict) and (root > low or (root == low and strict)):
                    low, low_closed = root, not strict
    return Interval(low, high, low_closed, high_closed)


def _key(polynomial: fmpq_poly) -> tuple[int, ...]:
    """The coefficients of the multiple by a positive number that has coprime integer coefficients."""
    numerator = polynomial.numer()
    content = int(numerator.content())
    return tuple(int(c) // content for c in numerator.coeffs())


@lru_cache(maxsize=65_536)
def _factored(coefficients: tuple[int, ...]) -> tuple[int, tuple[tuple[AlgebraicReal, bool], ...]]:
    """(sign of the polynomial far to the right, [(real root, whether the sign changes there)] in ascending order)."""
    _, factors = fmpz_poly(list(coefficients)).factor()
    roots = [
        (root, multiplicity % 2 == 1) for factor, multiplicity in factors for root in _roots(tuple(factor.coeffs()))
    ]
    return (1 if coefficients[-1] > 0 else -1), tuple(sorted(roots, key=lambda pair: pair[0]))


@lru_cache(maxsize=65_536)
def _roots(coefficients: tuple[fmpz, ...]) -> tuple[AlgebraicReal, ...]:
    return real_roots(
        Polynomial({(((UNKNOWN, power),) if power else ()): int(c) for power, c in enumerate(coefficients) if c})
    )
