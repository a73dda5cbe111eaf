"""Where in a claims file something stands: line and column of a claim's text, for messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from checks.claims.claim import Claim, Statement
from checks.reading import ReadingError, Symbols, read_latex, read_plain


def place_of(text: str, claim_id: str, part: str, offset: int) -> tuple[int, int] | None:
    """Line and column, from 1, of a character of a text of a claim; the line of its id where the text has escapes.

    None where the claim is not found, such as in a file that writes its claims as inline tables.
    """
    found = re.search(rf"""^[ \t]*id[ \t]*=[ \t]*["']{re.escape(claim_id)}["']""", text, re.MULTILINE)
    if found is None:
        return None
    start = max(text.rfind("[[claim]]", 0, found.start()), 0)
    end = text.find("[[claim]]", found.end())
    position = text.find(part, start, end if end >= 0 else len(text))
    if position < 0:
        return text.count("\n", 0, found.start()) + 1, 1
    position += offset
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)


def unreadable(claims: tuple[Claim, ...], vocabulary: Symbols, source: str, text: str) -> dict[str, str]:
    """What in the claims cannot be read, each with file, line, column and claim; by claim."""
    messages: dict[str, list[str]] = {}
    for claim in claims:
        statements = [reading.statement for reading in claim.readings]
        statements += [claim.correction.statement] if claim.correction is not None else []
        for statement in statements:
            if statement.statement:
                messages.setdefault(claim.id, []).extend(_beside_a_statement(claim, statement, source, text))
                continue
            for what, part, read in _texts(statement, vocabulary):
                try:
                    read(part)
                except ReadingError as error:
                    place = place_of(text, claim.id, part, error.position)
                    where = source if place is None else f"{source}:{place[0]}:{place[1]}"
                    said = str(error) if place is None else f"{error.reason}\n{error.excerpt}"
                    messages.setdefault(claim.id, []).append(f"{where}: {claim.heading}{what}: {said}")
    return {claim_id: "\n".join(dict.fromkeys(said)) for claim_id, said in messages.items() if said}


def _beside_a_statement(claim: Claim, statement: Statement, source: str, text: str) -> Iterator[str]:
    """What is refused beside a statement in the logic, which says itself for what it holds; its print is not read."""
    for key, given in (("domain", statement.domain), ("at", statement.at)):
        if given:
            place = place_of(text, claim.id, key, 0)
            where = source if place is None else f"{source}:{place[0]}"
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
