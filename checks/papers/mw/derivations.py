"""Which derivation is shown with which claim."""

from __future__ import annotations

from checks.papers.mw.derivations_bounds import DERIVATIONS_BOUNDS
from checks.papers.mw.derivations_framework import DERIVATIONS_FRAMEWORK
from derivations.steps import Derivation

DERIVATIONS = {**DERIVATIONS_FRAMEWORK, **DERIVATIONS_BOUNDS}


def derivation_of(claim_id: str) -> Derivation | None:
    """The derivation of what the claim speaks of, if there is one."""
    derive = DERIVATIONS.get(claim_id)
    return derive() if derive is not None else None
