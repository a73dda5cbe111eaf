"""The pairs of responses for which privacy is demanded, one inequality for each: section 3.2, appendices A and B."""

from __future__ import annotations

from checks.interpreter import Interpreter
from checks.papers.pan.encodings.common import fact
from checks.reading import syntax as tree
from mechanisms.exact.formula import Formula
from mechanisms.exact.rational import RationalFunction


def equal(name: str, value: str) -> tree.Chain:
    """The event that a name has a value."""
    return tree.Chain((tree.Name(name), tree.Name(value)), ("=",))


def joint(reader: Interpreter, first: str, second: str, truth: str) -> RationalFunction:
    """P(o_1 = first, o_2 = second | X = truth)"""

    return reader.number(tree.Operate("Pr", (equal("o1", first), equal("o2", second)), (equal("X", truth),)))


def demanded(reader: Interpreter, first: str, second: str, truth: str = "a", other: str = "b") -> Formula:
    """What eps2-LDP demands of a pair of responses and a pair of truths."""
    bound = reader.exponential(tree.Name("eps2")) * joint(reader, first, second, other)
    return fact(joint(reader, first, second, truth), "<=", bound)
