"""`rrproof blackwell`: which of two designs tells more, with a channel or a decision problem as proof.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from checks.commands.completion import complete_design
from checks.commands.design_output import design_data, design_table, label, number_table, with_digits, write_proof_file
from checks.commands.options import (
    DESIGN_HELP,
    as_bad_input,
    as_json_option,
    check_one_format,
    latex_option,
    numeric_design,
    print_json,
    print_table,
    proof_option,
    values_option,
)
from checks.inputs.design import DesignArgumentError, of_the_same_truths
from checks.show.latex.line_breaks import display_of
from lp.programs.outcomes import SolverError

if TYPE_CHECKING:
    from lp.relaxations.blackwell import Comparison, Garbling, Separation
    from mechanisms.design import Design


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


@click.command(epilog=EPILOG)
@click.argument("first", metavar="A", shell_complete=complete_design)
@click.argument("second", metavar="B", shell_complete=complete_design)
@values_option
@as_json_option
@latex_option()
@proof_option()
def blackwell(first: str, second: str, at: tuple[str, ...], as_json: bool, latex: bool, proof: Path | None) -> None:
    """Compare two designs by Blackwell's order, exactly.

    A tells at least as much as B if B = A C for a channel C: whoever has the response to A can produce one to B. Both
    directions are decided. The answer is a channel, or a decision problem in which the other design earns more than
    any use of the responses; each is a theorem of the kernel.
    """
    check_one_format(latex, as_json)
    from lp.relaxations.blackwell import compare
    from mechanisms.guarantees.criteria.bayes import CriterionError

    with as_bad_input(DesignArgumentError, CriterionError, SolverError):
        (one, two), note = of_the_same_truths([numeric_design(one, at=at) for one in (first, second)])
        found = compare(one, two)
    if proof is not None:
        from checks.recheck.proof_files import Evidence
        from checks.recheck.questions import Channel

        theorems = [
            Evidence("A to B", found.forward.theorem, Channel(one, two, (first, second))),
            Evidence("B to A", found.backward.theorem, Channel(two, one, (second, first))),
        ]
        write_proof_file(theorems, f"A = {first}, B = {second}", proof)
    if as_json:
        print_json({"verdict": verdict(found), "note": note, "forward": data_of(found.forward, two),
                    "backward": data_of(found.backward, one)})  # fmt: skip
        return
    if latex:
        click.echo(f"% B from A\n{display_of(found.forward)}\n% A from B\n{display_of(found.backward)}")
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
