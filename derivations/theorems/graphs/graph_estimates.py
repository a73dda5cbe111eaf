"""What a collector learns of a weighted bipartite graph from key-value reports: all degrees, weights and averages.

The estimates of k_j and w_j are unbiased (`derivations.theorems.graphs.key_value_estimators`); so are the sums over the
items and all that is linear in them. The average weight of an edge is a ratio of two sums and is not unbiased. The
numbers of participants and items are public. Source: Ma, Wang, section 4.2 and (4) to (6).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from derivations.theorems.graphs.key_value_estimators import KeyValueError, KeyValueEstimators
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational
from mechanisms.protocols.graph_survey import Report, tally

ZERO = Fraction(0)


@dataclass(frozen=True)
class GraphEstimates(Shown):
    """Estimates of the degrees k_j and the weights w_j of the items, for a known number of participants."""

    participants: int
    degrees: Mapping[Hashable, Fraction]
    weights: Mapping[Hashable, Fraction]

    @property
    def edges(self) -> Fraction:
        """The number of edges, sum_j k_j; unbiased."""
        return sum(self.degrees.values(), ZERO)

    @property
    def average_degree(self) -> Fraction:
        """The mean degree of all vertices, 2 edges/(n + m); unbiased."""
        return 2 * self.edges / (self.participants + len(self.degrees))

    @property
    def edge_density(self) -> Fraction:
        """Edges a pair of vertices, which Ma, Wang, (6), call the average degree; unbiased."""
        return self.edges / self._pairs

    @property
    def weight_density(self) -> Fraction:
        """Weight a pair of vertices, which Ma, Wang, (6), call the average weight; unbiased."""
        return sum(self.weights.values(), ZERO) / self._pairs

    @property
    def average_weight(self) -> Fraction:
        """The mean weight of an edge, as a ratio; KeyValueError where no edges are estimated."""
        if not self.edges:
            raise KeyValueError("the estimated number of edges is zero, so the ratio has no value")
        return sum(self.weights.values(), ZERO) / self.edges

    @property
    def _pairs(self) -> Fraction:
        size = self.participants + len(self.degrees)
        return Fraction(size * (size - 1), 2)


def estimated_graph(
    reports: Sequence[Report],
    participants: int,
    items: Sequence[Hashable],
    estimators: KeyValueEstimators,
    **parameters: Rational,
) -> GraphEstimates:
    """The estimates from reports about these items, at numbers for the parameters of the mechanism."""
    degrees, weights = {}, {}
    for item in items:
        counts = tally(reports, item)
        degrees[item] = estimators.degree(participants, counts.present).evaluate(parameters)
        weights[item] = estimators.weight(participants, counts.present, counts.signed).evaluate(parameters)
    return GraphEstimates(participants, degrees, weights)
