"""Printed formulas read in one of the surveys: what X_i, pi_hat, E and Var are there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from checks.interpreter import Interpreter, Obligation
from checks.interpreter.values import MeaninglessError
from checks.papers.szy.existing_surveys import counted_members, fails_where_possible
from checks.papers.szy.surveys import (
    PI,
    N,
    Survey,
    modified_simmons,
    printed_as,
)
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.moment_law import variable
from mechanisms.exact.formula import Formula, any_of
from mechanisms.exact.rational import RationalFunction

Encoding = Callable[[Context], Sequence[Part]]


# -- what sampling without replacement saves ---------------------------------------------------------------------------


def decreased_by(reader: Interpreter, before: Survey, after: Survey, printed: tree.Node) -> list[Obligation]:
    """The variance of the first estimator is that of the second and the printed amount."""
    name = "variance without replacement"
    inner = Interpreter(reader.notation, reader.given, {**reader.at, name: after.estimator_variance})
    label = f"{after.title}: the variance is decreased by the printed amount"
    return printed_as(inner, before.estimator_variance, tree.Sum((tree.Name(name), printed)), label)


# -- dependence --------------------------------------------------------------------------------------------------------


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
    "modified_simmons_dependent_given_truths": partial(dependent_given_truths_in, modified_simmons),
    "simmons_about_a_group": simmons_about_a_group,
}
