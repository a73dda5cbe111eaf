"""Changed prints of Sun, Zhou and Yan, sections 2 to 4: estimators exist, indices are read, members are counted."""

import math
from dataclasses import replace

import pytest

from checks.claims.claim import Statement
from checks.claims.verdict import Verdict, judge_reading
from checks.papers.collection import load_paper, paper_model, verify_claim
from checks.verifying.verification import judge_statement
from derivations.prover.deadline import Deadline

MODEL = paper_model("SZY")
CLAIMS = {claim.id: claim for claim in load_paper("SZY").claims}


def statement_of(claim_id: str) -> Statement:
    """The statement that is proved: the corrected one, if there is one."""
    claim = CLAIMS[claim_id]
    return claim.correction.statement if claim.correction else claim.main.statement


def verdict(claim_id: str, statement: Statement) -> Verdict:
    """What becomes of a changed statement of a claim, but for what is argued in words."""
    return judge_reading(
        judge_statement(CLAIMS[claim_id], replace(statement, argued=()), MODEL, deadline=Deadline(math.inf))
    )


@pytest.mark.parametrize(
    ("claim_id", "dropped"),
    [
        ("SZY-40", "L + 1 != 2*E(Y)"),
        ("SZY-41", "L + 1 != 2*E(Y)"),
        ("SZY-77", "L + 1 != 2*E(Y)"),
    ],
)
def test_without_the_hypothesis_there_is_no_estimator(claim_id: str, dropped: str) -> None:
    statement = statement_of(claim_id)
    assert dropped in statement.domain
    changed = replace(statement, domain=tuple(text for text in statement.domain if text != dropped))
    assert verdict(claim_id, changed) is Verdict.REFUTED


@pytest.mark.parametrize(
    ("claim_id", "old"),
    [
        ("SZY-52", r"\mathbf{Var}\left(\sum_{i=1}^{N}X_{i}\right)"),
        ("SZY-55", r"\mathbf{E}(\sum_{i=1}^{N}X_{i})^{2}"),
    ],
)
def test_another_sum_than_that_of_all_reports_is_unread(claim_id: str, old: str) -> None:
    """The statement by hand says what is printed; with another print it says nothing until it is read again."""
    claim = load_paper("SZY").claim(claim_id)
    statement = claim.main.statement
    assert old in statement.latex[0]
    changed = replace(statement, latex=(statement.latex[0].replace(old, old.replace("X_{i}", "X")),))
    record = verify_claim(replace(claim, readings=(replace(claim.main, statement=changed), *claim.readings[1:])))
    assert record.verdict == "unknown"
    assert "read again" in record.note or "has to be read" in record.note


@pytest.mark.parametrize(
    ("claim_id", "printed", "weaker"),
    [
        ("SZY-11", "N >= 2", "N >= 1"),
        ("SZY-21", "N >= 2", "N <= 2"),
        ("SZY-78", "N >= 2", "N >= 1"),
        ("SZY-85", "N > 3", "N >= 1"),
    ],
)
def test_members_and_cards_are_whole_numbers(claim_id: str, printed: str, weaker: str) -> None:
    statement = statement_of(claim_id)
    assert printed in statement.domain
    changed = replace(statement, domain=tuple(weaker if text == printed else text for text in statement.domain))
    assert verdict(claim_id, changed) is Verdict.PROVED


@pytest.mark.parametrize("claim_id", ["SZY-11", "SZY-21"])
def test_dependence_needs_members_and_others(claim_id: str) -> None:
    statement = statement_of(claim_id)
    for dropped in ("0 < pi", "pi < 1"):
        changed = replace(statement, domain=tuple(text for text in statement.domain if text != dropped))
        assert verdict(claim_id, changed) is Verdict.REFUTED


def test_the_ends_of_a_region_must_have_a_value() -> None:
    statement = statement_of("SZY-78")
    region = r"N\in(1/2-1/2\sqrt{\pi_{A}},1/2+1/2\sqrt{\pi_{A}})"
    assert verdict("SZY-78", replace(statement, latex=(region, statement.latex[1]))) is Verdict.REFUTED


def test_a_report_is_read_for_the_truths_zero_and_one_only() -> None:
    statement = statement_of("SZY-33")
    (report,) = statement.latex
    for factor, expected in (("x_{i}x_{i}", Verdict.PROVED), (r"\cdot 2x_{i}", Verdict.REFUTED)):
        changed = replace(statement, latex=(report.replace(r"\right)x_{i}", r"\right)" + factor),))
        assert changed != statement
        assert verdict("SZY-33", changed) is expected
