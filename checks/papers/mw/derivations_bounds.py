"""Derivations to show with Corollaries 3 to 5 and Section 4.1: estimators, regions, slopes, and least variances."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import sympy

from checks.interpreter import ONE
from checks.papers.mw.surveys import SURVEYS, variable
from derivations.arithmetic import kernel
from derivations.arithmetic.statements import LogLinear
from derivations.estimation.estimator import estimator_covariance
from derivations.estimation.sampling_model import design_rows
from derivations.prover.quantities import quotient
from derivations.steps import Derivation, Step, Written, joined, relation
from derivations.theorems.three_answers.three_answer_regions import (
    THIRD,
    regions_are_the_feasible_designs,
)
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


AT_THIRD = (("p2", THIRD),)
DERIVATIONS_BOUNDS: Mapping[str, Callable[[], Derivation]] = {
    "MW-79": partial(variance, "P_dagger"),
    "MW-86": partial(variance, "P_ddagger"),
    "MW-92": partial(variance, "P_club"),
    **dict.fromkeys(("MW-93", "MW-96"), partial(ratios_of, "P")),
    **dict.fromkeys(("MW-94", "MW-95", "MW-97", "MW-98"), partial(slope, "P", "p")),
    **dict.fromkeys(("MW-105", "MW-106", "MW-107"), feasible_dagger),
    **dict.fromkeys(("MW-112", "MW-114"), partial(slope, "P_dagger", "p1")),
    "MW-113": partial(slope, "P_dagger", "p2"),
    **dict.fromkeys(("MW-118", "MW-119", "MW-120"), partial(slope, "P_dagger", "p1", AT_THIRD)),
}
"""How to derive what a claim speaks of, for `rrproof show`."""
