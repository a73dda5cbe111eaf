"""The model of the paper: what is read as it stands, numbers put into a formula; its experiments."""

from __future__ import annotations

from checks.claims.claim import Claim, Statement
from checks.claims.record import WitnessRecord
from checks.claims.verdict import Verdict
from checks.interpreter import Notation
from checks.papers.spellings import spellings
from checks.papers.szy.experiments import ENCODINGS
from checks.verifying.verification import PaperModel
from checks.witness import Meanings, Space, StatementWitness
from mechanisms.exact.domain import Domain, integer, within

PARAMETERS = (integer("N", 1), within("pi", 0, 1))
NOTATION = Notation(spellings("SZY"), Domain.of(*PARAMETERS), shown={"EY": "E(Y)", "VarY": "Var(Y)", "sum_X": "N_1"})
WITNESS = StatementWitness(NOTATION.vocabulary, Meanings({}, {}, {}, {}), Space(PARAMETERS), {})


def statement_witness(statement: Statement) -> StatementWitness | None:
    """What evaluates a statement apart from the proofs; None for what is only simulated."""
    return None if statement.encode else WITNESS


def witnesses_of(claim: Claim, verdict: Verdict, seed: int) -> list[WitnessRecord]:
    """The second witnesses of a claim that is read as it stands."""
    witness = statement_witness(claim.main.statement)
    return witness.records(claim, verdict, seed) if witness is not None else []


MODEL = PaperModel(NOTATION, ENCODINGS, witnesses_of=witnesses_of, statement_witness=statement_witness)
