"""Draws without replacement: the moments of totals of cards dealt from a deck, or of a sample of a population.

Source: Cochran 1977, Theorems 2.1 and 2.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    Linear,
    arithmetic,
    by,
    chain,
    generalise,
    induct,
    lemma,
    linear_in,
    normal,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import (
    FALSE,
    IMPLIES,
    PLUS,
    REAL,
    TIMES,
    Free,
    Number,
    Term,
    closed,
    equal,
    for_all,
    substituted,
)
from derivations.theory import sums
from derivations.theory.likelihood import regrouped
from derivations.theory.single_terms import at, each, each_with_next, plainly, summed
from derivations.theory.sums import ONE, ZERO, by_lengths, in_range, in_sums, meeting, recursion
from derivations.theory.surveys import earlier_letter, last_letter, total_next

NEXT = "fun w. sum y in 1..m. (c(y) - frequency(n, y)(w)) / (sum(m, c) - n) * T(extended(w, n + 1, y))"


@lemma("forall m c T. dealt(0, m, c, T) = T(fun t. 0)")
def dealt_0(goal: Goal) -> Proved:
    """No card is dealt."""
    left, right = sides(goal.conclusion)
    return derived.transitive(normal(left, unfolding("dealt"), recursion()), symmetric(normal(right)))


@lemma(f"forall n m c T. integer(n) and 0 <= n implies dealt(n + 1, m, c, T) = dealt(n, m, c, {NEXT})")
def dealt_next(goal: Goal) -> Proved:
    """The card after n cards."""
    left, right = sides(goal.conclusion)
    steps = [unfolding("dealt"), recursion(goal.given)]
    return derived.transitive(normal(left, *steps), symmetric(normal(right, *steps)))


@lemma("forall m c T. dealt(1, m, c, T) = "
       "(sum y in 1..m. (c(y) + (-1)*0) / (sum(m, c) + (-1)*0) * T(extended(fun t. 0, 1, y)))")  # fmt: skip
def dealt_1(goal: Goal) -> Proved:
    """One card."""
    first = at(dealt_next(), ZERO, *goal.variables, given=[arithmetic(term("0 <= 0"))])
    one = arithmetic(term("0 + 1 = 1"))
    to_one = {sides(one.conclusion)[0]: one}.get
    return rewritten(first, by(dealt_0()), unfolding("frequency"), by(sums.sum_0()), to_one)


@lemma("forall n m w y. integer(n) and 0 <= n implies word(n, m, w) implies integer(y) and 1 <= y <= m implies "
       "word(n + 1, m, extended(w, n + 1, y))")  # fmt: skip
def word_extended(goal: Goal) -> Proved:
    """A word that is extended by a letter is a word."""
    n, m, w, y = goal.variables
    t = Free("t #0")
    letters = at(rewritten(kernel.assume(goal.given[1]), unfolding("word")), t, given=[in_range(t, n)])
    same = at(earlier_letter(), n, w, y, t, given=[in_range(t, n)])
    letter = Free("letter #0")
    in_alphabet = closed(letter, in_range(letter, m))
    earlier = kernel.replace(symmetric(same), in_alphabet, letters)
    reached = symmetric(specialise(last_letter(), PLUS(n, ONE), w, y))
    last = kernel.replace(reached, in_alphabet, kernel.assume(goal.given[2]))
    plain = normal(goal.conclusion, unfolding("word"))
    known = kernel.assume(goal.given[0])
    return derived.follow(symmetric(plain), each_with_next(t, n, known, earlier, last))


@lemma("forall n m c S T. integer(n) and 0 <= n implies integer(m) and 0 <= m implies "
       "(forall w. word(n, m, w) implies S(w) = T(w)) implies dealt(n, m, c, S) = dealt(n, m, c, T)")  # fmt: skip
def dealt_same(goal: Goal) -> Proved:
    """Only the values of a statistic at possible cards count."""
    n, m, c, S, T = goal.variables
    sizes = goal.given[1]
    w, y = Free("w #0", term("fun x. x + 0").type), Free("y #0")
    body = for_all((S, T), IMPLIES(goal.given[2], goal.conclusion))

    def at_size(size: Term) -> tuple[Term, Term, Term]:
        premise, conclusion = (substituted(f, {n: size}) for f in (goal.given[2], goal.conclusion))
        return premise, *sides(conclusion)

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        premise, left, right = at_size(PLUS(k, ONE))
        letters = kernel.assume(term("word(k, m, w)", k=k, m=m, w=w))
        inside = kernel.assume(in_range(y, m))
        longer = at(word_extended(), k, m, w, y, given=[known, letters, inside], premises=3)
        values = at(kernel.assume(premise), term("extended(w, k + 1, y)", w=w, k=k, y=y), given=[longer])
        weight = term("(c(y) - frequency(k, y)(w)) / (sum(m, c) - k)", c=c, y=y, k=k, w=w, m=m)
        own = kernel.congruent(kernel.reflexive(TIMES(weight)), values)
        same = summed(y, m, own, [sizes])
        before = [term(NEXT, c=c, m=m, n=k, T=F) for F in (S, T)]
        everywhere = generalise(kernel.discharge(letters.conclusion, same), w)
        shown = kernel.detach(specialise(assumed, *before), everywhere)
        rule = by(dealt_next(), [known])
        ends = chain(left).rewrite(rule).then(shown).then(symmetric(chain(right).rewrite(rule).theorem))
        return generalise(kernel.discharge(premise, ends.theorem), S, T)

    premise, left, right = at_size(ZERO)
    t = Free("t #0")
    nothing = derived.absurd(in_range(ZERO, m), arithmetic(FALSE, in_range(t, ZERO)))
    none = term("fun t. 0")
    empty = derived.follow(
        symmetric(normal(term("word(0, m, fun t. 0)", m=m), unfolding("word"))), each(t, ZERO, nothing)
    )
    same = at(kernel.assume(premise), none, given=[empty])
    base = chain(left).rewrite(by(dealt_0())).then(same).then(symmetric(chain(right).rewrite(by(dealt_0())).theorem))
    found = induct(n, body, generalise(kernel.discharge(premise, base.theorem), S, T), step)
    return kernel.detach(specialise(found, S, T), kernel.assume(goal.given[2]))


def _linear(goal: Goal) -> Proved:
    """An equation of expectations over dealt cards, for all statistics, by induction on the number of cards."""
    _, m, c = goal.variables[:3]
    functions = [v for v in goal.variables[3:] if v.type != REAL]
    return by_lengths(goal, functions, dealt_0(), dealt_next(), lambda F, k: term(NEXT, c=c, m=m, n=k, T=F))


@lemma("forall n m c S T. integer(n) and 0 <= n implies integer(m) and 0 <= m implies "
       "dealt(n, m, c, fun w. S(w) + T(w)) = dealt(n, m, c, S) + dealt(n, m, c, T)")  # fmt: skip
def dealt_plus(goal: Goal) -> Proved:
    """The expectation of a sum of statistics."""
    return _linear(goal)


@lemma("forall n m c a T. integer(n) and 0 <= n implies integer(m) and 0 <= m implies "
       "dealt(n, m, c, fun w. a * T(w)) = a * dealt(n, m, c, T)")  # fmt: skip
def dealt_scale(goal: Goal) -> Proved:
    """The expectation of a multiple of a statistic."""
    return _linear(goal)


# -- moments of totals -----------------------------------------------------------------------------------------------

LEFT = "integer(n) and 0 <= n implies integer(m) and 0 <= m implies word(n, m, w) implies n < sum(m, c) implies"
CHANCE = "((c(y) - frequency(n, y)(w)) / (sum(m, c) - n))"


@lemma(f"forall n m c g w. {LEFT} (sum y in 1..m. {CHANCE} * g(y)) = "
       "((sum y in 1..m. c(y) * g(y)) - total(n, g)(w)) / (sum(m, c) - n)")  # fmt: skip
def mean_of_next(goal: Goal) -> Proved:
    """The expected score of the next card is the mean score of the cards that are left."""
    n, m, c, g, w = goal.variables
    y = Free("y #0")
    names = {"n": n, "m": m, "c": c, "g": g, "w": w, "y": y}
    sizes = goal.given[1:2]
    one = term("1 / (sum(m, c) - n)", **names)
    more = arithmetic(term("sum(m, c) - n != 0", **names), goal.given[3])
    body = term("u * (c(y) * g(y) + -1 * (frequency(n, y)(w) * g(y)))", u=one, **names)
    split = summed(y, m, arithmetic(equal(plainly(f"{CHANCE} * g(y)", **names), body), more), sizes)
    all_of, dealt_of = (term(f"fun y. {f} * g(y)", **names) for f in ("c(y)", "frequency(n, y)(w)"))
    gap = term("fun y. a(y) + -1 * d(y)", a=all_of, d=dealt_of)
    scaled = at(sums.sum_scale(), m, one, gap, given=sizes)
    both = at(sums.sum_plus(), m, all_of, term("fun y. -1 * d(y)", d=dealt_of), given=sizes)
    minus = at(sums.sum_scale(), m, Number(-1), dealt_of, given=sizes)
    grouped = at(regrouped(), n, m, w, g, given=goal.given, premises=3)
    plain = normal(goal.conclusion, unfolding("total"))
    left, right = sides(sides(plain.conclusion)[1])
    whole = chain(left).then(split).then(scaled)
    found = whole.arithmetic(right, both, minus, grouped, more)
    return derived.follow(symmetric(plain), found.theorem)


@lemma(f"forall n m c w. {LEFT} (sum y in 1..m. {CHANCE}) = 1")
def chances_of_next(goal: Goal) -> Proved:
    """The chances of the next card add up to one."""
    n, m, c, w = goal.variables
    y = Free("y #0")
    names = {"n": n, "m": m, "c": c, "w": w, "y": y}
    ones = term("fun y. 1")
    scored = at(mean_of_next(), n, m, c, ones, w, given=goal.given, premises=4)
    more = arithmetic(term("sum(m, c) - n != 0", **names), goal.given[3])
    same = summed(y, m, arithmetic(plainly(f"{CHANCE} = {CHANCE} * 1", **names), more), goal.given[1:2])
    cards = summed(y, m, arithmetic(term("c(y) * 1 = c(y)", **names)), goal.given[1:2])
    counted = chain(plainly("total(n, ones)(w)", ones=ones, **names))
    counted = counted.rewrite(unfolding("total"), by(sums.sum_of_ones(), goal.given))
    left, _ = sides(goal.conclusion)
    return chain(left).then(same).then(scored).arithmetic(ONE, cards, counted.theorem, more).theorem


def in_dealt(given: Iterable[Term | Proved]) -> Conversion:
    """Expectations of dealt cards taken apart: linear in the statistic."""
    return linear_in([Linear("dealt", 3, dealt_plus(), dealt_scale())], given)


DEALT = "integer(n) and 0 <= n implies integer(m) and 0 <= m implies n <= sum(m, c) implies"


@lemma(f"forall n m c. {DEALT} dealt(n, m, c, fun w. 1) = 1")
def dealt_one(goal: Goal) -> Proved:
    """The chances of all cards add up to one."""

    def after(k: Term, w: Free, given: list[Term | Proved]) -> Proved:
        _, m, c = goal.variables
        y = Free("y #0")
        body = plainly(f"{CHANCE} * 1", n=k, m=m, c=c, w=w, y=y)
        plain = plainly(CHANCE, n=k, m=m, c=c, w=w, y=y)
        more = arithmetic(plainly("sum(m, c) - k != 0", m=m, c=c, k=k), *given)
        same = summed(y, m, arithmetic(equal(body, plain), more), goal.given[1:2])
        return derived.transitive(same, at(chances_of_next(), k, m, c, w, given=given, premises=4))

    return over_cards(goal, after)


@lemma(f"forall n m c g. {DEALT} 0 < sum(m, c) implies "
       "dealt(n, m, c, total(n, g)) = n * (sum y in 1..m. c(y) * g(y)) / sum(m, c)")  # fmt: skip
def dealt_total(goal: Goal) -> Proved:
    """The expectation of the total score of n cards, dealt without replacement."""

    def after(k: Term, w: Free, given: list[Term | Proved]) -> Proved:
        _, m, c, g = goal.variables
        y = Free("y #0")
        names = {"n": k, "m": m, "c": c, "g": g, "w": w, "y": y}
        before = term("total(n, g)(w)", **names)
        longer = at(total_next(), k, g, w, y, given=given)
        body = plainly(f"{CHANCE} * total(n + 1, g)(extended(w, n + 1, y))", **names)
        more = arithmetic(plainly("sum(m, c) - n != 0", **names), *given)
        split = plainly(f"t * {CHANCE} + {CHANCE} * g(y)", t=before, **names)
        same = summed(y, m, arithmetic(equal(body, split), longer, more, opaque=True), given)
        chance = term(f"fun y. {CHANCE}", **names)
        scaled = at(sums.sum_scale(), m, before, chance, given=given)
        parts = plainly("fun y. t * p(y)", t=before, p=chance), plainly("fun y. p(y) * g(y)", p=chance, g=g)
        both = at(sums.sum_plus(), m, *parts, given=given)
        one = at(chances_of_next(), k, m, c, w, given=given, premises=4)
        own = at(mean_of_next(), k, m, c, g, w, given=given, premises=4)
        after_all = plainly(
            "t + (s - t) * (1 / (sum(m, c) - n))", t=before, s=term("sum y in 1..m. c(y) * g(y)", **names), **names
        )
        return chain(sides(same.conclusion)[0]).then(same).arithmetic(after_all, both, scaled, one, own, more).theorem

    return over_cards(goal, after, dealt_one)


@lemma(f"forall n m c g h. {DEALT} 1 < sum(m, c) implies dealt(n, m, c, fun w. total(n, g)(w) * total(n, h)(w)) = "
       "n * (sum y in 1..m. c(y) * (g(y) * h(y))) / sum(m, c) + n * (n - 1) * ("
       "(sum y in 1..m. c(y) * g(y)) * (sum y in 1..m. c(y) * h(y)) - (sum y in 1..m. c(y) * (g(y) * h(y)))) "
       "/ (sum(m, c) * (sum(m, c) - 1))")  # fmt: skip
def dealt_product(goal: Goal) -> Proved:
    """The second moments of total scores of n cards, dealt without replacement."""

    def after(k: Term, w: Free, given: list[Term | Proved]) -> Proved:
        _, m, c, g, h = goal.variables
        y = Free("y #0")
        names = {"n": k, "m": m, "c": c, "g": g, "h": h, "w": w, "y": y}
        product = " * ".join(f"total(n + 1, {score})(extended(w, n + 1, y))" for score in "gh")
        body = plainly(f"sum y in 1..m. {CHANCE} * ({product})", **names)
        more = arithmetic(plainly("sum(m, c) - n != 0", **names), *given)
        split = chain(body).rewrite(by(total_next(), given)).rewrite(in_sums(given))
        scores = [g, h, term("fun y. g(y) * h(y)", g=g, h=h)]
        means = [at(mean_of_next(), k, m, c, score, w, given=given, premises=4) for score in scores]
        one = at(chances_of_next(), k, m, c, w, given=given, premises=4)
        ordered = arithmetic(plainly(f"{CHANCE} * g(y) * h(y) = {CHANCE} * (g(y) * h(y))", **names), more, opaque=True)
        last = summed(y, m, ordered, given)
        after_all = plainly(
            "a * b + a * ((H - b) * u) + b * ((G - a) * u) + (K - t) * u",
            a=term("total(n, g)(w)", **names),
            b=term("total(n, h)(w)", **names),
            t=term("total(n, score)(w)", score=scores[2], **names),
            G=term("sum y in 1..m. c(y) * g(y)", **names),
            H=term("sum y in 1..m. c(y) * h(y)", **names),
            K=term("sum y in 1..m. c(y) * (g(y) * h(y))", **names),
            u=term("1 / (sum(m, c) - n)", **names),
        )
        return split.arithmetic(after_all, *means, one, last, more).theorem

    return over_cards(goal, after, dealt_one, dealt_total)


def over_cards(
    goal: Goal,
    after: Callable[[Term, Free, list[Term | Proved]], Proved],
    *laws: Callable[[], Proved],
    facts: Iterable[Proved] = (),
) -> Proved:
    """An expectation of dealt cards, by induction on their number; `after` works out the mean over the next card.

    The laws are equations of other expectations of n cards, the facts hold whatever n is.
    """
    n, m, c = goal.variables[:3]
    sizes, enough = goal.given[1:3]
    body = IMPLIES(enough, goal.conclusion)
    w = Free("w #0", term("fun x. x + 0").type)

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        more = kernel.assume(substituted(enough, {n: PLUS(k, ONE)}))
        before = arithmetic(substituted(enough, {n: k}), more)
        less = arithmetic(term("k < sum(m, c)", k=k, m=m, c=c), more)
        letters = kernel.assume(term("word(k, m, w)", k=k, m=m, w=w))
        given: list[Term | Proved] = [known, sizes, letters, less, *goal.given[3:]]
        worked = after(k, w, given)
        left, right = sides(substituted(goal.conclusion, {n: PLUS(k, ONE)}))
        first = chain(left).rewrite(by(dealt_next(), [known]))
        S, T = (closed(w, side) for side in sides(worked.conclusion))
        same = at(dealt_same(), k, m, c, S, T, given=[known, sizes], premises=2)
        same = kernel.detach(same, generalise(kernel.discharge(letters.conclusion, rewritten(worked)), w))
        known_of: list[Term | Proved] = [known, sizes, before, *goal.given[3:]]
        last = first.then(same).rewrite(in_dealt(known_of), *(by(law(), known_of) for law in laws))
        positive = arithmetic(term("sum(m, c) - k != 0", k=k, m=m, c=c), less)
        earlier = kernel.detach(assumed, before)
        wanted = chain(right).rewrite(by(sums.sum_next(), [known]))
        found = meeting(last, wanted, earlier, positive, *facts, *goal.given[3:])
        return kernel.discharge(more.conclusion, found)

    left, right = sides(substituted(goal.conclusion, {n: ZERO}))
    none = [by(dealt_0()), unfolding("total", "weighted"), by(sums.sum_0())]
    base = meeting(chain(left).rewrite(*none), chain(right).rewrite(*none), *goal.given[3:])
    base_theorem = kernel.discharge(substituted(enough, {n: ZERO}), base)
    return kernel.detach(induct(n, body, base_theorem, step), kernel.assume(enough))
