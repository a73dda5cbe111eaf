"""Section 4.1: feasible regions and least variance under local privacy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from checks.interpreter import ONE, ZERO, fresh_point
from checks.interpreter.values import MeaninglessError
from checks.papers.mw.notation_survey import here
from checks.papers.mw.surveys import SURVEYS, variable
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.sampling_model import design_rows
from derivations.prover.with_theorems import substitute_rational
from derivations.theorems.local_privacy import is_private
from derivations.theorems.three_answers.three_answer_limits import SMALL_EDGE, limits_of_second_region
from derivations.theorems.three_answers.three_answer_optimum import (
    first_region,
    regions_are_the_feasible_designs,
    second_region,
    variance,
    variance_at,
)
from mechanisms.exact.formula import Formula, all_of, any_of, negation
from mechanisms.exact.rational import RationalFunction

P, P1, P2, X, SIZE = (variable(name) for name in ("p", "p1", "p2", "x", "n"))
THIRD = RationalFunction.of(Fraction(1, 3))


def truth_costs_nothing(context: Context) -> Sequence[Part]:
    """No private design RR3-dagger has a smaller variance than all those in which the truth is likeliest.

    For e^eps <= 2 the variance of these exceeds that of their limit (e^eps/3, 1/3).
    """
    rows = design_rows(SURVEYS["P_dagger"]().design)
    regular = relation_formula(2 * P1 + P2, "!=", ONE)
    least = relation_formula(variance(), ">=", variance_at(SMALL_EDGE))
    return [context.shown("no private design does better", least, is_private(rows, X), regular)]


def sides_of_regions(context: Context) -> Sequence[Part]:
    """The sides p1 = p2 of region (1) and p2 = 1/3 of region (2): limits of the regions, but no part of them.

    A limit is approached along the segment to a design of the region: each of its other points lies in the region.
    The regions and the sides have points: with the largest private t = e^eps/(e^eps + 2) of equal p1 = p2 and half-way
    to it from 1/3.
    """
    context.interpreter.facts += regions_are_the_feasible_designs()
    t, step = variable("t_side"), variable("s_side")
    z = fresh_point(2)
    steps = [relation_formula(ZERO, "<", step), relation_formula(step, "<=", ONE), relation_formula(THIRD, "<", t)]
    on_diagonal, on_third = relation_formula(z[0], "=", z[1]), relation_formula(z[1], "=", THIRD)
    diagonal_end = relation_formula(2 * t, "<", X * (1 - t))
    ends = [relation_formula(3 * t, "<", X), relation_formula(3 * X * (1 - t), ">", RationalFunction.of(2))]
    found: list[Part] = []
    largest = X / (X + 2)
    half_way = (THIRD + largest) / 2
    sides = (
        (first_region, on_diagonal, (t, t), [diagonal_end], "(1)", (half_way, largest), half_way),
        (second_region, on_third, (t, THIRD), ends, "(2)", (largest, half_way), largest),
    )
    for region, side, (first, second), within, number, design, place in sides:
        on_side = all_of([relation_formula(THIRD, "<", t), *within])
        found += [
            context.shown(f"region {number} has a design", all_of(region(design))),
            context.shown(f"region {number}: the side has a point", substitute_rational(on_side, {"t_side": place})),
        ]
        inside = region((z[0], z[1]))
        moved = all_of(region((first + step * (z[0] - first), second + step * (z[1] - second))))
        found.append(context.shown(f"region {number}: no design lies on the side", negation(side), *inside))
        limit = f"region {number}: the side consists of limits"
        found.append(context.shown(limit, moved, *inside, *steps, *within))
    return found


def first_region_line(context: Context) -> Sequence[Part]:
    """With the line p1 = p2 added to region (1), only a point on the line can be a minimiser; none is in the region."""
    region = context.interpreter.set_value(tree.Name("Omega_dagger_1"))
    off_line = relation_formula(P1, "<", P2)
    inside = region.has((P1, P2))
    on_line = variance_at((P2, P2))
    return [
        context.shown(
            "off the line the point (p2, p2) does better", relation_formula(on_line, "<", variance()), inside
        ),
        context.shown("no design of the region lies on the line", negation(relation_formula(P1, "=", P2)), inside),
        context.shown("the point (p2, p2) is feasible", _feasible(context, (P2, P2)), inside, off_line),
    ]


def _feasible(context: Context, z: tuple[RationalFunction, ...]) -> Formula:
    return context.interpreter.set_value(tree.Name("Omega_dagger")).has(z)


def second_region_edge(context: Context) -> Sequence[Part]:
    """The side p2 = 1/3, 1/3 < p1 <= e^eps/3 < 1, consists of limits of region (2), and limits elsewhere do worse.

    They are compared with the best point of the side, p1 = e^eps/3.
    """
    on_side = [relation_formula(THIRD, "<", P1), relation_formula(3 * P1, "<=", X), relation_formula(X, "<", 3 * ONE)]
    limit = all_of(limits_of_second_region((P1, P2)))
    covered = relation_formula(X, "<", 3 * ONE)
    above = relation_formula(P2, ">", THIRD)
    better = relation_formula(variance_at(SMALL_EDGE), "<", variance())
    return [
        context.shown("the side is part of the boundary", all_of(limits_of_second_region((P1, THIRD))), *on_side),
        context.shown("every limit elsewhere is worse than one on the side", better, limit, above, covered),
        context.shown("there is a side", covered, limit),
    ]


def limit_is_value(context: Context) -> Sequence[Part]:
    """At p2 = 1/3 only p1 = 1/3 makes 2 p1 + p2 - 1 zero; as h -> 0 the variance at p2 = 1/3 + h tends to that at 1/3.

    In exact terms: N times their distance is at most 8 h / (2 p1 - 2/3)^3 for 0 < h < 2/3.
    """
    h = variable("h_step")
    value = here(context.interpreter, variance())
    at, beside = value.substitute({"p2": THIRD}), value.substitute({"p2": THIRD + h})
    distance = 2 * P1 - 2 * THIRD
    bound = 8 * h / (distance**3 * variable("N"))
    small = [relation_formula(ZERO, "<", h), relation_formula(h, "<", 2 * THIRD)]
    singular = relation_formula(2 * P1 + THIRD - ONE, "=", ZERO)
    defined = relation_formula(2 * P1 + P2 - ONE, "!=", ZERO)
    return [
        context.shown("at p2 = 1/3 the divisor is zero at p1 = 1/3 only", negation(singular)),
        context.shown("otherwise the variance has a value", relation_formula(value, "=", value), defined),
        context.shown("the limit from below", relation_formula(beside - at, "<=", bound), *small),
        context.shown("the limit from above", relation_formula(at - beside, "<=", bound), *small),
    ]


def defined_minimisers(context: Context) -> Sequence[Part]:
    """`name := argmin ... = set`: what is defined is the argmin, and the rest of the chain is claimed."""
    found: list[Part] = []
    for node in context.trees():
        match node:
            case tree.Chain(members=(tree.Name(), *rest), relations=(":=", *relations)) if relations:
                found += context.interpreter.obligations(tree.Chain(tuple(rest), tuple(relations)))
            case _:
                raise MeaninglessError("a definition with a claim after it is needed here")
    return found


def least_is_not_attained(context: Context) -> Sequence[Part]:
    """The printed statement that there is no minimiser; the second witness looks for better designs next to each."""
    return [part for node in context.trees() for part in context.interpreter.obligations(node)]


ENCODINGS: dict[str, Callable[[Context], Sequence[Part]]] = {
    "truth_costs_nothing": truth_costs_nothing,
    "least_is_not_attained": least_is_not_attained,
    "second_region_edge": second_region_edge,
}
