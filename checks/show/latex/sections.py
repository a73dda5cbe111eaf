"""Sections in LaTeX: headings, facts, and tables that are as large as the margins allow."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from checks.claims.prose import Prose, escape, in_latex
from checks.show.latex.formulas import parse, width
from checks.show.latex.line_breaks import LINE, SIZES, displayed, lines
from checks.show.sheet import Fact, Grid, Section, Text, typed
from derivations.steps import Written

MOST_IN_WORDS, LONGEST_WORDS = 4, 60  # columns of a table of sentences; characters that count for their widths
LONGEST = 30  # rows of a table that is kept on one page
ABOUT = escape("~")
_POWER_OF_TEN = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)e([-+]?\d+)(?![\w.])")
ITEM = 300.0  # points of a line behind the name of a fact
CHARACTER, BETWEEN = 5.0, 12.0  # points: a letter of text, and the space between columns


def written(section: Section) -> str:
    """A section with its heading, facts and tables."""
    lines = [rf"\section*{{{escape(section.title)}}}"]
    facts: list[Fact] = []
    for part in section.parts:
        if isinstance(part, Fact):
            facts.append(part)
            continue
        lines.append(facts_latex(facts))
        facts = []
        lines += [grid_latex(part)] if isinstance(part, Grid) else ["", text_latex(part), ""]
    return "\n".join(filter(None, [*lines, facts_latex(facts)]))


def facts_latex(facts: Sequence[Fact]) -> str:
    """A list of facts, formulas that are too wide for a line broken into several; nothing for none."""
    if not facts:
        return ""
    items = [rf"\item[{{{sentence_latex(fact.name)}}}] {_in_item(fact.value)}" for fact in facts]
    return "\n".join([r"\begin{description}\sloppy\setlength{\itemsep}{0pt}", *items, r"\end{description}"])


def _in_item(value: Text) -> str:
    return displayed(value.latex, ITEM) if isinstance(value, Written) and _width(value) > ITEM else text_latex(value)


def grid_latex(grid: Grid) -> str:
    """A table, with its caption and header where it has them; one that fits in no size has its rows one by one."""
    caption = rf"\noindent\emph{{{sentence_latex(grid.caption)}}}\par\smallskip" if grid.caption else ""
    cut = rf"\par\smallskip\noindent {escape(grid.cut)}." if grid.cut else ""
    size = _size(grid)
    if size is None and len(grid.header) <= MOST_IN_WORDS and all(isinstance(c, str) for row in grid.rows for c in row):
        return "\n".join([r"\par\medskip", caption, *_in_words(grid), cut])
    if size is None:
        return "\n".join([r"\par\medskip", caption, *_one_by_one(grid), cut])
    _, *others = zip(*grid.rows, strict=True)
    columns = "l" + "".join("l" if any(map(_is_sentence, column)) else "r" for column in others)
    head = [r"\toprule", *([" & ".join(map(text_latex, grid.header)) + r" \\ \midrule"] if any(grid.header) else [])]
    rows = [" & ".join(map(_cell, row)) + r" \\[2pt]" for row in grid.rows]
    if len(rows) > LONGEST:
        body = [rf"\begin{{longtable}}[l]{{{columns}}}", *head, r"\endhead", *rows, r"\bottomrule", r"\end{longtable}"]
        return "\n".join([r"\par\medskip", caption, rf"{{{size}", *body, "}", cut])
    body = [
        r"\renewcommand{\arraystretch}{1.25}",
        rf"\begin{{tabular}}{{{columns}}}",
        *head,
        *rows,
        r"\bottomrule",
        r"\end{tabular}",
    ]
    start, end = r"\par\medskip\noindent\begin{minipage}{\textwidth}", r"\end{minipage}\par\medskip"
    return "\n".join([start, caption, rf"\noindent{{{size}", *body, "}", cut, end])


def _in_words(grid: Grid) -> Iterator[str]:
    """A table of words that are too long for a line: they go on below, in columns as wide as their words are long."""
    lengths = [min(LONGEST_WORDS, max(len(str(cell)) for cell in column)) for column in zip(*grid.rows, strict=True)]
    room = 0.96 - 0.03 * (len(lengths) - 1)
    columns = "".join(rf"p{{{room * length / sum(lengths):.3f}\textwidth}}" for length in lengths)
    yield rf"{{\small\begin{{longtable}}[l]{{@{{}}{columns}@{{}}}}"
    yield r"\toprule"
    if any(grid.header):
        yield " & ".join(map(text_latex, grid.header)) + r" \\ \midrule \endhead"
    for row in grid.rows:
        yield " & ".join(rf"\raggedright {text_latex(cell)}" for cell in row) + r" \tabularnewline"
    yield r"\bottomrule"
    yield r"\end{longtable}}"


def _is_sentence(cell: Text) -> bool:
    return isinstance(cell, str) and " " in cell


def _size(grid: Grid) -> str | None:
    """The largest size in which the table fits between the margins, \\small at most; None where it fits in none."""
    widest = sum(max(map(_width, column)) for column in zip(grid.header, *grid.rows, strict=True))
    room = BETWEEN * len(grid.header)
    smaller = [(scale, name) for scale, name in SIZES if name]
    return next((name for scale, name in smaller if scale * widest + room <= LINE), None)


def _width(cell: Text) -> float:
    return CHARACTER * len(cell) if isinstance(cell, str) else width(parse(cell.latex))


def _one_by_one(grid: Grid) -> Iterator[str]:
    """A table that is too wide: each row by itself, each cell below its heading, long formulas broken into lines."""
    for row in grid.rows:
        for head, cell in zip(grid.header, row, strict=True):
            if isinstance(cell, str):
                yield rf"\noindent {text_latex(head)} {_cell(cell)}\par"
            elif len(lines(cell.latex)) == 1 and _width(cell) < LINE / 2:
                yield rf"\noindent {text_latex(head)}: {text_latex(cell)}\par"
            else:
                yield rf"\noindent {text_latex(head)}:"
                yield displayed(cell.latex)
        yield r"\smallskip"


def text_latex(value: Text) -> str:
    """A formula between dollars, or words."""
    return sentence_latex(value) if isinstance(value, str) else f"${value.latex}$"


def _cell(value: Text) -> str:
    """A label stays as it is."""
    return text_latex(value) if isinstance(value, Written | Prose) else _plain(value)


def sentence_latex(text: str) -> str:
    """A sentence, with what is typed as mathematics in it set as such."""
    if isinstance(text, Prose):
        return in_latex(text)
    if "`" in text:
        said = text.split("`")
        return "".join(rf"\texttt{{{_plain(part)}}}" if i % 2 else sentence_latex(part) for i, part in enumerate(said))
    if numbers := _POWER_OF_TEN.search(text):
        before, after = text[: numbers.start()], text[numbers.end() :]
        power = rf"$10^{{{int(numbers[2])}}}$"
        factor = "" if numbers[1] == "1" else rf"${numbers[1]} \cdot$ "
        return sentence_latex(before) + factor + power + sentence_latex(after)
    sentence = typed(text)
    return _plain(text) if sentence is None else in_latex(sentence).replace(f" {ABOUT} ", r" $\approx$ ")


def _plain(text: str) -> str:
    """Plain text: about as a sign, and two hyphens of an option as such."""
    said = escape(text).replace(f" {ABOUT} ", r" $\approx$ ").replace("--", "-{}-")
    return said.replace(escape(" <= "), r" $\leq$ ").replace(escape(" >= "), r" $\geq$ ")
