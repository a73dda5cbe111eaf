"""Printed sets as regions: intervals, sets given by a condition, unions and differences; relations between sets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from checks.reading import syntax as tree
from checks.witness.extrema import variables
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import add, compare, multiply
from checks.witness.regions import Coordinates, Region, whole

if TYPE_CHECKING:
    from checks.witness.evaluator import Evaluator

GRID = 8  # an interval is cut into so many parts


def interval(point: Evaluator, node: tree.Interval) -> Region:
    """A printed interval."""
    low, high = point.number(node.low), point.number(node.high)
    width = add(high, -low)

    def contains(z: Coordinates) -> bool:
        above, below = compare(z[0], low), compare(high, z[0])
        return (above > 0 or (above == 0 and node.closed_low)) and (below > 0 or (below == 0 and node.closed_high))

    parts = [Fraction(k, GRID) for k in range(GRID + 1)] + [Fraction(1, 64), Fraction(63, 64)]
    inner = tuple((add(low, multiply(width, point.of(p))),) for p in parts)
    outer = ((add(low, -point.of(1)),), (add(high, point.of(1)),))
    return Region(1, contains, inner + outer)


def builder(point: Evaluator, node: tree.SetBuilder) -> Region:
    """The elements that satisfy a printed condition."""
    element, bound = node.element, None
    match node.condition:
        case tree.Chain(members=(low, tree.Name() as middle, high), relations=(("<" | "<=") as a, ("<" | "<=") as b)):
            if middle == element:
                named = point.meanings.whole((middle.name,))
                return whole(interval(point, tree.Interval(low, high, a == "<=", b == "<=")), named)
    if isinstance(element, tree.Chain) and element.relations == ("in",):
        element, bound = element.members
    items = element.items if isinstance(element, tree.TupleNode) else (element,)
    names = [item.name for item in items if isinstance(item, tree.Name)]
    within = _ambient(point, bound, len(names))

    _need_constants(point, node.condition, names)

    def contains(z: Coordinates) -> bool:
        try:
            return within.contains(z) and point.at(**dict(zip(names, z, strict=True))).truth(node.condition)
        except ArithmeticError:  # an element for which the condition has no value does not satisfy it
            return False

    return whole(Region(len(names), contains, within.candidates), point.meanings.whole(names))


def _need_constants(point: Evaluator, condition: tree.Node, elements: Sequence[str]) -> None:
    """ArithmeticError where a part of a condition has no value, though it is the same for all elements."""
    binders = (part for part in tree.nodes(condition) if isinstance(part, (tree.ArgMin, tree.ExtremeValue)))
    bound = {*elements, *(name for binder in binders for name in variables(point, binder))}
    for part in tree.nodes(condition):
        match part:
            case tree.Quotient(denominator=below):
                part = tree.Quotient(tree.Number("1"), below)
            case tree.Apply() | tree.Power():
                pass
            case _:
                continue
        if tree.names_in(part) <= (point.values.keys() | point.meanings.names.keys()) - bound:
            point.number(part)


def _ambient(point: Evaluator, bound: tree.Node | None, dimension: int) -> Region:
    match bound:
        case None:
            return Region(dimension, lambda z: True, ())
        case tree.Name(name="Reals"):
            return Region(dimension, lambda z: dimension == 1, ())
        case tree.Power(base=tree.Name(name="Reals"), exponent=exponent):
            matches = point.integer(exponent) == dimension
            return Region(dimension, lambda z: matches, ())
    return point.region(bound)


def combined(point: Evaluator, node: tree.SetOperation) -> Region:
    """A union, an intersection or a difference. Raises NotEvaluatedError for another operation."""
    first, *rest = [point.region(operand) for operand in node.operands]
    tests: dict[str, Callable[[Coordinates], bool]] = {
        "cup": lambda z: first.contains(z) or any(r.contains(z) for r in rest),
        "cap": lambda z: first.contains(z) and all(r.contains(z) for r in rest),
        "setminus": lambda z: first.contains(z) and not any(r.contains(z) for r in rest),
    }
    if node.operation not in tests:
        raise NotEvaluatedError(f"the set operation {node.operation}")
    every = first.candidates + tuple(z for r in rest for z in r.candidates)
    return Region(first.dimension, tests[node.operation], every)


def is_set(point: Evaluator, node: tree.Node) -> bool:
    """Whether a set is printed, or a name of one."""
    if isinstance(node, tree.Cases):
        return is_set(point, node.branches[0].value)
    if isinstance(node, tree.Name):
        return isinstance(point.name(node.name), Region)
    return isinstance(
        node,
        (tree.SetDisplay, tree.EmptySet, tree.Interval, tree.SetBuilder, tree.SetOperation, tree.ArgMin),
    )


def set_relation(point: Evaluator, left: Region, relation: str, right: Region) -> bool:
    """A relation between two sets, on the candidates of both. Raises NotEvaluatedError for another relation."""
    every = left.candidates + right.candidates
    every = tuple(dict.fromkeys(every)) if point.exact else every
    match relation:
        case "=" | ":=":
            return all(left.contains(z) == right.contains(z) for z in every)
        case "subset" | "subseteq":
            return all(right.contains(z) for z in every if left.contains(z))
        case "!=":
            return any(left.contains(z) != right.contains(z) for z in every)
    raise NotEvaluatedError(f"the relation {relation} between sets")
