"""Second witnesses of the part `continual` of the paper, at exact points."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checks.claims.claim import Claim
from checks.claims.record import WitnessRecord
from checks.papers.pan.vocabulary import VOCABULARY
from checks.reading import read_plain
from checks.witness import Meanings, Space
from mechanisms.exact.domain import above, integer

CLAIMS = (range(50, 72), range(118, 136))
SPACE = Space(
    (integer("m", 2), *(above(name, 1, closed=True) for name in ("x", "y", "x_before", "x_i"))),
    ties=tuple(read_plain(text, VOCABULARY) for text in ("eps1 = eps2", "eps_before = eps_i")),
)
MEANINGS = Meanings(
    names={},
    functions={},
    operators={},
    budgets={"eps1": "x", "eps2": "y", "eps_before": "x_before", "eps_i": "x_i", "eps_step": "x_step"},
)
FURTHER: Mapping[str, Callable[[Claim, int], list[WitnessRecord]]] = {}
