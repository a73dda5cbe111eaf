r"""Sections as HTML for notebooks: tables, and formulas as `$...$`, which a notebook typesets.

A notebook that is not trusted drops MathML, styles and pictures from HTML but keeps the text in them; what stands here
reads right then, and also where nothing is typeset at all.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from checks.claims.prose import pieces
from checks.show.plots.canvas import MissingPlotPackageError, picture
from checks.show.plots.protocol_tree import TreeTooLargeError, protocol_tree
from checks.show.sheet import Fact, Grid, Section, Text, typed
from derivations.steps import Written
from mechanisms.exact.notebook_cells import formula, table, words

if TYPE_CHECKING:
    from mechanisms.protocols.protocol import Protocol


def notebook(sections: Sequence[Section], protocol: Protocol | None = None) -> str:
    """The sections one below the other, the tree of what a respondent does with the design.

    Without ids, because a notebook shows many results.
    """
    return "\n".join(
        _section(section) + (_tree(protocol) if section.key == "design" and protocol is not None else "")
        for section in sections
    )


def _tree(protocol: Protocol) -> str:
    """The tree as the data of an image; nothing where it cannot be drawn or read."""
    try:
        figure = protocol_tree(protocol)
    except (MissingPlotPackageError, TreeTooLargeError):
        return ""
    width = round(96 * figure.get_size_inches()[0])
    data = b64encode(picture(figure, ".png")).decode()
    title = escape(f"What a respondent does: {protocol.name}")
    return f'\n<p><img alt="{title}" width="{width}" src="data:image/png;base64,{data}"/></p>'


def _section(section: Section) -> str:
    lines = [f"<h3>{words(section.title)}</h3>"]
    facts: list[Fact] = []
    for part in section.parts:
        if isinstance(part, Fact):
            facts.append(part)
            continue
        lines += _facts(facts)
        facts = []
        lines.append(_grid(part) if isinstance(part, Grid) else f"<p>{_text(part)}</p>")
    return "\n".join([*lines, *_facts(facts)])


def _facts(facts: list[Fact]) -> list[str]:
    return [table([sentence(fact.name), _text(fact.value)] for fact in facts)] if facts else []


def _grid(grid: Grid) -> str:
    header = [cell if isinstance(cell, str) else cell.text for cell in grid.header]
    cut = f"<p>{words(grid.cut)}</p>" if grid.cut else ""
    caption = f"<p>{sentence(grid.caption)}</p>" if grid.caption else ""
    return caption + table([[_text(cell) for cell in row] for row in grid.rows], header=header) + cut


def _text(value: Text) -> str:
    return formula(value.latex) if isinstance(value, Written) else sentence(value)


def sentence(text: str) -> str:
    """A sentence, with what is typed as mathematics in it set as such."""
    if "`" in text:
        said = text.split("`")
        return "".join(f"<code>{words(part)}</code>" if i % 2 else sentence(part) for i, part in enumerate(said))
    written = typed(text)
    parts = [(False, text)] if written is None else pieces(written)
    cells = [formula(part) if is_formula else words(part) for is_formula, part in parts]
    return "".join(cells).replace(" ~ ", " \N{ALMOST EQUAL TO} ")
