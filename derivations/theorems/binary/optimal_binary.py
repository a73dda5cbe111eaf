"""The quick procedure for an optimal binary design under (eps, delta)-differential privacy, as rules and as a function.

Each rule says: under this condition on x = e^eps, delta and the proportion pi, these are the optimal (p00, p11). The
rules compare a threshold g with q, the smaller of pi and 1 - pi:

    g < q: the corner (c, c), c = (x + delta)/(x + 1);   g > q: one-sided (1, delta), or mirrored (delta, 1);
    g = q: all of these,                                 g = delta (x + delta)/(x + 2 delta - 1)^2.

That the rules give the whole set of minimisers is shown where the minimisers are derived, not here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from derivations.arithmetic.meaning import relation_formula
from mechanisms.exact.formula import Formula, PrintedRelation, all_of
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

Coordinates = tuple[RationalFunction, RationalFunction]

X, DELTA, PI = (RationalFunction(Polynomial.variable(name)) for name in ("x", "delta", "pi"))
ONE = RationalFunction.of(1)
HALF = RationalFunction.of(Fraction(1, 2))
THRESHOLD = DELTA * (X + DELTA) / (X + 2 * DELTA - 1) ** 2
CORNER: Coordinates = ((X + DELTA) / (X + 1), (X + DELTA) / (X + 1))
ONE_SIDED: Coordinates = (ONE, DELTA)
MIRRORED: Coordinates = (DELTA, ONE)


@dataclass(frozen=True)
class Rule(Shown):
    """Under the condition the optimal designs are those with (p00, p11) among `points`."""

    name: str
    condition: Formula
    points: tuple[Coordinates, ...]


def rules() -> tuple[Rule, ...]:
    """The procedure for 0 < pi < 1: exactly one condition holds at each eps >= 0, 0 <= delta <= 1 but eps = delta = 0.

    Source: Holohan, Leith, Mason, Theorems 2 and 3, Corollary 2, both one-sided designs taken at pi = 1/2.
    """
    zero = RationalFunction.of(0)
    strict = all_of([relation_formula(DELTA, "=", zero), relation_formula(X, ">", ONE)])
    return (Rule("delta = 0", strict, (CORNER,)), *_threshold_rules())


def _threshold_rules() -> Iterator[Rule]:
    sides: tuple[tuple[PrintedRelation, RationalFunction, tuple[Coordinates, ...]], ...] = (
        ("<", PI, (ONE_SIDED,)),
        (">", ONE - PI, (MIRRORED,)),
        ("=", PI, (ONE_SIDED, MIRRORED)),
    )
    for relation, level, one_sided in sides:
        answers: tuple[tuple[PrintedRelation, tuple[Coordinates, ...]], ...] = (
            ("<", (CORNER,)),
            (">", one_sided),
            ("=", (*one_sided, CORNER)),
        )
        for compared, points in answers:
            condition = all_of(
                [
                    relation_formula(DELTA, ">", RationalFunction.of(0)),
                    relation_formula(PI, relation, HALF),
                    relation_formula(THRESHOLD, compared, level),
                ]
            )
            yield Rule(f"pi {relation} 1/2, g {compared} min(pi, 1 - pi)", condition, points)


def optimal_binary_designs(x: Fraction, delta: Fraction, pi: Fraction) -> frozenset[tuple[Fraction, Fraction]]:
    """All (p00, p11) of least estimator variance among the (log x, delta)-private binary designs, ties included.

    All arguments are exact: x = e^eps >= 1, 0 <= delta <= 1, and the proportion 0 < pi < 1. Raises ValueError outside
    these ranges, and for x = 1, delta = 0, where no private design tells anything about pi.
    Source: Holohan, Leith, Mason, Theorems 2 and 3, Corollary 2.
    """
    if x < 1:
        raise ValueError(f"x = {x}: x = e^eps must be at least 1")
    if not 0 <= delta <= 1:
        raise ValueError(f"delta = {delta}: delta must lie between 0 and 1")
    if not 0 < pi < 1:
        raise ValueError(f"pi = {pi}: the proportion must lie strictly between 0 and 1")
    if x == 1 and delta == 0:
        raise ValueError("x = 1 and delta = 0: every private design answers independently of the truth")
    point = {"x": Fraction(x), "delta": Fraction(delta), "pi": Fraction(pi)}
    chosen = next(rule for rule in rules() if rule.condition.holds_at(point))
    return frozenset((first.evaluate(point), second.evaluate(point)) for first, second in chosen.points)
