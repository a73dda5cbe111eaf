"""`rrproof read`: how claims are read, before anything is verified.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click
from rich.console import Group

from checks.claims.prose import Formula, Prose
from checks.commands.claims import selected
from checks.commands.completion import complete_target
from checks.commands.exits import BadInput
from checks.commands.options import as_json_option, consoles, print_json
from checks.papers.collection import load_paper
from checks.show.console import write
from checks.show.latex.terminal import MarkedText, Said, in_lines
from checks.show.render import labelled
from checks.show.sheet import typed

if TYPE_CHECKING:
    from rich.console import RenderableType

    from checks.show.readings import ReadClaim


@click.command()
@click.argument("targets", nargs=-1, required=True, metavar="FILE|CLAIM...", shell_complete=complete_target)
@as_json_option
def read(targets: tuple[str, ...], as_json: bool) -> None:
    """Show how each claim is read, beside its print, without verifying it.

    That is the formula that was understood, in plain notation with all its brackets; the ranges and conditions under
    which it is claimed; and what each name means of the declared mechanism, and of whom. A claim that says what it
    states in the logic shows the statement.

    \b
    rrproof read mine.toml
    rrproof read mine.toml:FR-03
    """
    from checks.show.readings import read_claim

    found = [read_claim(load_paper(claim.paper), claim) for claim in selected(targets)]
    if as_json:
        print_json([_data(one) for one in found])
    else:
        out, _ = consoles()
        write(out, Group(*map(_shown, found)))
    unread = [one for one in found if one.unread]
    if unread:
        raise BadInput(f"{len(unread)} of {len(found)} claims cannot be read")


def _data(one: ReadClaim) -> dict[str, object]:
    """The claim as data, formulas in plain notation."""
    formulas = {"reads": [str(formula) for formula in one.reads], "conditions": [str(c) for c in one.conditions]}
    return asdict(one) | formulas | {"stated": [[part, str(statement)] for part, statement in one.stated]}


def _shown(one: ReadClaim) -> RenderableType:
    conditions = Said("; ".join(map(str, one.conditions)), Prose("; ".join(f"${c.latex}$" for c in one.conditions)))
    facts: list[tuple[str, Said | MarkedText]] = [("printed", in_lines(one.printed))]
    facts += [("reads", Said(str(formula), Formula(formula.latex))) for formula in one.reads]
    facts += [("for", conditions)] if one.conditions else []
    facts += [
        ("where", Said(f"{name} is {meaning}", Prose(f"${name}$ is {typed(meaning) or meaning}")))
        for name, meaning in one.names
    ]
    facts += [(f"states, {part}", Said(str(statement), Formula(statement.latex))) for part, statement in one.stated]
    facts += [("not read", Said(one.unread, one.unread.partition("\n")[0]))] if one.unread else []
    return labelled(one.id, one.place, facts)
