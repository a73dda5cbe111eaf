"""Consoles, and printing to them: what a terminal shows, and a pipe or a file gets."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO, TextIOBase
from typing import IO, TextIO

from rich.console import Console, RenderableType

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
        """Keep a text, unless it is something rendered, and pass it on."""
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
