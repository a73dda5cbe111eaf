"""The right rounding of a printed decimal, from the value at the point of an example; only a proposal, to be proved."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb

from checks.claims.claim import Statement
from checks.interpreter.values import MeaninglessError
from checks.reading import syntax as tree
from checks.witness import Evaluator, StatementWitness
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import ball


def rounded_like(
    printed: tree.Node, exact: tree.Node, statement: Statement, witness: StatementWitness
) -> tuple[str, bool]:
    """The value rounded to as many places as are printed, and whether the print is off by one unit of the last only."""
    return rounded_value(printed, _value(exact, statement, witness))


def rounded_value(printed: tree.Node, value: Any) -> tuple[str, bool]:
    """A number rounded to as many places as are printed, and whether the print is off by one unit of the last only.

    Raises MeaninglessError for a number too close to the middle between two decimals.
    """
    sign, number = (-1, printed.term) if isinstance(printed, tree.Negate) else (1, printed)
    assert isinstance(number, tree.Number), "a decimal is a number with places, perhaps with a sign"
    unit = 10**number.places
    scaled = ball(value) * unit + ball(Fraction(1, 2))
    lowest = scaled.floor().unique_fmpz()
    if lowest is None:
        raise MeaninglessError("the number lies too close to the middle between two decimals")
    units = int(lowest)
    text = f"{abs(units) // unit}.{abs(units) % unit:0{number.places}d}"
    return ("-" if units < 0 else "") + text, abs(units - sign * number.value * unit) <= 1


def _value(node: tree.Node, statement: Statement, witness: StatementWitness) -> Any:
    fixed, exact = witness.values_at(statement)
    point = witness.space.completed(Evaluator(witness.meanings, fixed, exact))
    try:
        if isinstance(node, tree.Name) and node.name in witness.meanings.budgets:
            return arb(ball(point.values[witness.meanings.budgets[node.name]]).log())
        return point.number(node)
    except (NotEvaluatedError, ArithmeticError, KeyError) as error:
        raise MeaninglessError(f"no value at the point of the example: {error}") from error
