"""What has to be shown for a least or largest value that is attained within an interval, by the point where it is.

A print fails where its value is not attained: where all numbers are beyond it, which is a theorem beside the claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import TYPE_CHECKING

from checks.interpreter.arithmetic import fresh_point
from checks.interpreter.budgets import exponentiated
from checks.interpreter.extrema import printed_interval
from checks.interpreter.minimisers import at_most, exceeds, largest_of
from checks.interpreter.notation import ZERO, Obligation
from checks.interpreter.optima import Demand, approached, optimum, region_of, shown_shortly
from checks.interpreter.powers import root_facts
from checks.interpreter.values import NOWHERE, Listed, MeaninglessError, SetValue, Value
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

ATTAINED, APPROACHED = "it is attained", "it is approached"
KINDS = {"min": "max", "max": "min"}
LEAST = ("min", "inf")


def attained_value(
    interpreter: Interpreter, node: tree.ExtremeValue, right: tree.Node, label: str
) -> list[Obligation] | None:
    """Obligations of `min ... = v` over an interval that lacks an end, or of a level or of the largest of several.

    Nothing in the interval is below v, and one of the points at which one of the numbers is v has no number above it.
    An `inf` is one of a level here: for each e > 0 a point comes within e of v. None where the extremum is of another
    kind. A maximum is the minimum of the opposite.
    """
    is_level = isinstance(node.expression, tree.Name) and node.expression.name in interpreter.budgets
    if not (node.kind in KINDS or is_level) or node.expression is None or len(node.variables) != 1:
        return None
    if isinstance(node.domain, tree.SetDisplay) or any(whole_among(interpreter.notation, [node.variables[0].name])):
        return None
    interval = printed_interval(interpreter, node)
    if interval is None:
        return None
    names = (node.variables[0].name,)
    is_least = node.kind in LEAST
    several = "max" if is_level or is_least else "min"
    known: list[Formula] = []
    with interpreter.binding(names), interpreter.apart() as (divisors, required):
        read = largest_of(interpreter, node.expression, several)
    if read is None:
        return None
    if len(read) == 1 and interval.closed_low and interval.closed_high and not is_level:
        return None
    value = exponentiated(interpreter, right, known) if is_level else interpreter.value(right)
    if not isinstance(value, RationalFunction):
        return None
    (z,) = fresh_point(1, interpreter.notation.fresh)
    sign = RationalFunction.of(1 if is_least else -1)
    within = interpreter.set_value(interval)
    inside, fresh = within.has((z,)), {names[0]: z}
    here = tuple(number.substitute(fresh) for number in read)
    signed = tuple(sign * number for number in here)
    # The least of a largest is one of several numbers together; the largest of a largest is that of each.
    ways = [signed] if is_least or several == "min" else [(number,) for number in signed]
    found = interpreter.assuming(inside).definedness(
        f"{label}: the objective is defined",
        [*(d.substitute(fresh) for d in divisors), *(RationalFunction(number.denominator) for number in here)],
        [(why, substitute_rational(where, fresh), substitute_rational(fact, fresh)) for why, where, fact in required],
    )
    found += [replace(interpreter.shown(f"{label}: it has a value", fact, ()), essential=False) for fact in known]
    goal = (sign * value,)
    shown: Value = here[0] if len(here) == 1 else Listed(several, here)
    beyond = interpreter.shown(
        f"{label}: nothing is beyond it", all_of(at_most(goal, numbers) for numbers in ways), (inside,)
    )
    found.append(replace(beyond, sides=(shown, value), of_exponentials=is_level))
    never = shown_shortly(interpreter, all_of(exceeds(numbers, goal) for numbers in ways), [inside])
    ends = [interpreter.number(end) for end in (interval.low, interval.high)] if is_level else []
    at_ends = _AtEnds(interpreter, within, ways, z, ends)
    if node.kind in KINDS and never is not None:
        failing = _refuted_by(interpreter, never, node, value, label)
        near = failing.sides is None and at_ends.approach(goal[0]) is not None
        return [*found, replace(failing, sides=(NOWHERE, value), of_exponentials=is_level) if near else failing]
    if node.kind not in KINDS and (demand := at_ends.approach(goal[0])) is not None:
        _, positive, fact = demand
        return [*found, interpreter.shown(f"{label}: {APPROACHED}", fact, (positive,))]
    if node.kind not in KINDS and (better := at_ends.nearest(goal[0])) is not None:
        least, bound = better
        interpreter.facts.append(bound)
        failing = interpreter.shown(f"{label}: {APPROACHED}", any_of(()), ())
        return [*found, replace(failing, sides=(sign * least, value), of_exponentials=is_level)]
    some = []
    for place in dict.fromkeys(_places(read, value, names[0])):
        with suppress(ZeroDivisionError):  # no number is attained there
            at = [tuple(number.substitute({z.names[0]: place}) for number in numbers) for numbers in ways]
            some += [all_of([within.has((place,)), at_most(numbers, goal)]) for numbers in at]
    reached = interpreter.shown(f"{label}: {ATTAINED}", any_of(some), ())
    return [*found, replace(reached, fails_at=lambda point: False)]


@dataclass(frozen=True)
class _AtEnds:
    """The ends of an interval, where a least value may be approached, in one of some ways by all its numbers."""

    interpreter: Interpreter
    within: SetValue
    ways: Sequence[Sequence[RationalFunction]]
    z: RationalFunction
    ends: Sequence[RationalFunction]

    def approach(self, value: RationalFunction) -> Demand | None:
        """That a least value is approached at one of the ends, on the way from there to the middle."""
        name = self.z.names[0]
        middle = sum(self.ends, ZERO) / max(len(self.ends), 1)
        for numbers, end in product(self.ways, self.ends):
            with suppress(ZeroDivisionError):  # a number grows without a bound there
                slopes = [n.derivative(name).substitute({name: end}) * (middle - end) for n in numbers]
                slow = sum((slope * slope for slope in slopes), RationalFunction.of(1 + len(slopes)))
                demand = approached(
                    self.interpreter, self.within, numbers, value, (self.z,), (end,), [(middle,)], (slow, 4 * slow)
                )
                if demand is not None:
                    return demand
        return None

    def nearest(self, value: RationalFunction) -> tuple[RationalFunction, Theorem] | None:
        """A least value above the printed one that is approached at an end, and that nothing is below it."""
        for number, end in product(chain(*self.ways), self.ends):
            with suppress(ZeroDivisionError):  # it grows without a bound there
                least = number.substitute({self.z.names[0]: end})
                above = shown_shortly(self.interpreter, relation_formula(value, "<", least))
                if above is None or self.approach(least) is None:
                    continue
                bound = all_of(at_most((least,), numbers) for numbers in self.ways)
                if (theorem := shown_shortly(self.interpreter, bound, [self.within.has((self.z,))])) is not None:
                    return least, theorem
        return None


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
    best = _best(interpreter, node)
    defined = (
        root_facts(interpreter, [relation_formula(best, "=", value)]) if isinstance(best, RationalFunction) else ()
    )
    failing = interpreter.shown(f"{label}: {ATTAINED}", any_of(()), defined)
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
    """Where one of the numbers has the value, as far as that is rational in the other symbols.

    Where it has the value twice at one place, which roots among the symbols may hide, that is the vertex of a parabola.
    """
    for number in objective:
        for factor, _ in (number - value).numerator.factors()[1]:
            parts = {power: RationalFunction(c) for power, c in factor.coefficients_in(name).items()}
            if max(parts, default=0) == 1:
                yield -parts.get(0, ZERO) / parts[1]
            elif max(parts, default=0) == 2:
                yield -parts.get(1, ZERO) / (2 * parts[2])
