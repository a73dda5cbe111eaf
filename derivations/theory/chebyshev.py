"""Expectations of statistics are monotone, and Chebyshev's inequality for them.

Source: Chebyshev 1867.
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
    lemma,
    normal,
    reduced,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import Free, Term
from derivations.theory.independent_responses import OWN_LAWS
from derivations.theory.linear_estimates import SIZES, WORD, by_words, expectation_same
from derivations.theory.privacy import prod_at_most
from derivations.theory.single_terms import at, by_conditions, each
from derivations.theory.sums import in_range
from derivations.theory.surveys import expectation_of_one, expectation_scale, in_expectations


@lemma(f"forall n m F G. {SIZES} (forall w. word(n, m, w) implies F(w) <= G(w)) implies "
       "words(n, m, F) <= words(n, m, G)", depth=7)  # fmt: skip
def words_at_most(goal: Goal) -> Proved:
    """What is at most as large at every word is so summed over the words."""
    return by_words(goal)


@lemma(f"forall n m q w. {SIZES} {OWN_LAWS} word(n, m, w) implies 0 <= (prod t in 1..n. q(t, w(t)))", depth=8)
def own_chance_not_negative(goal: Goal) -> Proved:
    """No responses have a negative probability, where each has a law of its own."""
    n, _, q, w = goal.variables
    t = Free("t #0")
    inside = kernel.assume(in_range(t, n))
    letter = at(rewritten(kernel.assume(goal.given[3]), unfolding("word")), t, given=[inside])
    own = rewritten(at(kernel.assume(goal.given[2]), t, given=[inside]), unfolding("law"))
    chance = at(next(conjuncts(own)), term("w(t)", w=w, t=t), given=[letter])
    factor = term("fun t. q(t, w(t))", q=q, w=w)
    twice = arithmetic(term("0 <= q(t, w(t)) and q(t, w(t)) <= q(t, w(t))", q=q, w=w, t=t), chance)
    least, _ = conjuncts(kernel.detach(at(prod_at_most(), n, factor, factor, given=goal.given), each(t, n, twice)))
    return rewritten(least)


@lemma(f"forall n m q T U. {SIZES} {OWN_LAWS} (forall w. word(n, m, w) implies T(w) <= U(w)) implies "
       "independent(n, m, q, T) <= independent(n, m, q, U)", depth=9)  # fmt: skip
def independent_at_most(goal: Goal) -> Proved:
    """A statistic that is at most as large has an expectation that is."""
    n, m, q, T, U = goal.variables
    w = Free("w #0", WORD)
    letters = kernel.assume(term("word(n, m, w)", n=n, m=m, w=w))
    values = at(kernel.assume(goal.given[3]), w, given=[letters])
    weight = at(own_chance_not_negative(), n, m, q, w, given=[*goal.given[:3], letters], premises=4)
    names = {"c": term("prod t in 1..n. q(t, w(t))", n=n, q=q, w=w), "T": T, "U": U, "w": w}
    own = arithmetic(term("c * T(w) <= c * U(w)", **names), weight, values)
    ends = [term("fun w. (prod t in 1..n. q(t, w(t))) * T(w)", n=n, q=q, T=statistic) for statistic in (T, U)]
    everywhere = generalise(kernel.discharge(letters.conclusion, own), w)
    found = kernel.detach(at(words_at_most(), n, m, *ends, given=goal.given[:2], premises=2), everywhere)
    return derived.follow(symmetric(normal(goal.conclusion, unfolding("independent"))), rewritten(found))


@lemma(f"forall n m q T U. {SIZES} law(m, q) implies (forall w. word(n, m, w) implies T(w) <= U(w)) implies "
       "expectation(n, m, q, T) <= expectation(n, m, q, U)", depth=9)  # fmt: skip
def expectation_at_most(goal: Goal) -> Proved:
    """A statistic that is at most as large has an expectation that is."""
    n, m, q, T, U = goal.variables
    laws = each(Free("t #0"), n, kernel.assume(goal.given[2]))
    given: list[Term | Proved] = [*goal.given[:2], laws, goal.given[3]]
    found = at(independent_at_most(), n, m, term("fun t. q", q=q), T, U, given=given, premises=4)
    plain = normal(goal.conclusion, unfolding("expectation", "chance"))
    return derived.follow(symmetric(plain), rewritten(found, unfolding("independent")))


@lemma("forall d e. 0 < e implies e^2 * (if e < (if 0 <= d then d else -d) then 1 else 0) <= d^2")
def far_counts_at_most_square(goal: Goal) -> Proved:
    """What is farther than e counts at most as its square does in units of e^2."""
    return by_conditions(goal.conclusion, goal.given[0])


@lemma(f"forall n m q T e. {SIZES} law(m, q) implies 0 < e implies "
       "e^2 * expectation(n, m, q, fun w. indicator(e < abs(T(w) - expectation(n, m, q, T)))) "
       "<= dispersion(n, m, q, T)", depth=9)  # fmt: skip
def chebyshev(goal: Goal) -> Proved:
    """Chebyshev's inequality: farther than e from its mean a statistic is with probability at most its variance/e^2."""
    n, m, q, T, e = goal.variables
    w = Free("w #0", WORD)
    mean = term("expectation(n, m, q, T)", n=n, m=m, q=q, T=T)
    names = {"T": T, "w": w, "mu": mean, "e": e}
    far = at(far_counts_at_most_square(), term("T(w) - mu", **names), e, given=[goal.given[3]])
    far_away = "(if e < (if 0 <= T(w) - mu then T(w) - mu else -(T(w) - mu)) then 1 else 0)"
    ends = [term(f"fun w. {text}", T=T, mu=mean, e=e) for text in (f"e^2 * {far_away}", "(T(w) - mu)^2")]
    everywhere = generalise(kernel.discharge(term("word(n, m, w)", n=n, m=m, w=w), far), w)
    whole = at(expectation_at_most(), n, m, q, *ends, given=[*goal.given[:3], everywhere], premises=4)
    squared, counted = term("e^2", e=e), term(f"fun w. {far_away}", T=T, mu=mean, e=e)
    scaled = at(expectation_scale(), n, m, q, squared, counted, given=goal.given[:2], premises=2)
    plain = normal(goal.conclusion, unfolding("indicator", "abs", "dispersion"))
    return derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1], whole, scaled))


@lemma("forall d e. (if (if 0 <= d then d else -d) <= e then 1 else 0) "
       "= 1 - (if e < (if 0 <= d then d else -d) then 1 else 0)")  # fmt: skip
def near_or_far(goal: Goal) -> Proved:
    """What is not farther than e is near."""
    return by_conditions(goal.conclusion)


NEAR = "indicator(abs(T(w) - expectation(n, m, q, T)) <= e)"


@lemma(f"forall n m q T e. {SIZES} law(m, q) implies 0 < e implies "
       f"e^2 * (1 - expectation(n, m, q, fun w. {NEAR})) <= dispersion(n, m, q, T)", depth=9)  # fmt: skip
def chebyshev_within(goal: Goal) -> Proved:
    """Chebyshev's inequality for the probability to lie within e of the mean."""
    n, m, q, T, e = goal.variables
    w = Free("w #0", WORD)
    names = {"T": T, "mu": term("expectation(n, m, q, T)", n=n, m=m, q=q, T=T), "e": e}
    size = "(if 0 <= T(w) - mu then T(w) - mu else -(T(w) - mu))"
    far, near = (f"(if {text} then 1 else 0)" for text in (f"e < {size}", f"{size} <= e"))
    same = at(near_or_far(), term("T(w) - mu", w=w, **names), e)
    everywhere = generalise(kernel.discharge(term("word(n, m, w)", n=n, m=m, w=w), same), w)
    ends = [term(f"fun w. {text}", **names) for text in (near, f"1 - {far}")]
    split = at(expectation_same(), n, m, q, *ends, given=[*goal.given[:2], everywhere], premises=3)
    _, total = conjuncts(rewritten(kernel.assume(goal.given[2]), unfolding("law")))
    split = rewritten(split, in_expectations(goal.given[:2]), by(expectation_of_one(), [*goal.given[:2], total]))
    tail = rewritten(at(chebyshev(), *goal.variables, given=goal.given, premises=4), unfolding("indicator", "abs"))
    return reduced(normal(goal.conclusion, unfolding("indicator", "abs")), lambda it: arithmetic(it, tail, split))
