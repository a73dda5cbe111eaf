"""MW-01 to MW-73: what becomes of each claim, counterexamples recomputed in plain fractions, definitions exercised."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from checks.papers.mw.design_graph import arcs
from checks.papers.mw.figure_arcs import figure_1
from checks.show.plots.canvas import save
from derivations.estimation.estimator import linear_estimator
from derivations.estimation.moments import count_moments
from derivations.estimation.sampling_model import design_rows
from mechanisms import catalogue
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.privacy import smallest_epsilon
from mechanisms.protocols.bipartite import BipartiteGraph
from tests.papers.records import point, record

F = Fraction


def mixed(rows, shares):
    return [sum(s * row[y] for s, row in zip(shares, rows, strict=True)) for y in range(len(rows[0]))]


# -- counterexamples, in plain fractions -------------------------------------------------------------------------------


def largest_ratio(rows):
    return max(F(a[y]) / b[y] for a in rows for b in rows for y in range(len(rows[0])))


def test_two_mechanisms_that_are_worst_for_different_inputs_stay_below_the_sum():
    first, second = (
        [[F(entry) for entry in row.split(", ")] for row in rows.strip("()").split("), (")]
        for rows in record("MW-05").readings[0].counterexample["M"].split(")), ((")
    )
    joint = [[p * q for p in a for q in b] for a, b in zip(first, second, strict=True)]
    assert (largest_ratio(first), largest_ratio(second), largest_ratio(joint)) == (2, 2, 3)


def test_a_private_coin_other_than_the_printed_one():
    at = point("MW-09")
    p, x = at["p"], at["x"]
    assert p != x / (x + 1)
    assert p <= x * (1 - p)
    assert 1 - p <= x * p


def test_the_printed_average_degree_is_the_edge_density():
    """Two participants, one item that both have: degrees 1, 1, 2 with the mean 4/3, density 2/3."""
    at = {"n": 2, "m": 1, "edges": 2}
    printed = F(at["edges"]) / F((at["n"] + at["m"]) * (at["n"] + at["m"] - 1), 2)
    assert printed == F(2, 3)
    assert F(1 + 1 + 2, 3) == F(4, 3) == F(2 * at["edges"], at["n"] + at["m"])


@pytest.mark.parametrize("claim_id", ["MW-39", "MW-40"])
def test_second_derivatives_are_negative_where_every_answer_was_reported(claim_id):
    found = record(claim_id)
    assert found.verdict == "proved"
    assert found.boundary == (
        "0 < frequency(N, 1, w)",
        "0 < frequency(N, 2, w)",
        "frequency(N, 1, w) + frequency(N, 2, w) < N",
    )


def test_the_printed_score_equations_do_not_vanish():
    """(14) as printed is 2N(p22 - p02) in its first line, at a generic design."""
    rows = [[F(1, 2), F(1, 3), F(1, 6)], [F(1, 5), F(3, 5), F(1, 5)], [F(1, 7), F(2, 7), F(4, 7)]]
    cells = mixed(rows, [F(1, 4), F(1, 3), F(5, 12)])
    means = [10 * cell for cell in cells]
    terms = [means[y] * (rows[0][y] - rows[2][y]) / cells[y] for y in range(3)]
    assert sum(terms) == 0
    assert terms[0] - terms[2] + terms[1] == 2 * 10 * (rows[2][2] - rows[0][2]) != 0


@pytest.mark.parametrize("n", [2, 3, 5])
def test_the_variance_with_many_answers_by_enumeration(n):
    """One report 0 or not among N = 3, all counts listed: the corrected (27) at n = 2, 3, 5, the printed at 2 only."""
    p, share, size = F(2, 3), F(1, 4), 3
    cell = share * p + (1 - share) * (1 - p) / (n - 1)
    slope = F(n - 1) / (n * p - 1)
    law = {k: comb(size, k) * cell**k * (1 - cell) ** (size - k) for k in range(size + 1)}
    mean = sum(q * k for k, q in law.items())
    exact = slope**2 * sum(q * (k - mean) ** 2 for k, q in law.items()) / size**2
    first, c = 1 - p + (n * p - 1) * share, (n * p - 1) ** 2 * size
    assert exact == first * (n - 2 + p - (n * p - 1) * share) / c
    assert (exact == first * (p - (n * p - 1) * share) / c) == (n == 2)


def test_the_estimators_of_the_other_designs_need_the_covariance():
    """Var of an estimate of pi_1 through RR3-dagger, with and without the covariance of the counts."""
    design = catalogue.get("rr3-dagger").protocol.design()
    first, second = (RationalFunction(Polynomial.variable(name)) for name in ("pi0", "pi1"))
    shares = first, second, RationalFunction.of(1) - first - second
    at = {"p1": F(2, 3), "p2": F(3, 5), "pi0": F(1, 4), "pi1": F(1, 3), "N": 5}
    covariance = count_moments(design, shares, "N").covariance
    counts = [RationalFunction(Polynomial.variable(name)) for name in ("N0", "N1")]
    size = RationalFunction(Polynomial.variable("N"))
    estimate = linear_estimator(design).estimate((*counts, size - counts[0] - counts[1]))[1]
    slopes = [estimate.derivative(name).evaluate(at) for name in ("N0", "N1")]
    term_by_term = sum(slopes[y] ** 2 * covariance[y][y].evaluate(at) for y in (0, 1))
    exact = term_by_term + 2 * slopes[0] * slopes[1] * covariance[0][1].evaluate(at)
    enumerated = enumerated_variance(design, at, slopes)
    assert exact == enumerated
    assert exact != term_by_term


def enumerated_variance(design, at, slopes):
    """The variance of a sum of slopes of the counts, by the law of one report: reports are independent."""
    rows = [[entry.evaluate(at) for entry in row] for row in design_rows(design)]
    shares = (at["pi0"], at["pi1"], 1 - at["pi0"] - at["pi1"])
    cells = [sum(s * row[y] for s, row in zip(shares, rows, strict=True)) for y in (0, 1)]
    mean = sum(q * s for q, s in zip(cells, slopes, strict=True))
    return at["N"] * (sum(q * s**2 for q, s in zip(cells, slopes, strict=True)) - mean**2)


def test_fixed_truths_have_a_smaller_variance_by_enumeration():
    """EWRR3, p = 1/2, one participant with each answer: Var of N_0 is the sum of three Bernoulli variances."""
    rows = [[F(1, 2) if i == j else F(1, 4) for j in range(3)] for i in range(3)]
    law = {}
    for reports in product(range(3), repeat=3):
        mass = rows[0][reports[0]] * rows[1][reports[1]] * rows[2][reports[2]]
        law[reports.count(0)] = law.get(reports.count(0), F(0)) + mass
    mean = sum(k * q for k, q in law.items())
    fixed = sum((k - mean) ** 2 * q for k, q in law.items()) * (F(2) / ((1 - 3 * F(1, 2)) * 3)) ** 2
    third = F(1, 3)
    printed = (1 - F(1, 4) + 2 * F(1, 2) * F(1, 2) * third - F(1, 4) * third**2) / (F(1, 4) * 3)
    assert printed - fixed == third * (1 - third) / 3


# -- definitions -------------------------------------------------------------------------------------------------------


def test_the_level_of_a_design_is_its_largest_ratio_in_a_column():
    design = catalogue.get("rr3-dagger").printed_matrix.at(p1=F(1, 2), p2=F(3, 5))
    rows = [[e.evaluate({}) for e in row] for row in design.entries]
    assert smallest_epsilon(design).ratio.evaluate({}) == largest_ratio(rows) == 3


def test_degrees_weights_and_averages_of_a_graph_by_hand():
    """Three participants, two items: a has both with weights 1 and -1/2, b has the first with 1/4, c has none."""
    graph = BipartiteGraph.from_edges(
        [("a", "x", F(1)), ("a", "y", F(-1, 2)), ("b", "x", F(1, 4))], participants=["a", "b", "c"]
    )
    assert (graph.degree("x"), graph.degree("y")) == (2, 1)
    assert (graph.weight("x"), graph.weight("y")) == (F(5, 4), F(-1, 2))
    assert (graph.frequency("x"), graph.mean_value("x")) == (F(2, 3), F(5, 8))
    assert graph.weight_density() == F(3, 4) / 10


def test_figure_1_has_an_arc_for_each_entry(tmp_path):
    pytest.importorskip("matplotlib")
    design = catalogue.get("ewrr3").protocol.design()
    assert len(arcs(design)) == 9
    assert len(arcs(catalogue.get("ewrr3").printed_matrix.at(p=1))) == 3
    assert save(figure_1(), tmp_path / "figure.png").stat().st_size > 5000
    labels = [text.get_text() for text in figure_1(design).axes[0].texts]
    assert labels.count("p") == 3
    with pytest.raises(ValueError, match="three answers"):
        figure_1(catalogue.get("warner").protocol.design())
