"""The answer of a command as a LaTeX fragment: the tables that it prints, and the lines between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text as RichText

from checks.show.console import as_text
from checks.show.html.answer import cell_text, flat, in_columns
from checks.show.html.sentences import is_latex, plain_formula
from checks.show.latex.line_breaks import displayed
from checks.show.latex.sections import grid_latex, sentence_latex
from checks.show.latex.unicode import as_typed
from checks.show.sheet import Grid, Text
from derivations.steps import Written

_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?(e[-+]?\d+)?")


def fragment(parts: Sequence[RenderableType]) -> str:
    """What was printed, in order; needs amsmath, booktabs and longtable."""
    return "\n\n".join(piece for part in flat(parts) for piece in _shown(part))


def _shown(part: RenderableType) -> Iterator[str]:
    if isinstance(part, Table):
        yield _table(part)
        return
    said = part if isinstance(part, str) else as_text(part, 10_000)
    if isinstance(part, RichText) and is_latex(said.strip()) and "\n" not in said.strip():
        yield displayed(said.strip())
        return
    for block in said.strip("\n").split("\n\n"):
        if block.strip():
            yield _paragraph(block.split("\n"))


def _paragraph(lines: Sequence[str]) -> str:
    rows = in_columns(lines)
    if rows:
        return grid_latex(Grid("", ("",) * len(rows[0]), tuple(tuple(map(_value, row)) for row in rows)))
    return "\\noindent " + " \\\\\n".join(sentence_latex(as_typed(line.strip())) for line in lines)


def _table(part: Table) -> str:
    columns = [[_value(cell_text(cell)) for cell in column.cells][: len(part.rows)] for column in part.columns]
    header = (
        tuple(_value(cell_text(column.header)) for column in part.columns) if part.show_header else ("",) * len(columns)
    )
    title = cell_text(part.title) if part.title else ""
    return grid_latex(Grid(title, header, tuple(zip(*columns, strict=True))))


def _value(text: str) -> Text:
    """What stands in a cell: a number, a formula in LaTeX or in plain notation, or words."""
    if _NUMBER.fullmatch(text):
        return Written(text, re.sub(r"e\+?(-?)0*(\d+)", r" \\cdot 10^{\1\2}", text))
    text = text if is_latex(text) else as_typed(text)
    formula = text if is_latex(text) else plain_formula(text)
    return text if formula is None else Written(text, formula)
