"""What `rrproof simulate` and `rrproof sweep` share: options, who does the work, the progress bar.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from checks.commands.claims import usable_cores
from checks.commands.options import consoles, exact_number
from checks.samplers.simulation.cluster import Cluster
from checks.samplers.simulation.execution import local

if TYPE_CHECKING:
    from fractions import Fraction

    from checks.samplers.simulation.execution import Executor

Command = TypeVar("Command", bound=Callable[..., Any])
ESTIMATORS = ("unbiased", "clipped", "likely")
INTERVALS = ("wald", "profile", "exact", "bootstrap")


def names_of(value: str | None, known: tuple[str, ...]) -> tuple[str, ...] | None:
    """The names in a comma-separated list, each one known; None stays None, and `none` is the empty list."""
    if value is None:
        return None
    if value.strip() == "none":
        return ()
    names = tuple(name.strip() for name in value.split(","))
    wrong = [name for name in names if name not in known]
    if wrong:
        raise click.BadParameter(f"{wrong[0]!r} is none of {', '.join(known)}")
    return names


def _list_of(known: tuple[str, ...]) -> Callable[..., tuple[str, ...] | None]:
    return lambda context, parameter, value: names_of(value, known)


def _between_0_and_1(context: click.Context, parameter: click.Parameter, value: str) -> Fraction:
    level = exact_number(context, parameter, value)
    if not 0 < level < 1:
        raise click.BadParameter(f"{value} does not lie between 0 and 1; write 0.95 for 95 %")
    return level


estimators_option = click.option(
    "--estimators",
    callback=_list_of(ESTIMATORS),
    metavar="LIST",
    help="Of unbiased,clipped,likely.  [default: all; without likely where that takes many searches]",
)
intervals_option = click.option(
    "--interval",
    "intervals",
    callback=_list_of(INTERVALS),
    default="wald",
    show_default=True,
    metavar="LIST",
    help="Of wald,profile,exact,bootstrap; or none.",
)
level_option = click.option(
    "--level",
    callback=_between_0_and_1,
    default="0.95",
    show_default=True,
    metavar="SHARE",
    help="Confidence of the intervals.",
)
seed_option = click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, metavar="N", help="The same seed, the same numbers."
)
one_by_one_option = click.option(
    "--exact", "one_by_one", is_flag=True, help="Sample each respondent, exactly; else counts, with rounded laws."
)


def workers_options(command: Command) -> Command:
    """Add the options that say who does the work."""
    for option in (
        click.option("--scheduler", metavar="ADDRESS", help="A Dask cluster, such as tcp://10.0.0.1:8786."),
        click.option(
            "--jobs", type=click.IntRange(min=1), metavar="N", help="Processes at work.  [default: usable cores]"
        ),
    ):
        command = option(command)
    return command


def executor(jobs: int | None, scheduler: str | None) -> Executor:
    """Who does the work."""
    if scheduler is not None:
        if jobs is not None:
            raise click.UsageError("--jobs and --scheduler exclude each other")
        return Cluster(scheduler)

    return local(jobs or usable_cores())


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error with the time that is left, where that is a terminal; called with what is done more."""
    error = consoles()[1]
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=error,
        transient=True,
        disable=error.quiet or not error.is_terminal,
    )
    with bar:
        task = bar.add_task(what, total=total)
        yield lambda more: bar.advance(task, more)
