"""`rrproof erratum` and `rrproof latex`: whole documents in LaTeX.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from checks.commands.claims import verified
from checks.commands.exits import BadInput
from checks.commands.options import check_writable

if TYPE_CHECKING:
    from checks.claim import Paper
    from checks.report import Report

_output = click.option(
    "-o", "--output", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file."
)


@click.command(short_help="The erratum of a paper, in LaTeX.")
@click.argument("paper", metavar="PAPER")
@click.option("--full", is_flag=True, help="Also the derivations, and the theorems as the kernel states them.")
@_output
def erratum(paper: str, full: bool, output: Path | None) -> None:
    """What does not hold in PAPER: what is printed, a counterexample, what is right, and what was proved of it.

    PAPER is a key such as HLM or a claims file. The document compiles with pdflatex; it needs amsmath and booktabs.

    \b
    Examples:
      rrproof erratum HLM -o erratum.tex
      rrproof erratum mine.toml --full -o erratum.tex
    """
    from functools import partial

    from checks.documents import erratum as written

    _write([paper], output, partial(written, full=full), whole=True)


@click.command(short_help="Claims with their derivations, in LaTeX.")
@click.argument("targets", nargs=-1, required=True, metavar="PAPER|CLAIM...")
@_output
def latex(targets: tuple[str, ...], output: Path | None) -> None:
    """A supplement: every claim that is named, with verdict and derivation step by step. It compiles with pdflatex."""
    from checks.documents import supplement

    _write(list(targets), output, supplement)


def _write(
    targets: list[str], output: Path | None, written: Callable[[Paper, Report], str], *, whole: bool = False
) -> None:
    from checks.claim import PaperError, load_paper
    from checks.runner import select

    if output is not None:
        check_writable(output)
    try:
        claims = select(targets)
    except PaperError as error:
        raise BadInput(str(error)) from error
    names = list(dict.fromkeys(claim.paper for claim in claims))
    if len(names) != 1:
        raise BadInput(f"a document is about one paper; {', '.join(names)} were named")
    paper = load_paper(names[0])
    if whole and len(claims) != len(paper.claims):
        raise BadInput(f"{targets[0]} is a claim; name its paper, {paper.name}")
    text = written(paper, verified(claims))
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")
