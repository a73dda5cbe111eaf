"""Cards dealt from a deck of whole numbers of cards: no chance is negative, so that expectations are monotone."""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    generalise,
    induct,
    lemma,
    normal,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import (
    AT_MOST,
    FALSE,
    IMPLIES,
    INTEGER,
    PLUS,
    Free,
    Number,
    Term,
    applied,
    closed,
    equal,
    for_all,
    substituted,
)
from derivations.theory.linear_estimates import WORD
from derivations.theory.multinomial import frequency_next
from derivations.theory.sampling import NEXT, dealt_0, dealt_next, dealt_plus, dealt_scale, word_extended
from derivations.theory.single_terms import at, each, either, next_integer, plainly, summed
from derivations.theory.sums import ONE, ZERO, in_range, in_sums, sum_0, sum_next

DECK = "(forall y in 1..m. integer(c(y)) and 0 <= c(y)) implies"
THERE = "forall w. word(n, m, w) and (forall y in 1..m. frequency(n, y)(w) <= c(y)) implies"


@lemma("forall n y w. integer(n) and 0 <= n implies integer(frequency(n, y)(w))")
def frequency_is_whole(goal: Goal) -> Proved:
    """A count is a whole number."""
    n, y, w = goal.variables
    body = term("integer(sum t in 1..n. if w(t) = y then 1 else 0)", n=n, y=y, w=w)

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        one = term("if w(k + 1) = y then 1 else 0", w=w, k=k, y=y)
        condition = (applied(one, "if", 3) or ())[0]
        which = either(condition)
        whole = []
        for case, rule, value in zip(
            applied(which.conclusion, "or", 2) or (), (derived.if_true, derived.if_false), (ONE, ZERO), strict=True
        ):
            same = kernel.detach(rule(condition, ONE, ZERO), kernel.assume(case))
            number = Free("number #0")
            whole.append(kernel.replace(symmetric(same), closed(number, INTEGER(number)), kernel.literal(value)))
        last = kernel.cases(which, *whole)
        plain = normal(substituted(body, {n: PLUS(k, ONE)}), by(sum_next(), [known]))
        total = specialise(
            kernel.axiom("integer_plus"),
            *(applied((applied(sides(plain.conclusion)[1], "integer", 1) or ())[0], "+", 2) or ()),
        )
        return derived.follow(symmetric(plain), kernel.detach(total, kernel.conjoin(assumed, last)))

    start = normal(substituted(body, {n: ZERO}), by(sum_0()))
    base = derived.follow(symmetric(start), kernel.literal(ZERO))
    found = induct(n, body, base, step)
    plain = normal(goal.conclusion, unfolding("frequency", "indicator"))
    return derived.follow(symmetric(plain), found)


@lemma(
    f"forall n m c T. integer(n) and 0 <= n implies integer(m) and 0 <= m implies {DECK} "
    f"n <= sum(m, c) implies ({THERE} 0 <= T(w)) implies 0 <= dealt(n, m, c, T)",
    depth=9,
)
def dealt_not_negative(goal: Goal) -> Proved:
    """What is not negative for any cards that the deck has, has an expectation that is not negative."""
    n, m, c, T = goal.variables
    _, sizes, deck, enough, values = goal.given
    w, y, u = Free("w #0", WORD), Free("y #0"), Free("u #0")
    body = for_all((T,), IMPLIES(enough, IMPLIES(values, goal.conclusion)))

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        more, premise, wanted = (substituted(f, {n: PLUS(k, ONE)}) for f in (enough, values, goal.conclusion))
        left = kernel.assume(more)
        names: dict[str, Term] = {"k": k, "m": m, "c": c, "w": w, "y": y, "u": u, "T": T}
        before = arithmetic(term("k <= sum(m, c)", **names), left)
        there = kernel.assume(plainly("word(k, m, w) and (forall y in 1..m. frequency(k, y)(w) <= c(y))", **names))
        letters, feasible = kernel.part(there, 0), kernel.part(there, 1)
        inside = kernel.assume(in_range(y, m))
        enough_of_it = at(feasible, y, given=[inside])
        counts = kernel.part(at(kernel.assume(deck), y, given=[inside]), 0)
        counted = at(frequency_is_whole(), k, y, w, given=[known])
        card = plainly("(c(y) - frequency(k, y)(w)) / (sum(m, c) - k) * T(extended(w, k + 1, y))", **names)
        which = at(
            next_integer(), plainly("frequency(k, y)(w)", **names), term("c(y)", **names), given=[counts, counted]
        )
        none, some = map(kernel.assume, applied(which.conclusion, "or", 2) or ())
        nothing = arithmetic(AT_MOST(ZERO, card), none, enough_of_it, left)
        longer = at(word_extended(), k, m, w, y, given=[known, letters, inside], premises=3)
        dealt_so = _still_there(names, u, known, feasible, some)
        value = at(kernel.assume(premise), term("extended(w, k + 1, y)", **names), given=[longer, dealt_so])
        share = arithmetic(plainly("0 <= (c(y) - frequency(k, y)(w)) / (sum(m, c) - k)", **names), some, left)
        something = arithmetic(AT_MOST(ZERO, card), share, value, opaque=True)
        each_card = arithmetic(
            AT_MOST(term("0 * c(y)", **names), card), kernel.cases(which, nothing, something), opaque=True
        )
        all_cards = rewritten(summed(y, m, each_card, [sizes]), in_sums([sizes]))
        _, total = applied(all_cards.conclusion, "<=", 2) or ()
        not_negative = arithmetic(AT_MOST(ZERO, total), all_cards)
        following = term(NEXT, c=c, m=m, n=k, T=T)
        own = generalise(kernel.discharge(there.conclusion, not_negative), w)
        whole = kernel.detach(at(specialise(assumed, following), given=[before]), own)
        plain = normal(wanted, by(dealt_next(), [known]))
        found = derived.follow(symmetric(plain), whole)
        return generalise(kernel.discharge(more, kernel.discharge(premise, found)), T)

    premise, wanted = (substituted(f, {n: ZERO}) for f in (values, goal.conclusion))
    t = Free("t #0")
    nothing = derived.absurd(in_range(ZERO, m), arithmetic(FALSE, in_range(t, ZERO)))
    none = term("fun t. 0")
    is_word = normal(term("word(0, m, fun t. 0)", m=m), unfolding("word"))
    empty = derived.follow(symmetric(is_word), each(t, ZERO, nothing))
    counted = normal(plainly("frequency(0, y)(fun t. 0) <= c(y)", c=c, y=y), unfolding("frequency"), by(sum_0()))
    whole = kernel.part(at(kernel.assume(deck), y, given=[in_range(y, m)]), 1)
    fits = each(y, m, derived.follow(symmetric(counted), whole))
    value = at(kernel.assume(premise), none, given=[empty, fits])
    first = derived.follow(symmetric(normal(wanted, by(dealt_0()))), value)
    start = substituted(enough, {n: ZERO})
    base = generalise(kernel.discharge(start, kernel.discharge(premise, first)), T)
    found = induct(n, body, base, step)
    return kernel.detach(at(specialise(found, T), given=[enough]), kernel.assume(values))


def _still_there(names: dict[str, Term], u: Free, known: Proved, feasible: Proved, some: Proved) -> Proved:
    """After a card that was left the deck has all cards that are dealt."""
    k, m, c, w, y = (names[name] for name in "kmcwy")
    card = kernel.assume(in_range(u, m))
    own = at(feasible, u, given=[card])
    counts = at(frequency_next(), k, u, w, y, given=[known])
    which = either(equal(y, u))
    found = []
    for case, rule in zip(applied(which.conclusion, "or", 2) or (), (derived.if_true, derived.if_false), strict=True):
        chosen = kernel.detach(rule(equal(y, u), ONE, ZERO), kernel.assume(case))
        facts = [chosen, counts, own]
        if rule is derived.if_true:
            same = kernel.assume(case)
            cards = kernel.congruent(kernel.reflexive(c), same)
            head = term("frequency(k)", k=k)
            dealt = kernel.congruent(kernel.congruent(kernel.reflexive(head), same), kernel.reflexive(w))
            facts += [cards, dealt, some]
        wanted = plainly("frequency(k + 1, u)(extended(w, k + 1, y)) <= c(u)", **names)
        found.append(arithmetic(wanted, *facts))
    return each(u, m, kernel.cases(which, *found))


@lemma(
    f"forall n m c T U. integer(n) and 0 <= n implies integer(m) and 0 <= m implies {DECK} "
    "n <= sum(m, c) implies (forall w. word(n, m, w) implies T(w) <= U(w)) implies "
    "dealt(n, m, c, T) <= dealt(n, m, c, U)",
    depth=10,
)
def dealt_at_most(goal: Goal) -> Proved:
    """A statistic that is at most as large has an expectation that is."""
    n, m, c, T, U = goal.variables
    w = Free("w #0", WORD)
    names: dict[str, Term] = {"n": n, "m": m, "c": c, "T": T, "U": U, "w": w}
    there = kernel.assume(plainly("word(n, m, w) and (forall y in 1..m. frequency(n, y)(w) <= c(y))", **names))
    below = at(kernel.assume(goal.given[4]), w, given=[kernel.part(there, 0)])
    gap = term("fun w. U(w) + (-1) * T(w)", **names)
    more = generalise(
        kernel.discharge(there.conclusion, arithmetic(plainly("0 <= U(w) + (-1) * T(w)", **names), below)), w
    )
    whole = kernel.detach(at(dealt_not_negative(), n, m, c, gap, given=goal.given[:4], premises=4), more)
    split = at(dealt_plus(), n, m, c, U, term("fun w. (-1) * T(w)", **names), given=goal.given[:2], premises=2)
    scaled = at(dealt_scale(), n, m, c, Number(-1), T, given=goal.given[:2], premises=2)
    return arithmetic(goal.conclusion, whole, split, scaled)
