"""Scripts about what an adversary believes: a relaxation changes it, and ends where one response leads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

from checks.papers.pan.proofs import facts_of, named
from checks.papers.pan.proofs_conditions import told_by
from checks.verifying.stated import Script
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    fresh,
    lemma,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import FALSE, NOT, Free, Number, Term, applied, closed, equal, opened, quantified
from derivations.theory import relaxation
from derivations.theory.automatic import inverses, written_out
from derivations.theory.single_terms import at, each, next_integer
from derivations.theory.sums import ONE, in_range

TWO = Number(2)


Shown = Callable[[Term, Proved], Proved]


def for_either(value: Free, said: Term, shown: Shown) -> Proved:
    """What is said of a value that is 1 or 2, from what is said of either, shown where the value is this one."""
    inside = kernel.assume(in_range(value, TWO))
    which = at(next_integer(), ONE, value, given=[inside, kernel.literal(ONE)])
    found = []
    for number, case in zip((ONE, TWO), map(kernel.assume, applied(which.conclusion, "or", 2) or ()), strict=True):
        same = arithmetic(equal(number, value), case, inside)
        pattern = closed(value, said)
        found.append(kernel.replace(same, pattern, shown(opened(pattern, number), same)))
    return kernel.cases(which, *found)


def for_both(formula: Term, shown: Callable[[Term, Term], Proved]) -> Proved:
    """What is said of all of 1..2, from what is said of 1 and of 2."""
    body = quantified(formula, "forall")
    assert body is not None
    value = fresh(body)
    said = (applied(opened(body, value), "implies", 2) or ())[1]
    return each(value, TWO, for_either(value, said, lambda formula, same: shown(formula, sides(same.conclusion)[0])))


POSITIVE = "0 < h and 0 < g and 0 < s and 0 < t and d = h * s + g * t"


@lemma(f"forall h g p q s t d e. {POSITIVE} and h * q = g * p and 0 < p and 0 < q and e = p * s + q * t implies "
       "h * s / d = p * s / e")  # fmt: skip
def same_belief(goal: Goal) -> Proved:
    """What tells two values apart alike leads to the same belief."""
    place = named(goal)
    positive = arithmetic(term("0 < d and 0 < e", **place), *goal.given)
    crosswise = arithmetic(term("h * s * e = p * s * d", **place), *goal.given)
    return arithmetic(goal.conclusion, crosswise, positive)


@lemma(f"forall h g s t d. {POSITIVE} and h < g and s + t = 1 implies h * s / d < s")
def less_belief(goal: Goal) -> Proved:
    """What is less likely under a value than under another makes the value less likely."""
    place = named(goal)
    positive = arithmetic(term("0 < d", **place), *goal.given)
    product_of = arithmetic(term("0 < s * t * (g - h)", **place), *goal.given)
    larger = arithmetic(term("h * s < s * d", **place), product_of, *goal.given)
    return arithmetic(goal.conclusion, larger, positive)


@lemma("forall e f u v. 0 < e and 0 < f and e * u * f = e * v * f implies u = v")
def cancelled(goal: Goal) -> Proved:
    """Common factors go."""
    return arithmetic(goal.conclusion, *goal.given)


def change_of_belief(goal: Goal) -> Proved:
    """Relations of two responses to a binary question, for either value as the truth."""
    names, facts = named(goal), facts_of(goal)
    x, y, Q, a, b = (names[name] for name in ("x", "y", "Q", "a", "b"))
    size = arithmetic(term("2 <= 2 and 1 <= x and x <= y and 1 < y and 1 <= y", x=x, y=y), *facts[:2])
    total = rewritten(list(conjuncts(rewritten(facts[2], unfolding("law"))))[1], written_out)
    known = [*facts[:2], *facts[3:5], *conjuncts(size), kernel.literal(TWO), total]
    numbers = (ONE, TWO)
    known += [kernel.conjoin(kernel.literal(i), arithmetic(term("1 <= i <= 2", i=i))) for i in numbers]
    differ = [arithmetic(NOT(equal(ONE, TWO))), arithmetic(NOT(equal(TWO, ONE)))]
    response = unfolding("randomized_response"), told_by(differ), inverses
    shares = [arithmetic(term(f"0 < 1 / ({level} + 2 - 1)", x=x, y=y), *facts[:2]) for level in "xy"]
    e, f = (term(f"1 / ({level} + 2 - 1)", x=x, y=y) for level in "xy")

    def step(truth: Number, o: Number, z: Number) -> Term:
        return term("relaxation(2, x, y)(o, a, z)", x=x, y=y, o=o, a=truth, z=z)

    def chance(level: Term, truth: Number, o: Number) -> Term:
        return term("randomized_response(2, x)(a, o)", x=level, a=truth, o=o)

    def ratio(truth: Number, other: Number, o: Number, z: Number) -> Proved:
        return at(relaxation.relaxation_ratio(), TWO, x, y, truth, other, o, z, given=known, premises=3)

    def positive(o: Number, z: Number) -> list[Proved]:
        """Both responses are possible, whatever the truth, also each alone."""
        both = [at(relaxation.relaxation_positive(), TWO, x, y, o, c, z, given=known, premises=3) for c in numbers]
        alone = [(level, c, r) for c in numbers for level, r in ((x, o), (y, z))]
        return both + [at(relaxation.response_positive(), TWO, *place, given=known) for place in alone]

    def plain_ratio(truth: Number, other: Number, o: Number, z: Number) -> Proved:
        """The ratio without its divisors."""
        found = rewritten(ratio(truth, other, o, z), *response)
        times = [(x if c == o else ONE, y if d == z else ONE) for c, d in ((truth, other), (other, truth))]
        u, v = (
            term("k * s * l", k=k, s=step(c, o, z), l=last) for c, (k, last) in zip((truth, other), times, strict=True)
        )
        said = term("e * u * f = e * v * f", e=e, f=f, u=u, v=v)
        return at(cancelled(), e, f, u, v, given=[*shares, arithmetic(said, found, opaque=True)])

    def of_pair(formula: Term, truth: Number, other: Number) -> Proved:
        """Of one value as the truth: where the ratio is largest, how belief changes, and where it ends."""
        only, rest = applied(formula, "and", 2) or ()
        reached, rest = applied(rest, "and", 2) or ()
        larger, end = applied(rest, "and", 2) or ()
        s, t = (Q(c) for c in (truth, other))

        def differs(said: Term, o: Number, z: Number) -> Proved:
            premise, conclusion = applied(said, "implies", 2) or ()
            if o != z:
                return kernel.discharge(premise, differ[0] if o == ONE else differ[1])
            clash = arithmetic(
                FALSE, kernel.assume(premise), plain_ratio(truth, other, o, z), *positive(o, z)[:2], *known[:2]
            )
            return kernel.discharge(premise, kernel.absurd(conclusion, clash))

        def ends(said: Term, o: Number, z: Number) -> Proved:
            changed = normal(said, unfolding("belief"), written_out)
            divisors = [(applied(side, "/", 2) or ())[1] for side in sides(sides(changed.conclusion)[1])]
            h, g = (term("r * s", r=chance(x, c, o), s=step(c, o, z)) for c in (truth, other))
            p, q = (chance(y, c, z) for c in (truth, other))
            facts_here = [ratio(truth, other, o, z), *positive(o, z), *known[2:4]]
            products = [arithmetic(term("0 < h", h=k), *facts_here) for k in (h, g)]
            found = at(same_belief(), h, g, p, q, s, t, *divisors, given=[*facts_here, *products])
            return kernel.follow(symmetric(changed), found)

        changed = normal(larger, unfolding("belief"), written_out)
        law = term("fun c. randomized_response(2, x)(c, o)", x=x, o=other)
        alone = normal(term("belief(2, Q, L)(a)", Q=Q, L=law, a=truth), unfolding("belief"), written_out)
        h, g = (chance(x, c, other) for c in (truth, other))
        smaller = normal(term("h < g", h=h, g=g), *response[:2])
        likelier = kernel.follow(symmetric(smaller), arithmetic(sides(smaller.conclusion)[1], *known[:1]))
        divisor = (applied(sides(alone.conclusion)[1], "/", 2) or ())[1]
        facts_here = [likelier, *positive(other, truth), *known[2:4], total]
        less = at(less_belief(), h, g, s, t, divisor, given=facts_here)
        said = end
        for value in (other, truth):
            said = (applied(opened(quantified(said, "forall"), value), "implies", 2) or ())[1]
        same = rewritten(ends(said, other, truth), unfolding("belief"), written_out)
        moves = arithmetic(sides(changed.conclusion)[1], same, less, opaque=True)
        return conjoined(
            for_both(only, lambda first, o: for_both(first, lambda second, z: differs(second, o, z))),
            arithmetic(reached, plain_ratio(truth, other, other, truth)),
            kernel.follow(symmetric(changed), moves),
            for_both(end, lambda first, o: for_both(first, lambda second, z: ends(second, o, z))),
        )

    def with_truth(formula: Term, first: Proved) -> Proved:
        def with_other(inner: Term, second: Proved) -> Proved:
            truth, other = (sides(same.conclusion)[0] for same in (first, second))
            if truth == other:
                return kernel.absurd(inner, arithmetic(FALSE, first, second, facts[-1]))
            return of_pair(inner, truth, other)

        return for_either(b, formula, with_other)

    return for_either(a, goal.conclusion, with_truth)


SCRIPTS: Mapping[str, Script] = {"change of belief": change_of_belief}
