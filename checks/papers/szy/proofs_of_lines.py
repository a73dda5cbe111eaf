"""Scripts for lines of Appendix B that are not so: both sides worked out for every survey, and one that exists."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from checks.papers.szy.proofs_of_decks import table
from checks.papers.szy.proofs_of_moments import known, worked_survey
from checks.verifying.stated import Refuted, Script, granted
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import Goal, generalise
from derivations.logic.terms import Number, Term
from derivations.theory.refutation import refuted_at

SmallSurvey = tuple[int, Fraction, tuple[Fraction, ...]]
FOUR: SmallSurvey = (4, Fraction(3, 4), (Fraction(1, 4), Fraction(3, 4)))
TWO: SmallSurvey = (2, Fraction(1, 2), (Fraction(1, 2), Fraction(0), Fraction(1, 2)))


def not_so(survey: SmallSurvey, goal: Goal) -> Refuted:
    """What is printed of moments says something of N, pi_A and sums over the cards that fails for this survey."""
    return fails_for(survey, derived.follow(worked_survey(goal.conclusion, *known(goal)), granted(goal)), goal)


def fails_for(survey: SmallSurvey, consequence: Proved, goal: Goal) -> Refuted:
    """What follows from what is printed, under its premises, fails for this survey."""
    for premise in reversed(goal.given):
        consequence = kernel.discharge(premise, consequence)
    consequence = generalise(consequence, *goal.variables)
    size, share, law = survey
    numbers: dict[str, int | Fraction] = {"N": size, "pi": share, "L": len(law), "i": 1, "j": 2, "l": 1}
    values: dict[str, Term] = {name: Number(Fraction(number)) for name, number in numbers.items()} | {"p": table(*law)}
    names = [variable.name.split(" ")[0] for variable in goal.variables]
    negation = refuted_at(consequence.conclusion, [values[name] for name in names])
    written = {name: str(number) for name, number in numbers.items()} | {"p": f"({', '.join(map(str, law))})"}
    at = tuple((name, written[name]) for name in names)
    return Refuted(derived.reject(goal.statement, derived.clash(negation, consequence)), at)


SCRIPTS: Mapping[str, Script] = {"not so": partial(not_so, FOUR), "not so for two cards": partial(not_so, TWO)}
