"""Derivatives, from jets, and limits, from a point very near to the place."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING

from checks.reading import syntax as tree
from checks.witness.meanings import NotEvaluatedError
from checks.witness.nearby import FAR
from checks.witness.numbers import Jet, Numeric, add, ball, compare, multiply, power

if TYPE_CHECKING:
    from checks.witness.evaluator import Evaluator


def derivative(point: Evaluator, node: tree.Derivative) -> Numeric:
    """The derivative at the point, from a jet in the variable; by a budget, from one in x = e^eps.

    Raises NotEvaluatedError for one inside another in the same variable.
    """
    budget = point.meanings.budgets.get(node.variable.name)
    name = budget or node.variable.name
    here = point.name(name)
    if isinstance(here, Jet):
        raise NotEvaluatedError("a derivative inside a derivative in the same variable")
    value = point.at(**{name: Jet.variable(here, node.order)}).number(node.expression)
    if not isinstance(value, Jet):
        return point.of(0)
    if budget is None:
        return value.derivative(node.order)
    times = [1]  # of x^j and the j-th derivative by x, in the n-th one by eps
    for _ in range(node.order):
        times = [j * own + before for j, (own, before) in enumerate(zip([*times, 0], [0, *times], strict=True))]
    parts = (multiply(multiply(point.of(c), power(here, j)), value.derivative(j)) for j, c in enumerate(times) if c)
    return reduce(add, parts)


def value_at(point: Evaluator, name: str, place: tree.Node) -> dict[str, Numeric]:
    """The value that a name has where it is a printed number; of a budget, that of its exponential."""
    budget = point.meanings.budgets.get(name)
    match place:
        case _ if budget is None:
            return {name: point.number(place)}
        case tree.Apply(function="log", arguments=(inner,)):
            return {budget: point.number(inner)}
    there = point.number(place)
    return {budget: point.of(1) if compare(there, 0) == 0 else ball(there).exp()}


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
