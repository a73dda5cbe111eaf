"""Section 6: the two experiments, the least error of a guess, and general remarks on the relaxation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checks.papers.pan.encodings.reports import Encoding, fact
from checks.verifying.verification import Context, Part
from derivations.algebra.linear_algebra import total
from derivations.estimation.moment_law import variable
from derivations.theorems.relaxations.relaxation import (
    response_probability,
)
from mechanisms.exact.rational import RationalFunction

LEVEL, SIZE = variable("z"), variable("m")
SECOND = (100, 200, 300, 400, 500)


# -- guesses -----------------------------------------------------------------------------------------------------------


def no_guess_errs_less_over_all(context: Context) -> Sequence[Part]:
    """The printed error is not undercut over all 1500 objects, by who knows the numbers: value 5 is guessed for a 1."""
    printed = context.interpreter.number(context.trees()[0])
    right, wrong = (response_probability(LEVEL, RationalFunction.of(5), truth) for truth in (True, False))
    hits = SECOND[4] * wrong + total(n * right for n in SECOND[1:])
    return [context.shown("who guesses 5 for the output 1", fact(1 - hits / sum(SECOND), ">=", printed))]


# -- general remarks ---------------------------------------------------------------------------------------------------


ENCODINGS: Mapping[str, Encoding] = {
    "no_guess_errs_less_over_all": no_guess_errs_less_over_all,
}
