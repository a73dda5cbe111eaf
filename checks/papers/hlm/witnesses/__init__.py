"""Second witnesses of the paper's claims: its statements at exact points, sampled protocols, certified programs."""

from __future__ import annotations

from checks.claims.claim import Claim
from checks.claims.record import WitnessRecord
from checks.claims.verdict import Verdict
from checks.papers.hlm.witnesses.further import FURTHER
from checks.papers.hlm.witnesses.meanings import MEANINGS, SPACE
from checks.papers.hlm.witnesses.predicates import PREDICATES
from checks.papers.spellings import spellings
from checks.witness import StatementWitness
from checks.witness.meanings import NotEvaluatedError

WITNESS = StatementWitness(spellings("HLM"), MEANINGS, SPACE, PREDICATES)


def witnesses_of(claim: Claim, verdict: Verdict, seed: int) -> list[WitnessRecord]:
    """The second witnesses of a claim that is proved, refuted or corrected; each says whether it agrees."""
    if verdict not in (Verdict.PROVED, Verdict.REFUTED, Verdict.CORRECTED):
        return []
    return [*WITNESS.records(claim, verdict, seed), *(further(claim, seed) if verdict is not Verdict.REFUTED else ())]


def further(claim: Claim, seed: int) -> list[WitnessRecord]:
    """Witnesses of single claims, of those too that the logic states."""
    if claim.id not in FURTHER:
        return []
    try:
        return FURTHER[claim.id](claim, seed)
    except NotEvaluatedError as error:
        return [WitnessRecord("further witness", f"the print could not be evaluated: {error}", False)]
