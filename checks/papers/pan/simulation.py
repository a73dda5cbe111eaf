"""The experiments of section 6 with synthetic objects: relaxed responses and noisy samples, run by run.

Objects with the same true value and the same last output are alike, so that each round draws multinomial numbers of
them. The chances are those of the relaxation by Bayes' rule and of RAPPOR's two coins.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any

from derivations.theorems.relaxations.inference_attacks import garbling, response_row

SEED = 24012
FIRST_COUNTS = (400, 600)  # zeros, ones
SECOND_COUNTS = (100, 200, 300, 400, 500)
SECOND_LEVELS = tuple(exp(k / 10) for k in range(1, 11))


def sampling_levels(odds_alpha: float, odds_beta: float, rounds: int) -> tuple[float, ...]:
    """e^eps_ns(k) for k = 1, ..., rounds, by (65)."""
    powers = [odds_beta**k for k in range(1, rounds + 1)]
    return tuple((odds_alpha * t + 1) / (odds_alpha + t) for t in powers)


FIRST_LEVELS = sampling_levels(exp(1), exp(0.5), 10)


def transition(earlier: float, later: float, size: int, truth: int, before: int) -> list[float]:
    """The law of the next output given the last one and the true value: P(later) P(back)/P(earlier)."""
    back, wanted = garbling(earlier, later, size), response_row(later, size)
    divisor = response_row(earlier, size)[int(before != truth)]
    law = [wanted[int(o != truth)] * back[int(o != before)] / divisor for o in range(size)]
    whole = sum(law)
    return [chance / whole for chance in law]


def relaxed_counts(counts: Sequence[int], levels: Sequence[float], runs: int, rng: Any) -> Any:
    """Numbers of outputs of each value: an array of runs, rounds, values; `counts` are those of the true values."""
    import numpy as np

    size = len(counts)
    groups = np.zeros((runs, size, size), dtype=np.int64)  # true value, last output
    seen = np.zeros((runs, len(levels), size), dtype=np.int64)
    for i, level in enumerate(levels):
        following = np.zeros_like(groups)
        for truth, count in enumerate(counts):
            if i == 0:
                row = response_row(level, size)
                following[:, truth] = rng.multinomial(count, [row[int(o != truth)] for o in range(size)], runs)
                continue
            for before in range(size):
                law = transition(levels[i - 1], level, size, truth, before)
                following[:, truth] += rng.multinomial(groups[:, truth, before], law)
        groups = following
        seen[:, i] = groups.sum(axis=1)
    return seen


def estimates(seen: Any, levels: Sequence[float]) -> Any:
    """Estimated shares of the values, by inverting the mean: (observed share - q)/(p - q)."""
    import numpy as np

    size = seen.shape[2]
    rows = np.array([response_row(level, size) for level in levels])
    observed = seen / seen.sum(axis=2, keepdims=True)
    return (observed - rows[:, 1, None]) / (rows[:, 0] - rows[:, 1])[:, None]


def sampled_estimates(counts: Sequence[int], alpha: float, beta: float, rounds: int, runs: int, rng: Any) -> Any:
    """Estimated shares of ones from the noisy samples so far: an array of runs and rounds."""
    import numpy as np

    zeros, ones = counts
    stored = rng.binomial(ones, alpha, runs) + rng.binomial(zeros, 1 - alpha, runs)
    reported = [rng.binomial(stored, beta) + rng.binomial(zeros + ones - stored, 1 - beta) for _ in range(rounds)]
    share = np.cumsum(np.array(reported).T, axis=1) / ((zeros + ones) * np.arange(1, rounds + 1))
    stored_share = (share - (1 - beta)) / (2 * beta - 1)
    return (stored_share - (1 - alpha)) / (2 * alpha - 1)
