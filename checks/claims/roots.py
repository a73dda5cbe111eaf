"""Square roots that hypotheses define: r with r >= 0 and r^2 = q."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

from mechanisms.exact.formula import AllOf, Condition, Formula, in_polynomials
from mechanisms.exact.polynomial import Polynomial

if TYPE_CHECKING:
    from mechanisms.exact.rational import RationalFunction

SCALE = 10**30  # how much larger than 1 what is rounded away from roots is


def conditions(formulas: Iterable[Formula]) -> list[Formula]:
    """The formulas in polynomials, conjunctions taken apart."""
    found: list[Formula] = []
    for formula in map(in_polynomials, formulas):
        found += conditions(formula.parts) if isinstance(formula, AllOf) else [formula]
    return found


def radicands(hypotheses: Iterable[Formula]) -> dict[str, RationalFunction]:
    """What each root that is defined is the root of, which may speak of roots before it."""
    from mechanisms.exact.rational import RationalFunction  # it brings sympy, which showing verdicts does without

    facts = conditions(hypotheses)
    signs = {fact.polynomial for fact in facts if isinstance(fact, Condition) and fact.relation == ">="}
    found: dict[str, RationalFunction] = {}
    for fact in facts:
        if not isinstance(fact, Condition) or fact.relation != "=":
            continue
        for name in fact.polynomial.names:
            parts = fact.polynomial.coefficients_in(name)
            if 2 in parts and set(parts) <= {0, 2} and Polynomial.variable(name) in signs:
                found.setdefault(name, -RationalFunction(parts.get(0, Polynomial())) / RationalFunction(parts[2]))
    return found


def defining(hypotheses: Iterable[Formula]) -> dict[str, tuple[Condition, Condition, Fraction]]:
    """Of each root of a number that is not negative the two conditions that define it, and the number."""
    facts = conditions(hypotheses)
    found = {}
    for name, radicand in radicands(facts).items():
        if radicand.names or radicand.constant_value() < 0:
            continue
        variable = Polynomial.variable(name)
        square = Condition(variable**2 - Polynomial.constant(radicand.constant_value()), "=")
        sign = Condition(variable, ">=")
        if sign in facts and square in facts:
            found[name] = sign, square, radicand.constant_value()
    return found


def with_roots(point: Mapping[str, Fraction], roots: Mapping[str, RationalFunction]) -> dict[str, Fraction] | None:
    """A point with rational numbers near the roots; None where one has no value there."""
    values, left = dict(point), dict(roots)
    while left:
        ready = [name for name, radicand in left.items() if set(radicand.names) <= values.keys()]
        if not ready:
            return None
        for name in ready:
            try:
                square = left.pop(name).evaluate(values)
            except ZeroDivisionError:
                return None
            if square < 0:
                return None
            values[name] = Fraction(isqrt(square.numerator * square.denominator * SCALE**2), square.denominator * SCALE)
    return values
