"""`rrproof show`: one claim with its derivation and proofs.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from checks.claims.claim import PaperError
from checks.claims.proofs import RecheckError, outlines, without_proofs
from checks.commands.claims import one_claim, report_on, running_options
from checks.commands.completion import complete_target
from checks.commands.exits import INTERRUPTED, BadInput, NotProved
from checks.commands.options import (
    as_bad_input,
    check_one_format,
    consoles,
    file_option,
    latex_option,
    plot_option,
    print_json,
    proof_option,
    write_text,
)
from checks.papers.collection import load_paper
from checks.show.console import write
from checks.show.plots.canvas import MissingPlotPackageError, PlotFileError, save
from checks.show.plots.paper_figures import paper_figures
from checks.show.render import shown
from checks.show.typeset import fragment

if TYPE_CHECKING:
    from checks.claims.claim import Claim


@click.command()
@click.argument("claim", shell_complete=complete_target)
@latex_option("As a LaTeX fragment, which needs amsmath and amssymb.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, with the derivation and what had to be shown.")
@proof_option()
@file_option("--html", text="Write a page with all that is known of the claim, as `rrproof report` does.")
@plot_option("--plot", text="Plot a figure of the paper again, to an .svg, .png or .pdf file.")
@running_options
def show(
    claim: str,
    latex: bool,
    as_json: bool,
    proof: Path | None,
    html: Path | None,
    plot: Path | None,
    timeout: float,
    seed: int,
    no_cache: bool,
) -> None:
    """Show one claim: print, verdict, derivation, what had to be shown, proofs, witnesses.

    The proofs that are summed up here have just been checked once more by the kernel.
    """
    check_one_format(latex, as_json)
    chosen = one_claim(claim)
    if plot is not None:
        _plot(chosen, plot)

    out, err = consoles()
    quiet = not err.is_terminal
    found, interrupted = report_on(
        [chosen], quiet=quiet, with_tally=False, jobs=1, timeout=timeout, seed=seed, use_cache=not no_cache
    )
    if interrupted:
        raise click.exceptions.Exit(INTERRUPTED)
    (record,) = found.records

    paper = load_paper(chosen.paper)
    if latex:
        click.echo(fragment(paper, chosen, record))
    elif as_json:
        print_json(without_proofs(record))
    else:
        try:
            write(out, shown(paper, record, outlines(record)))
        except RecheckError as error:
            raise NotProved(str(error)) from error
    if html is not None:
        from checks.show.html.report import report_page

        write_text(html, report_page(found).html)
    if proof is not None:
        from checks.recheck.proof_files import write_proofs

        count = write_proofs(record, proof)
        err.print(f"{count} proof{'s' if count != 1 else ''} written to {proof}")


def _plot(claim: Claim, path: Path) -> None:
    figures = paper_figures(claim.paper)
    if claim.id not in figures:
        known = f"the figures of {claim.paper} are {', '.join(sorted(figures))}" if figures else "the paper has none"
        raise BadInput(f"--plot: {claim.id} is no figure; {known}")
    with as_bad_input(MissingPlotPackageError, PlotFileError, PaperError):
        save(figures[claim.id](), path)
