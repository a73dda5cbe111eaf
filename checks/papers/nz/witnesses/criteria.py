"""The statements of sections 1 to 3 and the proof of Theorem 3.1 at one point, by enumeration and plain arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from checks.claims.claim import Claim
from checks.claims.record import WitnessRecord
from checks.reading import syntax as tree
from checks.witness import Evaluator, Space
from checks.witness.numbers import Numeric
from checks.witness.sampled import frequency_witness
from checks.witness.statement import Predicate
from mechanisms.catalogue.subset_responses import ERASED, erasure
from mechanisms.exact.domain import above, integer, within

NAMES: Mapping[str, Callable[[Evaluator], Any]] = {}
FUNCTIONS: Mapping[str, Callable[[Evaluator, tree.Apply], Numeric]] = {}
OPERATORS: Mapping[str, Callable[[Evaluator, tree.Operate], Numeric]] = {}
PREDICATES: Mapping[str, Predicate] = {}
SPACES: Mapping[str, Space] = {}
DRAWS, SAMPLED_PHI = 3000, Fraction(8, 5)


def sampled_erasure(size: int) -> Callable[[Claim, int], WitnessRecord]:
    """Responses of P_0 sampled for each category, against phi - 1 for its name and 2 - phi for nothing."""

    def witness(claim: Claim, seed: int) -> WitnessRecord:
        import numpy as np

        rng, protocol = np.random.default_rng(seed), erasure(size).protocol
        pairs: list[tuple[int, Fraction]] = []
        for truth in range(1, size + 1):
            answers = protocol.sample([truth] * DRAWS, rng, phi=SAMPLED_PHI)
            pairs += [(answers.count(truth), SAMPLED_PHI - 1), (answers.count(ERASED), 2 - SAMPLED_PHI)]
        return frequency_witness(f"P_0 for k = {size} at phi = {SAMPLED_PHI}", pairs, DRAWS, seed)

    return witness


SAMPLED: Mapping[str, Callable[[Claim, int], WitnessRecord]] = {
    "NZ-34": sampled_erasure(2),
    "NZ-43": sampled_erasure(3),
}
SPACE = Space(
    (
        integer("k", 2),
        integer("n", 1),
        above("gamma", 1),
        within("phi", 0, 2),
        above("beta", 1, closed=True),
        within("rho1", 0, 1),
        within("rho2", 0, 1),
        within("pi_i", 0, 1),
        within("pi_j", 0, 1),
    )
)
"""Points for statements that need no others."""
