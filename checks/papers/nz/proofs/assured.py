"""Section 4.3: what the competing design assures a respondent."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from checks.papers.nz.proofs.beliefs import parity_keeps_the_factor
from checks.papers.nz.proofs.common import in_plain_words, of_parameters
from checks.verifying.stated import Script
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    normal,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import AT_MOST, Free, Number, Term, applied
from derivations.theory.relaxation import response_adds_up, response_positive, response_private
from derivations.theory.single_terms import at, by_conditions, each
from derivations.theory.sums import ZERO, in_range

POSTERIOR = "(sum x in 1..k. Q(x)*(alpha(x)*P(x, y)/response(k, alpha, P)(y)))"
CHANCE = "(sum x in 1..k. alpha(x)*Q(x))"
FACTOR = (
    "forall k m P beta. size(k) and size(m) and design(k, m, P) and 1 <= beta implies "
    "((forall y in 1..m. forall i in 1..k. forall j in 1..k. (P(j, y) = 0 and P(i, y) = 0 and 1 <= beta) or "
    "(P(j, y) != 0 and P(i, y)/P(j, y) <= beta)) iff "
    "forall alpha Q y. (law(k, alpha) and (forall x in 1..k. Q(x) = 0 or Q(x) = 1) and integer(y) and 1 <= y <= m and "
    f"0 < response(k, alpha, P)(y)) and 0 < {CHANCE} implies "
    f"1/beta <= {POSTERIOR}/{CHANCE} and {POSTERIOR}/{CHANCE} <= beta)"
)

RATIO = "(P(j, y) = 0 and P(i, y) = 0 and 1 <= g) or (P(j, y) != 0 and P(i, y)/P(j, y) <= g)"


@cache
def factor_is_kept() -> Proved:
    """|- the parity is at most beta exactly if no posterior is more than beta times the prior, or less than 1/beta"""
    found = of_parameters(parity_keeps_the_factor)(goal_of(FACTOR))
    assert isinstance(found, Proved), "the script proves"
    return found


def ratio_of_probabilities(goal: Goal) -> Proved:
    """The parity of the design is gamma, so that the factor is."""
    k, gamma = Number(20), Number(Fraction(1419, 100))
    P = term("randomized_response(k, g)", k=k, g=gamma)
    x, y, i, j = (Free(f"{name} #0") for name in "xyij")
    inside = [kernel.assume(in_range(v, k)) for v in (x, y)]
    sizes = [shown(term("integer(n) and 2 <= n", n=k)), shown(term("integer(n) and 0 <= n", n=k))]
    large = [arithmetic(term("1 <= g", g=gamma)), arithmetic(term("2 <= n", n=k))]
    known: list[Term | Proved] = [*sizes, *large, *inside]
    positive = at(response_positive(), k, gamma, x, y, given=known)
    entry = arithmetic(AT_MOST(ZERO, term("P(x, y)", P=P, x=x, y=y)), positive)
    row = at(response_adds_up(), k, gamma, x, given=known, premises=3)
    design = each(x, k, kernel.conjoin(each(y, k, entry), row))
    design = as_written(term("design(k, k, P)", k=k, P=P), design, "design", "law")
    below = at(response_private(), k, gamma, i, j, y, given=known)
    some = kernel.instantiate(positive, {x: j})
    ratio = term(
        "(P(j, y) = 0 and P(i, y) = 0 and 1 <= g) or (P(j, y) != 0 and P(i, y)/P(j, y) <= g)",
        P=P,
        g=gamma,
        i=i,
        j=j,
        y=y,
    )
    bounded = (applied(ratio, "or", 2) or ())[1]
    parts = [arithmetic(part.conclusion, below, some) for part in conjuncts(kernel.assume(bounded))]
    parity = each(y, k, each(i, k, each(j, k, kernel.choose(conjoined(*parts), ratio))))
    theorem = specialise(factor_is_kept(), k, k, P, gamma)
    size = as_written(term("size(n)", n=k), shown(term("integer(n) and 1 <= n", n=k)), "size")
    premise = conjoined(size, size, design, large[0])
    exactly = kernel.detach(theorem, premise)
    kept = kernel.follow(exactly, rewritten(parity))

    def prove(formula: Term) -> Proved:
        rounded, every = applied(formula, "and", 2) or ()
        one = goal_of(every)
        ratio_kept = at(kept, *one.variables, given=one.given)
        ends = conjoined(*(arithmetic(part.conclusion, *conjuncts(ratio_kept), opaque=True)
                           for part in conjuncts(kernel.assume(one.conclusion))))  # fmt: skip
        plain = normal(rounded, unfolding("abs"))
        first = kernel.follow(symmetric(plain), by_conditions(sides(plain.conclusion)[1]))
        return kernel.conjoin(first, one.qed(ends))

    return in_plain_words(goal.conclusion, prove)


def as_written(formula: Term, theorem: Proved, *words: str) -> Proved:
    """The formula, as which the theorem reads once these words are unfolded."""
    return kernel.follow(symmetric(normal(formula, unfolding(*words))), rewritten(theorem))


SCRIPTS: Mapping[str, Script] = {"ratio of probabilities": ratio_of_probabilities}
