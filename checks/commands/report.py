"""`rrproof report`: papers and claims as one HTML page.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

from os.path import relpath
from pathlib import Path
from urllib.parse import quote

import click

from checks.commands.claims import report_on, running_options, selected, usable_cores
from checks.commands.completion import complete_target
from checks.commands.exits import INTERRUPTED, BadInput
from checks.commands.export import write_claims
from checks.commands.options import (
    consoles,
    file_option,
)

EXAMPLES = """\b
Examples:
  rrproof report HLM --html hlm.html
  rrproof report mine.toml --html mine.html
  rrproof report HLM-85 HLM-88 --html two.html
  rrproof report HLM-85 --html one.html --coq coq
  rrproof report --no-proofs --html all.html
"""


@click.command(epilog=EXAMPLES)
@click.argument("targets", nargs=-1, metavar="[PAPER|FILE|CLAIM]...", shell_complete=complete_target)
@file_option("--html", text="The page to write.")
@file_option("-o", "--output", text="The same.")
@click.option("--no-proofs", is_flag=True, help="Leave out the proof objects, which are most of a large page.")
@click.option(
    "--coq", "coq", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Write the proofs for Coq into DIR as well, and link the file of each claim.",
)  # fmt: skip
@click.option("--no-figures", is_flag=True, help="Do not draw the figures of the papers again.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes at work.  [default: usable cores]")
@running_options
@click.option("-q", "--quiet", is_flag=True, help="No progress, and nothing said of the page.")
def report(
    targets: tuple[str, ...],
    html: Path | None,
    output: Path | None,
    no_proofs: bool,
    coq: Path | None,
    no_figures: bool,
    jobs: int | None,
    timeout: float,
    seed: int,
    no_cache: bool,
    quiet: bool,
) -> None:
    """Write what is found of papers and claims as one self-contained page; of all papers when none is named.

    The page needs no network. It has the verdict of each claim, and to unfold: the printed formula, a counterexample,
    what is right, the derivation, what had to be shown, second witnesses, figures, and the proofs to save, which
    `rrproof recheck` checks. It can be filtered and searched, read on a phone, in the dark, by keyboard and in print.
    Claims that have been verified before come from the cache.
    """
    target = html or output
    if target is None or (html is not None and output is not None):
        raise BadInput("one page is written: --html FILE, or -o FILE, says where")
    claims = selected(targets)
    from checks.show.html.report import report_page

    found, interrupted = report_on(
        claims,
        quiet=quiet,
        jobs=jobs or usable_cores(),
        timeout=timeout,
        seed=seed,
        use_cache=not no_cache,
    )
    if interrupted:
        consoles()[1].print(f"stopped: {len(found.records)} of {len(claims)} claims are done; no page is written")
        raise click.exceptions.Exit(INTERRUPTED)
    files = {}
    if coq is not None:
        written = write_claims(claims, coq, jobs, tells=not quiet)
        where = quote(Path(relpath(coq, target.parent)).as_posix())
        files = {claim: f"{where}/{name}" for claim, name in written.items()}
    made = report_page(found, with_proofs=not no_proofs, with_figures=not no_figures, coq_files=files)
    target.write_text(made.html, encoding="utf-8")
    if not quiet:
        click.echo(f"{target}: {len(claims)} claim{'s' * (len(claims) != 1)}, {made.size}")
