"""Means lie between the least and the largest score."""

from __future__ import annotations

from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjuncts,
    lemma,
    normal,
    reduced,
    rewritten,
    term,
    unfolding,
)
from derivations.logic.terms import Free
from derivations.theory import sums
from derivations.theory.single_terms import at, summed
from derivations.theory.sums import in_range


@lemma("forall m q f a b. integer(m) and 0 <= m implies law(m, q) implies (forall y in 1..m. a <= f(y) <= b) implies "
       "a <= mean(m, q, f) <= b", depth=8)  # fmt: skip
def mean_between(goal: Goal) -> Proved:
    """An expectation lies between the bounds of the score."""
    m, q, f, a, b = goal.variables
    y = Free("y #0")
    size = goal.given[:1]
    shares, one = conjuncts(rewritten(kernel.assume(goal.given[1]), unfolding("law")))
    inside = kernel.assume(in_range(y, m))
    known = [at(shares, y, given=[inside]), at(kernel.assume(goal.given[2]), y, given=[inside])]
    names = {"q": q, "f": f, "a": a, "b": b, "y": y}
    below = summed(y, m, arithmetic(term("a * q(y) <= q(y) * f(y)", **names), *known), size)
    above = summed(y, m, arithmetic(term("q(y) * f(y) <= b * q(y)", **names), *known), size)
    ends = [at(sums.sum_scale(), m, end, q, given=size) for end in (a, b)]
    return reduced(normal(goal.conclusion, unfolding("mean")), lambda it: arithmetic(it, below, above, *ends, one))
