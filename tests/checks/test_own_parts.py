"""A user's paper in several files, with claims that use one another."""

import json
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from checks.claims.claim import PaperError, read_toml
from checks.cli import rrproof
from checks.papers.collection import load_paper
from checks.papers.schema import claims_schema

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


def test_all_commands_see_the_claims_of_a_part_in_their_order(mine: Path) -> None:
    found = CliRunner().invoke(rrproof, ["verify", str(mine), "--json", "--no-cache", "-q", "--jobs", "1"])
    claims = json.loads(found.stdout)["result"]["claims"]
    assert [(c["id"], c["verdict"]) for c in claims] == [("T-1", "proved"), ("T-2", "refuted"), ("T-3", "proved")]
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
