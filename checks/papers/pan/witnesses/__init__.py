"""Second witnesses of the paper's claims: its statements at exact points, summed over all runs of the protocols.

Each part of the paper has its own points and meanings; a claim belongs to a part by its number, a statement that comes
without its claim to the part of a claim that has it.
"""

from __future__ import annotations

from checks.claims.claim import Claim, Statement
from checks.claims.record import WitnessRecord
from checks.claims.verdict import Verdict
from checks.papers.collection import load_paper
from checks.papers.pan.vocabulary import VOCABULARY
from checks.papers.pan.witnesses import continual, estimation, relaxation
from checks.witness import StatementWitness
from checks.witness.meanings import NotEvaluatedError

PARTS = (relaxation, continual, estimation)
SETTINGS = frozenset({"m", "N", "eps_alpha", "eps_beta"})
"""A statement about m = 2 is one about every binary response, not an example; so are one size of an experiment and
its guarantees, where the number of rounds is free."""


WITNESSES = tuple(StatementWitness(VOCABULARY, part.MEANINGS, part.SPACE, {}, SETTINGS) for part in PARTS)


def part_of(number: int) -> int:
    """The index of the part that the claim of this number belongs to."""
    return next(i for i, part in enumerate(PARTS) if any(number in numbers for numbers in part.CLAIMS))


def statement_witness(statement: Statement) -> StatementWitness:
    """What evaluates a statement at points: by the part whose claims have the statement."""
    for claim in load_paper("PAN").claims:
        statements = [reading.statement for reading in claim.readings]
        if claim.correction is not None:
            statements.append(claim.correction.statement)
        if any((s.encode, s.domain, s.at) == (statement.encode, statement.domain, statement.at) for s in statements):
            return WITNESSES[part_of(int(claim.id.removeprefix("PAN-")))]
    return WITNESSES[0]


def witnesses_of(claim: Claim, verdict: Verdict, seed: int) -> list[WitnessRecord]:
    """The second witnesses of a claim that is proved, refuted or corrected; each says whether it agrees."""
    if verdict not in (Verdict.PROVED, Verdict.REFUTED, Verdict.CORRECTED):
        return []
    records = WITNESSES[part_of(int(claim.id.removeprefix("PAN-")))].records(claim, verdict, seed)
    return [*records, *further_witnesses(claim, seed)] if verdict is not Verdict.REFUTED else records


def further_witnesses(claim: Claim, seed: int) -> list[WitnessRecord]:
    """What there is beside points of the statement: runs of the experiments, counts of all histories."""
    further = PARTS[part_of(int(claim.id.removeprefix("PAN-")))].FURTHER
    if claim.id not in further:
        return []
    try:
        return list(further[claim.id](claim, seed))
    except NotEvaluatedError as error:
        return [WitnessRecord("further witness", f"the print could not be evaluated: {error}", False)]
