"""Definitions by cases: the value of each branch under its condition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checks.interpreter.arithmetic import not_zero
from checks.reading import syntax as tree
from checks.values import Piecewise, Value
from mechanisms.formula import Formula, all_of, any_of, negation

if TYPE_CHECKING:
    from checks.interpreter.interpreter import Interpreter


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
