"""What the notation of the paper means where no survey is in sight: ranges of its symbols, cards, variances by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import reduce
from math import factorial

from checks.interpreter import Interpreter, Notation
from checks.interpreter.values import MeaninglessError, Value
from checks.papers.szy.surveys import (
    Survey,
    improved_christofides,
    in_survey,
    modified_christofides,
    modified_simmons,
    modified_warner,
    settled,
)
from checks.papers.szy.vocabulary import VOCABULARY
from checks.reading import syntax as tree
from mechanisms.exact.domain import Domain, above, integer, within
from mechanisms.exact.formula import at_least, equal_to
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

_L, _MEAN, _VARIANCE = (Polynomial.variable(name) for name in ("L", "EY", "VarY"))
_CARDS = [Polynomial.variable(name) for name in ("p_1", "p_2", "p_3")]

DOMAIN = Domain.of(
    integer("N", 1),
    within("pi", 0, 1),
    within("p", 0, 1),
    within("piB", 0, 1),
    integer("L", 2),
    integer("M", 1),
    above("VarY", 0, closed=True),
    within("p_1", 0, 1),
    within("p_2", 0, 1),
    within("p_3", 0, 1),
    above("t", 1),
    conditions=(
        at_least(_MEAN, 1),
        at_least(_L, _MEAN),
        at_least((_MEAN - 1) * (_L - _MEAN), _VARIANCE),
        equal_to(sum(_CARDS, Polynomial()), 1),
    ),
    exponentials={"eps": "t"},
)
"""Ranges of the paper's symbols. EY and VarY are the moments of one card; Var(Y) <= (E(Y) - 1)(L - E(Y)) for numbers
between 1 and L. The p_k sum to one where all three of L = 3 occur; the budget is positive, t = e^eps."""


def variances(surveys: Mapping[str, Callable[[], Survey]]) -> Notation:
    """A notation with names for the variances of the estimators of surveys, as in Var_IC and Var_IC pi_hat."""
    names = {name: _variance_name(survey) for name, survey in surveys.items()}
    return replace(BASE, names={**BASE.names, **names}, operators={**BASE.operators, **_of_estimator(names)})


def _variance_name(survey: Callable[[], Survey]) -> Callable[[Interpreter], Value]:
    return lambda interpreter: settled(interpreter, survey().estimator_variance)


def _of_estimator(
    names: Mapping[str, Callable[[Interpreter], Value]],
) -> dict[str, Callable[[Interpreter, tree.Operate], Value]]:
    """The same names printed with the estimator after them."""

    def applied(name: str) -> Callable[[Interpreter, tree.Operate], Value]:
        def value(interpreter: Interpreter, node: tree.Operate) -> Value:
            if node.arguments != (tree.Name("pi_hat"),):
                raise MeaninglessError(f"'{interpreter.print(node)}': this is the variance of the estimator only")
            return names[name](interpreter)

        return value

    return {name: applied(name) for name in names}


def _falling(interpreter: Interpreter, node: tree.Apply) -> tuple[RationalFunction, int]:
    """n (n - 1) ... (n - k + 1) and k, for a printed number k."""
    size, length = (interpreter.number(argument) for argument in node.arguments)
    if length.names or length.evaluate({}).denominator > 1 or length.evaluate({}) < 0:
        raise MeaninglessError(f"'{interpreter.print(node)}': the upper index must be a number")
    count = int(length.evaluate({}))
    return reduce(lambda product, step: product * (size - step), range(count), RationalFunction.of(1)), count


def _arrangements(interpreter: Interpreter, node: tree.Apply) -> Value:
    """A_n^k, the number of ordered choices of k among n."""
    return _falling(interpreter, node)[0]


def _combinations(interpreter: Interpreter, node: tree.Apply) -> Value:
    """C_n^k, the number of choices of k among n."""
    ordered, count = _falling(interpreter, node)
    return ordered / factorial(count)


BASE = in_survey(
    Notation(
        vocabulary=VOCABULARY,
        domain=DOMAIN,
        functions={"combinations": _combinations, "arrangements": _arrangements},
    ),
    modified_christofides(),
)
"""Without another survey in sight, E(Y) and Var(Y) are those of one card."""

NOTATION = replace(
    variances(
        {
            "Var_MW": modified_warner,
            "Var_MS": modified_simmons,
            "Var_MC": modified_christofides,
            "Var_IC": improved_christofides,
        }
    ),
    shown={"EY": "E(Y)", "VarY": "Var(Y)", "sum_X": "N_1"},
)
"""The notation of the paper. A further part of it is composed here."""
