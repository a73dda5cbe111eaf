"""`rrproof estimate`: what the counts of a survey say, by any design.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click
from rich import box
from rich.table import Table

from checks.commands.completion import complete_design
from checks.commands.exits import BadInput
from checks.commands.options import (
    DESIGN_HELP,
    as_bad_input,
    as_json_option,
    numeric_design,
    print_json,
    print_table,
    values_option,
)
from checks.inputs.counts import CountsError, matched, matched_weights, read_counts, share_of_first_sample
from checks.inputs.design import DesignArgumentError, is_numeric, key_of
from checks.system.digits import short

if TYPE_CHECKING:
    from derivations.surveys.estimates import Estimate, GoodnessOfFit
    from derivations.surveys.weighted import WeightedEstimate

POINTS = 5  # columns before the intervals
METHODS = ("wald", "profile", "exact", "bootstrap")
EPILOG = (
    DESIGN_HELP
    + """
\b
Examples:
  rrproof estimate 'warner(p_w=2/3)' yes=200,no=300
  rrproof estimate 'forced-response(p=3/4, q=1/6)' counts.csv --interval exact
  rrproof estimate 'stochastic-lie-detector(p1=3/4, p2=9/10)' \\
      1:yes=200,1:no=300,2:yes=150,2:no=350
  rrproof estimate 'warner(eps=1)' answers.csv --column q7 --weight w
  rrproof estimate 'piecewise(eps=1)' answers.csv --column report
"""
)


@click.command(epilog=EPILOG)
@click.argument("design", shell_complete=complete_design)
@click.argument("counts", nargs=-1, required=True, callback=lambda _, __, parts: ",".join(parts))
@click.option(
    "--interval",
    "methods",
    multiple=True,
    type=click.Choice(METHODS),
    help="Confidence interval; may be given several times.  [default: wald, profile]",
)
@click.option(
    "--level",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    metavar="SHARE",
    help="Confidence of the intervals.",
)
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, metavar="N", help="Seed of the bootstrap."
)
@click.option("--column", metavar="NAME", help="The column of the answers, in a table of one row a person.")
@click.option("--weight", metavar="NAME", help="The column of the weights of the respondents, likewise.")
@click.option("--count", metavar="NAME", help="The column of the counts, in a table of one row a response.")
@values_option
@as_json_option
def estimate(
    design: str,
    counts: str,
    at: tuple[str, ...],
    column: str | None,
    weight: str | None,
    count: str | None,
    methods: tuple[str, ...],
    level: float,
    seed: int,
    as_json: bool,
) -> None:
    """Estimate the shares of the true values from COUNTS of the responses to DESIGN, or the mean of true numbers.

    COUNTS are written yes=200,no=300, or yes=200 no=300, or stand in a .csv, .toml or .json file; a .csv or .parquet
    file may also hold the answers themselves, one row a person, with weights. Of each share: the unbiased estimate
    (exactly), its estimated standard error, the estimate clipped to [0, 1], that of maximum likelihood among all
    distributions, and intervals. Where two samples are asked, their sizes are
    taken from the counts: leave out the design's s.

    Of a mechanism whose answers are numbers, such as duchi(eps=1), the mean of the truths is estimated. COUNTS are the
    answers then, 1.2,-0.5,3, or stand in such a file.
    """
    if is_numeric(design):
        _mean(design, counts, at, (column, weight, count), methods, level, as_json)
        return
    import numpy as np

    from derivations.surveys.estimates import estimate_shares, goodness_of_fit
    from derivations.surveys.maximum_likelihood import NotConvergedError
    from derivations.surveys.survey import Survey, SurveyError
    from derivations.surveys.weighted import weighted_estimates

    with as_bad_input(CountsError, DesignArgumentError, SurveyError, NotConvergedError):
        given = read_counts(counts, column, weight, count)
        sizes = share_of_first_sample(given.numbers)
        known = {"s": Fraction(*sizes)} if sizes is not None and sizes[1] else {}
        survey = Survey.of(numeric_design(design, known, at=at), key_of(design))
        seen = survey.checked(matched(given, survey.design.responses))
        if given.weights is not None:
            if methods:
                raise BadInput("--interval is for counts; from answers with weights come Wald's intervals")
            sums = matched_weights(given, survey.design.responses)
            _weighted(weighted_estimates(survey, sums, sum(seen), level), sums, sum(seen), level, as_json)
            return
        found = estimate_shares(
            survey, seen, level=level, methods=methods or METHODS[:2], rng=np.random.default_rng(seed)
        )
        fit = goodness_of_fit(survey, seen)
    if as_json:
        print_json(
            {
                "respondents": sum(seen),
                "level": level,
                "estimates": [_data(e) for e in found],
                "fit": {"deviance": fit.deviance, "degrees": fit.degrees, "p": fit.p_value, "edge": fit.at_the_edge},
            }
        )
        return
    for table in _tables(found, level):
        print_table(table)
    click.echo(_fit(fit, sum(seen)))


def _mean(
    argument: str,
    answers: str,
    at: tuple[str, ...],
    columns: tuple[str | None, str | None, str | None],
    methods: tuple[str, ...],
    level: float,
    as_json: bool,
) -> None:
    """The mean of truths that are numbers."""
    from checks.inputs.numeric_answers import check_possible, read_numeric_answers
    from checks.inputs.numeric_argument import read_numeric_design
    from derivations.surveys.means import mean_estimate
    from derivations.surveys.survey import SurveyError

    if set(methods) - {"wald"}:
        raise BadInput("--interval is for shares; of a mean there is Wald's interval")
    with as_bad_input(CountsError, DesignArgumentError, SurveyError):
        design = read_numeric_design(argument, at=at)
        given = read_numeric_answers(answers, *columns)
        check_possible(given, design)
        found = mean_estimate(given, design.line, design.interval, level)
    if as_json:
        row = {"name": "mean", "unbiased": str(found.unbiased), "variance": str(found.variance),
               "clipped": str(found.clipped), "intervals": {"wald": [found.low, found.high]}}  # fmt: skip
        print_json({"respondents": found.respondents, "level": level, "estimates": [row]})
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("", "unbiased", "error", "clipped", f"wald {100 * level:g} %"):
        table.add_column(heading, justify="left" if heading == "" else "right")
    error, ends = short(float(found.variance) ** 0.5), f"{short(found.low)} .. {short(found.high)}"
    table.add_row("mean", short(found.unbiased), error, short(found.clipped), ends)
    print_table(table)
    low, high = design.interval
    click.echo(f"{found.respondents} respondents; their truths lie between {low} and {high}")


def _weighted(
    found: tuple[WeightedEstimate, ...],
    sums: list[tuple[Fraction, Fraction]],
    respondents: int,
    level: float,
    as_json: bool,
) -> None:
    """Estimates from answers with weights."""
    from derivations.surveys.weighted import effective_respondents

    effective = effective_respondents(sums)
    if as_json:
        rows = [{"name": e.name, "estimate": str(e.estimate), "variance": str(e.variance),
                 "intervals": {"wald": [e.low, e.high]}} for e in found]  # fmt: skip
        print_json({"respondents": respondents, "effective_respondents": str(effective), "level": level,
                    "estimates": rows})  # fmt: skip
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("", "weighted", "error", f"wald {100 * level:g} %"):
        table.add_column(heading, justify="left" if heading == "" else "right")
    for e in found:
        error = short(float(e.variance) ** 0.5)
        table.add_row(e.name, short(e.estimate), error, f"{short(e.low)} .. {short(e.high)}")
    print_table(table)
    click.echo(f"{respondents} respondents with weights, worth {short(effective)} of equal weight")


def _data(estimate: Estimate) -> dict[str, object]:
    return {
        "name": estimate.name,
        "unbiased": str(estimate.unbiased),
        "variance": None if estimate.variance is None else str(estimate.variance),
        "clipped": str(estimate.clipped),
        "likely": estimate.likely,
        "intervals": {interval.method: [interval.low, interval.high] for interval in estimate.intervals},
    }


def _tables(found: tuple[Estimate, ...], level: float) -> Iterator[Table]:
    """A share or two side by side, more of them below each other and their intervals apart: no interval is broken."""
    intervals = [f"{interval.method} {100 * level:g} %" for interval in found[0].intervals]
    lines = [("", "unbiased", "error", "clipped", "most likely", *intervals)]
    lines += [
        (
            e.name,
            short(e.unbiased),
            "" if e.variance is None else short(float(e.variance) ** 0.5),
            short(e.clipped),
            short(e.likely),
            *(f"{short(interval.low)} .. {short(interval.high)}" for interval in e.intervals),
        )
        for e in found
    ]
    if len(found) <= 2:
        yield _table(list(zip(*lines, strict=True)))
    else:
        yield _table([line[:POINTS] for line in lines])
        yield _table([(line[0], *line[POINTS:]) for line in lines])


def _table(lines: Sequence[tuple[str, ...]]) -> Table:
    """Lines of numbers, of which the first has the headings."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in lines[0]:
        table.add_column(heading, justify="left" if heading == "" else "right")
    for line in lines[1:]:
        table.add_row(*line)
    return table


def _fit(fit: GoodnessOfFit, respondents: int) -> str:
    text = f"{respondents} respondents; deviance {short(round(fit.deviance, 6))} with {fit.degrees} degrees of freedom"
    if fit.p_value is not None:
        text += f", p = {short(fit.p_value)}"
    if fit.at_the_edge:
        text += "; no distribution of truths gives these frequencies: chance, or somebody did not follow the design"
    return text
