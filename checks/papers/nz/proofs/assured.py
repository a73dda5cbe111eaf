"""Section 4.3: what the competing design assures a respondent."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from checks.papers.nz.proofs.beliefs import parity_exactly_if, parity_keeps_the_factor
from checks.papers.nz.proofs.common import of_parameters
from checks.papers.nz.proofs.numbers import Selected, by_numbers, example
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    lemma,
    normal,
    number_of,
    rewritten,
    shown,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import AT_MOST, FALSE, Free, Number, Term, applied, quantified
from derivations.theory.events import within_nothing_is_private
from derivations.theory.logarithms import exp_rises
from derivations.theory.single_terms import at, each

POSTERIOR = "(sum x in 1..k. Q(x)*(alpha(x)*P(x, y)/response(k, alpha, P)(y)))"
CHANCE = "(sum x in 1..k. alpha(x)*Q(x))"
FACTOR = (
    "forall k m P beta. size(k) and size(m) and design(k, m, P) and 1 <= beta implies "
    "((forall y in 1..m. forall i in 1..k. forall j in 1..k. (P(j, y) = 0 and P(i, y) = 0 and 1 <= beta) or "
    "(P(j, y) != 0 and P(i, y)/P(j, y) <= beta)) iff "
    "forall alpha Q y. (law(k, alpha) and (forall x in 1..k. Q(x) = 0 or Q(x) = 1) and integer(y) and 1 <= y <= m and "
    f"0 < response(k, alpha, P)(y)) and 0 < {CHANCE} implies "
    f"1/beta <= {POSTERIOR}/{CHANCE} and {POSTERIOR}/{CHANCE} <= beta)"
)


@cache
def factor_is_kept() -> Proved:
    """|- the parity is at most beta exactly if no posterior is more than beta times the prior, or less than 1/beta"""
    found = of_parameters(parity_keeps_the_factor)(goal_of(FACTOR))
    assert isinstance(found, Proved), "the script proves"
    return found


@lemma("forall a b d g c. 0 < d and 1 < g and g <= c and (a = g*d or a = d) and (b = g*d or b = d) implies a <= c*b")
def of_two_values(goal: Goal) -> Proved:
    """Two numbers of which each one is d or g d differ by the factor g at most."""
    known = goal.facts
    *sizes, first, second = known

    def in_cases(either: Proved, *before: Proved) -> list[Proved]:
        return [kernel.assume(case) for case in applied(either.conclusion, "or", 2) or ()]

    found = []
    for own in in_cases(first):
        inner = [arithmetic(goal.conclusion, own, other, *sizes) for other in in_cases(second)]
        found.append(kernel.cases(second, *inner))
    return kernel.cases(first, *found)


def private_at(here: Selected, level: Term, *known: Proved) -> Proved:
    """private(20, m, P, c) for a level c that is at least g: of single categories one has the chance g/(g + 19)."""
    less = next(fact for fact in known if (applied(fact.conclusion, "<=", 2) or ())[-1:] == (level,))
    g = (applied(less.conclusion, "<=", 2) or ())[0]
    large = arithmetic(term("1 < g", g=g), *known)
    i, j, y = here.i, Free("j #0"), here.y
    others = term("1/(g + n)", g=g, n=Number(number_of(here.k) - 1))
    small = arithmetic(term("0 < d", d=others), large)
    entry = here.term("P(i, y)")
    which = term("a = g*d or a = d", a=entry, g=g, d=others)
    cases = []
    for case, n in zip(applied(here.bit.conclusion, "or", 2) or (), (1, 0), strict=True):
        there = rewritten(kernel.detach(kernel.part(here.both, n), kernel.assume(case)), by(here.number))
        value = (applied(which, "or", 2) or ())[n]
        cases.append(derived.choose(arithmetic(value, there, large), which))
    either = kernel.cases(here.bit, *cases)
    other = kernel.instantiate(either, {i: j})
    bound = at(
        of_two_values(), entry, here.term("P(j, y)", j=j), others, g, level, given=[small, large, less, either, other]
    )
    whole = each(i, here.k, each(j, here.k, each(y, here.m, bound)))
    private = term("private(k, m, P, c)", k=here.k, m=here.m, P=here.P, c=level)
    return as_written(private, whole, "private")


@script("ratio of probabilities")
def ratio_of_probabilities(goal: Goal) -> Proved:
    """The parity of the design is gamma, so that the factor is."""

    def prove(part: Term, *between: Proved) -> Proved:
        if quantified(part, "forall") is None:
            return by_numbers(part, *between)
        here, level = Selected(part), Number(Fraction(1419, 100))
        (g,) = (low_high[0] for low_high in (applied(between[1].conclusion, "<", 2) or (),))
        less = arithmetic(AT_MOST(g, level), *between)
        one = arithmetic(term("1 <= c", c=level))
        private = private_at(here, level, less, *between)
        parity = parity_exactly_if(here.facts, {"k": here.k, "m": here.m, "P": here.P}, level, one)
        sizes = [as_written(term("size(n)", n=n), shown(term("integer(n) and 1 <= n", n=n), here.facts), "size")
                 for n in (here.k, here.m)]  # fmt: skip
        design = term("design(k, m, P)", k=here.k, m=here.m, P=here.P)
        exactly = specialise(factor_is_kept(), here.k, here.m, here.P, level)
        exactly = kernel.detach(exactly, conjoined(*sizes, shown(design, here.facts), one))
        kept = derived.follow(exactly, rewritten(derived.follow(symmetric(parity), private)))
        every = goal_of(here.goal.conclusion)
        ratio = at(kept, *every.variables, given=every.given)
        ends = (part.conclusion for part in conjuncts(kernel.assume(every.conclusion)))
        return here.goal.qed(every.qed(conjoined(*(arithmetic(end, *conjuncts(ratio), opaque=True) for end in ends))))

    return example(goal, prove)


@script("privacy of an example")
def privacy_of_an_example(goal: Goal) -> Proved:
    """The level is at most e^eps, so that the design is private."""

    def prove(part: Term, *between: Proved) -> Proved:
        if quantified(part, "forall") is None:
            return by_numbers(part, *between)
        here = Selected(part)
        (g,) = (low_high[0] for low_high in (applied(between[1].conclusion, "<", 2) or (),))
        *_, level, _ = applied(here.goal.conclusion, "private_within", 5) or (FALSE, FALSE)
        (eps,) = applied(level, "exp", 1) or (FALSE,)
        logarithm = by_numbers(AT_MOST(term("log(g)", g=g), eps), *between)
        rises = at(exp_rises(), term("log(g)", g=g), eps, given=[logarithm])
        positive = arithmetic(term("0 < g", g=g), *between)
        inverse = kernel.detach(specialise(kernel.axiom("exp_log"), g), positive)
        less = arithmetic(AT_MOST(g, level), rises, inverse, opaque=True)
        private = private_at(here, level, less, *between)
        law = at(within_nothing_is_private(), here.k, here.m, here.P, level, given=here.facts)
        return here.goal.qed(derived.follow(symmetric(law), private))

    return example(goal, prove)


def as_written(formula: Term, theorem: Proved, *words: str) -> Proved:
    """The formula, as which the theorem reads once these words are unfolded."""
    return derived.follow(symmetric(normal(formula, unfolding(*words))), rewritten(theorem))
