"""Definitions by cases: the value of each branch under its condition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checks.interpreter.arithmetic import not_zero
from checks.interpreter.values import Piecewise, Value
from checks.reading import syntax as tree
from checks.reading.writing_out import WritingOut
from derivations.arithmetic.meaning import relation_formula
from mechanisms.exact.formula import Formula, all_of, any_of, negation
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from checks.interpreter.interpreter import Interpreter


def indicator(interpreter: Interpreter, event: tree.Node) -> Value:
    """1 where the event happens, 0 where it does not; a number where that is known of given integers."""
    values = interpreter.whole_numbers()
    known = WritingOut(interpreter.notation.vocabulary, values).holds(event)
    if known is not None:
        return RationalFunction.of(int(known))
    return by_cases(
        interpreter, tree.Cases((tree.Branch(tree.Number("1"), event), tree.Branch(tree.Number("0"), None)))
    )


def absolute(value: RationalFunction) -> Value:
    """The absolute value, case by case unless it is given."""
    zero = RationalFunction.of(0)
    if not value.names:
        return RationalFunction.of(abs(value.evaluate({})))
    return Piecewise(((relation_formula(value, ">=", zero), value), (relation_formula(value, "<", zero), zero - value)))


def by_cases(interpreter: Interpreter, node: tree.Cases) -> Piecewise:
    """The value of each branch under its condition; some branch must apply."""
    branches: list[tuple[Formula, Value]] = []
    earlier: list[Formula] = []
    for branch in node.branches:
        condition = (
            all_of(negation(e) for e in earlier) if branch.condition is None else interpreter.formula(branch.condition)
        )
        earlier.append(condition)
        with interpreter.apart() as (divisors, required):
            value = interpreter.value(branch.value)
        facts = [("no denominator vanishes", fact) for fact in not_zero(divisors)]
        interpreter.required += [(why, condition, fact) for why, fact in facts]
        interpreter.required += [(why, all_of([condition, where]), fact) for why, where, fact in required]
        branches.append((condition, value))
    if all(branch.condition is not None for branch in node.branches):
        interpreter.demand("one of the printed cases applies", any_of(earlier))
    return Piecewise(tuple(branches))
