"""What an exact problem is made of besides affine functions: new unknowns for maxima and for squares over a line.

By the rules of disciplined convex programming each stands only where less of it is better (a minimum: where more is).
A maximum is then the least unknown above its pieces, which is linear. A sum of squares u_i^2 over an affine v >= 0 has
a tangent at every slope a,

    sum of u_i^2/v >= sum of (2 a_i u_i - a_i^2 v),

with equality where u = a v: linear rows that hold it up from below, as many as one likes. A cone of second order
|(u, w)| <= t says the same of t + w, u and t - w.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import prove_from
from lp.models.affine import ONE, Affine, as_affine, total
from mechanisms.exact.formula import Condition
from mechanisms.exact.polynomial import Polynomial

Entry = Affine | Fraction


@dataclass(frozen=True)
class Extreme:
    """The unknown that is the maximum (sign 1) or the minimum (sign -1) of the options."""

    unknown: int
    options: tuple[Entry, ...]
    sign: Fraction

    def needed(self, point: Sequence[Fraction]) -> Fraction:
        """Its value where the earlier unknowns have theirs."""
        values: list[Fraction] = [as_affine(option).at(point) for option in self.options]
        return max(values) if self.sign > 0 else min(values)


@dataclass(frozen=True)
class Quotient:
    """`held` >= sum of u_i^2/v for u = `above` and v = `below` >= 0: a new unknown, or a cone of second order.

    Attributes:
        held, above, below: affine functions.
        source: the atom or the constraint that says so.

    """

    held: Affine
    above: tuple[Affine, ...]
    below: Affine
    source: Any

    @property
    def unknown(self) -> int | None:
        """The unknown that can be made as large as is needed, if there is one alone in `held`."""
        return next(iter(self.held.terms)) if len(self.held.terms) == 1 else None

    def at(self, point: Sequence[Fraction]) -> Fraction | None:
        """The quotient where the unknowns have their values; None where it is infinite, 0 for 0/0."""
        squares: Fraction = sum((u.at(point) ** 2 for u in self.above), Fraction(0))
        mass: Fraction = self.below.at(point)
        if mass > 0:
            return squares / mass
        return squares if mass == squares == 0 else None

    def needed(self, point: Sequence[Fraction]) -> Fraction | None:
        """The value of `unknown` at which equality holds."""
        value, slope = self.at(point), self.held.terms[self.unknown or 0]
        return None if value is None else (value - self.held.constant) / slope

    def tangent(self, slopes: Sequence[Fraction]) -> Affine:
        """`held` less the tangent at these slopes: at least 0 (`squares_above_tangents`)."""
        parts = [(-2 * a, u) for a, u in zip(slopes, self.above, strict=True)]
        squares = sum((a * a for a in slopes), Fraction(0))
        return total([(ONE, self.held), *parts, (squares, self.below)])


@cache
def squares_above_tangents() -> Theorem:
    """v > 0 |- u^2 >= (2 a u - a^2 v) v, for each of the squares over v."""
    u, v, a = (Polynomial.variable(name) for name in ("u", "v", "a"))
    goal = Condition(u**2 - 2 * a * u * v + a**2 * v**2, ">=")
    return prove_from(Sequent(frozenset([Condition(v, ">")]), goal))
