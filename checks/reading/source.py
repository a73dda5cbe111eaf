r"""The text that is read, and where each of its characters stands in the text that the user wrote.

The two differ where macros are expanded, where formulas stand inside `\text{if $x > 0$}`, and where the whole is
wrapped as `$...$` or `\[...\]`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from .errors import ReadingError
from .syntax import Node, children, with_children

_PIECE = re.compile(r"\\(?:[A-Za-z]+|.)|.", re.DOTALL | re.ASCII)
_WRAPPINGS = (("$$", "$$"), (r"\[", r"\]"), (r"\(", r"\)"), ("$", "$"))
_TEXTS = frozenset([rf"\text{font}" for font in ("", "rm", "normal", "up", "it", "bf")] + [r"\mbox", r"\hbox"])


@dataclass(frozen=True, slots=True)
class Piece:
    """A command or a character, from `start` to `end` of the user's text; `via` are the macros it comes from."""

    text: str
    start: int
    end: int
    via: tuple[str, ...] = ()

    @property
    def is_word(self) -> bool:
        """Whether this is a command of letters, which swallows the spaces after it."""
        return self.text[0] == "\\" and self.text[-1].isalpha()


def pieces_of(text: str) -> list[Piece]:
    """The text cut as TeX cuts it: commands and single characters."""
    return [Piece(match[0], *match.span()) for match in _PIECE.finditer(text)]


@dataclass(frozen=True)
class Source:
    """What is read, `text`, made of pieces of what was written, `original`; where pieces are None both are the same."""

    original: str
    text: str
    _pieces: tuple[Piece, ...] | None = field(default=None, repr=False)
    _ends: tuple[int, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, original: str, pieces: Iterable[Piece]) -> Source:
        """The pieces put together; a space keeps a command apart from a letter after it."""
        kept: list[Piece] = []
        for piece in pieces:
            if kept and kept[-1].is_word and piece.text[0].isalpha() and (piece.via or kept[-1].via):
                kept.append(Piece(" ", piece.start, piece.start, piece.via))
            kept.append(piece)
        ends: list[int] = []
        for piece in kept:
            ends.append((ends[-1] if ends else 0) + len(piece.text))
        return cls(original, "".join(p.text for p in kept), tuple(kept), tuple(ends))

    def _piece(self, position: int) -> tuple[Piece, int]:
        """The piece at a position of `text`, and where in the piece the position is."""
        assert self._pieces, "a position within a text has a piece"
        place = min(bisect_right(self._ends, position), len(self._pieces) - 1)
        return self._pieces[place], position - (self._ends[place] - len(self._pieces[place].text))

    def start_of(self, position: int) -> int:
        """The place in the user's text of what starts at a position of `text`."""
        if self._pieces is None:
            return position
        if position >= len(self.text):
            return len(self.original)
        piece, inside = self._piece(position)
        return piece.start + (inside if not piece.via and piece.end - piece.start == len(piece.text) else 0)

    def end_of(self, position: int) -> int:
        """The place in the user's text after what ends before a position of `text`."""
        if self._pieces is None or position <= 0:
            return position
        piece, inside = self._piece(position - 1)
        whole = piece.via or piece.end - piece.start != len(piece.text)
        return piece.end if whole else piece.start + inside + 1

    def error(self, error: ReadingError) -> ReadingError:
        """The error as it concerns the user's text; what stands in a macro names it."""
        if self._pieces is None:
            return error
        via = self._piece(error.position)[0].via if error.position < len(self.text) else ()
        inside = f" (in the macro {via[0]})" if via else ""
        return ReadingError(error.reason + inside, self.original, self.start_of(error.position), error.undeclared)

    def replaced(self, node: Node) -> Node:
        """The tree with its spans in the user's text."""
        if self._pieces is None:
            return node
        below = tuple(map(self.replaced, children(node)))
        start, end = node.span
        return replace(with_children(node, below), span=(self.start_of(start), self.end_of(end)))


def unwrapped(pieces: list[Piece]) -> list[Piece]:
    r"""The pieces without `$...$`, `$$...$$`, `\[...\]` or `\(...\)` around the whole."""
    solid = [i for i, piece in enumerate(pieces) if not piece.text.isspace()]
    texts = [pieces[i].text for i in solid]
    for opening, closing in _WRAPPINGS:
        size = 2 if opening == "$$" else 1
        if len(texts) > 2 * size and "".join(texts[:size]) == opening and "".join(texts[-size:]) == closing:
            outside = set(solid[:size] + solid[-size:])
            return [piece for i, piece in enumerate(pieces) if i not in outside]
    return pieces


def formulas_outside_texts(pieces: list[Piece]) -> list[Piece]:
    r"""The pieces with `\text{if $x > 0$}` as `\text{if }x > 0\text{}`."""
    if not any(piece.text == "$" for piece in pieces):
        return pieces
    result: list[Piece] = []
    depth, inside = 0, 0  # of braces; of the braces of the text that is open, 0 if none is
    word, last, in_formula = "", "", False
    for piece in pieces:
        if piece.text == "{":
            depth += 1
            if last in _TEXTS and not inside:
                inside, word = depth, last
        elif piece.text == "}":
            if inside == depth and not in_formula:
                inside = 0
            depth -= 1
        elif piece.text == "$" and inside and depth == inside:
            in_formula = not in_formula
            result += (Piece(t, piece.start, piece.end, piece.via) for t in (["}"] if in_formula else [word, "{"]))
            continue
        if not piece.text.isspace():
            last = piece.text
        result.append(piece)
    return result
