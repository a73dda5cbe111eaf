"""The mutation campaign on the command line: `python -m checks.mutation`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from checks.claims.claim import PaperError
from checks.running.runner import select
from checks.show.console import console, write

if TYPE_CHECKING:
    from checks.claims.claim import Claim

SURVIVED, BAD_INPUT, INTERRUPTED = 1, 2, 130


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("targets", nargs=-1, metavar="[PAPER|CLAIM]...")
@click.option(
    "--jobs", type=click.IntRange(min=1), default=2, metavar="N", show_default=True, help="Processes at work."
)
@click.option(
    "--sample", type=click.IntRange(min=1), metavar="K", help="So many mutants of each claim.  [default: all]"
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, metavar="N", show_default=True, help="Seed of the sample."
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=2.0,
    metavar="S",
    show_default=True,
    help="Seconds for one mutant; twice the time of its control where that is more.",
)
@click.option(
    "--keep", "kept", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="Keep in FILE what is found, claim by claim, and go on from what stands there.",
)  # fmt: skip
@click.option("-v", "--verbose", is_flag=True, help="List the mutants that were proved or have no meaning as well.")
def main(
    targets: tuple[str, ...],
    jobs: int,
    sample: int | None,
    seed: int,
    timeout: float,
    kept: Path | None,
    verbose: bool,
) -> None:
    """Change each printed formula, hypothesis and value of papers or claims, and see whether the change is found out.

    All papers when none is named, or for example: python -m checks.mutation HLM-04 HLM-61. Exit code 1 when a mutant
    survived or an unchanged true claim was not proved, 2 for bad input, 130 after Ctrl-C; what was done until then is
    shown.
    """
    chosen = _selected(targets)

    from checks.mutation.campaign import has_something_to_change, run
    from checks.mutation.findings import Control, Findings, Options
    from checks.mutation.kept import Kept, KeptError
    from checks.mutation.report import report

    out, err = console(sys.stdout), console(sys.stderr)
    findings = Findings()
    chosen = [claim for claim in chosen if has_something_to_change(claim)]
    interrupted = False
    with _progress(err) as bar:
        claims = bar.add_task("claims", total=len(chosen))
        try:
            known = None if kept is None else Kept(kept)
            with closing(run(chosen, Options(timeout, sample, seed), jobs=jobs, kept=known)) as events:
                for event in events:
                    findings.add(event)
                    bar.advance(claims, isinstance(event, Control))
        except KeyboardInterrupt:
            interrupted = True
        except KeptError as error:
            raise click.UsageError(str(error)) from error
    write(out, report(findings, verbose=verbose))
    if interrupted:
        err.print(f"stopped: the mutants of {len(findings.controls)} of {len(chosen)} claims are judged")
        raise click.exceptions.Exit(INTERRUPTED)
    if findings.has_failed:
        raise click.exceptions.Exit(SURVIVED)


def _selected(names: Sequence[str]) -> list[Claim]:
    try:
        return select(names)
    except PaperError as error:
        raise click.UsageError(str(error)) from error


if TYPE_CHECKING:
    from rich.console import Console


def _progress(target: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=target,
        disable=not target.is_terminal,
    )


if __name__ == "__main__":
    main()
