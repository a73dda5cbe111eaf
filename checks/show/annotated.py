r"""A LaTeX document with the verdicts beside its equations: in comments behind them, or as notes in the margin."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from checks.claims.claim import Claim
from checks.claims.prose import escape
from checks.claims.record import ClaimRecord
from checks.reading.document import MAXIMAL_BYTES, DocumentError, read_document
from checks.reading.errors import ReadingError
from checks.reading.macros import Macros
from checks.system.compilation import compiled
from mechanisms.text_files import read_text

_PUNCTUATION = re.compile(r"\s|[.,;]\s*$")


@dataclass(frozen=True)
class Annotated:
    """The document with its notes, and the ids of the claims of which no equation or theorem in it speaks."""

    text: str
    missing: tuple[str, ...]


def with_comments(document: Path, judged: Iterable[tuple[Claim, ClaimRecord]]) -> Annotated:
    """The document with a comment behind each equation or theorem that is a claim. Raises DocumentError."""

    def comment(records: list[ClaimRecord]) -> str:
        right = {
            record.id: f"; right is {' '.join(record.right.split())}" if record.right else "" for record in records
        }
        return "".join(f"\n% rrproof {record.id}: {record.headline}{right[record.id]}" for record in records)

    return _annotated(document, judged, comment)


def as_pdf(document: Path, judged: Iterable[tuple[Claim, ClaimRecord]]) -> tuple[bytes, Annotated]:
    """The document as a PDF with the verdicts in its margin. Raises DocumentError, and CompilationError."""

    def note(records: list[ClaimRecord]) -> str:
        lines = r"\\".join(escape(f"{record.id}: {record.headline}") for record in records)
        raised = r"\vspace*{-2\baselineskip}"  # from the line after a display to the display
        return rf"\marginpar{{{raised}\raggedright\scriptsize\sffamily {lines}}}"

    noted = _annotated(document, judged, note)
    return compiled(noted.text, beside=document.parent), noted


def _annotated(
    document: Path, judged: Iterable[tuple[Claim, ClaimRecord]], note: Callable[[list[ClaimRecord]], str]
) -> Annotated:
    """The text of the document; a formula is found by what is printed, macros put in, spaces aside."""
    found = read_document(document)
    macros = Macros(found.macros)
    here = [passage for passage in found.passages if passage.file == document]
    places = {_bare(text, macros): p for p in reversed(here) for text in (*p.formulas, p.latex)}
    notes: dict[int, list[ClaimRecord]] = {}
    missing = []
    for claim, record in judged:
        printed = [*(claim.main.statement.latex if claim.readings else ()), claim.prose]
        passage = next((places[bare] for text in printed if text and (bare := _bare(text, macros)) in places), None)
        if passage is None:
            missing.append(record.id)
        else:
            notes.setdefault(passage.end, []).append(record)
    if not notes:
        raise DocumentError(f"{document} prints none of these claims; a formula is found where it is printed alike")
    text = read_text(document, MAXIMAL_BYTES, DocumentError)
    return Annotated("".join(_with_notes(text, notes, note)), tuple(missing))


def _with_notes(
    text: str, notes: dict[int, list[ClaimRecord]], note: Callable[[list[ClaimRecord]], str]
) -> Iterator[str]:
    before = 0
    for end in sorted(notes):
        yield text[before:end] + note(notes[end])
        rest = text.find("\n", end)
        if text[end : rest if rest >= 0 else None].strip() and note(notes[end]).startswith("\n%"):
            yield "\n"  # what goes on in the same line is no part of the comment
        before = end
    yield text[before:]


def _bare(text: str, macros: Macros) -> str:
    """What is printed, without spaces and the punctuation at the end."""
    with suppress(ReadingError):  # a text that is no formula stays as it is
        text = macros.put_in(text)
    return _PUNCTUATION.sub("", text)
