"""The theorems hold as sequents of the kernel; here what they say is compared with exhaustive searches and ties."""

from fractions import Fraction as F

import pytest

from derivations.arithmetic.kernel import Theorem
from derivations.theorems.oracles import oracle_comparison as comparison
from derivations.theorems.oracles import oracle_optimum as optimum
from derivations.theorems.oracles.frequency_oracle import (
    hadamard_response,
    local_hashing,
    optimised_unary_encoding,
    randomised_response,
    selected_subsets,
    symmetric_unary_encoding,
    thresholded_histogram,
    unary_encoding,
)
from derivations.theorems.oracles.oracle_optimum import Order
from mechanisms.exact.algebraic_real import AlgebraicReal
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

ORDERS: tuple[Order, ...] = ("<", "=", ">")


def says(theorem: Theorem, **point: F | int) -> bool:
    """Whether the point meets the hypotheses; then the conclusion holds there, by another way of evaluating it."""
    at = {name: F(value) for name, value in point.items()}
    applies = all(h.holds_at(at) for h in theorem.sequent.hypotheses)
    assert not theorem.oracles
    assert not applies or theorem.sequent.conclusion.holds_at(at)
    return applies


def test_two_bits_and_shared_columns() -> None:
    assert says(optimum.parity_of_two_bits(), p=F(3, 4), q=F(1, 5))
    assert not says(optimum.parity_of_two_bits(), p=F(1, 5), q=F(3, 4))
    assert says(optimum.shared_columns(), K=8, both=2, first=2, second=2, none=2)


def test_optimised_encoding_is_best_on_a_grid_of_private_bits() -> None:
    x, steps = F(7, 2), 18
    least = optimised_unary_encoding(x).approximate_variance.evaluate({})
    at_least, unlike_p, unlike_q = optimum.least_unary_variance()
    seen = 0
    for i in range(1, steps):
        for j in range(i + 1, steps + 1):
            q, p = F(i, steps), F(j, steps)
            if p * (1 - q) <= x * q * (1 - p):
                seen += 1
                assert says(at_least, p=p, q=q, x=x)
                assert says(unlike_q, p=p, q=q, x=x) == (q != 1 / (x + 1))
                assert says(unlike_p, p=p, q=q, x=x) == (p != F(1, 2))
                value = q * (1 - q) / (p - q) ** 2
                assert value > least or (p, q) == (F(1, 2), 1 / (x + 1))
    assert seen > 20
    assert says(at_least, p=F(1, 2), q=F(2, 9), x=x)
    assert unary_encoding(F(1, 2), F(2, 9)).approximate_variance.evaluate({}) == least


def test_more_of_the_truth_is_better_and_the_best_odds_follow_the_share() -> None:
    for theorem, f in zip(optimum.larger_own_probability_is_better(), (F(1, 3), F(0)), strict=True):
        assert says(theorem, p=F(1, 2), p_=F(3, 4), q=F(1, 5), f=f)
    x, f = F(4), F(1, 5)  # F = 8/5, G = 17/5: h^2 = 17/2 is irrational; f = 1/2 and f = 1 give 2 and 1
    assert not says(optimum.best_odds_at_a_share(), x=x, f=f, h=3, h_=2)
    assert says(optimum.best_odds_at_a_share(), x=x, f=F(1, 2), h=2, h_=F(9, 4))
    assert says(optimum.best_odds_at_a_share(), x=x, f=1, h=1, h_=F(4, 3))
    assert says(optimum.best_odds_at_a_share(), x=x, f=0, h=4, h_=F(4, 3))
    assert says(optimum.symmetric_encoding_is_best_at_one_half(), u=2, h=F(9, 4))
    low, high = optimum.symmetric_encoding_is_minimax()
    assert says(low, u=2, h=F(5, 3))
    assert says(high, u=2, h=F(5, 2))


@pytest.mark.parametrize("x", [F(6, 5), F(29, 20), F(5, 2), F(41, 10)])
@pytest.mark.parametrize("f", [F(0), F(1, 7), F(1)])
def test_whole_numbers_of_hash_values(x: F, f: F) -> None:
    values = {h: local_hashing(h + 1, x).variance(f).evaluate({}) for h in range(1, 9)}
    best = min(values, key=lambda h: values[h])
    for h in range(1, 8):
        (order,) = (r for r in ORDERS if says(optimum.one_more_hash_value(r), x=x, f=f, h=h))
        assert order == ("<" if values[h + 1] < values[h] else ">" if values[h + 1] > values[h] else "=")
    more, fewer = optimum.best_number_of_hash_values()
    for other in range(1, 9):
        applies = says(more, x=x, f=f, h=best, h_=other) or says(fewer, x=x, f=f, h=best, h_=other)
        assert applies == (other != best)
    assert says(optimum.hashing_is_unary_encoding(), x=x, h=best)
    assert says(optimum.best_real_number_of_hash_values(), x=x, h=best)
    assert not says(optimum.best_real_number_of_hash_values(), x=x, h=x)


def test_rounding_x_plus_one_is_not_the_best_whole_number_of_hash_values() -> None:
    x = F(29, 20)  # between sqrt(2) and 3/2
    rounded, best = (local_hashing(g, x).approximate_variance.evaluate({}) for g in (round(x + 1), 3))
    assert round(x + 1) == 2
    assert best < rounded


@pytest.mark.parametrize(("k", "x"), [(7, F(3, 2)), (11, F(3)), (9, F(3, 2)), (6, F(9))])
def test_subset_sizes_with_a_tie(k: int, x: F) -> None:
    values = {d: selected_subsets(k, d, x).approximate_variance.evaluate({}) for d in range(1, k)}
    best = min(values, key=lambda d: values[d])
    larger, smaller = optimum.best_subset_size()
    for d in range(1, k - 1):
        (order,) = (r for r in ORDERS if says(optimum.one_more_category(r, True), x=x, k=k, d=d))
        (general,) = (r for r in ORDERS if says(optimum.one_more_category(r), x=x, k=k, d=d, f=0))
        assert order == general == ("<" if values[d + 1] < values[d] else ">" if values[d + 1] > values[d] else "=")
        assert (order == "=") == ((d + 1) * (x + 1) == k + 1)
    for other in range(1, k):
        applies = says(larger, x=x, k=k, d=best, d_=other, f=0) or says(smaller, x=x, k=k, d=best, d_=other, f=0)
        assert applies == (other != best)


def test_at_the_mean_share_the_switching_points_are_those_of_the_added_variance() -> None:
    k, d, x = (Polynomial.variable(name) for name in ("k", "d", "x"))
    switch = RationalFunction(optimum.switch_of_sizes(1)).substitute({"f": 1 / RationalFunction(k)})
    known = x**2 * d * (d + 1) - (k - d) * (k - d - 1)
    assert switch == RationalFunction((k - 1) * known, k)


def test_thresholds() -> None:
    # u = 8/5 has sqrt(u^2 - u + 1) = 7/5, so that the best t is 4/3
    assert says(optimum.best_threshold(), u=F(8, 5), t=F(4, 3), t_=F(5, 4))
    assert says(optimum.best_threshold(), u=F(8, 5), t=F(4, 3), t_=F(8, 5))
    assert says(optimum.best_threshold_exceeds_one_half(), u=F(8, 5), t=F(4, 3))
    assert says(optimum.thresholding_adds_privacy(), u=F(8, 5), t=F(8, 5))
    above, below = optimum.thresholds_outside()
    assert says(above, u=F(8, 5), t_=2)
    assert says(below, u=F(8, 5), t_=F(1, 2))
    best = thresholded_histogram(F(8, 5), F(4, 3)).approximate_variance.evaluate({})
    others = [thresholded_histogram(F(8, 5), 1 + F(i, 20)).approximate_variance.evaluate({}) for i in range(13)]
    assert best == F(27, 5) < min(others)


def test_where_randomised_response_ties_with_the_others() -> None:
    x, u = F(9, 4), F(3, 2)
    for k in (2, 8, 9, 30):
        (order,) = (r for r in ORDERS if says(comparison.randomised_against_optimised(r), k=k, x=x, f=0))
        assert order == ("<" if k < F(35, 4) else ">")
    assert says(comparison.randomised_against_optimised("="), k=11, x=3, f=0)
    assert says(comparison.randomised_against_optimised("="), k=8, x=3, f=F(3, 8))
    left, right = randomised_response(8, 3).variance(F(3, 8)), optimised_unary_encoding(3).variance(F(3, 8))
    assert left == right
    assert says(comparison.randomised_against_symmetric("="), k=16, u=2)
    assert says(comparison.randomised_against_symmetric("<"), k=8, u=u)
    assert says(comparison.randomised_against_symmetric(">"), k=10, u=u)
    assert says(comparison.randomised_against_hadamard("="), k=15, x=3)
    assert says(comparison.randomised_against_hadamard("<"), k=14, x=3)
    assert says(comparison.randomised_against_hadamard(">"), k=16, x=3)


def test_ties_in_the_share() -> None:
    assert says(comparison.optimised_against_symmetric("="), u=2, f=F(2, 9))
    assert optimised_unary_encoding(4).variance(F(2, 9)) == symmetric_unary_encoding(2).variance(F(2, 9))
    assert says(comparison.optimised_against_symmetric("<"), u=2, f=F(1, 5))
    assert says(comparison.optimised_against_symmetric(">"), u=2, f=F(1, 4))
    assert says(comparison.symmetric_against_hadamard("="), u=2, f=F(7, 9))
    assert says(comparison.symmetric_against_hadamard("<"), u=2, f=F(3, 4))
    assert says(comparison.symmetric_against_hadamard(">"), u=2, f=1)
    assert hadamard_response(4).variance(F(7, 9)) == symmetric_unary_encoding(2).variance(F(7, 9))


def test_equal_oracles_and_subsets_against_all() -> None:
    assert says(comparison.hadamard_is_binary_hashing(), x=F(7, 3), f=F(1, 3))
    assert says(comparison.optimised_hashing_is_optimised_encoding(), x=F(3), f=F(1, 3))
    assert says(comparison.subsets_beat_unary_encoding(), x=F(7, 3), f=F(1, 3), k=7, d=2)
    assert says(comparison.best_subsets_beat_all(), x=F(3), k=11, d=2)
    assert says(comparison.best_subsets_beat_all(), x=F(3), k=11, d=3)
    assert says(comparison.few_categories(), x=F(3), k=7)
    assert says(comparison.symmetric_beats_thresholding(), u=F(8, 5), t=F(4, 3))
    formula = selected_subsets().approximate_variance
    for k in range(2, 20):
        for x in (F(11, 10), F(2), F(13, 2)):
            best = min(formula.evaluate({"k": k, "d": d, "x": x}) for d in range(1, k))
            assert best < 4 * x / (x - 1) ** 2


def test_thresholding_passes_hadamard_response_at_one_level() -> None:
    level = comparison.crossing_level()
    assert F("3.0986500") < level.refined(F(1, 10**9)).low < F("3.0986501")
    assert says(comparison.thresholding_against_hadamard(">"), t=F(4, 3))
    assert says(comparison.thresholding_against_hadamard("<"), t=F(3, 2))
    for t, better in ((F(4, 3), False), (F(3, 2), True)):
        u = t * (3 * t - 2) / (2 * t - 1)
        gain = hadamard_response(u * u).approximate_variance - thresholded_histogram(u, t).approximate_variance
        assert (gain.evaluate({}) > 0) == (AlgebraicReal.of(u * u) > level) == better
