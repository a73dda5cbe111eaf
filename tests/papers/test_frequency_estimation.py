"""A paper on frequency estimation as a claims file: what it prints is proved, and planted errors are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.claims.claim import Claim
from checks.papers.collection import load_paper
from tests.papers.planted import EXAMPLES, check_is_found, check_is_proved, check_is_short, claim_of, planted

FILE = EXAMPLES / "frequency-estimation.toml"
PAPER = load_paper(str(FILE))

PLANTED = (
    ("2", r"(p-q)^2}", r"(p-q)}", True),  # a lost square
    ("2", "1-p-q", "1-p+q", True),  # a sign
    ("3", "q(1-q)", "p(1-q)", True),
    ("4", r"\frac{1}{e^\epsilon+d-1}", r"\frac{1}{e^\epsilon+d-2}", True),
    ("5", "d-2+e", "d-1+e", True),
    ("5", r"(e^\epsilon-1)^2", r"(e^\epsilon-1)", True),
    ("5", r"(e^\epsilon-1)^2", r"(e^\epsilon+1)^2", True),
    ("7", r"\frac{e^{\epsilon/2}}", r"\frac{e^{\epsilon}}", True),  # the whole budget for a half of it
    ("7", "-1)^2", "+1)^2", True),
    ("8", r"4e^\epsilon", r"2e^\epsilon", True),
    ("8", r"n\frac", r"n^2\frac", True),
    ("9", r"(e^\epsilon+1)^2", r"(e^\epsilon+1)", True),
    ("10", r"\frac{1}{g}", r"\frac{1}{g-1}", True),
    ("11", "(g-1)", "g", True),
    ("16", r"1-f}", r"1-\frac12 f}", True),
    ("17", r"\frac{e^\epsilon}{", r"\frac{1}{", False),
    ("19", "p(1-q)", "p(1-p)", True),
    ("24", r"2e^{\epsilon/2}-1", r"2e^{\epsilon/2}+1", True),
    ("27", "theta-1/2", "theta-1", False),
    ("1", "I_i - nq", "I_i - q", True),  # a lost factor
    ("4", r"\frac{e^\epsilon}{e^\epsilon+d-1}", r"\frac{e^\epsilon}{e^\epsilon+d}", True),  # a lost term
    ("10", r"e^\epsilon+g-1", r"e^\epsilon+g", True),
    ("15", r"2\ln", r"\ln", True),
    ("16", r"\frac12 fn", r"fn", True),
    (
        "17",
        r"i = x \\ \frac{1}{e^\epsilon+d-1} & i \neq x",
        r"i \neq x \\ \frac{1}{e^\epsilon+d-1} & i = x",
        True,
    ),
    ("18", r"= \epsilon", r"= \epsilon/2", True),
    ("21", r"\geq", r"\leq", True),
    ("22", r"{OUE} = \epsilon", r"{OUE} = \epsilon/2", True),
    ("23", r"= \epsilon", r"= \ln\frac{g e^\epsilon}{e^\epsilon+g-1}", True),
    ("25", r"\geq", ">", True),
    ("26", r"\frac{\epsilon}{2}(\theta", r"\epsilon(\theta", True),
    ("27", r"2e^{\epsilon\theta/2}-1", r"2e^{\epsilon\theta}-1", True),
    ("28", r"\frac{2}{b}", r"\frac{1}{b}", True),  # one entry for two
    ("29", "2b^2", "b^2", True),
    ("13", r"3e^\epsilon + 2", r"3e^\epsilon + 3", True),  # fails with five values or more only
)
"""The number of a claim, what is printed, what is planted, and whether what is right is found."""


@pytest.mark.parametrize("claim", PAPER.claims, ids=lambda claim: claim.id)
def test_what_is_printed_is_proved(claim: Claim) -> None:
    check_is_proved(claim)


@pytest.mark.parametrize(("number", "old", "new", "is_corrected"), PLANTED)
def test_a_planted_error_is_found(tmp_path: Path, number: str, old: str, new: str, is_corrected: bool) -> None:
    record = check_is_found(planted(FILE, f"WBLJ-{number}", old, new, tmp_path))
    assert record.verdict == ("corrected" if is_corrected else "refuted"), record.note
    if is_corrected:
        check_is_short(record, claim_of(PAPER, f"WBLJ-{number}"))
