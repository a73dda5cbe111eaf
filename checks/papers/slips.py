"""The one slip that explains a wrong formula: a sign, a square, a factor, an index, what stands above and below."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice

from checks.interpreter import Interpreter
from checks.interpreter.values import MeaninglessError, Value
from checks.papers.mutators import Surroundings, mutations
from checks.reading import syntax as tree
from mechanisms.exact.rational import RationalFunction

MOST_TRIED = 400
MOST_NODES = 80


def without_slip(member: tree.Node, value: Value, interpreter: Interpreter) -> tree.Node | None:
    """The printed formula with one change that gives it the value; None where there is none, or the value is 0."""
    if value == RationalFunction.of(0) or sum(1 for _ in tree.nodes(member)) > MOST_NODES:
        return None
    around = Surroundings(interpreter.notation.vocabulary, tree.names_in(member))
    others = (mutation.root for mutation in mutations(member, around))
    likely = chain(_squares_and_complements(member), _halves(member))
    for changed in islice(chain(likely, others), MOST_TRIED):
        if value_of(changed, interpreter) == value:
            return changed
    return None


def _squares_and_complements(member: tree.Node) -> Iterator[tree.Node]:
    """The slips of surveys: a square that is missing, a for 1 - a, and 1 - a for a."""
    one = tree.Number("1")
    for path, node in tree.walk(member):
        above = tree.subtree(member, path[:-1]) if path else None
        if isinstance(above, tree.Power) or not isinstance(node, (tree.Name, tree.Sum)) or _is_bound(node, above):
            continue
        new: list[tree.Node] = [tree.Power(node, tree.Number("2"))]
        match node:
            case tree.Name():
                new.append(tree.Sum((one, tree.Negate(node))))
            case tree.Sum(terms=(tree.Number(text="1"), tree.Negate(term=term))):
                new.append(term)
        for other in new:
            yield tree.replace_at(member, path, other)


def _halves(member: tree.Node) -> Iterator[tree.Node]:
    """A half for the whole in an exponent of e, and the whole for a half."""
    for path, node in tree.walk(member):
        match node:
            case tree.Power(base=tree.Constant(name="e"), exponent=exponent):
                yield tree.replace_at(member, path, replace(node, exponent=_half_or_whole(exponent)))
            case tree.Apply(function="exp", arguments=(exponent,)):
                yield tree.replace_at(member, path, replace(node, arguments=(_half_or_whole(exponent),)))


def _half_or_whole(node: tree.Node) -> tree.Node:
    match node:
        case tree.Quotient(numerator=whole, denominator=tree.Number(text="2")):
            return whole
    return tree.Quotient(node, tree.Number("2"))


def _is_bound(node: tree.Node, above: tree.Node | None) -> bool:
    """Whether a name is the one that the node above it binds, such as the index of a sum: no other can stand there."""
    match above:
        case tree.BigSum(index=index) | tree.BigProduct(index=index):
            return node is index
        case tree.Derivative(variable=variable) | tree.Limit(variable=variable):
            return node is variable
        case (
            tree.ExtremeValue(variables=variables) | tree.ArgMin(variables=variables) | tree.ArgMax(variables=variables)
        ):
            return any(node is variable for variable in variables)
    return False


def value_of(node: tree.Node, interpreter: Interpreter) -> Value | None:
    """The value of a formula; None where it has none."""
    try:
        with interpreter.apart():
            return interpreter.value(node)
    except (MeaninglessError, ValueError, ArithmeticError):
        return None
