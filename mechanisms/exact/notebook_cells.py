r"""Cells, formulas and tables as HTML for notebooks: `$...$` is typeset there, and no other dollar begins a formula."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def formula(latex: str) -> str:
    """A formula that the notebook typesets."""
    return f"${escape(latex, quote=False)}$"


def words(text: str) -> str:
    """Text as it is: no dollar of it begins a formula."""
    return escape(text).replace("$", "<span>$</span>")


def table(rows: Iterable[Sequence[str]], *, header: Sequence[str] = (), caption: str = "") -> str:
    """A table of cells that are HTML already; the first cell of each row is its heading.

    The caption is a line above, since one of a narrow table would be as narrow. Without a header the cells are
    sentences, which begin at the left.
    """
    said = f"<p>{words(caption)}</p>" if caption else ""
    head = "".join(f'<th scope="col">{words(name)}</th>' for name in header)
    cell = "<td>" if header else '<td style="text-align: left">'
    lines = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"{cell}{other}</td>" for other in others)}</tr>'
        for first, *others in rows
    )
    return f"{said}<table>{f'<thead><tr>{head}</tr></thead>' if head else ''}<tbody>{lines}</tbody></table>"
