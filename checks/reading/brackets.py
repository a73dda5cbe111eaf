"""Brackets of LaTeX tokens: sized ones made plain, and those without partner found."""

from __future__ import annotations

from dataclasses import replace

from . import limits
from .errors import ReadingError
from .lexis import CLOSING, NORMS, Token

_PLAIN = {r"\lbrace": r"\{", r"\rbrace": r"\}"}
_COMMANDS = frozenset([r"\lfloor", r"\rfloor", r"\lceil", r"\rceil"])


def pair_sized_brackets(text: str, tokens: list[Token]) -> list[Token]:
    """Replace `\\left`, `\\right` and their sisters by plain brackets; `\\left.` and `\\right.` vanish.

    `\\left\\{ ... \\right.` becomes `cases{`, and `\\left. ... \\right|_` becomes `|from ... |at`; without a
    subscript behind it the bar only separates, as in `\\left. X \\right| \\pi`. Raises ReadingError for one without its
    sister.
    """
    result: list[Token | None] = []
    open_at: list[int] = []
    for place, token in enumerate(tokens):
        if token.kind != "sized":
            result.append(token)
            continue
        size, delimiter = token.value.split(" ", 1)
        delimiter = {r"\lvert": "|", r"\rvert": "|", r"\vert": "|", r"\mid": "|"}.get(delimiter, delimiter)
        value = _PLAIN.get(delimiter, delimiter)
        kind = "command" if value in _COMMANDS else "norm" if value in NORMS else "operator"
        value = r"\|" if kind == "norm" else value
        side = size if size in ("left", "right", "middle") else {"l": "left", "r": "right", "m": "middle"}.get(size[-1])
        if value == "|" and side is not None:
            value = {"left": "|left", "right": "|right", "middle": "|mid"}[side]
        bracket = Token(kind, value, token.start, token.end)
        if size == "left":
            open_at.append(len(result))
        elif size == "right":
            if not open_at:
                raise ReadingError(rf"this \right{delimiter} has no \left before it", text, token.start)
            first = open_at.pop()
            opening = result[first]
            if opening is None:
                raise AssertionError("an opening bracket is dropped only when it is paired")
            if opening.value == "." and value == "|right":
                separates = any(follower.value != "_" for follower in tokens[place + 1 : place + 2])
                if separates:
                    bracket = replace(bracket, value="|mid")
                else:
                    opening, bracket = replace(opening, value="|from"), replace(bracket, value="|at")
            elif opening.value == r"\{" and value == ".":
                opening = replace(opening, value="cases{")
            result[first] = None if opening.value == "." else opening
        result.append(None if size != "left" and bracket.value == "." else bracket)
    if open_at:
        opening = result[open_at[-1]]
        shown = _shown(opening) if opening else ""
        closings = rf", such as \right{CLOSING[shown][0]}" if CLOSING.get(shown) else ""
        reason = rf"this \left{shown} has no \right after it; expected \right with a bracket{closings}"
        raise ReadingError(reason, text, opening.start if opening else 0)
    return [token for token in result if token is not None]


def innermost_bracket(tokens: list[Token]) -> str:
    """The bracket that is still open after these tokens; empty when there is none."""
    open_brackets: list[str] = []
    for token in tokens:
        if token.kind == "operator" and token.value in CLOSING:
            open_brackets.append(token.value)
        elif token.kind == "operator" and token.value in (")", "]", "}", r"\}") and open_brackets:
            open_brackets.pop()
    return open_brackets[-1] if open_brackets else ""


def check_brackets(text: str, tokens: list[Token]) -> None:
    """Raises ReadingError for a bracket that is never closed or never opened, and for brackets that nest too deeply."""
    open_brackets: list[Token] = []
    closings = {closing for pair in CLOSING.values() for closing in pair}
    for token in tokens:
        if token.kind in ("environment", "end of environment"):
            grid = token.kind == "environment"
            if grid:
                open_brackets.append(token)
            elif open_brackets and open_brackets[-1].kind == "environment":
                open_brackets.pop()
                if open_brackets and open_brackets[-1].key == ("operator", "cases{"):
                    open_brackets.pop()
            else:
                bracket = open_brackets[-1] if open_brackets else token
                raise ReadingError(f"this {_shown(bracket)} is never closed", text, bracket.start)
        elif token.kind == "operator" and token.value in CLOSING:
            open_brackets.append(token)
        elif token.kind == "operator" and token.value in closings:
            if not open_brackets:
                raise ReadingError(f"this {_shown(token)} closes a bracket that was never opened", text, token.start)
            opening = open_brackets.pop()
            if token.value not in CLOSING.get(opening.value, ()):
                reason = f"this {_shown(opening)} is never closed (a {_shown(token)} comes first)"
                raise ReadingError(reason, text, opening.start)
        if len(open_brackets) > limits.NESTING_DEPTH:
            raise ReadingError(f"brackets nest deeper than {limits.NESTING_DEPTH}", text, token.start)
    if open_brackets:
        opening = open_brackets[-1]
        expected = _expected(opening)
        raise ReadingError(f"this {_shown(opening)} is never closed{expected}", text, opening.start)


def _expected(opening: Token) -> str:
    closings = " or ".join(CLOSING.get(opening.value, ()))
    return f"; expected {closings}" if closings and opening.kind == "operator" else ""


def _shown(token: Token) -> str:
    if token.kind == "environment":
        return rf"\begin{{{token.value}}}"
    return {"cases{": r"\left\{", "|from": r"\left.", "|at": r"\right|"}.get(token.value, token.value)
