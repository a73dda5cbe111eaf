"""Changed prints of Ma and Wang: changed sets, and words that are bound to their statements."""

from dataclasses import replace
from fractions import Fraction

import pytest

from checks.claims.claim import Statement
from checks.claims.claim_words import are_read
from checks.papers.collection import load_paper, paper_model
from checks.papers.mw.surveys import SURVEYS
from checks.verifying.discharge import discharge
from checks.verifying.verification import statement_parts
from derivations.algebra.linear_algebra import determinant
from derivations.estimation.sampling_model import design_rows
from derivations.prover.deadline import Deadline

MODEL = paper_model("MW")
CLAIMS = {claim.id: claim for claim in load_paper("MW").claims}
DEFINITIONS = load_paper("MW").definitions


def statement_of(claim_id: str) -> Statement:
    """The statement that is proved: the corrected one, if there is one."""
    claim = CLAIMS[claim_id]
    return claim.correction.statement if claim.correction else claim.main.statement


def is_refuted(claim_id: str, statement: Statement) -> bool:
    """Whether a part of the statement has a counterexample."""
    parts = statement_parts(CLAIMS[claim_id], statement, MODEL)
    return any(discharge(p, MODEL.notation.domain, Deadline(5)).refuted for p in parts if hasattr(p, "sequent"))


@pytest.mark.parametrize(("claim_id", "old", "new"), [("MW-93", "<p<1", r"<p\leq 1"), ("MW-96", "|0<p", r"|0\leq p")])
def test_an_element_without_a_value_of_the_condition_is_not_in_the_set(claim_id: str, old: str, new: str) -> None:
    statement = statement_of(claim_id)
    changed = replace(statement, latex=tuple(text.replace(old, new) for text in statement.latex))
    assert changed != statement
    assert not is_refuted(claim_id, changed)
    witness = MODEL.statement_witness(changed)
    assert witness is not None
    assert witness.survey(changed, 0, generic=6, boundary=12).failure is None


@pytest.mark.parametrize("claim_id", ["MW-06", "MW-33", "MW-34", "MW-39", "MW-40", "MW-41", "MW-45", "MW-62", "MW-65"])
def test_changed_words_are_unread(claim_id: str) -> None:
    claim = CLAIMS[claim_id]
    assert are_read(claim, DEFINITIONS)
    if claim.prose:
        assert not are_read(
            replace(
                claim,
                prose=claim.prose.replace("are", "are not").replace("reaches", "misses").replace("yields", "excludes"),
            ),
            DEFINITIONS,
        )
    else:
        reading = claim.main
        changed = replace(reading, statement=replace(reading.statement, latex=(*reading.statement.latex, "N>0")))
        assert not are_read(replace(claim, readings=(changed,)), DEFINITIONS)


@pytest.mark.parametrize(
    ("matrix", "point"),
    [
        ("P_ddagger", {"p1": Fraction(1), "p2": Fraction(1, 2)}),
        ("P_club", {"p1": Fraction(2, 3), "p2": Fraction(0), "q": Fraction(1)}),
    ],
)
def test_where_pi_1_is_not_estimable_pi_0_is(matrix: str, point: dict[str, Fraction]) -> None:
    """The hypotheses of Corollaries 4 and 5 admit designs without inverse, in which 0 and the rest are told apart."""
    rows = design_rows(SURVEYS[matrix]().design)
    assert determinant(rows).evaluate(point) == 0
    assert rows[1][0] == rows[2][0]
    assert (rows[0][0] - rows[1][0]).evaluate(point) != 0
