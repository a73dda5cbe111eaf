"""LaTeX on a terminal: lines end between tokens, not inside of a command or a script; what differs is underlined."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

from checks.claims.prose import Formula, Prose, is_words
from checks.show.latex.differences import Segment
from checks.show.latex.unicode import readable

DIFFERS = "bold underline"
_ATOM = r"\{?(?:\\(?:begin|end)\{[a-zA-Z*]+\}|\\[a-zA-Z]+\*?\s?|\\.|\d+|[a-zA-Z]+|\s+|.)"
_TOKEN = re.compile(rf"{_ATOM}(?:[\^_]{_ATOM})*[)}}\],]*", re.DOTALL)  # a letter with its scripts stays whole


class Said(Text):
    """What a terminal shows, with its source, which pages and LaTeX are made of: a formula, or words with formulas."""

    def __init__(self, text: str, source: Formula | Prose | str, style: str = "") -> None:
        super().__init__(text, style)
        self.source = source


def in_lines(printed: str) -> MarkedText | Said:
    """A formula in lines that can be pasted; words in letters and signs."""
    return worded(printed) if is_words(printed) else MarkedText([Segment(printed, False)], is_formula=True)


def worded(words: str, style: str = "") -> Said:
    """Words in which `$...$` is a formula, in letters and signs."""
    return Said(readable(words), Prose(words), style)


class MarkedText:
    """Segments of a formula or of words in lines that can be pasted; without colours a line of ^ marks differences."""

    def __init__(self, segments: Sequence[Segment], *, is_formula: bool) -> None:
        self.segments, self.is_formula = segments, is_formula

    @property
    def source(self) -> str:
        """The formula, or the words, without marks."""
        return Formula(self) if self.is_formula else str(self)

    def __str__(self) -> str:
        return "".join(segment.text for segment in self.segments)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        length = max((len(line) for line in str(self).splitlines()), default=1)
        return Measurement(min(20, length), length).with_maximum(options.max_width)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self._lines(options.max_width):
            text = Text(no_wrap=True)
            for part, differs in line:
                text.append(part, DIFFERS if differs else "")
            text.rstrip()
            yield text
            marks = "".join(("^" if differs else " ") * len(part) for part, differs in line).rstrip()
            if marks and console.color_system is None:
                yield Text(marks, no_wrap=True)

    def _lines(self, width: int) -> Iterator[list[tuple[str, bool]]]:
        line: list[tuple[str, bool]] = []
        used = 0
        for group in self._groups():
            text = "".join(token for token, _ in group)
            if text == "\n" or (used and used + len(text.rstrip()) > width):
                yield line
                line, used = [], 0
                if text.isspace():
                    continue
            for token, differs in group:
                while len(token) > width - used and len(text) > width:
                    yield [*line, (token[: width - used], differs)]
                    token, line, used = token[width - used :], [], 0
                line.append((token, differs))
                used += len(token)
        yield line

    def _groups(self) -> Iterator[list[tuple[str, bool]]]:
        """Tokens that stay on one line: of a formula, a script of which a part differs."""
        group: list[tuple[str, bool]] = []
        for token, differs in self._tokens():
            if group and not (self.is_formula and (group[-1][0][-1] in "^_{" or token[0] in "^_)}],")):
                yield group
                group = []
            group.append((token, differs))
        if group:
            yield group

    def _tokens(self) -> Iterator[tuple[str, bool]]:
        for text, differs in self.segments:
            tokens = _TOKEN.findall(text) if self.is_formula else re.findall(r"\n|[^\S\n]+|\S+", text)
            for token in tokens:
                for part in re.split(r"(\n)", token) if "\n" in token else [token]:
                    if part:
                        yield part, differs
