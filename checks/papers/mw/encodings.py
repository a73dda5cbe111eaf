"""The step of the paper that the logic does not state: where the limits of a region lie, and which is best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from checks.interpreter import ONE
from checks.papers.mw.surveys import variable
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from derivations.theorems.three_answers.three_answer_limits import SMALL_EDGE, limits_of_second_region
from derivations.theorems.three_answers.three_answer_optimum import (
    variance,
    variance_at,
)
from mechanisms.exact.formula import all_of
from mechanisms.exact.rational import RationalFunction

P1, P2, X = (variable(name) for name in ("p1", "p2", "x"))
THIRD = RationalFunction.of(Fraction(1, 3))


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


ENCODINGS: dict[str, Callable[[Context], Sequence[Part]]] = {
    "second_region_edge": second_region_edge,
}
