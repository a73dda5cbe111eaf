"""The worst case of an estimator with weighted errors over restricted priors."""

from fractions import Fraction as F
from itertools import product

import pytest

from lp.minimax.worst_case_risk import (
    Prior,
    linear_part,
    shares,
    worst_case,
    worst_prior,
)


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
