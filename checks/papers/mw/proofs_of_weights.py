"""Script for the weights of events: the probabilities of (34) and (36) minimise the variance of their estimates.

With the slope a = (3*p - 1)/2 the variance of n opinions is n*(1/6 + a*c - a^2*m)/a^2, where c and m depend on the
shares of the opinions only, and -1/6 <= c <= 1/12.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from checks.papers.mw.own_words import meant, said
from checks.papers.mw.proofs_of_regions import conjuncts_of_two
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    lemma,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, Term, applied, parts, substituted
from derivations.theory.automatic import automatic, facts_of, found
from derivations.theory.single_terms import at

PARTS = {"a": "(3*p - 1)/2", "c": "1/12 - pi(2)/4", "m": "(pi(2)/2 + pi(3) - 1/2)^2"}
SPREAD = "(1/6 + a*c - a^2*m)*n/a^2"


@dataclass(frozen=True)
class _Side:
    """The private p on one side of 1/3: where they lie, what privacy asks of them, and the best of them."""

    beyond: str
    bounds: str
    asked: str
    best: str


ABOVE = _Side("1/3 < p", "1/3 < p and p <= x/(x + 2)", "2*p <= x*(1 - p)", "x/(x + 2)")
BELOW = _Side("p < 1/3", "p < 1/3 and 1/(2*x + 1) <= p", "1 - p <= 2*x*p", "1/(2*x + 1)")


@cache
def _spread() -> Proved:
    """The variance of the estimate of a weight."""
    value = re.sub(r"\b[acm]\b", lambda found: f"({PARTS[found[0]]})", SPREAD)
    goal = goal_of(said(
        f"forall n pi p. size(n) and law(3, pi) and 0 <= p <= 1 and p != 1/3 implies weight_spread(n, pi, p) = {value}"
    ))  # fmt: skip
    return goal.qed(automatic(goal))


@lemma("forall n c m a b. 1 <= n and -1/6 <= c and c <= 1/12 and (0 < b and b < a and a <= 1 or "
       f"-1/2 <= a and a < b and b < 0) implies {SPREAD} < {SPREAD.replace('a', 'b')}")  # fmt: skip
def falls(goal: Goal) -> Proved:
    """The farther from the design that tells nothing, the smaller the variance, on both of its sides."""
    return automatic(goal)


def _private(p: Term, x: Term, side: _Side, large: Proved) -> Proved:
    """|- side and private(3, 3, even(3, p), x) iff bounds"""
    left, right = said(f"{side.beyond} and private(3, 3, even(3, p), x)", p=p, x=x), term(side.bounds, p=p, x=x)
    beyond, private = conjuncts(kernel.assume(left))
    asked = arithmetic(term(side.asked, p=p, x=x), *facts_of(rewritten(private, meant("even"))))
    forth = arithmetic(right, asked, beyond, large)
    within = [*conjuncts(kernel.assume(right)), large]
    asked = arithmetic(term(side.asked, p=p, x=x), *within)
    size = arithmetic(term("0 <= p and p <= 1", p=p), asked, *within)
    scaled = [arithmetic(term(f"{c} <= x*({c})", p=p, x=x), large, size) for c in ("p", "1 - p")]
    plain = normal(said("private(3, 3, even(3, p), x)", p=p, x=x), meant("even"))
    back = derived.follow(symmetric(plain), found(sides(plain.conclusion)[1], asked, *within, *scaled))
    return derived.equivalent(kernel.discharge(left, forth), kernel.discharge(right, kernel.conjoin(within[0], back)))


@script("best for weights")
def best_for_weights(goal: Goal) -> Proved:
    """Which private p of each side has the least variance."""
    given = goal.facts
    return conjoined(*(_best(goal, part, given, side) for part, side in zip(
        applied(goal.conclusion, "and", 2) or (), (ABOVE, BELOW), strict=True)))  # fmt: skip


def _best(goal: Goal, wanted: Term, given: Sequence[Proved], side: _Side) -> Proved:
    n, x, pi, p = goal.variables
    law = [fact for fact in given if pi in parts(fact.conclusion)]
    large, size = (next(fact for fact in given if fact.conclusion == said(t, n=n, x=x)) for t in ("1 < x", "size(n)"))
    positive = arithmetic(term("1 <= n", n=n), *facts_of(size))
    share = found(term("0 <= s and s <= 1", s=term("pi(2)", pi=pi)), *law)
    c, m = (term(PARTS[name], pi=pi) for name in "cm")
    bend = [arithmetic(term(text, c=c), share) for text in ("-1/6 <= c", "c <= 1/12")]
    best = term(side.best, x=x)
    at_best = arithmetic(term(side.bounds, p=best, x=x), large)

    def spread(q: Term, within: Proved) -> Proved:
        size_of_q = [arithmetic(term(text, p=q), large, within) for text in ("0 <= p <= 1", "p != 1/3")]
        return at(_spread(), n, pi, q, given=[size, *law, *size_of_q])

    def smaller(q: Term, within: Proved, other: Proved) -> Proved:
        """|- weight_spread(n, pi, best) < weight_spread(n, pi, q)"""
        a, b = (term(PARTS["a"], p=value) for value in (best, q))
        apart = arithmetic(term("0 < b and b < a and a <= 1 or -1/2 <= a and a < b and b < 0", a=a, b=b),
                           within, other, large, at_best)  # fmt: skip
        less = at(falls(), n, c, m, a, b, given=[positive, *bend, apart])
        return arithmetic(said("weight_spread(n, pi, b) < weight_spread(n, pi, q)", n=n, pi=pi, b=best, q=q),
                          less, spread(best, at_best), spread(q, within), opaque=True)  # fmt: skip

    chosen, equal_best = sides(wanted)
    pair = conjuncts_of_two(kernel.assume(chosen))
    beyond, (private, least) = pair[0], conjuncts_of_two(pair[1])
    within = derived.follow(_private(p, x, side, large), kernel.conjoin(beyond, private))
    differs = kernel.assume(term("p != b", p=p, b=best))
    allowed = derived.follow(symmetric(_private(best, x, side, large)), at_best)
    no_larger = at(least, best, given=[allowed])
    nothing = arithmetic(FALSE, smaller(p, within, differs), no_larger, opaque=True)
    forth = arithmetic(equal_best, derived.reject(differs.conclusion, nothing))
    at_this = substituted(chosen, {p: best})
    _, rest = applied(at_this, "and", 2) or (at_this, at_this)
    one = goal_of((applied(rest, "and", 2) or (rest, rest))[1])
    (q,) = one.variables
    inside = derived.follow(_private(q, x, side, large), kernel.assume(one.given[0]))
    tie = normal(one.conclusion, by(kernel.assume(term("q = b", q=q, b=best))))
    tie = derived.follow(symmetric(tie), arithmetic(sides(tie.conclusion)[1], opaque=True))
    strict = arithmetic(one.conclusion, smaller(q, inside, kernel.assume(term("q != b", q=q, b=best))), opaque=True)
    others = one.qed(kernel.cases(arithmetic(term("q = b or q != b", q=q, b=best), opaque=True), tie, strict))
    here = normal(chosen, by(kernel.assume(equal_best)))
    back = derived.follow(symmetric(here), rewritten(conjoined(*conjuncts_of_two(allowed), others)))
    return derived.equivalent(kernel.discharge(chosen, forth), kernel.discharge(equal_best, back))
