"""`rrproof catalogue`: the designs that have a name.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import click
from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from checks.commands.completion import complete_design
from checks.commands.exits import BadInput
from checks.commands.options import as_json_option, print_json, print_table
from checks.inputs.design import DesignArgumentError

if TYPE_CHECKING:
    from checks.inputs.catalogue import Named
    from mechanisms.design import Design

COLUMNS = 5  # of a matrix that stands as it is, with a row for each truth
EPILOG = """\b
Examples:
  rrproof catalogue
  rrproof catalogue kuk
  rrproof catalogue hashing
  rrproof analyze 'kuk(cards=1, p1=3/4, p2=1/5)'
"""


@click.command(epilog=EPILOG)
@click.argument("name", metavar="[NAME|WORD]", required=False, shell_complete=complete_design)
@as_json_option
def catalogue(name: str | None, as_json: bool) -> None:
    """List the designs that other commands take by name, or show NAME: its matrix, its range, its source.

    A word that is no name lists the designs in whose names, titles or sources it occurs. A design that has a privacy
    level takes it as eps=1 or eps=log(3), whatever its parameters are called.
    """
    from checks.inputs.catalogue import found_by, named_design, named_designs

    if name is None:
        designs = named_designs()
        if as_json:
            print_json([design.to_json() for design in designs])
        else:
            print_table(_listed(designs))
        return
    try:
        design = named_design(name)
    except DesignArgumentError as error:
        some = found_by(name)
        if not some:
            raise BadInput(str(error)) from error
        if as_json:
            print_json([one.to_json() for one in some])
        else:
            print_table(_listed(some))
        return
    if as_json:
        print_json(design.to_json())
    else:
        print_table(_shown(design, name))


def _listed(designs: tuple[Named, ...]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    table.add_column("design", overflow="fold")
    table.add_column("is", overflow="fold")
    table.add_column("parameters", overflow="fold", min_width=len("0 <= p11 <= 1;"))

    from checks.inputs.catalogue import GROUPS

    order = list(GROUPS)
    for group, members in groupby(sorted(designs, key=lambda d: order.index(d.group)), key=lambda d: d.group):
        table.add_row(Text(group, style="bold"))
        for design in members:
            table.add_row(Text(f"  {design.signature}"), Text(design.title), Text(design.range.replace("; ", ";\n")))
    return table


def _shown(design: Named, asked: str) -> Group:
    from checks.inputs.catalogue import NamedDesign, all_names

    alike = [name for name in all_names() if asked.lower() in name and name != design.name]
    by_level = []
    if isinstance(design, NamedDesign):
        others = ", ".join(f"{alias} is {name}" for alias, name in design.other_parameters.items())
        by_level = [("in other words", others), ("or by its level", design.level)]
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for label, text in (
        ("design", design.signature),
        ("is", design.title),
        ("also called", ", ".join(design.aliases)),
        ("parameters", design.range),
        *by_level,
        ("source", design.source),
        ("see also", ", ".join(alike)),
    ):
        if text:
            table.add_row(Text(label, style="bold"), Text(text))
    if not isinstance(design, NamedDesign):
        return Group(
            table, Text(f"\nIts answers are numbers: `rrproof analyze '{design.example}'` says how it answers.")
        )
    matrix = design.mechanism.printed_matrix
    of = f" of: {design.mechanism.title}" if design.sizes else ""
    turned = "; a row for each response, a column for each truth" if _is_turned(matrix) else ""
    return Group(table, Text(f"\nmatrix{of}{turned}\n", style="bold"), _matrix(matrix))


def _is_turned(matrix: Design) -> bool:
    """Whether a matrix is too wide for a screen as it stands."""
    return len(matrix.responses) > max(COLUMNS, len(matrix.truths))


def _matrix(matrix: Design) -> Table:
    """A row for each truth and a column for each response, or the other way round where it is wide."""
    from checks.show.sheet import formula
    from checks.show.sheet import name as label

    entries = [[formula(entry).text for entry in row] for row in matrix.entries]
    rows, columns = matrix.truths, matrix.responses
    if _is_turned(matrix):
        entries, rows, columns = list(map(list, zip(*entries, strict=True))), columns, rows
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("", *map(label, columns)):
        table.add_column(Text(name), justify="right", overflow="fold")
    for of, row in zip(rows, entries, strict=True):
        table.add_row(*map(Text, (label(of), *row)))
    return table
