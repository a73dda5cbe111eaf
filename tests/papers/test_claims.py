"""What holds of every claim of every paper: its verdict is that of its page, and it rests on nothing bare."""

import pytest

from checks.claims.claim import Statement
from checks.claims.proofs import recheck_record
from checks.papers.collection import load_paper, paper_keys, paper_model
from checks.reading import ReadingError, read_latex
from checks.show.pages import row
from checks.verifying.boundary import boundary, leave_out_ends_only
from tests.papers.records import is_of_today, page_rows, record

EVERY = 8  # days, after which all proofs have been rechecked; `rrproof verify --recheck` rechecks all at once
LAST = {"HLM": 115, "SZY": 160, "MW": 163, "NZ": 138, "PAN": 160}
CLAIMS = {claim.id: claim for key in paper_keys() for claim in load_paper(key).claims}
UNREADABLE = {"HLM-62", "SZY-44", "SZY-66", "SZY-67"}
"""Printed with a bracket that is never closed (the print letter by letter is one reading), or with a condition between
factors, (i \\neq j), which a statement by hand says."""

WITHOUT_WITNESS = {"SZY-142"}
"""What is only checked."""


def without_coq(text: str) -> str:
    """A text but for what `make coq` found out, which runs apart from `make docs`."""
    return text.replace(", accepted by Coq", "")


@pytest.mark.parametrize("paper", paper_keys())
def test_the_ids_run_from_01_to_the_last(paper: str) -> None:
    assert [c.id for c in load_paper(paper).claims] == [f"{paper}-{n:02}" for n in range(1, LAST[paper] + 1)]


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_every_printed_formula_can_be_read(claim_id: str) -> None:
    claim = CLAIMS[claim_id]
    vocabulary = paper_model(claim.paper).notation.vocabulary
    statements = [reading.statement for reading in claim.readings]
    unread = []
    for statement in [*statements, *([claim.correction.statement] if claim.correction else [])]:
        for formula in statement.latex:
            try:
                read_latex(formula, vocabulary, slash=statement.slash)
            except ReadingError as error:
                unread.append(error.reason)
    assert len(unread) == (claim_id in UNREADABLE)
    assert all("never closed" in reason or "no factor" in reason for reason in unread)


@pytest.mark.each_claim
@pytest.mark.parametrize("claim_id", CLAIMS)
def test_the_verdict_of_a_claim_and_what_it_rests_on(claim_id: str) -> None:
    claim, found = CLAIMS[claim_id], record(claim_id)
    if is_of_today(claim_id, EVERY):
        recheck_record(found)  # the proof objects, by the kernel alone
    assert without_coq(row(load_paper(claim.paper), claim, found)) == without_coq(page_rows(claim.paper)[claim_id]), (
        "`make docs` writes the pages"
    )
    assert found.verdict in ("proved", "corrected", "refuted", "argued", "defined", "checked", "outside")
    assert found.oracles == ()
    assert not [witness for witness in found.witnesses if witness.agrees is False], found.witnesses
    if found.verdict not in ("defined", "outside"):
        assert bool(found.witnesses) == (claim_id not in WITHOUT_WITNESS)
    assert all(step.text and step.latex and step.justification for step in found.derivation)
    if found.verdict == "argued":
        assert found.argued
    if found.verdict in ("proved", "corrected"):
        assert not found.argued
    if found.is_wrong:
        assert found.counterexample is not None
        assert found.finding
        assert found.note
    if found.verdict == "corrected":
        assert found.corrected
        assert {obligation.status for obligation in found.correction_proof} == {"proved"}


@pytest.mark.parametrize("key", paper_keys())
def test_every_correction_says_what_is_right(key: str) -> None:
    """It prints otherwise than what it corrects, is for other values, or says in words what is right instead."""
    model = paper_model(key)
    silent = []
    for claim in load_paper(key).claims:
        correction = claim.correction
        if (
            correction is None
            or correction.right
            or set(correction.statement.domain) - set(claim.main.statement.domain)
        ):
            continue
        right = correction.statement.printed or claim.printed
        if right.split() == claim.printed.split() and not boundary(claim, model):
            silent.append(claim.id)
    assert silent == []


@pytest.mark.parametrize("key", paper_keys())
def test_an_inherited_error_names_a_claim_that_has_it(key: str) -> None:
    claims = {claim.id: claim for claim in load_paper(key).claims}
    causes = {claim.correction.follows for claim in claims.values() if claim.correction} - {""}
    assert [cause for cause in causes if cause not in claims or claims[cause].correction is None] == []


@pytest.mark.parametrize("key", paper_keys())
def test_what_a_paper_never_prints_leaves_out_ends_of_ranges_only(key: str) -> None:
    model = paper_model(key)
    for condition in model.unprinted:
        assert leave_out_ends_only((condition,), Statement(), model)
