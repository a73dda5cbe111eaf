"""Scripts for what sampling without replacement saves: the variances with and without, of all three estimators."""

from __future__ import annotations

from collections.abc import Callable

from checks.papers.szy.own_lemmas import own_lemma
from checks.papers.szy.proofs_of_moments import known, survey, survey_of_any_size
from checks.papers.szy.proofs_of_reports import variance_of_estimator
from checks.verifying.stated import script
from derivations.logic import derived
from derivations.logic.kernel import Proved
from derivations.logic.tactics import Goal, arithmetic, by, conjoined, normal, shown, sides, symmetric, term, unfolding
from derivations.logic.tactics import goal as taken_apart
from derivations.logic.terms import Term, applied
from derivations.theory.single_terms import at

ALL = "forall N pi p. people(N, pi) and 0 <= p < 1/2 implies modified_variance(N, pi, 2, coin(p)"
SOME = "forall N pi p. size(N) and 0 <= pi <= 1 and 0 <= p < 1/2 implies sampled_variance(N, pi, 2, coin(p)"
SCALED = "warner_estimator(N, p)) = {0}_variance(N, pi, 2, coin(p), warner_sum(N))/(N^2*(2*p - 1)^2)"


@own_lemma(f"{ALL}, warner_sum(N)) = N*p*(1 - p)")
def yes_of_all(goal: Goal) -> Proved:
    """The variance of the number of answers yes, where everybody is asked: that of N coins."""
    return survey_of_any_size(goal)


@own_lemma(f"{ALL}, {SCALED.format('modified')}")
def scaled_of_all(goal: Goal) -> Proved:
    """That of the estimator is a multiple of it."""
    return variance_of_estimator(goal)


@own_lemma(f"{SOME}, warner_sum(N)) = N*(p*pi + (1 - p)*(1 - pi))*(1 - (p*pi + (1 - p)*(1 - pi)))")
def yes_of_a_sample(goal: Goal) -> Proved:
    """The variance of the number of answers yes in a sample with replacement: that of N independent answers."""
    return survey(goal)


@own_lemma(f"{SOME}, {SCALED.format('sampled')}")
def scaled_of_a_sample(goal: Goal) -> Proved:
    """That of the estimator is a multiple of it."""
    return variance_of_estimator(goal)


@script("worth of Warner")
def worth_of_warner(goal: Goal) -> Proved:
    """What is said of the variance of Warner's estimator, from what it is with and without replacement."""
    named, facts = known(goal)
    laws = [yes_of_all, scaled_of_all]
    if "sampled_variance" in str(goal.conclusion):
        laws = [yes_of_a_sample, scaled_of_a_sample]
        if "modified_variance" in str(goal.conclusion):
            laws += [yes_of_all, scaled_of_all]
    plain = normal(term("size(N)", N=named["N"]), unfolding("size"))
    size = derived.follow(symmetric(plain), shown(sides(plain.conclusion)[1], facts))
    worth = [at(law(), *(named[name] for name in ("N", "pi", "p")), given=[*goal.given, *facts, size]) for law in laws]
    plain = normal(goal.conclusion, *map(by, worth))
    return derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1], *facts))


@script("decreased for all three")
def decreased_for_all_three(goal: Goal) -> Proved:
    """By the same amount for Warner, Simmons and Christofides, one after another."""
    scripts: tuple[Callable[[Goal], Proved], ...] = (worth_of_warner, survey_of_any_size, survey_of_any_size)
    found, rest = [], goal.conclusion
    for one in scripts:
        said, rest = applied(rest, "and", 2) or (rest, rest)
        found.append(_under(goal, said, one))
    return conjoined(*found)


def _under(goal: Goal, said: Term, script: Callable[[Goal], Proved]) -> Proved:
    """What is said of further variables, shown under the premises of the goal too."""
    inner = taken_apart(said)
    whole = Goal(said, (*goal.variables, *inner.variables), (*goal.given, *inner.given), inner.conclusion)
    return inner.qed(script(whole))
