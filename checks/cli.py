"""The command line. Nothing heavy is imported before a command needs it, so that `--help` answers at once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from checks import TIMEOUT
from checks.commands.binary import binary
from checks.commands.blackwell import blackwell
from checks.commands.deck import deck
from checks.commands.design import design
from checks.commands.documents import erratum, latex
from checks.commands.estimate import estimate
from checks.commands.init import init
from checks.commands.oracles import oracles
from checks.commands.recheck import recheck
from checks.commands.relax import relax
from checks.commands.sizes import epsilon_for, sample_size
from checks.commands.subsets import subsets

if TYPE_CHECKING:
    from rich.console import Console

    from checks.claim import Claim
    from checks.progress import Display
    from checks.record import ClaimRecord
    from checks.report import Report

FAILED, BAD_INPUT, NO_WORKER, INTERRUPTED = 1, 2, 3, 130

EPILOG = """\b
Exit codes:
  0    it ran to its end
  1    a verdict of --fail-on occurred, or a proof does not check
  2    bad input
  3    no verifying process could be started
  130  stopped with Ctrl-C; what was done is kept and shown

\b
Results are kept in RRPROOF_CACHE_DIR (else XDG_CACHE_HOME/rrproof, else
~/.cache/rrproof). NO_COLOR=1 switches colours off. Completion in the shell:
  eval "$(_RRPROOF_COMPLETE=bash_source rrproof)"   (or zsh_source)
"""


class NotProved(click.ClickException):
    """A proof object does not check."""

    exit_code = FAILED


class BadInput(click.ClickException):
    """What the user gave cannot be used; the sentence says why."""

    exit_code = BAD_INPUT


class NoWorker(click.ClickException):
    """Nothing can be verified on this machine as it is."""

    exit_code = NO_WORKER


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit with its code."""
    try:
        code = rrproof.main(arguments, prog_name="rrproof", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    sys.exit(code or 0)


def _print_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from checks.versions import version_of

        click.echo(f"rrproof {version_of('rrproof')}")
        context.exit()


@click.group(epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
def rrproof() -> None:
    """Verify what papers on randomized response and local differential privacy claim.

    Every claim is derived again from first principles; what is proved or refuted has a proof object that a small
    kernel has checked with exact arithmetic.
    """


rrproof.add_command(binary)
rrproof.add_command(blackwell)
rrproof.add_command(deck)
rrproof.add_command(epsilon_for)
rrproof.add_command(erratum)
rrproof.add_command(estimate)
rrproof.add_command(init)
rrproof.add_command(latex)
rrproof.add_command(design)
rrproof.add_command(oracles)
rrproof.add_command(relax)
rrproof.add_command(sample_size)
rrproof.add_command(subsets)
rrproof.add_command(recheck)


# -- arguments -----------------------------------------------------------------------------------------------------


def _complete_target(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    from checks.claim import load_paper, paper_keys

    papers = [load_paper(key) for key in paper_keys()]
    names = [name for paper in papers for name in (paper.key, *(c.id for c in paper.claims))]
    return [name for name in names if name.startswith(incomplete.upper())]


def _verdicts(_: click.Context, __: click.Parameter, value: str | None) -> frozenset[str]:
    """The verdicts in a comma-separated list."""
    if value is None:
        return frozenset()
    from checks.verdict import Verdict

    names = [name.strip() for name in value.split(",") if name.strip()]
    known = [verdict.value for verdict in Verdict]
    wrong = [name for name in names if name not in known]
    if wrong or not names:
        raise click.BadParameter(f"{', '.join(wrong) or 'nothing'} is no verdict; the verdicts are {', '.join(known)}")
    return frozenset(names)


def _selected(targets: Sequence[str]) -> list[Claim]:
    from checks.claim import PaperError
    from checks.runner import select

    try:
        return select(targets)
    except PaperError as error:
        raise BadInput(str(error)) from error


def _claim(name: str) -> Claim:
    claims = _selected([name])
    if len(claims) != 1 or not name.upper().endswith(claims[0].id.upper()):
        raise BadInput(f"{name} is a paper; name one of its claims, for example {claims[0].id}")
    return claims[0]


def _consoles() -> tuple[Console, Console]:
    """Where reports go, and where progress and warnings go."""
    from checks.render import console

    return console(sys.stdout), console(sys.stderr)


def _usable_cores() -> int:
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _running(command: Callable[..., None]) -> Callable[..., None]:
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
            help="Seconds that a claim may take; past it, it is unknown.",
        ),
    ):
        command = option(command)
    return command


def _json(data: object) -> str:
    import json

    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False)


# -- commands ------------------------------------------------------------------------------------------------------


@rrproof.command()
@click.argument("targets", nargs=-1, metavar="[PAPER|CLAIM]...", shell_complete=_complete_target)
@click.option("--json", "json_to", metavar="OUT", help="Write the report to a file as JSON; - is standard output.")
@click.option("--markdown", "markdown_to", metavar="OUT", help="Write the report as a Markdown page; - as above.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes at work.  [default: usable cores]")
@_running
@click.option("--recheck", is_flag=True, help="Let the kernel check the proofs of kept results once more.")
@click.option(
    "--fail-on", callback=_verdicts, metavar="LIST", help="Exit 1 when one of these verdicts occurs: refuted,unknown."
)
@click.option("--proofs", metavar="DIR", type=click.Path(file_okay=False, path_type=Path), help="Write proof files.")
@click.option("-q", "--quiet", is_flag=True, help="No progress and no table.")
@click.option("-v", "--verbose", is_flag=True, help="Also what was found on the claims that hold.")
def verify(
    targets: tuple[str, ...],
    json_to: str | None,
    markdown_to: str | None,
    jobs: int | None,
    timeout: float,
    seed: int,
    no_cache: bool,
    recheck: bool,
    fail_on: frozenset[str],
    proofs: Path | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Verify papers and claims by name; all papers when none is named.

    Prints a table, how many claims got each verdict, and what does not hold: where it breaks, a counterexample in
    exact numbers, and what is right instead. Claims that are false come before slips of the pen.
    """
    claims = _selected(targets)
    if json_to == markdown_to == "-":
        raise BadInput("--json and --markdown: only one of them can go to standard output")
    for target in (json_to, markdown_to):
        if target not in (None, "-"):
            check_writable(Path(target))
    if proofs is not None:
        _make_directory(proofs)
    from checks.progress import Display
    from checks.render import report as rendered
    from checks.render import write
    from checks.report import Report

    out, err = _consoles()
    display = Display(err, len(claims), quiet=quiet)
    records, interrupted = _run(
        claims,
        display,
        jobs=jobs or _usable_cores(),
        timeout=timeout,
        seed=seed,
        use_cache=not no_cache,
        recheck=recheck,
        with_proofs=proofs is not None,
    )
    if not quiet:
        err.print(display.tally())
    found = Report(tuple(records[c.id] for c in claims if c.id in records), seed)
    if proofs is not None:
        from checks.proofs import write_proofs

        for record in found.records:
            write_proofs(record, proofs / f"{record.id}.json")
    for target, written in ((json_to, _json_report), (markdown_to, _markdown_report)):
        if target == "-":
            click.echo(written(found))
        elif target is not None:
            Path(target).write_text(written(found) + "\n", encoding="utf-8")
    if "-" not in (json_to, markdown_to):
        write(out, rendered(found, with_table=not quiet, verbose=verbose))
    if interrupted:
        err.print(f"stopped: {len(records)} of {len(claims)} claims are done")
        raise click.exceptions.Exit(INTERRUPTED)
    if fail_on.intersection(found.summary):
        raise click.exceptions.Exit(FAILED)


def _json_report(found: Report) -> str:
    return _json(found.to_json())


def _markdown_report(found: Report) -> str:
    from checks.claim import load_paper
    from checks.pages import page

    return "\n\n".join(page(load_paper(key), found) for key in dict.fromkeys(r.paper for r in found.records))


def _run(claims: Sequence[Claim], display: Display, **options: Any) -> tuple[dict[str, ClaimRecord], bool]:
    """The records by claim id, and whether Ctrl-C ended the run before all were there."""
    from contextlib import closing

    from checks.pool import Finished, WorkerError
    from checks.runner import Kept, run

    records: dict[str, ClaimRecord] = {}
    try:
        with closing(run(claims, **options)) as events, display:
            for event in events:
                if isinstance(event, (Finished, Kept)):
                    records[event.claim.id] = event.record
                display.show(event)
    except KeyboardInterrupt:
        return records, True
    except ValueError as error:
        raise BadInput(str(error)) from error
    except WorkerError as error:
        raise NoWorker(str(error)) from error
    return records, False


def verified(claims: Sequence[Claim], *, seed: int = 0) -> Report:
    """The report on claims with the usual options, kept results included; progress is shown on a terminal."""
    from checks.progress import Display
    from checks.report import Report

    _, err = _consoles()
    display = Display(err, len(claims), quiet=not err.is_terminal)
    records, interrupted = _run(claims, display, jobs=_usable_cores(), timeout=TIMEOUT, seed=seed)
    if interrupted:
        raise click.exceptions.Exit(INTERRUPTED)
    return Report(tuple(records[c.id] for c in claims), seed)


def check_writable(path: Path) -> None:
    """Say that a file cannot be written before the work is done, not after it."""
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise BadInput(f"{path} cannot be written: {'it' if path.is_dir() else path.parent} is no file in a directory")


def _make_directory(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"--proofs: {path} cannot be made a directory: {error.strerror}") from error


@rrproof.command()
@click.argument("claim", shell_complete=_complete_target)
@click.option("--latex", is_flag=True, help="As a LaTeX fragment, which needs amsmath and amssymb.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, with the derivation and what had to be shown.")
@click.option(
    "--proof",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the proof objects to a file, for `rrproof recheck`.",
)
@click.option(
    "--plot",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Plot a figure of the paper again, to a .png, .svg or .pdf file.",
)
@_running
def show(
    claim: str,
    latex: bool,
    as_json: bool,
    proof: Path | None,
    plot: Path | None,
    timeout: float,
    seed: int,
    no_cache: bool,
) -> None:
    """Show one claim: print, verdict, derivation, what had to be shown, proofs, witnesses.

    The proofs that are summed up here have just been checked once more by the kernel.
    """
    if latex and as_json:
        raise BadInput("--latex and --json exclude each other")
    for path in (proof, plot):
        if path is not None:
            check_writable(path)
    chosen = _claim(claim)
    if plot is not None:
        _plot(chosen, plot)
    from checks.progress import Display

    out, err = _consoles()
    display = Display(err, 1, quiet=not err.is_terminal)
    records, interrupted = _run([chosen], display, jobs=1, timeout=timeout, seed=seed, use_cache=not no_cache)
    if interrupted:
        raise click.exceptions.Exit(INTERRUPTED)
    record = records[chosen.id]
    from checks.claim import load_paper

    paper = load_paper(chosen.paper)
    if latex:
        from checks.typeset import fragment

        click.echo(fragment(paper, chosen, record))
    elif as_json:
        from checks.proofs import without_proofs

        click.echo(_json(without_proofs(record)))
    else:
        from checks.proofs import RecheckError, outlines
        from checks.render import shown, write

        try:
            write(out, shown(paper, record, outlines(record)))
        except RecheckError as error:
            raise NotProved(str(error)) from error
    if proof is not None:
        from checks.proofs import write_proofs

        count = write_proofs(record, proof)
        err.print(f"{count} proof{'s' if count != 1 else ''} written to {proof}")


def _plot(claim: Claim, path: Path) -> None:
    from checks.verification import paper_model

    figures = paper_model(claim.paper).figures
    if claim.id not in figures:
        raise BadInput(
            f"--plot: {claim.id} is no figure; the figures of {claim.paper} are {', '.join(sorted(figures))}"
        )
    try:
        figures[claim.id](path)
    except (ImportError, ValueError) as error:
        raise BadInput(f"--plot: {error}") from error


@rrproof.command("list")
@click.argument("targets", nargs=-1, metavar="[PAPER|CLAIM]...", shell_complete=_complete_target)
def list_claims(targets: tuple[str, ...]) -> None:
    """List papers and their claims."""
    from checks import render
    from checks.claim import load_paper

    claims = _selected(targets)
    out, _ = _consoles()
    for key in dict.fromkeys(claim.paper for claim in claims):
        paper, chosen = load_paper(key), [claim for claim in claims if claim.paper == key]
        render.write(out, render.listing(paper, chosen))
