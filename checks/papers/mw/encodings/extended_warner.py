"""Section 3.3, Corollaries 1 and 2: extended Warner's randomised response with three answers and with n."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from checks.interpreter import Interpreter
from checks.interpreter.values import MatrixValue, MeaninglessError, Value
from checks.papers.mw.encodings.common import Encoding, fact, with_names, with_operators
from checks.papers.mw.encodings.likelihood_maximum import (
    maximum_over_proportions,
    vanishing_at_root,
    way_up,
)
from checks.papers.mw.encodings.unequal_designs import unbiased
from checks.papers.mw.notation import with_matrix
from checks.papers.mw.notation_survey import SurveyMeanings, here
from checks.papers.mw.surveys import SURVEYS, Survey, variable
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.estimation.moments import CountMoments, fixed_count_moments
from derivations.estimation.sampling_model import design_rows
from mechanisms.exact.polynomial import Polynomial

ANSWERS_N, TRUTH = variable("n"), variable("p")


def extended_warner_matrix(context: Context) -> Sequence[Part]:
    """The protocol of EWRR3 has the printed matrix."""
    entries = MatrixValue(design_rows(SURVEYS["P"]().design))
    reader = with_names(context.interpreter, P_general=entries)
    return [part for node in context.trees() for part in reader.obligations(node)]


def classes_of_independent_reports(context: Context) -> Sequence[Part]:
    """Independent reports through any design with three answers have a 2 x 2 matrix for 0 against 1 and 2."""
    rows = design_rows(SURVEYS["P_general"]().design)
    return [context.shown("truths 1 and 2 report 0 alike", fact(rows[1][0], "=", rows[2][0]))]


def likelihood_of_two_classes(context: Context) -> Sequence[Part]:
    """The printed statement about the likelihood of the two classes, for which the paper writes Pi hat (pi_0 | P)."""
    reader = _with_likelihood(context.interpreter)
    return [part for node in context.trees() for part in reader.obligations(node)]


def _with_likelihood(interpreter: Interpreter) -> Interpreter:
    meanings = SurveyMeanings("P_lumped")

    def likelihood(reader: Interpreter, node: tree.Operate) -> Value:
        if node.arguments != (tree.Name("pi0"),) or node.given != (tree.Name("P"),):
            raise MeaninglessError(
                "the likelihood of the two classes is a function of pi_0 with the matrix after a bar"
            )
        return meanings.likelihood_of(reader, SURVEYS["P_lumped"]())

    return with_operators(with_matrix(interpreter, "P_lumped"), Pi_hat=likelihood)


def root_of_two_classes(context: Context) -> Sequence[Part]:
    """At the maximum of the likelihood of the two classes the printed equation holds, and (25) is where that is."""
    equation, formula = context.trees()
    survey = SURVEYS["P_lumped"]()
    return [
        *with_matrix(context.interpreter, "P_lumped").obligations(formula, "the root"),
        *vanishing_at_root(_with_likelihood(context.interpreter), [equation], survey),
        *way_up(context, survey),
    ]


# -- n answers ---------------------------------------------------------------------------------------------------------


# -- fixed truths ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Census(Survey):
    """The same reports when the numbers of those with each truth are fixed, N pi, and not drawn: section 3.1."""

    @cached_property
    def moments(self) -> CountMoments:
        """Moments of the counts for fixed numbers of truths."""
        size = Polynomial.variable("N")
        return fixed_count_moments(self.design, [size * share.numerator for share in self.proportions])


def truths_are_fixed(context: Context) -> Sequence[Part]:
    """The printed variance, where N pi_i participants have the answer i, as in section 3.1; only reports vary."""
    survey = SURVEYS["P"]()
    census = Census(survey.design, survey.proportions, survey.counts, survey.random)

    def variance(interpreter: Interpreter, node: tree.Operate) -> Value:
        return here(interpreter, census.variance(interpreter.number(node.arguments[0])))

    reader = with_operators(context.interpreter, Var=variance)
    return [part for node in context.trees() for part in reader.obligations(node)]


ENCODINGS: dict[str, Encoding] = {
    **{
        function.__name__: function
        for function in (
        )
    },
}
