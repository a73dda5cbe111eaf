"""Definition 5 and what follows it: averages over a graph, degrees of its nodes, and what reports tell of them."""

from __future__ import annotations

from collections.abc import Sequence

from checks.papers.mw.encodings.common import Encoding, fact
from checks.papers.mw.surveys import variable
from checks.verifying.verification import Context, Part
from derivations.algebra.linear_algebra import total
from mechanisms.exact.formula import all_of

X = variable("x")


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
}
