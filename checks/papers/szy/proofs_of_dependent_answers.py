"""Scripts for which answers of Warner and Simmons depend on one another: in random order, and for given truths."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from checks.papers.szy.own_lemmas import own_lemma
from checks.papers.szy.proofs_of_decks import table, written
from checks.papers.szy.proofs_of_moments import known, of_survey, worked_survey
from checks.verifying.stated import Refuted, Script, granted, refuted_under, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    instance,
    normal,
    reduced,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import Abstract, Apply, Free, Number, Term, applied, closed, equal
from derivations.theory.automatic import definitions
from derivations.theory.refutation import refuted_at
from derivations.theory.single_terms import by_conditions
from derivations.theory.sums import ONE, ZERO
from derivations.theory.two_stages import as_indicator

HAS, FIRST, SECOND = "indicator(x(i) = 1)", "indicator(y(i) = 1)", "indicator(y(i) = 2)"
YES, NO = "indicator(1 = a)", "indicator(0 = a)"


@own_lemma(
    f"forall x y i a. indicator(warner_answer(x, y, i) = a) = {HAS}*({FIRST}*{YES} + (1 - {FIRST})*{NO}) "
    f"+ (1 - {HAS})*({FIRST}*{NO} + (1 - {FIRST})*{YES})"
)
def answer_to_warner(goal: Goal) -> Proved:
    """When the answer to Warner's question is a."""
    return _by_choices(goal)


@own_lemma(f"forall x y i a. indicator(simmons_answer(x, y, i) = a) = {NO} + ({YES} - {NO})*({FIRST}*{HAS} + {SECOND})")
def answer_to_simmons(goal: Goal) -> Proved:
    """When the answer to Simmons' question is a."""
    return _by_choices(goal)


def _by_choices(goal: Goal) -> Proved:
    return reduced(normal(goal.conclusion, definitions()), by_conditions)


@dataclass(frozen=True)
class Answers:
    """When an answer is a, and what two answers lack of independence."""

    law: Callable[[], Proved]
    covariance: str


WARNER = Answers(answer_to_warner, "(2*p - 1)^2*pi*(1 - pi)/(N - 1)")
SIMMONS = Answers(answer_to_simmons, "p^2*pi*(1 - pi)/(N - 1)")


def _chances(answers: Answers, unequal: Term) -> list[Proved]:
    """|- P(A and B) = E(...), |- P(A) = E(...), |- P(B) = E(...) of P(A and B) != P(A) P(B), with the coins apart."""
    (equation,) = applied(unequal, "not", 1) or ()
    both, product = sides(equation)
    events = [unfolding("indicator"), as_indicator, by(rewritten(answers.law(), unfolding("indicator")))]
    return [normal(chance, *events) for chance in (both, *(applied(product, "*", 2) or ()))]


def answers_depend(answers: Answers, goal: Goal) -> Proved:
    """Two answers yes are rarer than for independent respondents."""
    named, facts = known(goal)
    facts += goal.facts
    inner = instance(instance(goal.conclusion, ONE), ONE)
    same = _chances(answers, inner)
    both, first, second = (sides(chance.conclusion)[1] for chance in same)
    names = {name: named[name] for name in ("N", "pi", "p")}
    worth = of_survey(term(f"b = e*f - {answers.covariance}", b=both, e=first, f=second, **names), *known(goal))
    gap = arithmetic(term(f"{answers.covariance} != 0", **names), *facts)
    unequal = arithmetic(inner, *same, worth, gap, opaque=True)
    return kernel.witness(goal.conclusion, ONE, kernel.witness(instance(goal.conclusion, ONE), ONE, unequal))


def _independent(answers: Answers, said: Proved, named: Mapping[str, Term], facts: Sequence[Proved]) -> Proved:
    """|- false, from the values a and b at which two answers are said to depend, where they do not."""
    a, b = Free("a #0"), Free("b #0")
    outer = instance(said.conclusion, a)
    here = kernel.assume(instance(outer, b))
    same = _chances(answers, here.conclusion)
    both, first, second = (sides(chance.conclusion)[1] for chance in same)
    law = term("b = e*f", b=both, e=first, f=second)
    numbers: dict[Free, Term] = {}
    yes_no = [[term("if v = a then 1 else 0", v=value, a=answer) for value in (ONE, ZERO)] for answer in (a, b)]
    values = [term("u - v", u=yes, v=no) for yes, no in yes_no] + [value for pair in yes_no for value in pair]
    if "x" in named:
        values += [term("if x(i) = 1 then 1 else 0", x=named["x"], i=named[place]) for place in ("i", "j")]
    for value in values:
        number = Free(f"number{len(numbers)} #0")
        numbers[number] = value
        law = _put_for(law, value, number)
    worth = kernel.instantiate(_worth(law, named, facts), numbers)
    (equation,) = applied(here.conclusion, "not", 1) or ()
    nothing = derived.clash(here, arithmetic(equation, *same, worth, opaque=True))
    return kernel.unpack(said, a, kernel.unpack(kernel.assume(outer), b, nothing))


def _worth(law: Term, named: Mapping[str, Term], facts: Sequence[Proved]) -> Proved:
    """A formula about moments, in which the chances of two coins are numbers before it is multiplied out."""
    if "piB" not in named or "x" not in named:
        return of_survey(law, named, facts)
    worked = worked_survey(law, named, facts)
    plain, chances = sides(worked.conclusion)[1], dict[Free, Term]()
    for text in ("(1 - p)*piB", "(1 - p)*(1 - piB)"):
        number = Free(f"chance{len(chances)} #0")
        chances[number] = term(text, **named)
        plain = _put_for(plain, chances[number], number)
    return derived.follow(symmetric(worked), kernel.instantiate(arithmetic(plain), chances))


def _put_for(formula: Term, old: Term, new: Term) -> Term:
    """The formula with a term that speaks of no bound variable in the place of another, in its functions too."""
    if formula == old:
        return new
    if isinstance(formula, Apply):
        return Apply(_put_for(formula.function, old, new), _put_for(formula.argument, old, new))
    if isinstance(formula, Abstract):
        return Abstract(formula.variable, _put_for(formula.body, old, new), formula.hint)
    return formula


def nobody_has_it(answers: Answers, goal: Goal) -> Refuted:
    """Where nobody has the attribute the answers are independent tosses."""
    named, facts = known(goal)
    share = next(variable for variable in goal.variables if variable == named["pi"])
    nobody = kernel.assume(equal(share, ZERO))
    said = kernel.replace(nobody, closed(share, granted(goal).conclusion), granted(goal))
    none = [kernel.replace(nobody, closed(share, fact.conclusion), fact) for fact in facts]
    return refuted_under(goal, _independent(answers, said, {**named, "pi": ZERO}, none), nobody.conclusion)


def for_given_truths(answers: Answers, goal: Goal) -> Refuted:
    """For given truths everybody tosses alone, and the answers are independent."""
    named, facts = known(goal)
    return refuted_under(goal, _independent(answers, granted(goal), {**named, "pi": ZERO}, facts))


@script("a group in place of a coin")
def a_group(goal: Goal) -> Refuted:
    """Of four people one belongs to both groups, one to each and one to none: who answers is all that is random."""
    half, third = Number(Fraction(1, 2)), Number(Fraction(1, 3))
    values = {
        "N": Number(4),
        "pi": half,
        "piB": half,
        "a": table(1, 1, 0, 0),
        "b": table(1, 0, 1, 0),
        "p": third,
    }
    return Refuted(refuted_at(goal.statement, list(values.values())), written(values, goal))


SCRIPTS: Mapping[str, Script] = {
    "Warner's answers depend": partial(answers_depend, WARNER),
    "Simmons' answers depend": partial(answers_depend, SIMMONS),
    "nobody in Warner's survey": partial(nobody_has_it, WARNER),
    "nobody in Simmons' survey": partial(nobody_has_it, SIMMONS),
    "Warner's answers for given truths": partial(for_given_truths, WARNER),
    "Simmons' answers for given truths": partial(for_given_truths, SIMMONS),
}
