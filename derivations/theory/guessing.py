"""How often a guess of a truth that is uniform among k is right, from one private response.

Source: Pan, section 2.3.
"""

from __future__ import annotations

from derivations.logic import derived, kernel
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
from derivations.logic.terms import Free, Term
from derivations.theory import sums
from derivations.theory.single_terms import at, by_conditions, each, one_other, summed
from derivations.theory.sums import in_range, in_sums

SIZES = "integer(k) and 1 <= k implies integer(m) and 0 <= m implies"


@lemma("forall k a x f. integer(k) and 1 <= k implies integer(a) and 1 <= a <= k implies 1 <= x implies "
       "(forall b in 1..k. f(a) <= x * f(b)) implies f(a) * (x + k - 1) <= x * sum(k, f)", depth=8)  # fmt: skip
def largest_share(goal: Goal) -> Proved:
    """A number that is at most x times as large as every other one of k has at most the share x/(x + k - 1)."""
    k, a, x, f = goal.variables
    b = Free("b #0")
    size: list[Term | Proved] = [*goal.given[:2], arithmetic(term("0 <= k", k=k), goal.given[0])]
    size.append(kernel.part(kernel.assume(goal.given[0]), 0))
    level = at(kernel.assume(goal.given[3]), b, given=[kernel.assume(in_range(b, k))])
    names = {"f": f, "a": a, "b": b, "x": x, "k": k}
    smaller = by_conditions(
        term("(if b = a then x * f(a) else f(a)) <= (if b = a then x * f(a) else x * f(b))", **names), level
    )
    whole = rewritten(summed(b, k, smaller, size), one_other(size), in_sums(size), by(sums.sum_of_ones(), size))
    return arithmetic(goal.conclusion, whole)


@lemma("forall k x f g. integer(k) and 1 <= k implies 1 <= x implies "
       "(forall a in 1..k. forall b in 1..k. f(a) <= x * f(b)) implies law(k, g) implies "
       "(x + k - 1) * (sum a in 1..k. f(a) * g(a)) <= x * sum(k, f)", depth=8)  # fmt: skip
def guess_of_one_response(goal: Goal) -> Proved:
    """A guess from a response, f(a) being its probability under the truth a and g(a) that a is guessed."""
    k, x, f, g = goal.variables
    a, b = Free("a #0"), Free("b #0")
    size: list[Term | Proved] = [*goal.given[:2], arithmetic(term("0 <= k", k=k), goal.given[0])]
    size.append(kernel.part(kernel.assume(goal.given[0]), 0))
    inside = [kernel.assume(in_range(a, k)), kernel.assume(in_range(b, k))]
    private = at(at(kernel.assume(goal.given[2]), a, given=inside), b, given=inside)
    largest = kernel.detach(at(largest_share(), k, a, x, f, given=[*size, inside[0]], premises=3), each(b, k, private))
    chances, total = conjuncts(rewritten(kernel.assume(goal.given[3]), unfolding("law")))
    chance = at(chances, a, given=inside)
    names = {"f": f, "g": g, "a": a, "x": x, "k": k, "s": term("sum(k, f)", k=k, f=f)}
    each_a = arithmetic(term("(x + k - 1) * (f(a) * g(a)) <= x * s * g(a)", **names), largest, chance)
    whole = rewritten(summed(a, k, each_a, size), in_sums(size))
    return arithmetic(goal.conclusion, whole, total)


@lemma(f"forall k m x P G. {SIZES} 1 <= x implies design(k, m, P) implies private(k, m, P, x) implies design(m, k, G) "
       "implies (sum a in 1..k. 1 / k * (sum y in 1..m. P(a, y) * G(y, a))) <= x / (x + k - 1)")  # fmt: skip
def chance_of_a_guess(goal: Goal) -> Proved:
    """Whoever guesses a uniform truth from one private response is right at most as often as with randomized response.

    G(y, a) is the probability that a is guessed from the response y.
    """
    k, m, x, P, G = goal.variables
    a, b, y = Free("a #0"), Free("b #0"), Free("y #0")
    size: list[Term | Proved] = [*goal.given[:3], arithmetic(term("0 <= k", k=k), goal.given[0])]
    size.append(kernel.part(kernel.assume(goal.given[0]), 0))
    inside = [kernel.assume(in_range(v, n)) for v, n in ((a, k), (b, k), (y, m))]
    private = rewritten(kernel.assume(goal.given[4]), unfolding("private"))
    pair = at(at(at(private, a, given=inside), b, given=inside), y, given=inside)
    rows, guesses = (rewritten(kernel.assume(goal.given[i]), unfolding("design")) for i in (3, 5))
    own = term("fun a. P(a, y)", P=P, y=y), term("G(y)", G=G, y=y)
    one = at(guess_of_one_response(), k, x, *own, given=size, premises=2)
    one = kernel.detach(kernel.detach(one, each(a, k, each(b, k, pair))), at(guesses, y, given=inside))
    whole = rewritten(summed(y, m, one, size), in_sums(size))
    names = {"P": P, "G": G, "k": k, "m": m, "a": a}
    *_, ones = conjuncts(rewritten(at(rows, a, given=inside), unfolding("law")))
    total = rewritten(summed(a, k, ones, size), by(sums.sum_of_ones(), size))
    swaps = [
        at(sums.sum_swap(), k, m, term(text, **names), given=size, premises=2)
        for text in ("fun a y. P(a, y) * G(y, a)", "fun a y. P(a, y)")
    ]
    changed = normal(goal.conclusion, in_sums(size))
    return derived.follow(
        symmetric(changed), arithmetic(sides(changed.conclusion)[1], whole, total, *swaps, goal.given[0], goal.given[2])
    )
