"""What is made of the responses of several mechanisms, and the least of finitely many levels.

Source: Ma, Wang, section 2, Remark 2.
"""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjuncts,
    discharged,
    generalise,
    induct,
    instance,
    lemma,
    normal,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import PLUS, Free, Term, closed, equal, substituted
from derivations.theory.chebyshev import words_at_most
from derivations.theory.linear_estimates import SIZES, WORD
from derivations.theory.single_terms import at, each, each_with_next, either
from derivations.theory.sums import ONE, ZERO, in_range, words_scale

PRIVATE_WORDS = "(forall a in 1..k. forall b in 1..k. forall w. word(n, m, w) implies J(a, w) <= x*J(b, w))"
MADE_OF_WORDS = "(forall w. word(n, m, w) implies law(l, C(w)))"


@lemma(f"forall n m k l J C x. {SIZES} {PRIVATE_WORDS} implies {MADE_OF_WORDS} implies "
       "private(k, l, fun a z. sum w in (1..m)^n. J(a, w)*C(w, z), x)", depth=11)  # fmt: skip
def words_post_processing(goal: Goal) -> Proved:
    """What several mechanisms have told stays private when it is processed further without the truth."""
    n, m, _, _, J, C, x = goal.variables
    plain = normal(goal.conclusion, unfolding("private"))
    inner = goal_of(sides(plain.conclusion)[1])
    a, b, z = inner.variables
    w = Free("w #0", WORD)
    word = kernel.assume(term("word(n, m, w)", n=n, m=m, w=w))
    given = [*map(kernel.assume, inner.given), word]
    level = at(at(at(kernel.assume(goal.given[2]), a, given=given), b, given=given), w, given=given)
    law = rewritten(at(kernel.assume(goal.given[3]), w, given=given), unfolding("law"))
    chance = at(next(conjuncts(law)), z, given=given)
    names = {"J": J, "C": C, "a": a, "b": b, "w": w, "x": x, "z": z}
    one = arithmetic(term("J(a, w)*C(w, z) <= x*(J(b, w)*C(w, z))", **names), level, chance)
    left, scaled = (term(f"fun w. {text}", **names) for text in ("J(a, w)*C(w, z)", "J(b, w)*C(w, z)"))
    right = term("fun w. x*(J(b, w)*C(w, z))", **names)
    everywhere = generalise(kernel.discharge(word.conclusion, one), w)
    whole = kernel.detach(at(words_at_most(), n, m, left, right, given=goal.given, premises=2), everywhere)
    factor = at(words_scale(), n, m, x, scaled, given=goal.given, premises=2)
    shown = arithmetic(inner.conclusion, rewritten(whole), rewritten(factor))
    return derived.follow(symmetric(plain), inner.qed(shown))


LEAST = "exists j in 1..n. forall i in 1..n. f(j) <= f(i)"


@lemma(f"forall n f. integer(n) and 1 <= n implies {LEAST}", depth=3)
def least_member(goal: Goal) -> Proved:
    """Of finitely many numbers one is the least: the better of the best so far and the next."""
    n, f = goal.variables
    i, j, k = Free("i #0"), Free("j #0"), Free("k #0")

    def of_size(size: Term) -> Term:
        return substituted(goal.conclusion, {n: size})

    def least(size: Term, member: Term, inside: Proved, everywhere: Proved) -> Proved:
        return kernel.witness(of_size(size), member, kernel.conjoin(inside, everywhere))

    def place(size: Term, known: Proved) -> Proved:
        return shown(in_range(size, size), [known, arithmetic(term("1 <= n", n=size), known)])

    def step(before: Free, known: Proved, assumed: Proved) -> Proved:
        size = PLUS(before, ONE)
        end = PLUS(size, ONE)
        sizes = shown(term("integer(n) and 0 <= n", n=size), [known])
        best = kernel.assume(instance(assumed.conclusion, j))
        inside, smallest = kernel.part(best, 0), kernel.part(best, 1)
        names = {"f": f, "i": i, "j": j, "last": end}
        earlier = at(smallest, i, given=[kernel.assume(in_range(i, size))])
        kept, beaten = (kernel.assume(term(text, **names)) for text in ("f(j) <= f(last)", "not f(j) <= f(last)"))
        first = each_with_next(i, size, sizes, earlier, kept)
        inside = shown(in_range(j, end), [inside])
        below = arithmetic(term("f(last) <= f(i)", **names), beaten, earlier)
        second = each_with_next(i, size, sizes, below, arithmetic(term("f(last) <= f(last)", **names)))
        found = kernel.cases(
            either(kept.conclusion), least(end, j, inside, first), least(end, end, place(end, sizes), second)
        )
        return kernel.unpack(assumed, j, found)

    one = arithmetic(equal(ONE, i), in_range(i, PLUS(ZERO, ONE)))
    same = kernel.replace(one, term("fun v. f(1) <= f(v)", f=f), arithmetic(term("f(1) <= f(1)", f=f)))
    whole = shown(in_range(ONE, PLUS(ZERO, ONE)))
    base = least(PLUS(ZERO, ONE), ONE, whole, each(i, PLUS(ZERO, ONE), same))
    found = induct(k, of_size(PLUS(k, ONE)), base, step)
    before = term("n + -1", n=n)
    found = at(kernel.generalise(k, discharged(found, *found.hypotheses)), before, given=goal.given)
    return kernel.replace(arithmetic(equal(PLUS(before, ONE), n)), closed(k, of_size(k)), found)
