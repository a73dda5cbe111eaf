"""Section 3.1: shares and numbers of answers, reports and estimates as vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from checks.interpreter.values import MeaninglessError, Value
from checks.papers.mw.encodings.common import Encoding, fact, in_force, numbered, row, with_names
from checks.papers.mw.encodings.general_survey import ANSWERS, COUNTS, SHARES, general
from checks.papers.mw.surveys import SIZE
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.algebra.linear_algebra import total
from derivations.estimation.moments import fixed_count_moments
from derivations.estimation.sampling_model import design_rows
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction


def shares_of_counts(context: Context) -> Sequence[Part]:
    """N_2 is what is left of N, for which it is a name, and the shares are pi = N / N."""
    counts = row(*COUNTS)
    reader = with_names(context.interpreter, N_vector=counts, pi_vector=row(*(count / SIZE for count in COUNTS)))
    left, *shares = context.trees()
    named = [replace(part, essential=False) for part in reader.obligations(left)]
    return [*named, *(part for node in shares for part in reader.obligations(node))]


def solved_equations(context: Context) -> Sequence[Part]:
    """The estimates are the solution e of e P = pi tilde: whatever solves these equations is what is printed."""
    match context.trees():
        case [tree.Chain(members=(tree.Name(name="pi_estimated"), _), relations=("=",)) as node]:
            pass
        case _:
            raise MeaninglessError("an equation for the estimates is needed here")
    reported, estimates = numbered("r", 3), numbered("e", 3)
    reader = with_names(context.interpreter, pi_estimated=row(*estimates), pi_reported=row(*reported))
    columns = zip(*design_rows(general().design), strict=True)
    equations = [
        fact(total(e * entry for e, entry in zip(estimates, column, strict=True)), "=", share)
        for column, share in zip(columns, reported, strict=True)
    ]
    return reader.assuming(*equations).obligations(node, "the solution")


def truthful_reports(context: Context) -> Sequence[Part]:
    """Where all p_ii = 1 the reports are the truths, in number and in share: no count varies."""
    survey = general()
    rows = design_rows(survey.design)
    given = [fact(rows[i][i], "=", 1) for i in ANSWERS]
    given += [fact(entry, ">=", 0) for line in rows for entry in line]
    truths = [Polynomial.variable(f"T{t}") for t in ANSWERS]
    moments = fixed_count_moments(survey.design, truths)
    vector = row(*(RationalFunction(count) for count in truths))
    reader = with_names(
        context.interpreter,
        pi_vector=row(*SHARES),
        pi_reported=row(*survey.cells),
        N_vector=vector,
        N_reported=row(*moments.mean),
    ).assuming(*given)
    parts: list[Part] = [part for node in context.trees() for part in reader.obligations(node)]
    for y in ANSWERS:
        parts.append(
            context.shown(f"the number of reports {y} is certain", fact(moments.covariance[y][y], "=", 0), *given)
        )
    return parts


def sums_are_one(context: Context) -> Sequence[Part]:
    """Each printed sum is one: of the shares, of the observed shares of the reports, of the estimates."""
    survey = general()
    values: dict[str, Value] = {}
    for k in ANSWERS:
        values[f"pi{k}_reported"] = COUNTS[k] / SIZE
        values[f"pi{k}_estimated"] = survey.estimates[k]
    reader = with_names(context.interpreter, **values)
    return [part for node in context.trees() for part in reader.obligations(node)]


ENCODINGS: dict[str, Encoding] = {
    **{
        function.__name__: function
        for function in (
        )
    },
}
