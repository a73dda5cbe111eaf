"""Finite products: one factor taken apart from the others."""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    decided,
    induct,
    lemma,
    normal,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
)
from derivations.logic.terms import IMPLIES, PLUS, Free, equal, substituted
from derivations.theory import sums
from derivations.theory.privacy import prod_times
from derivations.theory.single_terms import at, by_conditions, each, next_integer
from derivations.theory.sums import ONE, ZERO, in_range


@lemma("forall j c n. integer(j) and 1 <= j implies integer(n) and 0 <= n implies "
       "(prod i in 1..n. if i = j then c else 1) = (if j <= n then c else 1)")  # fmt: skip
def prod_up_to(goal: Goal) -> Proved:
    """Of a product in which only the factor j is not one, that factor is left once it is reached."""
    j, _, n = goal.variables

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        changed = normal(substituted(goal.conclusion, {n: PLUS(k, ONE)}), by(sums.prod_next(), [known]))
        after = at(next_integer(), k, j, given=[known, *goal.given])
        found = by_conditions(sides(changed.conclusion)[1], assumed, after)
        return derived.follow(symmetric(changed), found)

    changed = normal(substituted(goal.conclusion, {n: ZERO}), by(sums.prod_0()))
    base = derived.follow(symmetric(changed), by_conditions(sides(changed.conclusion)[1], goal.given[0]))
    return induct(n, goal.conclusion, base, step)


@lemma("forall n j f. integer(n) and 0 <= n implies integer(j) and 1 <= j <= n implies "
       "prod(n, f) = f(j) * (prod i in 1..n. if i = j then 1 else f(i))")  # fmt: skip
def factor_apart(goal: Goal) -> Proved:
    """A product is one of its factors times the product of the others."""
    n, j, f = goal.variables
    i = Free("i #0")
    names = {"i": i, "j": j, "f": f}
    within = kernel.part(kernel.part(kernel.assume(goal.given[1]), 1), 1)
    own, others = (term(f"fun i. if i = j then {factors}", j=j, f=f) for factors in ("f(j) else 1", "1 else f(i)"))
    inside = kernel.assume(in_range(i, n))
    there = kernel.discharge(equal(i, j), kernel.congruent(kernel.reflexive(f), kernel.assume(equal(i, j))))
    split = term("f(i) = (if i = j then f(j) else 1) * (if i = j then 1 else f(i))", **names)
    same = each(i, n, by_conditions(split, there, inside))
    parted = derived.transitive(
        at(sums.prod_same(), n, f, term("fun i. p(i) * q(i)", p=own, q=others), given=[*goal.given, same], premises=2),
        at(prod_times(), n, own, others, given=goal.given),
    )
    picked = at(prod_up_to(), j, term("f(j)", f=f, j=j), n, given=goal.given, premises=2)
    picked = rewritten(picked, decided([within]))
    return arithmetic(goal.conclusion, rewritten(parted), picked)


@lemma("forall n a b v. integer(n) and 0 <= n implies (forall t in 1..n. v(t) = 0 or v(t) = 1) implies "
       "integer(sum(n, v)) and 0 <= sum(n, v) and sum(n, v) <= n "
       "and (prod t in 1..n. if v(t) = 1 then a else b) = a^sum(n, v) * b^(n - sum(n, v))")  # fmt: skip
def equal_factors_counted(goal: Goal) -> Proved:
    """A product of factors that are one of two is a product of their powers."""
    n, a, b, v = goal.variables
    t = Free("t #0")
    body = IMPLIES(goal.given[1], goal.conclusion)

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        end = PLUS(k, ONE)
        given = kernel.assume(substituted(goal.given[1], {n: end}))
        inside = kernel.assume(in_range(t, k))
        longer = shown(in_range(t, end), [inside, known])
        before = each(t, k, at(given, t, given=[longer]))
        earlier = list(conjuncts(kernel.detach(assumed, before)))
        last = at(given, end, given=[shown(in_range(end, end), [known, kernel.literal(ONE)])])
        wanted = substituted(goal.conclusion, {n: end})
        changed = normal(wanted, by(sums.prod_next(), [known]), by(sums.sum_next(), [known]))
        names = {"a": a, "b": b, "k": k, "s": term("sum(k, v)", k=k, v=v)}
        whole = [shown(term("integer(k - s) and 0 <= k - s", **names), [known, *earlier]), *earlier[:2]]
        powers = [
            at(kernel.axiom("power_next"), base, term(text, **names), given=[exponent])
            for text, base, exponent in (("s", a, conjoined(*earlier[:2])), ("k - s", b, whole[0]))
        ]

        def in_case(text: str) -> Proved:
            here = kernel.assume(term(text, v=v, k=k))
            plain = normal(sides(changed.conclusion)[1], by(here), decided([]))
            moved = [
                arithmetic(term(text, **names))
                for text in ("k + 1 - (s + 1) = k - s", "k + 1 - s = k - s + 1", "s + 0 = s")
            ]
            plain = derived.transitive(plain, normal(sides(plain.conclusion)[1], *map(by, [*moved, *powers])))
            found = shown(sides(plain.conclusion)[1], [*earlier, known, *whole])
            return derived.follow(symmetric(changed), derived.follow(symmetric(plain), found))

        found = kernel.cases(last, in_case("v(k + 1) = 0"), in_case("v(k + 1) = 1"))
        return kernel.discharge(given.conclusion, found)

    changed = normal(substituted(goal.conclusion, {n: ZERO}), by(sums.prod_0()), by(sums.sum_0()))
    empty = [by(arithmetic(term("m - m = m", m=ZERO))), by(kernel.axiom("power_0"))]
    changed = derived.transitive(changed, normal(sides(changed.conclusion)[1], *empty))
    none = derived.follow(symmetric(changed), shown(sides(changed.conclusion)[1]))
    base = kernel.discharge(substituted(goal.given[1], {n: ZERO}), none)
    return kernel.detach(induct(n, body, base, step), kernel.assume(goal.given[1]))


@lemma("forall k. integer(k) and 0 <= k implies 1^k = 1")
def power_of_one(goal: Goal) -> Proved:
    """1 to any power is 1."""
    (k,) = goal.variables

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        return arithmetic(term("1^(k + 1) = 1", k=k), at(kernel.axiom("power_next"), ONE, k, given=[known]), assumed)

    return induct(k, goal.conclusion, at(kernel.axiom("power_0"), ONE, given=[]), step)


@lemma("forall n a v. integer(n) and 0 <= n implies (forall t in 1..n. v(t) = 0 or v(t) = 1) implies "
       "(prod t in 1..n. if v(t) = 1 then a else 1) = a^sum(n, v)")  # fmt: skip
def equal_factors_and_ones(goal: Goal) -> Proved:
    """A product of equal factors and of ones is a power."""
    n, a, v = goal.variables
    *_, whole, low, high, powers = conjuncts(at(equal_factors_counted(), n, a, ONE, v, given=goal.given, premises=2))
    left = term("n - sum(n, v)", n=n, v=v)
    size = shown(term("integer(k) and 0 <= k", k=left), [whole, low, high, *goal.given])
    return arithmetic(goal.conclusion, powers, at(power_of_one(), left, given=[size]))
