"""Sampled protocols of local l-diversity and of subset selection against the laws found by counting sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations

from checks.claims.claim import Claim
from checks.claims.record import WitnessRecord
from checks.witness.sampled import frequency_witness
from mechanisms.catalogue import subset_responses as catalogue
from mechanisms.catalogue.mechanism import Mechanism

CATEGORIES, SIZE, GAMMA = 5, 3, Fraction(7, 2)
DRAWS = 3000  # for each truth
Law = Callable[[int, frozenset[int]], Fraction]


def diverse(claim: Claim, seed: int) -> WitnessRecord:
    """All sets with the truth in them are equally likely."""

    def law(truth: int, z: frozenset[int]) -> Fraction:
        others = [c for c in range(CATEGORIES) if c != truth]
        sets = [frozenset((truth, *chosen)) for chosen in combinations(others, SIZE - 1)]
        return Fraction(sets.count(z), len(sets))

    return _compared(catalogue.local_diversity(CATEGORIES, SIZE), law, {}, seed)


def selected(claim: Claim, seed: int) -> WitnessRecord:
    """A set with the truth in it weighs gamma, another one 1."""
    sets = [frozenset(z) for z in combinations(range(CATEGORIES), SIZE)]

    def law(truth: int, z: frozenset[int]) -> Fraction:
        weight = sum((GAMMA if truth in s else Fraction(1) for s in sets), Fraction(0))
        return (GAMMA if truth in z else Fraction(1)) / weight

    return _compared(catalogue.subset_selection(CATEGORIES, SIZE), law, {"gamma": GAMMA}, seed)


def _compared(mechanism: Mechanism, law: Law, values: Mapping[str, Fraction], seed: int) -> WitnessRecord:
    import numpy as np

    rng = np.random.default_rng(seed)
    pairs: list[tuple[int, Fraction]] = []
    for truth in range(CATEGORIES):
        answers = list(mechanism.protocol.sample([truth + 1] * DRAWS, rng, **values))
        for z in combinations(range(CATEGORIES), SIZE):
            bits = tuple(int(c in z) for c in range(CATEGORIES))
            pairs.append((answers.count(bits), law(truth, frozenset(z))))
    return frequency_witness(mechanism.title, pairs, DRAWS, seed)


SAMPLED: Mapping[str, Callable[[Claim, int], WitnessRecord]] = {"NZ-68": diverse, "NZ-90": selected}
