"""Scripts for which cards and truths of the improved mechanism depend on one another."""

from __future__ import annotations

from collections.abc import Sequence

from checks.papers.szy.own_lemmas import own_lemma
from checks.papers.szy.proofs_of_moments import known, of_survey, survey
from checks.verifying.stated import Refuted, granted, refuted_under, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    instance,
    lemma,
    normal,
    reduced,
    rewritten,
    shown,
    specialise,
    term,
    unfolding,
)
from derivations.logic.terms import FALSE, NOT, Free, Term, applied, closed, equal, quantified
from derivations.theory.single_terms import at, summed
from derivations.theory.sums import ONE, ZERO, in_range, in_sums


@lemma("forall m q. integer(m) and 0 <= m implies law(m, q) implies exists y in 1..m. 0 < q(y)")
def some_are_likely(goal: Goal) -> Proved:
    """Not all probabilities are zero, since they add up to one."""
    m, q = goal.variables
    y = Free("y #0")
    _, total = conjuncts(rewritten(kernel.assume(goal.given[1]), unfolding("law")))
    none = kernel.assume(NOT(goal.conclusion))
    here = kernel.assume(term("0 < q(y)", q=q, y=y))
    inside = kernel.assume(in_range(y, m))
    found = kernel.witness(goal.conclusion, y, kernel.conjoin(inside, here))
    denied = derived.reject(here.conclusion, derived.clash(none, found))
    below = summed(y, m, arithmetic(term("q(y) <= 0 * q(y)", q=q, y=y), denied), goal.given[:1])
    below = rewritten(below, in_sums(goal.given[:1]))
    return derived.absurd(goal.conclusion, arithmetic(FALSE, below, total))


PAIR = "cards(N, {0}, L, p) and 2 <= N implies forall i in 1..N. forall j in 1..N. i != j implies"


def _together(first: str, second: str, beside: str = "", share: str = "pi") -> str:
    """P(A and B) = P(A) P(B), less something."""
    both, *apart = (f"improved(N, {share}, L, p, fun x y. indicator({event}))"
                    for event in (f"{first} and {second}", first, second))  # fmt: skip
    return f"{both} = {' * '.join(apart)}{beside}"


@own_lemma(
    f"forall N pi L p. {PAIR.format('pi')} forall a in 1..L. "
    + _together("y(i) = a", "y(j) = a", " - p(a)*(1 - p(a))/(N - 1)")
)
def two_cards(goal: Goal) -> Proved:
    """Two cards with the same number are rarer than for independent cards."""
    return survey(goal)


@own_lemma(f"forall N pi L p. {PAIR.format('pi')} {_together('x(i) = 1', 'x(j) = 1', ' - pi*(1 - pi)/(N - 1)')}")
def two_truths(goal: Goal) -> Proved:
    """Two respondents with the attribute are rarer than for independent respondents."""
    return survey(goal)


@own_lemma(
    "forall N pi L p. cards(N, pi, L, p) and 2 <= N implies forall i in 1..N. forall a b. "
    + _together("y(i) = a", "x(i) = b")
)
def card_and_truth(goal: Goal) -> Proved:
    """A card and a truth are independent."""
    return survey(goal)


@own_lemma(f"forall N L p. {PAIR.format('0')} forall a b. {_together('x(i) = a', 'x(j) = b', share='0')}")
def nobody_depends(goal: Goal) -> Proved:
    """Where nobody has the attribute all truths are the same, and independent."""
    named, facts = known(goal)
    return of_survey(goal.conclusion, {**named, "pi": ZERO}, facts)


def _facts(goal: Goal) -> list[Proved]:
    given = goal.facts
    return [*given, *known(goal)[1]]


def _exist(existence: Term, values: Sequence[Term], unequal: Proved) -> Proved:
    for place in reversed(range(len(values))):
        unequal = kernel.witness(instance(existence, *values[:place]), values[place], unequal)
    return unequal


@script("dependence")
def dependence(goal: Goal) -> Proved:
    """Two cards, and two truths, have a negative covariance; a card and a truth are independent."""
    named, _ = known(goal)
    facts = _facts(goal)
    of_cards, rest = applied(goal.conclusion, "and", 2) or ()
    of_truths, _ = applied(rest, "and", 2) or ()
    survey_of = [named[name] for name in ("N", "pi", "L", "p")]
    pair = [named["i"], named["j"]]
    names = {"N": named["N"], "pi": named["pi"], "p": named["p"]}

    def at_pair(law: Proved) -> Proved:
        there = at(law, *survey_of, given=facts)
        return at(at(there, pair[0], given=facts), pair[1], given=facts, premises=2)

    gap = arithmetic(term("pi*(1 - pi)/(N - 1) != 0", **names), *facts)
    truths = _exist(
        of_truths, [ONE, ONE], arithmetic(instance(of_truths, ONE, ONE), at_pair(two_truths()), gap, opaque=True)
    )
    law = reduced(normal(term("law(L, p)", L=named["L"], p=named["p"]), unfolding("law")), lambda it: shown(it, facts))
    some = at(
        some_are_likely(),
        named["L"],
        named["p"],
        given=[*facts, arithmetic(term("0 <= L", L=named["L"]), *facts), law],
        premises=2,
    )
    a = Free("a #0")
    here = kernel.assume(instance(some.conclusion, a))
    inside, likely = kernel.part(here, 0), kernel.part(here, 1)
    bounded = next(
        fact for fact in facts if quantified(fact.conclusion, "forall") is not None and "< 1" in str(fact.conclusion)
    )
    below = at(bounded, a, given=[inside])
    gap = arithmetic(term("p(a)*(1 - p(a))/(N - 1) != 0", a=a, **names), likely, below, *facts)
    same = at(at_pair(two_cards()), a, given=[inside])
    unequal = arithmetic(instance(of_cards, a, a), same, gap, opaque=True)
    cards = kernel.unpack(some, a, _exist(of_cards, [a, a], unequal))
    apart = at(at(card_and_truth(), *survey_of, given=facts), pair[0], given=facts)
    return conjoined(cards, truths, apart)


@script("nobody has it")
def nobody_has_it(goal: Goal) -> Refuted:
    """Where nobody has the attribute the truths are not dependent."""
    named, _ = known(goal)
    facts = _facts(goal)
    said = kernel.part(kernel.part(granted(goal), 1), 0)
    nobody = kernel.assume(equal(named["pi"], ZERO))
    share = next(variable for variable in goal.variables if variable == named["pi"])
    said = kernel.replace(nobody, closed(share, said.conclusion), said)
    none = [kernel.replace(nobody, closed(share, fact.conclusion), fact) for fact in facts]
    there = at(nobody_depends(), named["N"], named["L"], named["p"], given=none)
    there = at(at(there, named["i"], given=none), named["j"], given=none, premises=2)
    a, b = Free("a #0"), Free("b #0")
    outer = instance(said.conclusion, a)
    nothing = derived.clash(kernel.assume(instance(outer, b)), specialise(there, a, b))
    nothing = kernel.unpack(said, a, kernel.unpack(kernel.assume(outer), b, nothing))
    return refuted_under(goal, nothing, nobody.conclusion)
