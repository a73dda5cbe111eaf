"""Second witnesses of the part `continual` of the paper, at exact points."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checks.claim import Claim
from checks.record import WitnessRecord
from checks.witness import Meanings, Space
from checks.witness.statement import Predicate

CLAIMS = (range(50, 72), range(118, 136))
SPACE = Space(())
MEANINGS = Meanings(names={}, functions={}, operators={}, budgets={})
PREDICATES: Mapping[str, Predicate] = {}
FURTHER: Mapping[str, Callable[[Claim, int], list[WitnessRecord]]] = {}
