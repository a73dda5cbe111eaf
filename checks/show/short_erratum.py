"""The erratum of a paper on two pages: what is wrong, why, and what is right; what does not fit is named."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from checks.claims.claim import Paper
from checks.claims.prose import escape, pieces
from checks.claims.record import ClaimRecord
from checks.show.latex.differences import underlined
from checks.show.latex.formulas import parse, width
from checks.show.latex.line_breaks import lines, size_within
from checks.show.typeset import point_words, prose, sides_words, vocabulary_of, written_out
from checks.show.wording import RESTRICTED, Wording, as_corrected, as_printed, compared, coordinates, place_words

HEADINGS = {
    "false": "False",
    "missing-hypothesis": "A hypothesis is missing",
    "invalid-step": "A step does not follow",
    "misprint": "Misprints",
    "rounding": "Rounding",
}
MOST_CELLS = 40  # of a table that is written out
_STOP = re.compile(r"[.,;]\s*$")
_ENDS = (".", ".}", ".)")


@dataclass(frozen=True)
class Layout:
    """How an erratum is set, and what has room in it."""

    options: str
    packages: tuple[str, ...]
    size: str
    """Of the text."""
    scale: float
    """The size of the text, ten points being one."""
    column: float
    """Points that a formula in a column may be wide, at the size of ten points."""
    characters: int
    """Of words in a line of a column."""
    most_lines: int
    """That have room."""
    of_slips: frozenset[str] = frozenset()
    """What is told of a misprint besides what is right: what is printed, and where that fails."""

    def size_of(self, line: str) -> str:
        """The size at which a line that cannot be broken fits into a column."""
        return size_within(self.scale * self.column, width(parse(line)), self.scale)

    def lines_of(self, written: str) -> int:
        """About how many lines of a column a text takes."""
        used = 0.0
        for is_formula, part in pieces(written):
            used += 1.1 * width(parse(part)) / self.column if is_formula else len(part) / self.characters
            used += 0.4 * part.count(r"\frac") if is_formula else part.count(r"\\")
        return ceil(used)


ALL_OF_SLIPS = frozenset({"printed", "fails"})
_PACKAGES = ("{amsmath}", "{amssymb}")
ONE_COLUMN = Layout("", (*_PACKAGES, "[margin=2.8cm]{geometry}"), r"\small", 0.9, 485.0, 95, 55, ALL_OF_SLIPS)
TWO_COLUMNS = Layout("twocolumn", (*_PACKAGES, "[margin=1.8cm]{geometry}"), r"\footnotesize", 0.8, 300.0, 62, 285)


@dataclass(frozen=True)
class ShortErratum:
    """The parts of a document, and how it is set."""

    layout: Layout
    parts: list[str]


@dataclass(frozen=True)
class _Item:
    """One finding: what is written of it, and about how many lines that takes."""

    record: ClaimRecord
    text: str
    lines: int


def short_erratum(paper: Paper, findings: Sequence[ClaimRecord]) -> ShortErratum:
    """What is said of these findings, which stand gravest first, in one column where that has room on a page.

    What follows from another finding is named there. Where two pages have no room for all of it, a misprint is told by
    what is printed and what is right, or by what is right; what would not fit even then is named at the end.
    """
    told = (ALL_OF_SLIPS, frozenset({"printed"}))
    for layout in (ONE_COLUMN, *(replace(TWO_COLUMNS, of_slips=of_slips) for of_slips in told)):
        parts, left_out = _parts(paper, findings, layout)
        if not left_out:
            return ShortErratum(layout, parts)
    parts, left_out = _parts(paper, findings, TWO_COLUMNS)
    if left_out:
        named = "; ".join(f"{record.place} ({record.id}, {record.finding or record.verdict})" for record in left_out)
        parts += [r"\subsection*{\normalsize In the long form only}", escape(f"{named}.")]
    return ShortErratum(TWO_COLUMNS, parts)


def _parts(paper: Paper, findings: Sequence[ClaimRecord], layout: Layout) -> tuple[list[str], list[ClaimRecord]]:
    """The parts that have room, and the findings that have none."""
    causes = {record.id: record.follows for record in findings if record.follows}
    own = [record for record in findings if causes.get(record.id) not in {other.id for other in findings}]
    used, heading = 0, ""
    left_out: list[ClaimRecord] = []
    parts = [rf"{layout.size}\raggedright\raggedbottom\clubpenalty10000"]  # no heading ends a column
    for record in own:
        following = [other for other in findings if causes.get(other.id) == record.id and other not in own]
        item = _item(paper, record, following, layout)
        if used + item.lines > layout.most_lines:
            left_out += [record, *following]
            continue
        title = HEADINGS.get(record.finding or "", "Refuted, and not corrected")
        if title != heading:
            heading = title
            parts.append(rf"\subsection*{{\normalsize {title}}}")
            used += 3
        used += item.lines
        parts.append(item.text)
    return parts, left_out


def _item(paper: Paper, record: ClaimRecord, following: Sequence[ClaimRecord], layout: Layout) -> _Item:
    claim, symbols = paper.claim(record.id), vocabulary_of(paper)
    printed, right = compared(as_printed(claim, record.statement), as_corrected(claim, record.right), underlined)
    is_told = bool(record.note) and right.formula.count("&") > MOST_CELLS  # a table wider than a column
    told = layout.of_slips if record.finding in ("misprint", "rounding") and record.right else ALL_OF_SLIPS
    parts = [("Printed: ", _wording(printed, layout))] if "printed" in told and not is_told else []
    added = record.right.removeprefix(record.statement + RESTRICTED)
    if added != record.right:
        parts.append((r"Right: ", rf"the same, for ${added}$"))
    elif record.right and not is_told:
        parts.append(("Right: ", _wording(right, layout)))
    parts += [("", prose(record.note))] if record.note else []
    if (record.counterexample or record.sides) and "fails" in told:
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
    text = "".join(rf"\newline\emph{{{label}}}{said}{'' if said.endswith(_ENDS) else '.'}" for label, said in parts)
    head = rf"\textbf{{{prose(place_words(record.place))}}} {{\scriptsize({escape(record.id)})}}"
    return _Item(record, rf"\par\smallskip\noindent {head}{text}", 1 + sum(layout.lines_of(said) for _, said in parts))


def _relation(record: ClaimRecord) -> str:
    """The relation that fails, where the record names one and not a member of the print."""
    place = next((reading.breaks_at for reading in record.readings if reading.needed), None) or ""
    return " ".join(f"${part}$" for is_formula, part in pieces(place) if is_formula)


def _wording(wording: Wording, layout: Layout) -> str:
    """A statement in a line of text, a long formula broken."""
    formula = _STOP.sub("", wording.formula)
    broken = lines(formula, layout.column) if formula else []
    formula = r" \newline ".join(f"{layout.size_of(line)}${line}$" for line in broken)
    return " ".join(part for part in (prose(wording.words), f"{{{formula}}}" if formula else "") if part)
