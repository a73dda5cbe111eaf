"""What has to be shown for a least or largest value that is attained within an interval, by the point where it is.

A print fails where its value is not attained: where all numbers are beyond it, which is a theorem beside the claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from checks.interpreter.arithmetic import fresh_point
from checks.interpreter.budgets import exponentiated
from checks.interpreter.extrema import printed_interval
from checks.interpreter.minimisers import at_most, exceeds, largest_of
from checks.interpreter.notation import Obligation
from checks.interpreter.optima import optimum, region_of, shown_shortly
from checks.interpreter.values import NOWHERE, Listed, MeaninglessError, Value
from checks.interpreter.whole_numbers import whole_among
from checks.reading import syntax as tree
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.prover.with_theorems import substitute_rational
from mechanisms.exact.expression import Operation
from mechanisms.exact.formula import Formula, all_of, any_of
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from checks.interpreter.interpreter import Interpreter

ATTAINED = "it is attained"
KINDS = {"min": "max", "max": "min"}


def attained_value(
    interpreter: Interpreter, node: tree.ExtremeValue, right: tree.Node, label: str
) -> list[Obligation] | None:
    """Obligations of `min ... = v` over an interval that lacks an end, or of a level or of the largest of several.

    Nothing in the interval is below v, and one of the points at which one of the numbers is v has no number above it.
    None where the extremum is of another kind. A maximum is the minimum of the opposite.
    """
    if node.kind not in KINDS or node.expression is None or len(node.variables) != 1:
        return None
    if isinstance(node.domain, tree.SetDisplay) or any(whole_among(interpreter.notation, [node.variables[0].name])):
        return None
    interval = printed_interval(interpreter, node)
    if interval is None:
        return None
    names = (node.variables[0].name,)
    is_level = isinstance(node.expression, tree.Name) and node.expression.name in interpreter.budgets
    known: list[Formula] = []
    with interpreter.binding(names), interpreter.apart() as (divisors, required):
        objective = largest_of(interpreter, node.expression, KINDS[node.kind])
    if objective is None:
        return None
    if len(objective) == 1 and interval.closed_low and interval.closed_high and not is_level:
        return None
    printed = exponentiated(interpreter, right, known) if is_level else interpreter.value(right)
    if printed is None:
        return None
    if not isinstance(printed, RationalFunction):
        return None
    value = printed
    places = list(dict.fromkeys(_places(objective, value, names[0])))
    (z,) = fresh_point(1, interpreter.notation.fresh)
    sign = RationalFunction.of(1 if node.kind == "min" else -1)
    within = interpreter.set_value(interval)
    inside, fresh = within.has((z,)), {names[0]: z}
    numbers = tuple(sign * number.substitute(fresh) for number in objective)
    found = interpreter.assuming(inside).definedness(
        f"{label}: the objective is defined",
        [*(d.substitute(fresh) for d in divisors), *(RationalFunction(number.denominator) for number in numbers)],
        [(why, substitute_rational(where, fresh), substitute_rational(fact, fresh)) for why, where, fact in required],
    )
    found += [replace(interpreter.shown(f"{label}: it has a value", fact, ()), essential=False) for fact in known]
    goal = (sign * value,)
    some = []
    for place in places:
        with suppress(ZeroDivisionError):  # no number is attained there
            there = tuple(sign * number.substitute({names[0]: place}) for number in objective)
            some.append(all_of([within.has((place,)), at_most(there, goal)]))
    beyond = interpreter.shown(f"{label}: nothing is beyond it", at_most(goal, numbers), (inside,))
    here = tuple(number.substitute(fresh) for number in objective)
    least: Value = here[0] if len(here) == 1 else Listed(KINDS[node.kind], here)
    found.append(replace(beyond, sides=(least, value), of_exponentials=is_level))
    if (never := shown_shortly(interpreter, exceeds(numbers, goal), [inside])) is not None:
        return [*found, _refuted_by(interpreter, never, node, value, label)]
    reached = interpreter.shown(f"{label}: {ATTAINED}", any_of(some), ())
    found.append(replace(reached, fails_at=lambda point: False))
    return found


def not_attained(
    interpreter: Interpreter, node: tree.ExtremeValue, right: tree.Node, label: str
) -> list[Obligation] | None:
    """What is left of `min ... = v` over a region all of whose numbers are above v; None where that is not proved."""
    value = interpreter.value(right)
    if node.kind not in KINDS or not isinstance(value, RationalFunction):
        return None
    never = _all_beyond(interpreter, node, value)
    return None if never is None else [_refuted_by(interpreter, never, node, value, label)]


def _all_beyond(interpreter: Interpreter, node: tree.ExtremeValue, value: RationalFunction) -> Theorem | None:
    """That all numbers of a region are above a value, or below for a maximum; None where that is not proved."""
    names = tuple(variable.name for variable in node.variables)
    z = fresh_point(len(names), interpreter.notation.fresh)
    with interpreter.binding(names), interpreter.apart():
        number = interpreter.value(node.expression) if node.expression is not None else None
    if not isinstance(number, RationalFunction):
        return None
    number = number.substitute(dict(zip(names, z, strict=True)))
    beyond = relation_formula(value, "<" if node.kind == "min" else ">", number)
    return shown_shortly(interpreter, beyond, [region_of(interpreter, node).has(z)])


def _refuted_by(
    interpreter: Interpreter, never: Theorem, node: tree.ExtremeValue, value: RationalFunction, label: str
) -> Obligation:
    """That a value is attained which, by a theorem, is the number at no place: it fails wherever this is claimed."""
    interpreter.facts.append(never)
    interpreter.met.difference_update(variable.name for variable in node.variables)
    best = _best(interpreter, node)
    failing = interpreter.shown(f"{label}: {ATTAINED}", any_of(()), ())
    return failing if best is None else replace(failing, sides=(best, value))


def _best(interpreter: Interpreter, node: tree.ExtremeValue) -> RationalFunction | Operation | None:
    """The least or largest value, `NOWHERE` where a theorem says that there is none; None where neither is found."""
    with interpreter.apart():
        with suppress(MeaninglessError):
            return optimum(interpreter, node)
        with suppress(MeaninglessError):
            approached = optimum(interpreter, replace(node, kind="inf" if node.kind == "min" else "sup"))
            return None if _all_beyond(interpreter, node, approached) is None else NOWHERE
    return None


def _places(objective: Sequence[RationalFunction], value: RationalFunction, name: str) -> Iterator[RationalFunction]:
    """Where one of the numbers has the value, as far as that is rational in the other symbols."""
    for number in objective:
        for factor, _ in (number - value).numerator.factors()[1]:
            coefficients = factor.coefficients_in(name)
            if set(coefficients) == {0, 1}:
                yield -RationalFunction(coefficients[0]) / RationalFunction(coefficients[1])
            elif set(coefficients) == {1}:
                yield RationalFunction.of(0)
