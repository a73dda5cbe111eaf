"""Conditions under which a wrong print may be right: inside of ranges, or with a stricter bound."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from checks.inputs.own_notation import OwnNotation
from checks.interpreter import Interpreter
from checks.papers.slips import value_of
from checks.reading import syntax as tree
from checks.reading.conditions import conditions_of
from mechanisms.exact.domain import Parameter
from mechanisms.exact.rational import RationalFunction

SIMPLE = sorted({Fraction(a, b) for b in (1, 2, 3, 4) for a in range(1, b + 1)})
"""The bounds that a condition may have instead of a printed one."""


def inside_of_ranges(node: tree.Node, own: OwnNotation) -> Iterator[tuple[str, ...]]:
    """That numbers of which a print speaks are not at the ends of their ranges: one of them, or all."""
    inside = []
    for parameter in own.domain.parameters:
        if parameter.integer or parameter.name not in tree.names_in(node):
            continue
        low = f"{parameter.low} < " if parameter.low is not None and not parameter.low_open else ""
        high = f" < {parameter.high}" if parameter.high is not None and not parameter.high_open else ""
        if low or high:
            inside.append(f"{low}{parameter.name}{high}")
    yield from filter(None, dict.fromkeys((*((one,) for one in inside), tuple(inside))))


def stricter_bounds(
    whole: tree.Node, own: OwnNotation, interpreter: Interpreter
) -> Iterator[tuple[tree.Node, Fraction]]:
    """Printed bounds of conditions, such as 1/4 of p > 1/4, each with simple numbers beyond it, the nearest first."""
    if not (isinstance(whole, tree.Connective) and tree.CONDITIONALS.issuperset(whole.connectives)):
        return
    ranges = {parameter.name: parameter for parameter in own.domain.parameters}
    for item in conditions_of(whole, own.vocabulary).assumed:
        match item:
            case tree.Chain(members=(tree.Name(name=name), end), relations=(relation,)) if relation in RELATIONS:
                bound = value_of(end, interpreter)
                if name not in ranges or not isinstance(bound, RationalFunction) or bound.names:
                    continue
                printed, below = bound.constant_value(), RELATIONS[relation]
                beyond = [x for x in SIMPLE if (x < printed if below else x > printed) and _is_in(x, ranges[name])]
                for other in sorted(beyond, reverse=below):
                    yield end, other


RELATIONS = {"<": True, "<=": True, ">": False, ">=": False}
"""Relations of a name to its bound, and whether it lies below."""


def _is_in(number: Fraction, parameter: Parameter) -> bool:
    return (parameter.low is None or parameter.low < number) and (parameter.high is None or number < parameter.high)
