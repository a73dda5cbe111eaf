"""Weighted totals of scores, and single cards and pairs of cards, of a dealt deck or drawn with replacement."""

from __future__ import annotations

from collections.abc import Sequence

from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    lemma,
    rewritten,
    sides,
    term,
    unfolding,
)
from derivations.logic.terms import REAL, Free, Term, arrow
from derivations.theory.sampling import (
    CHANCE,
    DEALT,
    chances_of_next,
    dealt_one,
    dealt_product,
    dealt_total,
    mean_of_next,
    over_cards,
)
from derivations.theory.single_terms import at, by_conditions, plainly, sum_of_zeros, sum_picked, summed
from derivations.theory.sums import in_sums
from derivations.theory.surveys import (
    LAW,
    SIZES,
    expectation_of_one,
    mean_of_one,
    over_respondents,
    total_next,
    weighted_next,
)

Given = Sequence[Term | Proved]


# -- dealt -----------------------------------------------------------------------------------------------------------


def _after(goal: Goal, statistic: str, wanted: str, scores: list[str], n: Term, w: Free, given: Given) -> Proved:
    """The mean over the next card of a product of totals of one card more, after the cards w.

    In the texts `n` is the number of the cards w, `K(s)` the sum of the scores s of all cards, and `u` 1/(N - n).
    """
    _, m, c, *others = goal.variables
    known = list(given)
    y = Free("y #0")
    names = {"n": n, "m": m, "c": c, "w": w, "y": y, **{v.name.split(" ")[0]: v for v in others}}
    body = plainly(f"sum y in 1..m. {CHANCE} * ({statistic.replace('NEXT', '(extended(w, n + 1, y))')})", **names)
    split = chain(body).rewrite(by(weighted_next(), known), by(total_next(), known)).rewrite(in_sums(known))
    more = arithmetic(plainly("sum(m, c) - n != 0", m=m, c=c, n=n), *known)
    functions = [term(f"fun y. {score}", **names) for score in scores]
    means = [at(mean_of_next(), n, m, c, score, w, given=known, premises=4) for score in functions]
    one = at(chances_of_next(), n, m, c, w, given=known, premises=4)
    ordered = [
        summed(
            y, m, arithmetic(plainly(f"{CHANCE} * {left} = {CHANCE} * ({right})", **names), more, opaque=True), known
        )
        for left, right in (("g(y) * h(y)", "g(y) * h(y)"), ("h(y) * g(y)", "g(y) * h(y)"))
        if "h" in names and scores[-1] == "g(y) * h(y)"
    ]
    found = plainly(wanted, u=term("1 / (sum(m, c) - n)", m=m, c=c, n=n), **names)
    return split.arithmetic(found, *means, one, *ordered, more).theorem


def _swapped(goal: Goal) -> Proved:
    """sum c(y) (h(y) g(y)) = sum c(y) (g(y) h(y))"""
    _, m, c, *_, g, h = goal.variables
    y = Free("y #0")
    ordered = arithmetic(term("c(y) * (h(y) * g(y)) = c(y) * (g(y) * h(y))", c=c, g=g, h=h, y=y))
    return summed(y, m, ordered, goal.given[1:2])


@lemma(f"forall n m c a g. {DEALT} 0 < sum(m, c) implies "
       "dealt(n, m, c, weighted(n, a, g)) = sum(n, a) * (sum y in 1..m. c(y) * g(y)) / sum(m, c)")  # fmt: skip
def dealt_weighted(goal: Goal) -> Proved:
    """The expectation of a weighted total of n cards, dealt without replacement."""

    def after(n: Term, w: Free, given: Given) -> Proved:
        mean = "((sum y in 1..m. c(y) * g(y)) - total(n, g)(w)) * u"
        wanted = f"weighted(n, a, g)(w) + a(n + 1) * ({mean})"
        return _after(goal, "weighted(n + 1, a, g)NEXT", wanted, ["g(y)"], n, w, given)

    return over_cards(goal, after, dealt_one, dealt_total)


_NEXT = [f"((sum y in 1..m. c(y) * ({s})) - total(n, fun y. {s})(w)) * u" for s in ("g(y)", "h(y)", "g(y) * h(y)")]
"""What the next of the cards that are left adds to the sums of these scores; u is one over their number."""
PAIRS = "((sum y in 1..m. c(y) * g(y)) * (sum y in 1..m. c(y) * h(y)) - (sum y in 1..m. c(y) * (g(y) * h(y))))"


@lemma(f"forall n m c a g h. {DEALT} 1 < sum(m, c) implies "
       "dealt(n, m, c, fun w. weighted(n, a, g)(w) * total(n, h)(w)) = "
       "sum(n, a) * ((sum y in 1..m. c(y) * (g(y) * h(y))) / sum(m, c) + (n - 1) * "
       f"{PAIRS} / (sum(m, c) * (sum(m, c) - 1)))")  # fmt: skip
def dealt_weighted_total(goal: Goal) -> Proved:
    """The second moments of a weighted total and a total of n cards, dealt without replacement."""

    def after(n: Term, w: Free, given: Given) -> Proved:
        g_next, h_next, gh_next = _NEXT
        wanted = (f"weighted(n, a, g)(w) * total(n, h)(w) + weighted(n, a, g)(w) * ({h_next}) + "
                  f"a(n + 1) * total(n, h)(w) * ({g_next}) + a(n + 1) * ({gh_next})")  # fmt: skip
        statistic = "weighted(n + 1, a, g)NEXT * total(n + 1, h)NEXT"
        return _after(goal, statistic, wanted, ["g(y)", "h(y)", "g(y) * h(y)"], n, w, given)

    return over_cards(goal, after, dealt_one, dealt_total, dealt_weighted, dealt_product, facts=[_swapped(goal)])


@lemma(f"forall n m c a b g h. {DEALT} 1 < sum(m, c) implies "
       "dealt(n, m, c, fun w. weighted(n, a, g)(w) * weighted(n, b, h)(w)) = "
       "(sum t in 1..n. a(t) * b(t)) * (sum y in 1..m. c(y) * (g(y) * h(y))) / sum(m, c) + "
       f"(sum(n, a) * sum(n, b) - (sum t in 1..n. a(t) * b(t))) * {PAIRS} / (sum(m, c) * (sum(m, c) - 1))")  # fmt: skip
def dealt_weighted_product(goal: Goal) -> Proved:
    """The second moments of two weighted totals of n cards, dealt without replacement."""

    def after(n: Term, w: Free, given: Given) -> Proved:
        g_next, h_next, gh_next = _NEXT
        wanted = (f"weighted(n, a, g)(w) * weighted(n, b, h)(w) + b(n + 1) * weighted(n, a, g)(w) * ({h_next}) + "
                  f"a(n + 1) * weighted(n, b, h)(w) * ({g_next}) + a(n + 1) * b(n + 1) * ({gh_next})")  # fmt: skip
        statistic = "weighted(n + 1, a, g)NEXT * weighted(n + 1, b, h)NEXT"
        return _after(goal, statistic, wanted, ["g(y)", "h(y)", "g(y) * h(y)"], n, w, given)

    return over_cards(goal, after, dealt_one, dealt_total, dealt_weighted, dealt_weighted_total, facts=[_swapped(goal)])


# -- drawn with replacement ------------------------------------------------------------------------------------------


@lemma(f"forall n m q a g. {SIZES} {LAW} implies expectation(n, m, q, weighted(n, a, g)) = sum(n, a) * mean(m, q, g)")
def expectation_of_weighted(goal: Goal) -> Proved:
    """The expectation of a weighted total of n independent responses."""
    return over_respondents(goal, mean_of_one(), expectation_of_one())


@lemma(f"forall n m q a b g h. {SIZES} {LAW} implies "
       "expectation(n, m, q, fun w. weighted(n, a, g)(w) * weighted(n, b, h)(w)) = "
       "(sum t in 1..n. a(t) * b(t)) * mean(m, q, fun y. g(y) * h(y)) + "
       "(sum(n, a) * sum(n, b) - (sum t in 1..n. a(t) * b(t))) * mean(m, q, g) * mean(m, q, h)")  # fmt: skip
def expectation_of_weighted_product(goal: Goal) -> Proved:
    """The second moments of two weighted totals of n independent responses."""
    return over_respondents(goal, mean_of_one(), expectation_of_one(), expectation_of_weighted())


# -- single responses and pairs --------------------------------------------------------------------------------------

PLACE = "integer(n) and 0 <= n implies integer(i) and 1 <= i <= n implies"
OTHER = "integer(j) and 1 <= j <= n implies i != j implies"


@lemma(f"forall n i g. {PLACE} weighted(n, fun t. indicator(t = i), g) = (fun w. g(w(i)))")
def weighted_at(goal: Goal) -> Proved:
    """With the weight 1 for one response and 0 for the others, the score of that one is left."""
    n, i, g = goal.variables
    t, w = Free("t #0"), Free("w #0", arrow(REAL, REAL))
    names = {"n": n, "t": t, "i": i, "g": g, "w": w}
    same = by_conditions(plainly("(if t = i then 1 else 0) * g(w(t)) = (if t = i then g(w(t)) else 0)", **names))
    scores = term("fun t. g(w(t))", **names)
    worked = chain(term("weighted(n, fun t. indicator(t = i), g)(w)", **names)).rewrite(
        unfolding("weighted", "indicator")
    )
    worked = worked.then(summed(t, n, same, goal.given))
    worked = worked.then(at(sum_picked(), n, i, scores, given=goal.given, premises=2))
    return rewritten(kernel.abstracted(w, worked.theorem))


@lemma(f"forall n i. {PLACE} (sum t in 1..n. indicator(t = i)) = 1")
def weight_of_one(goal: Goal) -> Proved:
    """One response has the weight 1."""
    n, i = goal.variables
    left, _ = sides(goal.conclusion)
    one = at(sum_picked(), n, i, term("fun t. 1"), given=goal.given, premises=2)
    return chain(left).rewrite(unfolding("indicator")).then(one).theorem


@lemma(f"forall n i j. {PLACE} {OTHER} (sum t in 1..n. indicator(t = i) * indicator(t = j)) = 0")
def weight_of_both(goal: Goal) -> Proved:
    """No response is two different ones."""
    n, i, j = goal.variables
    t = Free("t #0")
    text = "(if t = i then 1 else 0) * (if t = j then 1 else 0) = 0"
    none = by_conditions(term(text, t=t, i=i, j=j), goal.given[3])
    whole = summed(t, n, none, goal.given)
    left, _ = sides(goal.conclusion)
    return chain(left).rewrite(unfolding("indicator")).then(whole).rewrite(by(sum_of_zeros(), goal.given)).theorem


def _weight(place: Term) -> Term:
    """The weight 1 for one response."""
    return term("fun t. indicator(t = i)", i=place)


def _at_places(goal: Goal, known: Proved) -> Proved:
    """An expectation of scores of single responses, by the law of totals with the weight 1 for one response each."""
    picked = [by(law(), goal.given) for law in (weighted_at, weight_of_one, weight_of_both)]
    return arithmetic(goal.conclusion, rewritten(known, *picked), *goal.given[3:4])


@lemma(f"forall n m c i g. {DEALT} 0 < sum(m, c) implies integer(i) and 1 <= i <= n implies "
       "dealt(n, m, c, fun w. g(w(i))) = (sum y in 1..m. c(y) * g(y)) / sum(m, c)")  # fmt: skip
def dealt_card(goal: Goal) -> Proved:
    """Each card that is dealt is like any card of the deck."""
    n, m, c, i, g = goal.variables
    return _at_places(goal, at(dealt_weighted(), n, m, c, _weight(i), g, given=goal.given, premises=4))
