"""Weighted bipartite graphs as data of a survey."""

from fractions import Fraction

import numpy as np
import pytest

from mechanisms.protocols.bipartite import BipartiteGraph, GraphError

EDGES = [("ann", "tea", Fraction(1, 2)), ("ann", "milk", -1), ("bob", "tea", Fraction(-1, 4))]


@pytest.fixture
def graph() -> BipartiteGraph:
    return BipartiteGraph.from_edges(EDGES, participants=["ann", "bob", "cy"], items=["tea", "milk", "salt"])


def test_degrees_and_weights(graph: BipartiteGraph) -> None:
    assert [graph.degree(j) for j in graph.items] == [2, 1, 0]
    assert [graph.weight(j) for j in graph.items] == [Fraction(1, 4), -1, 0]
    assert graph.edges_of("ann") == {"tea": Fraction(1, 2), "milk": -1}
    assert graph.edges_of("cy") == {}


def test_densities_divide_by_the_number_of_pairs_of_vertices(graph: BipartiteGraph) -> None:
    assert graph.edge_density() == Fraction(3, 15)
    assert graph.weight_density() == Fraction(-3, 4) / 15


def test_averages_over_vertices_and_over_edges(graph: BipartiteGraph) -> None:
    assert graph.average_degree() == Fraction(2 + 1 + 0 + 2 + 1 + 0, 6)
    assert graph.average_weight() == Fraction(-1, 4)
    with pytest.raises(GraphError, match="needs an edge"):
        BipartiteGraph(("ann",), ("tea",), {}).average_weight()
    with pytest.raises(GraphError, match="needs a vertex"):
        BipartiteGraph((), (), {}).average_degree()


def test_weights_are_rounded_to_neighbouring_levels_without_bias() -> None:
    rng = np.random.default_rng(3)
    levels = [Fraction(1), Fraction(-1), Fraction(0)]
    graph = BipartiteGraph.from_edges([(i, "tea", Fraction(-1, 4)) for i in range(2000)])
    rounded = graph.rounded(levels, rng)
    assert set(rounded.weights.values()) == {-1, 0}
    # Hoeffding: 2000 values in an interval of length 1; a deviation of 150 has probability 2 exp(-22.5) < 1e-9.
    assert abs(rounded.weight("tea") + 500) < 150
    assert rounded.rounded(levels, rng) == rounded
    with pytest.raises(GraphError, match="does not lie between"):
        graph.rounded([Fraction(0), Fraction(1)], rng)
    with pytest.raises(GraphError, match="does not lie between"):
        graph.rounded([], rng)


def test_frequency_and_mean_value(graph: BipartiteGraph) -> None:
    assert graph.frequency("tea") == Fraction(2, 3)
    assert graph.mean_value("tea") == Fraction(1, 8)
    with pytest.raises(GraphError, match="no edge"):
        graph.mean_value("salt")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((1, 1), ("a",), {}), "not all different"),
        (((1,), (1,), {}), "both sides"),
        (((1,), ("a",), {(1, "b"): 1}), "does not join"),
        (((1,), ("a",), {(1, "a"): 0.5}), "exact"),
    ],
)
def test_what_is_no_graph_is_refused(arguments: tuple[tuple[int, ...], tuple[str, ...], dict], message: str) -> None:
    with pytest.raises(GraphError, match=message):
        BipartiteGraph(*arguments)


def test_an_edge_is_listed_once() -> None:
    with pytest.raises(GraphError, match="twice"):
        BipartiteGraph.from_edges([("a", "b", 1), ("a", "b", 1)])


class Lookalike:
    """What networkx offers, as far as it is used."""

    nodes = ("a", "x", "b", "y")

    def __init__(self, edges: list[tuple[str, str, dict[str, Fraction]]]) -> None:
        self._edges = edges

    def edges(self, data: bool) -> list[tuple[str, str, dict[str, Fraction]]]:
        assert data
        return self._edges


def test_from_an_object_like_those_of_networkx() -> None:
    given = Lookalike([("a", "x", {"weight": Fraction(1, 3)}), ("y", "a", {"weight": Fraction(1)})])
    graph = BipartiteGraph.from_networkx(given, ["a", "b"])
    assert graph.items == ("x", "y")
    assert graph.edges_of("a") == {"x": Fraction(1, 3), "y": 1}


@pytest.mark.parametrize("edge", [("a", "b", {"weight": 1}), ("a", "x", {}), ("x", "y", {"weight": 1})])
def test_edges_that_do_not_fit_are_refused(edge: tuple[str, str, dict[str, Fraction]]) -> None:
    with pytest.raises(GraphError):
        BipartiteGraph.from_networkx(Lookalike([edge]), ["a", "b"])


def test_a_synthetic_graph_has_the_asked_shape() -> None:
    graph = BipartiteGraph.random(200, 5, Fraction(1, 4), np.random.default_rng(1))
    assert len(graph.participants) == 200
    assert len(graph.items) == 5
    assert all(-1 <= w <= 1 for w in graph.weights.values())
    # 1000 pairs with probability 1/4: nine standard deviations are 123.
    assert abs(len(graph.weights) - 250) < 123
    full = BipartiteGraph.random(3, 2, Fraction(1), np.random.default_rng(1), weights=[Fraction(1, 2)])
    assert set(full.weights.values()) == {Fraction(1, 2)}
    assert len(full.weights) == 6
    with pytest.raises(GraphError):
        BipartiteGraph.random(0, 1, Fraction(1), np.random.default_rng(1))
