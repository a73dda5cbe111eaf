"""Optimal staircase mechanisms with their certificates: all subsets of 16 truths, column generation at 40 truths.

The priors are random multiples of 1/1000003 (16 truths, so that nearly all 65,536 subsets have values of their own)
and of 1/1000 (40 truths). Times are of the process, all exact work and the check by the kernel included.
"""

import random
import time
from fractions import Fraction
from itertools import pairwise

from benchmarks.timing import Measurement
from lp.staircases.optimum import StaircaseOptimum, staircase_optimum

LEVEL = Fraction(3)  # e^eps
SEED = 20_240_602
ENUMERATED, SCALE = 16, 1_000_003
GENERATED, COARSE_SCALE = 40, 1_000
GOAL = 10  # seconds for all subsets of 16 truths


def random_prior(truths: int, scale: int, rng: random.Random) -> list[Fraction]:
    """Return positive multiples of 1/scale of sum 1, by random cuts."""
    cuts = [0, *sorted(rng.sample(range(1, scale), truths - 1)), scale]
    return [Fraction(b - a, scale) for a, b in pairwise(cuts)]


def timed(objective: str, prior: list[Fraction]) -> tuple[float, StaircaseOptimum]:
    """Return the process time in seconds and the optimum."""
    start = time.process_time()
    found = staircase_optimum(objective, LEVEL, prior=prior)
    return time.process_time() - start, found


def measure() -> list[Measurement]:
    rng = random.Random(SEED)
    rows = []
    for truths, scale, way in (
        (ENUMERATED, SCALE, f"all {2**ENUMERATED:,} subsets; goal: {GOAL} s"),
        (GENERATED, COARSE_SCALE, f"column generation, 2^{GENERATED} subsets"),
    ):
        prior = random_prior(truths, scale, rng)
        for objective in ("mutual-information", "chi-square"):
            seconds, found = timed(objective, prior)
            proved = "optimal, every sign decided" if found.is_optimal else "not decided"
            gap = "exact" if found.gap == 0 else f"bounds {float(found.gap):.0e} apart"
            share = found.optimum.facts.solver_seconds / seconds
            rows.append(
                Measurement(
                    f"{objective}, {truths} truths", f"{seconds:.2f} s", f"{way}; {proved}, {gap}; HiGHS {share:.0%}"
                )
            )
    return rows
