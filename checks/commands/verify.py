"""`rrproof verify`: verdicts on papers and claims.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from checks.claims.verdict import Verdict
from checks.commands.claims import report_on, running_options, selected, usable_cores
from checks.commands.completion import complete_design, complete_target
from checks.commands.exits import FAILED, INTERRUPTED, BadInput
from checks.commands.options import (
    as_bad_input,
    consoles,
    file_option,
    json_text,
    latex_option,
    remark,
    writable,
    write_text,
)
from checks.inputs.design import DesignArgumentError
from checks.papers.collection import load_paper, paper_keys
from checks.papers.of_design import DesignFormulas, in_words
from checks.show.console import write
from checks.show.pages import page
from checks.show.render import report as rendered
from checks.show.typeset import fragment
from checks.system.compilation import CompilationError
from mechanisms.exact import typesetting

if TYPE_CHECKING:
    from checks.claims.claim import Claim
    from checks.show.report import Report


def _verdicts(_: click.Context, __: click.Parameter, value: str | None) -> frozenset[str]:
    """The verdicts in a comma-separated list."""
    if value is None:
        return frozenset()

    names = [name.strip() for name in value.split(",") if name.strip()]
    known = [verdict.value for verdict in Verdict]
    wrong = [name for name in names if name not in known]
    if wrong or not names:
        raise click.BadParameter(f"{', '.join(wrong) or 'nothing'} is no verdict; the verdicts are {', '.join(known)}")
    return frozenset(names)


def _report_file(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """The file to write; the name of a paper or claim in its place is a slip that would verify everything."""
    if value is not None:
        if value.partition("-")[0].upper() in paper_keys():
            raise click.BadParameter(f"{value} is no file; write rrproof verify {value} {parameter.opts[0]} OUT")
        if value != "-":
            writable(context, parameter, Path(value))
    return value


def _make_directory(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"--proofs: {path} cannot be made a directory: {error.strerror}") from error


def _formulas(design: str, formulas: Sequence[str]) -> tuple[DesignFormulas, list[Claim]]:
    """Formulas of a design and their claims, whose file is there until the command ends."""
    if not formulas:
        raise BadInput(f"--of {design}: a formula is missing; write it in LaTeX, between single quotes")
    folder = click.get_current_context().with_resource(TemporaryDirectory(prefix="rrproof-"))
    with as_bad_input(DesignArgumentError):
        of = DesignFormulas.of(design, formulas)
        file = str(of.write(Path(folder)))
        matrix = of.matrix(Path(folder))
    if len(matrix.truths) == len(matrix.responses) == 2:  # what the parameters mean
        (no, yes), said = matrix.truths, matrix.responses[1]
        rates = [f"P({said} | {truth}) = {typesetting.text(matrix.entry(truth, said))}" for truth in (yes, no)]
        remark(f"{design}: {', '.join(rates)}")
    return of, [replace(claim, unread=in_words(claim.unread, file)) for claim in selected((file,))]


@click.command()
@click.argument("targets", nargs=-1, metavar="[PAPER|CLAIM|FORMULA]...", shell_complete=complete_target)
@click.option(
    "--of",
    "design",
    metavar="DESIGN",
    shell_complete=complete_design,
    help="Verify formulas in LaTeX, of this design: 'warner', 'grr(k=3)', rates.csv.",
)
@click.option(
    "--json",
    "json_to",
    metavar="[OUT]",
    is_flag=False,
    flag_value="-",
    callback=_report_file,
    help="Write the report as JSON, to a file or to standard output.",
)
@latex_option("Each claim as a LaTeX fragment, as of `rrproof show`; `rrproof latex` writes a document.")
@file_option("--html", text="Write a page with all that is known of each claim, as `rrproof report` does.")
@click.option(
    "--markdown",
    "markdown_to",
    metavar="OUT",
    callback=_report_file,
    help="Write the report as a Markdown page; - is standard output.",
)
@click.option(
    "--annotate",
    "document",
    metavar="PAPER.tex",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Write the verdicts beside the equations of a document, to PAPER.verdicts.tex or where --annotated says.",
)
@file_option("--annotated", text="With --annotate: the file; .tex has comments, .pdf notes in the margin.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes at work.  [default: usable cores]")
@running_options
@click.option("--recheck", is_flag=True, help="Let the kernel check the proofs of kept results once more.")
@click.option(
    "--fail-on", callback=_verdicts, metavar="LIST", help="Exit 1 when one of these verdicts occurs: refuted,unknown."
)
@click.option("--proofs", metavar="DIR", type=click.Path(file_okay=False, path_type=Path), help="Write proof files.")
@click.option("-q", "--quiet", is_flag=True, help="No progress and no table.")
@click.option("-v", "--verbose", is_flag=True, help="Also what was found on the claims that hold.")
def verify(
    targets: tuple[str, ...],
    design: str | None,
    json_to: str | None,
    latex: bool,
    html: Path | None,
    markdown_to: str | None,
    document: Path | None,
    annotated: Path | None,
    jobs: int | None,
    timeout: float,
    seed: int,
    no_cache: bool,
    recheck: bool,
    fail_on: frozenset[str],
    proofs: Path | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Verify papers and claims by name; all papers when none is named.

    Prints a table, how many claims got each verdict, and what does not hold: where it breaks, a counterexample in
    exact numbers, and what is right instead. Claims that are false come before slips of the pen.

    With --of each argument is a formula: in it \\pi is a share, \\hat\\pi its estimate, \\lambda the probability of a
    response, n the respondents, n_1 who answered yes, \\varepsilon the privacy; with more than two truths or responses
    they are numbered. `rrproof init paper FILE --of DESIGN` writes what is assumed as a claims file.

    \b
    rrproof verify HLM SZY-43
    rrproof verify mine.toml --fail-on refuted,corrected,unknown
    rrproof verify mine.toml --annotate paper.tex --annotated paper.pdf
    rrproof verify --of warner '\\operatorname{Var}(\\hat\\pi) = \\frac{\\lambda(1-\\lambda)}{n(2p_w-1)^2}'
    """
    of, claims = _formulas(design, targets) if design is not None else (None, selected(targets))
    if json_to == markdown_to == "-":
        raise BadInput("--json and --markdown: only one of them can go to standard output")
    if latex and "-" in (json_to, markdown_to):
        raise BadInput(f"--latex and --{'json' if json_to == '-' else 'markdown'} exclude each other")
    if annotated is not None and document is None:
        raise BadInput("--annotated goes with --annotate, which says the document")
    if proofs is not None:
        _make_directory(proofs)

    out, err = consoles()
    found, interrupted = report_on(
        claims,
        quiet=quiet,
        jobs=jobs or usable_cores(),
        timeout=timeout,
        seed=seed,
        use_cache=not no_cache,
        recheck=recheck,
        with_proofs=proofs is not None,
    )
    if proofs is not None:
        from checks.recheck.proof_files import write_proofs

        for record in found.records:
            write_proofs(record, proofs / f"{record.id}.json", of)
    for target, written in ((json_to, _json_report), (markdown_to, _markdown_report)):
        if target == "-":
            click.echo(written(found, of))
        elif target is not None:
            write_text(Path(target), written(found, of) + "\n")
    if html is not None:
        from checks.show.html.report import report_page

        write_text(html, report_page(found).html)
    if document is not None:
        beside = annotated or Path(f"{document.stem}.verdicts.tex")
        missing = _annotate(document, beside, claims, found)
        if not quiet:
            not_there = f"; it does not print {', '.join(missing)}" if missing else ""
            err.print(f"{beside} has the verdicts beside the equations of {document}{not_there}", highlight=False)
    if latex:
        click.echo(_fragments(found, claims))
    elif "-" not in (json_to, markdown_to):
        write(out, rendered(found, with_table=not quiet, verbose=verbose))
    if interrupted:
        err.print(f"stopped: {len(found.records)} of {len(claims)} claims are done")
        raise click.exceptions.Exit(INTERRUPTED)
    unread = [claim.unread for claim in claims if claim.unread]
    if unread:
        raise BadInput("\n".join([*unread, f"{len(unread)} of {len(claims)} claims cannot be read; they are unknown"]))
    if fail_on.intersection(found.summary):
        raise click.exceptions.Exit(FAILED)


def _annotate(document: Path, target: Path, claims: Sequence[Claim], found: Report) -> tuple[str, ...]:
    """Write the document with the verdicts; the claims that it does not print."""
    from checks.reading.document import DocumentError
    from checks.show.annotated import as_pdf, with_comments

    by_id = {(claim.paper, claim.id): claim for claim in claims}
    judged = [(by_id[record.paper, record.id], record) for record in found.records]
    with as_bad_input(DocumentError, CompilationError):
        if target.suffix == ".pdf":
            content, noted = as_pdf(document, judged)
            target.write_bytes(content)
        else:
            noted = with_comments(document, judged)
            target.write_text(noted.text, encoding="utf-8")
    return noted.missing


def _json_report(found: Report, of: DesignFormulas | None) -> str:
    data = {key: value for key, value in found.to_json().items() if key != "rrproof"}
    if of is not None:  # their claims file is gone when this is read
        data["claims"] = [{**claim, "paper": of.title} for claim in data["claims"]]
    return json_text(data)


def _fragments(found: Report, claims: Sequence[Claim]) -> str:
    by_id = {(claim.paper, claim.id): claim for claim in claims}
    return "\n\n".join(fragment(load_paper(r.paper), by_id[r.paper, r.id], r) for r in found.records)


def _markdown_report(found: Report, of: DesignFormulas | None) -> str:
    papers = list(dict.fromkeys(r.paper for r in found.records))
    pages = [page(load_paper(key), found) for key in papers]
    if of is not None:  # a claims file that `rrproof init paper FILE --of DESIGN` begins
        pages = [text.replace(key, "FILE") for text, key in zip(pages, papers, strict=True)]
    return "\n\n".join(pages)
