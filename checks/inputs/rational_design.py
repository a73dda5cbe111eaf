"""A rational design next to one with irrational entries, where exact programs need rational numbers.

Entries are rational functions of their irrational constants: of e^(1/2), which is transcendental, or of an algebraic
number that generates all roots among them. Each constant is replaced by a decimal just below it. What holds between the
entries for all values of the constant, such as that they are equal, or sum to one, is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import log

import sympy

from lp.parametric.level_input import Level, algebraic_number
from mechanisms.design import Design
from mechanisms.exact.algebraic import AlgebraicGenerator
from mechanisms.exact.numerals import decimal_bound
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.privacy_level import MAXIMAL_EPS
from mechanisms.exact.rational import RationalFunction

DIGITS = 12  # behind the point
FINEST = 10**4  # the largest denominator of an eps that is told from the number that stands for its power


@dataclass(frozen=True)
class Replaced:
    """An irrational number, and the decimal less than 10^-12 below it that stands for it."""

    written: str
    value: Fraction

    @property
    def sentence(self) -> str:
        """For who reads results."""
        return (
            f"the number {self.written} is irrational: {self.decimal}, less than 10^-{DIGITS} below it, stands for it, "
            "and what is said is exact for this number"
        )

    @property
    def decimal(self) -> str:
        """The value in full."""
        digits = next(d for d in count(0) if (self.value * 10**d).denominator == 1)
        return decimal_bound(self.value, digits, -1).rstrip(".")

    def __str__(self) -> str:
        return f"{self.decimal} for {self.written}"


def below(eps: Fraction) -> Replaced:
    """The decimal that stands for e^eps, for a rational eps other than 0."""
    power = str(eps)
    value = Level(eps=eps).as_rational(DIGITS).rational
    assert value is not None, "it was asked for as a rational number"
    return Replaced(f"e^{power}" if eps.denominator == 1 else f"e^({power})", value)


def below_root(x: sympy.Expr) -> Replaced:
    """The decimal that stands for an irrational algebraic number x > 1."""
    value = Level(x=algebraic_number(x)).as_rational(DIGITS).rational
    assert value is not None, "it was asked for as a rational number"
    return Replaced(str(x), value)


def stood_for(x: Fraction) -> Fraction | None:
    """The eps > 0 of few digits for whose e^eps the number x > 1 stands, or such a decimal's square for e^(2 eps)."""
    if x.denominator <= 10 ** (DIGITS // 2) or 10 ** (2 * DIGITS) % x.denominator:
        return None
    eps = Fraction(log(x.numerator) - log(x.denominator)).limit_denominator(FINEST)
    powers = (1, 2)
    return eps if 0 < eps <= MAXIMAL_EPS and any(below(eps / p).value ** p == x for p in powers) else None


def rational_design(design: Design) -> tuple[Design, tuple[Replaced, ...]]:
    """The design with each irrational constant replaced by a rational number, and what was replaced.

    DesignError where the result is no design, as for an entry that is less than 10^-12 and comes out negative.
    """
    replaced = replacements(design)
    if not replaced:
        return design, ()
    values = {name: RationalFunction.of(one.value) for name, one in replaced.items()}
    rows = [[e.substitute({n: v for n, v in values.items() if n in e.names}) for e in row] for row in design.entries]
    domain = design.domain.without(*replaced)
    return Design(rows, domain, design.truths, design.responses, design.name), tuple(replaced.values())


def replacements(design: Design) -> dict[str, Replaced]:
    """By variable, what stands for the irrational constants in the entries of a design."""
    return dict(_replaced(design))


def _replaced(design: Design) -> Iterator[tuple[str, Replaced]]:
    for parameter in design.domain.parameters:
        constant = parameter.constant
        if constant is not None and parameter.name in design.parameters:
            assert constant.function == "exp", "entries hold no other constants"
            yield parameter.name, below(constant.argument)
    if design.generator is not None:
        yield design.generator.name, Replaced(str(design.generator.expression), _floor(design.generator))


def _floor(generator: AlgebraicGenerator) -> Fraction:
    unit, theta = Fraction(1, 10**DIGITS), RationalFunction(Polynomial.variable(generator.name))
    width = unit
    while True:
        low, high = generator.enclose(theta, width)
        if low // unit == high // unit:  # the number is irrational, so that some width tells it from all multiples
            return (low // unit) * unit
        width /= 2**16
