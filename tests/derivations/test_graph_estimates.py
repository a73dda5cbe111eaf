"""Degrees, weights and averages of a graph from reports."""

from fractions import Fraction

import numpy as np
import pytest

from derivations.theorems.graphs.graph_estimates import GraphEstimates, estimated_graph
from derivations.theorems.graphs.key_value_estimators import KeyValueError, key_value_estimators
from mechanisms import catalogue
from mechanisms.protocols.bipartite import BipartiteGraph
from mechanisms.protocols.graph_survey import Report, report_on_one_item


def test_estimates_that_are_right_give_the_averages_of_the_graph() -> None:
    edges = [("ann", "tea", Fraction(1, 2)), ("ann", "milk", -1), ("bob", "tea", Fraction(-1, 4))]
    graph = BipartiteGraph.from_edges(edges, participants=["cy"])
    found = GraphEstimates(
        3, {j: Fraction(graph.degree(j)) for j in graph.items}, {j: graph.weight(j) for j in graph.items}
    )
    assert found.edges == 3
    assert found.average_degree == graph.average_degree() == Fraction(6, 5)
    assert found.average_weight == graph.average_weight() == Fraction(-1, 4)
    assert (found.edge_density, found.weight_density) == (graph.edge_density(), graph.weight_density())


def test_reports_by_hand() -> None:
    """LPP with weight 0 for a missing edge at x1 = x2 = 3, one item of two: presence 3/4 or 1/4, value 3/4 * w/2."""
    estimators = key_value_estimators(catalogue.get("lpp-ddagger").protocol.design(), Fraction(1, 2))
    reports = [Report("tea", (1, 1)), Report("milk", (0, 0)), Report("tea", (1, -1)), Report("tea", (1, 1))]
    found = estimated_graph(reports, 4, ["tea", "milk"], estimators, x1=Fraction(3), x2=Fraction(3))
    assert found.degrees == {"tea": (3 * 2 - 4 * Fraction(1, 4)) * 2, "milk": -2}
    assert found.weights == {"tea": 2 / (Fraction(3, 4) * Fraction(1, 2)), "milk": 0}
    assert found.average_weight == Fraction(16, 3) / 8
    nothing = estimated_graph(reports[:0], 0, ["tea"], estimators, x1=Fraction(3), x2=Fraction(3))
    with pytest.raises(KeyValueError, match="no value"):
        _ = nothing.average_weight


def test_a_surveyed_graph_is_estimated() -> None:
    rng = np.random.default_rng(19)
    graph = BipartiteGraph.random(500, 2, Fraction(2, 3), rng).rounded([Fraction(-1), Fraction(0), Fraction(1)], rng)
    mechanism, at = catalogue.get("lpp-ddagger"), {"x1": Fraction(9), "x2": Fraction(9)}
    estimators = key_value_estimators(mechanism.protocol.design(), Fraction(1, 2))
    found = estimated_graph(
        report_on_one_item(graph, mechanism.protocol, rng, **at), 500, graph.items, estimators, **at
    )
    # Each report moves the sum of the degrees by 1/(share (9/10 - 1/10)) = 5/2 at most; Hoeffding at 5 sqrt(500) 5/2
    # has probability 2 exp(-50).
    assert abs(found.edges - len(graph.weights)) < 5 * 500**0.5 * 2.5
