"""The words that the paper defines, in the terms of its scripts."""

from __future__ import annotations

from derivations.logic.kernel import DEFINITIONS
from derivations.logic.tactics import Conversion, unfolding
from derivations.logic.terms import Apply, Constant, Term


def meant(*words: str) -> Conversion:
    """These words of the paper as what they mean."""
    return unfolding(*(name for name in DEFINITIONS if name.split("@")[0] in words and "@" in name))


def is_word(part: Term, word: str, count: int) -> bool:
    """Whether a term is a word of the paper, applied to this many arguments."""
    while isinstance(part, Apply):
        part, count = part.function, count - 1
    return count == 0 and isinstance(part, Constant) and part.name.startswith(f"{word}@")
