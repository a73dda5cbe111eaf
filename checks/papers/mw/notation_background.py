"""Meaning of the notation of Section 2: the corrected share of Yes answers, sums over the items of a graph, a mean."""

from __future__ import annotations

from collections.abc import Callable

from checks.interpreter import Interpreter
from checks.interpreter.values import Value
from checks.papers.mw.notation_survey import here
from checks.papers.mw.surveys import ONE, variable
from checks.reading import syntax as tree
from derivations.estimation.estimator import linear_estimator
from mechanisms import catalogue
from mechanisms.exact.rational import RationalFunction

SUMS = {"k_j": "degree_sum", "w_j": "weight_sum"}
"""The sums over all items of a graph, by what is summed; the first is the number of edges."""


def corrected_share(interpreter: Interpreter) -> Value:
    """f': the share of those with the attribute for which the expected share of Yes answers is f, by inversion."""
    design = catalogue.get("warner").protocol.design()
    share = variable("f")
    estimate = linear_estimator(design).estimate((ONE - share, share))[1]
    return here(interpreter, estimate.substitute({"p_w": variable("p")}))


def average_over_vertices(total: RationalFunction) -> RationalFunction:
    """The mean over all n + m vertices of what each edge adds to both of its ends, from the sum over the items alone.

    Every edge has one end among the n participants and one among the m items, so both sides have the same sum.
    """
    return (total + total) / (variable("n") + variable("m"))


def sum_over_items(interpreter: Interpreter, node: tree.BigSum) -> Value | None:
    """The sum of the degrees, or of the weights, of all items."""
    match node:
        case tree.BigSum(
            body=tree.Name(name=name),
            condition=tree.Chain(members=(tree.Name(name="v2_j"), tree.Name(name="V2")), relations=("in",)),
        ) if name in SUMS:
            return variable(SUMS[name])
    return None


NAMES: dict[str, Callable[[Interpreter], Value]] = {
    "f": lambda i: variable("f"),
    "f_corrected": corrected_share,
    "k_average": lambda i: here(i, average_over_vertices(variable("degree_sum"))),
}
