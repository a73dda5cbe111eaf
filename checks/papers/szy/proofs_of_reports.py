"""Scripts for the reports of cards: what they are worth, and what a wrong line says of the variance of their sum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from checks.papers.szy.proofs_of_lines import FOUR, fails_for
from checks.papers.szy.proofs_of_moments import known, survey, survey_of_any_size
from checks.verifying.stated import Refuted, granted, refuted_under, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    chain,
    conjoined,
    decided,
    normal,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
)
from derivations.logic.tactics import goal as taken_apart
from derivations.logic.terms import REAL, Apply, Free, Number, Term, applied, arrow, equal
from derivations.theory.automatic import definitions
from derivations.theory.single_terms import at, either
from derivations.theory.sums import ONE, meeting


@script("variance of reports")
def variance_of_reports(goal: Goal) -> Refuted:
    """What is printed of the variance of the sum of the reports is not N Var Y, which the variance is."""
    variance, _ = sides(goal.conclusion)
    named, _ = known(goal)
    true = term("N*((sum k in 1..L. k^2*p(k)) - (sum k in 1..L. k*p(k))^2)", **{n: named[n] for n in "NLp"})
    worth = survey_of_any_size(replace(goal, conclusion=equal(variance, true)))
    return fails_for(FOUR, derived.transitive(symmetric(worth), granted(goal)), goal)


@script("variance of an estimator")
def variance_of_estimator(goal: Goal) -> Proved:
    """The variance of an estimator that is a + b times a total is b^2 times that of the total, whatever that is."""
    first, last = sides(goal.conclusion)
    scaled, _ = applied(last, "/", 2) or (last, last)
    assert isinstance(first, Apply)
    assert isinstance(scaled, Apply)
    named, facts = known(goal)
    affine = term("forall T a b. V(fun x y. a + b*T(x, y)) = b^2*V(T)", V=first.function)
    ends = [term(text, **named) for text in ("-(1 - p)/(2*p - 1)", "1/(N*(2*p - 1))")]
    law = specialise(survey(replace(goal, conclusion=affine)), scaled.argument, *ends)
    parts = dict(zip("ab", ends, strict=True))
    line = term("fun x y. a + b*S(x, y)", S=scaled.argument, **parts)
    same = kernel.congruent(kernel.reflexive(first.function), same_statistic(first.argument, line, facts))
    return chain(first).then(same).then(law).arithmetic(last, *facts).theorem


def same_statistic(first: Term, second: Term, facts: Sequence[Proved]) -> Proved:
    """Two statistics of truths and cards are the same, by arithmetic at all truths and cards."""
    x, y = (Free(name, arrow(REAL, REAL)) for name in ("x #0", "y #0"))
    plain = [normal(statistic, definitions("sum")) for statistic in (first, second)]
    values = [sides(normal(sides(same.conclusion)[1](x, y)).conclusion)[1] for same in plain]
    at_all = kernel.abstracted(x, kernel.abstracted(y, arithmetic(equal(*values), *facts)))
    return meeting(chain(first).then(plain[0]).then(at_all), chain(second).then(plain[1]))


@script("reports of cards")
def reports_of_cards(goal: Goal) -> Proved:
    """What a report is for all truths and cards, and its mean."""
    *values, mean = _parts(goal.conclusion)
    return conjoined(*(_of_all_cards(value, goal) for value in values), survey(replace(goal, conclusion=mean)))


def _parts(formula: Term) -> list[Term]:
    found = applied(formula, "and", 2)
    return [found[0], *_parts(found[1])] if found else [formula]


def _of_all_cards(wanted: Term, goal: Goal) -> Proved:
    """forall a in 1..2. forall k in 1..L. C, where C speaks of the report of the number k under the truth a."""
    inner = taken_apart(wanted)
    truth, _ = inner.variables
    _, facts = known(goal)
    plain = normal(inner.conclusion, definitions())
    which = either(equal(truth, ONE))
    found = []
    for case in applied(which.conclusion, "or", 2) or ():
        decided_so = normal(sides(plain.conclusion)[1], decided([kernel.assume(case)]))
        holds = shown(sides(decided_so.conclusion)[1], [*inner.given, *facts])
        found.append(derived.follow(symmetric(plain), derived.follow(symmetric(decided_so), holds)))
    return inner.qed(kernel.cases(which, *found))


@script("yes or no")
def yes_or_no(goal: Goal) -> Refuted:
    """If every report were 1 or 0, so would be the largest card L, reported without the attribute."""
    named, facts = known(goal)
    said = at(kernel.part(granted(goal), 0), Number(2), given=[kernel.literal(Number(2))])
    report = at(said, named["L"], given=facts)
    return refuted_under(goal, rewritten(report, definitions(), decided([])))
