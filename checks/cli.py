"""The command line: which commands there are.

A command is imported when it is asked for, and what it needs when it runs. A new command is one line of `SECTIONS`.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, NoReturn

import click

from checks.commands.exits import BAD_INPUT, INTERRUPTED
from checks.commands.outputs import take_outputs

SECTIONS = {  # section: command: the module in checks/commands, and its name there when it is another
    "Papers": {
        "verify": "verify",
        "show": "show",
        "list": "list_claims",
        "read": "read",
        "words": "words",
        "init": "init",
        "erratum": "documents:erratum",
        "latex": "documents:latex",
        "report": "report",
        "recheck": "recheck",
        "export": "export",
    },
    "Designs": {
        "catalogue": "catalogue",
        "analyze": "analyze",
        "certificate": "certificate",
        "compare": "compare",
        "design": "design",
        "binary": "binary",
        "blackwell": "blackwell",
        "relax": "relax",
        "plot": "plot",
    },
    "Surveys": {
        "estimate": "estimate",
        "sample-size": "sample_size",
        "epsilon-for": "epsilon_for",
    },
    "Simulations and samplers": {
        "simulate": "simulate",
        "sweep": "sweep",
        "audit": "audit",
    },
    "Families of mechanisms": {
        "oracles": "oracles",
        "subsets": "subsets",
        "deck": "deck",
    },
}

WORDS = {  # what else a command may be called
    "analyse": "analyze", "check": "recheck", "optimize": "design", "optimise": "design", "optimal": "design",
    "samplesize": "sample-size", "simulation": "simulate", "mechanisms": "catalogue", "catalog": "catalogue",
    "privacy": "analyze", "epsilon": "epsilon-for", "errata": "erratum", "prove": "verify", "certify": "certificate",
}  # fmt: skip
EPILOG = """\b
Exit codes:
  0    it ran to its end
  1    a verdict of --fail-on occurred, an eps lies above --fail-above, or
       something does not check or agree
  2    bad input
  3    no verifying process could be started
  4    an audit ended undecided
  130  stopped with Ctrl-C; what was done is kept and shown

\b
Results are kept in RRPROOF_CACHE_DIR (else XDG_CACHE_HOME/rrproof, else
~/.cache/rrproof). NO_COLOR=1 switches colours off; COLUMNS=120 sets the width
of a pipe. Completion in the shell:
  eval "$(_RRPROOF_COMPLETE=bash_source rrproof)"   (or zsh_source, fish_source)
"""
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Commands(click.Group):
    """The commands of `SECTIONS`, imported one by one, and listed by section."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order in which the help shows them."""
        return [name for commands in SECTIONS.values() for name in commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name."""
        for commands in SECTIONS.values():
            if cmd_name in commands:
                module, _, attribute = commands[cmd_name].partition(":")
                command = getattr(import_module(f"checks.commands.{module}"), attribute or module)
                assert isinstance(command, click.Command)
                _take_quiet(command)
                take_outputs(command)
                return command
        return None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of the first word; where there is none, those that are spelt like it are named."""
        if args and args[0] == "help":
            args = [*args[1:], "--help"]
            if args == ["--help"]:
                click.echo(ctx.get_help())
                ctx.exit()
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            close = get_close_matches(args[0], [*self.list_commands(ctx), *WORDS], n=3)
            meant = list(dict.fromkeys(WORDS.get(word, word) for word in close))
            hint = f"did you mean {' or '.join(meant)}?" if meant else "rrproof --help lists them"
            raise click.UsageError(f"there is no command {args[0]!r}; {hint}", ctx) from error

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a standard output that is full or closed is told here, where click would exit with 1."""
        try:
            return super().invoke(ctx)
        except OSError as error:
            raise click.exceptions.Exit(_broken_output(error)) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one list for each section, all of the same width."""
        width = max(map(len, self.list_commands(ctx)))
        for section, commands in SECTIONS.items():
            found = [(name, self.get_command(ctx, name)) for name in commands]
            with formatter.section(section):
                room = formatter.width - width - 4
                formatter.write_dl([(f"{n:{width}}", c.get_short_help_str(room)) for n, c in found if c is not None])


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit with its code."""
    try:
        code = rrproof.main(arguments, prog_name="rrproof", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        _hint(error, sys.argv[1:] if arguments is None else arguments)
        code = error.exit_code
    except OSError as error:  # of what is printed before a command runs, such as its help
        code = _broken_output(error)
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    sys.exit(code or 0)


def _hint(error: click.ClickException, arguments: Sequence[str]) -> None:
    """A file behind the flag --json is meant for -o."""
    flags = [flag for flag in ("--json", "--latex") if flag in arguments]
    if flags and "unexpected extra argument" in error.message:
        click.echo(f"{flags[0]} prints the answer; -o FILE writes it to a file.", err=True)


def _broken_output(error: OSError) -> int:
    """Standard output, or the disk, is full or closed: a sentence, or nothing for a reader that has read enough."""
    import os

    if error.errno not in (errno.ENOSPC, errno.EPIPE, errno.EIO):
        raise error
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left is not flushed again
    if error.errno != errno.EPIPE:
        print(f"Error: the answer cannot be written: {error.strerror}", file=sys.stderr)
    return BAD_INPUT if error.errno != errno.EPIPE else 0


def _take_quiet(command: click.Command) -> None:
    """Let a command be told --quiet behind its name too, unless it has its own."""
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            _take_quiet(inner)
    elif not any("--quiet" in parameter.opts for parameter in command.params):
        text = "No progress and no remarks."
        command.params.append(
            click.Option(["-q", "--quiet"], is_flag=True, is_eager=True, expose_value=False, callback=_hush, help=text)
        )


def _hush(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        context.find_root().params["quiet"] = True


def _print_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from checks.system.versions import version_of

        click.echo(f"rrproof {version_of('rrproof')}")
        context.exit()


def _log(context: click.Context, _: click.Parameter, level: int) -> int:
    """Let the packages tell on standard error what they do: solvers with -v, each claim and file with -vv."""
    if level:
        import logging

        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
        for package in ("mechanisms", "derivations", "lp", "checks"):
            logger = logging.getLogger(package)
            logger.handlers[:] = [handler]
            logger.setLevel(logging.INFO if level == 1 else logging.DEBUG)
    return level


@click.group(cls=Commands, epilog=EPILOG, context_settings=SETTINGS)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
@click.option("-q", "--quiet", is_flag=True, help="No progress and no remarks: answers and errors only.")
@click.option(
    "-v", "--verbose", count=True, callback=_log, help="Tell what is done, on standard error; -vv: all of it."
)
def rrproof(quiet: bool, verbose: int) -> None:
    """Verify what papers on randomized response and local differential privacy claim, and explore mechanisms exactly.

    Claims are derived again from first principles, and what is said of designs is exact; what is proved, refuted or
    optimal has a proof object that a small kernel has checked.
    """
