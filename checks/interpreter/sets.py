"""Printed sets: displays, intervals, builders and what is combined from them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from checks.interpreter.arithmetic import as_number, bound_names, branches
from checks.interpreter.values import Coordinates, MeaninglessError, Piecewise, Point, SetValue, Value
from checks.interpreter.whole_numbers import all_whole, is_whole, whole_among
from checks.reading import syntax as tree
from checks.reading.writing_out import is_endless
from derivations.arithmetic.meaning import relation_formula
from derivations.prover.with_theorems import substitute_rational
from mechanisms.exact.formula import Formula, all_of, any_of, negation
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from checks.interpreter.interpreter import Interpreter

LONGEST_TUPLE = 1000


def set_value(interpreter: Interpreter, node: tree.Node) -> SetValue:
    """The meaning of an expression that must be a set. Raises MeaninglessError where it is none."""
    match node:
        case tree.SetDisplay(elements=(first, *_)) if is_endless(node):
            low = interpreter.number(first)
            return SetValue(
                1, lambda z: all_of([is_whole(interpreter.notation, z[0]), relation_formula(low, "<=", z[0])])
            )
        case tree.SetDisplay():
            node = interpreter.written_out(node) or node
            assert isinstance(node, tree.SetDisplay), "a set is written out as a set"
            values = [interpreter.value(element) for element in node.elements]
            return SetValue.finite(tuple(v.coordinates if isinstance(v, Point) else (as_number(v),) for v in values))
        case tree.EmptySet():
            return SetValue.finite((), 0)
        case tree.Interval():
            low, high = interpreter.number(node.low), interpreter.number(node.high)
            return SetValue(1, lambda z: between(low, z[0], high, node.closed_low, node.closed_high))
        case tree.SetBuilder():
            return set_builder(interpreter, node)
    value = interpreter.value(node)
    if not isinstance(value, SetValue):
        raise MeaninglessError(f"'{interpreter.print(node)}' is no set")
    return value


def cartesian_power(base: SetValue, exponent: RationalFunction) -> SetValue:
    """The tuples of so many elements of a set; MeaninglessError unless the number is given."""
    count = Fraction(0) if exponent.names else exponent.evaluate({})
    if count.denominator != 1 or not 1 <= count <= LONGEST_TUPLE:
        raise MeaninglessError(f"the Cartesian power {exponent} of a set has no meaning here")

    def member(z: Coordinates) -> Formula:
        return all_of(base.member(z[i : i + base.dimension]) for i in range(0, len(z), base.dimension))

    return SetValue(base.dimension * int(count), member)


def set_operation(interpreter: Interpreter, node: tree.SetOperation) -> Value:
    """The combined set; case by case when an operand is given so.

    Raises MeaninglessError for an operand that is no set.
    """
    operands = [branches(interpreter.value(operand)) for operand in node.operands]
    combined: list[tuple[Formula, Value]] = []
    for choice in product(*operands):
        sets = [s for _, s in choice if isinstance(s, SetValue)]
        if len(sets) != len(operands):
            raise MeaninglessError(f"'{interpreter.print(node)}' is no set")
        combined.append((all_of(c for c, _ in choice), _combined(node.operation, sets)))
    return combined[0][1] if len(combined) == 1 else Piecewise(tuple(combined))


def between(
    low: RationalFunction, z: RationalFunction, high: RationalFunction, closed_low: bool, closed_high: bool
) -> Formula:
    """z lies between the ends."""
    return all_of(
        (
            relation_formula(low, "<=" if closed_low else "<", z),
            relation_formula(z, "<=" if closed_high else "<", high),
        )
    )


def set_builder(interpreter: Interpreter, node: tree.SetBuilder) -> SetValue:
    """The set of the elements for which the printed condition has a value and holds.

    Raises MeaninglessError where a variable is bound twice.
    """
    element: tree.Node = node.element
    bound: tree.Node | None = None
    if isinstance(node.element, tree.Chain) and node.element.relations == ("in",):
        element, bound = node.element.members
    names = bound_names(element)
    if len(set(names)) < len(names):
        raise MeaninglessError(f"'{interpreter.print(node)}': a variable is bound twice")
    with interpreter.binding(names), interpreter.apart() as (divisors, required):
        condition = interpreter.formula(node.condition)
    # Where the condition has no value for an element, the element does not satisfy it.
    interpreter.divisors += [d for d in divisors if not set(names) & set(d.names)]
    interpreter.required += required
    within = _ambient(interpreter, bound, names)
    whole = whole_among(interpreter.notation, names)

    def member(z: Coordinates) -> Formula:
        there = substitute_rational(all_of([within, condition]), dict(zip(names, z, strict=True)))
        return all_of([all_whole(interpreter.notation, whole, z), there])

    return SetValue(len(names), member)


def _ambient(interpreter: Interpreter, bound: tree.Node | None, names: Sequence[str]) -> Formula:
    coordinates = tuple(RationalFunction(Polynomial.variable(n)) for n in names)
    match bound:
        case None:
            return all_of(())
        case tree.Name(name="Reals"):
            return all_of(()) if len(names) == 1 else any_of(())  # a tuple is no real number
        case tree.Power(base=tree.Name(name="Reals"), exponent=exponent):
            return all_of(()) if interpreter.number(exponent) == RationalFunction.of(len(names)) else any_of(())
    return set_value(interpreter, bound).has(coordinates)


def _combined(operation: str, sets: Sequence[SetValue]) -> SetValue:
    first, *rest = sets
    if any(s.dimension != first.dimension for s in rest):
        raise MeaninglessError("sets of different dimensions are combined")

    def member(z: Coordinates) -> Formula:
        if operation == "cup":
            return any_of(s.member(z) for s in sets)
        if operation == "cap":
            return all_of(s.member(z) for s in sets)
        return all_of([first.member(z), *(negation(s.member(z)) for s in rest)])

    if operation not in ("cup", "cap", "setminus"):
        raise MeaninglessError(f"the set operation {operation} has no meaning here")
    candidates: tuple[Coordinates, ...] | None = None
    witness = first.witness
    if operation == "cap":
        candidates = next((s.candidates for s in sets if s.candidates is not None), None)
        witness = next((s.witness for s in sets if s.witness is not None), None)
    elif operation == "setminus":
        candidates = first.candidates
    elif all(s.candidates is not None for s in sets):
        candidates = tuple(p for s in sets for p in s.candidates or ())
    else:
        witness = next((s.witness for s in sets if s.witness is not None), None)
    return SetValue(first.dimension, member, None, witness, candidates)


def membership(relation: str, target: Value, coordinates: Coordinates) -> Formula:
    """That a point is, or is not, an element of a set. Raises MeaninglessError where what is on the right is no set."""
    if not isinstance(target, SetValue):
        raise MeaninglessError("'in' needs a set on its right")
    fact = target.has(coordinates)
    return negation(fact) if relation == "notin" else fact
