"""Which derivation is shown with which claim."""

from __future__ import annotations

from checks.papers.nz.derivations_criteria import DERIVATIONS as CRITERIA
from checks.papers.nz.derivations_diversity import DERIVATIONS as DIVERSITY
from derivations.steps import Derivation

DERIVATIONS = {**CRITERIA, **DIVERSITY}


def derivation_of(claim_id: str) -> Derivation | None:
    """The derivation of what the claim speaks of, if there is one."""
    derive = DERIVATIONS.get(claim_id)
    return derive() if derive is not None else None
