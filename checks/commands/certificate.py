"""`rrproof certificate`: one page on the privacy of a design, to be filed with its proofs.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from checks.commands.analyze import analysed, progress, timeout_option
from checks.commands.completion import complete_design
from checks.commands.exits import BadInput
from checks.commands.options import (
    DESIGN_HELP,
    LEVEL_NAMES,
    as_bad_input,
    as_json_option,
    check_one_format,
    check_text_name,
    file_option,
    json_text,
    latex_option,
    law_option,
    proof_option,
    remark,
    values_option,
    write_text,
)
from checks.inputs.design import is_numeric
from checks.system.compilation import CompilationError, compiled

if TYPE_CHECKING:
    from checks.samplers.certificate import Certificate

FORMATS = (".html", ".pdf", ".tex")
OUTPUT = "The page: .html, .pdf (by pdflatex) or .tex; with --json or --latex the file of what would be printed."
EPILOG = (
    DESIGN_HELP
    + """
\b
Examples:
  rrproof certificate 'grr(k=5, x=3)' -o certificate.html
  rrproof certificate rates.csv --eps 1 -o certificate.pdf
  rrproof certificate rates.csv --json --html certificate.html > certificate.json
  rrproof recheck certificate.proofs.json

\b
A page on a sampler comes from `rrproof audit --certificate FILE`.
"""
)


@click.command(epilog=EPILOG)
@click.argument("design", metavar="DESIGN", shell_complete=complete_design)
@file_option("-o", "--output", "output", text=OUTPUT)
@file_option("--html", text="Write the page in HTML, alone or as well.")
@click.option(*LEVEL_NAMES, "level", metavar="LEVEL", help="Also delta there, and the best design there: log(3), 0.5.")
@law_option
@values_option
@timeout_option
@proof_option("The file of its proofs.  [default: beside the page, ending in .proofs.json]")
@as_json_option
@latex_option("As a LaTeX fragment, which needs amsmath and booktabs.")
def certificate(
    design: str, output: Path | None, html: Path | None, level: str | None, prior: str | None, at: tuple[str, ...],
    timeout: float, proof: Path | None, as_json: bool, latex: bool,
) -> None:  # fmt: skip
    """Write one page to be filed: how private DESIGN is, why, and how to check it.

    The matrix; eps, with the two truths and the response that attain it; delta against eps; how far the design is from
    the best one of the same privacy; the theorem; and the file of the proofs, with its SHA-256.
    """
    from checks.designs.analysis.whole import Analysis
    from checks.samplers.certificate import Certificate, as_fragment

    check_one_format(latex, as_json)
    is_printed = as_json or latex
    pages = [file for file in (None if is_printed else output, html) if file is not None]
    if not pages and not is_printed:
        raise BadInput("where to? -o FILE names a .html, .pdf or .tex file, --html FILE a page; --json prints")
    for file in pages:
        check_certificate_name(file, (".html",) if file is html else FORMATS)
    if is_printed and output is not None:
        check_text_name(output)
    if is_numeric(design):
        raise BadInput(
            f"{design} answers with numbers; a certificate is of a matrix: `rrproof analyze` has its theorems"
        )
    with progress() as tell:
        found = analysed(design, prior, None, level, at, timeout, tell)
    if not isinstance(found, Analysis):
        raise BadInput(f"{design} has parameters without a value; a certificate is of one matrix: use --at")
    made = Certificate(found, design, proof or (pages[0].with_suffix(".proofs.json") if pages else None))
    if not made.evidence():
        raise BadInput(f"{design} is private at no eps; --eps names a level, at which its delta is certified")
    write_proofs(made)
    for file in pages:
        write_page(made, file)
    if is_printed:
        printed = json_text(made.to_json()) if as_json else as_fragment(made)
        if output is None:
            click.echo(printed)
        else:
            write_text(output, printed + "\n")


def write_proofs(made: Certificate) -> None:
    """Write the file of the proofs, if there is to be one."""
    if made.proofs is not None:
        with as_bad_input(OSError):
            count = made.write_proofs()
        remark(f"{count} proof{'s' * (count != 1)} written to {made.proofs}")


def write_page(made: Certificate, output: Path) -> None:
    """Write the page, in the format that its name says; the proofs have to be written before."""
    from checks.samplers.certificate import as_document, as_page

    with as_bad_input(OSError, CompilationError):
        if output.suffix.lower() == ".html":
            output.write_text(as_page(made), encoding="utf-8")
        else:
            document, figures = as_document(made)
            if output.suffix.lower() == ".pdf":
                output.write_bytes(compiled(document, figures))
            else:
                output.write_text(document, encoding="utf-8")
                for name, content in figures.items():
                    (output.parent / name).write_bytes(content)
    remark(f"written to {output}")


def check_certificate_name(output: Path, formats: Sequence[str] = FORMATS) -> None:
    """BadInput for a name that ends in none of the formats."""
    if output.suffix.lower() not in formats:
        raise BadInput(f"{output}: a certificate is written to a file whose name ends in {', '.join(formats)}")
