"""`rrproof blackwell`: which of two designs tells more, with a channel or a decision problem as proof.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from checks.commands.completion import complete_design
from checks.commands.options import as_bad_input, as_json_option, print_json, print_table, short

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.table import Table

    from derivations.kernel import Theorem
    from lp.relaxations.blackwell import Comparison, Garbling, Separation
    from mechanisms.design import Design

DESIGN_HELP = """\b
A design is a file or a name with exact parameters:
  rates.csv, rates.toml, rates.json   rows of entries such as 1/3 or 0.25
  matrix.tex                          one matrix, \\begin{pmatrix} ...
  'rates.csv(p=1/3)'                  entries with a parameter, such as 1 - p
  'grr(k=5, x=3)'                     randomised response, e^eps = 3
  'grr(k=5, eps=log(3))'              the same
  'warner(p_w=1/3)'                   any mechanism of the catalogue
  'subset-selection(k=5, l=2, gamma=3)'
"""
MOST_SHOWN = 16  # responses of a table

EPILOG = (
    DESIGN_HELP
    + """
\b
Examples:
  rrproof blackwell 'grr(k=3, x=5)' 'grr(k=3, x=2)'
  rrproof blackwell 'subset-selection(k=4, l=2, gamma=3)' 'grr(k=4, x=3)'
  rrproof blackwell mine.csv 'warner(p_w=1/4)' --proof order.json
"""
)

latex_option = click.option("--latex", is_flag=True, help="As LaTeX, which needs amsmath.")
proof_option = click.option(
    "--proof",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the proof objects to a file, for `rrproof recheck`.",
)


@click.command(short_help="Which of two designs tells more.", epilog=EPILOG)
@click.argument("first", metavar="A", shell_complete=complete_design)
@click.argument("second", metavar="B", shell_complete=complete_design)
@as_json_option
@latex_option
@proof_option
def blackwell(first: str, second: str, as_json: bool, latex: bool, proof: Path | None) -> None:
    """Compare two designs by Blackwell's order, exactly.

    A tells at least as much as B if B = A C for a channel C: whoever has the response to A can produce one to B. Both
    directions are decided. The answer is a channel, or a decision problem in which the other design earns more than
    any use of the responses; each is a theorem of the kernel.
    """
    if latex and as_json:
        raise click.UsageError("--latex and --json exclude each other")
    from checks.arguments.design import DesignArgumentError, of_the_same_truths, read_design
    from lp.programs.outcomes import SolverError
    from lp.relaxations.blackwell import compare
    from mechanisms.criteria.bayes import CriterionError

    with as_bad_input(DesignArgumentError, CriterionError, SolverError):
        (one, two), note = of_the_same_truths([read_design(first), read_design(second)])
        found = compare(one, two)
    if proof is not None:
        write_theorems({"A to B": found.forward.theorem, "B to A": found.backward.theorem}, proof)
    if as_json:
        print_json({"verdict": verdict(found), "note": note, "forward": data_of(found.forward, two),
                    "backward": data_of(found.backward, one)})  # fmt: skip
        return
    if latex:
        click.echo(f"% B from A\n{found.forward._repr_latex_()}\n% A from B\n{found.backward._repr_latex_()}")
        return
    click.echo(f"A = {first}\nB = {second}\n")
    click.echo(verdict(found) + (f"  ({note})" if note else ""))
    show("A", "B", found.forward)
    show("B", "A", found.backward)


def verdict(found: Comparison) -> str:
    """The outcome of both directions in words."""
    if found.equivalent:
        return "A and B are equivalent: each can be had from the other."
    if found.better:
        return "A tells strictly more than B: B can be had from A, but not A from B."
    if found.incomparable:
        return "A and B are incomparable: neither can be had from the other."
    return "B tells strictly more than A: A can be had from B, but not B from A."


def show(have: str, want: str, found: Garbling | Separation) -> None:
    """One direction: the channel, or the decision problem and what both designs earn in it."""
    from lp.relaxations.blackwell import Garbling

    if isinstance(found, Garbling):
        click.echo(
            f"\n{want} from {have}: answer a response of {have} (row) by one of {want} (column) with probability"
        )
        print_table(design_table(found.channel))
        return
    click.echo(f"\n{want} not from {have}: for a decision (column) under a truth (row) let the reward be")
    decisions = list(dict.fromkeys(decision for _, decision in found.rewards))
    truths = list(dict.fromkeys(truth for truth, _ in found.rewards))
    paid = [d for d in decisions if any(found.rewards[t, d] for t in truths)]
    rows = [[found.rewards[t, d] for d in paid] for t in truths]
    print_table(number_table(truths, paid, rows))
    if len(paid) < len(decisions):
        click.echo("All other decisions pay nothing.")
    click.echo(
        f"Deciding as {want} responds earns {with_digits(found.other_value)}, summed over the truths;\n"
        f"the responses of {have} allow at most {with_digits(found.design_value)}."
    )


def with_digits(value: Fraction) -> str:
    """An exact number, followed by six digits where it is a fraction."""
    return str(value) if value.denominator == 1 else f"{value} = {short(value)}"


def design_table(design: Design) -> Table:
    """A numeric design with exact entries."""
    rows = [[entry.evaluate({}) for entry in row] for row in design.entries]
    return number_table(design.truths, design.responses, rows)


def number_table(truths: Any, responses: Any, rows: list[list[Fraction]]) -> Table:
    """Exact numbers, one row for each truth, one column for each response; the first columns if there are many."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("", *map(label, responses[:MOST_SHOWN]), *(["..."] if len(responses) > MOST_SHOWN else [])):
        table.add_column(heading, justify="right")
    for truth, row in zip(truths, rows, strict=True):
        table.add_row(label(truth), *map(str, row[:MOST_SHOWN]))
    return table


def label(value: object) -> str:
    """A truth or response as it is shown: a tuple of digits without its commas."""
    return " ".join(map(label, value)) if isinstance(value, tuple) else str(value)


def data_of(found: Garbling | Separation, want: Design) -> dict[str, Any]:
    """One direction as JSON; numbers are exact and written as text."""
    from lp.relaxations.blackwell import Garbling

    if isinstance(found, Garbling):
        return {"possible": True, **design_data(found.channel)}
    return {
        "possible": False,
        "decisions": [label(response) for response in want.responses],
        "rewards": [[str(w) for w in row] for row in found.rows],
        "earned_by_the_other": str(found.other_value),
        "earned_at_most": str(found.design_value),
    }


def design_data(design: Design) -> dict[str, Any]:
    """A numeric design as JSON, as `checks.arguments.design_files` reads it."""
    return {
        "truths": [label(truth) for truth in design.truths],
        "responses": [label(response) for response in design.responses],
        "matrix": [[str(entry.evaluate({})) for entry in row] for row in design.entries],
    }


def write_theorems(theorems: dict[str, Theorem], path: Path) -> None:
    """Write theorems with their labels to a file that `rrproof recheck` reads."""
    from checks.proofs import write_labelled

    with as_bad_input(OSError):
        write_labelled(theorems, path)
    click.echo(f"{len(theorems)} proof{'s' * (len(theorems) != 1)} written to {path}", err=True)
