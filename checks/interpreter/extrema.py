"""Printed extrema over intervals, and what has to be shown when they are compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from checks.interpreter.arithmetic import as_number, not_zero
from checks.interpreter.notation import Obligation
from checks.reading import syntax as tree
from checks.values import Extreme, Listed, MeaninglessError, Value
from derivations.meaning import PrintedRelation, relation_formula
from mechanisms.formula import Formula, all_of, any_of, negation, variables
from mechanisms.polynomial import Polynomial
from mechanisms.rational import RationalFunction

if TYPE_CHECKING:
    from checks.interpreter.interpreter import Interpreter


def extreme_of_list(interpreter: Interpreter, node: tree.Apply) -> Value:
    """The largest or the least of printed numbers; a list of one is that number. Lists inside are joined."""
    found: list[RationalFunction] = []
    for argument in node.arguments:
        value = interpreter.value(argument)
        if isinstance(value, Listed) and value.kind == node.function:
            found.extend(value.values)
        else:
            found.append(as_number(value))
    distinct = tuple(dict.fromkeys(found))
    return distinct[0] if len(distinct) == 1 else Listed(node.function, distinct)


def quotient_of_extremes(interpreter: Interpreter, top: Value, bottom: Value) -> Value:
    """A largest number over a least one, all numbers below being positive: the largest of the quotients."""
    above, below = (v.values if isinstance(v, Listed) else (as_number(v),) for v in (top, bottom))
    kinds = {
        v.kind if v is top else {"max": "min", "min": "max"}[v.kind] for v in (top, bottom) if isinstance(v, Listed)
    }
    if len(kinds) != 1:
        raise MeaninglessError("a quotient of two largest, or of two least numbers has no meaning here")
    for number in below:
        interpreter.demand("what stands below is positive", relation_formula(number, ">", RationalFunction.of(0)))
    for number in above if len(below) > 1 else ():
        interpreter.demand("what stands above is not negative", relation_formula(number, ">=", RationalFunction.of(0)))
    return Listed(kinds.pop(), tuple(dict.fromkeys(a / b for a in above for b in below)))


def _extreme_of_list_over_box(
    interpreter: Interpreter, node: tree.ExtremeValue, names: tuple[str, ...], ends: Sequence[RationalFunction]
) -> Value:
    """The extremum over a box of a list of expressions: what its corners have, once nothing inside goes beyond them."""
    assert isinstance(node.expression, tree.Apply)
    if node.kind != node.expression.function:
        raise MeaninglessError(f"'{interpreter.print(node)}': a minimum of a maximum has no meaning here")
    assert node.domain is not None
    interval = interpreter.set_value(node.domain)
    box = all_of(interval.member((RationalFunction(Polynomial.variable(n)),)) for n in names)
    with interpreter.binding(names), interpreter.apart() as (divisors, required):
        inner = extreme_of_list(interpreter, node.expression)
    inside = inner.values if isinstance(inner, Listed) else (as_number(inner),)
    corners = list(inside)
    for name in names:
        corners = [value.substitute({name: end}) for value in corners for end in ends]
    corners = list(dict.fromkeys(corners))
    for fact in not_zero(divisors):
        interpreter.required.append(("no denominator vanishes", box, fact))
    interpreter.required += [(why, all_of([box, where]), fact) for why, where, fact in required]
    beyond: PrintedRelation = ">=" if node.kind == "max" else "<="
    for value in inside:
        reached = any_of(relation_formula(corner, beyond, value) for corner in corners)
        interpreter.required.append(("nothing inside goes beyond the corners", box, reached))
    return corners[0] if len(corners) == 1 else Listed(node.kind, tuple(corners))


def extreme(interpreter: Interpreter, node: tree.ExtremeValue) -> Value:
    """The extremum of a printed expression over an interval, or of a list of expressions."""
    interval = node.domain
    if node.expression is None or node.jointly or not isinstance(interval, tree.Interval):
        raise MeaninglessError(f"'{interpreter.print(node)}': only extrema over intervals have a meaning here")
    closed = interval.closed_low and interval.closed_high
    if node.kind in ("min", "max") and not closed:
        raise MeaninglessError(f"'{interpreter.print(node)}': a {node.kind} over an interval without one of its ends")
    names = tuple(v.name for v in node.variables)
    low, high = interpreter.number(interval.low), interpreter.number(interval.high)
    interpreter.demand("the interval is not empty", relation_formula(low, "<=" if closed else "<", high))
    if isinstance(node.expression, tree.Apply) and node.expression.function in ("min", "max"):
        return _extreme_of_list_over_box(interpreter, node, names, (low, high))
    each = interpreter.set_value(interval)
    box = all_of(each.member((RationalFunction(Polynomial.variable(n)),)) for n in names)
    with interpreter.binding(names), interpreter.apart() as (divisors, required):
        inner = interpreter.value(node.expression)
    outer = tuple(end for pair in inner.box for end in pair) if isinstance(inner, Extreme) else ()
    spoken = {n for d in (*divisors, *outer) for n in d.names}.union(*(variables(f) for _, _, f in required))
    if spoken & set(names):
        raise MeaninglessError(f"'{interpreter.print(node)}': a denominator or an end depends on a bound variable")
    interpreter.divisors += divisors
    interpreter.required += required
    if isinstance(inner, Extreme):
        if inner.lowest != (node.kind in ("min", "inf")):
            raise MeaninglessError("a minimum of a maximum has no meaning here")
        return Extreme(
            node.kind,
            inner.body,
            inner.variables + names,
            inner.box + ((low, high),) * len(names),
            all_of([inner.condition, box]),
        )
    return Extreme(node.kind, as_number(inner), names, ((low, high),) * len(names), box)


def compare_extremes(
    interpreter: Interpreter, a: Value, relation: str, b: Value, label: str, extra: tuple[Formula, ...]
) -> list[Obligation]:
    """Equality with an extremum: a corner attains it, and has the value of the other side."""
    if relation not in ("=", ":="):
        raise MeaninglessError(f"{label}: extrema are compared by = only")
    found: list[Obligation] = []
    sides: list[tuple[bool, list[RationalFunction]]] = []
    for side in (a, b):
        if isinstance(side, Extreme):
            values = side.at_vertices()
            better: PrintedRelation = "<=" if side.lowest else ">="
            attained = any_of(relation_formula(v, better, side.body) for v in values)
            found.append(interpreter.shown(f"{label}: some corner does no worse", attained, (*extra, side.condition)))
            sides.append((side.lowest, values))
        elif isinstance(side, Listed):
            sides.append((side.lowest, list(side.values)))
        else:
            sides.append((True, [as_number(side)]))
    first, second = sides
    same = all_of([_at_most(*first, *second), _at_most(*second, *first)])
    return [*found, interpreter.shown(label, same, extra)]


def relation_of_lists(first: Value, relation: str, second: Value) -> Formula:
    """A relation of which one side or both are the largest or the least of finitely many numbers."""
    a, b = ((v.lowest, v.values) if isinstance(v, Listed) else (True, (as_number(v),)) for v in (first, second))
    if relation in ("=", ":="):
        return all_of([_at_most(*a, *b), _at_most(*b, *a)])
    if relation in ("<=", ">="):
        return _at_most(*a, *b) if relation == "<=" else _at_most(*b, *a)
    if relation in ("<", ">"):
        return negation(_at_most(*b, *a) if relation == "<" else _at_most(*a, *b))
    raise MeaninglessError(f"'{relation}' does not relate largest values")


def _at_most(
    low_left: bool, left: Sequence[RationalFunction], low_right: bool, right: Sequence[RationalFunction]
) -> Formula:
    """The least (or largest) of the left values is at most the least (or largest) of the right ones."""
    join_left, join_right = any_of if low_left else all_of, all_of if low_right else any_of
    if low_left and low_right:  # for each on the right there is one on the left
        return all_of(any_of(relation_formula(v, "<=", w) for v in left) for w in right)
    return join_left(join_right(relation_formula(v, "<=", w) for w in right) for v in left)
