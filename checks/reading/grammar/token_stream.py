"""A text being read: its tokens one after the other, and errors that name the place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import ReadingError
from ..lexis import Token
from ..symbols import Symbols
from .precedence import Slash

BARE_BRACES = r"braces around a list print nothing; write \{ \} for a set"
OPENINGS = frozenset(["(", "[", "{", r"\{", "|left"])
CLOSINGS = frozenset([")", "]", "}", r"\}", "|right"])
NO_NORM = (
    r"\| is not read: norms have no meaning of their own; declare a name that holds the whole norm; "
    "an absolute value is written |x|"
)

_CLOSING = re.compile(r"\s*\}")


def _opened(text: str) -> bool:
    r"""Whether a brace that is no sign, as \{ is, stands open."""
    return text.count("{") - text.count(r"\{") > text.count("}") - text.count(r"\}")


class TokenStream:
    """One text being read, and where the reading stands."""

    def __init__(self, text: str, tokens: list[Token], symbols: Symbols) -> None:
        self.text = text
        self.tokens = tokens
        self.symbols = symbols
        self.index = 0
        self.depth = 0
        self.comma_joins = True
        self.bar_closes = False
        self.open_end: tuple[int, str] | None = None
        self.slash: Slash = "refused"

    @property
    def here(self) -> Token:
        """The token to be read next."""
        return self.tokens[self.index]

    def at(self, *values: str) -> bool:
        """Whether an operator with one of these values stands here."""
        return self.here.kind == "operator" and self.here.value in values

    def take(self) -> Token:
        """Take the token here."""
        token = self.here
        if token.kind == "end":
            raise self.error("the text ends too early")
        self.index += 1
        return token

    def accept(self, *values: str) -> bool:
        """Take the operator here if it has one of these values."""
        if self.at(*values):
            self.index += 1
            return True
        return False

    def expect(self, value: str, purpose: str) -> Token:
        """Take the operator that must stand here."""
        if not self.at(value):
            raise self.error(f"expected {value} {purpose}, found {self.found()}")
        return self.take()

    def found(self) -> str:
        """What stands here, for a message."""
        token = self.here
        return "the end" if token.kind == "end" else f"'{self.text[token.start : token.end]}'"

    def error(self, reason: str, position: int | None = None) -> ReadingError:
        """The error at a position, by default here; a norm that no declared name holds is what is wrong there."""
        if self.here.kind == "norm":
            reason, position = NO_NORM, None
        return ReadingError(reason, self.text, self.here.start if position is None else position)

    def span_from(self, start: int) -> tuple[int, int]:
        """From the token with index `start` to the end of those taken, scripts of which may be in another order.

        The braces of a script of one token, as in `e^{x}`, are no tokens, and belong to it.
        """
        begin = self.tokens[start].start
        end = max(token.end for token in self.tokens[start : max(start + 1, self.index)])
        while (closing := _CLOSING.match(self.text, end)) and _opened(self.text[begin:end]):
            end = closing.end()
        return begin, end

    @contextmanager
    def context(self, *, comma_joins: bool, bar_closes: bool = False) -> Iterator[None]:
        """Say what a comma and a bar mean inside a bracket."""
        before = self.comma_joins, self.bar_closes
        self.comma_joins, self.bar_closes = comma_joins, bar_closes
        yield
        self.comma_joins, self.bar_closes = before
