"""A user's paper in several files, with claims that use one another."""

import json
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from checks.claims.claim import PaperError, read_toml
from checks.cli import rrproof
from checks.papers.collection import load_paper, paper_model, verify_claim
from checks.papers.schema import claims_schema
from checks.running.runner import linked, select, with_used
from checks.show.html.report import report_page
from checks.show.pages import page
from checks.show.report import Report
from checks.show.typeset import fragment
from checks.verifying.verification import theorems_of

HEAD = """
[paper]
key = "T"
title = "t"
authors = "a"
parts = ["two/second.toml"]

[symbols]
p = "0 < p < 1"
"""
CLAIM = "[[claim]]\nid = '{}'\nlatex = '{}'\n"


def claim(name: str, latex: str = "p \\le 1", further: str = "") -> str:
    return CLAIM.format(name, latex) + further


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A claims file with one part."""
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "second.toml").write_text(claim("T-2", r"p < \frac12") + claim("T-3", r"p^2 \le p"))
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + claim("T-1"))
    return path


def test_the_claims_of_a_part_come_in_their_order(mine: Path) -> None:
    claims = select([str(mine)])
    verdicts = [("T-1", "proved"), ("T-2", "refuted"), ("T-3", "proved")]
    assert [(c.id, verify_claim(c, budget=20).verdict) for c in claims] == verdicts
    assert select([f"{mine}:T-3"]) == claims[2:]
    read = CliRunner().invoke(rrproof, ["read", str(mine)])
    assert (read.exit_code, read.stdout.count("reads")) == (0, 3)


def test_a_change_in_a_part_changes_what_a_verdict_depends_on(mine: Path) -> None:
    before = load_paper(str(mine)).context
    (mine.parent / "two" / "second.toml").write_text("# nothing\n")
    assert load_paper(str(mine)).context != before
    assert [c.id for c in load_paper(str(mine)).claims] == ["T-1"]


def test_what_cannot_be_read_is_told_with_the_line_of_the_part(mine: Path) -> None:
    part = mine.parent / "two" / "second.toml"
    part.write_text(claim("T-2") + claim("T-3", "p = W") + claim("T-4", further='at = { p = "2" }\n'))
    first, second, third, fourth = load_paper(str(mine)).claims
    assert not first.unread
    assert not second.unread
    assert third.unread.startswith(f"{part}:6:14: claim T-3, claim 3: W is not declared")
    assert fourth.unread.startswith(f"{part}:10:13: claim T-4, claim 4: p = 2 is outside of its range")


@pytest.mark.parametrize(
    ("head", "part", "sentence"),
    [
        (HEAD, claim("T-2") + claim("T-1"), "claim T-1 occurs twice: claim 1 of .*mine.toml and claim 2 of .*second"),
        (
            HEAD,
            "[symbols]\nq = '0 < q'\n",
            "second.toml: a part holds claims alone; what else there is stands in .*mine",
        ),
        (HEAD, "[[claim]\n", "second.toml: not a TOML file"),
        (HEAD.replace("two/second", "../up"), "", r"mine.toml: \[paper\]: parts is a file ending with .toml beside"),
        (HEAD.replace("two/second", "two/link"), "", "beside the claims file"),
        (HEAD.replace("second.toml", "second.txt"), "", "a file ending with .toml"),
        (HEAD.replace("two/second", "none"), "", r"parts: there is no file 'none.toml'"),
        (HEAD.replace('["two/second.toml"]', '"two/second.toml"'), "", r"\[paper\]: parts is a list of texts"),
        (HEAD.replace('"two/second.toml"', '"a.toml",' * 51), "", "at most 50 files, not 51"),
    ],
)
def test_a_wrong_part_is_a_sentence(head: str, part: str, sentence: str, mine: Path) -> None:
    (mine.parent.parent / "up.toml").write_text("")
    (mine.parent / "two" / "link.toml").symlink_to(mine.parent.parent / "up.toml")
    (mine.parent / "two" / "second.toml").write_text(part)
    mine.write_text(head + claim("T-1"))
    with pytest.raises(PaperError, match=sentence):
        load_paper(str(mine))


def test_the_schema_has_parts() -> None:
    validator = jsonschema.Draft202012Validator(claims_schema())
    data = read_toml(HEAD, "head")
    validator.validate(data)
    assert not validator.is_valid({**data, "paper": {**data["paper"], "parts": "second.toml"}})


# -- what uses what ----------------------------------------------------------------------------------------------------


def test_what_a_proof_uses_is_shown_both_ways_and_what_does_not_hold_is_told(mine: Path) -> None:
    mine.write_text(HEAD + claim("T-1", further='uses = ["T-3", "T-2"]\n'))
    shown = CliRunner().invoke(rrproof, ["show", f"{mine}:T-1", "--no-cache"]).stdout
    assert shown.startswith("T-1  proved (uses T-2, refuted)\n")
    assert "uses     T-3 (proved)\n         T-2 (refuted)\n" in shown

    paper = load_paper(str(mine))
    report = Report(tuple(linked(paper.claims, {c.id: verify_claim(c, budget=20) for c in paper.claims})), 0)
    assert [(c["uses"], c["used_by"]) for c in report.to_json()["claims"]] == [
        (["T-3", "T-2"], []), ([], ["T-1"]), ([], ["T-1"]),
    ]  # fmt: skip
    written = page(paper, report)
    assert "| T-1 | claim 1 | formula | proved (uses T-2, refuted) |" in written
    assert "\nuses T-3 (proved), T-2 (refuted).\n" in written
    html = report_page(report).html
    assert "proved (uses T-2, refuted)</span>" in html
    assert "uses T-3 (proved), T-2 (refuted)." in html
    assert "Its proof: used by T-1." in fragment(paper, paper.claim("T-3"), report.records[2])
    assert not any(record.lacking for record in report.records[1:])


def test_a_claim_that_was_not_verified_is_told_apart(mine: Path) -> None:
    mine.write_text(HEAD + claim("T-1", further='uses = ["T-2"]\n'))
    (first, *_) = load_paper(str(mine)).claims
    assert [c.id for c in with_used([first])] == ["T-1", "T-2"]
    (record,) = linked([first], {"T-1": verify_claim(first, budget=20)})
    assert (record.headline, record.chain) == ("proved", "uses T-2 (not verified here)")


@pytest.mark.parametrize(
    ("uses", "sentence"),
    [
        (["T-9"], "mine.toml: claim T-1: uses: there is no claim 'T-9'; did you mean T-"),
        (["T-1"], "mine.toml: claim T-1: uses: it would rest on itself: T-1 uses T-1"),
        (["T-2"], "claim T-1: uses: it would rest on itself: T-1 uses T-2, which uses T-3, which uses T-1"),
        ("T-2", "mine.toml: claim T-1: uses is a list of texts"),
    ],
)
def test_what_cannot_be_used_stops_that_claim(uses: object, sentence: str, mine: Path) -> None:
    mine.write_text(HEAD + claim("T-1", further=f"uses = {json.dumps(uses)}\n"))
    further = 'uses = ["T-1"]\n' if uses == ["T-2"] else ""
    chain = claim("T-2", further='uses = ["T-3"]\n') + claim("T-3", further=further)
    (mine.parent / "two" / "second.toml").write_text(chain)
    first, second, third = load_paper(str(mine)).claims
    assert sentence in first.unread
    assert [bool(second.unread), bool(third.unread)] == [bool(further)] * 2


GENERAL = """
[[claim]]
id = "T-1"
by = "one row"
statement = '''
forall k P x delta. size(k) and design(k, k, P) and budget(x, delta) implies
    (private_datasets(k, 1, fun d w. P(d(1), w(1)), x, delta) iff private_within(k, k, P, x, delta))'''
"""
SPECIAL = """
statement = '''
forall k P x. size(k) and design(k, k, P) and 1 <= x and private_within(k, k, P, x, 0) implies
    private_datasets(k, 1, fun d w. P(d(1), w(1)), x, 0)'''
"""


def test_a_statement_is_proved_with_the_theorems_of_the_claims_that_it_uses(tmp_path: Path) -> None:
    """With nothing but theorems: of a claim that is refuted there is none."""
    path = tmp_path / "mine.toml"
    own = f"scripts = 'HLM'\ndefinitions = '''{load_paper('HLM').definitions}'''"
    alone, using = f"[[claim]]\nid = 'T-2'{SPECIAL}", f"[[claim]]\nid = 'T-3'\nuses = ['T-1']{SPECIAL}"
    false = "[[claim]]\nid = 'T-4'\nstatement = 'forall x. 0 < x implies 1 < x'\n"
    path.write_text(HEAD.replace('parts = ["two/second.toml"]', own) + GENERAL + alone + using + false)
    _, second, third, last = load_paper(str(path)).claims
    assert verify_claim(second, budget=20).verdict == "unknown"
    assert verify_claim(third, budget=20).verdict == "proved"
    assert verify_claim(last, budget=20).verdict == "refuted"
    assert list(theorems_of(last, paper_model(str(path)))) == []
