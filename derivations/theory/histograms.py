"""The indicator vector of a category with Laplace noise on each entry: privacy, for any number of categories.

Source: Wang, Blocki, Li, Jha 2017 (histogram encoding).
"""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    generalise,
    in_the_words_of,
    induct,
    instance,
    lemma,
    normal,
    reduced,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import EXP, IMPLIES, PLUS, Free, Number, Term, applied, closed, equal, substituted
from derivations.theory.automatic import given_facts
from derivations.theory.densities import unknown
from derivations.theory.laplace import laplace_apart, laplace_positive
from derivations.theory.logarithms import EXP_0, exp_positive
from derivations.theory.single_terms import at, by_conditions, each, of_absolute_values, sum_picked
from derivations.theory.sums import ONE, ZERO, in_range, prod_0, prod_next, sum_0, sum_next, sum_plus, sum_scale

FACTORS = "(forall i in 1..n. 0 < f(i) and 0 < g(i) and f(i) <= exp(d(i)) * g(i))"


@lemma(f"forall n f g d. integer(n) and 0 <= n implies {FACTORS} implies "
       "0 < prod(n, f) and 0 < prod(n, g) and prod(n, f) <= exp(sum(n, d)) * prod(n, g)", depth=6)  # fmt: skip
def products_apart(goal: Goal) -> Proved:
    """The ratio of two products is at most exp of the sum of what the factors are apart."""
    n, f, g, d = goal.variables
    i = Free("i #0")
    names = {"f": f, "g": g, "d": d}
    body = IMPLIES(goal.given[1], goal.conclusion)

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        premise, conclusion = (substituted(part, {n: PLUS(k, ONE)}) for part in (goal.given[1], goal.conclusion))
        factors = kernel.assume(premise)
        inside = kernel.assume(in_range(i, k))
        before = kernel.detach(assumed, each(i, k, at(factors, i, given=[known, inside])))
        positive, other, ratio = conjuncts(before)
        own, mine, last = conjuncts(at(factors, term("k + 1", k=k), given=[known]))
        split = specialise(kernel.axiom("exp_plus"), term("sum(k, d)", k=k, d=d), term("d(k + 1)", k=k, d=d))
        left, right = (term(text, k=k, **names) for text in ("exp(sum(k, d)) * prod(k, g)", "exp(d(k + 1)) * g(k + 1)"))
        grown = arithmetic(term("prod(k, f) * f(k + 1) <= u * f(k + 1)", u=left, k=k, **names), ratio, own)
        bound = arithmetic(term("0 < u", u=left), positive, ratio)
        whole = arithmetic(term("u * f(k + 1) <= u * v", u=left, v=right, k=k, **names), bound, last)
        changed = normal(conclusion, by(prod_next(), [known]), by(sum_next(), [known]))
        products = [
            arithmetic(term("0 < prod(k, f) * f(k + 1)", k=k, **names), positive, own),
            arithmetic(term("0 < prod(k, g) * g(k + 1)", k=k, **names), other, mine),
        ]
        found = arithmetic(sides(changed.conclusion)[1], grown, whole, split, *products)
        return kernel.discharge(premise, derived.follow(symmetric(changed), found))

    premise, conclusion = (substituted(part, {n: ZERO}) for part in (goal.given[1], goal.conclusion))
    changed = normal(conclusion, by(prod_0()), by(sum_0()))
    base = derived.follow(symmetric(changed), arithmetic(sides(changed.conclusion)[1], EXP_0))
    return kernel.detach(induct(n, body, kernel.discharge(premise, base), step), kernel.assume(goal.given[1]))


MARK = "(if i = {} then 1 else 0)"
SHARE = "(if i = {} then 1 / b else 0)"


@lemma("forall k b s t. integer(k) and 2 <= k implies 0 < b implies integer(s) and 1 <= s <= k implies "
       f"integer(t) and 1 <= t <= k implies (sum i in 1..k. {SHARE.format('s')} + {SHARE.format('t')}) = 2 / b",
       )  # fmt: skip
def two_shares(goal: Goal) -> Proved:
    """Two categories have one entry each."""
    k, b, s, t = goal.variables
    size = kernel.assume(goal.given[0])
    whole = [*conjuncts(size), arithmetic(term("0 <= k", k=k), size)]
    value = term("fun i. 1 / b", b=b)
    picked = [
        rewritten(at(sum_picked(), k, truth, value, given=[*whole, known], premises=2))
        for truth, known in ((s, goal.given[2]), (t, goal.given[3]))
    ]
    parts = [term(f"fun i. {SHARE.format('t')}", b=b, t=truth) for truth in (s, t)]
    both = rewritten(at(sum_plus(), k, *parts, given=whole))
    scale = kernel.assume(goal.given[1])
    return derived.transitive(both, arithmetic(equal(sides(both.conclusion)[1], term("2 / b", b=b)), *picked, scale))


@lemma("forall k b. integer(k) and 2 <= k implies 0 < b implies "
       "least_level_of_histogram(k, noisy_histogram(k, b), exp(2 / b))", depth=4)  # fmt: skip
def histogram_level(goal: Goal) -> Proved:
    """A histogram with Laplace noise of scale b has the smallest eps 2/b: two entries differ by 1."""
    changed = normal(goal.conclusion, unfolding("least_level_of_histogram", "private_histogram", "noisy_histogram"))
    private, least = applied(sides(changed.conclusion)[1], "and", 2) or unknown(goal.conclusion)
    both = kernel.conjoin(_private(private, goal), _least(least, goal))
    return derived.follow(symmetric(changed), both)


def _private(wanted: Term, goal: Goal) -> Proved:
    """|- forall s t z. f(s, z) <= exp(2/b) * f(t, z), entry by entry."""
    k, b = goal.variables
    s, t, i, z = Free("s #0"), Free("t #0"), Free("i #0"), Free("z #0", EXP.type)
    size, scale = map(kernel.assume, goal.given)
    whole = [*conjuncts(size), arithmetic(term("0 <= k", k=k), size)]
    ranges = [kernel.assume(in_range(truth, k)) for truth in (s, t)]
    u, v = (term(MARK.format("t"), i=i, t=truth) for truth in (s, t))
    near = of_absolute_values(term("abs(u - v) <= u + v", u=u, v=v))
    answer = term("z(i)", z=z, i=i)
    one = at(laplace_apart(), b, u, v, term("u + v", u=u, v=v), answer, given=[scale, near], premises=2)
    shares = term(f"{SHARE.format('s')} + {SHARE.format('t')}", i=i, s=s, t=t, b=b)
    same = kernel.congruent(
        kernel.reflexive(EXP), by_conditions(equal(term("(u + v) / b", u=u, v=v, b=b), shares), scale)
    )
    positive = [at(laplace_positive(), b, term("x - u", x=answer, u=mark), given=[scale]) for mark in (u, v)]
    factors = kernel.conjoin(positive[0], kernel.conjoin(positive[1], rewritten(one, by(same))))
    families = [closed(i, term("laplace(b)(x - u)", b=b, x=answer, u=mark)) for mark in (u, v)]
    inside = each(i, k, factors)
    apart = at(products_apart(), k, *families, closed(i, shares), given=[*whole, inside], premises=2)
    total = at(two_shares(), k, b, s, t, given=[size, scale, *ranges], premises=4)
    *_, ratio = conjuncts(rewritten(apart))
    found = generalise(rewritten(ratio, by(total)), z)
    for truth, known in ((t, ranges[1]), (s, ranges[0])):
        found = generalise(kernel.discharge(known.conclusion, found), truth)
    return in_the_words_of(wanted, found)


def _least(wanted: Term, goal: Goal) -> Proved:
    """|- forall y. y is a level implies exp(2/b) <= y, by the indicator vector of category 1 under 1 and 2."""
    k, b = goal.variables
    y, i = Free("y #0"), Free("i #0")
    size, scale = map(kernel.assume, goal.given)
    whole = [*conjuncts(size), arithmetic(term("0 <= k", k=k), size)]
    premise, bound = applied(instance(wanted, y), "implies", 2) or unknown(wanted)
    one, two = Number(1), Number(2)
    ranges = [
        shown(in_range(truth, k), [*whole, arithmetic(term("1 <= k", k=k), size), *conjuncts(size)])
        for truth in (one, two)
    ]
    u, v = (term(MARK.format("t"), i=i, t=truth) for truth in (one, two))
    level = at(at(kernel.assume(premise), one, given=[ranges[0]]), two, given=[ranges[1]])
    corner = rewritten(specialise(level, closed(i, u)))
    families = [closed(i, term("laplace(b)(u - v)", b=b, u=u, v=mark)) for mark in (v, u)]
    share = term(f"{SHARE.format('s')} + {SHARE.format('t')}", i=i, s=one, t=two, b=b)
    less = _below(u, v, term("-w", w=share), b, scale)
    positive = [at(laplace_positive(), b, term("u - v", u=u, v=mark), given=[scale]) for mark in (v, u)]
    factors = kernel.conjoin(positive[0], kernel.conjoin(positive[1], less))
    gaps = closed(i, term("-w", w=share))
    apart = at(products_apart(), k, *families, gaps, given=[*whole, each(i, k, factors)], premises=2)
    total = at(two_shares(), k, b, one, two, given=[size, scale, *ranges], premises=4)
    negative = rewritten(at(sum_scale(), k, Number(-1), closed(i, share), given=whole), by(total))
    other, own, ratio = conjuncts(rewritten(apart, by(negative)))
    smaller, larger = (term(text, b=b) for text in ("-1 * (2 / b)", "2 / b"))
    split = specialise(kernel.axiom("exp_plus"), smaller, larger)
    nothing = kernel.congruent(kernel.reflexive(EXP), arithmetic(equal(PLUS(smaller, larger), ZERO), scale))
    inverse = arithmetic(term("exp(x) * exp(z) = 1", x=smaller, z=larger), split, nothing, EXP_0)
    left, right = applied(corner.conclusion, "<=", 2) or unknown(corner.conclusion)
    names = {"p": left, "q": (applied(right, "*", 2) or unknown(right))[1], "y": y, "E": term("exp(x)", x=smaller)}
    level_positive = arithmetic(term("0 < y", y=y), corner, other, own)
    grown = arithmetic(term("y * q <= y * (E * p)", **names), ratio, level_positive)
    divided = arithmetic(term("1 <= y * E", **names), corner, grown, own)
    found = arithmetic(bound, divided, inverse, specialise(exp_positive(), larger))
    return generalise(kernel.discharge(premise, found), y)


def _below(u: Term, v: Term, shares: Term, b: Term, scale: Proved) -> Proved:
    """|- laplace(b)(u - v) <= exp(shares) * laplace(b)(u - u), of an entry i, where both are even equal"""
    wanted = term("laplace(b)(u - v) <= exp(d) * laplace(b)(u - u)", b=b, u=u, v=v, d=shares)
    exponent = term("-(abs(u - v) / b)", u=u, v=v, b=b)
    same = reduced(normal(equal(exponent, shares), unfolding("abs")), lambda it: by_conditions(it, scale))
    zero = kernel.congruent(kernel.reflexive(EXP), arithmetic(term("-(0 / b) = 0", b=b), scale))
    one = derived.transitive(zero, EXP_0)
    changed = normal(wanted, unfolding("laplace"), by(of_absolute_values(term("abs(u - u) = 0", u=u))), by(same))
    found = arithmetic(sides(changed.conclusion)[1], one, scale)
    return derived.follow(symmetric(changed), found)


# -- what is declared --------------------------------------------------------------------------------------------------


def level_of_histogram(goal: Goal) -> Proved:
    """least_level_of_histogram(k, noisy_histogram(k, b), exp(v)); ProofError where it is something else, or not so."""
    facts = given_facts(goal)
    k, family, level = applied(goal.conclusion, "least_level_of_histogram", 3) or unknown(goal.conclusion)
    _, b = applied(family, "noisy_histogram", 2) or unknown(family)
    (worth,) = applied(level, "exp", 1) or unknown(level)
    size, scale = shown(term("integer(k) and 2 <= k", k=k), facts), arithmetic(term("0 < b", b=b), *facts)
    known = at(histogram_level(), k, b, given=[size, scale], premises=2)
    own = term("2 / b", b=b)
    same = kernel.congruent(kernel.reflexive(EXP), arithmetic(equal(own, worth), *facts))
    return in_the_words_of(goal.conclusion, rewritten(known, by(same)))
