"""Tables in HTML pages: text is escaped, formulas are set, numbers stand to the right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import unescape

from markupsafe import Markup, escape

from checks.show.html.mathml import mathml
from checks.show.html.page import render

PHONE = 44  # letters of a row that a phone has room for
LONGEST = 24  # letters of a cell from which on it may wrap in its column


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

    On a phone each row of one that is too wide is a paragraph, in which every cell but the row's heading has that of
    its column before it. A table that is wider than the screen all the same scrolls by itself.
    """
    kinds = {Formula: "formula", Number: "number"}
    set_rows = [[(kinds.get(type(cell), "text"), _set(cell)) for cell in row] for row in rows]
    heads = [[("number" if row and row[i][0] == "number" else "text", escape(name)) for i, name in enumerate(header)]
             for row in set_rows[:1]]  # fmt: skip
    widths = [sum(_least(*cell) + 2 for cell in row) for row in (*heads, *set_rows)]
    return render(
        "table.html",
        header=header,
        rows=set_rows,
        caption=caption,
        row_heads=row_heads,
        is_stacked=bool(header) and max(widths, default=0) > PHONE,
    )


def _set(cell: Cell) -> Markup:
    """A cell as HTML; plain text is escaped."""
    if isinstance(cell, Formula):
        return Markup(mathml(cell.latex))
    return escape(cell.text if isinstance(cell, Number) else cell)


def _least(kind: str, cell: Markup) -> int:
    """How many letters wide a cell has to be that is read with ease; of a number all are in one line."""
    letters = len(unescape(re.sub(r"<[^>]*>", "", cell)))
    return letters if kind == "number" else min(letters, LONGEST)
