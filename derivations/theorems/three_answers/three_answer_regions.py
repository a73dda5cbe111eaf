"""RR3-dagger under local privacy: the two regions of its feasible designs, and their corners.

The design tells the truth with probability p1 for answer 0 and p2 for answers 1 and 2, the other answers being equally
likely. Source: Ma, Wang, section 4.1.2 and Theorem 4.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.estimation.estimator import estimator_covariance
from derivations.estimation.sampling_model import design_rows
from derivations.prover.with_theorems import prove_from
from derivations.theorems.local_privacy import is_private
from mechanisms import catalogue
from mechanisms.exact.formula import Formula, all_of, in_polynomials
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

Design = tuple[RationalFunction, RationalFunction]

P1, P2, PI, N, X = (RationalFunction(Polynomial.variable(name)) for name in ("p1", "p2", "pi0", "N", "x"))
ZERO, ONE = RationalFunction.of(0), RationalFunction.of(1)
THIRD = RationalFunction.of(Fraction(1, 3))
HERE: Design = (P1, P2)

CORNER: Design = (X / (X + 2), X / (X + 2))
SMALL_EDGE: Design = (X / 3, THIRD)
LARGE_EDGE: Design = (1 - 2 / (3 * X), THIRD)
"""Corners of the closures: of both regions, and of the second one for e^eps <= 2 and for e^eps >= 2."""


@cache
def variance() -> RationalFunction:
    """Variance of the estimate of pi_0, derived from the protocol of RR3-dagger."""
    design = catalogue.get("rr3-dagger").protocol.design()
    pi1 = RationalFunction(Polynomial.variable("pi1"))
    return estimator_covariance(design, (PI, pi1, ONE - PI - pi1), "N")[0][0][0]


def is_feasible(design: Design, x: RationalFunction = X) -> Formula:
    """The design is private, and the truth is more likely than each other answer: p1 > 1/3, p2 > 1/3."""
    p1, p2 = design
    rows = tuple(
        tuple(entry.substitute({"p1": p1, "p2": p2}) for entry in row)
        for row in design_rows(catalogue.get("rr3-dagger").protocol.design())
    )
    probabilities = [relation_formula(low, "<=", high) for p in design for low, high in ((ZERO, p), (p, ONE))]
    likely = [relation_formula(THIRD, "<", p) for p in design]
    return all_of([*probabilities, is_private(rows, x), *likely])


def first_region(design: Design) -> tuple[Formula, ...]:
    """The feasible designs with p1 < p2, without redundant conditions: 1/3 < p1 < p2 and 2 p2 <= x (1 - p2)."""
    p1, p2 = design
    return (
        relation_formula(THIRD, "<", p1),
        relation_formula(p1, "<", p2),
        relation_formula(2 * p2, "<=", X * (1 - p2)),
    )


def second_region(design: Design) -> tuple[Formula, ...]:
    """The feasible designs with p2 < p1, without redundant conditions."""
    p1, p2 = design
    return (
        relation_formula(THIRD, "<", p2),
        relation_formula(p2, "<", p1),
        relation_formula(2 * p1, "<=", X * (1 - p2)),
        relation_formula(2 * p2, "<=", X * (1 - p1)),
    )


@cache
def regions_are_the_feasible_designs() -> tuple[Theorem, ...]:
    """Feasible with p1 < p2 (with p2 < p1) exactly in the first (second) region, for eps >= 0."""
    x_above = relation_formula(ONE, "<=", X)
    found = []
    for region, order in ((first_region, (P1, P2)), (second_region, (P2, P1))):
        feasible = all_of([is_feasible(HERE), relation_formula(order[0], "<", order[1])])
        compact = all_of(region(HERE))
        found.append(prove_from(Sequent(frozenset((x_above, compact)), feasible)))
        found.append(prove_from(Sequent(frozenset((x_above, feasible)), compact)))
    return tuple(found)


@cache
def truth_is_never_certain() -> Theorem:
    """eps >= 0, (p1, p2) feasible |- p1 < 1 and p2 < 1."""
    feasible, x_above = in_polynomials(is_feasible(HERE)), in_polynomials(relation_formula(ONE, "<=", X))
    found = []
    for p in HERE:
        limits = relation_formula(THIRD, "<", P2), relation_formula(2 * P2, "<=", X * (1 - p))
        needed = tuple(map(in_polynomials, limits))
        known = [prove_from(Sequent(frozenset((feasible,)), fact)) for fact in needed]
        found.append(prove_from(Sequent(frozenset((x_above, *needed)), relation_formula(p, "<", ONE))))
        for fact in known:
            found[-1] = kernel.cut(fact, found[-1])
    return kernel.conjoin(*found)
