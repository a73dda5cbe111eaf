"""`rrproof list`: papers and their claims.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

import click

from checks.commands.claims import selected
from checks.commands.completion import complete_target
from checks.commands.options import consoles


@click.command("list", short_help="Papers and their claims.")
@click.argument("targets", nargs=-1, metavar="[PAPER|CLAIM]...", shell_complete=complete_target)
def list_claims(targets: tuple[str, ...]) -> None:
    """List papers and their claims."""
    from checks.papers.collection import load_paper
    from checks.show import render

    claims = selected(targets)
    out, _ = consoles()
    for key in dict.fromkeys(claim.paper for claim in claims):
        paper, chosen = load_paper(key), [claim for claim in claims if claim.paper == key]
        render.write(out, render.listing(paper, chosen))
