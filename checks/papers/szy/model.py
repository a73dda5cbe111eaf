"""The model of the paper: its notation, its experiments, the scripts that prove its statements."""

from __future__ import annotations

from checks.claims.claim import Claim, Statement
from checks.claims.record import WitnessRecord
from checks.claims.verdict import Verdict
from checks.papers.szy.experiments import ENCODINGS
from checks.papers.szy.notation import NOTATION, WITNESS
from checks.papers.szy.proofs import SCRIPTS
from checks.verifying.verification import PaperModel
from checks.witness import StatementWitness


def statement_witness(statement: Statement) -> StatementWitness | None:
    """What evaluates a statement apart from the proofs; None for what is only simulated."""
    return None if statement.encode else WITNESS


def witnesses_of(claim: Claim, verdict: Verdict, seed: int) -> list[WitnessRecord]:
    """The second witnesses of a claim that is read as it stands."""
    witness = statement_witness(claim.main.statement)
    return witness.records(claim, verdict, seed) if witness is not None else []


MODEL = PaperModel(NOTATION, ENCODINGS, witnesses_of=witnesses_of, statement_witness=statement_witness, scripts=SCRIPTS)
