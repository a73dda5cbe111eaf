"""Scripts for the improved mechanism where there may be one respondent only: what follows from linearity, and pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checks.papers.szy.own_lemmas import meaning, own_lemma
from checks.papers.szy.proofs_of_comparison import both
from checks.papers.szy.proofs_of_moments import known, of_survey, survey, with_value
from checks.papers.szy.proofs_of_reports import same_statistic
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    normal,
    reduced,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
)
from derivations.logic.tactics import goal as taken_apart
from derivations.logic.terms import AT_MOST, Apply, Term, applied, equal, substituted
from derivations.theory.automatic import conditions, facts_of, written_out
from derivations.theory.single_terms import at, next_integer
from derivations.theory.sums import ONE
from derivations.theory.two_stages import trivially

CARDS = "forall N pi L p. cards(N, pi, L, p) implies forall T"
NAMES = ("N", "pi", "L", "p")
V = "improved_variance(N, pi, L, p, {})"


@own_lemma(f"{CARDS} a b. {V.format('fun x y. a + b*T(x, y)')} = b^2*{V.format('T')}", depth=5)
def variance_of_a_line(goal: Goal) -> Proved:
    """The variance of a + b T is b^2 times that of T."""
    return survey(goal)


@own_lemma(
    f"{CARDS}. {V.format('T')} = improved(N, pi, L, p, fun x y. T(x, y)^2) - improved(N, pi, L, p, T)^2", depth=5
)
def variance_by_squares(goal: Goal) -> Proved:
    """The variance is the mean of the square less the square of the mean."""
    return survey(goal)


@own_lemma(
    "forall N L p a b. size(N) and L + 1 != 2*EY(L, p) and a = -(EY(L, p)/(L + 1 - 2*EY(L, p))) "
    "and b = 1/(N*(L + 1 - 2*EY(L, p))) implies estimator(N, L, p) = (fun x y. a + b*reports(N, L)(x, y))"
)
def estimator_is_a_line(goal: Goal) -> Proved:
    """The estimator is a + b times the sum of the reports."""
    first, second = sides(goal.conclusion)
    facts = [part for formula in goal.given for part in facts_of(kernel.assume(formula))]
    return same_statistic(first, second, facts)


@own_lemma(
    "forall N pi L p a b. cards(N, pi, L, p) and L + 1 != 2*EY(L, p) and a = -(EY(L, p)/(L + 1 - 2*EY(L, p))) "
    f"and b = 1/(N*(L + 1 - 2*EY(L, p))) implies {V.format('estimator(N, L, p)')} = b^2*{V.format('reports(N, L)')}"
)
def variance_by_reports(goal: Goal) -> Proved:
    """The variance of the estimator is known by that of the sum of the reports."""
    N, pi, L, p, a, b = goal.variables
    given = list(conjuncts(kernel.assume(goal.given[0])))
    given += conjuncts(rewritten(given[0], meaning("cards")))
    line = at(estimator_is_a_line(), N, L, p, a, b, given=given)
    variance, value = sides(goal.conclusion)
    assert isinstance(variance, Apply)
    _, of_reports = applied(value, "*", 2) or (value, value)
    assert isinstance(of_reports, Apply)
    same = kernel.congruent(kernel.reflexive(variance.function), line)
    law = specialise(at(variance_of_a_line(), N, pi, L, p, given=given), of_reports.argument, a, b)
    return derived.transitive(same, law)


@script("variance of the estimator")
def variance_of_estimator(goal: Goal) -> Proved:
    """What is said of the variance of the estimator, by that of the sum of the reports."""
    named, facts = known(goal)
    given = goal.facts
    law = variance_by_reports()
    said = taken_apart(law.conclusion)
    *_, first, second = both(said.given[0])
    known_by = {variable: named[name] for variable, name in zip(said.variables, NAMES, strict=False)}
    ends = [substituted(sides(part)[1], known_by) for part in (first, second)]
    law = at(law, *known_by.values(), *ends, given=[*given, *map(kernel.reflexive, ends)])
    law = rewritten(law, meaning("estimator"))
    plain = normal(goal.conclusion, meaning("estimator"))
    shown_there = [arithmetic(part, law, *facts, *given) for part in both(sides(plain.conclusion)[1])]
    return derived.follow(symmetric(plain), conjoined(*shown_there))


@script("squares and pairs")
def squares_and_pairs(goal: Goal) -> Proved:
    """Var S = E S^2 - (E S)^2, and S^2 is the sum over all pairs of respondents."""
    named, facts = known(goal)
    first, second = applied(goal.conclusion, "and", 2) or ()
    variance, _ = sides(first)
    assert isinstance(variance, Apply)
    law = at(variance_by_squares(), *(named[name] for name in NAMES), given=goal.given)
    spread = rewritten(specialise(law, variance.argument))
    by_squares = reduced(normal(first), lambda it: arithmetic(it, spread, opaque=True))
    which = at(next_integer(), ONE, named["N"], given=[*facts, kernel.literal(ONE)])
    alone, more = map(kernel.assume, applied(which.conclusion, "or", 2) or ())
    same = arithmetic(equal(named["N"], ONE), alone, *facts)
    one = with_value("N", same, second, named, facts, _of_one_report)
    return kernel.conjoin(by_squares, kernel.cases(which, one, of_survey(second, named, [*facts, more])))


def _of_one_report(formula: Term, named: Mapping[str, Term], facts: Sequence[Proved]) -> Proved:
    """One report is all reports."""
    plain = normal(formula, meaning("reports"), written_out, conditions, trivially)
    return derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1], *facts, opaque=True))


@script("two respondents")
def two_respondents(goal: Goal) -> Proved:
    """What is said of one respondent, and of two, who are at least two."""
    named, facts = known(goal)
    first, second = applied(goal.conclusion, "and", 2) or ()
    one = of_survey(first, named, facts)
    inner = taken_apart(second)
    i, j = inner.variables
    given = inner.facts
    order = arithmetic(term("i < j or j < i", i=i, j=j), *given)
    found = []
    for low, high, case in zip(
        (i, j), (j, i), map(kernel.assume, applied(order.conclusion, "or", 2) or ()), strict=True
    ):
        next_one = at(next_integer(), low, high, given=[*given, arithmetic(AT_MOST(low, high), case)])
        found.append(arithmetic(term("2 <= N", **named), next_one, case, *given))
    several = kernel.cases(order, *found)
    pair = of_survey(inner.conclusion, {**named, "i": i, "j": j}, [*facts, *given, several])
    return kernel.conjoin(one, inner.qed(pair))
