"""Scripts for Remark 2: the levels of all ways to combine mechanisms, and the least of finitely many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from checks.papers.mw.own_words import meant
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjuncts,
    generalise,
    instance,
    normal,
    reduced,
    rewritten,
    shown,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import AT_MOST, FALSE, Free, Number, Term, applied, closed
from derivations.theory.automatic import automatic, conditions, written_out
from derivations.theory.combined import least_member, words_post_processing
from derivations.theory.linear_estimates import WORD
from derivations.theory.privacy import composition
from derivations.theory.single_terms import at, by_conditions, each
from derivations.theory.sums import in_range

a, b, t, w = Free("a #0"), Free("b #0"), Free("t #0"), Free("w #0", WORD)


@dataclass(frozen=True)
class Mechanisms:
    """Mechanisms M(1), ..., M(n) with k inputs and m responses."""

    k: Term
    n: Term
    m: Term
    M: Term

    def chance(self, truth: Term) -> Term:
        """The probability of the responses w for an input."""
        return term("prod t in 1..n. M(t, a, w(t))", n=self.n, M=self.M, a=truth, w=w)

    def word(self) -> Proved:
        """w are responses of all of them."""
        return kernel.assume(term("word(n, m, w)", n=self.n, m=self.m, w=w))

    def private(self, way: Sequence[Term], bound: Term, within: Proved, known: Sequence[Proved]) -> Proved:
        """The level x of what a way makes, from J(a, w) <= x J(b, w) for the responses w under any inputs a and b."""
        outputs, C = way
        everywhere = generalise(kernel.discharge(self.word().conclusion, within), w)
        everywhere = each(a, self.k, each(b, self.k, everywhere))
        joint = closed(a, closed(w, self.chance(a)))
        found = at(words_post_processing(), self.n, self.m, self.k, outputs, joint, C, bound,
                   given=[*known, everywhere], premises=4)  # fmt: skip
        return rewritten(found)

    def bounded(self, way: Sequence[Term], level: Term, bound: Term, within: Proved, sizes: Sequence[Proved]) -> Proved:
        """z <= x for the level z of a way, from J(a, w) <= x J(b, w) for the responses w under any inputs a and b."""
        words = meant("combined_level", "combined", "way"), unfolding("history", "least_level")
        *made, smallest = conjuncts(rewritten(kernel.assume(level), *words))
        return at(smallest, bound, given=[self.private(way[:2], bound, within, [*sizes, *made])])

    def composed(self, x: Term, sizes: Sequence[Proved]) -> Proved:
        """J(a, w) <= prod(n, x) J(b, w), where M(t) has the level x(t)."""
        every = next(fact for fact in sizes if "design" in str(fact.conclusion))
        inside = [kernel.assume(in_range(place, size)) for place, size in ((a, self.k), (b, self.k), (t, self.n))]
        design, private = conjuncts(at(every, t, given=inside))
        letter = at(rewritten(self.word(), unfolding("word")), t, given=inside)
        names = {"M": self.M, "a": a, "b": b, "t": t, "w": w, "x": x}
        given = [*inside, letter]
        laws = at(rewritten(design, unfolding("design")), a, given=given)
        positive = at(next(conjuncts(rewritten(laws, unfolding("law")))), term("w(t)", w=w, t=t), given=given)
        level = rewritten(private, unfolding("private"))
        for place in (a, b, term("w(t)", w=w, t=t)):
            level = at(level, place, given=given)
        one = arithmetic(term("0 <= M(t, a, w(t)) <= x(t)*M(t, b, w(t))", **names), positive, level)
        steps = closed(t, closed(w, self.M(t)))
        whole = at(composition(), self.n, steps, x, a, b, w, given=[*sizes, each(t, self.n, one)], premises=2)
        return rewritten(whole, unfolding("history"))


def _sizes(premises: Sequence[Term]) -> list[Proved]:
    facts = [rewritten(fact, unfolding("size")) for given in premises for fact in conjuncts(kernel.assume(given))]
    plain = [part for fact in facts for part in conjuncts(fact)]
    numbers = [part for part in plain if not applied(part.conclusion, "forall", 1)]
    return [*plain, *(arithmetic(term("0 <= n", n=found[0]), *numbers)
                      for part in numbers if (found := applied(part.conclusion, "integer", 1)))]  # fmt: skip


def _premise(theorem: Proved) -> Term:
    found = applied(theorem.conclusion, "implies", 2)
    assert found is not None
    return found[0]


@script("upper bound")
def upper_bound(goal: Goal) -> Proved:
    """What is made of all responses has at most the level of their composition."""
    k, n, m, M, x, *way = goal.variables
    here, sizes = Mechanisms(k, n, m, M), _sizes(goal.given[:1])
    return here.bounded(way, goal.given[1], term("prod(n, x)", n=n, x=x), here.composed(x, sizes), sizes)


@script("structure from degrees")
def structure_from_degrees(goal: Goal) -> Proved:
    """What is made of all responses has the level of their composition."""
    k, n, m, M, x, outputs, C = goal.variables
    here, sizes = Mechanisms(k, n, m, M), _sizes(goal.given)
    made = [rewritten(fact, meant("way")) for fact in sizes]
    plain = normal(goal.conclusion, meant("combined"), unfolding("history"))
    found = here.private((outputs, C), term("prod(n, x)", n=n, x=x), here.composed(x, sizes), made)
    return derived.follow(symmetric(plain), found)


@script("best way")
def best_way(goal: Goal) -> Proved:
    """Of the levels of finitely many ways one is the least; it is one of them, and so at least every lower bound."""
    N, e = (next(v for v in goal.variables if v.name.split(" ")[0] == name) for name in ("N", "e"))
    sizes = _sizes(goal.given)
    least = at(least_member(), N, e, given=sizes)
    j, u = Free("j #0"), Free("u #0")
    best = kernel.assume(instance(least.conclusion, j))
    inside, smallest = kernel.part(best, 0), kernel.part(best, 1)
    bound = kernel.assume(term("forall i in 1..N. u <= e(i)", N=N, e=e, u=u))
    below = generalise(kernel.discharge(bound.conclusion, at(bound, j, given=[inside])), u)
    found = kernel.witness(goal.conclusion, j, kernel.conjoin(inside, kernel.conjoin(smallest, below)))
    return kernel.unpack(least, j, found)


FIRST = "if y = 1 then (if a = 1 then 2/3 else 1/3) else if a = 1 then 1/3 else 2/3"
SECOND = "if a = 1 then 1/2 else if a = 2 then (if y = 1 then 2/3 else 1/3) else if y = 1 then 1/3 else 2/3"
LEVELS = "fun t. 2"


@script("no least upper bound")
def no_least_upper_bound(goal: Goal) -> Refuted:
    """The first tells input 1 from 2 and 3, the second 2 from 3, each with the level 2: no way has more than 3."""
    M = term(f"fun t a y. if t = 1 then ({FIRST}) else ({SECOND})")
    two, three = Number(2), Number(3)
    here = Mechanisms(three, two, two, M)
    values = three, two, two, M, term(LEVELS)
    said = kernel.assume(goal.statement)
    for value in values:
        said = rewritten(kernel.specialise(said, value))
    premise = goal_of(_premise(said), depth=0)
    said = kernel.detach(said, premise.qed(automatic(premise)))
    least = at(list(conjuncts(said))[-1], three, premises=0)
    every = goal_of(_premise(least))
    within = AT_MOST(here.chance(a), term("3*p", p=here.chance(b)))
    three_times = reduced(normal(within, written_out, conditions), by_conditions)
    sizes = [shown(term("integer(two) and 0 <= two", two=two))]
    found = kernel.detach(least, every.qed(here.bounded(every.variables, every.given[0], three, three_times, sizes)))
    nothing = arithmetic(FALSE, rewritten(found, written_out))
    at_point = (
        ("k", "3"),
        ("n", "2"),
        ("m", "2"),
        ("M", "((2/3, 1/3), (1/3, 2/3), (1/3, 2/3)), ((1/2, 1/2), (2/3, 1/3), (1/3, 2/3))"),
        ("x", "(2, 2)"),
    )
    return Refuted(derived.reject(goal.statement, nothing), at_point, (Fraction(4), Fraction(3)))
