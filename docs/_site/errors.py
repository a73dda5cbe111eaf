"""The list of errors found in print, from the pages of the papers: python docs/_site/errors.py"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PAPERS = Path(__file__).resolve().parents[1] / "papers"
OTHERS = PAPERS.parent / "in-print"
TARGET = PAPERS / "errors.md"
KINDS = ("false", "misprint")
_FINDING = re.compile(
    r"^### (?P<id>[A-Z]+-\d+): (?P<kind>[\w-]+)\n\n(?P<place>[^\n]+)\n\n(?P<facts>(?:- [^\n]*\n)+)", re.M
)
_FACT = re.compile(r"^- \*\*(?P<name>[\w ]+)\*\*: (?P<value>.*)$", re.M)
INTRODUCTION = """\
# Errors found in print

What five papers print and what does not hold as it stands, with what is right: false statements, and misprints. Each
entry links to the counterexample, exact, with both sides' values, and to the reason; a theorem of the kernel, or what
is argued beside it, stands behind each. What holds once a hypothesis is added is on the pages of the papers.
Errors in [other public sources](#in-other-public-sources) stand at the end.

"""
ELSEWHERE = """\
## In other public sources

Lectures, manuals and code that anybody can read, as they stood at the address that the page behind each link names.
Each has a claims file in `examples/in-print`, which `rrproof verify` judges, as it would a file of yours.

"""


class Error(NamedTuple):
    """A line of the list."""

    paper: str
    claim: str
    kind: str
    place: str
    printed: str
    right: str


def errors(paper: Path) -> Iterator[Error]:
    """The errors on the page of a paper, as they stand there."""
    for found in _FINDING.finditer(paper.read_text(encoding="utf-8")):
        facts = {fact["name"]: fact["value"] for fact in _FACT.finditer(found["facts"])}
        if found["kind"] in KINDS:
            right = facts.get("right is") or facts.get("why", "")
            place = found["place"].rpartition(",")[0]
            yield Error(paper.stem, found["id"], found["kind"], place, facts.get("printed", ""), right)


def _listed(page: Path, folder: str, level: str) -> Iterator[str]:
    """The errors on a page under its title, with links to it in the folder."""
    rows = sorted(errors(page), key=lambda error: int(error.claim.split("-")[1]))
    if not rows:
        return
    title = page.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
    yield f"{level} {title}\n\n"
    for row in rows:
        yield f"- {row.place} ([{row.claim}]({folder}{row.paper}.md#{row.claim.lower()}-{row.kind}))\n"
        yield f"    - printed: {row.printed}\n    - right: {row.right}\n"
    yield "\n"


def listed() -> str:
    """The page: a list for each paper, and one for each other source."""
    papers = [line for page in sorted(PAPERS.glob("*.md")) for line in _listed(page, "", "##")]
    others = [line for page in sorted(OTHERS.glob("*.md")) for line in _listed(page, "../in-print/", "###")]
    return "".join([INTRODUCTION, *papers, ELSEWHERE, *others]).rstrip("\n") + "\n"


if __name__ == "__main__":
    TARGET.write_text(listed(), encoding="utf-8")
