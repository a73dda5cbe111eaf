"""Everything that the README shows is run: its shell transcripts, its Python, its links to files."""

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from checks.claim import paper_keys

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SECONDS = re.compile(r"\b\d+\.\d+\b(?= s\b)|\b\d+\.\d\d\b(?=\s|$)")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


def commands() -> list[tuple[str, list[str]]]:
    """Each `$ command` of the console blocks with the lines that it is shown to print."""
    found: list[tuple[str, list[str]]] = []
    for block in blocks("console"):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def plain(line: str) -> str:
    """A line without what differs from run to run: seconds and the width of columns."""
    return " ".join(SECONDS.sub("*", line).split())


def run(arguments: list[str]) -> str:
    """What `rrproof` prints."""
    environment = {**os.environ, "COLUMNS": "120", "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "checks", *arguments],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=900,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_readme_shows_what_the_commands_print() -> None:
    for command, shown in commands():
        program, *arguments = shlex.split(command)
        assert program == "rrproof"
        output = run(arguments)
        printed = [plain(line) for line in output.splitlines()]
        place = 0
        for line in map(plain, shown):
            if line in ("", "..."):
                continue
            found = [
                i for i, other in enumerate(printed[place:], place) if other == line or other.startswith(line + " ──")
            ]
            assert found, f"$ {command}: the README shows {line!r}, but the command prints\n{output}"
            place = found[0] + 1


@pytest.mark.parametrize("paper", paper_keys())
def test_the_readme_and_the_page_of_a_paper_say_what_is_found(paper: str) -> None:
    data = json.loads(run(["verify", paper, "--json", "-"]))
    row = next(line for line in README.splitlines() if line.startswith(f"| [{paper}](docs/papers/{paper}.md)"))
    shown = [int(cell) for cell in row.split("|")[2:-1]]
    verdicts = ("proved", "corrected", "defined", "checked", "outside")
    assert shown == [len(data["claims"]), *(data["summary"].get(verdict, 0) for verdict in verdicts)]
    assert all(witness["agrees"] for claim in data["claims"] for witness in claim["witnesses"])
    assert not [claim["id"] for claim in data["claims"] if claim["oracles"] or claim["verdict"] == "unknown"]
    wrong = {claim["id"] for claim in data["claims"] if claim["finding"]}
    assert set(re.findall(rf"\b{paper}-\d+\b", README)) <= {claim["id"] for claim in data["claims"]}
    page = (ROOT / "docs" / "papers" / f"{paper}.md").read_text(encoding="utf-8")
    assert set(re.findall(rf"^### ({paper}-\d+): ", page, flags=re.MULTILINE)) == wrong
    assert run(["verify", paper, "-q", "--markdown", "-"]) == page, "`make docs` writes the pages"


def test_the_readme_lists_what_does_not_hold_in_the_first_paper() -> None:
    data = json.loads(run(["verify", "HLM", "--json", "-"]))
    listed = re.findall(r"^\| (HLM-\d+) \| ([a-z-]+) \|", README, flags=re.MULTILINE)
    assert sorted(listed) == sorted((c["id"], c["finding"]) for c in data["claims"] if c["finding"])


def test_there_is_a_transcript() -> None:
    assert any(command.startswith("rrproof verify HLM") for command, _ in commands())
    assert any(command.startswith("rrproof show") for command, _ in commands())


@pytest.mark.parametrize("source", blocks("python"))
def test_the_python_of_the_readme_runs(source: str) -> None:
    test = doctest.DocTestParser().get_doctest(source, {}, "README", "README.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test)
    assert test.examples
    assert runner.failures == 0


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`([a-z_]+/[\w./]*)`", README))))
def test_the_paths_that_the_readme_names_exist(path: str) -> None:
    assert (ROOT / path).exists()
