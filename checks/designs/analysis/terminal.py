"""Sections on the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as RichText

from checks.show.sheet import Fact, Grid, Section, Text

NAMES = 34  # letters of the names of facts in a line; what is longer goes on below


def shown(title: str, sections: Sequence[Section]) -> RenderableType:
    """Everything, section by section."""
    parts: list[RenderableType] = [RichText(title, style="bold")]
    for section in sections:
        parts += [RichText(), RichText(section.title, style="bold cyan")]
        parts += [Padding(part, (0, 0, 0, 2)) for part in _parts(section)]
    return Group(*parts)


def _parts(section: Section) -> list[RenderableType]:
    made: list[RenderableType] = []
    facts: Table | None = None
    longest = max((len(part.name) for part in section.parts if isinstance(part, Fact)), default=0)
    for part in section.parts:
        if isinstance(part, Fact):
            if facts is None:
                facts = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
                facts.add_column(style="bold", min_width=min(longest, NAMES), max_width=NAMES, overflow="fold")
                facts.add_column(overflow="fold")
                made.append(facts)
            facts.add_row(part.name, RichText(plain(part.value)))
            continue
        facts = None
        made += [RichText(plain(part))] if not isinstance(part, Grid) else _grid(part)
    return made


def _grid(grid: Grid) -> list[RenderableType]:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    numbers = [
        (grid.numeric and j > 0) or all(_is_number(plain(row[j])) for row in grid.rows) for j in range(len(grid.header))
    ]
    for heading, is_number in zip(grid.header, numbers, strict=True):
        table.add_column(plain(heading), justify="right" if is_number else "left", no_wrap=is_number)
    for row in grid.rows:
        table.add_row(*(RichText(plain(cell)) for cell in row))
    made: list[RenderableType] = [RichText(), RichText(grid.caption, style="italic"), table]
    if grid.cut:
        made.append(RichText(f"{grid.cut}; --full shows all", style="dim"))
    return [*made, RichText()]


def plain(text: Text) -> str:
    """The plain form."""
    return text if isinstance(text, str) else text.text


def _is_number(text: str) -> bool:
    return bool(text) and (all(c.isdigit() or c in "-./+e " for c in text))
