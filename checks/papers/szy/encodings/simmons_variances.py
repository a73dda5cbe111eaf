"""Theorem 5.3 and Appendix C: the variances of Warner and Simmons at a budget, and where the latter is least."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from checks.interpreter import ONE, ZERO, Interpreter, Notation
from checks.interpreter.values import MeaninglessError, Value
from checks.papers.szy.comparison import ESTIMATOR_VARIANCE, of_estimator
from checks.papers.szy.encodings.comparison import defined_as, reader_with
from checks.papers.szy.existing_decks import fails_where_dealt
from checks.papers.szy.notation import BASE
from checks.papers.szy.surveys import printed_as, settled
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.budgeted_surveys import simmons_parameter, simmons_variance, warner_variance
from derivations.estimation.moment_law import variable
from derivations.prover.with_theorems import substitute_rational
from mechanisms.exact.formula import Formula, all_of
from mechanisms.exact.rational import RationalFunction

OTHER = variable("piB")
HALF = ONE / 2


def with_variance(variance: RationalFunction) -> Notation:
    """The notation in which Var of the estimator is this."""

    def value(interpreter: Interpreter) -> Value:
        return settled(interpreter, variance)

    return replace(BASE, operators={**BASE.operators, "Var": of_estimator(value)})


def variance_is(variance: Callable[[], RationalFunction], context: Context) -> Sequence[Part]:
    """Every printed formula holds for this variance of the estimator."""
    reader = reader_with(context, with_variance(variance()))
    return fails_where_dealt((part for node in context.trees() for part in reader.obligations(node)), reader.roots)


def simmons_cases() -> tuple[tuple[Formula, RationalFunction], ...]:
    """The variance at the budget t as a function of piB, for piB <= 1/2 and for piB > 1/2."""
    return (
        (relation_formula(OTHER, "<=", HALF), simmons_variance(mostly_no=True)),
        (relation_formula(OTHER, ">", HALF), simmons_variance(mostly_no=False)),
    )


def simmons_budget_exists(context: Context) -> list[Part]:
    """For every piB in (0, 1) there is a p in (0, 1) with the budget t."""
    inside = [relation_formula(OTHER, ">", ZERO), relation_formula(OTHER, "<", ONE)]
    return [
        context.shown(
            "some p in (0, 1) has this budget",
            all_of([relation_formula(p, ">", ZERO), relation_formula(p, "<", ONE)]),
            condition,
            *inside,
        )
        for (condition, _), p in zip(
            simmons_cases(), (simmons_parameter(mostly_no=no) for no in (True, False)), strict=True
        )
    ]


def simmons_minimum(context: Context) -> Sequence[Part]:
    """The variance at a given budget is least over 0 < piB < 1 where piB has the printed value, and only there."""
    reader = context.interpreter
    (printed,) = context.trees()
    best = reader.number(defined_as(printed, "piB"))
    inside = [relation_formula(OTHER, ">", ZERO), relation_formula(OTHER, "<", ONE)]
    admitted = all_of([relation_formula(best, ">", ZERO), relation_formula(best, "<", ONE)])
    (low, at_low), (high, at_high) = simmons_cases()
    parts: list[Part] = [*simmons_budget_exists(context), context.shown("the value is admitted", admitted)]
    for condition, variance in simmons_cases():
        for where, value in ((low, at_low), (high, at_high)):
            here = _at(where, "piB", best)
            least = value.substitute({"piB": best})
            label = "elsewhere the variance is larger"
            apart = relation_formula(OTHER, "!=", best)
            fact = relation_formula(variance, ">", least)
            parts.append(context.shown(label, fact, condition, here, apart, *inside))
    return parts


def _at(condition: Formula, name: str, value: RationalFunction) -> Formula:
    return substitute_rational(condition, {name: value})


def least_simmons_variance(context: Context) -> Sequence[Part]:
    """The printed variance is the least one over piB, and that of Warner."""
    at_half = simmons_variance(mostly_no=True).substitute({"piB": HALF})
    inside = [relation_formula(OTHER, ">", ZERO), relation_formula(OTHER, "<", ONE)]
    return [
        *variance_is(lambda: at_half, context),
        *variance_is(warner_variance, context),
        *(
            context.shown("no variance is smaller", relation_formula(v, ">=", at_half), condition, *inside)
            for condition, v in simmons_cases()
        ),
    ]


def variance_in_case(context: Context, *, mostly_no: bool) -> Sequence[Part]:
    """The printed variance at the budget t, in one of the two cases; the printed hypotheses say which."""
    case = simmons_cases()[0 if mostly_no else 1][0]
    variance = partial(simmons_variance, mostly_no=mostly_no)
    return [context.shown("piB belongs to the case", case), *variance_is(variance, context)]


def least_while_mostly_no(context: Context) -> Sequence[Part]:
    """min Var = Var at the printed piB = the printed value, over the piB of the first case, which has that one."""
    (printed,) = context.trees()
    variance = simmons_variance(mostly_no=True)
    place, value = _minimum(context.interpreter, printed)
    case = simmons_cases()[0][0]
    inside = [relation_formula(OTHER, ">", ZERO), relation_formula(OTHER, "<", ONE), case]
    least = variance.substitute({"piB": place})
    parts: list[Part] = [
        *printed_as(context.interpreter, least, value, "the value"),
        context.shown("no variance is smaller", relation_formula(variance, ">=", least), *inside),
        context.shown("the minimum is attained in this case", _at(case, "piB", place)),
    ]
    return fails_where_dealt(parts, {})


def _minimum(reader: Interpreter, node: tree.Node) -> tuple[RationalFunction, tree.Node]:
    """The printed place and value of `min Var = Var|_{piB = place} = value`."""
    match node:
        case tree.Chain(
            members=(
                tree.Apply(function="min", arguments=(minimised,)),
                tree.EvaluatedAt(
                    expression=evaluated,
                    condition=tree.Chain(members=(tree.Name(name="piB"), place), relations=("=",)),
                ),
                value,
            ),
            relations=("=", "="),
        ) if minimised == evaluated == ESTIMATOR_VARIANCE:
            return reader.number(place), value
    raise MeaninglessError("a minimum with its place and value is needed here")


ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    "warner_variance_at_budget": partial(variance_is, warner_variance),
    "simmons_variance_mostly_no": partial(variance_in_case, mostly_no=True),
    "simmons_variance_mostly_yes": partial(variance_in_case, mostly_no=False),
    "simmons_minimum": simmons_minimum,
    "least_simmons_variance": least_simmons_variance,
    "least_while_mostly_no": least_while_mostly_no,
}
