"""Scripts that prove what the claims of the paper state in the logic, where that is not found by itself."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.mw import (
    proofs_of_ciphers,
    proofs_of_combinations,
    proofs_of_counts,
    proofs_of_drawn_weights,
    proofs_of_graphs,
    proofs_of_key_values,
    proofs_of_likelihoods,
    proofs_of_many_answers,
    proofs_of_regions,
    proofs_of_reports,
    proofs_of_roots,
    proofs_of_scores,
    proofs_of_strings,
    proofs_of_substitutes,
    proofs_of_two_classes,
    proofs_of_unbiasedness,
)
from checks.papers.mw.proofs_of_estimates import Estimate
from checks.papers.mw.proofs_of_first_shares import FirstShare
from checks.verifying.stated import Script
from derivations.logic.kernel import Proved
from derivations.logic.tactics import Goal, arithmetic, specialise, under
from derivations.theory.privacy import composition


def portions(goal: Goal) -> Proved:
    """Composition with a product of the levels that is known."""
    n, mechanisms, levels, _, first, second, outputs = goal.variables
    composed = under(specialise(composition(), n, mechanisms, levels, first, second, outputs), goal.given)
    return arithmetic(goal.conclusion, composed, *goal.given)


EVEN = Estimate(
    "((1 - p)*(N - 2*a) - 2*p*a)/((1 - 3*p)*N)",
    "((1 - p)*(N - 2*b) - 2*p*b)/((1 - 3*p)*N)",
    ("(3*p - 1)*u = 2*d - (1 - p)", "(3*p - 1)*v = 2*e - (1 - p)"),
)
DAGGER = Estimate(
    "(p2 - 1)/(p2 + 2*p1 - 1) + 2*a/((p2 + 2*p1 - 1)*N)",
    "p1/(p2 + 2*p1 - 1) - 1/(3*p2 - 1) - a/((p2 + 2*p1 - 1)*N) + (2*b + a)/((3*p2 - 1)*N)",
    ("(2*p1 + p2 - 1)*u = 2*d - (1 - p2)", "(3*p2 - 1)*v = 2*e - (1 - p2) + u*(p1 - p2)"),
)
DOUBLE_DAGGER = Estimate(
    "(p1 - 1)/(2*p1 - 1) + a/((2*p1 - 1)*N)",
    "p1/(2*(2*p1 - 1)) - 1/(2*p1*(2*p2 - 1)) - a/(2*(2*p1 - 1)*N) + (2*b + a)/(2*p1*(2*p2 - 1)*N)",
    ("(2*p1 - 1)*u = d - (1 - p1)", "2*p1*(2*p2 - 1)*v = 2*e - u*(1 - p1) - 2*(1 - u)*p1*(1 - p2)"),
)
CLUB = Estimate(
    "(p2 - 1)/(p2 + p1 - 1) + a/((p2 + p1 - 1)*N)",
    "p1/(2*(p2 + p1 - 1)) - 1/(2*p2*(2*q - 1)) - a/(2*(p2 + p1 - 1)*N) + (2*b + a)/(2*p2*(2*q - 1)*N)",
    ("(p1 + p2 - 1)*u = d - (1 - p2)", "2*p2*(2*q - 1)*v = 2*e - u*(1 - p1) - 2*(1 - u)*p2*(1 - q)"),
)


FIRST_OF_DOUBLE_DAGGER = FirstShare(
    DOUBLE_DAGGER, ("p1 = 0", "p2 = 1/2"), "(2*p1 - 1)*u = d - (1 - p1)", "(p1 - 1)/(2*p1 - 1) + d/(2*p1 - 1)"
)
FIRST_OF_CLUB = FirstShare(
    CLUB, ("p2 = 0",), "(p1 + p2 - 1)*u = d - (1 - p2)", "(p2 - 1)/(p2 + p1 - 1) + d/(p2 + p1 - 1)"
)

SCRIPTS: Mapping[str, Script] = {
    **proofs_of_ciphers.SCRIPTS,
    **proofs_of_combinations.SCRIPTS,
    **proofs_of_counts.SCRIPTS,
    **proofs_of_drawn_weights.SCRIPTS,
    **proofs_of_graphs.SCRIPTS,
    **proofs_of_key_values.SCRIPTS,
    **proofs_of_likelihoods.SCRIPTS,
    **proofs_of_regions.SCRIPTS,
    **proofs_of_reports.SCRIPTS,
    **proofs_of_roots.SCRIPTS,
    **proofs_of_scores.SCRIPTS,
    **proofs_of_strings.SCRIPTS,
    **proofs_of_substitutes.SCRIPTS,
    **proofs_of_two_classes.SCRIPTS,
    **proofs_of_unbiasedness.SCRIPTS,
    "composition": lambda goal: composition(),
    "portions": portions,
    "even": EVEN,
    "dagger": DAGGER,
    "dagger, misprinted": DAGGER.refuted,
    "double dagger": DOUBLE_DAGGER,
    "double dagger, misprinted": lambda goal: DOUBLE_DAGGER.refuted(goal, "p1 != 0", "p2 != 1/2"),
    "double dagger, first share": FIRST_OF_DOUBLE_DAGGER,
    "club": CLUB,
    "club, first share": FIRST_OF_CLUB,
    "many answers": proofs_of_many_answers.estimate,
    "many answers, misprinted": proofs_of_many_answers.misprinted,
    "many answers, levels": proofs_of_many_answers.levels,
    "many answers, most likely": proofs_of_many_answers.most_likely,
    "many answers, design": proofs_of_many_answers.design_of_many,
    "two answers, best": proofs_of_many_answers.best_of_two,
    "one design": proofs_of_many_answers.one_design,
    "no design": proofs_of_many_answers.no_design,
    "best above": proofs_of_many_answers.ABOVE,
    "best below": proofs_of_many_answers.BELOW,
}
