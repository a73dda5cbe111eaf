"""What a process of `rrproof export` does with a claim: verify it, and write its theorems for Coq."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from checks.claims.claim import Claim
from checks.claims.proofs import obligations
from checks.claims.record import ClaimRecord
from checks.papers.collection import verify_claim
from derivations.coq.export import Exported, export_theorems

EXPORT = f"{__name__}:export_claim"


@dataclass(frozen=True)
class ExportedClaim:
    """The record of a claim, and the file for Coq, if there is a theorem."""

    record: ClaimRecord
    exported: Exported | None

    def to_data(self) -> dict[str, Any]:
        """The record without its proof objects, which the file for Coq stands for."""
        return {**self.record.bare().to_data(), "made": asdict(self.exported) if self.exported else None}


def export_claim(claim: Claim, *, seed: int, budget: float) -> ExportedClaim:
    """Verify a claim; what is proved need not be checked again by the kernel that has just proved it."""
    record = verify_claim(claim, seed=seed, budget=budget)
    shown = [
        (f"{part} {obligation.label}".strip(), obligation.proof.theorem)
        for part, obligation in obligations(record)
        if obligation.proof is not None and obligation.proof.theorem is not None
    ]
    return ExportedClaim(record, export_theorems(record.id, record.statement, shown) if shown else None)


def exported_from(made: dict[str, Any]) -> Exported:
    """What the process has sent."""
    return Exported(**{**made, **{key: tuple(made[key]) for key in ("texts", "needs", "left_out", "axioms")}})
