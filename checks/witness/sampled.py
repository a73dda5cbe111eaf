"""Sampled mechanisms: frequencies of responses against claimed probabilities, with the risk of a false alarm."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, log, sqrt

from checks.claims.record import WitnessRecord

FALSE_ALARM = 1e-9  # probability at most of a disagreement when the claim is right


def tolerance(draws: int, comparisons: int) -> float:
    """h with P(any of the comparisons deviates by more than h) <= FALSE_ALARM, by Hoeffding and the union bound."""
    return sqrt(log(2 * comparisons / FALSE_ALARM) / (2 * draws))


def power_statement(draws: int, comparisons: int) -> str:
    """What deviation is found, and how surely."""
    h = tolerance(draws, comparisons)
    return f"deviations beyond {2 * h:.4f} are found with probability at least 1 - {FALSE_ALARM:g}"


def frequency_witness(what: str, pairs: list[tuple[int, Fraction]], draws: int, seed: int) -> WitnessRecord:
    """Compare counts among `draws` with the claimed probabilities."""
    h = tolerance(draws, len(pairs))
    worst = max(abs(count / draws - float(p)) for count, p in pairs)
    summary = (
        f"{what}: {draws} responses sampled from the protocol (seed {seed}), largest deviation {worst:.5f} of "
        f"{len(pairs)} frequencies, bound {ceil(h * 1e5) / 1e5:.5f} (Hoeffding, false alarm at most {FALSE_ALARM:g}); "
        f"{power_statement(draws, len(pairs))}"
    )
    return WitnessRecord("sampled mechanism", summary, worst <= h)


def mean_square_bounds(variance: float, proxy: float, runs: int, risk: float) -> tuple[float, float]:
    """Bounds that the mean of D^2 over independent runs leaves with probability at most `risk`, where E D^2 = variance.

    E exp(l D) <= exp(l^2 proxy/2) is assumed. So E exp(l D^2) <= (1 - 2 l proxy)^(-1/2), and Chernoff's bound limits
    the mean from above; from below Bernstein's one-sided bound does, with E D^4 <= 16 proxy^2.
    """
    tail = log(2 / risk) / runs
    return max(0.0, variance - proxy * sqrt(32 * tail)), proxy * _largest_ratio(2 * tail)


def _largest_ratio(excess: float) -> float:
    """The a > 1 with a - 1 - log a = excess."""
    low, high = 1.0, 2.0 + 2 * excess + 2 * sqrt(excess)
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if middle - 1 - log(middle) < excess else (low, middle)
    return high
