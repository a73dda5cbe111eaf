"""Unbiased estimates of degrees and weights from key-value reports."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from derivations.theorems.graphs.key_value_estimators import KeyValueError, key_value_estimators, report_means
from mechanisms import catalogue
from mechanisms.catalogue.key_value import EDGE, NO_EDGE
from mechanisms.design import Design
from mechanisms.protocols.bipartite import BipartiteGraph, GraphError
from mechanisms.protocols.graph_survey import report_on_every_item, report_on_one_item, report_opinions, tally
from mechanisms.protocols.protocol import Protocol, ProtocolError

AT = {"x1": Fraction(3), "x2": Fraction(5)}


@pytest.mark.parametrize("key", ["lpp", "lpp-ddagger", "lpp-given"])
def test_exactly_unbiased_by_listing_all_reports(key: str) -> None:
    """Two participants, two items: every choice of items and every report, with its probability."""
    weights = [Fraction(1, 3), None]  # of item 1, for each participant
    at = {**AT, **({"w_sub": Fraction(1, 4)} if key == "lpp-given" else {})}
    design = catalogue.get(key).protocol.design()
    rows = [design.entries[design.row_of(NO_EDGE if w is None else EDGE)] for w in weights]
    numbers = [[e.evaluate({**at, "w": w or 0}) for e in row] for row, w in zip(rows, weights, strict=True)]
    answers = [*zip(design.responses, range(3), strict=True), (None, None)]  # None: a report about the other item
    found = key_value_estimators(design, Fraction(1, 2))
    mean_degree = mean_weight = Fraction(0)
    for pair in product(answers, repeat=2):
        chance = Fraction(1)
        for row, (answer, place) in zip(numbers, pair, strict=True):
            chance *= Fraction(1, 2) * (row[place] if answer is not None else 1)
        present = sum(answer[0] for answer, _ in pair if answer is not None)
        signed = sum(answer[1] for answer, _ in pair if answer is not None)
        mean_degree += chance * found.degree(2, present).evaluate(at)
        mean_weight += chance * found.weight(2, present, signed).evaluate(at)
    assert (mean_degree, mean_weight) == (1, Fraction(1, 3))


def test_the_derivation_carries_theorems() -> None:
    steps = key_value_estimators(catalogue.get("lpp-ddagger").protocol.design(), Fraction(1, 4)).derivation().steps
    assert sum(step.theorem is not None for step in steps) == 2
    assert "E[w_hat] = w_j" in str(steps[-1])


def test_variance_bounds() -> None:
    found = key_value_estimators(catalogue.get("lpp-ddagger").protocol.design(), Fraction(1, 2))
    a, b = (bound.evaluate(AT) for bound in found.variance_bounds())
    assert (a, b) == (4, Fraction(64, 9) * Fraction(9, 4))
    with pytest.raises(KeyValueError):
        key_value_estimators(catalogue.get("lpp-given").protocol.design()).variance_bounds()


def test_designs_that_tell_nothing_are_refused() -> None:
    flat = Design(
        [[Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]] * 2, None, [NO_EDGE, EDGE], [(0, 0), (1, 1), (1, -1)]
    )
    with pytest.raises(KeyValueError, match="do not depend"):
        key_value_estimators(flat)
    other = Design([[Fraction(1, 2), Fraction(1, 2)]] * 2, None, [NO_EDGE, EDGE], [0, 1])
    with pytest.raises(KeyValueError, match="none of"):
        report_means(other)


def test_a_graph_is_surveyed_and_estimated() -> None:
    rng = np.random.default_rng(11)
    graph = BipartiteGraph.random(600, 3, Fraction(1, 2), rng, weights=[Fraction(1, 2), Fraction(1)])
    mechanism = catalogue.get("lpp-ddagger")
    found = key_value_estimators(mechanism.protocol.design(), Fraction(1, 3))
    reports = report_on_one_item(graph, mechanism.protocol, rng, x1=Fraction(9), x2=Fraction(9))
    assert len(reports) == 600
    bounds = [b.evaluate({"x1": 9, "x2": 9}) for b in found.variance_bounds()]
    for item in graph.items:
        counts = tally(reports, item)
        degree = found.degree(600, counts.present).evaluate({"x1": 9, "x2": 9})
        weight = found.weight(600, counts.present, counts.signed).evaluate({"x1": 9, "x2": 9})
        # Hoeffding: |deviation| > 5 * sqrt(n) * range of a summand has probability 2 exp(-50) at most.
        assert (degree - graph.degree(item)) ** 2 < 25 * 600 * 4 * bounds[0]
        assert (weight - graph.weight(item)) ** 2 < 25 * 600 * 4 * bounds[1]
        ratio = found.mean_value(600, counts.present, counts.signed).evaluate({"x1": 9, "x2": 9})
        assert ratio == weight / degree


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
