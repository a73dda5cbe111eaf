"""Classic designs of surveys as a claims file: what they print is proved, and planted errors are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.claims.claim import Claim
from checks.papers.collection import load_paper, verify_claim
from tests.papers.planted import EXAMPLES, check_is_found, check_is_proved, check_is_short, claim_of, planted

FILE = EXAMPLES / "survey-designs.toml"
PAPER = load_paper(str(FILE))

PLANTED = (
    ("1", "(1-p)", "(1+p)", True),  # a sign
    ("2", "p-1}", "p}", True),
    ("4", r"\frac14", r"\frac12", True),  # a constant
    ("5", "(2p-1)^2", "(2p-1)", True),  # a lost square
    ("6", r"\frac12\right", r"\frac13\right", True),  # the place of a largest value
    ("7", "{4n", "{2n", True),
    ("8", "(1-p)(1", "p(1", True),
    ("9", r"\frac12", r"\frac13", True),  # a threshold
    ("12", "np^2", "np", True),
    ("13", "<", ">", True),  # a direction
    ("15", "1-p_1-p_2", "1-p_1", True),
    ("16", "n(1", "n^2(1", True),
    ("18", r"\theta_1-\theta_2", r"\theta_1+\theta_2", True),
    ("22", "1-(1-T)", "1-(1+T)", True),
    ("23", r"\frac{1-2p}{1-p}", r"\frac{1-2p}{p}", True),
    ("26", "(1-p)}", "p}", True),
    ("27", "2p-1", "2p+1", True),
    ("7", r"\max", r"\min", True),
    ("8", r"\frac{p\pi}", r"\frac{p}", True),  # a lost factor
    ("13", r"p > \frac12", r"p > \frac14", True),  # a condition
    ("14", "(1-p_1-p_2)", "(1-p_2)", True),  # a lost term
    ("21", "2p-1+2T(1-p)", "2p-1+T(1-p)", True),
    ("23", "T >", "T <", True),
    ("27", r"\left(\frac{p}{2p-1}\right)^2", r"\frac{p}{2p-1}", True),  # a lost square in a threshold
)
"""The number of a claim, what is printed, what is planted, and whether what is right is found."""


@pytest.mark.parametrize("claim", PAPER.claims, ids=lambda claim: claim.id)
def test_what_is_printed_is_proved(claim: Claim) -> None:
    check_is_proved(claim)


@pytest.mark.parametrize(("number", "old", "new", "is_corrected"), PLANTED)
def test_a_planted_error_is_found(tmp_path: Path, number: str, old: str, new: str, is_corrected: bool) -> None:
    record = check_is_found(planted(FILE, f"SD-{number}", old, new, tmp_path))
    assert record.verdict == ("corrected" if is_corrected else "refuted"), record.note
    if is_corrected:
        check_is_short(record, claim_of(PAPER, f"SD-{number}"))


def test_a_print_that_fails_only_at_ends_of_ranges_is_proved_inside_of_them(tmp_path: Path) -> None:
    record = verify_claim(planted(FILE, "SD-9", r" \text{ for } 0 < \pi < 1", "", tmp_path))
    assert (record.verdict, record.boundary) == ("proved", ("0 < pi < 1",))
