"""Moments of sums of scores of words that are drawn each on its own, as the reports of clients who report often."""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    decided,
    generalise,
    induct,
    lemma,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import IMPLIES, PLUS, REAL, Apply, Free, Term, arrow, equal, for_all, substituted
from derivations.theory import sums
from derivations.theory.single_terms import at, each, summed
from derivations.theory.sums import ONE, ZERO, in_range, meeting, recursion

WORD = arrow(REAL, REAL)
TOTAL = "(sum t in 1..n. h(s(t)))"
MEANS = "sum(n, m)"
SPREAD = "(sum t in 1..n. q(t) - m(t)^2)"


@lemma("forall E T. separate(0, E, T) = T(fun t i. 0)")
def separate_0(goal: Goal) -> Proved:
    """No word is drawn."""
    left, right = sides(goal.conclusion)
    return derived.transitive(normal(left, unfolding("separate"), recursion()), symmetric(normal(right)))


@lemma("forall n E T. integer(n) and 0 <= n implies separate(n + 1, E, T) = "
       "separate(n, E, fun s. E(n + 1, fun w. T(fun i. if i = n + 1 then w else s(i))))")  # fmt: skip
def separate_next(goal: Goal) -> Proved:
    """The expectation over one more word is that of the expectation over it."""
    left, right = sides(goal.conclusion)
    steps = [unfolding("separate"), recursion(goal.given)]
    return derived.transitive(normal(left, *steps), symmetric(normal(right, *steps)))


def _score_of_longer(n: Term, h: Term, known: Proved) -> Proved:
    """|- forall s w. (sum t in 1..n + 1. h(if t = n + 1 then w else s(t))) = (sum t in 1..n. h(s(t))) + h(w)"""
    t, s, w = Free("t #0"), Free("s #0", arrow(REAL, WORD)), Free("w #0", WORD)
    names = {"n": n, "h": h, "s": s, "w": w, "t": t}
    apart = arithmetic(term("t != n + 1", **names), kernel.assume(in_range(t, n)))
    same = normal(term("h(if t = n + 1 then w else s(t))", **names), decided([apart]))
    last = normal(term("h(if n + 1 = n + 1 then w else s(n + 1))", **names), decided([kernel.reflexive(PLUS(n, ONE))]))
    left = chain(term("sum t in 1..n + 1. h(if t = n + 1 then w else s(t))", **names)).rewrite(
        by(sums.sum_next(), [known])
    )
    right = chain(term(f"{TOTAL} + h(w)", **names))
    return generalise(meeting(left, right, last, summed(t, n, same, [known])), s, w)


QUADRATIC = "a + b * {0} + c * {0}^2"
WORTH = f"a + b * {MEANS} + c * ({MEANS}^2 + {SPREAD})"


@lemma("forall n E h m q. integer(n) and 0 <= n implies (forall t in 1..n. forall a b c. "
       f"E(t, fun w. {QUADRATIC.format('h(w)')}) = a + b * m(t) + c * q(t)) implies "
       f"(forall a b c. separate(n, E, fun s. {QUADRATIC.format(TOTAL)}) = {WORTH})", depth=7)  # fmt: skip
def moments_of_scores(goal: Goal) -> Proved:
    """First and second moments of a sum of scores h, whose own are m(t) and q(t) for the word t."""
    n, E, h, m, q = goal.variables
    a, b, c = (Free(f"{name} #0") for name in "abc")
    t, s, w = Free("t #0"), Free("s #0", arrow(REAL, WORD)), Free("w #0", WORD)
    names: dict[str, Term] = {"E": E, "h": h, "m": m, "q": q, "a": a, "b": b, "c": c, "s": s, "w": w}
    premise = goal.given[1]
    wanted = term(f"separate(n, E, fun s. {QUADRATIC.format(TOTAL)}) = {WORTH}", n=n, **names)
    body = IMPLIES(premise, for_all((a, b, c), wanted))

    def at_size(size: Term) -> tuple[Term, Term]:
        return sides(substituted(wanted, {n: size}))

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        end = PLUS(k, ONE)
        everywhere = kernel.assume(substituted(premise, {n: end}))
        before = each(t, k, at(everywhere, t, given=[known, kernel.assume(in_range(t, k))]))
        earlier, own = kernel.detach(assumed, before), at(everywhere, end, given=[known])
        given = {**names, "n": k}
        parts = [term(text.replace("S", TOTAL), **given) for text in ("a + b * S + c * S^2", "b + 2 * c * S", "c")]
        one = at(own, *parts, premises=0)
        longer = term(QUADRATIC.format(f"({TOTAL} + h(w))"), **given)
        in_w = term("x + y * h(w) + z * h(w)^2", **dict(zip("xyz", parts, strict=True)), **given)
        opened_up = kernel.abstracted(w, arithmetic(equal(longer, in_w)))
        inner = derived.transitive(kernel.congruent(kernel.reflexive(E(end)), opened_up), one)
        again = [term(text, **given) for text in ("a + b * m(n + 1) + c * q(n + 1)", "b + 2 * c * m(n + 1)", "c")]
        target = term(f"x + y * {TOTAL} + z * {TOTAL}^2", **dict(zip("xyz", again, strict=True)), **given)
        outer = kernel.abstracted(s, derived.transitive(inner, arithmetic(equal(sides(inner.conclusion)[1], target))))
        left, right = at_size(end)
        first = chain(left).rewrite(by(separate_next(), [known]), by(_score_of_longer(k, h, known)))
        first = first.then(kernel.congruent(kernel.reflexive(term("separate(n, E)", **given)), outer))
        first = first.then(at(earlier, *again, premises=0))
        found = meeting(first, chain(right).rewrite(by(sums.sum_next(), [known])))
        return kernel.discharge(everywhere.conclusion, generalise(found, a, b, c))

    left, right = (chain(side).rewrite(by(separate_0()), by(sums.sum_0())) for side in at_size(ZERO))
    base = kernel.discharge(substituted(premise, {n: ZERO}), generalise(meeting(left, right), a, b, c))
    return kernel.detach(induct(n, body, base, step), kernel.assume(premise))


OWN = (
    "forall n E h m q. integer(n) and 0 <= n implies (forall t in 1..n. forall a b c. "
    f"E(t, fun w. {QUADRATIC.format('h(w)')}) = a + b * m(t) + c * q(t)) implies forall a b. "
)
MEAN = f"separate(n, E, fun s. a + b * {TOTAL})"


def _quadratic(goal: Goal, left: Term, *coefficients: Term) -> Proved:
    """The expectation of a statistic that is quadratic in the sum of scores, with these coefficients."""
    value = at(moments_of_scores(), *goal.variables[:5], given=goal.given, premises=2)
    value = at(value, *coefficients, premises=0)
    s = Free("s #0", arrow(REAL, WORD))
    expectation, wanted = left, sides(value.conclusion)[0]
    assert isinstance(expectation, Apply)
    assert isinstance(wanted, Apply)
    pair = [sides(normal(function(s)).conclusion)[1] for function in (expectation.argument, wanted.argument)]
    same = rewritten(
        kernel.congruent(kernel.reflexive(expectation.function), kernel.abstracted(s, arithmetic(equal(*pair))))
    )
    return derived.transitive(same, value)


@lemma(f"{OWN} {MEAN} = a + b * {MEANS}", depth=9)
def mean_of_scores(goal: Goal) -> Proved:
    """The expectation of a statistic that is linear in a sum of scores."""
    *_, a, b = goal.variables
    left, right = sides(goal.conclusion)
    found = _quadratic(goal, left, a, b, ZERO)
    return derived.transitive(found, arithmetic(equal(sides(found.conclusion)[1], right)))


@lemma(f"{OWN} separate(n, E, fun s. (a + b * {TOTAL} - {MEAN})^2) = b^2 * {SPREAD}", depth=9)
def variance_of_scores(goal: Goal) -> Proved:
    """The variance of a statistic that is linear in a sum of scores is that of the scores, added up."""
    n, E, h, m, q, a, b = goal.variables
    names = {"n": n, "E": E, "h": h, "m": m, "q": q, "a": a, "b": b}
    left, right = sides(goal.conclusion)
    centre = at(mean_of_scores(), *goal.variables[:5], given=goal.given, premises=2)
    centre = at(centre, a, b, premises=0)
    inner = normal(left, by(centre))
    texts = (f"(b * {MEANS})^2", f"-2 * b^2 * {MEANS}", "b^2")
    found = _quadratic(goal, sides(inner.conclusion)[1], *(term(text, **names) for text in texts))
    whole = derived.transitive(inner, found)
    return derived.transitive(whole, arithmetic(equal(sides(whole.conclusion)[1], right)))
