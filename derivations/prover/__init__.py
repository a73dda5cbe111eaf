"""Search for kernel proofs of sequents over the reals. Nothing in here is trusted."""

from derivations.prover.outcome import Disproved, Outcome, Proved, Unknown
from derivations.prover.prove import EFFORTS, find_failure, prove, prove_equal, prove_relation

__all__ = [
    "EFFORTS",
    "Disproved",
    "Outcome",
    "Proved",
    "Unknown",
    "find_failure",
    "prove",
    "prove_equal",
    "prove_relation",
]
