"""What is understood of a claims file is shown beside its print."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from checks.cli import rrproof
from checks.inputs.declarations import MEANINGS, NUMERIC_MEANINGS, SIZED_MEANINGS
from checks.papers.collection import load_paper
from checks.show.readings import SENSES, ReadClaim, read_claim

ROOT = Path(__file__).resolve().parents[2]
FILES = ["docs/how-to/crosswise.toml", "examples/papers/frequency-estimation.toml", "checks/papers/example.toml"]


def read(name: str) -> list[ReadClaim]:
    paper = load_paper(str(ROOT / name))
    return [read_claim(paper, claim) for claim in paper.claims]


def test_every_meaning_has_its_sense() -> None:
    of_many = {f"{meaning} of many" if f"{meaning} of many" in SENSES else meaning for meaning in SIZED_MEANINGS}
    of_numbers = {f"{m} of numbers" if f"{m} of numbers" in SENSES else m for m in NUMERIC_MEANINGS}
    assert set(SENSES) == {*MEANINGS, *of_many, *of_numbers}
    for meaning, labels in (*MEANINGS.items(), *SIZED_MEANINGS.items()):
        assert SENSES[meaning].count("{") == len([label for label in labels if label]), meaning


@pytest.mark.parametrize("name", FILES)
def test_every_claim_is_read(name: str) -> None:
    for claim in read(name):
        assert not claim.unread
        assert claim.reads or claim.stated


def test_names_are_said_of_their_mechanism_and_of_whom() -> None:
    claims = {claim.id: claim for claim in read("checks/papers/example.toml")}
    assert [str(formula) for formula in claims["FR-06"].reads] == [r"'V_d' <= '\operatorname{Var}(\hat\pi)'"]
    told = dict(claims["FR-06"].names)
    assert told["V_d"].endswith("from n respondents drawn with the prior, with replacement; of direct")
    assert told[r"\operatorname{Var}(\hat\pi)"].endswith("; of [mechanism]")
    assert [str(c) for c in claims["FR-05"].conditions] == ["0 < p < 1", "0 < q < 1", "q <= 1/2"]
    assert [str(c) for c in claims["FR-08"].conditions[-4:]] == ["p = 2/3", "q = 1/2", "pi = 1/5", "n = 100"]


def test_a_claim_of_any_size_shows_its_statement() -> None:
    first = read("examples/papers/frequency-estimation.toml")[0]
    assert [part for part, _ in first.stated] == ["as printed"]
    assert str(first.stated[0][1]).startswith("forall d n p q")


def test_what_cannot_be_read_is_said_and_the_rest_is_shown(tmp_path: Path) -> None:
    text = (ROOT / "docs/how-to/crosswise.toml").read_text().replace(r"\lambda = \pi p", r"\lambda = \rho p")
    file = tmp_path / "changed.toml"
    file.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(rrproof, ["read", str(file)])
    assert done.exit_code == 2
    assert "1 of 8 claims cannot be read" in done.stderr
    assert r"\rho is not declared" in " ".join(done.stdout.split())
    assert "max('" in done.stdout


def test_readings_as_data() -> None:
    done = CliRunner().invoke(rrproof, ["read", str(ROOT / "docs/how-to/crosswise.toml"), "--json"])
    assert done.exit_code == 0
    first = json.loads(done.stdout)["result"][0]
    assert (first["id"], first["reads"]) == ("CW-1", [r"'\lambda' = pi*p + (1 - pi)*(1 - p)"])


def test_a_claim_of_the_suite_is_read_where_one_of_its_readings_is() -> None:
    done = CliRunner().invoke(rrproof, ["read", "HLM-17", "HLM-20"])
    assert done.exit_code == 0, done.output
    stated, read = done.stdout.split("HLM-20")
    assert ("states" in stated, "reads" in stated) == (True, False)
    assert ("states" in read, "reads" in read) == (False, True)


def test_what_is_printed_ends_its_lines_between_tokens_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    done = CliRunner().invoke(rrproof, ["read", "HLM-88"])
    printed = done.output.partition("printed")[2].partition("states")[0]
    lines = [line.strip() for line in printed.strip().splitlines()]
    assert (done.exit_code, len(lines) > 5) == (0, True)
    assert "".join(printed.split()) == "".join(load_paper("hlm").claim("HLM-88").printed.split())
    commands = re.compile(r"\\[a-zA-Z]+")
    whole = set(commands.findall(load_paper("hlm").claim("HLM-88").printed))
    assert {command for line in lines for command in commands.findall(line)} == whole, "no command is cut"
    assert not any(line.endswith(("\\", "^", "_")) for line in lines)
