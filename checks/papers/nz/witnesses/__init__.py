"""Second witnesses of the paper's claims: its statements at exact points, summed over all runs of the protocols.

`MEANINGS` says what the names mean at a point, `SPACE` where points are taken; an encoding may have a space of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checks.claims.claim import Claim, Statement
from checks.claims.record import WitnessRecord
from checks.claims.verdict import Verdict
from checks.papers.nz.vocabulary import VOCABULARY
from checks.papers.nz.witnesses import criteria, diversity
from checks.witness import Meanings, Space, StatementWitness

MEANINGS = Meanings(
    names={**criteria.NAMES, **diversity.NAMES},
    functions={**criteria.FUNCTIONS, **diversity.FUNCTIONS},
    operators={**criteria.OPERATORS, **diversity.OPERATORS},
    budgets={"eps": "gamma"},
)
PREDICATES = {**criteria.PREDICATES, **diversity.PREDICATES}
SPACES: Mapping[str, Space] = {**criteria.SPACES, **diversity.SPACES}
SAMPLED: Mapping[str, Callable[[Claim, int], WitnessRecord]] = {**criteria.SAMPLED, **diversity.SAMPLED}


def statement_witness(statement: Statement) -> StatementWitness:
    """What evaluates a statement at points, with the points that its encoding needs."""
    return StatementWitness(VOCABULARY, MEANINGS, SPACES.get(statement.encode, criteria.SPACE), PREDICATES)


def witnesses_of(claim: Claim, verdict: Verdict, seed: int) -> list[WitnessRecord]:
    """The second witnesses of a claim that is proved, refuted or corrected; each says whether it agrees."""
    if verdict not in (Verdict.PROVED, Verdict.REFUTED, Verdict.CORRECTED):
        return []
    records = statement_witness(claim.main.statement).records(claim, verdict, seed)
    if verdict is not Verdict.REFUTED and claim.id in SAMPLED:
        records.append(SAMPLED[claim.id](claim, seed))
    return records
