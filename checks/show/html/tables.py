"""Tables in HTML pages: text is escaped, formulas are set, numbers stand to the right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from checks.show.html.page import render


@dataclass(frozen=True)
class Formula:
    """A cell that holds a formula in LaTeX."""

    latex: str


@dataclass(frozen=True)
class Number:
    """A cell that holds a number as it is to be read, such as 1/3 or 0.125."""

    text: str


Cell = str | Formula | Number


def table(header: Sequence[str], rows: Iterable[Sequence[Cell]], *, caption: str = "", row_heads: bool = False) -> str:
    """A table as HTML. Plain cells are text. With `row_heads`, the first cell of each row is its heading.

    A table that is wider than the screen scrolls by itself.
    """
    kinds = {Formula: "formula", Number: "number"}
    marked = [
        [(kinds.get(type(cell), "text"), cell if isinstance(cell, str) else _content(cell)) for cell in row]
        for row in rows
    ]
    return render("table.html", header=header, rows=marked, caption=caption, row_heads=row_heads)


def _content(cell: Formula | Number) -> str:
    return cell.latex if isinstance(cell, Formula) else cell.text
