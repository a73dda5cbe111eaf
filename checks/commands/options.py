"""What commands share: reading exact numbers and privacy levels, refusing bad input, writing tables and JSON.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.console import RenderableType

    from mechanisms.privacy_level import PrivacyLevel

_NUMBER = re.compile(r"\d{1,15}(\.\d{1,15}|/0{0,14}[1-9]\d{0,14})?")

as_json_option = click.option("--json", "as_json", is_flag=True, help="As JSON, with exact numbers.")


def exact_number(_: click.Context, __: click.Parameter, value: str) -> Fraction:
    """A rational number such as 1/10 or 0.1."""
    if not _NUMBER.fullmatch(value.strip()):
        raise click.BadParameter(f"{value[:40]!r} is no number such as 1/10 or 0.1")
    from fractions import Fraction

    return Fraction(value.strip())


def privacy_level(_: click.Context, __: click.Parameter, value: str) -> PrivacyLevel:
    """A privacy level: 1/2, 0.5 or log(3)."""
    from mechanisms.privacy_level import LevelError, PrivacyLevel

    try:
        return PrivacyLevel.read(value)
    except LevelError as error:
        raise click.BadParameter(str(error)) from error


@contextmanager
def as_bad_input(*errors: type[Exception]) -> Iterator[None]:
    """Turn these errors into a sentence for the user and the exit code of bad input."""
    from checks.cli import BadInput

    try:
        yield
    except errors as error:
        raise BadInput(str(error)) from error


def print_json(data: object) -> None:
    """Write data as JSON."""
    import json

    click.echo(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))


def print_table(table: RenderableType) -> None:
    """Write a table to the terminal, or plainly to a pipe."""
    import sys

    from checks.render import console, write

    write(console(sys.stdout), table)


def short(value: Fraction | float) -> str:
    """Six significant digits."""
    return f"{float(value):.6g}"
