"""RR3-dagger under local privacy: where the estimate of pi_0 has a small variance, and why no least one is attained.

The design tells the truth with probability p1 for answer 0 and p2 for answers 1 and 2, the other answers being equally
likely. Answer 0 against the rest is a binary design with P(0|0) = p1 and P(0|not 0) = b = (1 - p2)/2. With
D = 2 p1 + p2 - 1 the variance is (1 - p2 + D pi_0)(1 + p2 - D pi_0) / (D^2 N). It falls as p1 grows. For x = e^eps <= 2
the largest private p1 is x b, and along p1 = x b the variance falls as p2 does. For x > 2 it is 1 - 2 p2/x, and along
this line the variance has no least value inside an interval: with n/d^2 for N times the variance as a function of
t = p2, the numerator G(u) of the difference to the value at t is a quadratic in u with the zero t and the leading
coefficient -C < 0, so that for l < t < h

    (h - t)(-G(l)) + (t - l)(-G(h)) = (h - t)(t - l)(h - l) C > 0,

and one of the ends does better.

Source: Ma, Wang, section 4.1.2 and Theorem 4.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.estimation.estimator import estimator_covariance
from derivations.estimation.sampling_model import design_rows
from derivations.prover.sums_of_products import split, sum_of_products
from derivations.prover.with_theorems import prove_from
from derivations.theorems.local_privacy import is_private
from mechanisms import catalogue
from mechanisms.exact.formula import AnyOf, Condition, Formula, all_of, any_of, in_polynomials, negation
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

Design = tuple[RationalFunction, RationalFunction]
Region = Callable[[Design], tuple[Formula, ...]]

P1, P2, PI, N, X = (RationalFunction(Polynomial.variable(name)) for name in ("p1", "p2", "pi0", "N", "x"))
ZERO, ONE = RationalFunction.of(0), RationalFunction.of(1)
THIRD = RationalFunction.of(Fraction(1, 3))
TWO = RationalFunction.of(2)
HERE: Design = (P1, P2)

BASE = (
    relation_formula(ZERO, "<=", PI),
    relation_formula(PI, "<=", ONE),
    relation_formula(ONE, "<=", N),
    relation_formula(ONE, "<=", X),
)
"""0 <= pi_0 <= 1, N >= 1, eps >= 0."""


@cache
def variance() -> RationalFunction:
    """Variance of the estimate of pi_0, derived from the protocol of RR3-dagger."""
    design = catalogue.get("rr3-dagger").protocol.design()
    pi1 = RationalFunction(Polynomial.variable("pi1"))
    return estimator_covariance(design, (PI, pi1, ONE - PI - pi1), "N")[0][0][0]


def variance_at(design: Design) -> RationalFunction:
    """The variance at a design (p1, p2)."""
    return variance().substitute({"p1": design[0], "p2": design[1]})


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


# -- no least variance -------------------------------------------------------------------------------------------------


def _better(region: Region, design: Design) -> Formula:
    """The design lies in the region and has a smaller variance than (p1, p2)."""
    return all_of([*region(design), relation_formula(variance_at(design), "<", variance_at(HERE))])


@cache
def first_region_has_no_minimiser() -> Theorem:
    """In the first region ((p1 + p2)/2, p2) does better than (p1, p2)."""
    hypotheses = frozenset((*BASE, *first_region(HERE)))
    return prove_from(Sequent(hypotheses, _better(first_region, ((P1 + P2) / 2, P2))))


def on_lower_edge(p2: RationalFunction) -> Design:
    """The design with 2 p1 = x (1 - p2)."""
    return X * (1 - p2) / 2, p2


def on_upper_edge(p2: RationalFunction) -> Design:
    """The design with 2 p2 = x (1 - p1)."""
    return 1 - 2 * p2 / X, p2


NEARER_THIRD = (P2 + THIRD) / 2
NEARER_CORNER = (P2 + X / (X + 2)) / 2
"""Values of p2 nearer to the ends 1/3 and x/(x + 2) of the edges."""


@cache
def second_region_has_no_minimiser() -> Theorem:
    """In the second region one of four other designs in it does better than (p1, p2)."""
    inside = frozenset((*BASE, *second_region(HERE)))
    small, below = relation_formula(X, "<=", TWO), relation_formula(2 * P2, "<", X * (1 - P1))
    on_edge = inside | {negation(small), negation(below)}
    third_not_better = Condition(_gap(NEARER_THIRD.numerator, NEARER_THIRD.denominator), ">=")
    cases = (
        (inside | {small}, on_lower_edge(NEARER_THIRD), ()),
        (inside | {negation(small), below}, on_upper_edge(P2), ()),
        (on_edge | {negation(third_not_better)}, on_upper_edge(NEARER_THIRD), ()),
        (on_edge | {third_not_better}, on_upper_edge(NEARER_CORNER), (nearer_corner_is_better(),)),
    )
    some = any_of(_better(second_region, design) for _, design, _ in cases)
    assert isinstance(some, AnyOf)
    lower, under, third, corner = (
        kernel.choose(prove_from(Sequent(assumed, _better(second_region, design)), lemmas), some)
        for assumed, design, lemmas in cases
    )
    return split(small, lower, split(below, under, split(third_not_better, corner, third)))


# -- the upper edge ----------------------------------------------------------------------------------------------------


def _cleared(top: Polynomial, bottom: Polynomial) -> tuple[Polynomial, Polynomial]:
    """(n, d) with N times the variance = n/d^2 at p2 = top/bottom on the upper edge."""
    x, share = X.numerator, PI.numerator
    distance = x * bottom + (x - 4) * top
    first, second = x * (bottom - top) + share * distance, x * (bottom + top) - share * distance
    return first * second, distance


def _gap(top: Polynomial, bottom: Polynomial) -> Polynomial:
    """A positive multiple of the variance at p2 = top/bottom less that at p2, both on the upper edge."""
    (n, d), (there, distance) = _cleared(P2.numerator, ONE.numerator), _cleared(top, bottom)
    return there * d**2 - n * distance**2


@cache
def nearer_corner_is_better() -> Theorem:
    """x > 2, 1/3 < p2 < x/(x + 2), what is nearer to 1/3 does no better |- what is nearer to x/(x + 2) does better."""
    x, t, share = X.numerator, P2.numerator, PI.numerator
    low, scale = NEARER_THIRD.numerator, NEARER_THIRD.denominator
    high, size = NEARER_CORNER.numerator, NEARER_CORNER.denominator
    n, d = _cleared(t, ONE.numerator)
    slope = x * (1 - share) + 4 * share
    after, before = Condition(scale * t - low, ">"), Condition(high - size * t, ">")
    apart, curvature = Condition(high * scale - size * low, ">"), Condition(slope**2 * d**2 + n * (x - 4) ** 2, ">")
    positive, not_better = Condition(size, ">"), Condition(_gap(low, scale), ">=")
    found = sum_of_products(
        Condition(-_gap(high, size), ">"),
        [[positive, before, not_better], [before, after, apart, curvature]],
        scale=[after],
    )
    assumed = frozenset(
        (
            *BASE,
            relation_formula(TWO, "<", X),
            relation_formula(THIRD, "<", P2),
            relation_formula(2 * P2, "<", X * (1 - P2)),
        )
    )
    for sign in (after, before, apart, curvature, positive):
        found = kernel.cut(prove_from(Sequent(assumed, sign)), found)
    return found
