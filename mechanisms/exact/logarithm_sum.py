"""Real numbers that are compared exactly or enclosed: rationals plus logarithms, and numbers known by enclosures.

r + sum of c log(q), with rational r, c and q > 0, is zero only if r = 0 and the product of the powers q^c is 1: were r
not zero, e^(-r) would be algebraic, against the theorem of Hermite and Lindemann. So every sign is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import gcd, lcm, prod
from typing import Protocol

import sympy
from flint import arb, ctx

from mechanisms.exact.polynomial import Rational, to_fmpq
from mechanisms.exact.privacy_level import dyadic

FIRST_PRECISION = 64  # bits of the first enclosure
LARGEST_ARGUMENT = 1000  # numerator and denominator of a logarithm that several are written as
LAST_PRECISION = 4096  # bits beyond which a number without an exact rule is left undecided


class RealNumber(Protocol):
    """What the value of an objective has to offer: an enclosure of any precision, and its sign where it is decided."""

    def ball(self, bits: int) -> arb:
        """An enclosure, computed with so many bits."""

    def sign(self) -> int | None:
        """-1, 0 or 1; None where enclosures do not decide it."""


class LogarithmSum:
    """rational + sum of coefficient * log(argument) for different rational arguments greater than 1; immutable.

    Raises ValueError for an argument that is not positive.
    """

    __slots__ = ("rational", "terms")

    def __init__(self, rational: Rational = 0, terms: Mapping[Fraction, Rational] | None = None) -> None:
        found: dict[Fraction, Fraction] = {}
        for argument, coefficient in (terms or {}).items():
            if argument <= 0:
                raise ValueError(f"the logarithm of {argument} is asked for; arguments are positive")
            above, signed = (argument, coefficient) if argument > 1 else (1 / argument, -coefficient)
            found[above] = found.get(above, Fraction(0)) + signed
        self.rational = Fraction(rational)
        self.terms = {q: c for q, c in found.items() if c and q != 1}

    @classmethod
    def of_terms(cls, rational: Fraction, terms: dict[Fraction, Fraction]) -> LogarithmSum:
        """The same without a check: arguments greater than 1, coefficients other than 0; for many numbers at once."""
        number = cls.__new__(cls)
        number.rational, number.terms = rational, terms
        return number

    @classmethod
    def of(cls, value: LogarithmSum | Rational) -> LogarithmSum:
        """The number itself, or a rational number as one."""
        return value if isinstance(value, LogarithmSum) else cls(value)

    def __add__(self, other: LogarithmSum | Rational) -> LogarithmSum:
        right = LogarithmSum.of(other)
        merged: dict[Fraction, Rational] = dict(self.terms)
        for argument, coefficient in right.terms.items():
            merged[argument] = merged.get(argument, 0) + coefficient
        return LogarithmSum(self.rational + right.rational, merged)

    __radd__ = __add__

    def __mul__(self, factor: Rational) -> LogarithmSum:
        return LogarithmSum(self.rational * factor, {q: c * factor for q, c in self.terms.items()})

    __rmul__ = __mul__

    def __neg__(self) -> LogarithmSum:
        return self * -1

    def __sub__(self, other: LogarithmSum | Rational) -> LogarithmSum:
        return self + -LogarithmSum.of(other)

    def ball(self, bits: int) -> arb:
        """An enclosure, computed with so many bits."""
        with ctx.workprec(bits):
            total = arb(to_fmpq(self.rational))
            for argument, coefficient in self.terms.items():
                total += arb(to_fmpq(coefficient)) * _logarithm(argument, bits)
            return total

    def sign(self) -> int:
        """-1, 0 or 1, always decided."""
        if not self.terms:
            return (self.rational > 0) - (self.rational < 0)
        found, bits = sign_of(self.ball(FIRST_PRECISION)), FIRST_PRECISION
        if found is None and self.rational == 0 and not _over_coprime_base(self.terms):
            return 0
        while found is None:
            bits *= 2
            found = sign_of(self.ball(bits))
        return found

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (LogarithmSum, int, Fraction)) or isinstance(other, bool):
            return NotImplemented
        return (self - other).sign() == 0

    def __hash__(self) -> int:
        return hash(self.rational)  # equal numbers may be written with other arguments, but not with another rational

    def __lt__(self, other: LogarithmSum | Rational) -> bool:
        return (self - other).sign() < 0

    def __le__(self, other: LogarithmSum | Rational) -> bool:
        return (self - other).sign() <= 0

    def __float__(self) -> float:
        return float(self.ball(FIRST_PRECISION + 53).mid())

    def to_sympy(self) -> sympy.Expr:
        """The number as a sympy expression, of one logarithm or few: log(27/16)/4 for 3*log(3/2)/4 - log(2)/4."""
        logs = [_written(c) * sympy.log(_written(q), evaluate=False) for q, c in sorted(self._simplest().items())]
        return sympy.Add(_written(self.rational), *logs)

    def _simplest(self) -> Mapping[Fraction, Fraction]:
        """Coefficients of other logarithms of the same sum: of one fraction, or else of few small integers."""
        weights = _over_coprime_base(self.terms)
        if not weights:
            return {}
        if max(weights) > LARGEST_ARGUMENT:
            return self.terms
        unit = Fraction(gcd(*(w.numerator for w in weights.values())), lcm(*(w.denominator for w in weights.values())))
        powers = {b: int(w / unit) for b, w in weights.items()}
        if sum(map(abs, powers.values())) <= 2 * LARGEST_ARGUMENT.bit_length():
            product = prod((Fraction(b) ** power for b, power in powers.items()), start=Fraction(1))
            if max(product.numerator, product.denominator) <= LARGEST_ARGUMENT:
                return {product: unit} if product > 1 else {1 / product: -unit}
        return {Fraction(b): w for b, w in weights.items()} if len(weights) <= len(self.terms) else self.terms

    def to_latex(self) -> str:
        """The number in LaTeX, for math mode."""
        return str(sympy.latex(self.to_sympy()))

    def __str__(self) -> str:
        return str(self.to_sympy())

    def __repr__(self) -> str:
        return f"LogarithmSum({self})"


@dataclass(frozen=True)
class EnclosedNumber:
    """A real number that is known by enclosures: `enclose(bits)` is a ball that holds it, smaller for more bits."""

    enclose: Callable[[int], arb]

    def ball(self, bits: int) -> arb:
        """An enclosure, computed with so many bits."""
        with ctx.workprec(bits):
            return self.enclose(bits)

    @cached_property
    def _sign(self) -> int | None:
        bits = FIRST_PRECISION
        while bits <= LAST_PRECISION:
            found = sign_of(self.ball(bits))
            if found is not None:
                return found
            bits *= 2
        return None

    def sign(self) -> int | None:
        """-1, 0 or 1; None where no enclosure up to LAST_PRECISION bits decides it, as for most numbers that are 0."""
        return self._sign

    def __float__(self) -> float:
        return float(self.ball(FIRST_PRECISION + 53).mid())


@lru_cache(maxsize=256)
def _logarithm(argument: Fraction, bits: int) -> arb:
    with ctx.workprec(bits):
        return arb(to_fmpq(argument)).log()


def logarithm(argument: Rational) -> LogarithmSum:
    """log(argument), for a rational argument > 0."""
    return LogarithmSum(0, {Fraction(argument): Fraction(1)})


def combined(numbers: Iterable[tuple[Fraction, RealNumber]]) -> RealNumber:
    """The sum of coefficient * number: exact where all are sums of logarithms, otherwise known by enclosures."""
    pairs = [(coefficient, number) for coefficient, number in numbers if coefficient]
    if all(isinstance(number, LogarithmSum) for _, number in pairs):
        rational, terms = Fraction(0), dict[Fraction, Rational]()
        for coefficient, number in pairs:
            assert isinstance(number, LogarithmSum)
            rational += coefficient * number.rational
            for argument, weight in number.terms.items():
                terms[argument] = terms.get(argument, Fraction(0)) + coefficient * weight
        return LogarithmSum(rational, terms)
    return EnclosedNumber(lambda bits: sum((arb(to_fmpq(c)) * n.ball(bits) for c, n in pairs), arb(0)))


def bounds(number: RealNumber, bits: int) -> tuple[Fraction, Fraction]:
    """Rationals low <= number <= high, from an enclosure of so many bits; equal for a rational number.

    Raises ValueError for a number without a finite enclosure.
    """
    if isinstance(number, LogarithmSum) and not number.terms:
        return number.rational, number.rational
    ball = number.ball(bits)
    if not ball.is_finite():
        raise ValueError("a number has no finite enclosure")
    with ctx.workprec(bits):
        return dyadic(ball.lower()), dyadic(ball.upper())


def sign_of(ball: arb) -> int | None:
    """The sign of all numbers of a ball, if they have the same."""
    if ball > 0:
        return 1
    if ball < 0:
        return -1
    return 0 if ball == 0 else None


def _over_coprime_base(powers: Mapping[Fraction, Fraction]) -> dict[int, Fraction]:
    """The product of argument^coefficient as one of powers of pairwise coprime integers > 1; none where it is 1."""
    base = _coprime_base([n for q in powers for n in (q.numerator, q.denominator)])
    weights = {
        b: sum(c * (_multiplicity(q.numerator, b) - _multiplicity(q.denominator, b)) for q, c in powers.items())
        for b in base
    }
    return {b: Fraction(w) for b, w in weights.items() if w}


def _coprime_base(numbers: Iterable[int]) -> list[int]:
    """Pairwise coprime integers > 1 of which every number is a product of powers."""
    base: list[int] = []
    todo = [n for n in set(numbers) if n > 1]
    while todo:
        number = todo.pop()
        for position, other in enumerate(base):
            common = gcd(number, other)
            if common > 1:
                del base[position]
                todo += [n for n in (common, number // common, other // common) if n > 1]
                break
        else:
            base.append(number)
    return base


def _exponent(argument: Fraction, base: int) -> int:
    return _multiplicity(argument.numerator, base) - _multiplicity(argument.denominator, base)


def _multiplicity(number: int, base: int) -> int:
    count = 0
    while number % base == 0:
        number //= base
        count += 1
    return count


def _written(number: Fraction) -> sympy.Rational:
    return sympy.Rational(number.numerator, number.denominator)
