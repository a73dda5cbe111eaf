"""Means and mixtures lie between the ends; what is linear on a segment, or convex, is largest at an end."""

from __future__ import annotations

from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    lemma,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import Free
from derivations.theory import sums
from derivations.theory.single_terms import at, summed
from derivations.theory.sums import in_range


@lemma("forall t a b. 0 <= t <= 1 and a <= b implies a <= (1 - t) * a + t * b <= b")
def mixture_between(goal: Goal) -> Proved:
    """A convex combination of two numbers lies between them."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall a b u v x. u <= x <= v implies a * x + b <= a * u + b or a * x + b <= a * v + b")
def linear_at_an_end(goal: Goal) -> Proved:
    """A linear function on a segment is largest at an end."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall f u v x. (forall t. 0 <= t <= 1 implies f((1 - t) * u + t * v) <= (1 - t) * f(u) + t * f(v)) "
       "implies u < v implies u <= x <= v implies f(x) <= f(u) or f(x) <= f(v)", depth=7)  # fmt: skip
def convex_at_an_end(goal: Goal) -> Proved:
    """A convex function on a segment is largest at an end."""
    f, u, v, x = goal.variables
    t = term("(x - u) / (v - u)", x=x, u=u, v=v)
    inside = arithmetic(term("0 <= t <= 1", t=t), *goal.given[1:])
    below = at(kernel.assume(goal.given[0]), t, given=[inside])
    place = arithmetic(term("(1 - t) * u + t * v = x", t=t, u=u, v=v, x=x), *goal.given[1:])
    below = rewritten(below, by(place))
    mixed = at(linear_at_an_end(), term("f(v) - f(u)", f=f, u=u, v=v), term("f(u)", f=f, u=u), term("0"), term("1"), t,
               given=[inside])  # fmt: skip
    return arithmetic(goal.conclusion, mixed, below, opaque=True)


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
    plain = normal(goal.conclusion, unfolding("mean"))
    return kernel.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1], below, above, *ends, one))
