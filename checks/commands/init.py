"""`rrproof init`: files to start from.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import click

from checks.commands.completion import complete_design
from checks.commands.exits import BadInput
from checks.commands.options import as_bad_input
from checks.inputs.design import DesignArgumentError
from checks.papers.example import example
from checks.papers.of_design import claims_of_design
from checks.papers.schema import claims_schema


class _Files(click.Group):
    """Commands by the file that they write; a name that ends with .toml alone is that of a claims file."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `paper` before the name of a claims file."""
        return super().parse_args(ctx, ["paper", *args] if args and args[0].endswith(".toml") else args)


@click.group(cls=_Files)
def init() -> None:
    """Write a file to start from."""


def _write(file: Path, content: str, force: bool) -> None:

    if file.exists() and not force:
        raise BadInput(f"{file} exists; --force writes over it")
    try:
        file.write_text(content, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror}") from error


_force = click.option("--force", is_flag=True, help="Write over a file that exists.")
_file = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


@init.command()
@_file
@click.option(
    "--mechanism",
    type=click.Choice(["protocol", "matrix", "catalogue"]),
    default="protocol",
    show_default=True,
    help="How the file says how a respondent answers; the other ways stand in it as comments.",
)
@click.option(
    "--of", "design", metavar="DESIGN", shell_complete=complete_design, help="Instead, write one on formulas of DESIGN."
)
@click.option("--formula", "formulas", multiple=True, metavar="LATEX", help="With --of: a formula, given any times.")
@click.option(
    "--from",
    "document",
    metavar="PAPER.tex",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Instead, write one on the equations and theorems of a LaTeX document.",
)
@_force
def paper(
    file: Path,
    mechanism: Literal["protocol", "matrix", "catalogue"],
    design: str | None,
    formulas: tuple[str, ...],
    document: Path | None,
    force: bool,
) -> None:
    """Write a commented claims file, for a paper of one's own.

    The file is an example that runs, with an error in it that is found: replace it bit by bit. With --from it holds the
    macros, displayed equations and theorems of a document, and leaves symbols, mechanism and names to say.

    \b
    rrproof init paper mine.toml
    rrproof init paper mine.toml --mechanism matrix
    rrproof init paper mine.toml --from paper.tex
    rrproof init paper mine.toml --of 'grr(k=3)' --formula '\\hat\\pi_1 = ...'
    rrproof verify mine.toml
    """
    if file.suffix != ".toml":
        raise BadInput(f"{file}: the name of a claims file ends with .toml")
    if formulas and design is None:
        raise BadInput("--formula goes with --of, which says the design")
    if document is not None and design is not None:
        raise BadInput("--from and --of exclude each other: a file is on a document, or on formulas of a design")
    if document is not None:
        text = _of_document(document)
    else:
        text = example(mechanism) if design is None else _of_design(design, formulas)
    _write(file, text, force)
    click.echo(f"{file} written; rrproof verify {file}")


def _of_design(design: str, formulas: tuple[str, ...]) -> str:
    with as_bad_input(DesignArgumentError):
        return claims_of_design(design, formulas)


def _of_document(document: Path) -> str:
    from checks.papers.from_document import claims_of_document
    from checks.reading.document import DocumentError

    with as_bad_input(DocumentError):
        return claims_of_document(document)


@init.command()
@_file
@_force
def schema(file: Path, force: bool) -> None:
    """Write the JSON schema of claims files, for editors that check TOML."""
    _write(file, json.dumps(claims_schema(), indent=2) + "\n", force)
    click.echo(f"{file} written")
