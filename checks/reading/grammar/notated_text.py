"""What the parts of the grammar ask of each other, and of the notation in which the text is written."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ..errors import ReadingError
from ..symbols import Declaration
from ..syntax import Node
from .precedence import ANY
from .token_stream import TokenStream


class NotatedText(TokenStream, ABC):
    """A text in some notation; the notations say how atoms look."""

    # What a notation provides.
    @abstractmethod
    def atom(self) -> Node:
        """Read one atom, its arguments included, but no operator after it."""

    @abstractmethod
    def exponent(self) -> Node:
        """Read what follows a `^`."""

    @abstractmethod
    def starts_factor(self) -> bool:
        """Whether a factor without multiplication sign starts here."""

    @abstractmethod
    def declared(self) -> tuple[Declaration | None, int]:
        """The declaration printed here, and the index of the token after it."""

    @abstractmethod
    def undeclared(self, start: int) -> ReadingError:
        """The error for a name that is not declared, printed from the token with index `start` on."""

    def indexed(self, end: int) -> Node | None:
        """Read the member of a family printed here, longer than the name that ends before `end`; None if none is."""
        return None

    # What the parser provides.

    @abstractmethod
    def expression(self, minimum: int = ANY) -> Node:
        """Read an expression whose operators all bind at least as tightly as `minimum`."""

    @abstractmethod
    def level(self) -> int:
        """How tightly the operator here binds; -1 if the expression ends here."""
