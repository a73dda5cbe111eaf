"""Second witnesses of the paper's claims: its statements at exact points, summed over all runs of the protocols."""

from __future__ import annotations

from dataclasses import replace

from checks.claims.claim import Claim, Statement
from checks.claims.record import WitnessRecord
from checks.claims.verdict import Verdict
from checks.papers.mw.witnesses import regions
from checks.papers.mw.witnesses.meanings import meanings
from checks.papers.mw.witnesses.spaces import SPACE
from checks.papers.spellings import spellings
from checks.witness import StatementWitness


def statement_witness(statement: Statement) -> StatementWitness:
    """What evaluates a statement at points, where \\mathbf P stands for the matrix of EWRR3."""
    survey = meanings("P")
    names = replace(survey, names={**survey.names, **regions.NAMES})
    return StatementWitness(spellings("MW"), names, SPACE, {})


def witnesses_of(claim: Claim, verdict: Verdict, seed: int) -> list[WitnessRecord]:
    """The second witnesses of a claim that is proved, refuted or corrected; each says whether it agrees."""
    return statement_witness(claim.main.statement).records(claim, verdict, seed)
