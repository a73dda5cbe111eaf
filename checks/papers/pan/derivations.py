"""Which derivation is shown with which claim."""

from __future__ import annotations

from checks.papers.pan.derivations_continual import DERIVATIONS_CONTINUAL
from checks.papers.pan.derivations_estimation import DERIVATIONS_ESTIMATION
from checks.papers.pan.derivations_relaxation import DERIVATIONS_RELAXATION
from derivations.steps import Derivation

DERIVATIONS = {**DERIVATIONS_RELAXATION, **DERIVATIONS_CONTINUAL, **DERIVATIONS_ESTIMATION}


def derivation_of(claim_id: str) -> Derivation | None:
    """The derivation of what the claim speaks of, if there is one."""
    derive = DERIVATIONS.get(claim_id)
    return derive() if derive is not None else None
