"""Section 3.1: shares and numbers of answers, reports and estimates as vectors."""

from __future__ import annotations

from collections.abc import Sequence

from checks.papers.mw.encodings.common import Encoding, fact, in_force, numbered, row, with_names
from checks.papers.mw.encodings.general_survey import ANSWERS, COUNTS, SHARES, general
from checks.papers.mw.surveys import SIZE, variable
from checks.reading import syntax as tree
from checks.values import MatrixValue, Value
from checks.verification import Context, Part
from derivations.linear_algebra import product as matrix_product
from derivations.linear_algebra import total
from derivations.moments import fixed_count_moments
from derivations.sampling_model import design_rows
from mechanisms.formula import all_of
from mechanisms.polynomial import Polynomial
from mechanisms.rational import RationalFunction


def shares_of_counts(context: Context) -> Sequence[Part]:
    """N_2 is what is left of N, and the shares pi = N / N are a law: not negative, with sum one."""
    counts = numbered("T", 3)
    (left, vector) = context.trees()
    given = [fact(total(counts), "=", SIZE), *(fact(count, ">=", 0) for count in counts), fact(SIZE, ">=", 1)]
    reader = with_names(
        context.interpreter,
        **{f"N{k}": count for k, count in enumerate(counts)},
        N_vector=row(*counts),
        pi_vector=row(*(count / SIZE for count in counts)),
    ).assuming(*given)
    return [
        *reader.obligations(left, "what is left"),
        *reader.obligations(vector, "shares"),
        context.shown("the shares sum to one", fact(total(count / SIZE for count in counts), "=", 1), *given),
        *(
            context.shown(
                f"share {k} is a proportion", all_of([fact(0, "<=", c / SIZE), fact(c / SIZE, "<=", 1)]), *given
            )
            for k, c in enumerate(counts)
        ),
    ]


def expected_reports(context: Context) -> Sequence[Part]:
    """pi tilde is the law of a report of somebody drawn at random: pi P by total probability."""
    survey = general()
    reader = with_names(context.interpreter, pi_vector=row(*SHARES), pi_reported=row(*survey.cells))
    return [part for node in context.trees() for part in reader.obligations(node)]


def observed_reports(context: Context) -> Sequence[Part]:
    """pi tilde are the observed shares of the reports, N tilde their observed numbers."""
    counts = numbered("T", 3)
    reader = with_names(
        context.interpreter,
        pi_vector=row(*SHARES),
        pi_reported=row(*(count / SIZE for count in COUNTS)),
        N_vector=row(*counts),
        N_reported=row(*COUNTS),
    )
    return [part for node in context.trees() for part in reader.obligations(node)]


def solved_equations(context: Context) -> Sequence[Part]:
    """The estimates are the solution e of e P = pi tilde: for whatever e, the print gives e back from e P."""
    (node,) = context.trees()
    estimates = numbered("e", 3)
    reported = matrix_product((estimates,), design_rows(general().design))
    reader = with_names(context.interpreter, pi_estimated=row(*estimates), pi_reported=MatrixValue(reported))
    return reader.obligations(node)


def expected_counts(context: Context) -> Sequence[Part]:
    """N tilde are the expected numbers of the reports when it is fixed who has which answer; N hat solves for them."""
    reported, estimated = _conjuncts(context)
    truths = [Polynomial.variable(f"T{t}") for t in ANSWERS]
    counted = fixed_count_moments(general().design, truths).mean
    vector = row(*(RationalFunction(count) for count in truths))
    reader = with_names(context.interpreter, N_vector=vector, N_reported=row(*counted), N_estimated=vector)
    return [*reader.obligations(reported, "expected reports"), *reader.obligations(estimated, "solved for the truths")]


def _conjuncts(context: Context) -> list[tree.Node]:
    (node,) = context.trees()
    return list(node.items) if isinstance(node, tree.Conjunction) else [node]


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


def permutations_are_deterministic(context: Context) -> Sequence[Part]:
    """An entry of a permutation matrix is 0 or 1, so that no report varies: p (1 - p) = 0 for each of any m x m."""
    entry = variable("entry")
    given = fact(entry * (entry - 1), "=", 0)
    return [context.shown("the variance of the indicator of a report", fact(entry - entry**2, "=", 0), given)]


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
            shares_of_counts,
            expected_reports,
            observed_reports,
            solved_equations,
            expected_counts,
            truthful_reports,
            permutations_are_deterministic,
            sums_are_one,
        )
    },
    "general_design": in_force("P_general"),
    "two_classes": in_force("P_lumped"),
    "many_answers": in_force("P_n"),
    "first_of_many_answers": in_force("P_n_first"),
}
