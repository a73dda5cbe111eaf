"""Extrema and where they are: the least and the largest value on the grid of a domain."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from checks.reading import syntax as tree
from checks.reading.writing_out import is_endless
from checks.witness.budgets import exponential_of_budget, is_budget
from checks.witness.meanings import NotEvaluatedError
from checks.witness.nearby import narrowed, neighbours, vertex
from checks.witness.numbers import Numeric, compare
from checks.witness.regions import Coordinates, Region, smallest
from checks.witness.regions import whole as whole_part
from checks.witness.searched import HALVINGS, HALVINGS_TO_EDGE, best_in_region, region_of_conditions

if TYPE_CHECKING:
    from checks.witness.evaluator import Evaluator


def extreme(point: Evaluator, node: tree.ExtremeValue, fine: bool = False) -> Numeric:
    """The least or the largest value on the domain, between the points of its grid too; None where it is empty.

    Of a budget it is that of its exponential. What is `fine` finds it between two points also where it has a kink, or
    lies beside an end that does not belong to the domain. Raises NotEvaluatedError for an infimum or a supremum over
    what is not closed.
    """
    names = variables(point, node)
    whole = all(point.meanings.whole(names))
    closed = node.kind in ("min", "max") or is_searched(point, node) or _is_closed(point, node, names)
    if node.expression is None or not (whole or closed):
        raise NotEvaluatedError("an extremum of this kind has no value")
    order = 1 if node.kind in ("min", "inf") else -1

    def value(*z: Numeric) -> Numeric:
        assert node.expression is not None, "checked above"
        return _objective(point.at(**dict(zip(names, z, strict=True))), node.expression)

    if is_searched(point, node):
        halvings = HALVINGS if node.kind in ("min", "max") else HALVINGS_TO_EDGE
        return best_in_region(point, names, node.domain, value, order, halvings)
    members = _domain(point, node).members()
    found = [(value(*z), z) for z in members]
    if not found:
        return None
    best, place = found[0]
    for candidate, z in found[1:]:
        if compare(candidate, best) * order < 0:
            best, place = candidate, z
    if len(place) == 1 and not whole and not isinstance(node.domain, tree.SetDisplay):
        low, high = neighbours([z[0] for z in members], place[0])
        if fine and isinstance(interval := _printed_domain(point, node, names), tree.Interval):
            low = point.number(interval.low) if compare(low, place[0]) == 0 else low
            high = point.number(interval.high) if compare(high, place[0]) == 0 else high
        between = narrowed(value, low, high, order) if fine else vertex(value, low, place[0], high, order)
        best = between if compare(between, best) * order < 0 else best
    return best


def minimisers(point: Evaluator, node: tree.ArgMin | tree.ArgMax, also: tuple[Coordinates, ...] = ()) -> Region:
    """The points of the grid of the domain at which the expression is smallest, all ties included.

    The points `also` are tried besides. Of an ArgMax, those at which it is largest. Raises NotEvaluatedError without an
    expression.
    """
    if node.expression is None:
        raise NotEvaluatedError("an argmin without an expression")
    expression, names, domain = node.expression, variables(point, node), _domain(point, node)

    def value(z: Coordinates) -> Numeric:
        found = _objective(point.at(**dict(zip(names, z, strict=True))), expression)
        return -found if isinstance(node, tree.ArgMax) else found

    tried = domain.candidates + tuple(z for z in also if len(z) == domain.dimension)
    return smallest(domain if not also else Region(domain.dimension, domain.contains, tried), value)


def is_searched(point: Evaluator, node: tree.ExtremeValue | tree.ArgMin | tree.ArgMax) -> bool:
    """Whether an extremum is over a region that conditions describe, no interval and no list."""
    names = variables(point, node)
    printed = _printed_domain(point, node, names)
    match printed:
        case tree.SetBuilder(element=tree.Name(), condition=tree.Chain(members=(_, tree.Name(), _))):
            return False
    if isinstance(printed, tree.SetBuilder) or is_endless(printed):
        return True
    return node.domain is None and (printed is None or len(names) > 1)


def _objective(point: Evaluator, expression: tree.Node) -> Numeric:
    """What is least or largest: a number, of a budget its exponential."""
    return exponential_of_budget(point, expression) if is_budget(point, expression) else point.number(expression)


def variables(point: Evaluator, node: tree.ExtremeValue | tree.ArgMin | tree.ArgMax) -> tuple[str, ...]:
    """The names of the variables that an extremum is over."""
    return tuple(v.name for v in node.variables) or point.meanings.coordinates


def _is_closed(point: Evaluator, node: tree.ExtremeValue, names: tuple[str, ...]) -> bool:
    """Whether the domain is an interval with its ends, where a supremum is a maximum."""
    domain = _printed_domain(point, node, names)
    return isinstance(domain, tree.Interval) and domain.closed_low and domain.closed_high


def is_over_interval(point: Evaluator, node: tree.ExtremeValue) -> bool:
    """Whether the extremum is over an interval of one variable that need not be whole."""
    names = variables(point, node)
    printed = _printed_domain(point, node, names)
    return len(names) == 1 and isinstance(printed, tree.Interval) and not any(point.meanings.whole(names))


def _printed_domain(
    point: Evaluator, node: tree.ExtremeValue | tree.ArgMin | tree.ArgMax, names: tuple[str, ...]
) -> tree.Node | None:
    return node.domain if node.domain is not None else point.meanings.ranges.get(names[0] if names else "")


def _domain(point: Evaluator, node: tree.ExtremeValue | tree.ArgMin | tree.ArgMax) -> Region:
    names = variables(point, node)
    domain = _printed_domain(point, node, names)
    if is_searched(point, node):
        return region_of_conditions(point, names, node.domain)
    if domain is None:
        raise NotEvaluatedError("an extremum without a domain")
    base = point.region(domain)
    if base.dimension == len(names):
        return whole_part(base, point.meanings.whole(names))
    base = whole_part(base, point.meanings.whole(names[:1]))
    combined = tuple(tuple(c for z in choice for c in z) for choice in product(base.members(), repeat=len(names)))
    return Region(len(names), lambda z: all(base.contains((c,)) for c in z), combined, combined)
