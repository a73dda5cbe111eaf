"""`rrproof analyze`: all that is known about one design.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from checks.commands.completion import complete_design
from checks.commands.design_output import write_proof_file
from checks.commands.exits import FAILED, BadInput
from checks.commands.options import (
    LEVEL_NAMES,
    as_bad_input,
    as_json_option,
    check_one_format,
    consoles,
    file_option,
    latex_option,
    law_option,
    print_json,
    print_table,
    privacy_level,
    proof_option,
    values_option,
    write_text,
)
from checks.inputs.design import (
    DesignArgumentError,
    is_numeric,
    is_of_every_size,
    read_symbolic_design,
    read_values,
    texts_at,
)
from checks.inputs.prior import PriorError, read_prior
from mechanisms.exact.privacy_level import LevelError

if TYPE_CHECKING:
    from fractions import Fraction

    from checks.designs.analysis.formulas import FormulaAnalysis
    from checks.designs.analysis.symbolic import SymbolicAnalysis
    from checks.designs.analysis.whole import Analysis
    from checks.inputs.design import Level
    from mechanisms.exact.privacy_level import PrivacyLevel

TIMEOUT = 10.0  # seconds for each part

EPILOG = """
\b
A design is a file or a name with exact parameters:
  rates.csv, rates.toml, rates.json   rows of entries such as 1/3 or 1 - p
  matrix.tex                          one matrix, \\begin{pmatrix} p & 1-p ...
  'grr(k=5, x=3)'                     a mechanism of the catalogue
  'grr(k=k, eps=eps)'                 a frequency oracle for every k and eps:
                                      formulas, each a theorem
  'piecewise(eps=1)'                answers that are numbers: formulas, theorems
Entries may hold parameters, such as exp(eps)/(exp(eps) + 2) or exp(eps/2), and
roots, sqrt(2)/2; --at gives parameters values. Without values the analysis is
symbolic, for small designs. A decimal less than 10^-12 below an irrational
number, such as e^0.5, stands for it; the analysis says which.

\b
Examples:
  rrproof analyze 'grr(k=4, eps=log(3))'
  rrproof analyze rates.csv --pi 1/2,1/4,1/4 -n 2000
  rrproof analyze matrix.tex --at p=3/4 --at 'eps=log(3)' --html analysis.html
  rrproof analyze 'grr(k=4)' --at eps=0.5
  rrproof analyze rates.csv --eps 1 --fail-above 1 -q
  rrproof analyze rates.toml --eps 'log(2)' --proof optimum.json
  rrproof recheck optimum.json

\b
Exit codes: 0 it ran to its end (what was not found in the time is listed),
1 the smallest eps is above that of --fail-above, 2 bad input.
"""


timeout_option = click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=TIMEOUT,
    show_default=True,
    metavar="SECONDS",
    help="For each part that may take long; past it the part is unknown.",
)


@click.command(epilog=EPILOG)
@click.argument("design", metavar="DESIGN", shell_complete=complete_design)
@law_option
@click.option("-n", "--respondents", type=click.IntRange(1), metavar="N", help="For standard errors.")
@click.option(
    *LEVEL_NAMES, "level", metavar="LEVEL", help="Delta there, and the best design of this (eps, delta): log(3), 0.5."
)
@values_option
@click.option(
    "--fail-above", callback=privacy_level, metavar="EPS", help="Exit 1 if the smallest eps is larger: 1, log(3)."
)
@click.option("--full", is_flag=True, help="Long matrices and numbers in full.")
@timeout_option
@as_json_option
@latex_option("As a LaTeX fragment, which needs amsmath and booktabs; `rrproof latex` writes a document.")
@file_option("--html", text="A page of its own, with figures.")
@proof_option()
def analyze(
    design: str,
    prior: str | None,
    respondents: int | None,
    level: str | None,
    at: tuple[str, ...],
    fail_above: PrivacyLevel | None,
    full: bool,
    timeout: float,
    as_json: bool,
    latex: bool,
    html: Path | None,
    proof: Path | None,
) -> None:
    """What is known about DESIGN: exactly, and in numbers.

    Rank and identifiability; smallest eps, delta(eps), parity; what a response gives away; unbiased estimators and
    their errors; how far the design is from the best one of the same privacy, with the certificate; the mechanisms of
    the catalogue that tell more or less; what it can be relaxed to, and whether it is admissible.
    """
    check_one_format(latex, as_json)
    _check_options(design, proof, fail_above)
    with progress() as tell:
        found = analysed(design, prior, respondents, level, at, timeout, tell)
    _write_files(found, design, html, proof)
    if as_json:
        print_json(found.to_json())
    elif latex:
        from checks.designs.analysis.latex import body

        click.echo(body(found, full=full))
    else:
        from checks.designs.analysis.terminal import shown

        print_table(shown(f"Analysis of {design}", found.sections(full=full)))
    if fail_above is not None:
        _fail_above(found, fail_above)


def _check_options(design: str, proof: Path | None, fail_above: PrivacyLevel | None) -> None:
    """BadInput for options that are of matrices."""
    if proof is not None and is_of_every_size(design):
        raise BadInput(f"--proof is of one matrix, as of grr(k=5, x=3), not of {design}")
    if fail_above is not None and is_numeric(design):
        raise BadInput("--fail-above is of a matrix; of answers in numbers the smallest eps stands in the analysis")
    if proof is not None and is_numeric(design):
        raise BadInput("--proof is of a matrix; --full prints the statements that are proved of answers in numbers")


def _fail_above(found: Analysis | SymbolicAnalysis | FormulaAnalysis, wanted: PrivacyLevel) -> None:
    """Exit 1 where the smallest eps is larger than wanted, or not known."""
    from checks.designs.analysis.summary import meets_level
    from checks.designs.analysis.whole import Analysis

    if not isinstance(found, Analysis):
        raise BadInput("--fail-above asks for the eps of one matrix; --at gives parameters values")
    if not meets_level(found, wanted):
        click.echo(f"the design is not private at eps = {wanted}", err=True)
        raise click.exceptions.Exit(FAILED)


def analysed(
    design: str,
    prior: str | None,
    respondents: int | None,
    level: str | None,
    at: tuple[str, ...],
    timeout: float,
    tell: Callable[[str], None],
) -> Analysis | SymbolicAnalysis | FormulaAnalysis:
    """The analysis of a design as it is named on the command line; BadInput for what makes no sense."""
    from checks.designs.analysis import analyze as whole_analysis
    from checks.designs.analysis.whole import AnalysisError
    from mechanisms.design import DesignError
    from mechanisms.guarantees.criteria.bayes import CriterionError

    wrong = (DesignArgumentError, DesignError, CriterionError, LevelError, AnalysisError, PriorError)
    with as_bad_input(*wrong):
        values: dict[str, Any] = dict(texts_at(at) if is_numeric(design) else read_values(at))
        if prior is not None and is_numeric(design):
            raise BadInput(f"--pi is the law of finitely many truths; those of {design} are numbers of an interval")
        if prior is not None and is_of_every_size(design):
            raise BadInput(f"--pi is the law of the truths of one matrix, as of grr(k=5), not of {design}")
        return whole_analysis(
            design,
            prior=read_law(prior, design, values),
            respondents=respondents,
            level=level,
            at=values,
            timeout=timeout,
            progress=tell,
        )


def read_law(text: str | None, design: str, at: Mapping[str, Fraction | Level]) -> tuple[Fraction, ...] | None:
    """The law of the truths of a design, as it is given by --pi; None where it is not."""
    return None if text is None else read_prior(text, read_symbolic_design(design, at).truths, "--pi")


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """What is being worked on, on the terminal behind standard error unless rrproof is quiet; nothing elsewhere."""
    err = consoles()[1]
    if err.quiet or not err.is_terminal:
        yield lambda part: None
        return
    with err.status("reading the design") as status:
        yield lambda part: status.update(part)


def _write_files(
    found: Analysis | SymbolicAnalysis | FormulaAnalysis, design: str, html: Path | None, proof: Path | None
) -> None:
    from checks.designs.analysis.formulas import FormulaAnalysis

    with as_bad_input(OSError):
        if html is not None:
            from checks.designs.analysis.page import page
            from checks.show.sheet import heading

            if isinstance(found, FormulaAnalysis):
                written = page(found, title=f"Analysis of {design}")
            else:
                written = page(found, title=heading(found.design, design), name=found.design.name or Path(design).name)
            write_text(html, written)
        if proof is not None and not isinstance(found, FormulaAnalysis):
            write_proof_file(found.evidence(), f"analysis of {design}", proof)
