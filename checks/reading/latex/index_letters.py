r"""Letters that a formula itself introduces, so that no vocabulary need declare them: the i of `\sum_{i=1}^3 p_i`.

A letter is introduced below a big operator or an extremum, between "for all" and a relation, or as in `i = 1, 2, 3`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..lexis import Token
from ..symbols import Declaration, Symbols, symbol

_BINDERS = frozenset(["sum", "prod", "max", "min", "sup", "inf", "argmax", "argmin"])
_BEFORE = frozenset(["_", "{", ",", "(", "|", "|left"])
_AFTER = frozenset(["}", ",", ")", "|", "|right"])


def index_letters(text: str, tokens: Sequence[Token], symbols: Symbols) -> tuple[list[Declaration], frozenset[str]]:
    """The letters that the formula introduces and the vocabulary lacks, and those of them that operators bind."""
    bound = {*_below_operators(tokens, symbols)}
    found = bound | {*_quantified(text, tokens, symbols)} | {*_listed(tokens, symbols)}
    letters = {_name(tokens[place]): tokens[place].value for place in sorted(found)}
    new = [symbol(name, spelling) for name, spelling in letters.items() if name not in symbols]
    return new, frozenset(_name(tokens[place]) for place in bound) - {_name(tokens[place]) for place in found - bound}


def _name(token: Token) -> str:
    return token.value.removeprefix("\\")


def _is_new(tokens: Sequence[Token], place: int, symbols: Symbols) -> bool:
    token = tokens[place]
    letter = token.kind == "letter" or token.key == ("command", r"\ell")
    return letter and symbols.match(tokens, place)[0] is None and symbols.family_at(tokens, place)[0] is None


def _below_operators(tokens: Sequence[Token], symbols: Symbols) -> Iterator[int]:
    for place, token in enumerate(tokens[:-1]):
        if _name(token) not in _BINDERS or token.kind not in ("command", "word") or tokens[place + 1].value != "_":
            continue
        depth, end = 0, place + 2
        while end < len(tokens) - 1:
            depth += (tokens[end].key == ("operator", "{")) - (tokens[end].key == ("operator", "}"))
            before, after = tokens[end - 1], tokens[end + 1]
            opens = before.kind in ("relation", "and") or before.value in _BEFORE
            closes = after.kind in ("relation", "and") or after.value in _AFTER or end == place + 2
            if depth < 2 and opens and closes and _is_new(tokens, end, symbols):
                yield end
            if depth == 0:
                break
            end += 1


def _quantified(text: str, tokens: Sequence[Token], symbols: Symbols) -> Iterator[int]:
    """Letters with commas between them, after "for all", from "for" to a relation, or as in "if i in S"."""
    for place, token in enumerate(tokens):
        if token.kind != "connective":
            continue
        for_all = "for" in text[token.start : token.end]
        end, letters = place + 1, []
        while end < len(tokens) - 1 and (tokens[end].kind in ("letter", "command") or tokens[end].value == ","):
            letters += [end] if _is_new(tokens, end, symbols) else []
            end += 1
        if any(tokens[at].value != "," != tokens[at + 1].value for at in range(place + 1, end - 1)):
            continue  # side by side, letters are a product, which introduces none
        if token.value == "for all" and (tokens[end].kind == "end" or tokens[end].value == ":"):
            yield from letters
        if tokens[end].kind == "relation" and (for_all or tokens[end].value == "in"):
            yield from letters
            if letters and tokens[end].value in ("!=", "<", ">") and _is_new(tokens, end + 1, symbols):
                yield end + 1


def _listed(tokens: Sequence[Token], symbols: Symbols) -> Iterator[int]:
    """The i of `, i = 1, 2, 3`."""
    for place in range(1, len(tokens) - 4):
        before, relation, first, comma = (tokens[at] for at in (place - 1, place + 1, place + 2, place + 3))
        listed = relation.key == ("relation", "=") and first.kind == "digit" and comma.key == ("operator", ",")
        if listed and before.value in (",", "and") and _is_new(tokens, place, symbols):
            yield place
