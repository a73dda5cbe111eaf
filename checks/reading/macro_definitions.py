r"""Reading the definitions of macros, as they stand in the preamble of a paper."""

from __future__ import annotations

import re

from . import limits
from .errors import ReadingError
from .lexis import check_text
from .macros import Macro, Macros
from .source import Piece, pieces_of

_IGNORED = {r"\usepackage": 1, r"\RequirePackage": 1, r"\documentclass": 1}
"""What says nothing of how formulas read, with the number of its arguments in braces."""

_COMMANDS = r"\newcommand, \renewcommand, \providecommand, \def, \DeclareMathOperator and \DeclarePairedDelimiter"


def read_macros(text: str) -> Macros:
    r"""The macros that a text defines, by \newcommand and its sisters; comments after % are left out.

    Raises ReadingError, with the place, for everything else that stands there.
    """
    check_text(text)
    return _Definitions(text).read()


def first_definition(text: str) -> tuple[Macros, int]:
    """The macro that the definition at the beginning of a text defines, and where it ends; ReadingError for others."""
    definitions = _Definitions(text)
    definitions.definition(definitions.take("a definition"))
    return Macros(definitions.found), definitions.pieces[definitions.index - 1].end


class _Definitions:
    def __init__(self, text: str) -> None:
        self.text = text
        blank = re.sub(r"(?<!\\)((?:\\\\)*)%[^\n]*", lambda m: m[1] + " " * (len(m[0]) - len(m[1])), text)
        self.pieces = pieces_of(blank)
        self.index = 0
        self.found: dict[str, Macro] = {}

    def read(self) -> Macros:
        """All definitions up to the end."""
        while self.here() is not None:
            start = self.take("a definition")
            self.definition(start)
            if len(self.found) > limits.MACROS:
                raise self.error(f"more than {limits.MACROS} macros", start)
        return Macros(self.found)

    def definition(self, start: Piece) -> None:
        match start.text:
            case r"\newcommand" | r"\renewcommand" | r"\providecommand":
                self.accept("*")
                name = self.name(start)
                parameters, default = self.parameters()
                self.define(start, name, parameters, self.group("what the macro stands for"), default)
            case r"\def":
                name = self.name(start)
                parameters = 0
                while self.here() is not None and self.here_text() == "#":
                    self.take("a parameter")
                    number = self.take("the number of the parameter")
                    parameters += 1
                    if number.text != str(parameters):
                        raise self.error(f"expected #{parameters}, found #{number.text}", number)
                if self.here_text() != "{":
                    raise self.error(r"expected { after the parameters of \def: only #1#2... is read", self.here())
                self.define(start, name, parameters, self.group("what the macro stands for"))
            case r"\DeclareMathOperator":
                star = "*" if self.accept("*") else ""
                name = self.name(start)
                body = [Piece(t, start.start, start.end) for t in (rf"\operatorname{star}", "{")]
                inside = self.group("the name of the operator")
                self.define(start, name, 0, [*body, *inside, Piece("}", start.start, start.end)])
            case r"\DeclarePairedDelimiter":
                name = self.name(start)
                left, right = self.group("the left delimiter"), self.group("the right delimiter")
                hash_, one = (Piece(t, start.start, start.end) for t in ("#", "1"))
                self.define(start, name, 1, [*left, hash_, one, *right], paired=True)
            case r"\input" | r"\include" | r"\import":
                raise self.error(f"{start.text} is not followed: paste the definitions of that file here", start)
            case ignored if ignored in _IGNORED:
                if self.here_text() == "[":
                    while self.take("a closing ]").text != "]":
                        pass
                for _ in range(_IGNORED[ignored]):
                    self.group(f"the argument of {ignored}")
            case other:
                raise self.error(f"{other} is no definition that is read; there are {_COMMANDS}", start)

    def define(
        self,
        start: Piece,
        name: Piece,
        parameters: int,
        body: list[Piece],
        default: list[Piece] | None = None,
        paired: bool = False,
    ) -> None:
        """Note a macro, unless it is there and only provided for."""
        if name.text in self.found:
            if start.text == r"\providecommand":
                return
            if start.text not in (r"\renewcommand", r"\def"):
                raise self.error(rf"{name.text} is defined twice; \renewcommand defines anew", name)
        parts = tuple(self.parts(body, parameters))
        plain = None if default is None else tuple(self.parts(default, 0))
        if name.text in parts:
            raise self.error(f"the macro {name.text} stands for something with itself in it", name)
        self.found[name.text] = Macro(name.text, parameters, parts, plain, paired)

    def parts(self, body: list[Piece], parameters: int) -> list[str | int]:
        """The pieces with numbers for parameters."""
        found: list[str | int] = []
        pieces = iter(body)
        for piece in pieces:
            if piece.text != "#":
                found.append(piece.text)
                continue
            number = next(pieces, piece)
            if not re.fullmatch("[1-9]", number.text) or int(number.text) > parameters:
                raise self.error(
                    f"#{number.text.strip('#')} is no argument of this macro: it takes {parameters}", piece
                )
            found.append(int(number.text))
        return found

    def parameters(self) -> tuple[int, list[Piece] | None]:
        """What [2][default] says; (0, None) if nothing is there."""
        if self.here_text() != "[":
            return 0, None
        self.take("[")
        number = self.take("the number of arguments")
        if not re.fullmatch("[0-9]", number.text):
            raise self.error(f"expected the number of arguments, 0 to 9, found {number.text}", number)
        self.expect("]", "after the number of arguments")
        if self.here_text() != "[":
            return int(number.text), None
        if number.text == "0":
            raise self.error("a macro without arguments has no default", number)
        opening = self.take("[")
        return int(number.text), self.up_to("]", opening)

    # Pieces.

    def error(self, reason: str, piece: Piece | None) -> ReadingError:
        return ReadingError(reason, self.text, len(self.text) if piece is None else piece.start)

    def here(self) -> Piece | None:
        """The next piece that is no space; None at the end."""
        while self.index < len(self.pieces) and self.pieces[self.index].text.isspace():
            self.index += 1
        return self.pieces[self.index] if self.index < len(self.pieces) else None

    def here_text(self) -> str:
        piece = self.here()
        return "" if piece is None else piece.text

    def take(self, what: str) -> Piece:
        piece = self.here()
        if piece is None:
            raise self.error(f"expected {what}, found the end", None)
        self.index += 1
        return piece

    def accept(self, text: str) -> bool:
        if self.here_text() == text:
            self.index += 1
            return True
        return False

    def expect(self, text: str, purpose: str) -> None:
        piece = self.take(f"{text} {purpose}")
        if piece.text != text:
            raise self.error(f"expected {text} {purpose}, found {piece.text}", piece)

    def name(self, start: Piece) -> Piece:
        r"""The macro that is defined: \x or {\x}."""
        braced = self.accept("{")
        piece = self.take("the name of a macro")
        if piece.text[0] != "\\" or len(piece.text) < 2:
            raise self.error(
                rf"expected the name of a macro such as \Var after {start.text}, found {piece.text}", piece
            )
        if braced:
            self.expect("}", "after the name of the macro")
        return piece

    def group(self, what: str) -> list[Piece]:
        """What stands in braces."""
        opening = self.take(f"{what} in braces")
        if opening.text != "{":
            raise self.error(f"expected {what} in braces, found {opening.text}", opening)
        return self.up_to("}", opening)

    def up_to(self, closing: str, opening: Piece) -> list[Piece]:
        depth, found = 0, list[Piece]()
        while self.index < len(self.pieces):
            piece = self.pieces[self.index]
            self.index += 1
            if not depth and piece.text == closing:
                return found
            depth += (piece.text == "{") - (piece.text == "}")
            found.append(piece)
        raise self.error(f"this {opening.text} is never closed", opening)
