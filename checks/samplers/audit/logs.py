"""Logs of what a sampler has answered: pairs of a truth and a response, as CSV, Parquet or a data frame."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from checks.inputs.counts import names_of
from checks.inputs.delimited import Table, TableFileError, read_table
from checks.samplers.audit.cells import truth_of, truths_of_log
from checks.samplers.audit.settings import AuditError

if TYPE_CHECKING:
    from checks.inputs.numeric_design import NumericDesign

TRUTHS = ("truth", "true", "true_value", "value", "input", "x")
RESPONSES = ("response", "answer", "report", "output", "noisy", "y")


def read_log(path: Path, columns: str | None = None) -> list[tuple[str, str]]:
    """The pairs in a file, in its order; `columns` names both, as in true,answer. Raises AuditError."""
    try:
        table = read_table(path)
    except TableFileError as error:
        raise AuditError(str(error)) from error
    return pairs_of(table, columns)


def pairs_of(table: Table, columns: str | None = None) -> list[tuple[str, str]]:
    """The pairs in a table: by the names of its columns, or the only two that there are.

    Raises AuditError where the columns do not say which two they are, for a line without one of them, and for no pairs.
    """
    header = [name.lower() for name in table.lines[0][1]]
    wanted = [name.strip() for name in columns.split(",")] if columns else []
    if columns and (len(wanted) != 2 or any(name.lower() not in header for name in wanted)):
        raise AuditError(f"--columns: name two of {', '.join(table.lines[0][1])}, the truth first; not {columns!r}")
    named = [
        [i for i, name in enumerate(header) if name in ([one.lower()] if columns else known)]
        for one, known in zip(wanted or ("", ""), (TRUTHS, RESPONSES), strict=True)
    ]
    if all(len(found) == 1 for found in named):
        places, body = (named[0][0], named[1][0]), table.lines[1:]
    elif len(header) == 2:
        places, body = (0, 1), table.lines[bool(any(named)) :]
    else:
        raise AuditError(
            f"{table.source}: which columns hold truth and response? --columns names both of "
            f"{', '.join(table.lines[0][1])}"
        )
    pairs = []
    for number, cells in body:
        if len(cells) <= max(places) or not cells[places[0]] or not cells[places[1]]:
            raise AuditError(
                f"{table.source}: line {number}: a truth and a response are needed, not {', '.join(cells)}"
            )
        pairs.append((cells[places[0]], cells[places[1]]))
    if not pairs:
        raise AuditError(f"{table.source}: no pair of a truth and a response")
    return pairs


def names_of_responses(
    pairs: Sequence[tuple[str, str]], truths: Sequence[Hashable], responses: Sequence[Hashable]
) -> Sequence[Hashable]:
    """What a log calls the responses of a design that answers with a truth: as the truths, or as the design."""
    own = {name for names in names_of(responses) for name in names}
    return responses if any(response in own for _, response in pairs) else truths


def as_labels(
    pairs: Sequence[tuple[str, str]], truths: Sequence[Hashable], responses: Sequence[Hashable], source: str
) -> list[tuple[int, Hashable]]:
    """The pairs with the truth by its place, and the response as the label that is written so, else as it stands.

    Labels are written as in counts: where 1 and 0 are all, yes and no, or true and false, mean them. Raises AuditError
    for a truth that the design does not have.
    """
    places = {name: i for i, names in enumerate(names_of(truths)) for name in names}
    known = {name: label for label, names in zip(responses, names_of(responses), strict=True) for name in names}
    found: list[tuple[int, Hashable]] = []
    for truth, response in pairs:
        if truth not in places:
            hint = "; if it names a column, --columns says which two count" if not found else ""
            raise AuditError(
                f"{source}: the truth {truth!r} is none of the design's: {', '.join(map(str, truths[:12]))}; "
                f"--truths says what the log calls them{hint}"
            )
        found.append((places[truth], known.get(response, response)))
    return found


def as_numbers(
    pairs: Sequence[tuple[str, str]], design: NumericDesign, source: str
) -> tuple[tuple[Fraction, ...], list[tuple[int, Hashable]]]:
    """The truths of a log of numbers, and its pairs with the truth by its place; what is no number stays as it stands.

    Raises AuditError for a truth that the mechanism does not have, and for too many of them.
    """
    try:
        truths = truths_of_log(design, list(dict.fromkeys(truth for truth, _ in pairs)))
        places = {truth: place for place, truth in enumerate(truths)}
        known = {text: places[truth_of(design, text)] for text in dict.fromkeys(truth for truth, _ in pairs)}
        return truths, [(known[truth], _number(response)) for truth, response in pairs]
    except AuditError as error:
        raise AuditError(f"{source}: {error}") from error


def _number(text: str) -> Hashable:
    try:
        return float(Fraction(text))
    except (ValueError, ZeroDivisionError, OverflowError):
        return text
