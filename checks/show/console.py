"""Consoles, and printing to them: what a terminal shows, and a pipe or a file gets."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO, TextIOBase
from typing import IO, TextIO

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table

PIPED_WIDTH = 120  # columns, when the output is no terminal


def console(file: IO[str], width: int | None = None) -> Console:
    """A console that takes text as it is, without markup; 120 columns when it writes to no terminal."""
    made = Console(file=file, width=width, markup=False, emoji=False, highlight=False)
    if width is None and not made.is_terminal and "COLUMNS" not in os.environ:
        made.width = PIPED_WIDTH
    return made


class Recorder(TextIOBase):
    """A file that passes on what is written, and keeps it: texts, and what was rendered as it was before."""

    def __init__(self, to: TextIO) -> None:
        self.to, self.parts, self._rendering = to, list[RenderableType](), False

    def write(self, text: str) -> int:
        """Keep a text, unless it is something rendered, and pass it on. Raises TypeError for bytes."""
        if not isinstance(text, str):
            raise TypeError("texts are written, not bytes")
        if not self._rendering:
            self.parts.append(text)
        return self.to.write(text)

    def flush(self) -> None:
        """Flush the file behind."""
        self.to.flush()

    def isatty(self) -> bool:
        """Whether a terminal is behind it."""
        return self.to.isatty()

    @contextmanager
    def rendering(self, renderable: RenderableType) -> Iterator[None]:
        """Keep this in place of what is written for it."""
        self.parts.append(renderable)
        self._rendering = True
        try:
            yield
        finally:
            self._rendering = False


def fit(table: RenderableType, target: Console, indent: int = 0) -> None:
    """Give the columns of a table that is too wide widths at which words wrap and numbers stay whole, where there are.

    By itself a table would cut numbers off, and end them with dots; where there are no such widths they go on below.
    Of a page of tables each one is fitted.
    """
    if isinstance(table, Group):
        for part in table.renderables:
            fit(part, target, indent)
    if isinstance(table, Padding):
        fit(table.renderable, target, indent + table.left + table.right)
    if not isinstance(table, Table):
        return
    room = target.width - indent
    for column in table.columns:
        if column.overflow == "ellipsis":
            column.overflow = "fold"
    cells = [
        [line for cell in (column.header, *column.cells) for line in str(cell).split("\n")] for column in table.columns
    ]
    lengths = [max(map(len, own)) for own in cells]
    widths = [min(length, column.max_width or length) for length, column in zip(lengths, table.columns, strict=True)]
    least = [
        max(column.min_width or 0, *(_indent(cell) + len(word) for cell in own for word in cell.split()))
        for own, column in zip(cells, table.columns, strict=True)
    ]
    beside = Measurement.get(target, target.options.update(max_width=sum(widths) + 1_000), table).maximum - sum(widths)
    if sum(widths) + beside <= room or sum(least) + beside > room:
        return
    while sum(widths) + beside > room:
        widest = max(range(len(widths)), key=lambda i: widths[i] - least[i])
        widths[widest] -= 1
    for column, width in zip(table.columns, widths, strict=True):
        column.width = width


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def write(target: Console, renderable: RenderableType) -> None:
    """Print to a console; where no terminal is behind it, without the blanks that fill up lines."""
    if isinstance(target.file, Recorder) and not target.file._rendering:
        with target.file.rendering(renderable):
            write(target, renderable)
        return
    if target.is_terminal:
        target.print(renderable)
    else:
        target.file.write(as_text(renderable, target.width) + "\n")


def as_text(renderable: RenderableType, width: int = PIPED_WIDTH) -> str:
    """What the renderable prints, without colours; in a notebook too it prints nothing."""
    output = StringIO()
    console = Console(
        file=output, width=width, markup=False, emoji=False, highlight=False, color_system=None, force_jupyter=False
    )
    console.print(renderable)
    return "\n".join(line.rstrip() for line in output.getvalue().splitlines())


# -- reports -------------------------------------------------------------------------------------------------------
