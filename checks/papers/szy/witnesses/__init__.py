"""Second witnesses of the paper's claims: towns of a few people whose surveys are run through, run by run."""

from __future__ import annotations

from checks.claims.claim import Claim, Statement
from checks.claims.record import WitnessRecord
from checks.claims.verdict import Verdict
from checks.papers.szy.vocabulary import VOCABULARY
from checks.papers.szy.witnesses import at_budgets, budget_predicates
from checks.papers.szy.witnesses.meanings import MEANINGS, SPACE
from checks.papers.szy.witnesses.predicates import PREDICATES
from checks.witness import StatementWitness

IN_SMALL_TOWNS = StatementWitness(VOCABULARY, MEANINGS, SPACE, PREDICATES)

AT_BUDGETS = StatementWitness(VOCABULARY, at_budgets.MEANINGS, at_budgets.SPACE, budget_predicates.PREDICATES)


def statement_witness(statement: Statement) -> StatementWitness | None:
    """What evaluates a statement apart from the proofs; None for what no town can tell."""
    if statement.encode in budget_predicates.PREDICATES or (statement.at and not statement.encode):
        return AT_BUDGETS
    return IN_SMALL_TOWNS if statement.encode in PREDICATES else None


def witnesses_of(claim: Claim, verdict: Verdict, seed: int) -> list[WitnessRecord]:
    """The second witnesses of a claim that is proved, refuted or corrected; each says whether it agrees."""
    if verdict not in (Verdict.PROVED, Verdict.REFUTED, Verdict.CORRECTED):
        return []
    witness = statement_witness(claim.main.statement)
    return witness.records(claim, verdict, seed) if witness is not None else []
