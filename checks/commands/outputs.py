"""The outputs that all commands share: `-o FILE`, `--latex` and `--html FILE`, for those that have none of their own.

A command prints its answer once; these options turn what it prints into the other forms.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from functools import wraps
from io import StringIO
from pathlib import Path
from typing import Any

import click

from checks.commands.exits import GIVEN, BadInput
from checks.commands.options import check_text_name, file_option, latex_option, notes_told, write_text
from checks.show.console import Recorder

OUTPUT = "Write what would be printed to FILE: the table, or JSON with --json, LaTeX with --latex."
LATEX = "As a LaTeX fragment, which needs amsmath, booktabs and longtable."
HTML = "Write a page with the answer as well."


def take_outputs(command: click.Command) -> None:
    """Give a command, or the commands of a group, those of the options that it lacks."""
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            take_outputs(inner)
        return
    own = {option for parameter in command.params for option in parameter.opts}
    if "--json" not in own:
        return
    if "-o" not in own:
        _take_output(command)
    if any(parameter.name == "as_json" for parameter in command.params):
        if "--latex" not in own:
            command.params.append(_option(latex_option(LATEX)))
            command.callback = _in_latex(command)
        if "--html" not in own:
            command.params.append(_option(file_option("--html", text=HTML)))
            command.callback = _in_html(command)


def _option(decorator: Callable[[Callable[[], None]], Any]) -> click.Option:
    (option,) = decorator(lambda: None).__click_params__
    assert isinstance(option, click.Option)
    return option


def _take_output(command: click.Command) -> None:
    option = _option(file_option("-o", "--output", text=OUTPUT))
    checked = option.callback
    assert checked is not None, "it looks whether the file can be written"

    def redirect(context: click.Context, parameter: click.Parameter, value: Path | None) -> None:
        if value is not None:
            checked(context, parameter, value)
            check_text_name(value)
            context.with_resource(_printed_to(value))

    option.callback, option.expose_value = redirect, False
    command.params.append(option)


@contextmanager
def _printed_to(path: Path) -> Iterator[None]:
    """Keep what is printed, and write it to a file at the end; nothing where nothing was printed."""
    kept = StringIO()
    with redirect_stdout(kept):
        yield
    if kept.getvalue():
        write_text(path, kept.getvalue())


def _in_latex(command: click.Command) -> Callable[..., Any]:
    """The command, which with --latex typesets what it prints."""
    run = command.callback
    assert run is not None

    @wraps(run)
    def wrapped(*arguments: Any, latex: bool, **given: Any) -> None:
        if not latex:
            run(*arguments, **given)
            return
        if given["as_json"]:
            raise BadInput("--latex and --json exclude each other")
        from checks.show.answer_latex import fragment

        recorder = Recorder(StringIO())
        try:
            with redirect_stdout(recorder):
                run(*arguments, **given)
        finally:
            if recorder.parts:
                click.echo(fragment(recorder.parts))

    return wrapped


def _in_html(command: click.Command) -> Callable[..., Any]:
    """The command, which with --html writes a page of the table that it prints."""
    run = command.callback
    assert run is not None

    @wraps(run)
    def wrapped(*arguments: Any, html: Path | None, **given: Any) -> None:
        if html is None:
            run(*arguments, **given)
            return
        from checks.show.html.answer import page

        recorder, target = Recorder(sys.stdout), html

        def write() -> None:
            if recorder.parts:
                asked = shlex.join(click.get_current_context().meta[GIVEN])
                notes = [f"\n\n{note[:1].upper()}{note[1:]}.\n" for note in notes_told()]
                write_text(target, page(_title(command), [*recorder.parts, *notes], asked))

        with ExitStack() as stack:
            stack.callback(write)
            if given["as_json"] or given.get("latex"):  # once more, for the page alone
                run(*arguments, **given)
                recorder.to = StringIO()
                stack.enter_context(redirect_stderr(StringIO()))
                given |= {"as_json": False} | ({"latex": False} if "latex" in given else {})
            stack.enter_context(redirect_stdout(recorder))
            run(*arguments, **given)

    return wrapped


def _title(command: click.Command) -> str:
    """The command with its arguments as they were given, without options."""
    context: click.Context | None = click.get_current_context()
    given = click.get_current_context().params
    names: list[str] = []
    while context is not None and context.parent is not None:
        names.insert(0, context.info_name or "")
        context = context.parent
    for parameter in command.params:
        value = given.get(parameter.name or "") if isinstance(parameter, click.Argument) else None
        several = value if isinstance(value, tuple) else () if value is None else (value,)
        names += map(str, several) if parameter.nargs == -1 else [",".join(map(str, several))]
    return " ".join(["rrproof", *filter(None, names)])
