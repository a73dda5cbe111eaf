"""The words that the paper defines, in the terms of its scripts."""

from __future__ import annotations

from functools import cache

from checks.papers.collection import load_paper
from checks.verifying.stated import definitions
from derivations.logic.kernel import DEFINITIONS
from derivations.logic.reader import read_term
from derivations.logic.tactics import Conversion, unfolding
from derivations.logic.terms import Apply, Constant, Free, Term, substituted


@cache
def _names() -> dict[str, str]:
    return {definition.word: definition.name for definition in definitions(load_paper("MW").definitions, "MW")}


def said(text: str, **values: Term) -> Term:
    """A term in the words of the paper, with values for its free names."""
    found = read_term(text, {name: value.type for name, value in values.items()}, defined=_names())
    return substituted(found, {Free(name, value.type): value for name, value in values.items()})


def meant(*words: str) -> Conversion:
    """These words of the paper as what they mean."""
    return unfolding(*(name for name in DEFINITIONS if name.split("@")[0] in words and "@" in name))


def is_word(part: Term, word: str, count: int) -> bool:
    """Whether a term is a word of the paper, applied to this many arguments."""
    while isinstance(part, Apply):
        part, count = part.function, count - 1
    return count == 0 and isinstance(part, Constant) and part.name.startswith(f"{word}@")
