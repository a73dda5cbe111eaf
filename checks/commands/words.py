"""`rrproof words`: the definitions that statements in the logic use.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.console import Group, RenderableType
from rich.text import Text

from checks.claims.claim import PaperError
from checks.commands.options import as_json_option, consoles, print_json
from checks.papers.collection import load_paper
from checks.show import render
from checks.show.console import write
from checks.show.latex.terminal import Said
from derivations.logic.definitions import LIBRARY
from derivations.logic.kernel import DEFINITIONS

if TYPE_CHECKING:
    from derivations.logic.definitions import Definition


@click.command()
@click.argument("word", required=False)
@click.option("--paper", "paper_name", metavar="PAPER", help="Also the words of this paper: a key, or a claims file.")
@as_json_option
def words(word: str | None, paper_name: str | None, as_json: bool) -> None:
    """List the definitions that statements in the logic use, or show one WORD with all that it rests on."""
    from checks.show.words import in_latex, words_in, words_of

    try:
        known = words_of(load_paper(paper_name)) if paper_name else list(LIBRARY.values())
    except (PaperError, ValueError) as error:
        raise click.UsageError(str(error)) from error
    out, _ = consoles()
    if word is None:
        if as_json:
            print_json([_data(definition) for definition in known])
        else:
            write(out, Group(*map(render.definition_shown, known)))
        return
    found = [definition for definition in known if definition.word == word]
    if not found:
        names = ", ".join(definition.word for definition in known)
        raise click.BadParameter(f"there is no word {word!r}; there are {names}", param_hint="WORD")
    below = words_in(DEFINITIONS[found[-1].name], known)
    if as_json:
        print_json({**_data(found[-1]), "rests_on": [_data(definition) for definition in below]})
        return
    lines: list[RenderableType] = [
        render.definition_shown(found[-1]),
        Said(f"    {in_latex(found[-1])}", "", style="dim"),  # what a page and LaTeX show of the definition itself
    ]
    if below:
        lines += [Text("\nIt rests on", style="bold"), *map(render.definition_shown, below)]
    write(out, Group(*lines))


def _data(definition: Definition) -> dict[str, str]:
    from checks.show.words import in_latex

    return {
        "word": definition.word,
        "text": definition.text,
        "sentence": definition.sentence,
        "latex": in_latex(definition),
    }
