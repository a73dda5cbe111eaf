"""Sections 3.2 and 4.3: the numbers of the tables and of the examples."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from checks.papers.nz.proofs.common import OWN_WORDS, named
from checks.papers.nz.proofs.costs import is_best, sampling_bounds
from checks.papers.nz.proofs.examples import worth
from checks.papers.nz.proofs.minimax_pairs import best_size
from checks.verifying.stated import Refuted, Script
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    arithmetic,
    conjuncts,
    cut,
    instance,
    normal,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, Apply, Free, Number, Term, applied, closed, equal, quantified
from derivations.theory.automatic import written_out
from derivations.theory.best_sizes import Facts
from derivations.theory.blackwell import absolute_at_most, within_absolute
from derivations.theory.least_added_variance import BEST, V
from derivations.theory.log_numbers import log_rises, log_within
from derivations.theory.single_terms import at
from derivations.theory.sizes_in_numbers import Match, Numbers, added


def in_numbers(formula: Term, prove: Callable[[Term], Proved], *conversions: Conversion) -> Proved:
    """The formula, from what proves it with the paper's words and sizes unfolded."""
    changed = normal(formula, OWN_WORDS, unfolding("size"), *conversions)
    return kernel.follow(symmetric(changed), prove(sides(changed.conclusion)[1]))


def each_part(formula: Term, prove: Callable[[Term], Proved]) -> Proved:
    """A conjunction, part by part."""
    parts = applied(formula, "and", 2)
    return kernel.conjoin(*(each_part(part, prove) for part in parts)) if parts else prove(formula)


def arguments(formula: Term) -> list[Fraction]:
    """The numbers that a word of the paper is applied to."""
    found = []
    while isinstance(formula, Apply):
        found.append(worth(formula.argument))
        formula = formula.function
    return found[::-1]


def rounded(formula: Term, *facts: Proved) -> Proved:
    """|x - v| <= d, by arithmetic from the facts"""
    (size, bound) = applied(formula, "<=", 2) or (FALSE, FALSE)
    (gap,) = applied(size, "abs", 1) or (FALSE,)
    ends = [arithmetic(term(text, a=gap, b=bound), *facts) for text in ("-b <= a", "a <= b")]
    return at(absolute_at_most(), gap, bound, given=ends)


def apart(formula: Term) -> Proved:
    """|x - v| <= d |- -|x - v| <= x - v <= |x - v|, and the first"""
    (size, _) = applied(formula, "<=", 2) or (FALSE, FALSE)
    return kernel.conjoin(kernel.assume(formula), at(within_absolute(), *(applied(size, "abs", 1) or ())))


# -- Table 1 -----------------------------------------------------------------------------------------------------------


def _variance(part: Term) -> Proved:
    """The added variance of the size that is found best."""
    k, g, _, _ = arguments(part)
    here = Numbers(int(k), g)

    def prove(formula: Term) -> Proved:
        body = normal(instance(formula, here.s))
        wanted = sides(body.conclusion)[1]
        *_, near = (one.conclusion for one in conjuncts(kernel.assume(wanted)))
        found = shown(wanted, [*is_best(here.k, here.g, here.s, here.is_best()), rounded(near)])
        return kernel.witness(formula, here.s, kernel.follow(symmetric(body), found))

    return in_numbers(part, prove)


def table_of_variances(goal: Goal) -> Proved | Refuted:
    """Each entry is what a best size adds; an entry that is none is the counterexample."""
    for fact in conjuncts(kernel.assume(goal.statement)):
        k, g, v, unit = arguments(fact.conclusion)
        here = Numbers(int(k), g)
        if 2 * abs(here.value - v) > unit:
            theorem = kernel.reject(goal.statement, _no_variance(fact, here))
            return Refuted(theorem, (("k", str(k)), ("gamma", str(g))), (here.value, v))
    return each_part(goal.conclusion, _variance)


def _no_variance(fact: Proved, here: Numbers) -> Proved:
    """FALSE, as no best size adds what is printed"""
    said = rewritten(fact, OWN_WORDS, unfolding("size"))
    q = Free("q #0")
    *parts, near = conjuncts(kernel.assume(instance(said.conclusion, q)))
    best = best_size(here.k, here.g, q, [*parts])
    exact = here.within(q, best, here.value, Fraction(0))
    return kernel.unpack(said, q, cut(arithmetic(FALSE, exact, apart(near.conclusion), opaque=True), near))


# -- the examples of section 3.2 ---------------------------------------------------------------------------------------


def _of_size(one: Goal) -> tuple[Numbers, list[Proved], Proved]:
    """What is assumed of a best size q, in parts, and what it adds."""
    parts = [part for formula in one.given for part in conjuncts(kernel.assume(formula))]
    raise NotImplementedError(parts)


# -- Table 2 -----------------------------------------------------------------------------------------------------------


def _exact(part: Term) -> Proved:
    """A level that is a number."""
    k, _, v, _, q = arguments(part)
    here = Numbers(int(k), v)
    size = Number(q)

    def prove(formula: Term) -> Proved:
        body = normal(instance(formula, here.g))
        wanted = sides(body.conclusion)[1]
        *_, value, near = (one.conclusion for one in conjuncts(kernel.assume(wanted)))
        level = arithmetic(term("1 < g", g=here.g))
        best = here.is_best(int(q))
        known = [level, *is_best(here.k, here.g, size, best), arithmetic(value), rounded(near)]
        return kernel.witness(formula, here.g, kernel.follow(symmetric(body), shown(wanted, known)))

    return in_numbers(part, prove)


def _match(part: Term) -> Proved:
    """The level and the size that are printed."""
    k, held, v, unit, q = arguments(part)
    if added(int(k), v, int(q)) == Fraction((k - 1) * (held - 1), k - held):
        return _exact(part)
    ends = v - unit / 2, v + unit / 2
    return in_numbers(part, lambda formula: matching(formula, int(k), int(held), ends, rounded))


def matching(
    formula: Term, k: int, held: int, ends: tuple[Fraction, Fraction], prove: Callable[..., Proved]
) -> Proved:
    """exists g. g matches with a size, and each further part, which `prove` shows from low < g and g < high."""

    def show(here: Match) -> Proved:
        between = here.between(*ends)
        size = here.size(*ends, between)
        (_, s), free = sides(size.conclusion), Free("size #0")
        best = kernel.replace(size, closed(free, term(BEST, k=Number(k), g=here.g, q=free)), here.is_best)
        value = kernel.replace(
            size, closed(free, term(f"{V} = t", k=Number(k), g=here.g, q=free, t=here.target)), here.value
        )
        body = normal(instance(formula, here.g))
        wanted = sides(body.conclusion)[1]
        own = [list(conjuncts(here.sizes))[-1], *is_best(Number(k), here.g, s, best)]

        def part_of(part: Term) -> Proved:
            if part in (fact.conclusion for fact in own):
                return next(fact for fact in own if fact.conclusion == part)
            if parts := applied(part, "=", 2):
                return kernel.transitive(value, arithmetic(equal(here.target, parts[1])))
            return prove(part, *between)

        return kernel.witness(formula, here.g, kernel.follow(symmetric(body), each_part(wanted, part_of)))

    return Match.found(k, held, show)


def table_of_matches(goal: Goal) -> Proved:
    """Each entry is the level at which a best size adds as much as local l-diversity, and that size."""
    return each_part(goal.conclusion, _match)


# -- the examples of section 4.3 ---------------------------------------------------------------------------------------

LEVELS = {20: (5, Fraction("14.1872"), Fraction("14.1874")), 50: (10, Fraction("18.0231"), Fraction("18.0233"))}
"""The level that matches, between two numbers, for the number of categories of an example, and its l."""


def with_logarithms(k: int, part: Term, *between: Proved) -> Proved:
    """A part that speaks of log(g), or one that arithmetic shows."""
    _, low, high = LEVELS[k]
    raise NotImplementedError(low, high, part, between, log_rises, log_within)


__all__ = ["named", "sampling_bounds", "written_out", "goal_of", "quantified"]

SCRIPTS: Mapping[str, Script] = {
    "table of variances": table_of_variances,
    "table of matches": table_of_matches,
}
