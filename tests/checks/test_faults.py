"""Claims files that once got a wrong verdict, or none: the place of each claim says the right one."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from checks.claims.claim import Claim, PaperError
from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper, verify_claim

FILES = sorted((Path(__file__).parent / "faults").glob("*.toml"))
CLAIMS = [claim for file in FILES for claim in load_paper(str(file)).claims]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_the_verdict_is_the_one_that_the_file_says(claim: Claim) -> None:
    """A place such as "unreadable: no whole number" says besides what the message must hold."""
    expected, _, words = claim.place.partition(": ")
    if expected == "unreadable":
        with pytest.raises(PaperError, match=re.escape(words)):
            verify_claim(claim)
        return
    record = verify_claim(claim)
    assert record.verdict == expected, record.note
    assert words in record.note
    assert all(witness.agrees for witness in record.witnesses), record.witnesses


def found(claim_id: str) -> ClaimRecord:
    """The record of the claim of that name."""
    return verify_claim(next(claim for claim in CLAIMS if claim.id == claim_id))


@pytest.mark.parametrize(
    ("claim_id", "point", "sides"),
    [
        ("WP-01", {"n", "p", "pi"}, ("-4/3 (-1.33333)", "-5/3 (-1.66667)")),
        ("WP-02", {"eps", "p", "pi"}, ("2", "1")),
        ("WP-03", {"pi", "x"}, ("1/3 (0.333333)", "1/3 (0.333333)")),
        ("WP-05", {"eps", "p"}, ("log(2) (0.693147)", "log(4/3) (0.287682)")),
        ("WP-06", {"eps", "x"}, ("exp(1) (2.71828)", "5/2 (2.5)")),
    ],
)
def test_a_refutation_gives_each_symbol_a_value_and_says_what_both_sides_are_worth(
    claim_id: str, point: set[str], sides: tuple[str, str]
) -> None:
    record = found(claim_id)
    assert record.counterexample is not None
    assert set(record.counterexample) == point
    assert tuple(map(str, record.sides)) == sides


def test_a_counterexample_lies_off_the_boundary_where_one_does() -> None:
    """Only x must be 0 for x^2 > 0 to fail: the share is neither 0 nor 1 nor in the middle."""
    assert found("WP-03").counterexample == {"pi": "1/3", "x": "0"}
    assert found("WP-02").counterexample == {"eps": "log(2)", "p": "1/3", "pi": "1/3"}


@pytest.mark.parametrize(("claim_id", "ending"), [
    ("TH-02", r"k < 3 e^{\varepsilon} + 2"),
    ("TH-04", "x > 0.37"),
    ("TH-08", r"\frac{e^{\varepsilon}}{n (e^{\varepsilon} - 1)^{2}}"),
])  # fmt: skip
def test_a_correction_repairs_what_is_wrong(claim_id: str, ending: str) -> None:
    assert (found(claim_id).corrected or "").endswith(ending)


def test_a_point_is_small_where_a_root_is_printed() -> None:
    """e^(eps/2) is a root of e^eps: both change together."""
    assert found("TH-08").counterexample == {"eps": "log(4)", "n": "2", "pi": "1/3", "sqrt(exp(eps))": "2"}


def test_a_claim_that_cannot_be_read_stops_no_other(
    tmp_path: Path, rrproof: Callable[..., tuple[int, str, str]]
) -> None:
    file = tmp_path / "some.toml"
    some = (Path(__file__).parent / "faults" / "steps-before-arrows.toml").read_text(encoding="utf-8")
    file.write_text(some.replace("'x = y = 2", "'x \\lesssim y = 2"), encoding="utf-8")
    code, out, err = rrproof("verify", str(file), "--no-cache", "--jobs", "1")
    assert code == 2
    assert "claim SB-05" in err
    assert "1 of 7 claims cannot be read" in err
    assert "2 proved, 3 refuted, 1 corrected, 1 unknown" in out
