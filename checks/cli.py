"""The command line: which commands there are.

A command is imported when it is asked for, so that what lists them is quick. A new command is one line of `SECTIONS`.
"""

from __future__ import annotations

import errno
import logging
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem

from checks.commands.exits import BAD_INPUT, GIVEN, INTERRUPTED
from checks.system.versions import version_of

SECTIONS = {  # section: command: the module in checks/commands (and its name there when it is another), what it is
    "Papers": {
        "verify": ("verify", "Verdicts on papers and claims."),
        "show": ("show", "One claim: print, verdict, derivation, proofs."),
        "list": ("list_claims", "Papers and their claims."),
        "read": ("read", "How claims are read, beside their print."),
        "words": ("words", "The words of statements: definitions with text, LaTeX and a sentence."),
        "init": ("init", "Write a file to start from."),
        "erratum": ("documents:erratum", "The erratum of a paper, in LaTeX."),
        "latex": ("documents:latex", "Claims, designs or results as a LaTeX document."),
        "report": ("report", "Papers and claims as an HTML page."),
        "recheck": ("recheck", "Check a proof file, or a VIPR certificate of a linear program."),
        "export": ("export", "Proofs as files that Coq checks."),
    },
    "Designs": {
        "catalogue": ("catalogue", "The designs that have a name."),
        "analyze": ("analyze", "All that is known about a design, exactly."),
        "certificate": ("certificate", "One page on the privacy of a design, with proofs."),
        "compare": ("compare", "Designs side by side, at equal eps or equal variance."),
        "design": ("design", "The best mechanism for K categories, with proof."),
        "binary": ("binary", "The best responses to a yes-no question."),
        "blackwell": ("blackwell", "Which of two designs tells more."),
        "relax": ("relax", "From a response to a better one, without loss or within a budget."),
        "plot": ("plot", "Figures of papers, designs, families and optima."),
    },
    "Surveys": {
        "estimate": ("estimate", "Estimate shares from the counts of a survey."),
        "sample-size": ("sample_size", "How many respondents a margin of error needs."),
        "epsilon-for": ("epsilon_for", "The least eps or delta of a design, or eps for a margin."),
    },
    "Simulations and samplers": {
        "simulate": ("simulate", "A survey by Monte Carlo against exact theory."),
        "sweep": ("sweep", "Theory, privacy, simulation over a grid of parameters."),
        "audit": ("audit", "Cross-check a sampler against a design."),
    },
    "Families of mechanisms": {
        "oracles": ("oracles", "The best ways to estimate the shares of K categories."),
        "subsets": ("subsets", "The least added variance for K categories, and what it takes."),
        "deck": ("deck", "Decks of cards: the best counts, and what sharing one deck costs in privacy."),
    },
}
COMMANDS = {name: entry for commands in SECTIONS.values() for name, entry in commands.items()}
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
FORMS = ("--json", "--latex", "--html")  # of answers, in commands whose answer is no file
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Commands(click.Group):
    """The commands of `SECTIONS`, imported one by one, and listed by section."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments, and keep them as they were given for pages that name their command."""
        ctx.meta[GIVEN] = ("rrproof", *args)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order in which the help shows them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name."""
        if cmd_name not in COMMANDS:
            return None

        from checks.commands.outputs import take_outputs  # rich is not needed to list the commands

        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command = getattr(import_module(f"checks.commands.{module}"), attribute or module)
        assert isinstance(command, click.Command)
        _take_quiet(command)
        take_outputs(command)
        return command

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
            with formatter.section(section):
                formatter.write_dl([(f"{name:{width}}", sentence) for name, (_, sentence) in commands.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin like this, and what every command completes."""
        found = [(name, sentence) for name, (_, sentence) in COMMANDS.items() if name.startswith(incomplete)]
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [CompletionItem(name, help=sentence) for name, sentence in found] + options


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit with its code."""
    try:
        code = rrproof.main(arguments, prog_name="rrproof", standalone_mode=False)
    except click.ClickException as error:
        error = _with_the_range(error)
        error.show()
        _hint(error, sys.argv[1:] if arguments is None else arguments)
        code = error.exit_code
    except OSError as error:  # of what is printed before a command runs, such as its help
        code = _broken_output(error)
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    sys.exit(code or 0)


def _with_the_range(error: click.ClickException) -> click.ClickException:
    """The error with what would be right: of what is no number at all, click says that it is no "integer range"."""
    if not isinstance(error, click.BadParameter) or error.param is None:
        return error
    kind = error.param.type
    value, no_number, _ = error.message.partition(" is not a valid ")
    if not no_number or not isinstance(kind, click.IntRange | click.FloatRange):
        return error
    number = "whole number" if isinstance(kind, click.IntRange) else "number"
    most = "" if kind.max is None else f" and at most {kind.max}"
    least = "" if kind.min is None else f" that is {'more than' if kind.min_open else 'at least'} {kind.min}{most}"
    return click.BadParameter(f"{value} is no {number}; right is one{least}", error.ctx, error.param)


def _hint(error: click.ClickException, arguments: Sequence[str]) -> None:
    """A file behind the flag --json is meant for -o; a command without --json has a file as its answer."""
    if isinstance(error, click.NoSuchOption) and error.option_name in FORMS and error.ctx is not None:
        command = error.ctx.command_path.removeprefix("rrproof ")
        elsewhere = "; `rrproof verify` tells of claims in this form as well" * (
            command in ("erratum", "report", "latex")
        )
        click.echo(f"The answer of {command} is a file of its own, as its help says{elsewhere}.", err=True)
    flags = [flag for flag in ("--json", "--latex") if flag in arguments]
    if flags and "unexpected extra argument" in error.message:
        click.echo(f"{flags[0]} prints the answer; -o FILE writes it to a file.", err=True)


def _broken_output(error: OSError) -> int:
    """Standard output, or the disk, is full or closed: a sentence, or nothing for a reader that has read enough."""
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
        click.echo(f"rrproof {version_of('rrproof')}")
        context.exit()


def _log(context: click.Context, _: click.Parameter, level: int) -> int:
    """Let the packages tell on standard error what they do: solvers with -v, each claim and file with -vv."""
    if level:
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
