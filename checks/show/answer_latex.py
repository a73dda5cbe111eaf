"""The answer of a command as a LaTeX fragment: the tables that it prints, and the lines between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table

from checks.claims.prose import Formula
from checks.show.console import as_text
from checks.show.html.answer import cell_text, flat, in_columns
from checks.show.html.sentences import is_latex, plain_formula
from checks.show.latex.line_breaks import displayed
from checks.show.latex.sections import facts_latex, grid_latex, sentence_latex, text_latex
from checks.show.latex.terminal import MarkedText, Said
from checks.show.sheet import Fact, Grid, Text
from derivations.steps import Written

_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?(e[-+]?\d+)?")


def fragment(parts: Sequence[RenderableType]) -> str:
    """What was printed, in order; needs amsmath, booktabs and longtable."""
    return "\n\n".join(piece for part in flat(parts) for piece in _shown(part))


def _shown(part: RenderableType) -> Iterator[str]:
    if isinstance(part, Table):
        yield _table(part)
        return
    if isinstance(part, Said):
        if isinstance(part.source, Formula):
            yield displayed(part.source)
        elif part.source:
            yield rf"\noindent {text_latex(part.source)}"
        return
    said = part if isinstance(part, str) else as_text(part, 10_000)
    for block in said.strip("\n").split("\n\n"):
        if block.strip():
            yield _paragraph(block.split("\n"))


def _paragraph(lines: Sequence[str]) -> str:
    rows = in_columns(lines)
    if rows:
        return grid_latex(Grid("", ("",) * len(rows[0]), tuple(tuple(map(_value, row)) for row in rows)))
    return "\\noindent " + " \\\\\n".join(sentence_latex(line.strip()) for line in lines)


def _table(part: Table) -> str:
    columns = [[_value(cell) for cell in column.cells][: len(part.rows)] for column in part.columns]
    if len(columns) == 2 and not part.show_header and any(_has_source(cell) for cell in part.columns[1].cells):
        return facts_latex([Fact(str(name), value) for name, value in zip(*columns, strict=True)])
    header = tuple(_value(column.header) for column in part.columns) if part.show_header else ("",) * len(columns)
    title = cell_text(part.title) if part.title else ""
    return grid_latex(Grid(title, header, tuple(zip(*columns, strict=True))))


def _has_source(cell: RenderableType) -> bool:
    return isinstance(cell, Said | MarkedText)


def _value(cell: RenderableType) -> Text:
    """What stands in a cell: its source, or of plain text a number, a formula in LaTeX or plain notation, or words."""
    if isinstance(cell, Said | MarkedText):
        return Written(cell.source, cell.source) if isinstance(cell.source, Formula) else cell.source
    text = cell_text(cell)
    if _NUMBER.fullmatch(text):
        return Written(text, re.sub(r"e\+?(-?)0*(\d+)", r" \\cdot 10^{\1\2}", text))
    formula = text if is_latex(text) else plain_formula(text)
    return text if formula is None else Written(text, formula)
