"""The reference of the command line, written from the help of each command when the site is built."""

from __future__ import annotations

from collections.abc import Iterator

import click
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from checks.cli import SECTIONS, rrproof

PAGE = "reference/commands.md"
BELOW_THE_PAGES = ("---", "search:", "  boost: 0.2", "---", "")
"""Who searches finds pages on tasks first, then the command."""
WIDTH = 100


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page."""
    files.append(File.generated(config, PAGE, content="\n".join([*BELOW_THE_PAGES, *lines()])))
    return files


def lines() -> Iterator[str]:
    """The page: the command itself, then its commands by section, as `--help` prints them."""
    root = context("rrproof", rrproof)
    yield from ("# Command line", "", "Each command as its `--help` describes it.", "")
    yield from block(root)
    for section, commands in SECTIONS.items():
        yield from (f"## {section}", "")
        for name in commands:
            command = rrproof.get_command(root, name)
            assert command is not None
            yield from described(context(name, command, root))


def described(here: click.Context) -> Iterator[str]:
    """The help of a command, and of the commands below it."""
    yield from (f"### `{here.command_path}`", "")
    yield from block(here)
    if isinstance(here.command, click.Group):
        for name in here.command.list_commands(here):
            command = here.command.get_command(here, name)
            assert command is not None
            yield from described(context(name, command, here))


def context(name: str, command: click.Command, parent: click.Context | None = None) -> click.Context:
    """The context in which a command prints its help, at one width wherever the site is built."""
    return click.Context(command, info_name=name, parent=parent, terminal_width=WIDTH, **command.context_settings)


def block(here: click.Context) -> list[str]:
    """The help, as it is printed."""
    return ["```text", here.command.get_help(here), "```", ""]
