"""`rrproof init`: files to start from.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from checks.commands.exits import BadInput


@click.group(short_help="Write a file to start from.")
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
@_force
def paper(file: Path, mechanism: Literal["protocol", "matrix", "catalogue"], force: bool) -> None:
    """Write a commented claims file, for a paper of one's own.

    The file is an example that runs, with an error in it that is found: replace it bit by bit.

    \b
    rrproof init paper mine.toml
    rrproof init paper mine.toml --mechanism matrix
    rrproof verify mine.toml
    """
    from checks.papers.example import example

    if file.suffix != ".toml":
        raise BadInput(f"{file}: the name of a claims file ends with .toml")
    _write(file, example(mechanism), force)
    click.echo(f"{file} written; rrproof verify {file}")


@init.command()
@_file
@_force
def schema(file: Path, force: bool) -> None:
    """Write the JSON schema of claims files, for editors that check TOML."""
    import json

    from checks.papers.schema import claims_schema

    _write(file, json.dumps(claims_schema(), indent=2) + "\n", force)
    click.echo(f"{file} written")
