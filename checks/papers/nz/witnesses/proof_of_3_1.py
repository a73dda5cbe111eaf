"""The proof of Theorem 3.1 at one point: designs compared by decision problems."""

from __future__ import annotations

from fractions import Fraction

from checks.papers.nz.witnesses.beliefs import all_hold
from checks.papers.nz.witnesses.orders import is_better
from checks.papers.nz.witnesses.worlds import erasure
from checks.witness import Evaluator
from checks.witness.statement import Predicate, Trees


def more_silence_is_worse(point: Evaluator, trees: Trees) -> bool:
    """P_a against P_0 for several a: P_0 is better where the print holds, and where it fails they are the same."""
    phi = point.values["phi"]
    for a in ((phi - 1) * Fraction(n, 4) for n in range(5)):
        if all_hold(point.at(a=a), trees) != is_better(erasure(2, phi), erasure(2, 1 + a)):
            return False
    return True


PREDICATES: dict[str, Predicate] = {"more_silence_is_worse": more_silence_is_worse}
