"""Sections 1 and 2: local differential privacy, composition, randomized response, estimated frequencies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from checks.interpreter import Interpreter
from checks.interpreter.values import MeaninglessError, Value
from checks.papers.pan.encodings.common import Encoding, having, sides
from checks.papers.pan.notation.relaxation import size_of
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.theorems.relaxations.one_relaxation import M, probability, variable
from mechanisms.exact.rational import RationalFunction

Z = variable("z")


def response(value: int, truth: int, level: RationalFunction = Z, size: RationalFunction | int = M) -> RationalFunction:
    """P(o = value | X = truth) of the randomized response with e^eps = level, from its protocol."""
    return probability(truth, (value,), (), 3 if size == M else 2, size).substitute({"x": level})


# -- randomized response -----------------------------------------------------------------------------------------------


def law_of_one_response(context: Context) -> Sequence[Part]:
    """The printed cases are the law of the protocol; for m = 2, where the print has no meaning for every m."""
    try:
        return _cases_of_the_law(context, context.interpreter)
    except MeaninglessError:
        return _cases_of_the_law(context, having(context.interpreter, m=2))


def _cases_of_the_law(context: Context, reader: Interpreter) -> list[Part]:
    (node,) = context.trees()
    event, printed = sides(node)
    if not isinstance(printed, tree.Cases):
        raise MeaninglessError("a law by cases is needed")
    parts: list[Part] = []
    for label, value in (("the truth", 1), ("another value", 2)):
        derived = response(value - 1, 0, size=size_of(reader))
        meanings = {**reader.notation.operators, "Pr": _always(derived)}
        here = having(reader, information=value, f_X=1).speaking(replace(reader.notation, operators=meanings))
        for branch in printed.branches:
            if branch.condition is None or here.formula(branch.condition).holds_at({}):
                parts += here.link(event, "=", branch.value, label)
    return parts


def _always(value: RationalFunction) -> Callable[[Interpreter, tree.Operate], Value]:
    return lambda interpreter, node: value


ENCODINGS: dict[str, Encoding] = {function.__name__: function for function in (law_of_one_response,)}
