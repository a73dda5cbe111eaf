"""What a printed relation between rational functions says, as a formula that the kernel can state with both sides.

Both sides have a value, and the values relate so. The claims, the mutation campaign and the provers share this one
definition, which `mechanisms.exact.formula.in_polynomials` spells out.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from mechanisms.exact.expression import ONE, Expression, Operation
from mechanisms.exact.formula import Comparison, Condition, Formula, PrintedRelation
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

MOST_TERMS_TO_FACTOR = 400


def defined(value: RationalFunction) -> list[Formula]:
    """The denominator is not zero; nothing to say when it is a constant."""
    return [] if value.denominator.is_constant() else [Condition(value.denominator, "!=")]


def relation_formula(
    left: RationalFunction | Expression, relation: PrintedRelation, right: RationalFunction | Expression
) -> Comparison:
    """`left relation right`, both sides defined."""
    sides = [expression_of(v) if isinstance(v, RationalFunction) else v for v in (left, right)]
    return Comparison(sides[0], relation, sides[1])


@lru_cache(maxsize=4096)
def expression_of(value: RationalFunction) -> Expression:
    """A rational function written with its factors, and with integers."""
    content, factors = _factored(value.numerator)
    scale, others = _factored(value.denominator)
    content /= scale
    top = _product(Fraction(content.numerator), factors)
    bottom = _product(Fraction(content.denominator), others)
    return top if bottom == ONE else Operation("/", (top, bottom))


def _factored(polynomial: Polynomial) -> tuple[Fraction, list[tuple[Polynomial, int]]]:
    too_long = len(polynomial.terms()) > MOST_TERMS_TO_FACTOR
    return (Fraction(1), [(polynomial, 1)]) if too_long else polynomial.factors()


def _product(content: Fraction, factors: list[tuple[Polynomial, int]]) -> Expression:
    """A constant times powers: multiplied out where there is one factor, to the first power."""
    if len(factors) == 1 and factors[0][1] == 1:
        return factors[0][0] * Polynomial.constant(content)
    sums = [place for place, (factor, times) in enumerate(factors) if times % 2 and len(factor.terms()) > 1]
    if content < 0 and sums:  # p (1 - p) rather than -p (p - 1)
        content, factors = -content, [(-f, m) if i == sums[-1] else (f, m) for i, (f, m) in enumerate(factors)]
    parts: list[Expression] = [f if m == 1 else Operation("^", (f, Polynomial.constant(m))) for f, m in factors]
    if content != 1 or not parts:
        parts.insert(0, Polynomial.constant(content))
    return parts[0] if len(parts) == 1 else Operation("*", tuple(parts))
