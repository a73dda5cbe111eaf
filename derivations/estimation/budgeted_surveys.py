"""Variances of survey estimators as functions of the privacy budget: the parameters that a budget leaves, put in.

A design with a parameter p has the budget t = e^eps where the largest ratio of two entries of a column is t; for the
column and the truths that attain it, the equation P[a, y] = t P[b, y] is linear in p and gives p(t). Three cards
1, 2, 3 with a given share p_2 have the budget t where p_3 = t p_1, or p_1 = t p_3.

Source of the question: Sun, Zhou, Yan, An Improved Christofides Mechanism, section 5.
"""

from __future__ import annotations

from functools import cache

from derivations.algebra.linear_algebra import Matrix
from derivations.estimation.card_moments import card
from derivations.estimation.finite_population import card_reports, design_reports, finite_population
from derivations.estimation.moment_law import variable
from derivations.estimation.sampling_model import design_rows
from mechanisms import catalogue
from mechanisms.design import Design
from mechanisms.exact.rational import RationalFunction

ONE = RationalFunction.of(1)
BUDGET, SIZE, OTHER_SHARE, UNRELATED = (variable(name) for name in ("t", "N", "p_2", "piB"))
FIRST_CARD, MIDDLE_CARD = variable("p_1"), OTHER_SHARE


class NotLinearError(ValueError):
    """An equation that does not determine the parameter by being linear in it."""


def solved(equation: RationalFunction, name: str) -> RationalFunction:
    """The value of the variable at which the expression is zero, for an expression that is linear in it.

    Raises NotLinearError where it is not, or does not have the variable.
    """
    coefficients = equation.numerator.coefficients_in(name)
    if set(coefficients) - {0, 1} or 1 not in coefficients:
        raise NotLinearError(f"{equation} = 0 is not a linear equation for {name}")
    return -RationalFunction(coefficients.get(0, ONE.numerator * 0)) / RationalFunction(coefficients[1])


def parameter_at_budget(rows: Matrix, name: str, truth: int, other: int, response: int) -> RationalFunction:
    """The parameter at which P[truth, response] = t P[other, response]; `rows` has a row for each truth."""
    return solved(rows[truth][response] - BUDGET * rows[other][response], name)


# -- the designs -------------------------------------------------------------------------------------------------------


@cache
def warner_design() -> Design:
    """Rows: P(no), P(yes) for the truths 0, 1; the parameter is p_w."""
    return catalogue.get("warner").protocol.design()


@cache
def simmons_design() -> Design:
    """Rows: P(no), P(yes) for the truths 0, 1; the parameters are p and piB."""
    return catalogue.get("simmons").protocol.design()


def three_cards() -> tuple[RationalFunction, RationalFunction, RationalFunction]:
    """The shares of the cards 1, 2, 3 with p_1 and p_2 as variables."""
    return FIRST_CARD, MIDDLE_CARD, 1 - FIRST_CARD - MIDDLE_CARD


# -- the variances of the estimators when everybody is asked -----------------------------------------------------------


@cache
def warner_variance() -> RationalFunction:
    """Var_MW at the budget t, p < 1/2: a yes is the more likely answer of those without the attribute."""
    design = warner_design()
    p = parameter_at_budget(design_rows(design), "p_w", 0, 1, 1)
    return design_reports(design, finite_population()).estimator_variance(SIZE).substitute({"p_w": p})


@cache
def simmons_parameter(*, mostly_no: bool) -> RationalFunction:
    """p at the budget t: for piB <= 1/2 (`mostly_no`) yes is the answer that tells more, for piB > 1/2 it is no."""
    rows = design_rows(simmons_design())
    return parameter_at_budget(rows, "p", 1, 0, 1) if mostly_no else parameter_at_budget(rows, "p", 0, 1, 0)


@cache
def simmons_variance(*, mostly_no: bool) -> RationalFunction:
    """Var_MS at the budget t as a function of piB, on either side of piB = 1/2."""
    error = design_reports(simmons_design(), finite_population()).estimator_variance(SIZE)
    return error.substitute({"p": simmons_parameter(mostly_no=mostly_no)})


@cache
def card_variance(*, dealt: bool) -> RationalFunction:
    """The variance for three cards as a function of p_1 and p_2; put back (MC), or dealt from N cards (IC)."""
    deck = SIZE if dealt else None
    return card_reports(card(three_cards()), finite_population(), deck=deck).estimator_variance(SIZE)


@cache
def extreme_share(*, fewer: bool = True) -> RationalFunction:
    """p_1 at the budget t for a given p_2: the smaller one, where p_3 = t p_1, or the larger one."""
    first, _, third = three_cards()
    return solved(third - BUDGET * first if fewer else first - BUDGET * third, "p_1")


@cache
def card_variance_at_budget(*, dealt: bool) -> RationalFunction:
    """The variance for three cards at the budget t and the share p_2 of the middle card."""
    return card_variance(dealt=dealt).substitute({"p_1": extreme_share()})
