"""The programs of the suite, each as a model of cvxpy: certified, in floats, and by the fast path, with one answer.

Where sizes are small all vertices, found from the definition by trying every set of tight constraints, agree as well.
"""

from dataclasses import dataclass
from fractions import Fraction as F
from itertools import combinations, pairwise, permutations
from math import exp
from random import Random
from typing import Any

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.algebra.rational_systems import solution
from derivations.theorems.decks.partial_deck import deck_variance
from lp import Optimum, solve
from lp.decks.integer_decks import best_integer_decks
from lp.decks.partial_decks import CardSurvey, best_shared_decks
from lp.losses.column_objectives import (
    chi_square_information,
    mutual_information,
    staircase_column,
)
from lp.losses.linear_loss import optimal_design
from lp.minimax.classes import approximate_kinds, minimax_approximate, staircase_kinds
from lp.minimax.pair import minimax_pair
from lp.models import decks, entries, losses, order, privacy, risks
from lp.models.certificate import Certified, Contradiction, certify
from lp.models.design_variable import DesignVariable, staircase_masses
from lp.models.exact_walk import NotLinearError
from lp.models.information import gain
from lp.models.kinds import KindShares
from lp.relaxations.blackwell import Garbling, channel_between
from lp.staircases.near_ceiling import near_ceiling
from lp.staircases.optimum import staircase_optimum
from mechanisms.design import Design
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.guarantees.deck_privacy import joint_delta, joint_odds
from tests.lp.relaxing_steps import step_program

PRIOR = (F(1, 2), F(1, 3), F(1, 6))
X = F(5, 2)


@dataclass(frozen=True)
class Question:
    """A problem of cvxpy, what the fast path says of it, and the solver of floats."""

    problem: Any
    fast: F
    solver: str = "HIGHS"


def design_problem(loss, prior, demand, fast):
    P = DesignVariable(len(loss), len(loss[0]))
    goal = cp.Minimize(losses.expected_loss(P, loss, prior))
    return Question(cp.Problem(goal, [*P.rows_on_simplex, *demand(P)]), fast)


def local(x):
    return lambda P: privacy.local_privacy(P, x)


def staircases(objective, x, fast):
    theta = staircase_masses(objective.truths, x)
    subsets = [sum(1 << a for a in z) for z in theta.responses]
    values = [objective.of_column(staircase_column(subset, objective.truths, x)) for subset in subsets]
    gains = np.array([rational_part(value) for value in values], dtype=object)
    goal = cp.Maximize(gains @ theta - objective.constant)
    return Question(cp.Problem(goal, theta.rows_on_simplex), fast)


def rational_part(value):
    assert not value.terms
    return value.rational


# -- random instances, and all vertices from the definition ----------------------------------------------------------

weights = st.integers(-9, 9)
levels = st.fractions(min_value=F(8, 7), max_value=6, max_denominator=7)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(weights, min_size=3, max_size=3), min_size=3, max_size=3), levels)
def test_random_losses_have_one_optimum_by_model_and_fast_path(loss, x):
    question = design_problem(loss, PRIOR, local(x), optimal_design(loss, x, PRIOR).value)
    assert certify(question.problem).value == question.fast


def binary_vertices(x, delta):
    """All (P[0, 0], P[1, 0]) at which two of the inequalities of the definition are tight and all hold."""
    lines = [((F(1), F(0)), F(0)), ((F(-1), F(0)), F(-1)), ((F(0), F(1)), F(0)), ((F(0), F(-1)), F(-1))]
    lines += [((-F(1), x), -delta), ((x, -F(1)), -delta), ((F(1), -x), 1 - x - delta), ((-x, F(1)), 1 - x - delta)]
    for (a, s), (b, t) in combinations(lines, 2):
        point = solution([a, b], (s, t)) if a[0] * b[1] != a[1] * b[0] else None
        if point is not None and all(u[0] * point[0] + u[1] * point[1] >= v for u, v in lines):
            yield point


@settings(max_examples=25, deadline=None)
@given(st.tuples(weights, weights), levels, st.fractions(min_value=0, max_value=F(1, 2), max_denominator=6))
def test_random_binary_questions_have_the_best_of_all_vertices(direction, x, delta):
    P = DesignVariable(2)
    goal = cp.Minimize(direction[0] * P[0, 0] + direction[1] * P[1, 0])
    found = certify(cp.Problem(goal, [*P.rows_on_simplex, *privacy.approximate_privacy(P, x, delta)]))
    assert found.value == min(direction[0] * p + direction[1] * q for p, q in binary_vertices(x, delta))


def all_columns(k, x):
    """The staircase columns: the extreme rays of eps-LDP columns, from the definition by trying every set of rows."""
    rows = [
        *([F(int(i == j)) for j in range(k)] for i in range(k)),
        *([x if j == b else F(-1) if j == a else F(0) for j in range(k)] for a, b in permutations(range(k), 2)),
    ]
    found = set()
    for chosen in combinations(rows, k - 1):
        ray = solution([*chosen, [F(1)] * k], (*(F(0),) * (k - 1), F(1)))
        if ray is not None and all(sum(a * b for a, b in zip(row, ray, strict=True)) >= 0 for row in rows):
            found.add(tuple(ray))
    return found


@settings(max_examples=6, deadline=None)
@given(levels)
def test_the_columns_of_the_model_are_all_extreme_columns(x):
    masses = staircase_masses(3, x)
    scaled = {tuple(F(v) / sum(map(F, column)) for v in column) for column in masses.columns.tolist()}
    assert scaled == all_columns(3, x)


@settings(max_examples=10, deadline=None)
@given(st.lists(st.integers(1, 9), min_size=3, max_size=3), levels)
def test_random_priors_have_one_information_by_staircases_and_model(parts, x):
    prior = tuple(F(part, sum(parts)) for part in parts)
    objective = chi_square_information(prior)
    question = staircases(objective, x, rational_part(staircase_optimum(objective, x).value))
    assert certify(question.problem).value == question.fast


def test_mutual_information_is_irrational_and_agrees_in_floats():
    objective = mutual_information(PRIOR)
    theta = staircase_masses(3, X)
    subsets = [sum(1 << a for a in z) for z in theta.responses]
    gains = [float(objective.of_column(staircase_column(subset, 3, X))) for subset in subsets]
    problem = cp.Problem(cp.Maximize(gains @ theta), theta.rows_on_simplex)
    fast = staircase_optimum(objective, X)
    assert problem.solve(solver="HIGHS") == pytest.approx(float(fast.low), abs=1e-9)
    found = certify(problem)  # of the rationals that the floats are
    assert found.notes
    assert float(found.value) == pytest.approx(float(fast.low), abs=1e-12)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6))
def test_random_pairs_of_designs_are_ordered_by_model_and_fast_path_alike(seed):
    random = Random(seed)

    def rows(size):
        made = [[F(random.randint(0, 3)) + F(1, 5) for _ in range(size)] for _ in range(3)]
        return [[v / sum(row) for v in row] for row in made]

    P = rows(3)
    A = rows(2) if seed % 2 else [list(row) for row in (np.array(P, dtype=object) @ np.array(rows(2), dtype=object))]
    C = order.channel_variable(P, A)
    found = certify(cp.Problem(cp.Minimize(0), [*C.rows_on_simplex, *order.garbles(P, C, A)]))
    fast = channel_between(Design(P), Design(A))
    assert isinstance(found, Certified) == isinstance(fast, Garbling)
    assert isinstance(found, (Certified, Contradiction))


@pytest.mark.parametrize(
    ("counts", "respondents", "population", "pi"),
    [((4, 3), 3, 5, F(1, 5)), ((5, 1, 3), 4, 4, F(1, 4)), ((2, 0, 1, 4), 2, 9, F(2, 9))],
)
def test_a_dealt_deck_has_the_variance_and_the_privacy_of_all_reports(counts, respondents, population, pi):
    theta = decks.DealtDecks([counts], respondents)
    spread = certify(cp.Problem(cp.Minimize(theta.spread), theta.on_simplex)).value
    least = certify(cp.Problem(cp.Minimize(theta.variance(spread, population, pi)), theta.on_simplex))
    assert least.value == deck_variance(counts, respondents, population, pi)
    delta, x = cp.Variable(name="delta"), cp.Parameter(nonneg=True, name="x")
    problem = cp.Problem(cp.Minimize(delta), [*theta.on_simplex, *theta.all_reports_privacy(x, delta)])
    assert problem.is_dpp()
    for x.value in (F(3, 2), F(3)):
        assert certify(problem).value == joint_delta(counts, respondents, F(float(x.value)))
    odds = joint_odds(counts, respondents)
    for level in (F(1000),) if odds is None else (odds, odds * F(99, 100)):
        found = certify(cp.Problem(cp.Minimize(0), [*theta.on_simplex, *theta.all_reports_privacy(level)]))
        assert isinstance(found, Certified) == (odds is not None and level >= odds)


def test_a_deck_by_lot_is_no_worse_than_the_best_deck_of_its_spread():
    survey, x, delta = CardSurvey.census(4, F(1, 4)), F(3), F(3, 10)
    best = best_shared_decks(survey, x, delta, 12)
    spread = F(best.decks[0][0] - best.decks[0][1], sum(best.decks[0]))
    theta = decks.DealtDecks([(a, m - a) for m in range(4, 13) for a in range(m + 1)], 4)
    demands = [*theta.on_simplex, theta.spread == spread, *theta.all_reports_privacy(x, delta)]
    problem = cp.Problem(cp.Minimize(theta.variance(spread, 4, F(1, 4))), demands)
    found = certify(problem)
    assert found.value <= best.variance
    assert problem.solve(solver="CLARABEL") == pytest.approx(float(found.value), abs=1e-6)


@pytest.mark.parametrize(("cards", "largest", "x"), [(10, 3, F(2)), (7, 4, F(3, 2)), (12, 4, F(3))])
def test_whole_decks_are_a_mixed_integer_program_with_the_same_best_deck(cards, largest, x):
    """In floats, one program for each spread; what is exact is the search, and `no_better_deck` its theorem."""
    best = best_integer_decks(cards, largest, PrivacyLevel.of_x(x))
    p, t = decks.DeckVariable(largest, cards), cp.Parameter(name="t")
    problem = cp.Problem(
        cp.Minimize(decks.mean_square(p)), [*p.on_simplex, *decks.deck_privacy(p, x), decks.spread(p) == t]
    )
    ratios = []
    for spread in range(1, cards * (largest - 1) + 1):
        t.value = spread
        ratios.append(cards * problem.solve(solver="HIGHS") / spread**2)
    assert (min(ratios) - 1) / 4 == pytest.approx(float(best.value), abs=1e-9)
    with pytest.raises(NotLinearError, match="declared integer"):
        certify(problem)


@pytest.mark.parametrize("name", ["chi-square", "mutual-information"])
def test_nearly_optimal_designs_for_many_truths_enclose_the_optimum_of_the_model(name):
    prior = tuple(F(n, 101) for n in (7, 11, 13, 17, 19, 34))
    near = near_ceiling(name, F(3), prior)
    make = {"chi-square": chi_square_information, "mutual-information": mutual_information}[name]
    theta = staircase_masses(6, F(3))
    found = certify(cp.Problem(cp.Maximize(gain(theta, make(prior))), theta.rows_on_simplex))
    assert float(near.low) - 1e-12 <= float(found.value) <= float(near.high) + 1e-12


# -- printed numbers -------------------------------------------------------------------------------------------------

CATEGORIES = (2, 3, 5, 10, 20, 50, 100, 150, 200)
TABLE_1 = {  # Nayak, Zhai, Table 1: the added variance of the minimax method, gamma by k
    F("1.1"): "220 640 1441.333 3571.2 7959.1 21129.05 43125.92 65124.08 87121.7",
    F("1.5"): "12 32 76 193.5 432.25 1151.5 2351.25 3551.167 4751.125",
    F(2): "4 10 25.333 64.2857 143.6484 383.2656 783.1343 1183.06 1583.067",
    F(3): "1.5 3.5 9 23.7857 53.2 143.1798 293.04 443.0614 593.02",
    F(5): "0.625 1.375 3.25 9.3515 21.70 59.0807 121.5399 184.015 246.5202",
    F(10): "0.2469 0.5185 1.1358 3.1111 7.9883 22.7995 47.4115 72.1117 96.7882",
    F(20): "0.1108 0.2271 0.4765 1.1967 3.0526 9.7502 20.7440 31.8096 42.9131",
    F(30): "0.0713 0.1451 0.2996 0.7277 1.7621 5.9575 13.0144 20.1314 27.2974",
    F(50): "0.0416 0.0841 0.1716 0.4048 0.9338 3.0204 7.1749 11.3367 15.5002",
    F(80): "0.0256 0.0516 0.1045 0.2423 0.5419 1.6331 4.0926 6.6071 9.2567",
    F(100): "0.0204 0.0410 0.0828 0.1910 0.4226 1.2399 3.0101 5.1851 7.0862",
}


@pytest.mark.parametrize("gamma", TABLE_1)
def test_the_minimax_designs_of_nayak_and_zhai_have_the_printed_variances(gamma):
    """Designs of one size of sets at a time: of most information, hence least risk (k - 1)^2/(f - k)."""
    for k, printed in zip(CATEGORIES, TABLE_1[gamma].split(), strict=True):
        sizes = cp.Variable(k - 1, name="share", nonneg=True)
        scale = [F(k) / (q * gamma + k - q) for q in range(1, k)]
        gains = [s**2 * (q * gamma**2 + k - q) for q, s in zip(range(1, k), scale, strict=True)]
        found = certify(cp.Problem(cp.Maximize(np.array(gains, dtype=object) @ sizes), [cp.sum(sizes) == 1]))
        added = (k - 1) ** 2 / (found.value - k) + F(1, k) - 1
        digits = len(printed.partition(".")[2])
        assert abs(added - F(printed)) < F(1, 10**digits)  # truncated or rounded in print
        assert added == minimax_pair(k, gamma).added_variance.constant_value()


@pytest.mark.parametrize(("k", "x", "delta"), [(4, F(3), F(1, 20)), (5, F(2), F(0)), (3, F(5), F(1, 3))])
def test_the_risk_of_designs_that_treat_all_truths_alike_is_minimax(k, x, delta):
    share = KindShares(approximate_kinds(k, x) if delta else staircase_kinds(k, x))
    demands = [*share.on_simplex, *(share.approximate_privacy(x, delta) if delta else [])]
    found = certify(cp.Problem(cp.Minimize(share.risk), demands))
    assert found.low == found.high == minimax_approximate(k, x, delta).risk


@pytest.mark.parametrize("gamma", TABLE_1)
@pytest.mark.parametrize("k", [2, 3])
def test_the_printed_variances_are_certified_over_all_designs_and_estimates(k, gamma):
    """The least worst-case risk over the masses of all staircase columns and all unbiased estimates, no symmetry."""
    estimate = risks.UnbiasedEstimate(staircase_masses(k, gamma).columns, np.eye(k, dtype=int), [1] * k)
    worst = estimate.worst_risk()
    found = certify(cp.Problem(cp.Minimize(worst.value), worst.constraints))
    exact_risk = minimax_pair(k, gamma).risk.constant_value()
    assert found.low <= exact_risk <= found.high
    assert found.gap <= F(1, 10**8) * exact_risk
    printed = TABLE_1[gamma].split()[CATEGORIES.index(k)]
    added = [bound - 1 + F(1, k) for bound in (found.low, found.high)]
    assert all(abs(bound - F(printed)) < F(1, 10 ** len(printed.partition(".")[2])) for bound in added)


def printed_relaxation(m, x, y):
    """(50): p_aa, p_ba and p_bb."""
    return (
        (y / (y - 1)) * (1 - 1 / x * (x + m - 1) / (y + m - 1)),
        (y**2 - x * y) / ((y - 1) * (y + m - 1)),
        x / (y - 1) - (x + m - 1) / ((y - 1) * (y + m - 1)),
    )


@pytest.mark.parametrize(
    ("m", "x", "y"), [(3, F(11, 10), F(6, 5)), (4, F(2), F(5)), (7, F(3, 2), F(3, 2)), (10, F(1), F(7))]
)
def test_the_relaxation_of_pan_is_the_printed_one_and_the_only_one(m, x, y):
    """(50), and the constraints that always are tight: (37), (42) and (45), as appendix C says."""
    model = order.PolychotomousRelaxation(m).at(x, y)
    for goal in (model.p_aa, -model.p_aa, model.p_ba, -model.p_bb):
        found = certify(model.problem(goal))
        assert isinstance(found, Certified)
        assert tuple(found[v] for v in (model.p_aa, model.p_ba, model.p_bb)) == printed_relaxation(m, x, y)
    assert {"(37)", "(42)", "(45)"} <= set(found.tight)
    assert model.problem().is_dpp()


STEPS = (0.1, 0.5, 1.0, 2.0, 10.0)  # the guarantees that are released one after the other
TABLES_1_TO_3 = {  # Pan, Tables I, III and II: p_aa, p_ba and p_bb of the steps to 0.5, 1, 2 and 10, by m
    3: ("0.584 0.840 0.943 1.000", "0.379 0.359 0.575 1.000", "0.392 0.509 0.347 0.000"),
    4: ("0.511 0.802 0.922 1.000", "0.297 0.296 0.520 1.000", "0.342 0.486 0.339 0.000"),
    5: ("0.463 0.775 0.906 1.000", "0.245 0.252 0.474 1.000", "0.310 0.470 0.333 0.000"),
    6: ("0.430 0.755 0.891 1.000", "0.208 0.219 0.436 0.999", "0.288 0.458 0.328 0.000"),
    7: ("0.405 0.740 0.879 1.000", "0.181 0.194 0.403 0.999", "0.272 0.449 0.324 0.000"),
    8: ("0.386 0.728 0.869 1.000", "0.160 0.174 0.375 0.999", "0.259 0.442 0.320 0.000"),
    9: ("0.371 0.718 0.860 1.000", "0.143 0.158 0.351 0.999", "0.249 0.436 0.316 0.000"),
    10: ("0.359 0.710 0.852 1.000", "0.130 0.144 0.330 0.999", "0.241 0.431 0.314 0.000"),
}


@pytest.mark.parametrize("m", TABLES_1_TO_3)
def test_the_printed_tables_of_pan_come_out_of_the_program(m):
    """At rational numbers within 10^-12 of e^eps, which moves no probability by as much as 10^-9."""
    model = order.PolychotomousRelaxation(m)
    printed = [column.split() for column in TABLES_1_TO_3[m]]
    levels = [F(exp(eps)).limit_denominator(10**6) for eps in STEPS]
    for step, (x, y) in enumerate(pairwise(levels)):
        found = certify(model.at(x, y).problem(model.p_bb))
        values = [found[v] for v in (model.p_aa, model.p_ba, model.p_bb)]
        assert [f"{float(v):.3f}" for v in values] == [column[step] for column in printed]


def test_a_step_of_pan_that_lowers_the_budget_is_refused_and_infeasible():
    model = order.PolychotomousRelaxation(4)
    with pytest.raises(ValueError, match=r"1 <= e\^eps1 <= e\^eps2"):
        model.at(F(5), F(2))
    model.x.value, model.y.value, model.kept.value = F(5), F(2), F(2) * (5 + 3) / (2 + 3)
    found = certify(model.problem())
    assert isinstance(found, Contradiction)
    assert set(found.conflict) <= set(model.constraints)
    assert isinstance(solve(step_program(F(2), F(5), 4)), Optimum)
    with pytest.raises(ValueError, match="an integer m >= 3"):
        order.PolychotomousRelaxation(2)


def test_local_diversity_is_a_union_of_programs_of_which_the_model_is_one():
    """On all pairs of 3 truths the least Hamming-like loss: each truth is in two of the three sets."""
    P = DesignVariable(3, 3)
    sets = ((0, 1), (0, 2), (1, 2))
    wrong = [[int(x not in chosen) for chosen in sets] for x in range(3)]
    found = certify(
        cp.Problem(cp.Minimize(losses.expected_loss(P, wrong)), [*P.rows_on_simplex, *entries.local_diversity(P, sets)])
    )
    assert found.value == 0
    assert {entry for row in found[P].tolist() for entry in row} == {F(0), F(1, 2)}
