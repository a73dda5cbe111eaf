"""Surveys of weighted bipartite graphs: every item through a unary encoding, opinions with their item."""

from fractions import Fraction

import numpy as np
import pytest

from mechanisms import catalogue
from mechanisms.protocols.bipartite import BipartiteGraph, GraphError
from mechanisms.protocols.graph_survey import report_on_every_item, report_on_one_item, report_opinions, tally
from mechanisms.protocols.protocol import Protocol, ProtocolError


def test_every_item_is_reported_through_a_unary_encoding() -> None:
    rng = np.random.default_rng(5)
    graph = BipartiteGraph.from_edges([("ann", "tea", Fraction(1, 2))], ["ann", "bob"], ["tea", "milk"])
    protocol = catalogue.get("pckv-ue").protocol
    reports = report_on_every_item(graph, protocol, rng, a=Fraction(3, 4), b=Fraction(2, 3), p=Fraction(4, 5))
    assert [r.item for r in reports] == ["tea", "milk"] * 2
    assert tally(reports, "tea").reports == 2
    heavy = BipartiteGraph.from_edges([("ann", "tea", 2)])
    with pytest.raises(GraphError, match="between -1 and 1"):
        report_on_every_item(heavy, protocol, rng, a=Fraction(3, 4), b=Fraction(2, 3), p=Fraction(4, 5))
    with pytest.raises(ProtocolError):
        report_on_one_item(graph, Protocol("no edges", lambda truth, w: truth, (5,), None), rng)


def test_opinions_are_reported_with_their_item() -> None:
    rng = np.random.default_rng(7)
    edges = [(f"p{i}", "tea" if i % 2 else "milk", Fraction(i % 3, 2)) for i in range(300)]
    graph = BipartiteGraph.from_edges(edges)
    protocol = catalogue.get("ewrr3").protocol
    truthful = report_opinions(graph, protocol, rng, p=Fraction(1))
    assert truthful == [(item, int(2 * weight)) for _, item, weight in edges]
    # Each report is 0, 1 or 2 with probability 1/3: 100 expected, Hoeffding at 65 has probability below 1e-12.
    noise = [answer for _, answer in report_opinions(graph, protocol, rng, p=Fraction(1, 3))]
    assert all(abs(noise.count(k) - 100) < 65 for k in (0, 1, 2))
    for bad in ([("a", "x", Fraction(1, 3))], [("a", "x", 1), ("a", "y", 1)]):
        with pytest.raises(GraphError):
            report_opinions(BipartiteGraph.from_edges(bad), protocol, rng, p=Fraction(1))
