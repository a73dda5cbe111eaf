"""Rational numbers as decimal text of any length, and their square roots where these are rational.

The interpreter refuses to convert integers of more than a few thousand digits, because its own way takes quadratic
time. FLINT's takes nearly linear time, so that certificates of large programs can be written and read.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, isqrt

from flint import fmpz

_SHORT = 4000  # digits, below the limit of the interpreter
_SHORT_BITS = 12_000
LONGEST_IN_WORDS = 20  # characters


def numeral(value: Fraction | int) -> str:
    """The number as "a" or "a/b" in lowest terms."""
    if isinstance(value, int):
        return _digits(value)
    return _digits(value.numerator) + ("" if value.denominator == 1 else f"/{_digits(value.denominator)}")


def in_words(value: Fraction | int) -> str:
    """A number in a sentence: exact where that is short, else six digits."""
    text = numeral(value)
    return text if len(text) <= LONGEST_IN_WORDS else f"{float(value):.6g}"


def rational_root(number: Fraction) -> Fraction | None:
    """The square root that is not negative, where it is rational."""
    root = Fraction(isqrt(max(number.numerator, 0)), isqrt(number.denominator))
    return root if root * root == number else None


def integer_of(digits: str) -> int:
    """The integer that a sign, if any, and decimal digits write."""
    return int(digits) if len(digits) <= _SHORT else int(fmpz(digits))


def decimal_bound(value: Fraction, digits: int, side: int) -> str:
    """The closest number with so many decimals that is at most (side -1) or at least (side 1) as large as the value."""
    unit = 10**digits
    rounded = side * ceil(side * value * unit)
    size = abs(rounded)
    return f"{'-' if rounded < 0 else ''}{size // unit}.{size % unit:0{digits}d}"


def _digits(number: int) -> str:
    return str(number) if number.bit_length() <= _SHORT_BITS else str(fmpz(number))
