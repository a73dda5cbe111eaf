"""`rrproof erratum` and `rrproof latex`: whole documents in LaTeX.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from checks.claims.claim import PaperError
from checks.claims.proofs import RecheckError
from checks.commands.claims import verified
from checks.commands.completion import complete_subject, complete_target
from checks.commands.exits import BadInput, NotProved
from checks.commands.options import (
    as_bad_input,
    file_option,
    remark,
    values_option,
    write_text,
)
from checks.inputs.design import DesignArgumentError, is_of_every_size, read_symbolic_design, read_values
from checks.inputs.short_names import ShortNameError, read_short_names
from checks.papers.collection import load_paper
from checks.running.runner import select
from checks.show.documents import erratum as written
from checks.show.documents import supplement
from checks.show.latex.results import ResultFileError, is_result, result_document
from checks.system.compilation import CompilationError, compiled
from derivations.arithmetic.proof_file import ProofFileError

if TYPE_CHECKING:
    from checks.claims.claim import Paper
    from checks.show.report import Report

_output = file_option("-o", "--output", text="Write to a file; as a PDF, by pdflatex, if its name ends in .pdf.")


@click.command()
@click.argument("paper", metavar="PAPER", shell_complete=complete_target)
@click.option("--full", is_flag=True, help="As long as it takes: readings, witnesses, derivations, theorems.")
@_output
def erratum(paper: str, full: bool, output: Path | None) -> None:
    """What does not hold in PAPER, on two pages: what is wrong, why, and what is right.

    What follows from another error is named there; what has no room is named at the end. With --full the document is
    as long as it takes, with each reading, witness and proof.

    PAPER is a key such as HLM or a claims file. The document compiles with pdflatex; it needs amsmath and booktabs.

    \b
    Examples:
      rrproof erratum HLM -o erratum.tex
      rrproof erratum HLM -o erratum.pdf
      rrproof erratum mine.toml --full -o erratum.tex
    """
    _write([paper], output, partial(written, full=full), whole=True)


@click.command()
@click.argument(
    "targets", nargs=-1, required=True, metavar="PAPER|CLAIM|DESIGN|RESULT...", shell_complete=complete_subject
)
@values_option
@click.option("--full", is_flag=True, help="Long matrices and numbers of a design in full.")
@click.option(
    "--formula",
    type=click.Choice(["matrix", "epsilon", "estimator", "variance"]),
    help="One formula of a design instead of a document.",
)
@click.option(
    "--define",
    multiple=True,
    metavar="NAME=MEANING",
    help="With --formula variance: write NAME for what it means, as in 'lambda = p*pi + (1-p)*piB'.",
)
@_output
def latex(
    targets: tuple[str, ...],
    at: tuple[str, ...],
    full: bool,
    formula: str | None,
    define: tuple[str, ...],
    output: Path | None,
) -> None:
    """A document that compiles with pdflatex; it needs amsmath, amssymb, booktabs, longtable and geometry.

    \b
    PAPER, CLAIM   a supplement: each claim with verdict and derivation
    DESIGN         the analysis of one design, a file or a name, or one formula of it
    RESULT         one file that --json or --proof wrote

    \b
    Examples:
      rrproof latex HLM -o supplement.tex
      rrproof latex mine.toml:FR-03 HLM-17 -o claims.tex
      rrproof latex 'grr(k=3, x=2)' -o design.tex
      rrproof latex simmons --formula variance
      rrproof latex simmons --formula variance --define 'theta = p*pi + (1-p)*piB'
      rrproof latex rates.csv --at p=1/3 -o design.tex
      rrproof design -k 3 --epsilon 'log(2)' --json > best.json
      rrproof latex best.json -o best.tex
    """
    with as_bad_input(ResultFileError):
        results = [target for target in targets if is_result(target)]
    designs = [target for target in targets if target not in results and _is_design(target)]
    if (results or designs) and len(targets) != 1:
        raise BadInput(f"{(results + designs)[0]} is a {'result' if results else 'design'}; it takes a document alone")
    if (at or full or formula) and not designs:
        raise BadInput("--at, --full and --formula are for a design")
    if define and formula != "variance":
        raise BadInput("--define names a part of a variance: say --formula variance as well")
    if results:
        _emit(_result(Path(results[0])), output)
    elif designs and formula:
        _emit(_formula(designs[0], at, formula, define), output)
    elif designs:
        _emit(_design(designs[0], at, full=full), output)
    else:
        _write(list(targets), output, supplement)


def _is_design(target: str) -> bool:
    """Whether a target is no claims file, but the file of a design or the name of a mechanism with its parameters."""
    if target.endswith(".toml"):
        try:
            data = tomllib.loads(Path(target).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return False  # the reader of claims files says what is wrong
        return "paper" not in data
    if "(" in target or target.endswith((".csv", ".json", ".tex")):
        return True
    from checks.inputs.catalogue import named_designs

    return any(target in (design.name, *design.aliases) for design in named_designs())


def _formula(target: str, at: tuple[str, ...], which: str, define: tuple[str, ...]) -> str:
    from checks.designs.analysis.every_size_latex import as_every_size, formula_of_every_size
    from checks.designs.analysis.symbolic_latex import NoFormulaError, NotFoundError, design_formula
    from mechanisms.design import DesignError

    with as_bad_input(DesignArgumentError, DesignError, NoFormulaError, ShortNameError):
        names = read_short_names(define)
        if is_of_every_size(target) and not (at or define):
            found = formula_of_every_size(target, which)
            remark(found.means)
            return found.latex + "\n"
        try:
            return design_formula(read_symbolic_design(target, read_values(at)), which, names) + "\n"
        except NotFoundError as error:
            general = as_every_size(target)
            if general is None or names:
                raise
            found = formula_of_every_size(general, which)
            remark(f"{error}; this is of the usual estimate, as of {general}: {found.means}")
            return found.latex + "\n"


def _design(target: str, at: tuple[str, ...], *, full: bool) -> str:
    from checks.designs.analysis import analyze
    from checks.designs.analysis.formulas import FormulaAnalysis
    from checks.designs.analysis.latex import document
    from checks.designs.analysis.whole import AnalysisError
    from checks.show.sheet import heading
    from mechanisms.design import DesignError

    with as_bad_input(DesignArgumentError, DesignError, AnalysisError):
        found = analyze(target, at=read_values(at))
        title = f"Analysis of {target}" if isinstance(found, FormulaAnalysis) else heading(found.design, target)
        return document(found, title=title, full=full)


def _result(path: Path) -> str:
    try:
        with as_bad_input(ResultFileError, ProofFileError):
            return result_document(path)
    except RecheckError as error:
        raise NotProved(str(error)) from error


def _write(
    targets: list[str], output: Path | None, written: Callable[[Paper, Report], str], *, whole: bool = False
) -> None:
    try:
        claims = select(targets)
    except PaperError as error:
        raise BadInput(str(error)) from error
    names = list(dict.fromkeys(claim.paper for claim in claims))
    if len(names) != 1:
        raise BadInput(f"a document is about one paper; {', '.join(names)} were named")
    paper = load_paper(names[0])
    if whole and len(claims) != len(paper.claims):
        raise BadInput(f"{targets[0]} is a claim; name its paper, {paper.name}")
    _emit(written(paper, verified(claims)), output)


def _emit(text: str, output: Path | None) -> None:
    """Write a document, or a formula; a document to a file whose name ends in .pdf as a PDF."""
    if output is None:
        click.echo(text, nl=False)
    elif output.suffix.lower() != ".pdf":
        write_text(output, text)
    elif r"\documentclass" not in text:
        raise BadInput(f"{output}: a formula alone is no document; write it to a file whose name ends in .tex")
    else:
        with as_bad_input(CompilationError):
            output.write_bytes(compiled(text))
        remark(f"written to {output}")
