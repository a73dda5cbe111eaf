"""Running key-value protocols on a weighted bipartite graph: each participant sends a report about one item, or all.

What a participant sends is drawn by the protocol itself, with its exact probabilities. Source: Ma, Wang, section 4.2.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from mechanisms.exact.notebook import Shown
from mechanisms.protocols.bipartite import BipartiteGraph, GraphError
from mechanisms.protocols.protocol import Protocol

if TYPE_CHECKING:
    import numpy as np

NO_EDGE, EDGE = (0, 0), (1, 1)


@dataclass(frozen=True)
class Report(Shown):
    """What the collector receives: an item, and a tuple (0, 0), (1, 1) or (1, -1) about it."""

    item: Hashable
    answer: tuple[int, int]


@dataclass(frozen=True)
class Tally(Shown):
    """What counts of the reports about one item: all, those with an edge, and edges up minus edges down."""

    reports: int
    present: int
    signed: int


def report_on_one_item(
    graph: BipartiteGraph, protocol: Protocol, rng: np.random.Generator, **parameters: Any
) -> list[Report]:
    """Each participant chooses an item uniformly and reports about it: LPP and its variants.

    `protocol` has the truths (0, 0) and (1, 1) and the parameter w, the weight of the edge, beside `parameters`.
    """
    chosen = rng.integers(len(graph.items), size=len(graph.participants))
    return [
        _report(graph, participant, graph.items[j], protocol, rng, parameters)
        for participant, j in zip(graph.participants, chosen.tolist(), strict=True)
    ]


def report_on_every_item(
    graph: BipartiteGraph, protocol: Protocol, rng: np.random.Generator, **parameters: Any
) -> list[Report]:
    """Each participant reports about every item, the weights being rounded to 1 or -1 first: PCKV-UE as Ma and Wang
    describe it, where every pair of a participant and an item is perturbed.
    """
    reports = []
    for participant in graph.participants:
        for item in graph.items:
            truth = _rounded(graph.weights.get((participant, item)), rng)
            (answer,) = protocol.sample([truth], rng, **parameters)
            reports.append(Report(item, _as_tuple(answer)))
    return reports


OPINIONS = (Fraction(0), Fraction(1, 2), Fraction(1))


def report_opinions(
    graph: BipartiteGraph, protocol: Protocol, rng: np.random.Generator, **parameters: Any
) -> list[tuple[Hashable, int]]:
    """Each participant has exactly one edge and sends its item with an opinion 0, 1, 2: EWRR3 and its kin.

    The weight 0 is a negative, 1/2 a neutral, 1 a positive opinion, the truth 2 w of `protocol`. The item is told as it
    is. Source: Ma, Wang, 4.2.1. Raises GraphError for a participant with no or several edges, or another weight.
    """
    reports = []
    for participant in graph.participants:
        edges = graph.edges_of(participant)
        if len(edges) != 1:
            raise GraphError(f"{participant!r} has {len(edges)} edges; here each participant has exactly one")
        ((item, weight),) = edges.items()
        if weight not in OPINIONS:
            raise GraphError(f"the weight {weight} is no opinion; it must be 0, 1/2 or 1")
        (answer,) = protocol.sample([OPINIONS.index(weight)], rng, **parameters)
        assert isinstance(answer, int)
        reports.append((item, answer))
    return reports


def tally(reports: Sequence[Report], item: Hashable) -> Tally:
    """The counts of the reports about an item."""
    about = [r.answer for r in reports if r.item == item]
    return Tally(len(about), sum(a for a, _ in about), sum(s for _, s in about))


def _report(
    graph: BipartiteGraph,
    participant: Hashable,
    item: Hashable,
    protocol: Protocol,
    rng: np.random.Generator,
    parameters: dict[str, Any],
) -> Report:
    weight = graph.weights.get((participant, item))
    truth = NO_EDGE if weight is None else EDGE
    (answer,) = protocol.sample([truth], rng, w=Fraction(0) if weight is None else weight, **parameters)
    return Report(item, _as_tuple(answer))


def _rounded(weight: Fraction | None, rng: np.random.Generator) -> tuple[int, int]:
    """The tuple of a missing edge, or of an edge whose weight is rounded up to 1 with probability (1 + w)/2."""
    if weight is None:
        return NO_EDGE
    up = (1 + weight) / 2
    if not 0 <= up <= 1:
        raise GraphError(f"a weight must lie between -1 and 1 to be rounded, not {weight}")
    return (1, 1) if int(rng.integers(up.denominator)) < up.numerator else (1, -1)


def _as_tuple(answer: Hashable) -> tuple[int, int]:
    if answer not in ((0, 0), (1, 1), (1, -1)):
        raise GraphError(f"the protocol answered {answer!r}, which is none of (0, 0), (1, 1), (1, -1)")
    assert isinstance(answer, tuple)
    return answer
