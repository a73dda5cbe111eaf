"""Sampled mechanisms: frequencies of responses against claimed probabilities, with the risk of a false alarm."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, log, sqrt

from checks.record import WitnessRecord

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
