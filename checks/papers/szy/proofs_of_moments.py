"""Scripts for the moments of surveys: what is printed of them, for every size of the population and of the deck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    chain,
    generalise,
    normal,
    reduced,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import Apply, Constant, Free, Term, applied, closed, equal, substituted
from derivations.theory.automatic import automatic, facts_of
from derivations.theory.single_terms import at, next_integer, plainly
from derivations.theory.sums import ONE, ZERO, in_sums, sum_reversed
from derivations.theory.two_stages import as_indicator, moments, trivially, worked_moments

_Show = Callable[[Term, Mapping[str, Term], Sequence[Proved]], Proved]


@script("survey")
def survey(goal: Goal) -> Proved:
    """What is said of moments of a survey, whose sizes and laws are called N, pi, L and p."""
    return of_survey(goal.conclusion, *known(goal))


@script("survey of any size")
def survey_of_any_size(goal: Goal) -> Proved:
    """The same where there may be one respondent only, who has the attribute or has it not."""
    named, facts = known(goal)
    size = named["N"]
    which = at(next_integer(), ONE, size, given=[*facts, kernel.literal(ONE)])
    alone, more = map(kernel.assume, applied(which.conclusion, "or", 2) or ())
    same = arithmetic(equal(size, ONE), alone, *facts)
    first = with_value("N", same, goal.conclusion, named, facts, _of_one)
    return kernel.cases(which, first, of_survey(goal.conclusion, named, [*facts, more]))


@script("about its mean")
def about_its_mean(goal: Goal) -> Proved:
    """The mean of a statistic, and a bound of its variance, which is p(1 - p)/N."""
    first, second = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    named, facts = known(goal)
    plain = normal(second)
    variance, _ = applied(sides(plain.conclusion)[1], "<=", 2) or (second, second)
    value = equal(variance, term("p*(1 - p)/N", p=named["p"], N=named["N"]))
    worth = survey_of_any_size(replace(goal, conclusion=value))
    largest = term("p*(1 - p)/N <= 1/(4*N)", p=named["p"], N=named["N"])
    bound = arithmetic(sides(plain.conclusion)[1], worth, arithmetic(largest, *facts), opaque=True)
    mean = survey_of_any_size(replace(goal, conclusion=first))
    return kernel.conjoin(mean, derived.follow(symmetric(plain), bound))


def _of_one(formula: Term, named: Mapping[str, Term], facts: Sequence[Proved]) -> Proved:
    """Of one respondent, whose share with the attribute is 0 or 1."""
    share = named["pi"]
    whole = [rewritten(fact, trivially) for fact in facts if applied(fact.conclusion, "integer", 1)]
    which = at(next_integer(), ZERO, share, given=[*whole, kernel.literal(ZERO)])
    square = arithmetic(term("pi*pi = pi", pi=share), which, *facts)
    return of_survey(formula, named, [*facts, square])


def with_value(
    name: str, same: Proved, formula: Term, named: Mapping[str, Term], facts: Sequence[Proved], show: _Show
) -> Proved:
    """A formula, shown with the value of a variable in the place of the variable."""
    variable, value = sides(same.conclusion)
    assert isinstance(variable, Free)
    there = [kernel.replace(same, closed(variable, fact.conclusion), fact) for fact in facts]
    found = show(substituted(formula, {variable: value}), {**named, name: value}, there)
    return kernel.replace(symmetric(same), closed(variable, formula), found)


def known(goal: Goal) -> tuple[dict[str, Term], list[Proved]]:
    """The variables by their names, and what is given of them."""
    facts = [fact for formula in goal.given for fact in facts_of(kernel.assume(formula))]
    return goal.names, facts


def of_survey(formula: Term, named: Mapping[str, Term], facts: Sequence[Proved]) -> Proved:
    """A formula about moments of a survey, whose sizes and laws have these names, from what is known of them."""
    known = [*facts, *_counts(named, facts)]
    return reduced(normal(formula, lambda part: _from_moments(part, known)), lambda it: moments(it, known))


def worked_survey(formula: Term, named: Mapping[str, Term], facts: Sequence[Proved]) -> Proved:
    """|- A = B, where B says what the formula A does, with its moments worked out."""
    known = [*facts, *_counts(named, facts)]
    plain = normal(formula, lambda part: _from_moments(part, known))
    return derived.transitive(plain, worked_moments(sides(plain.conclusion)[1], known))


def _counts(named: Mapping[str, Term], facts: Sequence[Proved]) -> Iterator[Proved]:
    """The numbers of members and of cards add up to N."""
    numbers = [fact for fact in facts if applied(fact.conclusion, "forall", 1) is None]
    people = term("fun x. if x = 1 then N*pi else N*(1 - pi)", **named)
    members = term("sum(2, people) = N", people=people, **named)
    yield rewritten(automatic(Goal(members, (), (), members)), as_indicator, trivially)
    laws = ["sum x in 1..2. if x = 1 then pi else 1 - pi"]
    if "p" in named and "L" not in named and "piB" not in named:
        laws.append("sum k in 1..2. if k = 1 then p else 1 - p")
    if "p" in named and "L" not in named and "piB" in named:
        laws.append("sum k in 1..3. if k = 1 then p else (if k = 2 then (1 - p)*piB else (1 - p)*(1 - piB))")
    for law in laws:
        whole = term(f"({law}) = 1", **named)
        yield rewritten(automatic(Goal(whole, (), (), whole)), as_indicator, trivially)
    if "L" in named:
        sizes = [*numbers, arithmetic(term("0 <= L", **named), *numbers)]
        cards = chain(term("sum(L, fun k. N*p(k))", **named)).rewrite(in_sums(sizes))
        yield cards.arithmetic(named["N"], *numbers).theorem
        for score in ("L + 1 - k", "(L + 1 - k)^2"):
            mirrored = term(f"fun k. ({score})*p(k)", **named)
            yield rewritten(at(sum_reversed(), named["L"], mirrored, given=sizes))


def _from_moments(part: Term, facts: Sequence[Proved]) -> Proved | None:
    """Var T = E T^2 - (E T)^2"""
    head, values = part, list[Term]()
    while isinstance(head, Apply):
        values.insert(0, head.argument)
        head = head.function
    if not isinstance(head, Constant) or "_variance@" not in head.name or len(values) != 5:
        return None
    meaning = normal(part, unfolding(head.name))
    mean = sides(meaning.conclusion)[1]
    assert isinstance(mean, Apply)
    statistic, center = Free("T #0", values[-1].type), Free("c #0")
    names: dict[str, Term] = {"E": mean.function, "T": statistic, "c": center}
    spread = term("E(fun x y. (T(x)(y) - c)^2) = E(fun x y. T(x)(y)*T(x)(y)) - 2*c*E(T) + c^2", **names)
    split = generalise(moments(spread, facts), statistic, center)
    names = {"E": mean.function, "T": values[-1]}
    average, wanted = (plainly(text, **names) for text in ("E(T)", "E(fun x y. T(x)(y)*T(x)(y)) - E(T)^2"))
    found = specialise(split, values[-1], average)
    return derived.transitive(meaning, arithmetic(equal(sides(found.conclusion)[0], wanted), found))
