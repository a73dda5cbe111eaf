"""What the documentation shows, and what the commands in it print: found, run and compared."""

import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from click.testing import CliRunner

ROOT = Path(__file__).resolve().parents[2]
NOT_SHOWN = ("docs/papers/HLM.md", "docs/papers/SZY.md", "docs/papers/MW.md", "docs/papers/NZ.md", "docs/papers/PAN.md")
SECONDS = re.compile(r"\b\d+\.\d+\b(?= s\b)|\b\d+\.\d\d\b(?=\s|$)")
BLOCK = re.compile(r'^```([a-z]+)(?: title="([^"]+)")?\n(.*?)^```$', flags=re.MULTILINE | re.DOTALL)


@dataclass
class Command:
    """A command with the lines that a page shows it to print."""

    text: str
    shown: list[str] = field(default_factory=list)


def pages() -> list[str]:
    """The README and the pages of the documentation, but for those that `make docs` writes."""
    found = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").rglob("*.md"))]
    return ["README.md", *(page for page in found if page not in NOT_SHOWN)]


def text_of(page: str) -> str:
    """What a page says."""
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    """The blocks of a page in one language, but for those that are files."""
    return [body for found, name, body in BLOCK.findall(text_of(page)) if found == language and not name]


def commands(page: str) -> list[Command]:
    """Each `$ command` of the console blocks of a page, in order."""
    found: list[Command] = []
    for block in blocks(page, "console"):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append(Command(line[2:]))
            else:
                found[-1].shown.append(line)
    return found


def working_directory(page: str, folder: Path) -> Path:
    """A folder with the files that a page shows under their names, and the folders of the project that it may name."""
    for package in ("mechanisms", "derivations", "lp", "checks", "docs", "examples"):
        (folder / package).symlink_to(ROOT / package, target_is_directory=True)
    for _, name, body in BLOCK.findall(text_of(page)):
        if name:
            (folder / name).write_text(body, encoding="utf-8")
    return folder


def run(command: str, folder: Path) -> str:
    """What `rrproof` prints on standard output when it is run in a folder, in this process."""
    from checks.cli import rrproof
    from checks.commands.exits import FAILED

    program, *arguments = shlex.split(command)
    assert program == "rrproof", command
    before = Path.cwd()
    os.chdir(folder)
    try:
        result = CliRunner().invoke(rrproof, arguments, prog_name="rrproof", env={"COLUMNS": "120", "NO_COLOR": "1"})
    finally:
        os.chdir(before)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code in (0, FAILED), f"$ {command}: {result.stderr}"  # a sampler may be refuted
    return result.stdout


def plain(line: str) -> str:
    """A line without what differs from run to run: seconds, versions of solvers and the width of columns."""
    return " ".join(SECONDS.sub("*", line).split())


def missing(shown: list[str], printed: str) -> Iterator[str]:
    """The lines shown that are not printed in this order; `...` stands for any lines, and headings for their rules."""
    lines, place = [plain(line) for line in printed.splitlines()], 0
    for line in map(plain, shown):
        if line in ("", "..."):
            continue
        found = [i for i, other in enumerate(lines[place:], place) if other == line or other.startswith(line + " ──")]
        if not found:
            yield line
            return
        place = found[0] + 1
