"""Surveys simulated a second: `rrproof simulate` against loops over the clients of multi-freq-ldpy and pure-LDP.

The mechanism is k-ary randomised response with k = 16 and e^eps = 3. A survey asks 10,000 respondents, and
from their responses the 16 shares are estimated without bias. rrproof compares bias, variance, covariance and coverage
with the exact theory besides; the others only estimate. All run on one core, in one process.
"""

import math
from collections.abc import Callable, Hashable
from fractions import Fraction

import numpy as np
from multi_freq_ldpy.pure_frequency_oracles.GRR import GRR_Aggregator_MI

from benchmarks.sampling import CATEGORIES, SEED, X, generalised_response
from benchmarks.timing import Measurement, seconds
from checks.samplers.audit.peers import PEERS
from checks.samplers.simulation.simulation import simulate

RESPONDENTS = 10_000
RUNS = 2_000  # of rrproof; one by one a tenth of them
PEER_RUNS = 5  # each calls a client once a respondent
PRIOR = [Fraction(2 * (x + 1), CATEGORIES * (CATEGORIES + 1)) for x in range(CATEGORIES)]


def of_peer(client: Callable[[Hashable], Hashable], truths: list[int]) -> None:
    """One survey: a response of each respondent, and from these the shares."""
    reports = np.array([client(truth) for truth in truths])
    GRR_Aggregator_MI(reports, CATEGORIES, math.log(X))


def measure() -> list[Measurement]:
    design, epsilon = generalised_response(), math.log(X)
    clients = {
        "multi-freq-ldpy": PEERS["multi_freq_ldpy:GRR"].sampler(k=CATEGORIES, epsilon=epsilon),
        "pure-LDP": PEERS["pure_ldp:DEClient"].sampler(epsilon=epsilon, d=CATEGORIES),
    }
    truths = np.random.default_rng(SEED).choice(CATEGORIES, RESPONDENTS, p=[float(p) for p in PRIOR]).tolist()

    def ours(runs: int, *, one_by_one: bool) -> float:
        """Seconds of one survey; the theory is computed once for all of them."""
        return seconds(lambda: simulate(design, PRIOR, RESPONDENTS, runs, seed=SEED, one_by_one=one_by_one)) / runs

    ours(2, one_by_one=True)  # imports
    counted, sampled = ours(RUNS, one_by_one=False), ours(RUNS // 10, one_by_one=True)
    rows = [
        Measurement(
            f"rrproof simulate, {RESPONDENTS:,} respondents", f"{1 / counted:.0f} surveys/s", "with its theory"
        ),
        Measurement("the same, respondents one by one", f"{1 / sampled:.0f} surveys/s", "with its theory"),
    ]
    for name, client in clients.items():
        of_peer(client, truths[:2])  # compiles
        theirs = seconds(lambda: [of_peer(client, truths) for _ in range(PEER_RUNS)]) / PEER_RUNS  # noqa: B023
        compared = f"rrproof is {theirs / counted:.0f} x faster, one by one {theirs / sampled:.1f} x"
        rows.append(Measurement(f"a loop over the client of {name}", f"{1 / theirs:.1f} surveys/s", compared))
    return rows
