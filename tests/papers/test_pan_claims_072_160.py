"""PAN-72 to PAN-99 and PAN-136 to PAN-160: the errors found again in plain fractions, and the experiments."""

from fractions import Fraction
from itertools import product
from math import comb, exp

import numpy as np
import pytest

from checks.papers.pan.figures import FIGURES
from checks.papers.pan.simulated import agreement
from checks.papers.pan.simulation import (
    FIRST_COUNTS,
    FIRST_LEVELS,
    SECOND_COUNTS,
    SECOND_LEVELS,
    estimates,
    relaxed_counts,
    transition,
)
from checks.show.plots.canvas import save
from tests.papers.records import record

F = Fraction
ALPHA, BETA = F(3, 4), F(4, 5)


def count_chance(count: int, ones: int, bit: int) -> F:
    """Pr(N_{S=1} = ones | B = bit), the stored bit summed over."""
    total = F(0)
    for stored in (0, 1):
        success = BETA if stored else 1 - BETA
        weight = ALPHA if stored == bit else 1 - ALPHA
        total += weight * comb(count, ones) * success**ones * (1 - success) ** (count - ones)
    return total


def ones_moments(count: int, bit: int) -> tuple[F, F]:
    """Mean and variance of the number of ones."""
    chances = [count_chance(count, k, bit) for k in range(count + 1)]
    mean = sum((k * p for k, p in enumerate(chances)), F(0))
    return mean, sum(((k - mean) ** 2 * p for k, p in enumerate(chances)), F(0))


# -- errors, found again in plain fractions ----------------------------------------------------------------------------


def test_the_least_ratio_is_the_reciprocal_of_the_largest() -> None:
    """PAN-139: for two reports the ratios at k = 0 and k = 2 are 19/49 and 49/19."""
    ratios = [count_chance(2, k, 1) / count_chance(2, k, 0) for k in range(3)]
    assert ratios == [F(19, 49), 1, F(49, 19)]
    assert record("PAN-139").finding == "misprint"


def test_the_response_at_the_first_guarantee_does_not_give_the_last_variance() -> None:
    """PAN-80: eps_1 in the middle of (67), at e^eps_1 = 2, e^eps_i = 3 and N = 1."""
    first, last = F(2), F(3)
    slope = (last + 1) / (last - 1)
    assert slope**2 * first / (first + 1) ** 2 == F(8, 9)
    assert slope**2 * last / (last + 1) ** 2 == last / (1 - last) ** 2 == F(3, 4)


def test_one_noisy_sample_varies_like_the_relaxation() -> None:
    """PAN-83: for K = 1 both variances are equal, for K = 2 that of the relaxation is smaller."""
    for count, larger in ((1, False), (2, True), (3, True)):
        _, spread = ones_moments(count, 1)
        noisy = spread / (count * (2 * BETA - 1) * (2 * ALPHA - 1)) ** 2
        level = count_chance(count, count, 1) / count_chance(count, count, 0)
        relaxed = level / (level - 1) ** 2
        assert (relaxed < noisy) == larger
        assert relaxed <= noisy


def test_the_printed_mean_estimate_is_biased() -> None:
    """PAN-88: f = 2 in [1, 3]; the fraction of (70) has the mean 1/2, the print gives 5/2."""
    low, high, f = F(1), F(3), F(2)
    share = (f - low) / (high - low)
    assert low + high * share == F(5, 2)
    assert low + (high - low) * share == f


def test_a_number_that_is_rounded_again_is_not_private_at_the_larger_guarantee() -> None:
    """PAN-89, second reading: e^eps_1 = 3, e^eps_2 = 4; the shares 1/2 and 1 have the ratio 13/3 after h, l."""
    low, high = F(3), F(4)

    def history(share: Fraction) -> Fraction:
        first = share * low / (low + 1) + (1 - share) / (low + 1)  # o_1 = h
        keeps = high * (low * high - 1) / (low * (high**2 - 1))  # p_a: o_2 = h after o_1 = h, from h
        moves = (high**2 - low * high) / (high**2 - 1)  # 1 - p_b: o_2 = l after o_1 = h, from l
        return first * (share * (1 - keeps) + (1 - share) * moves)

    assert history(F(1, 2)) / history(F(1)) == F(13, 3) > high
    assert record("PAN-89").readings[1].verdict == "refuted"


def test_the_variance_of_the_number_of_ones() -> None:
    """PAN-148 to PAN-150: K = 2, alpha = 3/4, beta = 4/5; both printed members of (130) are wrong, and differ."""
    _, spread = ones_moments(2, 1)
    a, b = ALPHA * (1 - ALPHA), BETA * (1 - BETA)
    terms = 4 * a * b + 4 * a * (1 - 2 * BETA + 2 * BETA**2) + 2 * b * (1 - 2 * ALPHA + 2 * ALPHA**2)
    assert spread == F(59, 100) == terms - 8 * a * b == 2 * b + 4 * a * (1 - 2 * BETA) ** 2
    assert terms - 8 * a * (1 - BETA) == F(53, 100)
    assert 2 * b + 4 * a * (1 - BETA) ** 2 == F(35, 100)
    stored = spread / (4 * (1 - 2 * BETA) ** 2)
    assert stored == b / (2 * (1 - 2 * BETA) ** 2) + a == F(59, 144)
    assert b / (2 * (1 - BETA) ** 2) + a == F(35, 16)


def test_the_number_of_ones_is_not_that_of_a_bit_that_is_never_flipped() -> None:
    """PAN-143: with the original bit B = 1 the print says S = Y, whose mean is 8/5; the mean is 13/10."""
    mean = ones_moments(2, 1)[0]
    assert mean == F(13, 10) != 2 * BETA


def test_two_clients_halve_the_variance() -> None:
    """PAN-151: the mean of two estimates has a quarter of the sum of their variances, not a half."""
    _, spread = ones_moments(1, 1)
    stored = spread / (2 * BETA - 1) ** 2
    both = [(F(k + j), count_chance(1, k, 1) * count_chance(1, j, 1)) for k, j in product((0, 1), repeat=2)]
    mean = sum((s * p for s, p in both), F(0))
    variance = sum(((s - mean) ** 2 * p for s, p in both), F(0)) / (2 * (2 * BETA - 1) * (2 * ALPHA - 1)) ** 2
    assert variance == 2 * stored / (4 * (1 - 2 * ALPHA) ** 2)


def test_a_value_that_is_not_the_truth_has_a_positive_variance() -> None:
    """PAN-155: v = w = 2, m = 3, e^eps = 2; the print says -1/16, the variance is 3/16."""
    chance = F(1, 4)
    assert chance - chance**2 == F(3, 16)
    assert -(chance**2) == F(-1, 16)


def test_who_knows_the_numbers_of_the_second_experiment_errs_less() -> None:
    """PAN-99: over all 1500 objects five is the better guess for the output 1."""
    right, wrong = exp(1) / (exp(1) + 4), 1 / (exp(1) + 4)
    informed = 1 - (500 * wrong + 1400 * right) / 1500
    assert round(informed, 4) == 0.5727 < round(1 - right, 4) == 0.5954


# -- experiments and figures -------------------------------------------------------------------------------------------


def test_the_experiments_are_those_of_the_paper() -> None:
    """PAN-91: 400 zeros, 600 ones, ten guarantees of (65); PAN-97: five groups, guarantees 0.1, 0.2, ..., 1.0."""
    rng = np.random.default_rng(2)
    assert FIRST_COUNTS == (400, 600)
    printed = [(exp(1 + k / 2) + 1) / (exp(1) + exp(k / 2)) for k in range(1, 11)]
    assert pytest.approx(printed) == FIRST_LEVELS
    assert SECOND_COUNTS == (100, 200, 300, 400, 500)
    assert pytest.approx([exp(k / 10) for k in range(1, 11)]) == SECOND_LEVELS
    for counts, levels in ((FIRST_COUNTS, FIRST_LEVELS), (SECOND_COUNTS, SECOND_LEVELS)):
        assert list(levels) == sorted(levels)  # as a relaxation needs
        seen = relaxed_counts(counts, levels, 100, rng)
        assert seen.shape == (100, 10, len(counts))
        assert set(seen.sum(axis=2).flat) == {sum(counts)}


def test_the_transition_is_a_law_that_leads_to_the_next_response() -> None:
    for truth in (0, 1):
        start = [2 / 3 if o == truth else 1 / 3 for o in (0, 1)]
        reached = np.zeros(2)
        for before in (0, 1):
            law = transition(2.0, 3.0, 2, truth, before)
            assert min(law) >= 0
            reached += start[before] * np.array(law)
        assert reached[truth] == pytest.approx(0.75)


def test_the_simulation_tells_a_wrong_variance() -> None:
    """The middle of (67) with e^eps_1 for all rounds is found out; the right variances are not."""
    rng, size = np.random.default_rng(1), sum(FIRST_COUNTS)
    found = estimates(relaxed_counts(FIRST_COUNTS, FIRST_LEVELS, 4000, rng), FIRST_LEVELS)[:, :, 1]
    proxies = [((x + 1) / (x - 1)) ** 2 / (4 * size) for x in FIRST_LEVELS]
    right = [x / (size * (x - 1) ** 2) for x in FIRST_LEVELS]
    assert agreement("right", found, 0.6, right, proxies, 1e-10)[0]
    assert not agreement("half", found, 0.6, [v / 2 for v in right], [p / 2 for p in proxies], 1e-10)[0]
    assert not agreement("shifted", found, 0.62, right, proxies, 1e-10)[0]


@pytest.mark.parametrize("claim_id", ["PAN-77", "PAN-83", "PAN-85", "PAN-92", "PAN-93", "PAN-96", "PAN-98", "PAN-99"])
def test_the_figures_are_drawn(claim_id, tmp_path) -> None:
    pytest.importorskip("matplotlib")
    assert save(FIGURES[claim_id](), tmp_path / "figure.png").stat().st_size > 10_000
