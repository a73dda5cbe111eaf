"""Sampled error rates, against the exact ones where these can be enumerated."""

from fractions import Fraction

import numpy as np
import pytest

from derivations.theorems.relaxations.inference_attacks import garbling, response_row, vote
from derivations.theorems.relaxations.simulated_attacks import sampled_histories, sampled_vote

LEVELS = (1.5, 2.0, 4.0)
RUNS = 100_000


@pytest.mark.parametrize("weights", [(0, 0, 1), (1, 1, 1), (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))])
@pytest.mark.parametrize("rule", ["at random", "for the truth", "against the truth"])
def test_the_bounds_hold_the_exact_rate(weights, rule) -> None:
    """False alarm 1e-9; the margin 0.0104 tells the rules of a vote with ties apart."""
    found = sampled_vote(LEVELS, 4, weights, RUNS, np.random.default_rng(17), rule=rule)
    assert found.low <= vote(LEVELS, 4, weights).error(rule) <= found.high
    assert found.high - found.low < 0.021


def test_the_rules_differ_by_more_than_the_margin() -> None:
    exact = vote(LEVELS, 4, (1, 1, 1))
    assert exact.error("for the truth") + 0.021 < exact.error("at random") < exact.error("against the truth") - 0.021


def test_histories_have_the_law_of_their_outputs() -> None:
    """100000 histories, five comparisons; Hoeffding at 0.011 has probability below 2 exp(-24.2) each, 4e-10 in all."""
    histories = sampled_histories(LEVELS, 3, RUNS, np.random.default_rng(5))
    for i, level in enumerate(LEVELS):
        assert abs((histories[:, i] == 0).mean() - response_row(level, 3)[0]) < 0.011
    for i in (1, 2):
        kept = garbling(LEVELS[i - 1], LEVELS[i], 3)[0]
        assert abs((histories[:, i] == histories[:, i - 1]).mean() - kept) < 0.011


def test_more_values_and_rounds_than_can_be_listed() -> None:
    levels = [1 + k / 10 for k in range(1, 41)]
    last = [0] * 39 + [1]
    found = sampled_vote(levels, 30, last, 20_000, np.random.default_rng(1))
    assert found.low <= 1 - levels[-1] / (levels[-1] + 29) <= found.high


def test_what_makes_no_sense_is_refused() -> None:
    rng = np.random.default_rng(0)
    for levels, size, runs in (((2.0, 1.5), 3, 10), ((1.0, 2.0), 3, 10), ((), 3, 10), ((2.0,), 1, 10), ((2.0,), 3, 0)):
        with pytest.raises(ValueError, match="increasing levels"):
            sampled_histories(levels, size, runs, rng)
    for weights, risk in (((1,), 0.1), ((1, -1), 0.1), ((1, 1), 0.0)):
        with pytest.raises(ValueError, match="need as many weights"):
            sampled_vote((1.5, 2.0), 3, weights, 10, rng, risk=risk)
