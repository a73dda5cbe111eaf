"""Plain HTML tables, for results that notebooks show and for pages: every text is escaped, no style is set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def table(header: Sequence[object], rows: Iterable[Sequence[object]], *, caption: str = "") -> str:
    """A table with one row of column headings; cells are written by `str` and escaped.

    Without headings (an empty `header`) the first cell of each row is its heading. Raises ValueError for a row with
    another number of cells than there are headings.
    """
    headings = list(header)
    lines = []
    for number, row in enumerate(rows, 1):
        cells = list(row)
        if headings and len(cells) != len(headings):
            raise ValueError(f"row {number} of the table has {len(cells)} cells, the header has {len(headings)}")
        first = "" if headings or not cells else f'<th scope="row">{_text(cells.pop(0))}</th>'
        lines.append(f"<tr>{first}{''.join(f'<td>{_text(cell)}</td>' for cell in cells)}</tr>")
    titles = "".join(f'<th scope="col">{_text(heading)}</th>' for heading in headings)
    head = f"<thead><tr>{titles}</tr></thead>" if headings else ""
    said = f"<caption>{_text(caption)}</caption>" if caption else ""
    return f"<table>{said}{head}<tbody>{''.join(lines)}</tbody></table>"


def paragraph(text: object) -> str:
    """A paragraph of escaped text."""
    return f"<p>{_text(text)}</p>"


def _text(value: object) -> str:
    return escape(str(value))
