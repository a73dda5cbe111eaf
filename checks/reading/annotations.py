r"""What is printed around a formula and says nothing of its meaning: labels, braces below with their remarks, spaces.

`\underbrace{A}_{\text{bias}}` is A, `\overset{(a)}{=}` is =, `\underset{x}{\max}` is \max_{x}, and the lines of
`\substack{i<j \\ j<k}` are conditions with commas between them.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import limits
from .errors import ReadingError
from .source import Piece

_DROPPED = {r"\label": 1, r"\tag": 1, r"\hspace": 1, r"\vspace": 1, r"\mspace": 1, r"\phantom": 1, r"\hphantom": 1}
_DROPPED |= {r"\vphantom": 1, r"\intertext": 1, r"\shortintertext": 1, r"\footnote": 1, r"\color": 1}
_OPENED = frozenset([r"\mathop", r"\mathbin", r"\mathrel", r"\mathord", r"\ensuremath", r"\mathclap", r"\smash"])
_BRACED = frozenset([r"\underbrace", r"\overbrace", r"\boxed", r"\underline", r"\overparen", r"\underparen"])
_ABOVE = frozenset([r"\overset", r"\stackrel"])
_DEFINES = frozenset([r"\Delta", r"\triangle", "d"])
_KNOWN = _DROPPED.keys() | _OPENED | (_BRACED - {r"\underline"}) | _ABOVE | {r"\underset", r"\substack", r"\textcolor"}


def without_annotations(text: str, pieces: list[Piece]) -> list[Piece]:
    """The pieces that carry meaning; ReadingError where the argument of such a command is missing."""
    if not _KNOWN & {piece.text for piece in pieces}:
        return pieces
    return list(_Annotated(text, pieces).kept(0, len(pieces), 0))


class _Annotated:
    def __init__(self, text: str, pieces: list[Piece]) -> None:
        self.text = text
        self.pieces = pieces
        self.partner: dict[int, int] = {}
        opened: list[int] = []
        for i, piece in enumerate(pieces):
            if piece.text == "{":
                opened.append(i)
            elif piece.text == "}" and opened:
                self.partner[opened.pop()] = i

    def kept(self, start: int, stop: int, depth: int) -> Iterator[Piece]:
        """What is kept of the pieces from `start` to `stop`."""
        if depth > limits.NESTING_DEPTH:
            reason = f"constructions nest deeper than {limits.NESTING_DEPTH}"
            raise ReadingError(reason, self.text, self.pieces[start].start)
        i = start
        while i < stop:
            command = self.pieces[i].text
            if command not in _KNOWN:
                yield self.pieces[i]
                i += 1
                continue
            use, i = i, i + 1
            if command in _DROPPED:
                i = self.spaces(i + (i < stop and self.pieces[i].text == "*"))
                _, _, i = self.argument(use, i, stop)
            elif command in _OPENED:
                low, high, i = self.argument(use, i, stop)
                yield from self.kept(low, high, depth + 1)
            elif command == r"\textcolor":
                _, _, i = self.argument(use, i, stop)
                low, high, i = self.argument(use, i, stop)
                yield from self.kept(low, high, depth + 1)
            elif command in _BRACED:
                low, high, i = self.argument(use, i, stop)
                yield self.at(use, "{")
                yield from self.kept(low, high, depth + 1)
                place = self.spaces(i)
                if command != r"\boxed" and place < stop and self.pieces[place].text in ("_", "^"):
                    _, _, i = self.argument(use, place + 1, stop)
                last = self.pieces[i - 1]
                yield Piece("}", last.start, last.end, last.via)
            elif command in _ABOVE:
                low, high, i = self.argument(use, i, stop)
                above = {p.text for p in self.pieces[low:high]}
                low, high, i = self.argument(use, i, stop)
                below = list(self.kept(low, high, depth + 1))
                is_definition = bool(above & _DEFINES) and "".join(p.text for p in below).strip() == "="
                yield from [self.at(use, ":=")] if is_definition else below
            elif command == r"\underset":
                low, high, i = self.argument(use, i, stop)
                under = list(self.kept(low, high, depth + 1))
                low, high, i = self.argument(use, i, stop)
                yield from self.kept(low, high, depth + 1)
                yield from (self.at(use, "_"), self.at(use, "{"), *under, self.at(use, "}"))
            else:  # \substack
                low, high, i = self.argument(use, i, stop)
                for piece in self.kept(low, high, depth + 1):
                    yield Piece(",", piece.start, piece.end, piece.via) if piece.text == "\\\\" else piece

    def at(self, use: int, text: str) -> Piece:
        """A piece that stands for the command at index `use`."""
        piece = self.pieces[use]
        return Piece(text, piece.start, piece.end, piece.via)

    def spaces(self, i: int) -> int:
        while i < len(self.pieces) and self.pieces[i].text.isspace():
            i += 1
        return i

    def argument(self, use: int, i: int, stop: int) -> tuple[int, int, int]:
        """Where the argument at index `i` starts and ends, and the index after it."""
        i = self.spaces(i)
        if i >= stop or self.pieces[i].text == "}":
            piece = self.pieces[use]
            raise ReadingError(f"expected the argument of {piece.text} in braces", self.text, piece.start)
        if self.pieces[i].text != "{":
            return i, i + 1, i + 1
        if i not in self.partner:
            raise ReadingError("this { is never closed", self.text, self.pieces[i].start)
        return i + 1, self.partner[i], self.partner[i] + 1
