"""What the scripts of the paper share: its own words unfolded, its parameters by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from checks.verifying.stated import Script
from derivations.logic import kernel
from derivations.logic.definitions import LIBRARY
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    normal,
    reduced,
    rewritten,
    shown,
    specialise,
    term,
    under,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import AND, Free, Term, applied, quantified
from derivations.theory.automatic import definitions

OWN_WORDS: Conversion = definitions(*LIBRARY)
"""The words of the paper are unfolded, those of the field are not."""


def plain(theorem: Proved) -> Proved:
    """A theorem with the words of the paper unfolded."""
    return rewritten(theorem, OWN_WORDS, unfolding("size"))


def given(goal: Goal) -> list[Term | Proved]:
    """What the goal gives, in parts, with its sizes as lemmas need them."""
    parts = [part for formula in goal.given for part in conjuncts(plain(kernel.assume(formula)))]
    found: list[Term | Proved] = list(parts)
    numbers = [inner[0] for part in parts if (inner := applied(part.conclusion, "integer", 1))]
    found += [shown(term("integer(n) and 0 <= n", n=number), parts_about(parts, number)) for number in numbers]
    return found


def parts_about(parts: Iterable[Proved], number: Term) -> list[Proved]:
    """The parts that say that it is an integer, or bound it by a number."""
    return [
        p
        for p in parts
        if any(number in (applied(p.conclusion, w, c) or ()) for w, c in (("integer", 1), ("<=", 2), ("<", 2)))
    ]


def cite(theorem: Proved, *values: Term, given: Iterable[Term | Proved], premises: int = 1000) -> Proved:
    """A lemma for these values, its indicators written out, its premises shown by what is given."""
    return under(rewritten(specialise(theorem, *values), unfolding("indicator")), given, premises)


def of_parameters(script: Callable[[Goal], Proved]) -> Script:
    """The script for what a statement says of its parameters, ranges of indices in the conclusion left as they are."""

    def whole(goal: Goal) -> Proved:
        formula, outer = goal.statement, 0
        while (body := quantified(formula, "forall")) is not None:
            formula, outer = body.body, outer + 1
        shallow = goal_of(goal.statement, depth=outer + 1)
        found = script(shallow)
        assert isinstance(found, Proved), "these scripts prove"
        return shallow.qed(found)

    return whole


def in_plain_words(formula: Term, prove: Callable[[Term], Proved], *conversions: Conversion) -> Proved:
    """The formula, from a proof of what it says once the words of the paper are unfolded."""
    return reduced(normal(formula, OWN_WORDS, *conversions), prove)


def in_parts(goal: Goal, scripts: Iterable[Script]) -> Proved:
    """A conjunction of statements, each by a script of its own."""
    proofs = []
    for part, script in zip(conjuncts(kernel.assume(goal.statement)), scripts, strict=True):
        one = goal_of(part.conclusion)
        found = script(one)
        assert isinstance(found, Proved)
        proofs.append(found if found.conclusion == part.conclusion else one.qed(found))
    return conjoined(*proofs)


__all__ = [
    "AND",
    "OWN_WORDS",
    "Free",
    "arithmetic",
    "cite",
    "given",
    "in_parts",
    "in_plain_words",
    "plain",
]
