r"""Macros of the user: `\newcommand{\Var}{\operatorname{Var}}` and its sisters, read and expanded.

Expansion is substitution of pieces (commands and characters), as TeX does it: no assignment, no condition, no file.
The work is bounded, a macro that leads back to itself is refused, and an error points at the place of use.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from . import limits
from .annotations import without_annotations
from .errors import ReadingError
from .lexis import ACCENTS_AND_FONTS, check_text
from .old_commands import without_old_commands
from .source import Piece, Source, formulas_outside_texts, pieces_of, unwrapped

_ARGUMENTS = {r"\frac": 2, r"\dfrac": 2, r"\tfrac": 2, r"\cfrac": 2, r"\binom": 2, r"\dbinom": 2, r"\tbinom": 2}
_ARGUMENTS |= {r"\sqrt": 1} | dict.fromkeys(ACCENTS_AND_FONTS, 1)
"""Commands that take single commands after them as arguments, which are braced when they are macros."""


@dataclass(frozen=True)
class Macro:
    r"""One definition: `name` with its backslash, how many arguments, the default of the first one if it is optional.

    In `body` and `default` a number stands for an argument, counted from 1. After a macro that `paired` delimits
    something, a star and a size in square brackets say only how it is set.
    """

    name: str
    parameters: int
    body: tuple[str | int, ...]
    default: tuple[str | int, ...] | None = None
    paired: bool = False


@dataclass(frozen=True)
class Macros:
    """The macros of a file; `expand` makes of a text what is read, `put_in` what can be printed without them."""

    definitions: Mapping[str, Macro] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.definitions)

    def expand(self, text: str) -> Source:
        """The text as it is read; ReadingError at the place of use where a macro cannot be expanded."""
        check_text(text)
        if "\\" not in text and "$" not in text:
            return Source(text, text)
        written = pieces_of(text)
        pieces = unwrapped(written)
        if self.definitions.keys() & {piece.text for piece in pieces}:
            pieces = list(_Expansion(self, text, pieces).pieces())
        pieces = without_annotations(text, without_old_commands(formulas_outside_texts(pieces)))
        return Source(text, text) if pieces == written else Source.of(text, pieces)

    def put_in(self, text: str) -> str:
        """The text with its macros put in and nothing else changed, for whoever prints it; ReadingError as `expand`."""
        check_text(text)
        pieces = pieces_of(text)
        if not self.definitions.keys() & {piece.text for piece in pieces}:
            return text
        return Source.of(text, _Expansion(self, text, pieces).pieces()).text

    def __hash__(self) -> int:
        return hash(frozenset(self.definitions.values()))


NO_MACROS = Macros()


class _Expansion:
    """One text being expanded; the next piece to be read is the last of `pending`."""

    def __init__(self, macros: Macros, text: str, pieces: list[Piece]) -> None:
        self.definitions = macros.definitions
        self.text = text
        self.pending = pieces[::-1]
        self.work = 0
        self.length = 0
        self.last_end = 0  # where the arguments of the last macro end

    def error(self, reason: str, piece: Piece) -> ReadingError:
        inside = f" (in the macro {piece.via[0]})" if piece.via else ""
        return ReadingError(reason + inside, self.text, piece.start)

    def pieces(self) -> Iterator[Piece]:
        """The pieces that remain when no macro is left."""
        owed, outer = 0, list[int]()  # arguments that the command before still takes; the same outside of each brace
        while self.pending:
            piece = self.pending.pop()
            macro = self.definitions.get(piece.text)
            if macro is not None:
                self.put_in(macro, piece, braced=owed > 0)
                continue
            if piece.text == "{":
                outer.append(max(owed - 1, 0))
                owed = 0
            elif piece.text == "}":
                owed = outer.pop() if outer else 0
            elif not piece.text.isspace():
                owed = _ARGUMENTS.get(piece.text, max(owed - 1, 0))
            self.length += len(piece.text)
            if self.length > limits.TEXT_LENGTH:
                reason = f"with its macros put in, the text has more than {limits.TEXT_LENGTH} characters"
                raise self.error(reason, piece)
            yield piece

    def put_in(self, macro: Macro, piece: Piece, *, braced: bool) -> None:
        """Put what the macro stands for in front of what is still to be read."""
        if macro.name in piece.via:
            raise self.error(f"the macro {macro.name} leads back to itself", piece)
        if len(piece.via) >= limits.MACRO_DEPTH:
            raise self.error(f"macros stand for macros more than {limits.MACRO_DEPTH} deep", piece)
        arguments = self.arguments(macro, piece)
        via = (*piece.via, macro.name)
        piece = replace(piece, end=max(piece.end, self.last_end))
        body: list[Piece] = [Piece("{", piece.start, piece.end, via)] if braced else []
        for part in macro.body:
            if isinstance(part, int):
                body += arguments[part - 1]
            else:
                body.append(Piece(part, piece.start, piece.end, via))
            if len(body) > limits.TEXT_LENGTH:
                break
        if braced:
            body.append(Piece("}", piece.start, piece.end, via))
        self.work += len(body) + 1
        if self.work > limits.MACRO_WORK:
            raise self.error(f"the macros stand for more than {limits.MACRO_WORK} commands and characters", piece)
        self.pending += reversed(body)

    def arguments(self, macro: Macro, use: Piece) -> list[list[Piece]]:
        """The arguments of a macro, taken from what is still to be read."""
        self.last_end = use.end
        if macro.paired:
            self.skip_spaces()
            if self.pending and self.pending[-1].text == "*":
                self.pending.pop()
            self.optional(macro, use)
        found: list[list[Piece]] = []
        if macro.default is not None:
            given = self.optional(macro, use)
            via = (*use.via, macro.name)
            default = [Piece(str(part), use.start, use.end, via) for part in macro.default]
            found.append(default if given is None else given)
        while len(found) < macro.parameters:
            self.skip_spaces()
            if not self.pending or self.pending[-1].text == "}":
                counts = "1 argument" if macro.parameters == 1 else f"{macro.parameters} arguments"
                raise self.error(f"the macro {macro.name} takes {counts}, found {len(found)}", use)
            first = self.pending.pop()
            self.last_end = first.end
            found.append(self.up_to("}", first) if first.text == "{" else [first])
        if not macro.parameters and use.is_word:
            self.skip_spaces()
        return found

    def optional(self, macro: Macro, use: Piece) -> list[Piece] | None:
        """What stands in square brackets here; None if nothing does."""
        self.skip_spaces()
        if not self.pending or self.pending[-1].text != "[":
            return None
        return self.up_to("]", self.pending.pop())

    def up_to(self, closing: str, opening: Piece) -> list[Piece]:
        """Take all up to the closing bracket outside of braces, and the bracket."""
        depth, found = 0, list[Piece]()
        while self.pending:
            piece = self.pending.pop()
            if not depth and piece.text == closing:
                self.last_end = piece.end
                return found
            depth += (piece.text == "{") - (piece.text == "}")
            if depth < 0:
                break
            found.append(piece)
        raise self.error(f"this {opening.text} is never closed", opening)

    def skip_spaces(self) -> None:
        while self.pending and self.pending[-1].text.isspace():
            self.pending.pop()
