"""Lemmas in the words of the paper, each by its statement and the script that proves it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from checks.papers.collection import load_paper
from checks.verifying.stated import definitions as words_of
from checks.verifying.stated import statement_of
from derivations.logic.kernel import Proved
from derivations.logic.tactics import Conversion, Goal, unfolding
from derivations.logic.tactics import goal as taken_apart


def own_lemma(text: str, depth: int = 1000) -> Callable[[Callable[[Goal], Proved]], Callable[[], Proved]]:
    """A theorem that speaks the words of the paper; its script runs when it is first asked for."""

    def made(script: Callable[[Goal], Proved]) -> Callable[[], Proved]:
        @cache
        def theorem() -> Proved:
            paper = load_paper("SZY")
            wanted = taken_apart(statement_of(text, words_of(paper.definitions, paper.key)), depth)
            return wanted.qed(script(wanted))

        theorem.__doc__ = f"|- {text}"
        return theorem

    return made


def meaning(*words: str) -> Conversion:
    """Words of the paper are what the paper defines them as."""
    paper = load_paper("SZY")
    names = {definition.word: definition.name for definition in words_of(paper.definitions, paper.key)}
    return unfolding(*(names[word] for word in words))
