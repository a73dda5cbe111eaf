"""Relaxations of a binary response that need not treat both values alike: section 3.1, (12) to (18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from checks.interpreter import Interpreter
from checks.interpreter.values import MeaninglessError, Value
from checks.papers.pan.encodings.common import Encoding, fact
from checks.papers.pan.notation import probability
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.theorems.relaxations.one_relaxation import variable
from mechanisms.exact.formula import Formula, all_of
from mechanisms.exact.rational import RationalFunction

VALUES = ("a", "b")
OTHER = {"a": "b", "b": "a"}


def second_given_first(second: str, first: str, truth: str) -> RationalFunction:
    """P(o_2 | o_1, X), one free number for each o_1 and X: the two values of o_2 have probabilities that sum to 1."""
    gives_a = variable(f"gives_a_{first}_{truth}")
    return gives_a if second == "a" else 1 - gives_a


def are_probabilities() -> list[Formula]:
    """The free numbers lie in [0, 1]."""
    free = [second_given_first("a", u, w) for u, w in product(VALUES, repeat=2)]
    return [fact(low, "<=", high) for value in free for low, high in ((0, value), (value, 1))]


def _equation(node: tree.Node) -> tuple[str, str]:
    match node:
        case tree.Chain(members=(tree.Name(name=name), tree.Name(name=value)), relations=("=",)) if value in VALUES:
            return name, value
    raise MeaninglessError("an event of a binary response is that it has the value a or b")


def any_relaxation(interpreter: Interpreter, node: tree.Operate) -> Value:
    """Pr(event | X, perhaps o_1) where o_1 is a randomized response and o_2 any response to o_1 and X."""
    asked, given = dict(map(_equation, node.arguments)), dict(map(_equation, node.given))
    if asked.keys() == {"o1", "o2"} and given.keys() == {"X"}:
        first = tree.Operate("Pr", (node.arguments[[*asked].index("o1")],), node.given)
        found = probability(interpreter, first)
        assert isinstance(found, RationalFunction)
        return found * second_given_first(asked["o2"], asked["o1"], given["X"])
    if asked.keys() == {"o2"} and given.keys() == {"o1", "X"}:
        return second_given_first(asked["o2"], given["o1"], given["X"])
    raise MeaninglessError(f"'{interpreter.print(node)}' is no event with a meaning here")


def _general(interpreter: Interpreter) -> Interpreter:
    notation = interpreter.notation
    reader = interpreter.speaking(replace(notation, operators={**notation.operators, "Pr": any_relaxation}))
    return reader.assuming(*are_probabilities())


def interchangeable_values(context: Context) -> Sequence[Part]:
    """The first two equations say that exchanging a and b changes no probability; the others always hold."""
    symmetric, complements = context.trees()[:2], context.trees()[2:]
    reader = _general(context.interpreter)
    exchanged = [
        fact(second_given_first(v, u, w), "=", second_given_first(OTHER[v], OTHER[u], OTHER[w]))
        for v, u, w in product(VALUES, repeat=3)
    ]
    printed = [reader.formula(node) for node in symmetric]
    return [
        context.shown("(12) and (13) make the values interchangeable", all_of(exchanged), *printed),
        context.shown("they are needed for it", all_of(printed), *exchanged),
        *(part for node in complements for part in reader.obligations(node)),
    ]


def follows_for_any_relaxation(context: Context) -> Sequence[Part]:
    """The last printed equation follows from those before it, whatever else the second response does."""
    *known, conclusion = context.trees()
    reader = _general(context.interpreter)
    return reader.assuming(*(reader.formula(node) for node in known)).obligations(conclusion)


ENCODINGS: dict[str, Encoding] = {
    function.__name__: function for function in (interchangeable_values, follows_for_any_relaxation)
}
