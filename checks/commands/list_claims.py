"""`rrproof list`: papers and their claims.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from checks.commands.claims import selected
from checks.commands.completion import complete_target
from checks.commands.options import as_json_option, consoles, print_json
from checks.papers.collection import load_paper
from checks.show import render
from checks.show.console import write

if TYPE_CHECKING:
    from checks.claims.claim import Claim, Paper


@click.command("list")
@click.argument("targets", nargs=-1, metavar="[PAPER|CLAIM]...", shell_complete=complete_target)
@as_json_option
def list_claims(targets: tuple[str, ...], as_json: bool) -> None:
    """List papers and their claims."""
    claims = selected(targets)
    listed = [
        (load_paper(key), [claim for claim in claims if claim.paper == key])
        for key in dict.fromkeys(claim.paper for claim in claims)
    ]
    if as_json:
        print_json([_data(paper, chosen) for paper, chosen in listed])
        return
    out, _ = consoles()
    for paper, chosen in listed:
        write(out, render.listing(paper, chosen))


def _data(paper: Paper, claims: Sequence[Claim]) -> dict[str, object]:
    rows = [{"id": c.id, "place": c.place, "kind": c.kind, "printed": c.printed} for c in claims]
    return {"paper": paper.key, "authors": paper.authors, "title": paper.title, "claims": rows}
