"""Claims of a user's file that are stated in the logic."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from checks.claims.claim import PaperError
from checks.claims.claim_words import fingerprint, what_is_read
from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper, verify_claim
from checks.papers.schema import claims_schema

GUIDE = Path(__file__).parents[2] / "docs" / "how-to" / "stated.toml"
TEXT = GUIDE.read_text(encoding="utf-8")


def written(directory: Path, text: str) -> str:
    path = directory / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def read_again(directory: Path, text: str) -> str:
    """The file with the fingerprints of what stands in it now."""
    paper = load_paper(written(directory, text))
    for claim in filter(lambda claim: claim.read, paper.claims):
        text = text.replace(claim.read, fingerprint(what_is_read(claim, paper.definitions)))
    return written(directory, text)


def record(path: str, claim_id: str) -> ClaimRecord:
    return verify_claim(load_paper(path).claim(claim_id))


def test_what_is_stated_is_judged_without_symbols_and_mechanism() -> None:
    assert record(str(GUIDE), "ST-1").verdict == "proved"
    found = record(str(GUIDE), "ST-2")
    assert (found.verdict, found.finding) == ("corrected", "misprint")
    assert found.counterexample is not None
    assert 0 < Fraction(found.counterexample["p"]) < Fraction(1, 2)
    assert [witness.agrees for witness in found.witnesses] == [True, True]


def test_a_print_that_changes_has_to_be_read_again(tmp_path: Path) -> None:
    found = record(written(tmp_path, TEXT.replace("at most e^eps", "at most 2 e^eps")), "ST-1")
    assert found.verdict == "unknown"
    assert "have changed" in found.note
    assert 'put read = "' in found.note
    fresh = record(written(tmp_path, TEXT.replace('read = "5a28b7d8"\n', "")), "ST-1")
    assert "read against its words once" in fresh.note
    assert 'read = "5a28b7d8"' in fresh.note


def test_a_wrong_statement_is_refuted_at_a_point(tmp_path: Path) -> None:
    found = record(read_again(tmp_path, TEXT.replace("iff (1 - p)/p <= x)", "iff p <= x)")), "ST-1")
    assert found.verdict == "refuted"
    assert found.counterexample is not None
    assert found.counterexample.keys() == {"p", "x", "a", "b", "y"}  # with the truths and the response of the ratio


@pytest.mark.parametrize("key", ["domain = ['p < 1/2']", "at = { p = '1/3' }"])
def test_hypotheses_belong_into_the_statement(key: str, tmp_path: Path) -> None:
    path = written(tmp_path, TEXT.replace('kind = "privacy bound"', f'kind = "privacy bound"\n{key}'))
    found = record(path, "ST-1")
    assert found.verdict == "unknown"
    assert "a statement says itself for which values it holds" in found.note
    assert record(path, "ST-2").verdict == "corrected"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("crosswise(p), x)", "crossword(p), x)", "crossword"),
        ("forall p x. 0", "forall p x y. 0 < q and 0", "q"),
    ],
)
def test_a_statement_that_says_nothing_names_the_claim(old: str, new: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(PaperError, match=rf"claim ST-1, section 2: statement: .*{message}"):
        record(read_again(tmp_path, TEXT.replace(old, new)), "ST-1")


def test_scripts_are_those_of_a_paper_of_the_suite(tmp_path: Path) -> None:
    by = TEXT.replace("'''\n\n[[claim]]\nid = \"ST-2\"", '\'\'\'\nby = "errors"\n\n[[claim]]\nid = "ST-2"')
    assert by != TEXT
    with pytest.raises(PaperError, match="there is no script 'errors'; there are none"):
        record(written(tmp_path, by), "ST-1")
    named = by.replace('key = "ST"', 'key = "ST"\nscripts = "HLM"')
    assert record(written(tmp_path, named), "ST-1").verdict == "proved"
    with pytest.raises(PaperError, match=r"scripts is one of .*HLM.*, not 'MINE'"):
        load_paper(written(tmp_path, by.replace('key = "ST"', 'key = "ST"\nscripts = "MINE"')))


def test_the_schema_knows_the_keys() -> None:
    properties = claims_schema()["properties"]
    assert {"definitions", "scripts"} <= properties["paper"]["properties"].keys()
    assert {"statement", "by", "read"} <= properties["claim"]["items"]["properties"].keys()
