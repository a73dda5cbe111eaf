"""Derivations to show with Corollaries 3 to 5 and Section 4.1: estimators, regions, slopes, and least variances."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import sympy

from checks.interpreter import ONE, ZERO
from checks.papers.mw.derivations_framework import estimator
from checks.papers.mw.surveys import SURVEYS, variable
from derivations.algebra.equal_weights import generalised_response
from derivations.algebra.linear_algebra import determinant
from derivations.arithmetic import kernel
from derivations.arithmetic.statements import LogLinear
from derivations.estimation.estimator import estimator_covariance
from derivations.estimation.sampling_model import design_rows
from derivations.prover.quantities import quotient
from derivations.steps import Derivation, Step, Written, joined, relation
from derivations.theorems.three_answers.three_answer_limits import (
    CORNER,
    GAIN,
    LARGE_EDGE,
    SMALL_EDGE,
    limit_minimisers,
    limits_are_approached,
)
from derivations.theorems.three_answers.three_answer_optimum import (
    THIRD,
    first_region_has_no_minimiser,
    regions_are_the_feasible_designs,
    second_region_has_no_minimiser,
)
from derivations.theorems.three_answers.three_answer_optimum import variance as dagger_variance
from mechanisms.design import Design
from mechanisms.exact.rational import RationalFunction

SYMBOLS = {"x": sympy.exp(sympy.Symbol("epsilon"))}
VARIANCE = Written("Var", r"\operatorname{Var}")
P1, P2, X = variable("p1"), variable("p2"), variable("x")


def _says(left: RationalFunction | Written, sign: str, right: RationalFunction | int | Written) -> Written:
    return relation(left, sign, right, symbols=SYMBOLS)


def variance(matrix: str) -> Derivation:
    """The variance of the estimate of pi_0: answer 0 against the others, whose rows agree in report 0."""
    survey = SURVEYS[matrix]()
    if len(survey.proportions) == 2:
        return estimator_covariance(survey.design, survey.proportions, "N")[1]
    rows = design_rows(survey.design)
    if rows[1][0] != rows[2][0]:
        raise AssertionError("the answers 1 and 2 are reported as 0 equally often")
    entries = [[row[0].to_sympy(), (ONE - row[0]).to_sympy()] for row in rows[:2]]
    share = variable("pi0")
    return estimator_covariance(Design(entries, survey.design.domain, name="0 or not"), (share, ONE - share), "N")[1]


def volume(matrix: str) -> Derivation:
    """The determinant of a design matrix, which is not zero where the estimators exist."""
    value = determinant(design_rows(SURVEYS[matrix]().design))
    result = _says(Written("det P", r"\det\mathbf P"), "=", value)
    protocol = "expanded along the first row of the matrix that the protocol gives"
    return Derivation("Determinant of the design matrix", (Step(result, protocol),), result)


def ratios(columns: tuple[tuple[RationalFunction, ...], ...]) -> Derivation:
    """Local privacy: each entry of a column is at most e^eps times each other entry."""
    facts: dict[Written, None] = {}
    for column in columns:
        entries = list(dict.fromkeys(column))
        facts.update((_says(a, "<=", X * b), None) for a in entries for b in entries if a != b)
    steps = tuple(Step(fact, "one report, two truths") for fact in facts)
    return Derivation("Privacy of one report by definition", steps, joined(facts))


def ratios_of(matrix: str) -> Derivation:
    """Local privacy of a three-answer design."""
    return ratios(tuple(zip(*design_rows(SURVEYS[matrix]().design), strict=True)))


def ratios_of_many() -> Derivation:
    """Local privacy of EWRRn: a column holds p once and (1 - p)/(n - 1) otherwise."""
    matrix = generalised_response(variable("n"), variable("p"))
    return ratios(((matrix.diagonal, matrix.off_diagonal),))


def feasible_dagger() -> Derivation:
    """The feasible RR3-dagger designs in two regions, from the ratios."""
    found = ratios_of("P_dagger")
    names = (
        "region (1) is private",
        "and holds every such design",
        "region (2) is private",
        "and holds every such design",
    )
    more = [
        Step(name, "p1 < p2" if number < 2 else "p2 < p1", theorem)
        for number, (name, theorem) in enumerate(zip(names, regions_are_the_feasible_designs(), strict=True))
    ]
    return Derivation("The feasible regions", (*found.steps, *more), found.result)


def slope(matrix: str, name: str, at: tuple[tuple[str, RationalFunction], ...] = ()) -> Derivation:
    """The derivative of the variance in a parameter of the design."""
    survey = SURVEYS[matrix]()
    value = survey.variance(survey.estimates[0]).substitute(dict(at))
    found = value.derivative(name)
    theorem = kernel.derivative(LogLinear(quotient(value)), name, quotient(found))
    what = Written(f"dVar/d{name}", rf"\frac{{\partial\operatorname{{Var}}}}{{\partial {_in_latex(name)}}}")
    steps = (
        *variance(matrix).steps,
        Step(_says(VARIANCE, "=", value), "of the estimate of pi_0" + (", at p2 = 1/3" if at else "")),
        Step(_says(what, "=", found), "derivative by the usual rules", theorem),
    )
    return Derivation("Slope of the variance", steps, _says(what, "=", found))


def _in_latex(name: str) -> str:
    return name if len(name) == 1 else f"{name[0]}_{name[1:]}"


def no_minimiser(region: int) -> Derivation:
    """Every design of a region has a better one in the same region."""
    theorem = first_region_has_no_minimiser() if region == 1 else second_region_has_no_minimiser()
    better = {
        1: "((p1 + p2)/2, p2) does better",
        2: "a design with a larger p1, or one beside it on the upper side of the region, does better",
    }
    steps = (
        *feasible_dagger().steps,
        Step(_says(VARIANCE, "=", dagger_variance()), "of the estimate of pi_0"),
        Step(better[region], "and it lies in the region", theorem),
    )
    empty = Written("argmin = {}", r"\operatorname*{arg\,min}\operatorname{Var}=\emptyset")
    return Derivation("No design of least variance", steps, empty)


def least_limits() -> Derivation:
    """The limits of region (2) with least variance, case by case."""
    steps = [*no_minimiser(2).steps]
    steps += [Step("each limit is approached from within", "a convex region", t) for t in limits_are_approached()[:1]]
    for case in limit_minimisers():
        points = joined(joined([_says(P1, "=", a), _says(P2, "=", b)]) for a, b in case.points or ())
        worse = case.theorems[-1 - len(case.points or ())]
        steps.append(Step(points, f"{case.name}: least variance among the limits", worse))
    threshold = _says(GAIN, "=", ZERO)
    steps.append(Step(threshold, "where, for e^eps > 2, both are equally good"))
    ends = joined([_says(P1, "=", SMALL_EDGE[0]), _says(P1, "=", LARGE_EDGE[0]), _says(P1, "=", CORNER[0])])
    return Derivation("Limits of least variance", tuple(steps), ends)


AT_THIRD = (("p2", THIRD),)
DERIVATIONS_BOUNDS: Mapping[str, Callable[[], Derivation]] = {
    "MW-75": partial(volume, "P_dagger"),
    "MW-82": partial(volume, "P_ddagger"),
    "MW-88": partial(volume, "P_club"),
    **dict.fromkeys(("MW-76", "MW-77", "MW-78"), estimator("P_dagger")),
    **dict.fromkeys(("MW-83", "MW-84", "MW-85"), estimator("P_ddagger")),
    **dict.fromkeys(("MW-89", "MW-90", "MW-91"), estimator("P_club")),
    "MW-79": partial(variance, "P_dagger"),
    "MW-86": partial(variance, "P_ddagger"),
    "MW-92": partial(variance, "P_club"),
    **dict.fromkeys(("MW-93", "MW-96"), partial(ratios_of, "P")),
    **dict.fromkeys(("MW-94", "MW-95", "MW-97", "MW-98"), partial(slope, "P", "p")),
    **dict.fromkeys(("MW-99", "MW-100", "MW-103"), ratios_of_many),
    **dict.fromkeys(("MW-101", "MW-102"), partial(slope, "P_n_first", "p")),
    **dict.fromkeys(("MW-105", "MW-106", "MW-107", "MW-108", "MW-109"), feasible_dagger),
    **dict.fromkeys(("MW-110", "MW-115"), partial(no_minimiser, 1)),
    "MW-111": partial(no_minimiser, 2),
    **dict.fromkeys(("MW-112", "MW-114"), partial(slope, "P_dagger", "p1")),
    "MW-113": partial(slope, "P_dagger", "p2"),
    "MW-116": least_limits,
    **dict.fromkeys(("MW-118", "MW-119", "MW-120", "MW-121"), partial(slope, "P_dagger", "p1", AT_THIRD)),
}
"""How to derive what a claim speaks of, for `rrproof show`."""
