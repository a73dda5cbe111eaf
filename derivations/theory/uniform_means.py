"""Means over a number drawn uniformly from [-1, 1]: those of affine functions are their values in the middle."""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    cut,
    instance,
    lemma,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, NOT, Free, Term, equal
from derivations.theory import sums
from derivations.theory.single_terms import at, by_conditions, either, plainly, summed
from derivations.theory.sums import ONE, in_sums


@lemma("forall n. integer(n) and 0 <= n implies (sum i in 1..n. 2*i - 1) = n^2")
def sum_of_odds(goal: Goal) -> Proved:
    """1 + 3 + ... + (2n - 1) = n^2"""
    return sums.by_sizes(goal, sums.sum_0, sums.sum_next)


@lemma("forall n f c d. integer(n) and 1 <= n implies (forall u. f(u) = c + d*u) implies "
       "(sum i in 1..n. f((2*i - 1)/n - 1))/n = c", depth=6)  # fmt: skip
def average_of_affine(goal: Goal) -> Proved:
    """The average of an affine function over the middles of n equal parts of [-1, 1] is its value at 0."""
    n, _, c, d = goal.variables
    i = Free("i #0")
    given = [*map(kernel.assume, goal.given[:1]), arithmetic(term("0 <= n", n=n), goal.given[0])]
    value = at(kernel.assume(goal.given[1]), term("(2*i - 1)/n - 1", i=i, n=n))
    names = {"c": c, "d": d, "i": i, "n": n}
    plain = term("c - d + d*(1/n)*(2*i - 1)", **names)
    one = derived.transitive(value, arithmetic(equal(sides(value.conclusion)[1], plain), *given))
    whole = summed(i, n, one, given)
    second = normal(sides(whole.conclusion)[1], in_sums(given))
    odds = rewritten(at(sum_of_odds(), n, given=given), in_sums(given))
    ones = at(sums.sum_of_ones(), n, given=given)
    total = arithmetic(term("s = n*c", s=sides(whole.conclusion)[0], n=n, c=c), whole, second, odds, ones, *given)
    return arithmetic(goal.conclusion, total, *given)


@lemma("forall f v c d. (forall u. f(u) = c + d*u) implies (uniform_mean(f, v) iff v = c)", depth=5)
def uniform_mean_of_affine(goal: Goal) -> Proved:
    """An affine function has the mean that is its value at 0, and no other."""
    f, v, c, d = goal.variables
    m = Free("m #0")
    affine = kernel.assume(goal.given[0])
    said, same = sides(goal.conclusion)
    plain = normal(said, unfolding("uniform_mean", "converges", "abs"))
    limit = sides(plain.conclusion)[1]

    def average(size: Term, *known: Proved) -> Proved:
        return at(average_of_affine(), size, f, c, d, given=[*known, affine], premises=2)

    here = goal_of(limit, depth=2)
    step = goal_of(list(conjuncts(kernel.assume(instance(here.conclusion, ONE))))[1].conclusion)
    (n,) = step.variables
    inside = kernel.assume(step.given[0])
    close = by_conditions(step.conclusion, average(n, inside), kernel.assume(same), *here.given)
    from_one = kernel.conjoin(kernel.literal(ONE), step.qed(close))
    back = derived.follow(symmetric(plain), here.qed(kernel.witness(here.conclusion, ONE, from_one)))

    other = kernel.assume(NOT(same))
    half = plainly("(if 0 <= c - v then c - v else -(c - v))/2", c=c, v=v)
    positive = by_conditions(term("0 < e", e=half), other)
    some = at(kernel.assume(limit), half, given=[positive])
    whole, near = conjuncts(kernel.assume(instance(some.conclusion, m)))
    first = kernel.assume(term("m <= 1", m=m))
    early = at(near, ONE, given=[kernel.literal(ONE), first])
    second = kernel.assume(NOT(first.conclusion))
    later = at(near, m, given=[whole, arithmetic(term("m <= m", m=m))])
    cases = []
    for size, close in ((ONE, early), (m, later)):
        known = [kernel.literal(ONE), arithmetic(term("1 <= 1"))] if size == ONE else [whole, second]
        worth = rewritten(average(size, *known))
        exact = rewritten(close, by(worth))
        cases.append(by_conditions(FALSE, exact, other))
    nothing = kernel.unpack(some, m, kernel.cases(either(first.conclusion), *cases))
    forth = cut(derived.absurd(same, nothing), derived.follow(plain, kernel.assume(said)))
    return derived.equivalent(kernel.discharge(said, forth), kernel.discharge(same, back))
