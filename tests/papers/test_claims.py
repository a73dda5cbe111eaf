"""What holds of every claim of every paper: its verdict is that of its page, and it rests on nothing bare."""

import re
from functools import cache
from pathlib import Path

import pytest

from checks.claim import load_paper, paper_keys
from checks.pages import row
from checks.proofs import recheck_record
from checks.reading import ReadingError, read_latex
from checks.verification import paper_model
from tests.papers.records import record

PAGES = Path(__file__).resolve().parents[2] / "docs" / "papers"
LAST = {"HLM": 115, "SZY": 160, "MW": 163, "NZ": 138, "PAN": 160}
CLAIMS = {claim.id: claim for key in paper_keys() for claim in load_paper(key).claims}
UNREADABLE = {"HLM-62", "SZY-44"}
"""Printed with a bracket that is never closed."""

WITHOUT_WITNESS = {"MW-06", "MW-30", "MW-32", "MW-47", "SZY-108", "SZY-142"}
"""What says nothing about numbers: a least element, a matrix of zeros and ones, the word unbiased, ways to argue; and
what is only checked."""


@cache
def page_rows(paper: str) -> dict[str, str]:
    """The row of each claim in the page of its paper."""
    page = (PAGES / f"{paper}.md").read_text(encoding="utf-8")
    return {line.split()[1]: line for line in page.splitlines() if re.match(rf"\| {paper}-\d+ \|", line)}


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
    assert all("never closed" in reason for reason in unread)


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_the_verdict_of_a_claim_and_what_it_rests_on(claim_id: str) -> None:
    claim, found = CLAIMS[claim_id], record(claim_id)
    recheck_record(found)  # the proof objects, by the kernel alone
    assert row(load_paper(claim.paper), claim, found) == page_rows(claim.paper)[claim_id], (
        "`make docs` writes the pages"
    )
    assert found.verdict in ("proved", "corrected", "defined", "checked", "outside")
    assert found.oracles == ()
    assert all(witness.agrees for witness in found.witnesses), found.witnesses
    assert bool(found.witnesses) == (found.verdict not in ("defined", "outside") and claim_id not in WITHOUT_WITNESS)
    assert all(step.text and step.latex and step.justification for step in found.derivation)
    if found.verdict == "corrected":
        assert found.corrected
        assert found.note
        assert found.counterexample is not None
        assert {obligation.status for obligation in found.correction_proof} == {"proved"}
