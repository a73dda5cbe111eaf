"""Definition 5 and what follows it: averages over a graph, degrees of its nodes, and what reports tell of them."""

from __future__ import annotations

from collections.abc import Sequence

from checks.papers.mw.encodings.common import Encoding, fact
from checks.papers.mw.surveys import variable
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.algebra.linear_algebra import total
from mechanisms.exact.formula import all_of

X = variable("x")


def averages_are_linear(context: Context) -> Sequence[Part]:
    """The printed averages are known multiples of the sums: estimate and average differ by that multiple of the gap.

    So estimates of the degrees and weights give estimates of the averages, n and m being known.
    """
    parts: list[Part] = []
    estimate, truth, gap = variable("s"), variable("t"), variable("gap")
    for node, summed in zip(context.trees(), ("degree_sum", "weight_sum"), strict=True):
        assert isinstance(node, tree.Chain)
        printed = context.interpreter.number(node.members[-1])
        at_estimate, at_truth, at_gap = (printed.substitute({summed: value}) for value in (estimate, truth, gap))
        given = [fact(gap, "=", estimate - truth), fact(variable("n"), ">=", 1), fact(variable("m"), ">=", 1)]
        parts.append(context.shown(f"{summed}: errors", fact(at_estimate - at_truth, "=", at_gap), *given))
    return parts


def degrees_determine_the_graph(context: Context) -> Sequence[Part]:
    """Two graphs of two participants and two items are equal when all their participants have equal degrees."""
    first, second = ([[variable(f"{letter}{i}{j}") for j in (0, 1)] for i in (0, 1)] for letter in ("g", "h"))
    edges = [fact(e * (1 - e), "=", 0) for graph in (first, second) for line in graph for e in line]
    degrees = [fact(total(line), "=", total(other)) for line, other in zip(first, second, strict=True)]
    same = all_of(
        fact(e, "=", f) for line, other in zip(first, second, strict=True) for e, f in zip(line, other, strict=True)
    )
    return [context.shown("equal degrees, equal graphs", same, *edges, *degrees)]


ENCODINGS: dict[str, Encoding] = {
    **{
        function.__name__: function
        for function in (
            averages_are_linear,
            degrees_determine_the_graph,
        )
    },
}
