"""Weighted bipartite graphs: participants on one side, items on the other, an exact weight on each edge.

They are the data of key-value surveys: an edge says that a participant has an item, its weight what value the
participant gives it. Source: Ma, Wang, Definitions 4 and 5, (4) to (6), Remark 8.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from mechanisms.exact.entries import EntryError, exact_number

if TYPE_CHECKING:
    import numpy as np

Edge = tuple[Hashable, Hashable]


class GraphError(ValueError):
    """The edges make no weighted bipartite graph, or a quantity of it is not defined."""


@dataclass(frozen=True)
class BipartiteGraph:
    """A simple bipartite graph with exact edge weights.

    Args:
        participants: the vertices on one side, one for each respondent.
        items: the vertices on the other side, those that are asked about.
        weights: (participant, item) -> weight; pairs that are left out are no edges.

    Raises:
        GraphError: a vertex is listed twice or on both sides, an edge has an end that is not listed, or a weight is
            inexact.

    """

    participants: tuple[Hashable, ...]
    items: tuple[Hashable, ...]
    weights: Mapping[Edge, Fraction]

    def __post_init__(self) -> None:
        for side, vertices in (("participants", self.participants), ("items", self.items)):
            if len(set(vertices)) < len(vertices):
                raise GraphError(f"the {side} are not all different")
        both = set(self.participants) & set(self.items)
        if both:
            raise GraphError(f"the vertex {next(iter(both))!r} is on both sides")
        known_participants, known_items = set(self.participants), set(self.items)
        exact: dict[Edge, Fraction] = {}
        for (participant, item), weight in self.weights.items():
            if participant not in known_participants or item not in known_items:
                raise GraphError(f"the edge ({participant!r}, {item!r}) does not join a participant to an item")
            try:
                exact[participant, item] = exact_number(weight, f"the weight of ({participant!r}, {item!r})")
            except EntryError as error:
                raise GraphError(str(error)) from error
        object.__setattr__(self, "weights", MappingProxyType(exact))

    # -- making ----------------------------------------------------------------------------------------------------

    @classmethod
    def from_edges(
        cls,
        edges: Iterable[tuple[Hashable, Hashable, Any]],
        participants: Sequence[Hashable] = (),
        items: Sequence[Hashable] = (),
    ) -> BipartiteGraph:
        """The graph of (participant, item, weight) triples; vertices without edges are listed besides.

        Raises GraphError for an edge that is listed twice.
        """
        listed = list(edges)
        weights: dict[Edge, Fraction] = {}
        for participant, item, weight in listed:
            if (participant, item) in weights:
                raise GraphError(f"the edge ({participant!r}, {item!r}) is listed twice")
            weights[participant, item] = weight
        return cls(
            tuple(dict.fromkeys([*participants, *(p for p, _, _ in listed)])),
            tuple(dict.fromkeys([*items, *(i for _, i, _ in listed)])),
            weights,
        )

    @classmethod
    def from_networkx(cls, graph: Any, participants: Iterable[Hashable], weight: str = "weight") -> BipartiteGraph:
        """The graph of an object with `.nodes` and `.edges(data=True)`, as networkx has them.

        `participants` names the vertices of one side; all others are items. An edge without the attribute `weight`
        is refused: a weight is data. Raises GraphError for it, for an edge within one side, and for an edge listed
        twice.
        """
        left = tuple(dict.fromkeys(participants))
        one_side = set(left)
        right = tuple(v for v in graph.nodes if v not in one_side)
        weights: dict[Edge, Fraction] = {}
        for u, v, data in graph.edges(data=True):
            if (u in one_side) == (v in one_side):
                raise GraphError(f"the edge ({u!r}, {v!r}) joins two vertices of one side")
            if weight not in data:
                raise GraphError(f"the edge ({u!r}, {v!r}) has no attribute {weight!r}")
            edge = (u, v) if u in one_side else (v, u)
            if edge in weights:
                raise GraphError(f"the edge {edge} is listed twice")
            weights[edge] = data[weight]
        return cls(left, right, weights)

    @classmethod
    def random(
        cls,
        participants: int,
        items: int,
        edge_probability: Fraction,
        rng: np.random.Generator,
        *,
        weights: Sequence[Fraction] | None = None,
        grid: int = 100,
    ) -> BipartiteGraph:
        """A synthetic graph: each pair is an edge with the given probability, independently of the others.

        A weight is drawn uniformly from `weights`, or from the multiples of 1/grid in [-1, 1] if none are given. Raises
        GraphError for sizes or a grid below 1, and for a probability outside [0, 1].
        """
        if participants < 1 or items < 1 or grid < 1 or not 0 <= edge_probability <= 1:
            raise GraphError("a random graph needs a participant, an item, a grid and a probability in [0, 1]")
        values = list(weights) if weights is not None else [Fraction(k, grid) for k in range(-grid, grid + 1)]
        left, right = [f"participant {i}" for i in range(participants)], [f"item {j}" for j in range(items)]
        share = Fraction(edge_probability)
        chosen = rng.integers(share.denominator, size=(participants, items)) < share.numerator
        drawn = rng.integers(len(values), size=(participants, items))
        return cls(
            tuple(left),
            tuple(right),
            {
                (left[i], right[j]): values[drawn[i, j]]
                for i in range(participants)
                for j in range(items)
                if chosen[i, j]
            },
        )

    def rounded(self, levels: Iterable[Fraction], rng: np.random.Generator) -> BipartiteGraph:
        """The graph with each weight rounded at random to one of the two levels around it, so that its mean is kept.

        A weight w between the levels a < b becomes b with probability (w - a)/(b - a). GraphError for a weight below
        the least level or above the largest.
        """
        grid = sorted(set(levels))
        return BipartiteGraph(
            self.participants, self.items, {edge: _one_of(w, grid, rng) for edge, w in self.weights.items()}
        )

    # -- looking ---------------------------------------------------------------------------------------------------

    def edges_of(self, participant: Hashable) -> dict[Hashable, Fraction]:
        """The items of a participant with their weights, in the order of `items`."""
        return {item: self.weights[participant, item] for item in self.items if (participant, item) in self.weights}

    def degree(self, item: Hashable) -> int:
        """k_j, the number of participants that have the item (4)."""
        return sum((participant, item) in self.weights for participant in self.participants)

    def weight(self, item: Hashable) -> Fraction:
        """w_j, the sum of the weights of the item's edges (5)."""
        return sum((w for (_, other), w in self.weights.items() if other == item), Fraction(0))

    def edge_density(self) -> Fraction:
        """sum_j k_j / ((n + m)(n + m - 1)/2), edges a pair of vertices; what (6) calls the average degree <k>."""
        return len(self.weights) / self._pairs()

    def weight_density(self) -> Fraction:
        """sum_j w_j / ((n + m)(n + m - 1)/2), weight a pair of vertices; what (6) calls the average weight <w>."""
        return sum(self.weights.values(), Fraction(0)) / self._pairs()

    def average_degree(self) -> Fraction:
        """The mean degree of all n + m vertices, 2 edges/(n + m): each edge counts at both of its ends.

        Raises GraphError without vertices.
        """
        vertices = len(self.participants) + len(self.items)
        if not vertices:
            raise GraphError("an average degree needs a vertex")
        return Fraction(2 * len(self.weights), vertices)

    def average_weight(self) -> Fraction:
        """The mean weight of an edge; GraphError when there is none."""
        if not self.weights:
            raise GraphError("an average weight needs an edge")
        return sum(self.weights.values(), Fraction(0)) / len(self.weights)

    def frequency(self, item: Hashable) -> Fraction:
        """f_j = k_j / n, the share of participants that have the item (Remark 8).

        Raises GraphError without participants.
        """
        if not self.participants:
            raise GraphError("a frequency needs a participant")
        return Fraction(self.degree(item), len(self.participants))

    def mean_value(self, item: Hashable) -> Fraction:
        """m_j = w_j / k_j, the mean weight of the item's edges; GraphError when it has none (Remark 8)."""
        degree = self.degree(item)
        if not degree:
            raise GraphError(f"the item {item!r} has no edge, so it has no mean value")
        return self.weight(item) / degree

    def _pairs(self) -> Fraction:
        size = len(self.participants) + len(self.items)
        if size < 2:
            raise GraphError("an average over pairs of vertices needs two vertices")
        return Fraction(size * (size - 1), 2)


def _one_of(weight: Fraction, levels: Sequence[Fraction], rng: np.random.Generator) -> Fraction:
    """The level above or below a weight, in increasing levels, by stochastic rounding."""
    above = bisect_left(levels, weight)
    if above < len(levels) and levels[above] == weight:
        return weight
    if above in (0, len(levels)):
        raise GraphError(f"the weight {weight} does not lie between two of the levels {list(map(str, levels))}")
    low, high = levels[above - 1 : above + 1]
    up = (weight - low) / (high - low)
    return high if int(rng.integers(up.denominator)) < up.numerator else low
