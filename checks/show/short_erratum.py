"""The erratum of a paper on two pages: what is wrong, why, and what is right; what does not fit is named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from checks.claims.claim import Paper
from checks.claims.prose import escape, pieces
from checks.claims.record import ClaimRecord
from checks.show.latex.differences import underlined
from checks.show.latex.formulas import parse, width
from checks.show.latex.line_breaks import SIZES, lines
from checks.show.typeset import point_words, prose, sides_words, vocabulary_of, written_out
from checks.show.wording import RESTRICTED, Wording, as_corrected, as_printed, compared, coordinates

OPTIONS = "twocolumn"
PACKAGES = ("{amsmath}", "{amssymb}", "[margin=1.8cm]{geometry}")
HEADINGS = {
    "false": "False",
    "missing-hypothesis": "A hypothesis is missing",
    "invalid-step": "A step does not follow",
    "misprint": "Misprints",
    "rounding": "Rounding",
}
COLUMN = 300.0  # points of a formula in a column, at the size of ten points
FOOTNOTE = 0.8  # the size of the text
SMALLER = (r"\footnotesize", r"\scriptsize")
CHARACTERS = 62  # of words in a line of a column
MOST_CELLS = 40  # of a table that is written out
MOST_LINES = 265  # of two pages


@dataclass(frozen=True)
class _Item:
    """One finding: what is written of it, and about how many lines that takes."""

    record: ClaimRecord
    text: str
    lines: int


def short_erratum(paper: Paper, findings: Sequence[ClaimRecord]) -> Iterator[str]:
    """The parts of the document on these findings, which stand gravest first.

    What follows from another finding is named there. What would not fit on two pages any more is named at the end.
    """
    causes = {record.id: record.follows for record in findings if record.follows}
    own = [record for record in findings if causes.get(record.id) not in {other.id for other in findings}]
    used, heading = 0, ""
    left_out: list[ClaimRecord] = []
    yield r"\footnotesize\raggedright\raggedbottom\clubpenalty10000"  # no heading ends a column
    for record in own:
        following = [other for other in findings if causes.get(other.id) == record.id and other not in own]
        item = _item(paper, record, following)
        if used + item.lines > MOST_LINES:
            left_out += [record, *following]
            continue
        title = HEADINGS.get(record.finding or "", "Refuted, and not corrected")
        if title != heading:
            heading = title
            yield rf"\subsection*{{\normalsize {title}}}"
            used += 3
        used += item.lines
        yield item.text
    if left_out:
        named = "; ".join(f"{record.place} ({record.id}, {record.finding or record.verdict})" for record in left_out)
        yield r"\subsection*{\normalsize In the long form only}"
        yield escape(f"{named}.")


def _item(paper: Paper, record: ClaimRecord, following: Sequence[ClaimRecord]) -> _Item:
    claim, symbols = paper.claim(record.id), vocabulary_of(paper)
    printed, right = compared(as_printed(claim, record.statement), as_corrected(claim, record.right), underlined)
    is_table = right.formula.count("&") > MOST_CELLS  # which is wider than a column, and the note tells it shortly
    is_slight = record.finding in ("misprint", "rounding") and bool(record.right)
    parts = [] if is_slight else [("Printed: ", _wording(printed))]
    added = record.right.removeprefix(record.statement + RESTRICTED)
    if added != record.right:
        parts.append((r"Right: ", rf"the same, for ${added}$"))
    elif record.right and not (record.note and is_table):
        parts.append(("Right: ", _wording(right)))
    parts += [("", prose(record.note))] if record.note else []
    if (record.counterexample or record.sides) and not is_slight:
        sides = sides_words(record.sides, symbols)
        known = {
            n: v
            for n, v in coordinates(record.counterexample)
            if written_out(v if " " in n or n.endswith(")") else f"{n} = {v}", symbols) is not None
        }
        label = "It fails for " if known else "Both sides: " if sides else "It fails"
        where = prose(point_words(known, symbols))
        parts.append((label, ": ".join(filter(None, (where, _relation(record), prose(sides))))))
    if record.argued:
        parts.append(("", "Argued in part, not proved"))
    if following:
        parts.append(("The same holds of ", escape("; ".join(dict.fromkeys(other.place for other in following)))))
    text = "".join(
        rf"\newline\emph{{{label}}}{said}{'' if said.endswith(('.', '.}', '.)')) else '.'}" for label, said in parts
    )
    head = rf"\textbf{{{escape(record.place)}}} {{\scriptsize({escape(record.id)})}}"
    return _Item(record, rf"\par\smallskip\noindent {head}{text}", 1 + sum(_lines(said) for _, said in parts))


def _relation(record: ClaimRecord) -> str:
    """The relation that fails, where the record names one and not a member of the print."""
    place = next((reading.breaks_at for reading in record.readings if reading.needed), None) or ""
    return " ".join(f"${part}$" for is_formula, part in pieces(place) if is_formula)


def _wording(wording: Wording) -> str:
    """A statement in a line of text, a long formula broken."""
    broken = lines(wording.formula, COLUMN) if wording.formula else []
    formula = r" \newline ".join(f"{_size(line)}${line}$" for line in broken)
    return " ".join(part for part in (prose(wording.words), f"{{{formula}}}" if formula else "") if part)


def _size(line: str) -> str:
    """The size at which a line that cannot be broken fits into a column."""
    wide = width(parse(line))
    return next((name for scale, name in SIZES if name in SMALLER and scale * wide <= FOOTNOTE * COLUMN), r"\tiny ")


def _lines(written: str) -> int:
    """About how many lines of a column a text takes."""
    used = 0.0
    for is_formula, part in pieces(written):
        used += 1.1 * width(parse(part)) / COLUMN if is_formula else len(part) / CHARACTERS
        used += 0.4 * part.count(r"\frac") if is_formula else part.count(r"\\")
    return ceil(used)
