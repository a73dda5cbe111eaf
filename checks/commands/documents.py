"""`rrproof erratum` and `rrproof latex`: whole documents in LaTeX.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from checks.commands.claims import verified
from checks.commands.completion import complete_subject, complete_target
from checks.commands.exits import BadInput, NotProved
from checks.commands.options import (
    as_bad_input,
    file_option,
    values_option,
)

if TYPE_CHECKING:
    from checks.claim import Paper
    from checks.report import Report

_output = file_option("-o", "--output", text="Write to a file.")


@click.command(short_help="The erratum of a paper, in LaTeX.")
@click.argument("paper", metavar="PAPER", shell_complete=complete_target)
@click.option("--full", is_flag=True, help="Also the derivations, and the theorems as the kernel states them.")
@_output
def erratum(paper: str, full: bool, output: Path | None) -> None:
    """What does not hold in PAPER: what is printed, a counterexample, what is right, and what was proved of it.

    PAPER is a key such as HLM or a claims file. The document compiles with pdflatex; it needs amsmath and booktabs.

    \b
    Examples:
      rrproof erratum HLM -o erratum.tex
      rrproof erratum mine.toml --full -o erratum.tex
    """
    from functools import partial

    from checks.documents import erratum as written

    _write([paper], output, partial(written, full=full), whole=True)


@click.command(short_help="Claims, designs or results as a LaTeX document.")
@click.argument(
    "targets", nargs=-1, required=True, metavar="PAPER|CLAIM|DESIGN|RESULT...", shell_complete=complete_subject
)
@values_option
@click.option("--full", is_flag=True, help="Long matrices and numbers of a design in full.")
@_output
def latex(targets: tuple[str, ...], at: tuple[str, ...], full: bool, output: Path | None) -> None:
    """A document that compiles with pdflatex; it needs amsmath, amssymb, booktabs, longtable and geometry.

    \b
    PAPER, CLAIM   a supplement: each claim with verdict and derivation
    DESIGN         the analysis of one design, a file or a name
    RESULT         one file that --json or --proof wrote

    \b
    Examples:
      rrproof latex HLM -o supplement.tex
      rrproof latex mine.toml:FR-03 HLM-17 -o claims.tex
      rrproof latex 'grr(k=3, x=2)' -o design.tex
      rrproof latex rates.csv --at p=1/3 -o design.tex
      rrproof design -k 3 --epsilon 'log(2)' --json > best.json
      rrproof latex best.json -o best.tex
    """
    from checks.latex.results import ResultFileError, is_result

    with as_bad_input(ResultFileError):
        results = [target for target in targets if is_result(target)]
    designs = [target for target in targets if target not in results and _is_design(target)]
    if (results or designs) and len(targets) != 1:
        raise BadInput(f"{(results + designs)[0]} is a {'result' if results else 'design'}; it takes a document alone")
    if (at or full) and not designs:
        raise BadInput("--at and --full are for a design")
    if results:
        _emit(_result(Path(results[0])), output)
    elif designs:
        _emit(_design(designs[0], at, full=full), output)
    else:
        from checks.documents import supplement

        _write(list(targets), output, supplement)


def _is_design(target: str) -> bool:
    """Whether a target is no claims file, but the file of a design or the name of a mechanism with its parameters."""
    if target.endswith(".toml"):
        import tomllib

        try:
            data = tomllib.loads(Path(target).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return False  # the reader of claims files says what is wrong
        return "paper" not in data
    return "(" in target or target.endswith((".csv", ".json", ".tex"))


def _design(target: str, at: tuple[str, ...], *, full: bool) -> str:
    from checks.analysis import analyze
    from checks.analysis.latex import document
    from checks.analysis.whole import AnalysisError
    from checks.analysis.wording import heading
    from checks.arguments.design import DesignArgumentError, read_values
    from mechanisms.design import DesignError

    with as_bad_input(DesignArgumentError, DesignError, AnalysisError):
        found = analyze(target, at=read_values(at))
        return document(found, title=heading(found.design, target), full=full)


def _result(path: Path) -> str:
    from checks.latex.results import ResultFileError, result_document
    from checks.proofs import RecheckError
    from derivations.proof_file import ProofFileError

    try:
        with as_bad_input(ResultFileError, ProofFileError):
            return result_document(path)
    except RecheckError as error:
        raise NotProved(str(error)) from error


def _write(
    targets: list[str], output: Path | None, written: Callable[[Paper, Report], str], *, whole: bool = False
) -> None:
    from checks.claim import PaperError, load_paper
    from checks.runner import select

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
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")
