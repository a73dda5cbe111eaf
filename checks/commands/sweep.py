"""`rrproof sweep`: theory, privacy and simulation over grids of parameters.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource
from rich.table import Table

from checks.commands.exits import FAILED, INTERRUPTED
from checks.commands.options import (
    DESIGN_HELP,
    LAW_NAMES,
    as_bad_input,
    as_json_option,
    consoles,
    file_option,
    plot_option,
    print_json,
)
from checks.commands.simulation_options import executor, progress_bar, workers_options
from checks.samplers.simulation import SimulationError
from checks.samplers.simulation.curves import axes_of, sweep_curves
from checks.show.console import Recorder
from checks.show.plots.canvas import save

if TYPE_CHECKING:
    from checks.samplers.simulation.grid import Grid

MOST_ROWS, MOST_COLUMNS = 100, 9  # of the table in a page
OF_THE_GRID = ("design", "vary", "prior", "respondents", "runs", "what", "estimators", "intervals", "level", "seed",
               "one_by_one")  # fmt: skip

EPILOG = (
    DESIGN_HELP
    + """
\b
Examples:
  rrproof sweep --design 'grr(k={k}, x={x})' --vary k=3,5,10 \\
      --vary x=2:10:1/2 -o variances.csv
  rrproof sweep --design 'warner(p_w={p})' --vary p=1/10,1/4,2/5 --pi 1/20 \\
      --pi 3/10 -n 100,1000 --what simulate -o coverage.parquet --jobs 8
  rrproof sweep grid.toml -o out.csv --scheduler tcp://10.0.0.1:8786
  rrproof sweep grid.toml -o out.csv --resume
  rrproof sweep --design 'grr(k={k}, eps={e})' --vary k=4,16 \\
      --vary e=1/2:4:1/2 -o grr.csv --plot grr.svg

\b
A grid file has the keys design, prior, respondents, runs, what, estimators,
intervals, level, seed, one_by_one, and a table [vary] with k = [3, 5, 10],
x = "2:10:1/2" and the like.

\b
Columns: eps; variance (summed over the shares) and added_variance (less that of
truthful answers); worst_risk (n times the summed variances at the worst prior)
and minimax_risk (the least of all designs of the same eps); mse_..., coverage_...
and least_coverage_... (over the shares) by simulation; agrees and bound are the
joint test of each point, at a false-alarm probability of 1e-6 for all points
together. Exact numbers stand beside the floats in ..._exact.
"""
)


@click.command(epilog=EPILOG)
@click.argument("grid", required=False, type=click.Path(path_type=Path), metavar="[GRID.toml]")
@click.option("--design", metavar="TEXT", help="A design with names in braces: 'grr(k={k}, x={x})'.")
@click.option("--vary", multiple=True, metavar="NAME=VALUES", help="k=3,5,10, or a range x=2:10:1/2; several times.")
@click.option(
    *LAW_NAMES,
    "prior",
    multiple=True,
    metavar="SHARES",
    help="As of `rrproof simulate`; several times.  [default: uniform]",
)
@click.option(
    "-n", "--respondents", default="1000", show_default=True, metavar="N,...", help="Respondents of a survey."
)
@click.option("--runs", type=click.IntRange(1), default=10_000, show_default=True, metavar="R", help="Surveys.")
@click.option("--what", default="privacy,theory", show_default=True, metavar="LIST", help="Of privacy,theory,simulate.")
@click.option(
    "--estimators", default="unbiased,clipped", show_default=True, metavar="LIST", help="Of unbiased,clipped,likely."
)
@click.option(
    "--interval",
    "intervals",
    default="wald",
    show_default=True,
    metavar="LIST",
    help="Of wald,profile,exact,bootstrap; or none.",
)
@click.option("--level", default="0.95", show_default=True, metavar="SHARE", help="Confidence of the intervals.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, metavar="N", help="The same, the same.")
@click.option("--exact", "one_by_one", is_flag=True, help="Sample each respondent, exactly.")
@file_option("-o", "--output", text="A .csv or .parquet file.", required=True)
@plot_option("--plot", text="The rows as curves: .svg, .png or .pdf.")
@click.option("--resume", is_flag=True, help="Go on with a sweep that was stopped.")
@click.option("--skip-invalid", is_flag=True, help="Points that are none get a row with a note.")
@workers_options
@as_json_option
@click.pass_context
def sweep(
    context: click.Context,
    /,
    grid: Path | None,
    output: Path,
    plot: Path | None,
    resume: bool,
    skip_invalid: bool,
    jobs: int | None,
    scheduler: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Compute a row for each point of a grid, given by a file or by --design and --vary.

    The numbers are a function of the grid and the seed: processes, a cluster, lost workers and stops change nothing.
    While it runs, finished points are kept in OUTPUT.journal; --resume takes them. Exits with 1 where theory and
    simulation disagree at a point.
    """
    from checks.samplers.simulation.grid import read_grid
    from checks.samplers.simulation.sweep import Stopped
    from checks.samplers.simulation.sweep import sweep as run

    if grid is not None:
        named = [key for key in OF_THE_GRID if context.get_parameter_source(key) is not ParameterSource.DEFAULT]
        if named:
            raise click.UsageError(
                f"the grid of a file says all of it; leave out the option for {named[0]}, or say --design DESIGN in "
                f"place of {grid} for a grid without a file"
            )
    elif given["design"] is None:
        raise click.UsageError("give a grid file, or --design and --vary")
    with as_bad_input(SimulationError, OSError):
        found = read_grid(grid) if grid is not None else _grid(given)
        if plot is not None:
            axes_of(found)  # which says at once what cannot be drawn
        workers = executor(jobs, scheduler)
        with progress_bar("points", found.size) as progress:
            try:
                result = run(
                    found, output, resume=resume, skip_invalid=skip_invalid, executor=workers, progress=progress
                )
            except Stopped as stopped:
                kept = f" and kept in {stopped.journal}; the same command with --resume goes on"
                consoles()[1].print(
                    f"stopped: {stopped.done} of {stopped.points} points are done{kept if stopped.journal else ''}"
                )
                raise click.exceptions.Exit(INTERRUPTED) from stopped
    if plot is not None:
        with as_bad_input(OSError, ImportError):
            save(sweep_curves(found, result.rows), plot)
    wrong = result.disagreements
    if as_json:
        rows = [
            {name: None if isinstance(value, float) and not isfinite(value) else value for name, value in row.items()}
            for row in result.rows
        ]
        print_json({"points": len(rows), "file": str(output), "disagreements": list(wrong), "rows": rows})
    else:
        click.echo(f"{len(result.rows)} points written to {output}")
        _put_into_page(result.rows)
        if wrong:
            point = found.points()[wrong[0]]
            click.echo(f"Theory and simulation DISAGREE at {len(wrong)} of them; the first is {point}")
    if wrong:
        raise click.exceptions.Exit(FAILED)


def _put_into_page(rows: Sequence[Mapping[str, Any]]) -> None:
    """The first points as a table, where a page is made of what is printed; the file has all of them, exactly."""
    if not isinstance(sys.stdout, Recorder):
        return
    left_out = ("design", "note", "truths", "responses")
    names = [name for name in (rows[0] if rows else {}) if not name.endswith("_exact") and name not in left_out]
    table = Table()
    for name in names[:MOST_COLUMNS]:
        table.add_column(name.replace("_", " "), justify="right")
    for row in rows[:MOST_ROWS]:
        values = (row.get(name, "") for name in names[:MOST_COLUMNS])
        table.add_row(*(f"{value:.6g}" if isinstance(value, float) else str(value) for value in values))
    sys.stdout.parts.append(table)


def _grid(given: dict[str, Any]) -> Grid:
    """The grid that options describe."""
    from checks.samplers.simulation.grid import grid_of

    vary: dict[str, str] = {}
    for text in given["vary"]:
        name, equals, values = (part.strip() for part in text.partition("="))
        if not equals or name in vary:
            raise SimulationError(f"--vary: {text[:40]!r}: write a name and its values once, as in k=3,5,10")
        vary[name] = values
    numbers = [part.strip() for part in given["respondents"].split(",")]
    if not all(number.isascii() and number.isdigit() and len(number) < 16 for number in numbers):
        raise SimulationError(f"-n: integers such as 100,1000 are needed, not {given['respondents'][:40]!r}")
    data: dict[str, Any] = {key: given[key] for key in ("design", "runs", "seed", "one_by_one", "level")}
    data |= {"vary": vary, "respondents": [int(number) for number in numbers]}
    if given["prior"]:
        data["prior"] = list(given["prior"])
    for key in ("what", "estimators", "intervals"):
        none = key == "intervals" and given[key].strip() == "none"
        data[key] = [] if none else [part.strip() for part in given[key].split(",")]
    return grid_of(data)
