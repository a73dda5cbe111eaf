"""The command line: which commands there are.

A command is imported when it is asked for, and what it needs when it runs. A new command is one line of `SECTIONS`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import click

from checks.commands.exits import INTERRUPTED

SECTIONS = {  # section: command: the module in checks/commands, and its name there when it is another
    "Papers": {
        "verify": "verify",
        "show": "show",
        "list": "list_claims",
        "init": "init",
        "erratum": "documents:erratum",
        "latex": "documents:latex",
        "report": "report",
        "recheck": "recheck",
    },
    "Designs": {
        "catalogue": "catalogue",
        "analyze": "analyze",
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

EPILOG = """\b
Exit codes:
  0    it ran to its end
  1    a verdict of --fail-on occurred, or something does not check or agree
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
                return command
        return None

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
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    sys.exit(code or 0)


def _take_quiet(command: click.Command) -> None:
    """Let a command be told --quiet behind its name too, unless it has its own."""
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            _take_quiet(inner)
    elif not any("--quiet" in parameter.opts for parameter in command.params):
        text = "No progress and no remarks."
        command.params.append(
            click.Option(["-q", "--quiet"], is_flag=True, expose_value=False, callback=_hush, help=text)
        )


def _hush(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        context.find_root().params["quiet"] = True


def _print_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from checks.versions import version_of

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
