"""Theorems about local l-diversity for all sizes, against numbers at generic sizes and at the ends of their ranges."""

from fractions import Fraction

import pytest

from derivations.arithmetic.kernel import Theorem
from derivations.theorems.subsets import subset_comparison as comparison
from derivations.theorems.subsets.parity_optimum import variance
from derivations.theorems.subsets.subset_estimators import (
    excess_is_not_negative,
    excess_is_positive,
    squares_above_tangent,
)
from derivations.theorems.subsets.subset_minimax import (
    best_matches,
    best_sizes,
    diversity_variance,
    least_added_variance,
)


@pytest.mark.parametrize(
    "theorem",
    [
        comparison.every_parity_costs,
        comparison.large_sets_cost_more,
        comparison.root_above_size,
        comparison.moderate_sets_cost_much,
        excess_is_not_negative,
        excess_is_positive,
        squares_above_tangent,
    ],
)
def test_theorems_rest_on_no_oracle(theorem: object) -> None:
    assert callable(theorem)
    found = theorem()
    assert isinstance(found, Theorem)
    assert not found.oracles


def test_bits_cost_more_is_a_theorem_about_the_best_size() -> None:
    found = comparison.single_bits_cost_more()
    for k, s in ((2, Fraction(3, 2)), (7, Fraction(5, 3)), (30, Fraction(9, 8))):
        (q, *_) = best_sizes(k, s**2)
        at = {"k": Fraction(k), "q": Fraction(q), "s": s}
        assert all(h.holds_at(at) for h in found.sequent.hypotheses)
        bits = comparison.bits_variance().evaluate(at)
        assert bits == k * s / (s - 1) ** 2
        assert least_added_variance(k, s**2) < bits


def test_the_variance_of_bits_is_the_sum_over_single_bits() -> None:
    k, keep = 6, Fraction(4, 5)
    side = keep / (1 - keep)
    by_bit = keep * (1 - keep) / (2 * keep - 1) ** 2
    assert comparison.bits_variance().evaluate({"k": k, "s": side}) == k * by_bit


@pytest.mark.parametrize(("k", "size"), [(3, 2), (10, 5), (20, 5), (50, 10)])
def test_a_guess_after_the_matched_design_is_right_more_often(k: int, size: int) -> None:
    for match in best_matches(k, size):
        assert match.guess > Fraction(1, size)


def test_twenty_categories_are_the_least_for_which_parity_20_costs_so_much() -> None:
    limit = {k: 3 * (1 - Fraction(1, k)) for k in (18, 20)}
    assert least_added_variance(20, 20) > limit[20]
    assert least_added_variance(18, 20) < limit[18]
    assert variance().evaluate({"k": 20, "q": 1, "gamma": 20}) > diversity_variance(20, 1).evaluate({})
