"""Derivatives, from jets, and limits, from a point very near to the place."""

from __future__ import annotations

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
    name = node.variable.name
    budget = point.meanings.budgets.get(name)
    match node.place:
        case tree.Constant(name="infinity") if (part := _part(point, name)) is not None:
            half, order = part
            far = {point.meanings.budgets[half]: Fraction(FAR), point.meanings.budgets[name]: Fraction(FAR) ** order}
            return point.at(**far).number(node.expression)
        case tree.Constant(name="infinity"):
            there: Numeric = FAR if budget is None else Fraction(FAR)  # a protocol divides by it
        case tree.Negate(term=tree.Constant(name="infinity")):
            there = -FAR
        case place:
            side = Fraction(-1 if node.side == "-" or _ends_at(point, name, place) else 1, FAR)
            there = point.number(place)
            if budget is not None:
                there = point.of(1) if compare(there, 0) == 0 else ball(there).exp()
            there = add(there, point.of(side))
    return point.at(**{budget or name: there}).number(node.expression)


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


def _ends_at(point: Evaluator, name: str, place: tree.Node) -> bool:
    """Whether the range of a variable ends at the place, so that it is approached from below."""
    range_ = point.meanings.ranges.get(name)
    return isinstance(range_, tree.Interval) and compare(point.number(range_.high), point.number(place)) == 0
