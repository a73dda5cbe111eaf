"""`rrproof simulate`: a survey by Monte Carlo against exact theory.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich import box
from rich.table import Table

from checks.commands.completion import complete_design
from checks.commands.exits import FAILED, INTERRUPTED, BadInput
from checks.commands.options import (
    DESIGN_HELP,
    LAW_NAMES,
    as_bad_input,
    as_json_option,
    consoles,
    file_option,
    numeric_design,
    print_json,
    print_sentence,
    print_table,
    values_option,
)
from checks.commands.simulation_options import (
    estimators_option,
    executor,
    intervals_option,
    level_option,
    one_by_one_option,
    progress_bar,
    seed_option,
    workers_options,
)
from checks.inputs.design import DesignArgumentError, is_numeric, key_of
from checks.inputs.prior import PriorError, read_prior
from checks.samplers.simulation import SimulationError
from checks.samplers.simulation.output import check_output, write_rows

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from checks.samplers.simulation.execution import Executor
    from checks.samplers.simulation.simulation import Compared

SHARE = len("share of 1,")  # columns of a share, of which a covariance has two
SHORT = {"mean squared error": "MSE"}  # so that a line fits into 80 columns
MOST_ROWS = 60  # of the table on the terminal

EPILOG = (
    DESIGN_HELP
    + """
\b
Examples:
  rrproof simulate 'warner(p_w=2/3)' --pi 3/10 -n 1000
  rrproof simulate 'grr(k=3, x=3)' --pi 1/5,3/10,1/2 -n 500 --runs 100000
  rrproof simulate 'forced-response(p=3/4, q=1/6)' --pi 1/20 -n 200 \\
      --interval wald,exact,profile --comparisons coverage.csv
  rrproof simulate 'piecewise(eps=1)' --pi -1=1/4,1/2=3/4 -n 500
"""
)


@click.command(epilog=EPILOG)
@click.argument("design", shell_complete=complete_design)
@click.option(
    *LAW_NAMES,
    "prior",
    default="uniform",
    show_default=True,
    metavar="SHARES",
    help="1/5,3/10,1/2 in the order of the truths; yes=3/10,no=7/10; 3/10 (of yes); uniform; zipf; 1/5,rest; a file.",
)
@click.option(
    "-n", "--respondents", type=click.IntRange(1), required=True, metavar="N", help="Respondents of a survey."
)
@click.option("--runs", type=click.IntRange(1), default=10_000, show_default=True, metavar="R", help="Surveys.")
@estimators_option
@intervals_option
@level_option
@one_by_one_option
@seed_option
@click.option(
    "--false-alarm",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=1e-6,
    show_default=True,
    metavar="P",
    help="Probability, at most, of a disagreement if the theory holds.",
)
@workers_options
@values_option
@as_json_option
@file_option("--comparisons", text="All comparisons, as .csv or .parquet.")
def simulate(
    design: str,
    at: tuple[str, ...],
    prior: str,
    respondents: int,
    runs: int,
    estimators: tuple[str, ...] | None,
    intervals: tuple[str, ...],
    level: Fraction,
    one_by_one: bool,
    seed: int,
    false_alarm: float,
    jobs: int | None,
    scheduler: str | None,
    as_json: bool,
    comparisons: Path | None,
) -> None:
    """Run a survey by DESIGN many times, and compare with theory.

    Of each share: bias, variance and mean squared error of the unbiased estimate, of the same clipped to [0, 1], and of
    that of maximum likelihood; covariances; coverage and length of confidence intervals. The theory of the unbiased
    estimates is exact; that of what is not linear is computed from all possible counts, where they can be enumerated.

    Of a mechanism whose answers are numbers, such as piecewise(eps=1), the mean truth is estimated; --pi is uniform on
    the interval of the truths, or -1=1/4,1/2=3/4.

    All comparisons are tested jointly (Chernoff's bounds with the exact laws, Bonferroni); a disagreement exits with 1.
    The same seed gives the same numbers, whoever does the work.
    """
    from checks.samplers.simulation.simulation import COMPARISON_COLUMNS, Stopped, data_of
    from derivations.surveys.survey import SurveyError

    stopped = False
    with as_bad_input(DesignArgumentError, PriorError, SimulationError, SurveyError, OSError):
        if comparisons is not None:
            check_output(comparisons)
        if is_numeric(design):
            _check_numeric(estimators, intervals, jobs, scheduler, one_by_one=one_by_one)
            run = _of_numbers(design, at, prior)
        else:
            run = _of_shares(
                design, at, prior, executor(jobs, scheduler),
                estimators=estimators, intervals=intervals, one_by_one=one_by_one,
            )  # fmt: skip
        with progress_bar("runs", runs) as progress:
            found: Compared
            try:
                found = run(respondents, runs, seed=seed, level=level, false_alarm=false_alarm, progress=progress)
            except Stopped as interrupt:
                found, stopped = interrupt.partial, True
        if found.done and comparisons is not None and not stopped:
            write_rows(comparisons, COMPARISON_COLUMNS, [data_of(c) for c in found.comparisons])
    if found.done:
        if as_json:
            print_json(found.to_json())
        else:
            print_table(_table(found))
            print_sentence(found.conclusion())
    if stopped:
        consoles()[1].print(f"stopped: {found.done} of {runs} runs are done")
        raise click.exceptions.Exit(INTERRUPTED)
    if not found.verdict.agrees:
        raise click.exceptions.Exit(FAILED)


def _of_shares(
    argument: str, at: tuple[str, ...], prior: str, workers: Executor, **options: Any
) -> Callable[..., Compared]:
    """Surveys by a design, whose shares are estimated."""
    from checks.samplers.simulation.simulation import simulate
    from derivations.surveys.survey import Survey

    survey = Survey.of(numeric_design(argument, at=at), key_of(argument))
    shares = read_prior(prior, survey.design.truths, "--pi")
    return partial(simulate, survey, shares, executor=workers, **options)


def _of_numbers(argument: str, at: tuple[str, ...], prior: str) -> Callable[..., Compared]:
    """Surveys by a mechanism whose answers are numbers; the mean truth is estimated."""
    from checks.inputs.numeric_argument import read_numeric_design
    from checks.samplers.simulation.numeric import read_truths, simulate_numeric

    design = read_numeric_design(argument, at=at)
    return partial(simulate_numeric, design, read_truths(prior, design))


def _check_numeric(
    estimators: tuple[str, ...] | None,
    intervals: tuple[str, ...],
    jobs: int | None,
    scheduler: str | None,
    *,
    one_by_one: bool,
) -> None:
    """BadInput for options that are for shares."""
    given = {
        "--estimators": estimators not in (None, ("unbiased",)),
        "--interval": set(intervals) != {"wald"},
        "--jobs": jobs is not None,
        "--scheduler": scheduler is not None,
        "--exact": one_by_one,
    }
    wrong = next((option for option, is_given in given.items() if is_given), None)
    if wrong is not None:
        raise BadInput(
            f"{wrong} is for shares; of answers in numbers each respondent is sampled, in this process, for the "
            "unbiased mean with Wald's interval"
        )


def _table(found: Compared) -> Table:
    from checks.samplers.simulation.simulation import COLUMNS

    rows = found.rows()
    caption = f"the first {MOST_ROWS} of {len(rows)} lines; -o writes all" if len(rows) > MOST_ROWS else None
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, caption=caption, caption_justify="left")
    table.padding = (0, 1, 0, 0)
    for number, heading in enumerate(COLUMNS):
        table.add_column(heading, justify="left" if number < 3 else "right", min_width=SHARE if number == 0 else None)
    before: tuple[str, ...] = ("", "")
    for row in rows[:MOST_ROWS]:
        share = "" if row[0] == before[0] else row[0]
        method, quantity = "" if row[:2] == before else row[1], SHORT.get(row[2], row[2])
        error = f"{float(row[5]):.3g}" if row[5] else ""
        table.add_row(share, method, quantity, *row[3:5], error, *row[6:])
        before = row[:2]
    return table
