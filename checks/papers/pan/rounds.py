"""One round of the continual relaxation: its responses up to relabelling, its printed law, and how statements read it.

Only which values are equal matters, so that a pair of responses (o_k, o_(k+1)) is one of ten, seen from two truths a
and b: each response is a, b, or another value; and if both are others, they are equal (c, c) or not (c, d).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from checks.interpreter import Interpreter
from checks.interpreter.values import MeaninglessError, Value
from checks.papers.collection import load_paper
from checks.papers.pan.notation import NOTATION
from checks.reading import read_latex
from checks.reading import syntax as tree
from derivations.arithmetic.meaning import relation_formula
from derivations.theorems.relaxations.relaxation import response_probability
from mechanisms.exact.formula import Formula, PrintedRelation
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

RESPONSES = ("a", "b", "c")
PAIRS: tuple[tuple[str, str], ...] = (*((b, a) for b in RESPONSES for a in RESPONSES), ("c", "d"))
LAW_CLAIM = "PAN-52"  # prints (54)


def variable(name: str) -> RationalFunction:
    """A variable as a rational function."""
    return RationalFunction(Polynomial.variable(name))


def fact(
    left: RationalFunction | Fraction | int, relation: PrintedRelation, right: RationalFunction | Fraction | int
) -> Formula:
    """`left relation right`."""
    return relation_formula(RationalFunction.of(left), relation, RationalFunction.of(right))


M = variable("m")
X, Y = variable("x"), variable("y")  # e^eps1, e^eps2
LOW, HIGH = variable("x_before"), variable("x_i")  # e^eps_(i-1), e^eps_i


def enough_values(*labels: str) -> Formula:
    """The domain has as many values as labels occur, a and b among them."""
    return fact(M, ">=", len({"a", "b", *labels}))


@cache
def printed_law() -> Mapping[str, RationalFunction]:
    """p_aa, p_ba, p_bb as (54) prints them, functions of m, x_before = e^eps_(i-1) and x_i = e^eps_i."""
    reader = Interpreter(NOTATION)
    law: dict[str, RationalFunction] = {}
    for text in load_paper("PAN").claim(LAW_CLAIM).main.statement.latex:
        match read_latex(text, NOTATION.vocabulary):
            case tree.Chain(members=(tree.Name(name=name), value), relations=("=",)):
                law[name] = reader.number(value)
            case _:
                raise MeaninglessError(f"(54) gives the probabilities by equations, not by {text}")
    return law


def conditional(law: Mapping[str, RationalFunction], truth: str, before: str, after: str) -> RationalFunction:
    """Pr(o_i = after | o_(i-1) = before, X = truth) from p_aa, p_ba, p_bb: (27) to (31), for every labelling."""
    if before == truth:
        return law["p_aa"] if after == truth else (1 - law["p_aa"]) / (M - 1)
    if after == truth:
        return law["p_ba"]
    return law["p_bb"] if after == before else (1 - law["p_ba"] - law["p_bb"]) / (M - 2)


def law_between(low: RationalFunction, high: RationalFunction) -> dict[str, RationalFunction]:
    """The printed law (54) for two guarantees, given by their exponentials."""
    return {name: value.substitute({"x_before": low, "x_i": high}) for name, value in printed_law().items()}


@dataclass(frozen=True)
class Round:
    """A response `before` at e^eps = low, then `after` at e^eps = high by (54), seen from the truths a and b."""

    before: str
    after: str
    low: RationalFunction = LOW
    high: RationalFunction = HIGH

    def first(self, truth: str) -> RationalFunction:
        """Pr(o_(i-1) | X): randomized response."""
        return response_probability(self.low, M, self.before == truth)

    def both(self, truth: str) -> RationalFunction:
        """Pr(o_(i-1), o_i | X)."""
        return self.first(truth) * self.step(truth)

    def longer(self, truth: str) -> RationalFunction:
        """The probability of all responses, where (56) holds for those before the new one."""
        return FACTOR * self.both(truth)

    def last(self, truth: str) -> RationalFunction:
        """The probability of the new response by a randomized response with the new guarantee."""
        return response_probability(self.high, M, self.after == truth)

    def step(self, truth: str) -> RationalFunction:
        """Pr(o_i | o_(i-1), X) by the printed law."""
        return conditional(law_between(self.low, self.high), truth, self.before, self.after)

    @property
    def enough(self) -> Formula:
        """There are as many values as the round names."""
        return enough_values(self.before, self.after)

    @property
    def title(self) -> str:
        """For a label."""
        return f"responses ({self.before}, {self.after})"


PAIR_ROUNDS = tuple(Round(before, after) for before, after in PAIRS)
FACTOR = variable("g")
"""(56) for the responses so far says: Pr(all of them | X) = g Pr(the last | X), with one g for both truths."""


# -- how a statement reads Pr ------------------------------------------------------------------------------------------

Event = tuple[str, ...]
Meaning = Callable[[str], RationalFunction]  # of a truth


def event_names(node: tree.Operate) -> tuple[Event, str]:
    """The names in Pr(responses | responses, X = truth), with | between them, and the truth."""
    names: list[str] = []
    truth = ""
    for argument in node.arguments:
        names += _names(argument)
    after: list[str] = []
    for condition in node.given:
        match condition:
            case tree.Chain(members=(tree.Name(name="X"), tree.Name(name=value)), relations=("=",)):
                truth = value
            case _:
                after += _names(condition)
    return (*names, "|", *after) if after else tuple(names), truth


def _names(node: tree.Node) -> list[str]:
    match node:
        case tree.Name(name=name):
            return [name]
        case tree.Product(factors=factors):
            return [name for factor in factors for name in _names(factor)]
        case tree.Chain(members=(tree.Name(name=name), tree.Name(name=value)), relations=("=",)):
            return [name, "=", value]
    raise MeaninglessError("an event is printed as responses, or as a response = a value")


def reading(interpreter: Interpreter, meanings: Mapping[Event, Meaning], *hypotheses: Formula) -> Interpreter:
    """The interpreter under further hypotheses for which Pr(event | X = truth) has the given meanings."""

    def probability(inner: Interpreter, node: tree.Operate) -> Value:
        event, truth = event_names(node)
        if event not in meanings or truth not in ("a", "b"):
            raise MeaninglessError(f"'{inner.print(node)}' is no event with a meaning here")
        return meanings[event](truth)

    notation = replace(interpreter.notation, operators={**interpreter.notation.operators, "Pr": probability})
    return interpreter.speaking(notation).assuming(*hypotheses)
