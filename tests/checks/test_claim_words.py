"""The fingerprint of what was read: it covers print, statement, domain, values and the words of the paper."""

from dataclasses import replace
from typing import Any

import pytest

from checks.claims.claim import Claim
from checks.claims.claim_words import are_read, fingerprint, is_bound, what_is_read
from checks.papers.collection import load_paper, paper_keys, paper_model
from checks.verifying.verification import verify

HLM = load_paper("HLM")
VARIANCE = HLM.claim("HLM-17")


def with_statement(claim: Claim, **changed: Any) -> Claim:
    reading = replace(claim.main, statement=replace(claim.main.statement, **changed))
    return replace(claim, readings=tuple(reading if r == claim.main else r for r in claim.readings))


@pytest.mark.parametrize("key", paper_keys())
def test_every_claim_of_the_papers_is_read(key: str) -> None:
    paper = load_paper(key)
    unread = [
        f"{claim.id}: read print against statement, then: {fingerprint(what_is_read(claim, paper.definitions))}"
        for claim in paper.claims
        if is_bound(claim) and not are_read(claim, paper.definitions)
    ]
    assert unread == []


@pytest.mark.parametrize(
    "changed",
    [
        {"statement": VARIANCE.main.statement.statement.replace("1/4", "2/8")},
        {"latex": ("p_{00} > 0",)},
        {"domain": ("p00 + p11 > 1",)},
        {"at": (("n", "2"),)},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_what_is_changed_is_unread_also_where_it_stays_true(changed: dict[str, Any]) -> None:
    assert are_read(VARIANCE, HLM.definitions)
    other = with_statement(VARIANCE, **changed)
    assert not are_read(other, HLM.definitions)
    record = verify(other, paper_model("HLM"))
    assert record.verdict == "unknown"
    assert "read against each other" in record.note


def test_white_space_is_no_change() -> None:
    spaced = with_statement(VARIANCE, statement=VARIANCE.main.statement.statement.replace(" ", "\n  "))
    assert are_read(spaced, HLM.definitions)


def test_a_word_of_the_paper_with_another_meaning_is_a_change() -> None:
    assert are_read(VARIANCE, HLM.definitions + "\n\nspare(a) := a\n    Nothing here uses it.\n")
    assert not are_read(VARIANCE, HLM.definitions.replace("then 1 - pi else pi", "then 1 - pi else pi + 0"))
