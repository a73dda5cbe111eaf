"""The experiments run with seeds, against the derived means and variances; and votes over histories, counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp, log, sqrt
from typing import Any

from checks.claims.claim import Claim
from checks.claims.record import WitnessRecord
from checks.papers.pan.simulation import (
    FIRST_COUNTS,
    FIRST_LEVELS,
    SECOND_COUNTS,
    SECOND_LEVELS,
    estimates,
    relaxed_counts,
    sampled_estimates,
)
from checks.witness.sampled import FALSE_ALARM, mean_square_bounds
from derivations.theorems.relaxations.inference_attacks import response_row, vote

RUNS = 4000


def agreement(
    what: str, found: Any, share: float, variances: Sequence[float], proxies: Sequence[float], risk: float
) -> tuple[bool, str]:
    """Mean and mean squared deviation of estimates (runs, rounds) against a share and variances; each round apart."""
    runs = len(found)
    agrees, worst = True, 0.0
    for i, (variance, proxy) in enumerate(zip(variances, proxies, strict=True)):
        deviations = found[:, i] - share
        tolerance = sqrt(2 * proxy * log(4 / risk) / runs)
        low, high = mean_square_bounds(variance, proxy, runs, risk / 2)
        square = float((deviations**2).mean())
        agrees = agrees and abs(float(deviations.mean())) <= tolerance and low <= square <= high
        worst = max(worst, abs(square / variance - 1))
    return agrees, f"{what}: mean squares within {worst:.1%} of the variances"


def _record(parts: Sequence[tuple[bool, str]], seed: int, comparisons: int) -> list[WitnessRecord]:
    said = "; ".join(text for _, text in parts)
    summary = f"{RUNS} runs (seed {seed}), {comparisons} comparisons; {said}; false alarm at most {FALSE_ALARM:g}"
    return [WitnessRecord("simulated experiment", summary, all(agrees for agrees, _ in parts))]


def _relaxed_ones(rng: Any, risk: float) -> tuple[bool, str]:
    size = sum(FIRST_COUNTS)
    found = estimates(relaxed_counts(FIRST_COUNTS, FIRST_LEVELS, RUNS, rng), FIRST_LEVELS)[:, :, 1]
    variances = [level / (size * (level - 1) ** 2) for level in FIRST_LEVELS]
    proxies = [((level + 1) / (level - 1)) ** 2 / (4 * size) for level in FIRST_LEVELS]
    return agreement("relaxation", found, FIRST_COUNTS[1] / size, variances, proxies, risk)


def first_experiment(claim: Claim, seed: int) -> list[WitnessRecord]:
    """Ten rounds of relaxation: the mean 0.6 and the variance of (67)."""
    import numpy as np

    rng = np.random.default_rng([seed, 92])
    comparisons = 2 * len(FIRST_LEVELS)
    return _record([_relaxed_ones(rng, FALSE_ALARM / comparisons)], seed, comparisons)


def both_estimates(claim: Claim, seed: int) -> list[WitnessRecord]:
    """The relaxation and the noisy samples, against (67) and (68)."""
    import numpy as np

    rng = np.random.default_rng([seed, 93])
    rounds, size = len(FIRST_LEVELS), sum(FIRST_COUNTS)
    comparisons = 4 * rounds
    alpha, beta = exp(1) / (exp(1) + 1), exp(0.5) / (exp(0.5) + 1)
    found = sampled_estimates(FIRST_COUNTS, alpha, beta, rounds, RUNS, rng)
    limit = alpha * (1 - alpha) / (size * (1 - 2 * alpha) ** 2)
    per_report = beta * (1 - beta) / (size * (1 - 2 * beta) ** 2 * (1 - 2 * alpha) ** 2)
    variances = [per_report / k + limit for k in range(1, rounds + 1)]
    proxy = 1 / (4 * size * ((1 - 2 * alpha) * (1 - 2 * beta)) ** 2)
    share = FIRST_COUNTS[1] / size
    noisy = agreement("noisy samples", found, share, variances, [proxy] * rounds, FALSE_ALARM / comparisons)
    return _record([_relaxed_ones(rng, FALSE_ALARM / comparisons), noisy], seed, comparisons)


def second_experiment(claim: Claim, seed: int) -> list[WitnessRecord]:
    """Ten rounds with five values: means j/15 and the variances of the estimated shares."""
    import numpy as np

    rng = np.random.default_rng([seed, 98])
    size, values = sum(SECOND_COUNTS), len(SECOND_COUNTS)
    comparisons = 2 * values * len(SECOND_LEVELS)
    found = estimates(relaxed_counts(SECOND_COUNTS, SECOND_LEVELS, RUNS, rng), SECOND_LEVELS)
    parts = []
    for j, count in enumerate(SECOND_COUNTS):
        rows = [response_row(level, values) for level in SECOND_LEVELS]
        variances = [(count * p * (1 - p) + (size - count) * q * (1 - q)) / (size * (p - q)) ** 2 for p, q in rows]
        proxies = [1 / (4 * size * (p - q) ** 2) for p, q in rows]
        part = agreement(f"value {j + 1}", found[:, :, j], count / size, variances, proxies, FALSE_ALARM / comparisons)
        parts.append(part)
    return _record(parts, seed, comparisons)


def counted_votes(levels: Sequence[float], size: int) -> Callable[[Claim, int], list[WitnessRecord]]:
    """The exact error rates of the methods over all histories, none below the least error."""

    def record(claim: Claim, seed: int) -> list[WitnessRecord]:
        rounds = len(levels)
        weights = {
            "LO": [0] * (rounds - 1) + [1],
            "HF": [1] * rounds,
            "WHF": [log(x) for x in levels] if size == 2 else list(range(1, rounds + 1)),
        }
        least = 1 - levels[-1] / (levels[-1] + size - 1)
        errors = {name: vote(levels, size, w) for name, w in weights.items()}
        rates = {name: found.error("at random") for name, found in errors.items()}
        ends = {name: found.error("for the truth") for name, found in errors.items()}
        said = ", ".join(f"{name} {rate:.5f} (all ties won: {ends[name]:.5f})" for name, rate in rates.items())
        agrees = abs(rates["LO"] - least) < 1e-12 and all(end > least - 1e-12 for end in ends.values())
        summary = f"errors over all {size}^{rounds} histories, ties at random: {said}; least error {least:.5f}"
        return [WitnessRecord("enumeration of histories", summary, agrees)]

    return record


SIMULATED: Mapping[str, Callable[[Claim, int], list[WitnessRecord]]] = {
    "PAN-92": first_experiment,
    "PAN-93": both_estimates,
    "PAN-96": counted_votes(FIRST_LEVELS, 2),
    "PAN-98": second_experiment,
    "PAN-99": counted_votes(SECOND_LEVELS, 5),
}


def further_witnesses(claim: Claim, seed: int) -> list[WitnessRecord]:
    """What there is beside points of the statement: runs of the experiments, counts of all histories."""
    return SIMULATED[claim.id](claim, seed) if claim.id in SIMULATED else []
