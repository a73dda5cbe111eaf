"""Which derivation is shown with which claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checks.papers.szy.derivations_2_4 import DERIVATIONS_2_4
from checks.papers.szy.derivations_5_7 import DERIVATIONS_5_7
from derivations.steps import Derivation

DERIVATIONS: Mapping[str, Callable[[], Derivation]] = {**DERIVATIONS_2_4, **DERIVATIONS_5_7}


def derivation_of(claim_id: str) -> Derivation | None:
    """The derivation of what the claim speaks of, if there is one."""
    derive = DERIVATIONS.get(claim_id)
    return derive() if derive is not None else None
