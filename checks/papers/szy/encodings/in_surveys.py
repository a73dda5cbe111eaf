"""Printed formulas read in one of the surveys: what X_i, pi_hat, E and Var are there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from checks.interpreter import ZERO, Interpreter, Obligation
from checks.interpreter.values import MeaninglessError
from checks.papers.szy.existing_surveys import counted_members, fails_where_possible
from checks.papers.szy.surveys import (
    PI,
    SURVEYS,
    N,
    Survey,
    christofides_with_replacement,
    in_survey,
    modified_christofides,
    modified_simmons,
    modified_warner,
    printed_as,
    settled,
    simmons_with_replacement,
    warner_with_replacement,
)
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.moment_law import variable
from mechanisms.exact.formula import Formula, any_of
from mechanisms.exact.rational import RationalFunction

Encoding = Callable[[Context], Sequence[Part]]


def reader_in(context: Context, survey: Survey) -> Interpreter:
    """An interpreter under the hypotheses of the statement for which everything random is that of the survey."""
    return context.interpreter.speaking(in_survey(context.interpreter.notation, survey))


def read_in(survey: Callable[[], Survey], context: Context) -> Sequence[Part]:
    """Every printed formula holds in the survey."""
    reader = reader_in(context, survey())
    return fails_where_possible(part for node in context.trees() for part in reader.obligations(node))


# -- unbiasedness ------------------------------------------------------------------------------------------------------


def _estimator_exists(context: Context, survey: Survey) -> Obligation:
    """The mean report depends on pi."""
    slope = settled(context.interpreter, survey.slope)
    return context.shown(f"{survey.title}: the estimator exists", relation_formula(slope, "!=", ZERO))


# -- what sampling without replacement saves ---------------------------------------------------------------------------

PAIRS: dict[str, tuple[Callable[[], Survey], Callable[[], Survey]]] = {
    "warner": (warner_with_replacement, modified_warner),
    "simmons": (simmons_with_replacement, modified_simmons),
    "christofides": (christofides_with_replacement, modified_christofides),
}


def reduction_of(names: Sequence[str], context: Context) -> Sequence[Part]:
    """Both estimators exist, and the printed expression is the variance with replacement less that without."""
    (node,) = context.trees()
    parts: list[Part] = []
    for name in names:
        surveys = [survey() for survey in PAIRS[name]]
        parts += [_estimator_exists(context, survey) for survey in surveys]
        parts += decreased_by(context.interpreter, surveys[0], surveys[1], node)
    return fails_where_possible(parts)


def decreased_by(reader: Interpreter, before: Survey, after: Survey, printed: tree.Node) -> list[Obligation]:
    """The variance of the first estimator is that of the second and the printed amount."""
    name = "variance without replacement"
    inner = Interpreter(reader.notation, reader.given, {**reader.at, name: after.estimator_variance})
    label = f"{after.title}: the variance is decreased by the printed amount"
    return printed_as(inner, before.estimator_variance, tree.Sum((tree.Name(name), printed)), label)


# -- dependence --------------------------------------------------------------------------------------------------------


def dependent_in(survey: Callable[[], Survey], context: Context) -> Sequence[Part]:
    """Two answers, each 0 or 1, are dependent: for some values P(X_i = a, X_j = b) is not P(X_i = a) P(X_j = b)."""
    reports = survey().reports
    fact = _dependent(reports.mean, reports.mean, reports.product_moment)
    return fails_where_possible([context.shown("two answers are dependent", fact, *counted_members())])


def dependent_given_truths_in(survey: Callable[[], Survey], context: Context) -> Sequence[Part]:
    """Two answers, each 0 or 1, are dependent for given truths of the two respondents."""
    reports = survey().reports
    parts: list[Part] = []
    for s, t in ((s, t) for s in (0, 1) for t in (0, 1)):
        first, second = (reports.given({"x": truth}).mean for truth in (s, t))
        fact = _dependent(first, second, reports.covariance_given({"x": s}, {"x": t}) + first * second)
        parts.append(context.shown(f"dependent given x_i = {s}, x_j = {t}", fact, *counted_members()))
    return fails_where_possible(parts)


def _dependent(first: RationalFunction, second: RationalFunction, both: RationalFunction) -> Formula:
    """For two events with these probabilities, one by one and together: some of the four cells is no product."""
    cells = ((both, first * second), (first - both, first * (1 - second)), (second - both, (1 - first) * second))
    neither = (1 - first - second + both, (1 - first) * (1 - second))
    return any_of(relation_formula(cell, "!=", alone) for cell, alone in (*cells, neither))


# -- a group B of the population in place of a coin --------------------------------------------------------------------


def simmons_about_a_group(context: Context) -> Sequence[Part]:
    """The unrelated question asks for membership of a group B, drawn with the respondents from the one population.

    Everybody has fixed attributes x and b, independent of one another in the population. Given both, the answer is x
    with probability p and b otherwise, so that only p (1 - p) (x - b)^2 is random in it.
    """
    p, other = variable("p"), variable("piB")
    differ = PI * (1 - other) + (1 - PI) * other
    variance = p * (1 - p) * differ / (N * p**2)
    (node,) = context.trees()
    match node:
        case tree.Chain(members=(tree.Operate(operator="Var"), printed), relations=("=",)):
            found = context.interpreter.number(printed)
        case _:
            raise MeaninglessError("a variance is printed as Var of the estimator = an expression")
    return [context.shown("the variance", relation_formula(variance, "=", found))]


ENCODINGS: dict[str, Encoding] = {
    **{name: partial(read_in, survey) for name, survey in SURVEYS.items()},
    **{f"{name}_reduction": partial(reduction_of, (name,)) for name in PAIRS},
    "reduction_of_all_three": partial(reduction_of, tuple(PAIRS)),
    **{f"{name}_dependent": partial(dependent_in, SURVEYS[name]) for name in ("modified_warner", "modified_simmons")},
    **{
        f"{name}_dependent_given_truths": partial(dependent_given_truths_in, SURVEYS[name])
        for name in ("modified_warner", "modified_simmons")
    },
    "simmons_about_a_group": simmons_about_a_group,
}
