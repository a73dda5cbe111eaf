"""Scripts for opinions about events, sent through EWRR3, and for what is called optimal at the end."""

from __future__ import annotations

from checks.papers.mw.own_words import meant, said
from checks.papers.mw.proofs_of_many_answers import ABOVE
from checks.papers.mw.proofs_of_regions import conjuncts_of_two
from checks.papers.mw.proofs_of_substitutes import levels
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    conjoined,
    conjuncts,
    normal,
    reduced,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import Free, Number, Term, applied, equal
from derivations.theory.automatic import conditions, facts_of, found, inverses, written_out
from derivations.theory.given_truths import expected_frequency
from derivations.theory.independent_responses import in_independent, independent_of_one
from derivations.theory.single_terms import at, by_conditions, each, summed
from derivations.theory.sums import in_range, in_sums, sum_of_ones

THREE = Number(3)


@script("opinions")
def opinions_are_unbiased(goal: Goal) -> Proved:
    """The expected counts are affine in the weights of the opinions."""
    return conjoined(*(one.qed(_unbiased(goal, one, *of)) for one, of in zip(
        map(goal_of, applied(goal.conclusion, "and", 2) or ()), (BY_EVEN, BY_DAGGER), strict=True)))  # fmt: skip


BY_EVEN = "even(3, p)", "P(2)/2 + P(3) = 3*(1 - p)/4 + (3*p - 1)/2*((o(i) - 1)/2)"
BY_DAGGER = (
    "dagger(p1, p2)",
    (
        "-3*(3*p2 - 1)*P(1) - (p2 + 2*p1 - 1)*(2*P(2) + P(1)) = 2*(p2 + 2*p1 - 1)*(3*p2 - 1)*((o(i) - 1)/2)"
        " - (2*(p2 + 2*p1 - 1)*(3*p2 - 1) - (2*(p2 - 1) + p1)*(3*p2 - 1) + (p2 + 2*p1 - 1))"
    ),
)
"""A design, and what the weight of an opinion is in terms of the law P of its report."""


def _unbiased(whole: Goal, goal: Goal, design: str, score: str) -> Proved:
    """The statement for a design."""
    names = whole.names
    n, o = names["n"], names["o"]
    given = [fact for formula in (*whole.given, *goal.given) for fact in conjuncts(kernel.assume(formula))]
    plain = [part for fact in given for part in conjuncts(rewritten(fact, unfolding("size", "word")))]
    numbers = [fact for fact in plain if not applied(fact.conclusion, "forall", 1)]
    letters = next(fact for fact in plain if applied(fact.conclusion, "forall", 1))
    known = [*numbers, arithmetic(term("0 <= n", n=n), *numbers), kernel.literal(THREE),
             arithmetic(term("0 <= three", three=THREE))]  # fmt: skip
    i = Free("i #0")
    letter = at(letters, i, given=[kernel.assume(in_range(i, n))])
    which = arithmetic(term("o(i) = 1 or o(i) = 2 or o(i) = 3", o=o, i=i), letter)
    word = design.split("(")[0]

    def law(text: str) -> Term:
        return said(text.replace("P(", f"{design}(o(i))("), **names, i=i)

    def entries(wanted: Term) -> Proved:
        return reduced(normal(wanted, meant(word), conditions), lambda it: by_conditions(it, which))

    chances = normal(said(f"sum(3, {design}(o(i)))", **names, i=i), written_out)
    one = derived.transitive(chances, arithmetic(equal(sides(chances.conclusion)[1], Number(1)), entries(
        law("P(1) + P(2) + P(3) = 1")), opaque=True))  # fmt: skip
    weight = rewritten(entries(law(score)), inverses)
    total = rewritten(summed(i, n, weight, known), in_sums(known), by(sum_of_ones(), known))
    facts = [*known, each(i, n, one)]
    moments = [in_independent(facts), by(expected_frequency(), facts), by(independent_of_one(), facts), conditions,
               in_sums(facts), by(sum_of_ones(), facts)]  # fmt: skip
    left, right = sides(goal.conclusion)
    mean = chain(left).rewrite(meant("estimate"), inverses).rewrite(*moments)
    wanted = normal(right, inverses, in_sums(known), by(sum_of_ones(), known))
    ends = arithmetic(equal(mean.last, sides(wanted.conclusion)[1]), total, *numbers)
    return derived.transitive(mean.then(ends).theorem, symmetric(wanted))


ABOVE_OF_ANY_SIZE = """
forall n N x pi p. integer(n) and 2 <= n and size(N) and 1 < x and law(n, pi) implies
    (1/n < p and p <= x/(x + n - 1)
    and (forall q. 1/n < q and q <= x/(x + n - 1) implies spread(N, n, pi, p) <= spread(N, n, pi, q))
    iff p = x/(x + n - 1))
"""


def _private_above(p: Term, x: Term, large: Proved) -> Proved:
    """1/3 < p and private(3, 3, even(3, p), x) iff 1/3 < p and p <= x/(x + 2)"""
    left = said("1/3 < p and private(3, 3, even(3, p), x)", p=p, x=x)
    right = term("1/3 < p and p <= x/(x + 2)", p=p, x=x)
    above, private = conjuncts(kernel.assume(left))
    ratios = [*facts_of(rewritten(private, meant("even")))]
    bound = arithmetic(term("2*p <= x*(1 - p)", p=p, x=x), *ratios)
    forth = kernel.conjoin(above, arithmetic(term("p <= x/(x + 2)", p=p, x=x), bound, large))
    low, high = conjuncts(kernel.assume(right))
    bound = arithmetic(term("2*p <= x*(1 - p)", p=p, x=x), high, large)
    less = arithmetic(term("p < 1", p=p), bound, large, low)
    scaled = [arithmetic(term(f"{c} <= x*({c})", p=p, x=x), large, low, less) for c in ("p", "1 - p")]
    plain = normal(said("private(3, 3, even(3, p), x)", p=p, x=x), meant("even"))
    back = derived.follow(symmetric(plain), found(sides(plain.conclusion)[1], bound, less, low, *scaled))
    return derived.equivalent(kernel.discharge(left, forth), kernel.discharge(right, kernel.conjoin(low, back)))


def _best_of_three(goal: Goal) -> Proved:
    """The p of (34) by the theorem for any number of answers."""
    general = goal_of(said(ABOVE_OF_ANY_SIZE))
    N, x, pi, p = goal.variables
    given = goal.facts
    large = next(fact for fact in given if fact.conclusion == term("1 < x", x=x))
    sizes = [kernel.literal(THREE), arithmetic(term("2 <= three", three=THREE))]
    law = at(general.qed(ABOVE(general)), THREE, N, x, pi, p, given=[*sizes, *given])
    end = arithmetic(term("x/(x + n - 1) = x/(x + 2)", x=x, n=THREE), large)
    law = rewritten(law, by(end), by(arithmetic(term("1/n = a", n=THREE, a=term("1/3")))))
    chosen, best = sides(goal.conclusion)
    plain_chosen = sides(law.conclusion)[0]

    def moved(source: Term, target: Term, forth: bool) -> Proved:
        """The one choice from the other: the designs are the same."""
        above, rest = conjuncts_of_two(kernel.assume(source))
        side, every = conjuncts_of_two(rest)
        here = _private_above(p, x, large)
        pair = derived.follow(here if forth else symmetric(here), kernel.conjoin(above, side))
        _, both = applied(target, "and", 2) or ()
        _, wanted = applied(both, "and", 2) or ()
        one = goal_of(wanted)
        (q,) = one.variables
        there = _private_above(q, x, large)
        allowed = derived.follow(symmetric(there) if forth else there, kernel.assume(one.given[0]))
        others = one.qed(at(every, q, given=[allowed]))
        return conjoined(kernel.part(pair, 0), kernel.part(pair, 1), others)

    forth = derived.follow(law, moved(chosen, plain_chosen, True))
    back = derived.follow(symmetric(law), kernel.assume(best))
    back = kernel.detach(kernel.discharge(plain_chosen, moved(plain_chosen, chosen, False)), back)
    return derived.equivalent(kernel.discharge(chosen, forth), kernel.discharge(best, back))


@script("optimal schemes")
def optimal_schemes(goal: Goal) -> Proved:
    """The best p of EWRR3, and the least level among the LPP with a constant substitute weight."""
    first, second = (part.conclusion for part in conjuncts_of_two(kernel.assume(goal.conclusion)))
    one, two = goal_of(first), goal_of(second)
    return kernel.conjoin(one.qed(_best_of_three(one)), two.qed(levels()(two)))
