"""Tokens of the plain notation, and the words that it reserves."""

from __future__ import annotations

import re

from . import limits
from .brackets import check_brackets
from .errors import ReadingError
from .lexis import Token, check_text

_PLAIN = re.compile(
    r"""(?P<space>[ \t\r\n]+)
      | (?P<number>[0-9]+(?:\.[0-9]+)?)
      | (?P<name>[A-Za-z][A-Za-z0-9_]*)
      | (?P<dots>\.\.\.)
      | (?P<connective><=>|=>)
      | (?P<relation>:=|==|!=|<=|>=|[=<>~])
      | (?P<operator>\*\*|->|[-+*/^(){}\[\]|,;:!'])""",
    re.VERBOSE | re.ASCII,
)
_PLAIN_WORDS = {
    "and": ("and", "and"),
    "or": ("or", "or"),
    "if": ("connective", "if"),
    "forall": ("connective", "for all"),
    "where": ("connective", "where"),
    "as": ("connective", "as"),
    "in": ("relation", "in"),
    "notin": ("relation", "notin"),
    "subset": ("relation", "subset"),
    "subseteq": ("relation", "subseteq"),
    "supset": ("relation", "supset"),
    "supseteq": ("relation", "supseteq"),
    "approx": ("relation", "approx"),
    "cup": ("set operation", "cup"),
    "cap": ("set operation", "cap"),
    "setminus": ("set operation", "setminus"),
    "times": ("operator", "times"),
}
_PLAIN_SIGNS = {"**": "^", "==": "=", "<=>": "iff", "=>": "implies", "{": r"\{", "}": r"\}"}
PLAIN_CONSTRUCTIONS = frozenset(
    [
        *["argmin", "argmax", "inf", "sup", "at", "cases", "diff", "limit", "matrix", "otherwise", "product", "sum"],
        "emptyset",
    ]
)
"""Words of the plain notation that are not functions of numbers."""

RESERVED_WORDS = PLAIN_CONSTRUCTIONS | frozenset(_PLAIN_WORDS) | frozenset(["binomial"])
"""Words that cannot be declared as names, besides the built-in functions."""


def plain_tokens(text: str) -> list[Token]:
    """The tokens of a formula in plain notation, the last one of kind `end`; raises ReadingError as `latex_tokens`."""
    check_text(text)
    tokens: list[Token] = []
    position = 0
    while position < len(text):
        match = _PLAIN.match(text, position)
        if match is None:
            raise ReadingError(f"{text[position]!r} is not read here", text, position)
        start, position = match.span()
        kind, value = match.lastgroup or "", match[0]
        if kind == "space":
            continue
        if kind == "name" and value in _PLAIN_WORDS:
            kind, value = _PLAIN_WORDS[value]
        tokens.append(Token(kind, _PLAIN_SIGNS.get(value, value), start, position))
        if len(tokens) > limits.TOKENS:
            raise ReadingError(f"more than {limits.TOKENS} tokens", text, start)
    check_brackets(text, tokens)
    return [*tokens, Token("end", "the end", len(text), len(text))]
