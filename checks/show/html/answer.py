"""The answer of a command as a page: the tables that it prints, and the lines between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from checks.show.html import page as frame
from checks.show.html.tables import Cell, Number, table
from checks.show.render import as_text

STYLE = """
table { width: auto }
th[scope="row"] + td { overflow-wrap: anywhere }
pre.said { white-space: pre-wrap; overflow-wrap: anywhere }
"""


def page(title: str, parts: Sequence[RenderableType]) -> str:
    """The whole page of what was printed, in order."""
    body = [f"<h1>{escape(title)}</h1>", *(_shown(part) for part in _flat(parts))]
    return frame.page(title, "\n".join(body), style=STYLE)


def _flat(parts: Iterable[RenderableType]) -> Iterable[RenderableType]:
    """Groups and indented parts opened, and texts that were written one after the other joined."""
    opened: list[RenderableType] = []
    for part in parts:
        inner = part.renderable if isinstance(part, Padding) else part
        opened += _flat(inner.renderables) if isinstance(inner, Group) else [inner]
    for is_text, some in groupby(opened, lambda part: isinstance(part, str)):
        if is_text:
            yield "".join(map(str, some))
        else:
            yield from some


def _shown(part: RenderableType) -> str:
    if isinstance(part, Table):
        return _table(part)
    if isinstance(part, Text) and "\n" not in part.plain:
        return _paragraph(part.plain.strip()) if part.plain.strip() else ""
    text = part if isinstance(part, str) else as_text(part)
    paragraphs = [block for block in text.strip("\n").split("\n\n") if block.strip()]
    return "\n".join(map(_paragraph, paragraphs))


def _paragraph(block: str) -> str:
    """Lines as they stand, or one line as a sentence."""
    is_line = "\n" not in block and not block.startswith(" ")
    return f"<p>{escape(block)}</p>" if is_line else f'<pre class="said">{escape(block)}</pre>'


def _table(part: Table) -> str:
    """The same rows and columns; numbers that stand to the right there stand to the right here."""
    columns = [
        [_cell(cell, column.justify == "right") for cell in column.cells][: len(part.rows)] for column in part.columns
    ]
    header = [_text(column.header) for column in part.columns] if part.show_header else []
    title = _text(part.title) if part.title else ""
    return table(header, list(zip(*columns, strict=True)), caption=title, row_heads=True)


def _cell(cell: RenderableType, is_number: bool) -> Cell:
    return Number(_text(cell)) if is_number else _text(cell)


def _text(cell: RenderableType) -> str:
    return as_text(cell, 10_000).strip() if not isinstance(cell, str) else cell
