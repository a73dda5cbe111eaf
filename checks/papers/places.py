"""Where something stands: the files of a paper, and file, line and column of a claim's text, for messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from checks.claims.claim import Claim, PaperError, Statement
from checks.inputs.declarations import with_declaration
from checks.reading import ReadingError, Symbols, read_latex, read_plain

Files = Sequence[tuple[str, str]]
"""The files of a paper, name and text each; the first is the claims file that names the others."""


@dataclass(frozen=True)
class Place:
    """File, line and column, both from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


def file_beside(source: str, key: str, name: str, suffixes: Sequence[str]) -> Path:
    """The file that a key of the claims file names: beside it or below, for one of somebody else reads nothing else.

    Raises PaperError for a file that is missing, lies elsewhere, also behind a link, or has another suffix.
    """
    folder = Path(source).parent
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()) or path.suffix not in suffixes:
        raise PaperError(
            f"{source}: {key} is a file ending with {', '.join(suffixes)} beside the claims file, not {name!r}"
        )
    if not path.is_file():
        raise PaperError(f"{source}: {key}: there is no file {name!r} beside the claims file")
    return path


def place_of(files: Files, claim_id: str, part: str, offset: int = 0) -> Place | None:
    """Where a character of a text of a claim stands; the line of its id where the text has escapes.

    None where the claim is not found, such as in a file that writes its claims as inline tables.
    """
    given = re.compile(rf"""^[ \t]*id[ \t]*=[ \t]*["']{re.escape(claim_id)}["']""", re.MULTILINE)
    file, text, found = next(
        ((file, text, found) for file, text in files if (found := given.search(text))), ("", "", None)
    )
    if found is None:
        return None
    start = max(text.rfind("[[claim]]", 0, found.start()), 0)
    end = text.find("[[claim]]", found.end())
    position = text.find(part, start, end if end >= 0 else len(text))
    if position < 0:
        return Place(file, text.count("\n", 0, found.start()) + 1, 1)
    position += offset
    return Place(file, text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position))


def unreadable(claims: tuple[Claim, ...], vocabulary: Symbols, files: Files) -> dict[str, str]:
    """What in the claims cannot be read, each with file, line, column and claim; by claim."""
    messages: dict[str, list[str]] = {}
    for claim in claims:
        statements = [reading.statement for reading in claim.readings]
        statements += [claim.correction.statement] if claim.correction is not None else []
        for statement in statements:
            if statement.statement:
                messages.setdefault(claim.id, []).extend(_beside_a_statement(claim, statement, files))
                continue
            for what, part, read in _texts(statement, vocabulary):
                try:
                    read(part)
                except ReadingError as error:
                    place = place_of(files, claim.id, part, error.position)
                    where = place or files[0][0]
                    said = str(error) if place is None else f"{with_declaration(error)}\n{error.excerpt}"
                    messages.setdefault(claim.id, []).append(f"{where}: {claim.heading}{what}: {said}")
    return {claim_id: "\n".join(dict.fromkeys(said)) for claim_id, said in messages.items() if said}


def _beside_a_statement(claim: Claim, statement: Statement, files: Files) -> Iterator[str]:
    """What is refused beside a statement in the logic, which says itself for what it holds; its print is not read."""
    for key, given in (("domain", statement.domain), ("at", statement.at)):
        if given:
            where = place_of(files, claim.id, key) or files[0][0]
            yield (
                f"{where}: {claim.heading}: a statement says itself for which values it holds; "
                f"write into it what {key} says, and leave {key} out"
            )


def _texts(statement: Statement, vocabulary: Symbols) -> list[tuple[str, str, Callable[[str], object]]]:
    """What is read of a statement: what it is, the text, and its reader."""

    def latex(text: str) -> object:
        return read_latex(text, vocabulary, slash=statement.slash)

    def plain(text: str) -> object:
        return read_plain(text, vocabulary)

    entries = statement.table.entries() if statement.table is not None else ()
    return [
        *(("", text, latex) for text in statement.latex),
        *((f", {entry.label}", entry.latex, latex) for entry in entries),
        *((", domain", text, plain) for text in statement.domain),
        *((f", at {name}", value, plain) for name, value in statement.at),
        *((f", {entry.label}", value, plain) for entry in entries for _, value in entry.at),
    ]
