"""What commands share: reading exact numbers and privacy levels, refusing bad input, writing tables and JSON.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

import click
from rich.text import Text

from checks.commands.exits import BadInput
from checks.inputs.design import at_level, read_design, read_values
from checks.show.console import console, fit, write
from checks.show.plots.canvas import PlotFileError, check_plot_file
from checks.system.envelope import enveloped
from mechanisms.exact.privacy_level import LevelError, PrivacyLevel
from mechanisms.text_files import check_writable

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from mechanisms.design import Design

Command = TypeVar("Command", bound=Callable[..., Any])
NOTES = "rrproof.notes"  # the key of the remarks of a command in its context
_NUMBER = re.compile(r"\d{1,15}(\.\d{1,15}|/0{0,14}[1-9]\d{0,14})?|\.\d{1,15}")

MARGIN_HELP = "Half the length of the interval: 0.03, 3/100 or 3%."

LEVEL_NAMES = ("--epsilon", "--eps")  # of a privacy level
LAW_NAMES = ("--pi", "--prior")  # of the law of the truths; what is one number, such as the share of yes, has only --pi
LAW_METAVAR = "P1,P2,...|FILE"

law_option = click.option(
    *LAW_NAMES,
    "prior",
    metavar=LAW_METAVAR,
    help="The law of the truths: 1/2,1/4,1/4, or yes=1/3,no=2/3, or zipf.  [default: uniform]",
)
DESIGN_HELP = """\b
A design is a file or a name with exact parameters:
  rates.csv, rates.toml, rates.json   rows of entries such as 1/3, 0.25 or 25 %
  rates.csv^T                         the same with truths as columns
  matrix.tex                          one matrix, \\begin{pmatrix} ...
  'rates.csv(p=1/3)'                  entries with a parameter, such as 1 - p
  'grr(k=5, eps=1)'                   randomised response by its privacy level
  'grr(k=5, x=3)'                     the same with e^eps = 3
  'warner(eps=1)', 'warner(p_w=1/3)'  any mechanism of the catalogue
  'grr(k=5, eps=1, delta=1/10)'       the same where it is just private with this delta
  'subset-selection(k=5, l=2, gamma=3)'
"""
values_option = click.option(
    "--at", multiple=True, metavar="NAME=VALUE", help="The value of a parameter of a design: p=1/3, 'eps=log(3)'."
)
as_json_option = click.option("--json", "as_json", is_flag=True, help="As JSON, with exact numbers.")
level_option = click.option(
    "--level",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    metavar="SHARE",
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

    text = value.strip()
    number, per = (text[:-1].rstrip(), 100) if text.endswith("%") else (text, 1)
    if not _NUMBER.fullmatch(number):
        point = number.replace(",", ".")
        hint = f"; write {point}{'%' * (per > 1)}" if _NUMBER.fullmatch(point) else ""
        raise click.BadParameter(f"{value[:40]!r} is no number such as 1/10, 0.1 or 10%{hint}")
    return Fraction(number) / per


def margin_of_error(context: click.Context, parameter: click.Parameter, value: str | None) -> Fraction | None:
    """A margin of error of a share, below 1."""
    margin = exact_number(context, parameter, value)
    if margin is not None and not 0 < margin < 1:
        hint = f"; is {value} % meant? write {value}%, or {float(margin / 100):g}" if 1 <= margin <= 100 else ""
        raise click.BadParameter(f"a margin of error lies between 0 and 1, not at {value}{hint}")
    return margin


@overload
def privacy_level(_: click.Context, __: click.Parameter, value: str) -> PrivacyLevel: ...
@overload
def privacy_level(_: click.Context, __: click.Parameter, value: None) -> None: ...
def privacy_level(_: click.Context, __: click.Parameter, value: str | None) -> PrivacyLevel | None:
    """A privacy level: 1/2, 0.5, log(3) or x=3; None where none was given."""
    if value is None:
        return None
    from checks.inputs.level import read_privacy_level

    try:
        level, note = read_privacy_level(value)
    except LevelError as error:
        raise click.BadParameter(str(error)) from error
    tell_note(note)
    return level


@overload
def rational_privacy_level(context: click.Context, parameter: click.Parameter, value: str) -> PrivacyLevel: ...
@overload
def rational_privacy_level(context: click.Context, parameter: click.Parameter, value: None) -> None: ...
def rational_privacy_level(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> PrivacyLevel | None:
    """A privacy level whose e^eps is rational; that of eps = 1 is taken just below, which is said."""
    level = privacy_level(context, parameter, value)
    if level is None:
        return None
    from checks.inputs.level import rational_level

    x, replaced = rational_level(level)
    tell_note(replaced.sentence if replaced is not None else "")
    return PrivacyLevel.of_x(x)


def writable(_: click.Context, parameter: click.Parameter, value: Path | None) -> Path | None:
    """A file that can be written: said before the work is done, not after it. Raises BadInput where it cannot."""
    if value is not None:
        try:
            check_writable(value, ValueError)
        except ValueError as error:
            raise BadInput(f"{parameter.opts[-1]}: {error}") from error
    return value


def file_option(*names: str, text: str, required: bool = False) -> Callable[[Command], Command]:
    """The option that names a file to write."""
    kind = click.Path(path_type=Path, allow_dash=False)
    return click.option(*names, type=kind, metavar="FILE", callback=writable, required=required, help=text)


def proof_option(
    text: str = "Write the theorems of the kernel, for `rrproof recheck`.",
) -> Callable[[Command], Command]:
    """The option that names the file of the proofs."""
    return file_option("--proof", text=text)


def latex_option(text: str = "As a LaTeX fragment, which needs amsmath.") -> Callable[[Command], Command]:
    """The flag for LaTeX in place of a table."""
    return click.option("--latex", is_flag=True, help=text)


def check_one_format(latex: bool, as_json: bool) -> None:
    """Refuse two formats at once. Raises BadInput for them."""
    if latex and as_json:
        raise BadInput("--latex and --json exclude each other")


def _plot_file(_: click.Context, __: click.Parameter, value: Path | None) -> Path | None:
    """A place where a plot can be written: said before the work is done, not after it."""
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
    """Turn these errors into BadInput: a sentence for the user, and its exit code."""
    try:
        yield
    except errors as error:
        if isinstance(error, OSError) and error.strerror:
            raise BadInput(f"{error.filename}: {error.strerror}" if error.filename else error.strerror) from error
        raise BadInput(str(error)) from error


def consoles() -> tuple[Console, Console]:
    """Where answers go, and where progress and remarks go; with `rrproof --quiet` there are none of these."""
    err = console(sys.stderr)
    context = click.get_current_context(silent=True)
    told = () if context is None else (context.params, context.find_root().params)
    err.quiet = any(given.get("quiet") for given in told)
    return console(sys.stdout), err


def remark(text: str) -> None:
    """Say something beside the answer, on standard error, unless rrproof is to be quiet."""
    if not consoles()[1].quiet:
        click.echo(text, err=True)


def write_text(path: Path, text: str) -> None:
    """Write a file, and say so. Raises BadInput where that is not possible."""
    with as_bad_input(OSError):
        path.write_text(text, encoding="utf-8")
    remark(f"written to {path}")


def check_text_name(path: Path) -> None:
    """Refuse to write what is printed to a name that promises a page. Raises BadInput for it."""
    if path.suffix.lower() in (".html", ".pdf"):
        raise BadInput(f"-o {path}: what is printed is text; --html FILE writes a page, --latex goes to a .tex")


def numeric_design(
    argument: str,
    known: Mapping[str, Fraction] | None = None,
    *,
    at: Sequence[str] = (),
    eps: PrivacyLevel | None = None,
) -> Design:
    """The numeric design of an argument; which rational numbers stand for irrational ones is said beside the answer.

    `at` are values of its parameters as --at gives them, `eps` its level where an option of its own gives that.
    """
    notes: list[str] = []
    values = {**read_values(at), **({} if eps is None else at_level(eps))}
    design = read_design(argument, known, notes, at=values or None)
    for note in notes:
        tell_note(note)
    return design


def tell_note(note: str) -> None:
    """Say beside the answer, once, which rational number stands for which irrational one; JSON has it among `notes`."""
    told: list[str] = click.get_current_context().meta.setdefault(NOTES, [])
    if note and note not in told:
        told.append(note)
        remark(note)


def notes_told() -> Sequence[str]:
    """The sentences of `tell_note` so far."""
    told: Sequence[str] = click.get_current_context().meta.get(NOTES, ())
    return told


def json_text(result: object) -> str:
    """A result as JSON, in the envelope that all commands share (`checks.system.envelope`)."""
    context = click.get_current_context()
    command = context.command_path.removeprefix(context.find_root().info_name or "").strip()
    arguments = {name: value for name, value in context.params.items() if name not in ("as_json", "json_to")}
    envelope = enveloped(command, arguments, result, notes_told())
    return json.dumps(envelope, indent=2, ensure_ascii=False, allow_nan=False)


def print_json(result: object) -> None:
    """Write a result as JSON, in its envelope."""
    click.echo(json_text(result))


def print_sentence(text: str) -> None:
    """Write a sentence, broken between words where the terminal, or a pipe, is narrower."""
    print_table(Text(text))


def print_table(table: RenderableType) -> None:
    """Write a table to the terminal, or plainly to a pipe."""
    fit(table, consoles()[0])
    write(consoles()[0], table)
