"""What is argued in all papers, by argument, from their pages: `python -m checks.show.argued_page docs/papers`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from checks.papers.collection import paper_keys

_ARGUMENT = re.compile(r"- \*\*(?P<name>[\w-]+)\*\* \((?P<claims>[^)]*)\): (?P<sentence>.*)")

HEAD = """# What is argued

Every claim of the five papers whose verdict rests on an argument in words, by its argument, the most used first. What a
claim takes besides from theorems of the kernel is nothing else. `make docs` writes this page from those of the papers.
"""


def argued_page(folder: Path) -> str:
    """The page, from the pages of the papers in the folder."""
    claims: dict[str, list[str]] = {}
    sentences: dict[str, str] = {}
    for key in paper_keys():
        for found in map(_ARGUMENT.fullmatch, (folder / f"{key}.md").read_text(encoding="utf-8").splitlines()):
            if found is not None:
                claims.setdefault(found["name"], []).extend(found["claims"].split(", "))
                sentences[found["name"]] = found["sentence"]
    names = sorted(claims, key=lambda name: (-len(claims[name]), name))
    together = len({claim for some in claims.values() for claim in some})
    claims_rest = "1 claim rests" if together == 1 else f"{together} claims rest"
    lines = [f"{claims_rest} on {'1 argument' if len(names) == 1 else f'{len(names)} arguments'}.", ""]
    lines += [f"- **{name}** ({', '.join(claims[name])}): {sentences[name]}" for name in names]
    return "\n".join([HEAD, *lines]) + "\n"


if __name__ == "__main__":
    sys.stdout.write(argued_page(Path(sys.argv[1])))
