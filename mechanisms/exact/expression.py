"""Expressions as they are written: sums, products, quotients and powers, nothing multiplied out and nothing cancelled.

The two sides of a printed relation are kept so in what the kernel states. What an expression is worth is one fraction
of polynomials, and it has a value exactly where none of its divisors is zero.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb
from typing import Literal

from mechanisms.exact.polynomial import Polynomial

Operator = Literal["+", "*", "/", "^"]
MAX_EXPONENT = 1000
ONE, MINUS_ONE = Polynomial.constant(1), Polynomial.constant(-1)
_SUM, _PRODUCT, _POWER, _ATOM = range(4)  # how tightly what is written last binds


@dataclass(frozen=True, slots=True)
class Operation:
    """Parts joined by an operator: a + b + c, a * b * c, a / b; a ^ k for a constant integer k from 1 to 1000.

    Raises ValueError for another operator or number of parts, TypeError for parts of another type.
    """

    operator: Operator
    parts: tuple[Expression, ...]

    def __post_init__(self) -> None:
        if self.operator not in ("+", "*", "/", "^"):
            raise ValueError(f"an operator is one of + * / ^, not {self.operator!r}")
        object.__setattr__(self, "parts", tuple(self.parts))
        if not all(isinstance(part, (Polynomial, Operation)) for part in self.parts):
            raise TypeError("the parts of an expression are polynomials and expressions")
        if len(self.parts) != 2 if self.operator in ("/", "^") else not self.parts:
            raise ValueError(f"the operator {self.operator} does not join {len(self.parts)} parts")
        if self.operator == "^":
            exponent_of(self)

    def __str__(self) -> str:
        return _written(self)[0]


Expression = Polynomial | Operation


def difference(left: Expression, right: Expression) -> Operation:
    """left - right"""
    return Operation("+", (left, Operation("*", (MINUS_ONE, right))))


def exponent_of(power: Operation) -> int:
    """The exponent of a power; ValueError when it is no integer from 1 to 1000."""
    exponent = power.parts[1]
    value = exponent.constant_value() if isinstance(exponent, Polynomial) and exponent.is_constant() else None
    if value is None or value.denominator != 1 or not 1 <= value <= MAX_EXPONENT:
        raise ValueError(f"an exponent is an integer from 1 to {MAX_EXPONENT}, not {exponent}")
    return int(value)


@dataclass(frozen=True, slots=True)
class Ratio:
    """What an expression is worth: numerator / denominator, coprime, wherever none of the divisors is zero."""

    numerator: Polynomial
    denominator: Polynomial
    divisors: tuple[Polynomial, ...]


def as_fraction(expression: Expression) -> Ratio:
    """The value as one fraction; its divisors are the numerators of what is divided by, those within it first.

    Raises ZeroDivisionError where a divisor is the zero polynomial.
    """
    if isinstance(expression, Polynomial):
        return Ratio(expression, ONE, ())
    if expression.operator == "^":
        base, times = as_fraction(expression.parts[0]), exponent_of(expression)
        return Ratio(base.numerator**times, base.denominator**times, base.divisors)
    first, *others = map(as_fraction, expression.parts)
    top, bottom, met = first.numerator, first.denominator, list(first.divisors)
    for part in others:
        n, d = part.numerator, part.denominator
        met += part.divisors
        if expression.operator == "+":
            top, bottom = (top + n, bottom) if bottom == d else (top * d + n * bottom, bottom * d)
        elif expression.operator == "*":
            top, bottom = top * n, bottom * d
        elif n.is_zero():
            raise ZeroDivisionError(f"{expression} divides by zero")
        else:
            top, bottom = top * d, bottom * n
            met.append(n)
        top, bottom = _reduced(top, bottom)
    return Ratio(top, bottom, tuple(met))


def _reduced(top: Polynomial, bottom: Polynomial) -> tuple[Polynomial, Polynomial]:
    """The same fraction without a common factor: both are divided exactly, or the division raises."""
    if bottom == ONE:
        return top, bottom
    if bottom.is_constant():
        return top * (1 / bottom.constant_value()), ONE
    common = top.gcd(bottom)
    return top.exact_quotient(common), bottom.exact_quotient(common)


def names_of(expression: Expression) -> frozenset[str]:
    """The names that are written, also those on which the value does not depend."""
    if isinstance(expression, Polynomial):
        return frozenset(expression.names)
    return frozenset().union(*map(names_of, expression.parts))


def with_leaves(expression: Expression, changed: Callable[[Polynomial], Expression]) -> Expression:
    """The expression with something else in the place of each of its polynomials, exponents apart."""
    if isinstance(expression, Polynomial):
        return changed(expression)
    kept = expression.parts[1:] if expression.operator == "^" else ()
    varied = expression.parts[: len(expression.parts) - len(kept)]
    return Operation(expression.operator, (*(with_leaves(part, changed) for part in varied), *kept))


def expansion(expression: Expression) -> tuple[int, int, frozenset[str]]:
    """Bounds of what multiplying out can lead to: (terms, total degree, names), the larger of the two sides of `/`."""
    if isinstance(expression, Polynomial):
        return max(1, expression.number_of_terms()), expression.total_degree(), frozenset(expression.names)
    if expression.operator == "^":
        terms, degree, names = expansion(expression.parts[0])
        times = exponent_of(expression)
        degree *= times
        return min(terms**times, _monomials(degree, names)), degree, names
    # A denominator can multiply every other part, so that all parts count as factors.
    parts = [expansion(part) for part in expression.parts]
    names = frozenset[str]().union(*(own for _, _, own in parts))
    degree = sum(own for _, own, _ in parts)
    product = 1
    for terms, _, _ in parts:
        product *= terms + (expression.operator == "+")
    return min(product, _monomials(degree, names)), degree, names


def _monomials(degree: int, names: frozenset[str]) -> int:
    return comb(degree + len(names), len(names))


def _written(expression: Expression) -> tuple[str, int]:
    """The text, and how tightly it binds."""
    if isinstance(expression, Polynomial):
        return _polynomial_text(expression)
    if expression.operator == "+":
        first, *rest = (_within(part, _SUM) for part in expression.parts)
        return first + "".join(f" - {t[1:]}" if t.startswith("-") else f" + {t}" for t in rest), _SUM
    if expression.operator == "*":
        if len(expression.parts) > 1 and expression.parts[0] == MINUS_ONE:
            return "-" + "*".join(_within(part, _PRODUCT) for part in expression.parts[1:]), _SUM
        return "*".join(_within(part, _PRODUCT) for part in expression.parts), _PRODUCT
    left, right = expression.parts
    if expression.operator == "/":
        return f"{_within(left, _PRODUCT)}/{_within(right, _POWER)}", _PRODUCT
    return f"{_within(left, _ATOM)}^{_within(right, _ATOM)}", _POWER


def _polynomial_text(polynomial: Polynomial) -> tuple[str, int]:
    text = str(polynomial)
    if polynomial.number_of_terms() > 1 or text.startswith("-"):
        return text, _SUM
    return text, _PRODUCT if "*" in text or "/" in text else _POWER if "^" in text else _ATOM


def _within(expression: Expression, least: int) -> str:
    """The text, in brackets where it binds less tightly than its place asks for."""
    text, tightness = _written(expression)
    return text if tightness >= least else f"({text})"
