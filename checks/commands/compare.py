"""`rrproof compare`: designs side by side, at equal eps or equal added variance.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import click

from checks.commands.analyze import progress, read_law, timeout_option
from checks.commands.completion import complete_design
from checks.commands.design_output import write_proof_file
from checks.commands.exits import BadInput
from checks.commands.options import (
    LEVEL_NAMES,
    as_bad_input,
    as_json_option,
    check_one_format,
    exact_number,
    file_option,
    latex_option,
    law_option,
    plot_option,
    print_json,
    print_table,
    proof_option,
    values_option,
    write_text,
)
from checks.inputs.design import DesignArgumentError, is_numeric, read_values, texts_at
from checks.inputs.prior import PriorError
from mechanisms.exact.privacy_level import LevelError

EPILOG = """
\b
A design is a file or a name, as for `rrproof analyze`. A name or file with one
value left open is a family: grr(k=5) or grr(k=5, eps=?). Families are brought to
the same eps or to the same added variance, exactly where that is rational; a
decimal less than 10^-12 below an irrational e^eps stands for it, as is said.

\b
Examples:
  rrproof compare 'grr(k=5)' 'subset-selection(k=5, l=2)' 'oue(k=5)' --eps 'log(3)'
  rrproof compare 'warner' 'forced-response(q=1/2)' --at-added-variance 3
  rrproof compare mine.csv 'grr(k=3)' --eps 'log(2)' --pi 1/2,1/4,1/4
  rrproof compare laplace duchi piecewise hybrid --eps 1
  rrproof compare 'grr(k=4)' 'sue(k=4)' --eps 'log(3)' --plot variance.svg --html compared.html

\b
Exit codes: 0 it ran to its end (what was not found in the time is listed),
2 bad input.
"""


@click.command(epilog=EPILOG)
@click.argument("designs", nargs=-1, required=True, metavar="A B...", shell_complete=complete_design)
@click.option(
    *LEVEL_NAMES,
    "--at-eps",
    "at_eps",
    metavar="LEVEL",
    help="Bring families to this eps, such as log(3); delta there of all.",
)
@click.option(
    "--at-added-variance",
    metavar="V",
    callback=exact_number,
    help="Bring families to this added variance: n times, summed over the truths.",
)
@law_option
@values_option
@click.option("--full", is_flag=True, help="Long numbers in full.")
@timeout_option
@as_json_option
@file_option("--html", text="A page of its own, with figures.")
@plot_option("--plot", text="Variance against eps of all: .svg, .png or .pdf.")
@proof_option("Write the theorems of the order, for `rrproof recheck`.")
@latex_option("As a LaTeX fragment, which needs amsmath and booktabs.")
def compare(
    designs: tuple[str, ...],
    at_eps: str | None,
    at_added_variance: Fraction | None,
    prior: str | None,
    at: tuple[str, ...],
    full: bool,
    timeout: float,
    as_json: bool,
    html: Path | None,
    plot: Path | None,
    proof: Path | None,
    latex: bool,
) -> None:
    """Two or more designs side by side.

    Privacy, rank, added variance, worst case, guessing, leakage and information of each, and for every two whether one
    tells all that the other does, by Blackwell's order, with proof.

    Of mechanisms whose answers are numbers, such as duchi(eps=1): privacy, the largest, the least and the average
    variance of the estimate of one respondent, which is smaller at which truth, and at which eps the order turns over.
    """
    from checks.designs.analysis.whole import AnalysisError
    from checks.designs.comparison import Comparison
    from checks.designs.comparison import compare as compared
    from checks.designs.comparison.families import FamilyError
    from mechanisms.design import DesignError
    from mechanisms.guarantees.criteria.bayes import CriterionError

    check_one_format(latex, as_json)
    of_numbers = any(map(is_numeric, designs))
    if of_numbers:
        _check_numeric(prior, proof)
    wrong = (DesignArgumentError, DesignError, CriterionError, LevelError, AnalysisError, FamilyError, PriorError)
    with as_bad_input(*wrong), progress() as tell:
        found = compared(
            designs,
            at_eps=at_eps,
            at_added_variance=at_added_variance,
            prior=None if of_numbers else read_law(prior, designs[0], {}),
            at=dict(texts_at(at) if of_numbers else read_values(at)),
            timeout=timeout,
            progress=tell,
        )
    with as_bad_input(OSError, ImportError, ValueError):
        if plot is not None:
            from checks.designs.comparison.page import variances
            from checks.show.plots.canvas import save

            save(variances(found), plot)
        if html is not None:
            from checks.designs.comparison.page import page

            write_text(html, page(found))
    if proof is not None and isinstance(found, Comparison):
        write_proof_file(found.evidence(), "comparison of designs", proof)
    if as_json:
        print_json(found.to_json())
        return
    if latex:
        from checks.designs.analysis.latex import body

        click.echo(body(found, full=full))
        return
    from checks.designs.analysis.terminal import shown

    print_table(shown(f"Comparison of {len(designs)} designs", found.sections(full=full)))


def _check_numeric(prior: str | None, proof: Path | None) -> None:
    """BadInput for options that are of matrices."""
    given = {"--pi": prior, "--proof": proof}
    for option, value in given.items():
        if value is not None:
            raise BadInput(f"{option} is of designs with finitely many truths; these answer with numbers")
