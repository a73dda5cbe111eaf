"""Script for two cards: without cards 2, modified Christofides is modified Warner."""

from __future__ import annotations

from checks.papers.szy.own_lemmas import meaning, own_lemma
from checks.papers.szy.proofs_at_budgets import variance_of_cards
from checks.papers.szy.proofs_of_moments import survey
from checks.papers.szy.proofs_of_reports import variance_of_estimator
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import Goal, arithmetic, conjuncts, normal, sides, symmetric, term
from derivations.logic.terms import applied
from derivations.theory.automatic import automatic, found, given_facts
from derivations.theory.single_terms import at

OF_WARNER = (
    "forall N pi p. integer(N) and 2 <= N and 0 <= pi <= 1 and 0 <= p <= 1 and p != 1/2 implies "
    "modified_variance(N, pi, 2, coin(p)"
)


@own_lemma(f"{OF_WARNER}, warner_sum(N)) = N*p*(1 - p)")
def variance_of_yes(goal: Goal) -> Proved:
    """The variance of the number of answers yes to Warner's question."""
    return survey(goal)


@own_lemma(
    f"{OF_WARNER}, warner_estimator(N, p)) = modified_variance(N, pi, 2, coin(p), warner_sum(N))/(N^2*(2*p - 1)^2)"
)
def variance_from_yes(goal: Goal) -> Proved:
    """That of the estimator is a multiple of it."""
    return variance_of_estimator(goal)


@own_lemma("forall p. 0 <= p <= 1 implies law(3, three(p, 0)) and EY(3, three(p, 0)) = 3 - 2*p "
           "and VarY(3, three(p, 0)) = 4*p*(1 - p)")  # fmt: skip
def moments_of_two(goal: Goal) -> Proved:
    """Without cards 2 a card shows 1 or 3."""
    return automatic(goal)


@script("same as Warner")
def same_as_warner(goal: Goal) -> Proved:
    """The designs entry by entry, and both variances."""
    N, pi, p = goal.variables
    designs, variances = applied(goal.conclusion, "and", 2) or ()
    first = automatic(Goal(goal.statement, goal.variables, goal.given, designs))
    facts = given_facts(goal)
    law, mean, spread = conjuncts(at(moments_of_two(), p, given=facts))
    plain = normal(variances, meaning("Var_MC", "Var_MW"))
    three, design = applied(law.conclusion, "law", 2) or ()
    size = found(term("size(3)"))
    average = sides(mean.conclusion)[0]
    differ = arithmetic(term("3 + 1 != 2*m", m=average), mean, *facts)
    cards = at(variance_of_cards(), N, pi, three, design, given=[*facts, law, size, differ])
    asked = [at(lemma(), N, pi, p, given=facts) for lemma in (variance_from_yes, variance_of_yes)]
    same = arithmetic(sides(plain.conclusion)[1], cards, mean, spread, *asked, *facts)
    return kernel.conjoin(first, derived.follow(symmetric(plain), same))
