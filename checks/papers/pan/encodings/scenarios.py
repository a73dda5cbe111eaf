"""The pairs of responses for which privacy is demanded, one inequality for each: section 3.2, appendices A and B."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from checks.interpreter import Interpreter
from checks.interpreter.values import MeaninglessError
from checks.papers.pan.encodings.common import Encoding, equivalence, fact, sides
from checks.papers.pan.notation.relaxation import LABELS, size_of
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from mechanisms.exact.formula import Formula
from mechanisms.exact.rational import RationalFunction

ORDER = (("a", "b"), ("b", "a"), ("a", "c"), ("b", "c"), ("c", "a"), ("c", "b"))


def equal(name: str, value: str) -> tree.Chain:
    """The event that a name has a value."""
    return tree.Chain((tree.Name(name), tree.Name(value)), ("=",))


def joint(reader: Interpreter, first: str, second: str, truth: str) -> RationalFunction:
    """P(o_1 = first, o_2 = second | X = truth)"""

    return reader.number(tree.Operate("Pr", (equal("o1", first), equal("o2", second)), (equal("X", truth),)))


def conditional(reader: Interpreter, first: str, second: str) -> RationalFunction:
    """P(o_2 = second | o_1 = first, X = a)"""
    return reader.number(tree.Operate("Pr", (equal("o2", second),), (equal("o1", first), equal("X", "a"))))


def demanded(reader: Interpreter, first: str, second: str, truth: str = "a", other: str = "b") -> Formula:
    """What eps2-LDP demands of a pair of responses and a pair of truths."""
    bound = reader.exponential(tree.Name("eps2")) * joint(reader, first, second, other)
    return fact(joint(reader, first, second, truth), "<=", bound)


def enough_values(context: Context, *spoken: str) -> list[Part]:
    """The values that are spoken of beside a and b exist."""
    count = max(LABELS.index(label) for label in ("b", *spoken)) + 1
    return [context.shown(f"there are {count} values", fact(count, "<=", size_of(context.interpreter)))]


def scenario(first: str, second: str) -> Encoding:
    """The printed inequality is what privacy demands of these responses, for the truth a and the other truth b."""

    def parts(context: Context) -> Sequence[Part]:
        (node,) = context.trees()
        wanted = demanded(context.interpreter, first, second)
        return enough_values(context, first, second) + equivalence(
            context, f"({first}, {second})", wanted, context.interpreter.formula(node)
        )

    return parts


def _pair(node: tree.Node) -> tuple[str, str]:
    """The values that (o_1, o_2) is printed to have."""
    match sides(node):
        case (
            tree.TupleNode(items=(tree.Name(name="o1"), tree.Name(name="o2"))),
            tree.TupleNode(items=(tree.Name(name=first), tree.Name(name=second))),
        ) if {first, second} <= {*LABELS}:
            return first, second
    raise MeaninglessError("the two responses and their values are needed")


def table_of_scenarios(context: Context) -> Sequence[Part]:
    """The rows of the printed table, and inequalities in the same order: each is what privacy demands there."""
    nodes = context.trees()
    half = len(nodes) // 2
    parts: list[Part] = []
    for row, node in zip(nodes[:half], nodes[half:], strict=True):
        wanted, printed = demanded(context.interpreter, *_pair(row)), context.interpreter.formula(node)
        parts += enough_values(context, *_pair(row))
        parts += equivalence(context, "scenario ({}, {})".format(*_pair(row)), wanted, printed)
    return parts


ENCODINGS: dict[str, Encoding] = {
    "table_of_scenarios": table_of_scenarios,
    **{f"scenario_{first}_{second}": scenario(first, second) for first, second in product("abc", repeat=2)},
}
