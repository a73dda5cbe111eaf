"""The model of the paper: how its names are spelt, and what the logic does not say, the margin of a normal law.

What the names mean, the statements of the logic say.
"""

from __future__ import annotations

from checks.claims.claim import Claim
from checks.claims.record import WitnessRecord
from checks.claims.verdict import Verdict
from checks.interpreter import Notation
from checks.papers.hlm.designs_by_programs import MEANINGS, further
from checks.papers.hlm.normal_margins import normal_margin
from checks.papers.hlm.normal_witness import normal_margin as witnessed_margin
from checks.papers.spellings import spellings
from checks.verifying.verification import PaperModel
from checks.witness import Space, StatementWitness
from mechanisms.exact.domain import Domain

VOCABULARY = spellings("HLM")
WITNESS = StatementWitness(VOCABULARY, MEANINGS, Space(()), {normal_margin.__name__: witnessed_margin})


def witnesses_of(claim: Claim, verdict: Verdict, seed: int) -> list[WitnessRecord]:
    """The second witness of what the logic does not state; it says whether it agrees."""
    return WITNESS.records(claim, verdict, seed)


MODEL = PaperModel(
    Notation(VOCABULARY, Domain()),
    {normal_margin.__name__: normal_margin},
    witnesses_of=witnesses_of,
    statement_witness=lambda statement: WITNESS,
    further_witnesses=further,
)
