"""Definitions by cases: the value of each branch under its condition."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from checks.interpreter.arithmetic import not_zero
from checks.interpreter.values import Piecewise, Value
from checks.reading import syntax as tree
from checks.reading.writing_out import WritingOut
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


def by_cases(interpreter: Interpreter, node: tree.Cases) -> Piecewise:
    """The value of each branch under its condition; some branch must apply."""
    branches: list[tuple[Formula, Value]] = []
    earlier: list[Formula] = []
    for branch in node.branches:
        condition = (
            all_of(negation(e) for e in earlier) if branch.condition is None else interpreter.formula(branch.condition)
        )
        earlier.append(condition)
        branches.append((condition, _where(interpreter, condition, partial(interpreter.value, branch.value))))
    if all(branch.condition is not None for branch in node.branches):
        interpreter.demand("one of the printed cases applies", any_of(earlier))
    return Piecewise(tuple(branches))


def case_by_case(interpreter: Interpreter, value: Value, made: Callable[[Value], Value]) -> Value:
    """What is made of a value; of one that is given case by case, what is made of each case."""
    if not isinstance(value, Piecewise):
        return made(value)
    return Piecewise(
        tuple(
            (condition, _where(interpreter, condition, partial(case_by_case, interpreter, case, made)))
            for condition, case in value.branches
        )
    )


def _where(interpreter: Interpreter, condition: Formula, read: Callable[[], Value]) -> Value:
    """A value that is needed only where a condition holds: so is what must be for it to exist."""
    with interpreter.apart() as (divisors, required):
        value = read()
    interpreter.required += [("no denominator vanishes", condition, fact) for fact in not_zero(divisors)]
    interpreter.required += [(why, all_of([condition, where]), fact) for why, where, fact in required]
    return value
