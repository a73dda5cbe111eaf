"""VPP, LPP and LPP-ddagger at one point: levels of privacy by comparing all inputs of a grid, Lemmas 1 to 3."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product

from checks.papers.mw.notation import DOMAIN
from checks.papers.mw.witnesses.key_value_laws import (
    EDGE,
    GRID,
    as_printed,
    here,
    kept_value,
    largest_ratio,
    lpp_row,
    missing,
    missing_private,
    upward,
)
from checks.reading import syntax as tree
from checks.witness import Space
from checks.witness.budgets import exponential_of_budget
from checks.witness.enumeration import sum_of
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, add, compare, divide, furthest, multiply
from checks.witness.statement import Predicate, Trees, all_hold


def edges(point: Evaluator) -> list[tuple[Numeric, ...]]:
    """The rows of edges of the weights of the grid."""
    return [lpp_row(point, EDGE, w, 0) for w in GRID]


def level_given(point: Evaluator, substitute: Numeric) -> Numeric:
    """e^eps of LPP with a constant substitute weight."""
    return largest_ratio([*edges(point), missing(point, substitute)])


def level_ddagger(point: Evaluator) -> Numeric:
    """e^eps of LPP-ddagger."""
    return level_given(point, 0)


def at_level(name: str, level: Callable[[Evaluator], Numeric]) -> Predicate:
    """The printed statement where the named budget is the level found by comparing inputs."""
    return lambda point, trees: all_hold(here(point, **{name: level(point)}), trees)


def _three(point: Evaluator, trees: Trees) -> bool:
    rows = [*edges(point), missing_private(point)]
    return all(compare(v, 0) > 0 for row in rows for v in row) and all(compare(sum_of(row), 1) == 0 for row in rows)


def is_private(level: Callable[[Evaluator], Numeric]) -> Predicate:
    """The level is at most the printed sum of budgets."""

    def holds(point: Evaluator, trees: Trees) -> bool:
        (node,) = trees
        if not isinstance(node, tree.Chain):
            raise NotEvaluatedError("an equation for eps is needed")
        return compare(level(point), exponential_of_budget(here(point), node.members[1])) <= 0

    return holds


def compared(first: Callable[[Evaluator], Numeric], sign: int, second: Callable[[Evaluator], Numeric]) -> Predicate:
    """The sign of the difference of two levels."""
    return lambda point, trees: compare(first(point), second(point)) == sign


def _sum(point: Evaluator) -> Numeric:
    return multiply(point.values["x1"], point.values["x2"])


def lowered(raised: Callable[[Numeric], Numeric]) -> Predicate:
    """Q grows, the printed maximum, and what is raised makes the level no higher, over pairs of the grid."""

    def holds(point: Evaluator, trees: Trees) -> bool:
        outputs = {s: upward(point, kept_value(point), point.of(s)) for s in GRID}
        grows = all(compare(outputs[a], outputs[b]) < 0 for a, b in pairwise(GRID))
        levels = {s: level_given(point, s) for s in GRID}
        lower = all(
            compare(levels[a], levels[b]) <= 0
            for a, b in product(GRID, repeat=2)
            if compare(raised(outputs[a]), raised(outputs[b])) >= 0
        )
        return grows and lower and as_printed(point, trees)

    return holds


def _least(point: Evaluator, trees: Trees) -> bool:
    (node,) = trees
    kinds = [part.kind for part in tree.nodes(node) if isinstance(part, tree.ExtremeValue)]
    every = [level_given(point, s) for s in GRID]
    return compare(furthest({"inf": "min", "sup": "max"}[kinds[0]], every), level_ddagger(point)) == 0


def _minimised(point: Evaluator, trees: Trees) -> bool:
    (node,) = trees
    if not isinstance(node, tree.ArgMin) or node.expression is None:
        raise NotEvaluatedError("minimisers of an objective are needed")
    values = {s: here(point, w_sub=point.of(s)).number(node.expression) for s in GRID}
    least = furthest("min", list(values.values()))
    lowest = level_ddagger(point)
    return all(compare(level_given(point, s), lowest) == 0 for s, v in values.items() if compare(v, least) == 0)


def _cases(point: Evaluator, trees: Trees) -> bool:
    (node,) = trees
    if not isinstance(node, tree.Chain):
        raise NotEvaluatedError("a definition by cases is needed")
    at = here(point)
    return compare(at.number(node.members[1]), at.number(node.members[2])) == 0


def _minimisers(point: Evaluator, trees: Trees) -> bool:
    (node,) = trees
    if not isinstance(node, tree.Chain):
        raise NotEvaluatedError("an equation for the minimisers is needed")
    best = upward(point, kept_value(point), point.of(1))
    worst: dict[Fraction, Numeric] = {}
    for s in GRID:
        up = upward(point, kept_value(point), point.of(s))
        worst[s] = divide(best, furthest("min", [up, add(1, -up)]))
    least = furthest("min", list(worst.values()))
    printed = here(point).region(node.members[1])
    places = {*GRID, *(z[0] for z in printed.candidates)}
    if not places <= set(GRID):
        return False
    return all(printed.contains((s,)) == (compare(v, least) == 0) for s, v in worst.items())


LPP_SPACE = Space(tuple(p for p in DOMAIN.parameters if p.name in ("x1", "x2", "w", "w_sub")))


PREDICATES: dict[str, Predicate] = {
    "lowered_by_raising_q1": lowered(lambda value: value),
    "lowered_by_raising_both": lowered(lambda value: furthest("min", [value, add(1, -value)])),
    "minimised_objective": _minimised,
    "objective_in_cases": _cases,
    "only_minimiser": _minimisers,
}

SPACES = dict.fromkeys(PREDICATES, LPP_SPACE)
"""Where each encoded statement is evaluated: the symbols that it depends on, and no others."""
