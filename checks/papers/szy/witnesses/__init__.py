"""Second witnesses of the paper's claims: a formula that is read as it stands, evaluated from the protocols."""

from __future__ import annotations

from checks.claims.claim import Claim, Statement
from checks.claims.record import WitnessRecord
from checks.claims.verdict import Verdict
from checks.papers.szy.vocabulary import VOCABULARY
from checks.papers.szy.witnesses import at_budgets
from checks.witness import StatementWitness

AT_BUDGETS = StatementWitness(VOCABULARY, at_budgets.MEANINGS, at_budgets.SPACE, {})


def statement_witness(statement: Statement) -> StatementWitness | None:
    """What evaluates a statement apart from the proofs; None for what is stated by hand, or only simulated."""
    return AT_BUDGETS if statement.at and not statement.encode else None


def witnesses_of(claim: Claim, verdict: Verdict, seed: int) -> list[WitnessRecord]:
    """The second witnesses of a claim that is proved, refuted or corrected; each says whether it agrees."""
    if verdict not in (Verdict.PROVED, Verdict.REFUTED, Verdict.CORRECTED):
        return []
    witness = statement_witness(claim.main.statement)
    return witness.records(claim, verdict, seed) if witness is not None else []
