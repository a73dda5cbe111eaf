"""Derivatives, from jets, and limits, from a point very near to the place."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from checks.reading import syntax as tree
from checks.witness.meanings import NotEvaluatedError
from checks.witness.nearby import FAR
from checks.witness.numbers import Jet, Numeric, add, ball, compare

if TYPE_CHECKING:
    from checks.witness.evaluator import Evaluator


def derivative(point: Evaluator, node: tree.Derivative) -> Numeric:
    """The derivative at the point, from a jet in the variable.

    Raises NotEvaluatedError for one inside another in the same variable.
    """
    name = node.variable.name
    here = point.name(name)
    if isinstance(here, Jet):
        raise NotEvaluatedError("a derivative inside a derivative in the same variable")
    value = point.at(**{name: Jet.variable(here, node.order)}).number(node.expression)
    return value.derivative(node.order) if isinstance(value, Jet) else point.of(0)


def limit(point: Evaluator, node: tree.Limit) -> Numeric:
    """The value at a point very near to the place."""
    return next(near_values(point, node))


def near_values(point: Evaluator, node: tree.Limit) -> Iterator[Numeric]:
    """The values at points very near to the place, on each side from which it is approached."""
    name = node.variable.name
    budget = point.meanings.budgets.get(name)
    match node.place:
        case tree.Constant(name="infinity") if (part := _part(point, name)) is not None:
            half, order = part
            far = {point.meanings.budgets[half]: Fraction(FAR), point.meanings.budgets[name]: Fraction(FAR) ** order}
            yield point.at(**far).number(node.expression)
            return
        case tree.Constant(name="infinity"):
            near: list[Numeric] = [FAR if budget is None else Fraction(FAR)]  # a protocol divides by it
        case tree.Negate(term=tree.Constant(name="infinity")):
            near = [-FAR]
        case place:
            there = point.number(place)
            if budget is not None:
                there = point.of(1) if compare(there, 0) == 0 else ball(there).exp()
            near = [add(there, point.of(Fraction(side, FAR))) for side in _sides(point, node)]
    for place in near:
        yield point.at(**{budget or name: place}).number(node.expression)


def _part(point: Evaluator, name: str) -> tuple[str, int] | None:
    """The budget, such as a half, of which a declared equation says that so many make the budget `name`."""
    for condition in point.meanings.conditions:
        match condition:
            case tree.Chain(
                (tree.Name(whole), tree.Product((tree.Number() as order, tree.Name(part)))), relations=("=",)
            ) | tree.Chain(
                (tree.Name(part), tree.Quotient(tree.Name(whole), tree.Number() as order)), relations=("=",)
            ) if whole == name and order.value.denominator == 1 and {whole, part} <= point.meanings.budgets.keys():
                return part, int(order.value)
    return None


def _sides(point: Evaluator, node: tree.Limit) -> tuple[int, ...]:
    """The signs of the distance to the place: as printed, or such that the variable is in its range."""
    if node.side:
        return (1,) if node.side == "+" else (-1,)
    place, name = point.number(node.place), node.variable.name
    if name in point.meanings.budgets and compare(place, 0) == 0:
        return (1,)
    if name not in point.meanings.ranges:
        return (1, -1)
    inside = point.region(point.meanings.ranges[name])
    step = Fraction(1, 1 if name in point.meanings.integers else FAR)
    near = {side: add(place, point.of(side * step)) for side in (1, -1)}
    return tuple(side for side, value in near.items() if inside.contains((value,))) or (1, -1)
