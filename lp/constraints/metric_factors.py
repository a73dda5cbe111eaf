"""Metric privacy from distances: the factors e^(eps d) as rational numbers, exactly or rounded to the safe side.

With x = e^eps = a/b in lowest terms and d = p/q, x^d is rational exactly if a^p and b^p are q-th powers of integers.
Otherwise, and for an eps that is rational itself, the factor is irrational. On request (`rounding="safe"`) it is then
replaced by the largest multiple of 2^-40 below a rigorous enclosure of it: the constraint is a little stricter than
what was asked for, so that whatever meets it is private at the distances that were given.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from flint import arb, ctx, fmpz

from lp.constraints.constraint import ConstraintError, exact, exact_matrix
from lp.constraints.privacy import MetricPrivacy
from mechanisms.exact.polynomial import Rational, to_fmpq
from mechanisms.exact.privacy_level import PrivacyLevel, dyadic

Rounding = Literal["refuse", "safe"]
GRID = 2**40
MAXIMAL_EXPONENT = 512
PRECISION = 256  # bits of an enclosure


def safe_level(level: PrivacyLevel) -> Fraction:
    """The level's x if that is rational, otherwise the largest multiple of 2^-40 below e^eps, which is stricter."""
    return level.x if level.x is not None else _on_grid(level.enclosure[0])


def metric_privacy(
    level: PrivacyLevel, distances: Sequence[Sequence[Rational | None]], rounding: Rounding = "refuse"
) -> MetricPrivacy:
    """P[a, y] <= e^(eps distances[a][b]) P[b, y], a row and a column for each truth; None is an infinite distance.

    Raises ConstraintError for a negative or inexact distance, and, unless rounding is "safe", for an irrational factor.
    Source: Chatzikokolakis and others 2013.
    """
    factors: list[list[Fraction | None]] = []
    for a, row in enumerate(distances):
        factors.append([])
        for b, given in enumerate(row):
            distance = None if given is None else exact(given, f"distances[{a}][{b}]")
            if distance is not None and distance < 0:
                raise ConstraintError(f"distances[{a}][{b}] must be at least 0, not {distance}")
            square = None if distance is None else distance**2
            factors[-1].append(None if square is None else _factor(level, square, rounding, f"distances[{a}][{b}]"))
    return MetricPrivacy(tuple(map(tuple, factors)))


def line_distances(size: int) -> tuple[tuple[Fraction, ...], ...]:
    """|a - b| in row a and column b, for the truths 0, ..., size - 1."""
    return tuple(tuple(Fraction(abs(a - b)) for b in range(size)) for a in range(size))


def geo_indistinguishability(
    level: PrivacyLevel, points: Sequence[Sequence[Rational]], rounding: Rounding = "safe"
) -> MetricPrivacy:
    """Metric privacy at the Euclidean distances of points with rational coordinates, one point a truth.

    Distances are square roots, so that most factors are irrational and rounded. Source: Andres and others 2013.
    """
    places = exact_matrix(points, "points")
    factors = []
    for a, here in enumerate(places):
        squares = [sum(((u - v) ** 2 for u, v in zip(here, there, strict=True)), Fraction(0)) for there in places]
        factors.append(tuple(_factor(level, s, rounding, f"the distance {a} to {b}") for b, s in enumerate(squares)))
    return MetricPrivacy(tuple(factors))


def exact_power(x: Fraction, exponent: Fraction) -> Fraction | None:
    """x^exponent for x >= 1, exponent >= 0; None if it is irrational, or the exponent has long parts."""
    p, q = exponent.numerator, exponent.denominator
    if max(p, q) > MAXIMAL_EXPONENT:
        return None
    # a^p is a q-th power exactly if a is, because p and q have no common divisor.
    top, bottom = _exact_root(x.numerator, q), _exact_root(x.denominator, q)
    return None if top is None or bottom is None else Fraction(top, bottom) ** p


def _exact_root(number: int, degree: int) -> int | None:
    root = int(fmpz(number).root(degree))
    return root if root**degree == number else None


def _factor(level: PrivacyLevel, square: Fraction, rounding: Rounding, what: str) -> Fraction:
    """e^(eps d), d the square root of `square`."""
    if square == 0:
        return Fraction(1)
    sides = [_exact_root(n, 2) for n in (square.numerator, square.denominator)]
    distance = Fraction(sides[0], sides[1]) if sides[0] is not None and sides[1] is not None else None
    if level.x is not None and distance is not None:
        found = exact_power(level.x, distance)
        if found is not None:
            return found
    if rounding != "safe":
        raise ConstraintError(
            f"{what} gives no short rational factor e^(eps d), eps = {level}, d^2 = {square}; "
            f'choose an eps whose powers are rational, give factors, or ask for rounding = "safe"'
        )
    with ctx.workprec(PRECISION):
        eps = arb(to_fmpq(level.x)).log() if level.x is not None else arb(to_fmpq(level.eps or 0))
        return _on_grid(dyadic((eps * arb(to_fmpq(square)).sqrt()).exp().lower()))


def _on_grid(low: Fraction) -> Fraction:
    return max(Fraction(1), Fraction(low.numerator * GRID // low.denominator, GRID))
