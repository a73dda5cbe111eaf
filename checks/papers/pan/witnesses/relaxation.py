"""Second witnesses of the part `relaxation` of the paper, at exact points."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checks.claims.claim import Claim
from checks.claims.record import WitnessRecord
from checks.papers.pan.notation import continual
from checks.papers.pan.notation.relaxation import PARAMETERS
from checks.papers.pan.vocabulary import VOCABULARY
from checks.papers.pan.witnesses.rounds import BUDGETS, LABELS, RoundsSpace, elements, probability, sum_over_values
from checks.reading import read_plain
from checks.witness import Meanings
from checks.witness.evaluator import Evaluator
from checks.witness.regions import Region, finite

CLAIMS = (range(1, 50), range(100, 118))
SPACE = RoundsSpace(
    (*PARAMETERS, *continual.PARAMETERS),
    conditions=(read_plain("p_ba + p_bb <= 1", VOCABULARY),),
    ties=tuple(read_plain(text, VOCABULARY) for text in ("eps1 = eps2", "p_aa = p_bb", "p_ba = 1 - p_bb")),
)


def values_of(point: Evaluator) -> Region:
    """[m]"""
    return finite([(point.of(value),) for value in elements(point)], 1)


def _label(value: int) -> Callable[[Evaluator], int]:
    return lambda point: value


MEANINGS = Meanings(
    names={"values": values_of, **{label: _label(value) for label, value in LABELS.items()}},
    functions={},
    operators={"Pr": probability},
    budgets={**BUDGETS, **continual.EXPONENTIALS},
    sums=sum_over_values,
)
FURTHER: Mapping[str, Callable[[Claim, int], list[WitnessRecord]]] = {}
