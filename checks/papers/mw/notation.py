"""What the notation of the paper means: where its symbols live, and the derived meaning of its names.

The meanings come from one module for each part of the paper; here they are put together.
"""

from __future__ import annotations

from checks.interpreter import Notation
from checks.papers.mw import notation_regions as regions
from checks.papers.mw.notation_survey import SurveyMeanings
from checks.papers.spellings import spellings
from mechanisms.exact.domain import Domain, above, integer, within
from mechanisms.exact.formula import at_least
from mechanisms.exact.polynomial import Polynomial


def _sum(*names: str) -> Polynomial:
    return sum((Polynomial.variable(name) for name in names), Polynomial())


DOMAIN = Domain.of(
    *(within(name, 0, 1) for name in ("pi0", "pi1", "pi_i", "p", "p1", "p2", "q", "a", "b", "f")),
    *(within(f"p{i}{j}", 0, 1) for i in range(3) for j in range(2)),
    integer("N", 1),
    integer("N0", 0),
    integer("N1", 0),
    integer("N_i", 0),
    integer("n", 1),
    integer("m", 1),
    *(above(name, 1, closed=True) for name in ("x", "x1", "x2", "x_out")),
    integer("degree_sum", 0),
    within("w", -1, 1),
    within("w_sub", -1, 1),
    conditions=(
        at_least(1, _sum("pi0", "pi1")),
        at_least(Polynomial.variable("N"), _sum("N0", "N1")),
        *(at_least(Polynomial.variable("N"), _sum(name)) for name in ("N0", "N1", "N_i")),
        *(at_least(1, _sum(f"p{i}0", f"p{i}1")) for i in range(3)),
    ),
    exponentials={"eps": "x", "eps1": "x1", "eps2": "x2", "eps_out": "x_out"},
)
"""Ranges of the paper's symbols. The paper does not print eps >= 0; it is the usual meaning."""

SURVEY = SurveyMeanings("P")

NOTATION = Notation(
    vocabulary=spellings("MW"),
    domain=DOMAIN,
    operators=SURVEY.operators,
    names={**SURVEY.names, **regions.NAMES},
)
