"""RR3-dagger under local privacy: the designs of least variance among the limits of the second region, with ties.

The second region (p2 < p1) has no design of least variance; its limits have. They fill the triangle with the corners
(1/3, 1/3), where the variance is infinite, E on the side p2 = 1/3, and C = (x/(x + 2), x/(x + 2)) on the side p1 = p2.
For x = e^eps <= 2 the corner E = (x/3, 1/3) is best. For x > 2 it is E = (1 - 2/(3 x), 1/3), and the best is E or C as
x^2 - 2 x - 2 is smaller or larger than pi_0 x (x - 1). None of them belongs to the region.

Source: the minimisation that Ma, Wang, Theorem 4, leave open.
"""

from __future__ import annotations

from functools import cache

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import prove_from
from derivations.theorems.binary.binary_optimum import Minimisers
from derivations.theorems.three_answers.three_answer_optimum import (
    BASE,
    HERE,
    ONE,
    P1,
    P2,
    PI,
    THIRD,
    TWO,
    ZERO,
    Design,
    X,
    on_lower_edge,
    on_upper_edge,
    second_region,
    variance_at,
)
from mechanisms.exact.formula import Formula, all_of, any_of
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

SMALL_EDGE, LARGE_EDGE = on_lower_edge(THIRD), on_upper_edge(THIRD)
CORNER: Design = (X / (X + 2), X / (X + 2))
GAIN = PI * X * (X - 1) - (X**2 - 2 * X - 2)
"""For x > 2: positive where E does better than C."""


def limits_of_second_region(design: Design) -> tuple[Formula, ...]:
    """The limits of designs of the second region at which the estimator exists, for eps > 0."""
    p1, p2 = design
    return (
        relation_formula(THIRD, "<=", p2),
        relation_formula(p2, "<=", p1),
        relation_formula(2 * p1, "<=", X * (1 - p2)),
        relation_formula(2 * p2, "<=", X * (1 - p1)),
        relation_formula(ONE, "<", 2 * p1 + p2),
    )


@cache
def limits_are_approached() -> tuple[Theorem, ...]:
    """From a limit z, each step 0 < s <= 1 towards a design c of the region leads into it; and there is such a c."""
    step = RationalFunction(Polynomial.variable("s"))
    c = (RationalFunction(Polynomial.variable("c1")), RationalFunction(Polynomial.variable("c2")))
    between = (P1 + step * (c[0] - P1), P2 + step * (c[1] - P2))
    steps = (relation_formula(ZERO, "<", step), relation_formula(step, "<=", ONE), relation_formula(ONE, "<", X))
    hypotheses = frozenset((*steps, *limits_of_second_region(HERE), *second_region(c)))
    found = [prove_from(Sequent(hypotheses, all_of(second_region(between))))]
    for edge, size in ((SMALL_EDGE, relation_formula(X, "<=", TWO)), (LARGE_EDGE, relation_formula(X, ">", TWO))):
        middle = tuple((THIRD + a + b) / 3 for a, b in zip(edge, CORNER, strict=True))
        some = all_of(second_region((middle[0], middle[1])))
        found.append(prove_from(Sequent(frozenset((relation_formula(ONE, "<", X), size)), some)))
    return tuple(found)


@cache
def limit_minimisers() -> tuple[Minimisers, ...]:
    """The limits of least variance, case by case; for eps > 0 the cases cover everything."""
    small, large = relation_formula(X, "<=", TWO), relation_formula(X, ">", TWO)
    more, same, less = (relation_formula(GAIN, relation, ZERO) for relation in (">", "=", "<"))
    return (
        _case("x <= 2", (relation_formula(ONE, "<", X), small), (SMALL_EDGE,)),
        _case("x > 2, the edge is better", (large, more), (LARGE_EDGE,)),
        _case("x > 2, a tie", (large, same), (LARGE_EDGE, CORNER)),
        _case("x > 2, the corner is better", (large, less), (CORNER,)),
    )


def _case(name: str, conditions: tuple[Formula, ...], points: tuple[Design, ...]) -> Minimisers:
    """Each point is a limit, the points tie, and every other limit does worse."""
    base = frozenset((*BASE, *conditions))
    limit = base | set(limits_of_second_region(HERE))
    theorems = [prove_from(Sequent(base, all_of(limits_of_second_region(point)))) for point in points]
    best = variance_at(points[0])
    theorems += [prove_from(Sequent(base, relation_formula(variance_at(p), "=", best))) for p in points[1:]]
    worse = relation_formula(variance_at(HERE), ">", best)
    theorems += [prove_from(Sequent(limit | set(where), worse)) for where in _elsewhere(points)]
    theorems += [prove_from(Sequent(limit | set(_near(point)), _is_one_of((point,), HERE))) for point in points]
    return Minimisers(name, all_of(conditions), points, lambda z: _is_one_of(points, z), tuple(theorems))


def _elsewhere(points: tuple[Design, ...]) -> list[tuple[Formula, ...]]:
    """Conditions, one of which every limit satisfies that is not near one of the points."""
    above, below_corner = relation_formula(P2, ">", THIRD), relation_formula(2 * P2, "<", X * (1 - P2))
    if points == (CORNER,):
        return [(below_corner,)]
    edge = points[0]
    on_edge = (relation_formula(P2, "=", THIRD), relation_formula(P1, "<", edge[0]))
    return [(above, below_corner) if CORNER in points else (above,), on_edge]


def _near(point: Design) -> tuple[Formula, ...]:
    """What a limit satisfies when it satisfies none of the conditions elsewhere; then it is the point."""
    if point == CORNER:
        return (relation_formula(2 * P2, ">=", X * (1 - P2)),)
    return (relation_formula(P2, "<=", THIRD), relation_formula(P1, ">=", point[0]))


def _is_one_of(points: tuple[Design, ...], z: tuple[RationalFunction, ...]) -> Formula:
    return any_of(all_of(relation_formula(a, "=", b) for a, b in zip(z, p, strict=True)) for p in points)
