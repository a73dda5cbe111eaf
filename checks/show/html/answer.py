"""The answer of a command as a page: the tables that it prints, and the lines between them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby

from markupsafe import Markup
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from checks.claims.prose import Formula, Prose
from checks.show.console import as_text
from checks.show.html import page as frame
from checks.show.html.mathml import flowing, mathml, prose
from checks.show.html.sentences import sentence, value
from checks.show.html.tables import Cell, Number, table
from checks.show.latex.terminal import MarkedText, Said
from checks.system.versions import version_of

STYLE = """
table { width: auto }
.asked { margin-top: 2rem; padding-top: .6rem; border-top: 1px solid var(--line) }
table:not(:has(> thead)) > tbody > tr > th + td { overflow-wrap: anywhere }
@media (min-width: 40.01rem) { thead + tbody > tr > th { white-space: nowrap } }
.line { display: block }
.line[style] { padding-left: calc(var(--indent) + 1.5em); text-indent: -1.5em }
pre.said, td code { white-space: pre-wrap; overflow-wrap: anywhere }
"""
_COLUMNS = re.compile(r"\s{2,}")


def page(title: str, parts: Sequence[RenderableType], command: str) -> str:
    """The whole page of what was printed, in order; below it the command that printed it."""
    asked = f'<p class="asked faint small"><code>{escape(command)}</code>, rrproof {version_of("rrproof")}</p>'
    body = [f"<h1>{escape(title)}</h1>", *(_shown(part) for part in flat(parts)), asked]
    return frame.page(title, "\n".join(body), style=STYLE)


def flat(parts: Iterable[RenderableType]) -> Iterable[RenderableType]:
    """Groups and indented parts opened, and texts that were written one after the other joined."""
    opened: list[RenderableType] = []
    for part in parts:
        inner = part.renderable if isinstance(part, Padding) else part
        opened += flat(inner.renderables) if isinstance(inner, Group) else [inner]
    for is_text, some in groupby(opened, lambda part: isinstance(part, str)):
        if is_text:
            yield "".join(map(str, some))
        else:
            yield from some


def _shown(part: RenderableType) -> str:
    if isinstance(part, Table):
        return _table(part)
    if isinstance(part, Said):
        if isinstance(part.source, Formula):
            return mathml(part.source, display=True)
        return f"<p>{_html(part)}</p>" if part.source else ""
    if isinstance(part, Text) and "\n" not in part.plain.strip():
        said = part.plain.strip()
        return f"<p>{value(said)}</p>" if said else ""
    text = part if isinstance(part, str) else as_text(part)
    paragraphs = [block for block in text.strip("\n").split("\n\n") if block.strip()]
    return "\n".join(map(_paragraph if isinstance(part, str) else _code, paragraphs))


def _code(block: str) -> str:
    """Lines as they stand."""
    return f'<pre class="said">{escape(block)}</pre>'


def in_columns(lines: Sequence[str]) -> list[list[str]]:
    """Lines that have as many columns each, two at least; none where they have not."""
    rows = [_COLUMNS.split(line.strip()) for line in lines]
    return rows if len({len(row) for row in rows}) == 1 < len(rows[0]) else []


def _paragraph(block: str) -> str:
    """Lines below each other; as a table where they have columns."""
    lines = block.split("\n")
    rows = in_columns(lines)
    if rows:
        return table([], [[Markup(value(cell)) for cell in row] for row in rows], row_heads=True)
    return "<p>" + "".join(map(_line, lines)) + "</p>"


def _line(line: str) -> str:
    """A line of its own; what is indented stays so where it goes on below."""
    indent = (len(line) - len(line.lstrip())) // 2
    style = f' style="--indent: {indent}em"' if indent else ""
    return f'<span class="line"{style}>{sentence(line.strip())}</span>'


def _table(part: Table) -> str:
    """The same rows and columns; numbers that stand to the right there stand to the right here."""
    columns = [
        [_cell(cell, column.justify == "right") for cell in column.cells][: len(part.rows)] for column in part.columns
    ]
    header = [Markup(sentence(cell_text(column.header))) for column in part.columns] if part.show_header else []
    title = cell_text(part.title) if part.title else ""
    has_heads = part.show_header or part.columns[0].justify != "right"
    return table(header, list(zip(*columns, strict=True)), caption=title, row_heads=has_heads)


def _cell(cell: RenderableType, is_number: bool) -> Cell:
    written = Markup(_html(cell))
    return Number(written) if is_number else written


def _html(cell: RenderableType) -> str:
    source = cell.source if isinstance(cell, Said | MarkedText) else cell_text(cell)
    if isinstance(source, Formula):
        return flowing(source)
    return prose(source) if isinstance(source, Prose) else value(source)


def cell_text(cell: RenderableType) -> str:
    """What stands in a cell of a table."""
    return as_text(cell, 10_000).strip() if not isinstance(cell, str) else cell
