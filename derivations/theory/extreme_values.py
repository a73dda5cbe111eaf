"""Extreme values over indices: M with f(i) <= M of each i in 1..k, and f(i) = M of some."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import ProofError, conjuncts, cut, fresh, shown
from derivations.logic.terms import Free, Number, Term, applied, opened, quantified

Existence = tuple[Proved, Free]
SMALL = (Number(1), Number(2))
"""Indices at which a bound is taken where those that are spoken of do not suffice."""


def taken_apart(facts: Sequence[Proved]) -> tuple[list[Proved], list[Proved], list[Existence]]:
    """Facts, those that say something of each index, and what there is, of which the facts say what is known of it."""
    plain, bounds, existences = list[Proved](), list[Proved](), list[Existence]()
    left = list(facts)
    while left:
        fact = left.pop(0)
        if quantified(fact.conclusion, "forall") is not None:
            bounds.append(fact)
        elif (body := quantified(fact.conclusion, "exists")) is not None:
            variable = fresh(body)
            existences.append((fact, variable))
            left = [*conjuncts(kernel.assume(opened(body, variable))), *left]
        else:
            plain.append(fact)
    return plain, bounds, existences


def put_together(theorem: Proved, existences: Sequence[Existence]) -> Proved:
    """A theorem that assumes nothing of what there is, but that it is there."""
    for existence, variable in reversed(existences):
        body = quantified(existence.conclusion, "exists")
        assert body is not None
        known = kernel.assume(opened(body, variable))
        theorem = kernel.unpack(existence, variable, cut(theorem, *conjuncts(known)))
    return theorem


def instances(bound: Proved, facts: Sequence[Proved], indices: Sequence[Term]) -> Iterator[Proved]:
    """What is said of each index, said of those of these that are known to be in its range."""
    if quantified(bound.conclusion, "forall") is None:
        yield bound
        return
    for index in indices:
        said = kernel.specialise(bound, index)
        inside = applied(said.conclusion, "implies", 2)
        try:
            at_index = kernel.detach(said, shown(inside[0], facts)) if inside else said
        except ProofError:
            continue
        yield from instances(at_index, facts, indices)
