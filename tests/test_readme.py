"""Everything that the README shows is run: its shell transcripts, its Python, its links to files."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
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


@pytest.mark.parametrize(("command", "shown"), commands(), ids=[c for c, _ in commands()])
def test_the_readme_shows_what_the_command_prints(command: str, shown: list[str], tmp_path: Path) -> None:
    program, *arguments = command.split()
    assert program == "rrproof"
    environment = {**os.environ, "RRPROOF_CACHE_DIR": str(tmp_path), "COLUMNS": "100", "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "checks", *arguments],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=500,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    printed = [plain(line) for line in done.stdout.splitlines()]
    place = 0
    for line in map(plain, shown):
        if line in ("", "..."):
            continue
        assert line in printed[place:], f"the README shows {line!r}, but the command prints\n{done.stdout}"
        place = printed.index(line, place) + 1


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
