"""HLM-01 to HLM-54: what becomes of each claim, counterexamples recomputed in plain fractions, nothing vacuous."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from derivations.estimation.finite_sample import estimates
from derivations.estimation.margins import binomial_coverage
from derivations.estimation.sampling_model import count_law
from derivations.prover.points import Sampler, exact
from derivations.theorems.binary.binary_optimum import minimisers
from mechanisms import catalogue
from mechanisms.exact.domain import above, within
from mechanisms.exact.formula import AllOf, AnyOf, NamedConstant, variables
from tests.papers.records import point, record

F = Fraction
RANGES = above("x", 1, closed=True), within("delta", 0, 1), within("pi", 0, 1)
DESIGN = catalogue.get("binary").protocol.design()


def ones(p00, p11, pi):
    return pi * p11 + (1 - pi) * (1 - p00)


def private(p00, p11, x, delta):
    rows = ((p00, 1 - p00), (1 - p11, p11))
    singles = [(a[y], b[y]) for a in rows for b in rows for y in (0, 1)]
    return all(0 <= p <= 1 for row in rows for p in row) and all(p <= x * q + delta for p, q in singles)


def in_region(p00, p11, x, delta):
    return private(p00, p11, x, delta) and p00 + p11 > 1


def error(p00, p11, pi, n=1):
    likely = ones(p00, p11, pi)
    return likely * (1 - likely) / ((p00 + p11 - 1) ** 2 * n)


# -- counterexamples, in plain fractions -------------------------------------------------------------------------------


@pytest.mark.parametrize("claim_id", ["HLM-08", "HLM-09"])
def test_log_likelihood_has_no_value_where_a_response_is_impossible(claim_id):
    at = point(claim_id, 1)
    likely = ones(at["p00"], at["p11"], at["pi"])
    assert likely in (0, 1)
    assert at["p00"] + at["p11"] != 1


def test_the_formula_of_theorem_1_may_leave_the_unit_interval():
    values = record("HLM-11").readings[1].counterexample
    p00, p11, n = F(values["p00"]), F(values["p11"]), int(values["n"])
    ones = values["w"].strip("()").split(", ")[:n].count("2")  # the response 1 of the paper
    d = p00 + p11 - 1
    assert not 0 <= (p00 - 1) / d + F(ones) / (d * n) <= 1


def test_the_clipped_estimator_is_biased():
    at = point("HLM-15", 1)
    d, n = at["p00"] + at["p11"] - 1, int(at["n"])
    likely = ones(at["p00"], at["p11"], at["pi"])
    mean = sum(
        comb(n, k) * likely**k * (1 - likely) ** (n - k) * min(F(1), max(F(0), (at["p00"] - 1 + F(k, n)) / d))
        for k in range(n + 1)
    )
    assert mean != at["pi"]


def test_equal_marginals_do_not_give_privacy():
    at = point("HLM-27", 1)
    assert not private(at["p00"], at["p11"], at["x"], at["delta"])


@pytest.mark.parametrize("claim_id", ["HLM-26", "HLM-34", "HLM-35"])
def test_a_set_named_wrongly_is_a_note(claim_id):
    """D^n for D^m, R for R^2: what the formulas say holds."""
    found = record(claim_id)
    assert found.verdict == "proved"
    assert "printed" in found.note


def test_a_segment_may_lack_an_end():
    at = point("HLM-36", 1)
    assert not in_region(F(1), at["delta"], at["x"], at["delta"])


def test_the_boundary_has_points_without_an_error():
    """The step of HLM-52 is claimed for p00 + p11 > 1, where Lemma 2 begins."""
    assert record("HLM-52").verdict == "proved"
    p00, p11, x, delta = F(1, 4), F(3, 4), F(2), F(1, 3)
    assert private(p00, p11, x, delta)
    assert p11 < x * (1 - p00) + delta
    assert p00 < x * (1 - p11) + delta
    # It is a limit of points of the region, so it lies on its boundary.
    towards = F(1), F(1, 2)
    assert in_region(p00 + (towards[0] - p00) / 9, p11 + (towards[1] - p11) / 9, x, delta)


# -- nothing is proved from contradictory hypotheses -------------------------------------------------------------------


def alternatives(formulas):
    """Conjunctions of atoms that cover the formulas."""
    found = [[]]
    for formula in formulas:
        if isinstance(formula, AllOf):
            choices = alternatives(formula.parts)
        elif isinstance(formula, AnyOf):
            choices = [choice for part in formula.parts for choice in alternatives([part])]
        elif isinstance(formula, NamedConstant):
            choices = [[]]
        else:
            choices = [[formula]]
        found = [one + more for one in found for more in choices]
    return found


def is_satisfiable(hypotheses):
    """Whether an exact at with all hypotheses is found."""
    names = frozenset().union(*(variables(h) for h in hypotheses))
    checked = [h for h in hypotheses if not isinstance(h, NamedConstant)]
    for atoms in alternatives(checked):
        for at in Sampler(atoms, names, seed=1).points(1, 200):
            assert all(h.holds_at(exact(at)) for h in checked)
            return True
    return False


@pytest.mark.parametrize("case", minimisers(), ids=lambda case: case.name)
def test_each_case_of_the_minimisers_occurs(case):
    inside = [h for symbol in RANGES for h in symbol.hypotheses()]
    triple_tie = {"x": F(7, 5), "delta": F(2, 5), "pi": F(1, 2)}
    if case.condition.holds_at(triple_tie):
        assert len({error(*(c.evaluate(triple_tie) for c in at), F(1, 2)) for at in case.points}) == 1
        assert len(case.points) == 3
    else:
        assert is_satisfiable([*inside, case.condition])


# -- definitions that the claims name ----------------------------------------------------------------------------------


def test_the_count_is_the_sum_of_independent_responses():
    """HLM-01: the law of N among three respondents, by enumerating all truths and all responses."""
    p00, p11, pi, n = F(2, 3), F(4, 5), F(2, 7), 3
    rows = ((p00, 1 - p00), (1 - p11, p11))
    masses = dict.fromkeys(range(n + 1), F(0))
    for truths in product((0, 1), repeat=n):
        for responses in product((0, 1), repeat=n):
            mass = F(1)
            for x, y in zip(truths, responses, strict=True):
                mass *= (pi if x else 1 - pi) * rows[x][y]
            masses[sum(responses)] += mass
    law = count_law(DESIGN.at(p00=p00, p11=p11), pi, n).law
    assert {counts[1]: value.evaluate({}) for counts, value in law.items()} == masses


def test_the_coverage_of_a_margin_is_its_probability():
    """HLM-18: P(|estimate - pi| <= k sigma), summed by hand."""
    p00, p11, pi, n, k = F(2, 3), F(4, 5), F(2, 7), 7, F(3, 2)
    likely, d = ones(p00, p11, pi), p00 + p11 - 1
    inside = sum(
        comb(n, count) * likely**count * (1 - likely) ** (n - count)
        for count in range(n + 1)
        if ((p00 - 1 + F(count, n)) / d - pi) ** 2 <= k**2 * error(p00, p11, pi, n)
    )
    assert 0 < inside < 1
    assert binomial_coverage(DESIGN.at(p00=p00, p11=p11), pi, n, k) == inside


def test_the_minimisers_beat_every_design_of_a_grid():
    """HLM-37: no private design of a grid does better than the derived minimisers, and those do equally well."""
    grid = [F(k, 30) for k in range(31)]
    for x, delta, pi in product((F(1), F(3, 2), F(4)), (F(0), F(1, 10), F(2, 5), F(1)), (F(1, 10), F(1, 2), F(5, 6))):
        values = {"x": x, "delta": delta, "pi": pi}
        (case,) = [m for m in minimisers() if m.condition.holds_at(values)][:1]
        best = {error(*(c.evaluate(values) for c in at), pi) for at in case.points}
        others = [error(p, q, pi) for p in grid for q in grid if in_region(p, q, x, delta)]
        assert len(best) == (1 if case.points else 0)
        assert all(value >= min(best) for value in others) if best else not others


def test_the_estimates_are_those_of_theorem_1():
    """The zero of the score that HLM-11 speaks of, against the linear estimator at every count."""
    design = DESIGN.at(p00=F(2, 3), p11=F(4, 5))
    d = F(2, 3) + F(4, 5) - 1
    assert [e.evaluate({}) for e in estimates(design, 4)] == [(F(2, 3) - 1 + F(k, 4)) / d for k in range(5)]
