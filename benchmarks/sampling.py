"""Responses sampled a second: rrproof, numpy's random numbers alone, and multi-freq-ldpy's client.

The mechanism is generalised (k-ary) randomised response with k = 16 and e^eps = 3: the truth with probability
3/18, each other category with probability 1/18. All run on one core, in one process, taking turns.
"""

import math
from fractions import Fraction

import numba
import numpy as np
from multi_freq_ldpy.pure_frequency_oracles.GRR import GRR_Client

from benchmarks.timing import Measurement, fastest
from mechanisms.design import Design
from mechanisms.protocols.sampling import sample

CATEGORIES = 16
X = 3  # e^eps
RESPONSES = 10_000_000
CLIENT_RESPONSES = 200_000  # the client is called once a respondent, so it gets fewer of them
SEED = 20_240_601
GOAL = 50e6  # responses a second a core


def generalised_response() -> Design:
    """Return the design P[x, y] = X / (X + k - 1) for y = x and 1 / (X + k - 1) otherwise."""
    total = X + CATEGORIES - 1
    return Design([[Fraction(X if y == x else 1, total) for y in range(CATEGORIES)] for x in range(CATEGORIES)])


@numba.njit
def client_in_a_compiled_loop(truths: np.ndarray, k: int, epsilon: float) -> np.ndarray:
    responses = np.empty_like(truths)
    for i in range(truths.size):
        responses[i] = GRR_Client(truths[i], k, epsilon)
    return responses


def measure() -> list[Measurement]:
    rng = np.random.default_rng(SEED)
    design, epsilon = generalised_response(), math.log(X)
    truths = rng.integers(CATEGORIES, size=RESPONSES)
    few = truths[:CLIENT_RESPONSES]
    client_in_a_compiled_loop(few[:2], CATEGORIES, epsilon)  # compiles
    counts = [RESPONSES, RESPONSES, CLIENT_RESPONSES, CLIENT_RESPONSES]
    times = fastest(
        [
            lambda: sample(design, truths, rng),
            lambda: rng.random(RESPONSES),
            lambda: [GRR_Client(truth, CATEGORIES, epsilon) for truth in few.tolist()],
            lambda: client_in_a_compiled_loop(few, CATEGORIES, epsilon),
        ],
        rounds=5,
    )
    ours, raw, client, compiled = (count / time for count, time in zip(counts, times, strict=True))

    def rate(value: float) -> str:
        return f"{value / 1e6:.2f} M/s"

    return [
        Measurement(
            f"rrproof, {CATEGORIES} categories",
            rate(ours),
            f"goal: {GOAL / 1e6:.0f} M/s, or at most 2 x the time of numpy alone",
        ),
        Measurement("numpy's random() alone", rate(raw), f"rrproof takes {raw / ours:.2f} x its time"),
        Measurement("multi-freq-ldpy GRR_Client", rate(client), f"rrproof is {ours / client:.0f} x faster"),
        Measurement("the same in a numba loop", rate(compiled), f"rrproof is {ours / compiled:.1f} x faster"),
    ]
