"""An analysis as a page of HTML that needs nothing from elsewhere, and as HTML for notebooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from markupsafe import Markup

from checks.designs.analysis.figures import figures_of
from checks.designs.analysis.formulas import FormulaAnalysis
from checks.show.html import page as frame
from checks.show.html.mathml import mathml
from checks.show.html.sentences import sentence
from checks.show.html.tables import Cell, Formula, Number, table
from checks.show.sheet import Fact, Grid, Section, Text, heading
from derivations.steps import Written

if TYPE_CHECKING:
    from checks.designs.analysis.symbolic import SymbolicAnalysis
    from checks.designs.analysis.whole import Analysis

STYLE = """
dl.facts { display: grid; grid-template-columns: minmax(9rem, max-content) 1fr; gap: .2rem 1.2rem; margin: .6rem 0 }
dl.facts dt { font-weight: 600 }
dl.facts dd { margin: 0; overflow-x: auto; overflow-y: hidden }
@media (max-width: 36rem) { dl.facts { grid-template-columns: 1fr } dl.facts dd { margin-bottom: .4rem } }
section h3 { font-size: 1rem; font-weight: 500; margin: 1.1rem 0 .3rem }
@media screen and (max-width: 36rem) { figure.tree svg { min-width: 40rem } }
nav.parts ul { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding: 0; list-style: none }
"""


def page(
    found: Analysis | SymbolicAnalysis | FormulaAnalysis, *, title: str = "", full: bool = False, name: str = ""
) -> str:
    """The whole page: every section, with the figures that can be drawn; `name` is that of the design in them."""
    if isinstance(found, FormulaAnalysis):
        named, inside = title or f"Analysis of {found.name}", written(found.sections(full=full))
    else:
        named, inside = title or heading(found.design), body(found, full=full, name=name)
    return frame.page(named, f"<h1>{escape(named)}</h1>\n{inside}", style=STYLE)


def body(found: Analysis | SymbolicAnalysis, *, figures: bool = True, full: bool = False, name: str = "") -> str:
    """The sections as HTML, with figures and links to them if these are wanted."""
    if not figures:
        return written(found.sections(full=full))

    return written(found.sections(full=full), figures_of(found, name))


def written(sections: Sequence[Section], figures: Mapping[str, str] | None = None, *, links: bool | None = None) -> str:
    """Sections as HTML, with the figures of each; links to them stand above where there are figures, or as wanted."""
    lines = [_section(section, (figures or {}).get(section.key, "")) for section in sections]
    if not (figures is not None if links is None else links):
        return "\n".join(lines)
    listed = "".join(f'<li><a href="#{s.key}">{escape(s.title)}</a></li>' for s in sections)
    return "\n".join([f'<nav class="parts no-print" aria-label="Sections"><ul>{listed}</ul></nav>', *lines])


def _section(section: Section, figures: str) -> str:
    lines = [f'<section id="{section.key}"><h2>{escape(section.title)}</h2>']
    facts: list[Fact] = []
    for part in section.parts:
        if isinstance(part, Fact):
            facts.append(part)
            continue
        lines.append(_facts(facts))
        facts = []
        lines.append(_grid(part) if isinstance(part, Grid) else f"<p>{_text(part)}</p>")
    return "\n".join([*lines, _facts(facts), figures, "</section>"])


def _facts(facts: list[Fact]) -> str:
    if not facts:
        return ""
    return (
        '<dl class="facts">' + "".join(f"<dt>{sentence(f.name)}</dt><dd>{_text(f.value)}</dd>" for f in facts) + "</dl>"
    )


def _grid(grid: Grid) -> str:
    header = [Markup(_text(cell)) for cell in grid.header]
    columns = list(zip(*grid.rows, strict=True))
    numbers = [all(map(_is_number, column)) or (grid.numeric and j > 0) for j, column in enumerate(columns)]
    rows = [[_cell(cell, is_number=is_n) for cell, is_n in zip(row, numbers, strict=True)] for row in grid.rows]
    made = table(header, rows, row_heads=True)
    cut = f"<p>{escape(grid.cut)}</p>" if grid.cut else ""
    first, _, _ = grid.caption.partition(" ")
    caption = grid.caption if len(first) == 1 else grid.caption[:1].upper() + grid.caption[1:]  # n is a number
    return f"<h3>{sentence(caption)}</h3>{made}{cut}"


def _is_number(cell: Text) -> bool:
    return isinstance(cell, Written) and all(c.isdigit() or c in "-./" for c in cell.text)


def _cell(cell: Text, *, is_number: bool) -> Cell:
    """Numbers stand to the right in a column of nothing else; a number among formulas is one of them."""
    if isinstance(cell, str):
        return Number(cell) if is_number else Markup(sentence(cell))
    return Number(cell.text) if is_number else Formula(cell.latex)


def _text(value: Text) -> str:
    return sentence(value) if isinstance(value, str) else mathml(value.latex)
