"""Which derivation is shown with which claim."""

from __future__ import annotations

from checks.papers.hlm.derivations_optimum import DERIVATIONS_V_VII
from checks.papers.hlm.derivations_survey import DERIVATIONS_II_IV
from derivations.steps import Derivation

DERIVATIONS = {**DERIVATIONS_II_IV, **DERIVATIONS_V_VII}


def derivation_of(claim_id: str) -> Derivation | None:
    """The derivation of what the claim speaks of, if there is one."""
    derive = DERIVATIONS.get(claim_id)
    return derive() if derive is not None else None
