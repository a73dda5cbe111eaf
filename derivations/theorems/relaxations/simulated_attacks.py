"""Error rates of guesses from a history of relaxed responses where enumeration does not reach: sampled, with bounds.

Histories are drawn backwards as in `derivations.theorems.relaxations.inference_attacks`, where the exact rates are: the
last output by the standard response of the last level, each earlier one by garbling the one after it. By symmetry the
true value is 0. Each history gives a chance of error in [0, 1] (ties broken at random count with their share), so that
the mean over independent histories is within sqrt(log(2/risk)/(2 runs)) of the error rate, but for a probability of at
most `risk` (Hoeffding). Source: Pan, Randomized Response with Gradual Release of Privacy Budget, section 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm, log, sqrt
from typing import TYPE_CHECKING, Any

from derivations.theorems.relaxations.inference_attacks import TieRule, garbling, response_row
from mechanisms.exact.notebook import Shown

if TYPE_CHECKING:
    import numpy as np

TRUTH = 0


@dataclass(frozen=True)
class SampledError(Shown):
    """The observed error rate of so many histories; the rate is in [low, high] but for a probability `risk`."""

    rate: float
    low: float
    high: float
    runs: int
    risk: float


def sampled_histories(levels: Sequence[float], size: int, runs: int, rng: np.random.Generator) -> Any:
    """An array of `runs` histories, one output for each level e^eps > 1, given the true value 0 of `size` values."""
    import numpy as np

    if size < 2 or runs < 1 or not levels or levels[0] <= 1 or any(a > b for a, b in pairwise(levels)):
        raise ValueError("histories have increasing levels above 1, two values and one run at least")
    histories = np.empty((runs, len(levels)), dtype=np.int64)
    kept, _ = response_row(levels[-1], size)
    histories[:, -1] = _kept_or_other(np.full(runs, TRUTH), kept, size, rng)
    for i in range(len(levels) - 1, 0, -1):
        kept, _ = garbling(levels[i - 1], levels[i], size)
        histories[:, i - 1] = _kept_or_other(histories[:, i], kept, size, rng)
    return histories


def _kept_or_other(values: Any, kept: float, size: int, rng: np.random.Generator) -> Any:
    """Each value with the probability `kept`, else one of the others, uniformly."""
    import numpy as np

    others = (values + rng.integers(1, size, len(values))) % size
    return np.where(rng.random(len(values)) < float(kept), values, others)


def sampled_vote(
    levels: Sequence[float],
    size: int,
    weights: Sequence[int | Fraction],
    runs: int,
    rng: np.random.Generator,
    *,
    rule: TieRule = "at random",
    risk: float = 1e-9,
) -> SampledError:
    """The error rate of the vote with these weights, which are exact numbers so that ties are seen.

    ValueError unless there is one weight, not negative, a level, and 0 < risk < 1.
    """
    import numpy as np

    exact = [Fraction(w) for w in weights]
    if len(exact) != len(levels) or any(w < 0 for w in exact) or not 0 < risk < 1:
        raise ValueError(f"{len(levels)} levels need as many weights that are not negative, and a risk between 0 and 1")
    scale = lcm(*(w.denominator for w in exact))
    scores = np.zeros((runs, size), dtype=np.int64)
    everyone = np.arange(runs)
    for outputs, weight in zip(sampled_histories(levels, size, runs, rng).T, exact, strict=True):
        scores[everyone, outputs] += int(weight * scale)
    best = scores.max(axis=1)
    among_best = scores[:, TRUTH] == best
    winners = (scores == best[:, None]).sum(axis=1)
    share = {"at random": 1 / winners, "for the truth": np.ones(runs), "against the truth": winners == 1}[rule]
    rate = 1 - float((among_best * share).mean())
    margin = sqrt(log(2 / risk) / (2 * runs))
    return SampledError(rate, max(0.0, rate - margin), min(1.0, rate + margin), runs, risk)
