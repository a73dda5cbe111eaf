"""Exact bounds of the least worst-case risk for weighted errors and restricted priors."""

import json
from fractions import Fraction as F
from itertools import combinations, product

import numpy
import pytest

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import KernelError
from derivations.arithmetic.proof_file import recheck, to_json
from derivations.estimation.minimum_risk import best_weights, is_unbiased
from derivations.theorems.subsets.subset_minimax import best_sizes
from lp.minimax.classes import extreme_kinds, minimax_of_columns, parity_constraint, posterior_cap
from lp.minimax.pair import minimax_pair
from lp.minimax.weighted import minimax_bounds, minimax_bounds_of_columns, staircase_columns
from lp.minimax.worst_case_risk import (
    Prior,
    linear_part,
    lower_bound,
    shares,
    target_above_tangents,
    unreachable,
    worst_case,
    worst_prior,
)
from lp.programs.outcomes import SolverError
from mechanisms.design import Design
from mechanisms.guarantees.criteria.bayes import numbers


def risk(rows, weights, costs, prior):
    """From the definition: the variance of each estimate, weighted."""
    law = [sum(p * row[y] for p, row in zip(prior, rows, strict=True)) for y in range(len(rows[0]))]
    total = F(0)
    for i, c in enumerate(costs):
        mean = sum(mass * w[i] for mass, w in zip(law, weights, strict=True))
        total += c * (sum(mass * w[i] ** 2 for mass, w in zip(law, weights, strict=True)) - mean**2)
    return total


def exact_worst_case(rows, weights, costs, priors):
    """The worst case of an estimator of the shares."""
    return worst_case(rows, weights, costs, shares(len(rows)), priors, worst_prior(rows, weights, costs, priors))


def grid(size, steps):
    for parts in product(range(steps + 1), repeat=size - 1):
        if sum(parts) <= steps:
            yield [*(F(n, steps) for n in parts), F(steps - sum(parts), steps)]


@pytest.mark.parametrize(("costs", "gamma"), [([1, 2, 5], F(3)), ([1, F(1, 2)], F(3, 2)), ([1, 2, 3, 4], F(2))])
def test_the_gap_is_small_and_the_upper_bound_is_attained(costs, gamma):
    found = minimax_bounds(costs, gamma)
    assert 0 <= found.gap < found.upper / 10**6
    rows = numbers(found.design)
    assert is_unbiased(found.design, found.weights)
    assert all(max(column) <= gamma * min(column) for column in zip(*rows, strict=True))
    assert risk(rows, found.weights, costs, found.worst.prior) == found.upper
    for prior in grid(len(costs), 7):
        assert risk(rows, found.weights, costs, prior) <= found.upper
    assert [theorem.oracles for theorem in found.theorems] == [frozenset()] * 4


@pytest.mark.parametrize("k", [2, 3, 4])
def test_equal_weights_enclose_the_pair_of_chai_and_nayak(k):
    gamma = F(7, 3)
    found = minimax_bounds([1] * k, gamma)
    exact = minimax_pair(k, gamma).risk.constant_value()
    assert found.lower <= exact <= found.upper
    assert found.gap < F(1, 10**6)
    assert {len(z) for z in found.design.responses} == set(best_sizes(k, gamma))


@pytest.mark.parametrize(
    ("costs", "gamma"), [((F(1), F(3)), F(2)), ((F(1), F(2), F(5)), F(3)), ((F(2), F(1), F(1), F(4)), F(5))]
)
def test_no_random_design_and_estimator_is_better(costs, gamma):
    k = len(costs)
    bound = minimax_bounds(costs, gamma).lower
    everyone = Prior((F(0),) * k, (F(1),) * k)
    generator = numpy.random.default_rng(17)
    sets = [z for n in range(1, k) for z in combinations(range(k), n)]
    for _ in range(8):
        shares = {z: F(int(generator.integers(1, 9))) for z in sets}
        rows = [[shares[z] * (gamma if i in z else 1) for z in sets] for i in range(k)]
        most = max(map(sum, rows))
        spare = max(most - sum(row) for row in rows) / (gamma - 1)
        rows = [[p / (most + spare) for p in [*row, most + spare - sum(row)]] for row in rows]
        assert all(max(column) <= gamma * min(column) for column in zip(*rows, strict=True))
        centre = [F(int(v)) for v in generator.integers(1, 7, size=k)]
        weights = best_weights(Design(rows), [c / sum(centre) for c in centre])
        exact = [[w.constant_value() for w in row] for row in weights]
        assert exact_worst_case(rows, exact, costs, everyone).value >= bound


def test_the_worst_case_over_limits_is_exact():
    rows, costs = [[F(2, 3), F(1, 3)], [F(1, 4), F(3, 4)]], (F(1), F(3))
    weights = [[F(9, 5), F(-4, 5)], [F(-3, 5), F(8, 5)]]
    assert linear_part(rows, weights, costs)[0] == F(2, 3) * (F(81, 25) + 3 * F(16, 25)) + F(1, 3) * (
        F(9, 25) + 3 * F(64, 25)
    )
    free = exact_worst_case(rows, weights, costs, Prior((F(0), F(0)), (F(1), F(1))))
    assert max(risk(rows, weights, costs, prior) for prior in grid(2, 40)) <= free.value
    assert risk(rows, weights, costs, free.prior) == free.value
    narrow = Prior((F(3, 4), F(0)), (F(7, 8), F(1)))
    found = exact_worst_case(rows, weights, costs, narrow)
    assert found.value == max(risk(rows, weights, costs, [p, 1 - p]) for p in (F(3, 4) + F(n, 160) for n in range(21)))
    with pytest.raises(ValueError, match="biased"):
        exact_worst_case(rows, [[F(1), F(0)], [F(0), F(1)]], costs, narrow)


def test_limits_of_the_prior_are_used():
    costs, gamma = [1, 2, 3], F(3)
    free, limited = (
        minimax_bounds(costs, gamma),
        minimax_bounds(costs, gamma, low=[0, 0, F(3, 4)], high=[F(1, 8), 1, 1]),
    )
    assert limited.upper < free.lower
    assert limited.gap < F(1, 10**6)
    assert limited.below.prior[2] >= F(3, 4)
    assert limited.worst.prior[0] <= F(1, 8)


def test_other_classes_of_columns():
    k, rules = 3, [parity_constraint(3, 6), posterior_cap(3, F(3, 5))]
    columns = [column for kind in extreme_kinds(k, rules) for column in kind.columns()]
    found = minimax_bounds_of_columns([1] * k, columns)
    assert found.lower <= minimax_of_columns(k, rules).risk <= found.upper
    assert found.gap < F(1, 10**6)
    weighted = minimax_bounds_of_columns([1, 4, 9], columns)
    assert weighted.gap < F(1, 10**5)
    assert all(max(column) <= F(3, 5) * sum(column) for column in zip(*numbers(weighted.design), strict=True))


def target_risk(rows, weights, costs, prior):
    """From the definition: the variance of each estimate, weighted; the means are checked elsewhere."""
    law = [sum(p * row[y] for p, row in zip(prior, rows, strict=True)) for y in range(len(rows[0]))]
    total = F(0)
    for j, c in enumerate(costs):
        mean = sum(mass * w[j] for mass, w in zip(law, weights, strict=True))
        total += c * sum(mass * (w[j] - mean) ** 2 for mass, w in zip(law, weights, strict=True))
    return total


@pytest.mark.parametrize(
    ("values", "gamma", "exact"), [([-1, 0, 1], F(3), F(4)), ([0, 1], F(3), F(1)), ([0, 1, 2, 5], F(5, 2), F(1225, 36))]
)
def test_a_mean_costs_what_its_two_extreme_values_cost(values, gamma, exact):
    """((gamma + 1)/(gamma - 1))^2 times half the range squared, as for the two extreme values alone."""
    found = minimax_bounds([1], gamma, targets=[values])
    assert found.lower <= exact <= found.upper
    assert found.gap < exact / 10**6
    rows = numbers(found.design)
    for row, value in zip(rows, values, strict=True):
        assert sum(p * w[0] for p, w in zip(row, found.weights, strict=True)) == value
    for prior in grid(len(values), 5):
        assert target_risk(rows, found.weights, [1], prior) <= found.upper
    assert target_risk(rows, found.weights, [1], found.worst.prior) == found.worst.attained <= found.upper


def test_shares_of_groups_and_distribution_functions():
    gamma, costs = F(3), [1, 2]
    groups = minimax_bounds(costs, gamma, targets=[[1, 1, 0, 0], [0, 0, 1, 1]])
    two = minimax_bounds(costs, gamma)
    assert max(groups.lower, two.lower) <= min(groups.upper, two.upper)
    steps = minimax_bounds([1, 1], gamma, targets=[[1, 0, 0], [1, 1, 0]])
    rows = numbers(steps.design)
    assert steps.gap < F(1, 10**6)
    assert max(target_risk(rows, steps.weights, [1, 1], prior) for prior in grid(3, 6)) <= steps.upper
    assert all(max(column) <= gamma * min(column) for column in zip(*rows, strict=True))


def test_a_changed_bound_is_refused():
    found = minimax_bounds([1, 2], F(2))
    columns = [column for _, column in staircase_columns(2, F(2))]
    below, costs = found.below, (F(1), F(2))
    again = lower_bound(columns, below.prior, below.slopes, below.price, costs, shares(2), F(1, 100))
    assert below.value - F(1, 50) <= again.value <= below.value
    total = found.below.theorem.statement.program.bounds[-1]
    left = [
        sum(m * v for m, v in zip(below.price, s, strict=True)) - h for s, h in zip(columns, below.gains, strict=True)
    ]
    multipliers = ((*left, F(1)), tuple(-m for m in below.price))
    assert kernel.farkas(unreachable(columns, below.gains, total), *multipliers).statement == below.theorem.statement
    with pytest.raises(KernelError):
        kernel.farkas(unreachable(columns, below.gains, total - F(1, 10)), *multipliers)
    assert target_above_tangents().sequent.conclusion.holds_at({"c": F(2), "p": F(1, 3), "z": F(1, 5)})


def test_what_it_says_and_refuses():
    found = minimax_bounds([1, 2], F(5, 2))
    assert "minimax risk" in found._repr_latex_()
    for theorem in found.theorems:
        assert recheck(json.loads(json.dumps(to_json(theorem)))).statement == theorem.statement
    assert len(found.derivation().theorems) == 4
    with pytest.raises(ValueError, match="positive numbers"):
        minimax_bounds([1, 0], 2)
    with pytest.raises(ValueError, match="one a category"):
        minimax_bounds([1], 2, targets=[[0, 0]])
    with pytest.raises(ValueError, match="one for each quantity"):
        minimax_bounds([1, 1], 2, targets=[[0, 1]])
    with pytest.raises(ValueError, match="gamma > 1"):
        minimax_bounds([1, 1], 1)
    with pytest.raises(ValueError, match="2 to 10"):
        minimax_bounds([1] * 12, 2)
    with pytest.raises(ValueError, match="no prior lies"):
        minimax_bounds([1, 1], 2, low=[F(2, 3), F(2, 3)])
    with pytest.raises(ValueError, match="low <= high"):
        minimax_bounds([1, 1], 2, low=[F(2, 3), 0], high=[F(1, 2), 1])
    with pytest.raises(SolverError, match="unbiased"):
        minimax_bounds_of_columns([1, 1], [[1, 1]])
