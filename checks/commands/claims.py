"""Claims as commands take them: named on the command line, completed in the shell, verified with progress.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

import click

from checks.claims.claim import PaperError
from checks.commands.exits import INTERRUPTED, BadInput, NoWorker
from checks.commands.options import consoles
from checks.running.pool import Finished, WorkerError
from checks.running.progress import Display
from checks.running.runner import Kept, linked, run, select, with_used
from checks.show.report import Report
from checks.system.time_limit import TIMEOUT

if TYPE_CHECKING:
    from checks.claims.claim import Claim
    from checks.claims.record import ClaimRecord


def selected(targets: Sequence[str]) -> list[Claim]:
    """The claims that are named, all when none is. Raises BadInput for a name that is none."""
    try:
        return select(targets)
    except PaperError as error:
        raise BadInput(str(error)) from error


def one_claim(name: str) -> Claim:
    """The one claim of this name. Raises BadInput for the name of a paper."""
    claims = selected([name])
    if len(claims) != 1 or not name.upper().endswith(claims[0].id.upper()):
        raise BadInput(f"{name} is a paper; name one of its claims, for example {claims[0].id}")
    return claims[0]


def usable_cores() -> int:
    """How many processes can work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def running_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say how claims are verified."""
    for option in (
        click.option("--no-cache", is_flag=True, help="Use no result of earlier runs, and keep none."),
        click.option(
            "--seed",
            type=click.IntRange(min=0),
            default=0,
            metavar="N",
            show_default=True,
            help="Seed of the sampled witnesses.",
        ),
        click.option(
            "--timeout",
            type=click.FloatRange(min=0, min_open=True),
            default=TIMEOUT,
            metavar="S",
            show_default=True,
            help="Seconds of computing that a claim may take; past it, it is unknown.",
        ),
    ):
        command = option(command)
    return command


def report_on(claims: Sequence[Claim], *, quiet: bool, with_tally: bool = True, **options: Any) -> tuple[Report, bool]:
    """What is found of claims, with progress and a tally unless quiet, and whether Ctrl-C ended the run before all.

    Raises BadInput for a timeout, a seed or a number of processes that cannot be, NoWorker where no process starts.
    """
    _, err = consoles()
    wanted = with_used(claims)
    display = Display(err, len(wanted), quiet=quiet)
    records: dict[str, ClaimRecord] = {}
    interrupted = False
    try:
        with closing(run(wanted, **options)) as events, display:
            for event in events:
                display.show(event)
                if isinstance(event, (Finished, Kept)):
                    records[event.record.id] = event.record
    except KeyboardInterrupt:
        interrupted = True
    except ValueError as error:
        raise BadInput(str(error)) from error
    except WorkerError as error:
        raise NoWorker(str(error)) from error
    if with_tally and not quiet:
        err.print(display.tally())
    return Report(tuple(linked(claims, records)), options["seed"]), interrupted


def verified(claims: Sequence[Claim], *, seed: int = 0) -> Report:
    """The report on claims with the usual options, kept results included; progress is shown on a terminal."""
    quiet = not consoles()[1].is_terminal
    found, interrupted = report_on(
        claims, quiet=quiet, with_tally=False, jobs=usable_cores(), timeout=TIMEOUT, seed=seed
    )
    if interrupted:
        raise click.exceptions.Exit(INTERRUPTED)
    return found
