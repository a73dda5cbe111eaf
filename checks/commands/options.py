"""What commands share: reading exact numbers and privacy levels, refusing bad input, writing tables and JSON.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

import click

from checks.commands.exits import BadInput

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.console import Console, RenderableType

    from mechanisms.privacy_level import PrivacyLevel

Command = TypeVar("Command", bound=Callable[..., Any])
_NUMBER = re.compile(r"\d{1,15}(\.\d{1,15}|/0{0,14}[1-9]\d{0,14})?")

MARGIN_HELP = "Half the length of the interval: 0.03 or 3/100."

LEVEL_NAMES = ("--epsilon", "--eps")  # of a privacy level
LAW_NAMES = ("--pi", "--prior")  # of the law of the truths; what is one number, such as the share of yes, has only --pi
LAW_METAVAR = "P1,P2,...|FILE"

law_option = click.option(
    *LAW_NAMES,
    "prior",
    metavar=LAW_METAVAR,
    help="The law of the truths: 1/2,1/4,1/4, or yes=1/3,no=2/3, or zipf.  [default: uniform]",
)
values_option = click.option(
    "--at", multiple=True, metavar="NAME=VALUE", help="The value of a parameter of a design: p=1/3, 'eps=log(3)'."
)
as_json_option = click.option("--json", "as_json", is_flag=True, help="As JSON, with exact numbers.")
level_option = click.option(
    "--level",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    help="Confidence of the interval.",
)


@overload
def exact_number(_: click.Context, __: click.Parameter, value: str) -> Fraction: ...
@overload
def exact_number(_: click.Context, __: click.Parameter, value: None) -> None: ...
def exact_number(_: click.Context, __: click.Parameter, value: str | None) -> Fraction | None:
    """A rational number such as 1/10 or 0.1; None where none was given."""
    if value is None:
        return None
    if not _NUMBER.fullmatch(value.strip()):
        raise click.BadParameter(f"{value[:40]!r} is no number such as 1/10 or 0.1")
    from fractions import Fraction

    return Fraction(value.strip())


@overload
def privacy_level(_: click.Context, __: click.Parameter, value: str) -> PrivacyLevel: ...
@overload
def privacy_level(_: click.Context, __: click.Parameter, value: None) -> None: ...
def privacy_level(_: click.Context, __: click.Parameter, value: str | None) -> PrivacyLevel | None:
    """A privacy level: 1/2, 0.5 or log(3); None where none was given."""
    if value is None:
        return None
    from mechanisms.privacy_level import LevelError, PrivacyLevel

    try:
        return PrivacyLevel.read(value)
    except LevelError as error:
        raise click.BadParameter(str(error)) from error


def _plot_file(_: click.Context, __: click.Parameter, value: Path | None) -> Path | None:
    """A place where a plot can be written: said before the work is done, not after it."""
    from checks.plots.canvas import PlotFileError, check_plot_file

    try:
        return None if value is None else check_plot_file(value)
    except PlotFileError as error:
        raise click.BadParameter(str(error)) from error


def plot_option(*names: str, text: str, required: bool = False) -> Callable[[Command], Command]:
    """The option that names the file of a plot."""
    kind = click.Path(path_type=Path)
    return click.option(*names, type=kind, metavar="FILE", callback=_plot_file, required=required, help=text)


@contextmanager
def as_bad_input(*errors: type[Exception]) -> Iterator[None]:
    """Turn these errors into a sentence for the user and the exit code of bad input."""
    try:
        yield
    except errors as error:
        raise BadInput(str(error)) from error


def check_writable(path: Path) -> None:
    """Say that a file cannot be written before the work is done, not after it."""
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise BadInput(f"{path} cannot be written: {'it' if path.is_dir() else path.parent} is no file in a directory")


def consoles() -> tuple[Console, Console]:
    """Where answers go, and where progress and remarks go; with `rrproof --quiet` there are none of these."""
    import sys

    from checks.render import console

    err = console(sys.stderr)
    context = click.get_current_context(silent=True)
    err.quiet = context is not None and bool(context.find_root().params.get("quiet"))
    return console(sys.stdout), err


def json_text(data: object) -> str:
    """Data as JSON."""
    import json

    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False)


def print_json(data: object) -> None:
    """Write data as JSON."""
    click.echo(json_text(data))


def print_table(table: RenderableType) -> None:
    """Write a table to the terminal, or plainly to a pipe."""
    from checks.render import write

    write(consoles()[0], table)


def short(value: Fraction | float) -> str:
    """Six significant digits."""
    return f"{float(value):.6g}"
