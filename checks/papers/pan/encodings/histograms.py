"""Appendix G: covariances of the indicators of one response, of histograms, and of estimated frequencies.

Values are told apart by labels; which of the printed labels are equal is a pattern, and each pattern that the print
allows is judged, for every m.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from checks.interpreter import Interpreter
from checks.interpreter.values import MeaninglessError, Value
from checks.papers.pan.encodings.reports import ZERO, Encoding, fact
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.estimation.moment_law import variable
from derivations.theorems.relaxations.relaxation import response_probability
from mechanisms.exact.rational import RationalFunction

LEVEL, SIZE, OBJECTS = variable("z"), variable("m"), variable("n")
TRUTH, OTHER = (response_probability(LEVEL, SIZE, is_truth) for is_truth in (True, False))
INDICATORS = {"Y_x": "label_x", "Y_v": "label_v", "Y_w": "label_w", "Y_i": "i", "Y_j": "j"}
Labels = Mapping[str, int]
"""Label -> number; equal labels have equal numbers, and label_x is the true value."""


def indicator_mean(labels: Labels, names: Sequence[str]) -> RationalFunction:
    """E of a product of indicators of one response: the chance of the value where they are all of one, else zero."""
    values = {labels[INDICATORS[name]] for name in names}
    if len(values) > 1:
        return ZERO
    return TRUTH if values == {labels["label_x"]} else OTHER


def _names(interpreter: Interpreter, node: tree.Node) -> tuple[str, ...]:
    factors = node.factors if isinstance(node, tree.Product) else (node,)
    names = tuple(factor.name for factor in factors if isinstance(factor, tree.Name) and factor.name in INDICATORS)
    if len(names) != len(factors):
        raise MeaninglessError(f"'{interpreter.print(node)}' is no product of indicators of a response")
    return names


def reader_with(context: Context, labels: Labels) -> Interpreter:
    """An interpreter for which the indicators are those of one response, with this pattern of labels."""

    def mean(interpreter: Interpreter, node: tree.Operate) -> Value:
        return indicator_mean(labels, _names(interpreter, node.arguments[0]))

    def covariance(interpreter: Interpreter, node: tree.Operate) -> Value:
        first, second = (_names(interpreter, argument) for argument in node.arguments)
        means = indicator_mean(labels, first) * indicator_mean(labels, second)
        return indicator_mean(labels, (*first, *second)) - means

    def variance(interpreter: Interpreter, node: tree.Operate) -> Value:
        return covariance(interpreter, replace(node, arguments=(*node.arguments, *node.arguments)))

    base = context.interpreter.notation
    reader = context.interpreter.speaking(
        replace(base, operators={**base.operators, "E": mean, "Cov": covariance, "Var": variance})
    )
    reader.at.update({name: RationalFunction.of(number) for name, number in labels.items()})
    return reader


def judged(context: Context, pattern: str, labels: Labels) -> list[Part]:
    """Every printed formula under one pattern."""
    reader = reader_with(context, labels)
    parts = [o for node in context.trees() for o in reader.obligations(node)]
    return [replace(o, label=f"{pattern}: {o.label}") for o in parts]


def two_other_values(context: Context) -> Sequence[Part]:
    """v and w are values other than x; where the print does not exclude it, they are equal as well."""
    apart = judged(context, "v is not w", {"label_x": 1, "label_v": 2, "label_w": 3})
    equal = fact(variable("label_v"), "=", variable("label_w"))
    together = replace(context, interpreter=context.interpreter.assuming(equal))
    return [*apart, *judged(together, "v is w", {"label_x": 1, "label_v": 2, "label_w": 2})]


PATTERNS = {
    "i = j = x": (1, 1),
    "i = x, j another": (1, 2),
    "j = x, i another": (2, 1),
    "i = j, another than x": (2, 2),
    "i, j and x are three": (2, 3),
}


# -- histograms --------------------------------------------------------------------------------------------------------

GROUPS = ("first", "second", "rest")  # objects whose value is the first label, the second, or neither


ENCODINGS: Mapping[str, Encoding] = {
    "two_other_values": two_other_values,
}
