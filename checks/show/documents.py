"""Whole LaTeX documents: the erratum of a paper, and a supplement with the derivation of every claim."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from checks.claims.claim import Paper
from checks.claims.proofs import methods, theorems
from checks.claims.prose import escape
from checks.claims.record import ClaimRecord
from checks.claims.typed_mathematics import with_dollars
from checks.claims.verdict import summary
from checks.show.report import Report
from checks.show.short_erratum import short_erratum
from checks.show.typeset import derivation, fragment, items, prose, shown_in_a_line
from checks.system.versions import version_of

PACKAGES = ("{amsmath}", "{amssymb}", "{booktabs}", "{longtable}", "[margin=2.5cm]{geometry}")
LONGEST_STATEMENT = 240  # characters of a theorem that is written out
_DIGIT = re.compile(r"\\mathbb\s*(?:1|\{1\})")  # of which amssymb has letters only: it prints a sign of logic instead
_LETTER = re.compile(r"(\w+) = e\^|e\^\w+ is written (\w+)")


def document(title: str, parts: Iterable[str], packages: Sequence[str] = PACKAGES, options: str = "") -> str:
    """A document that compiles with pdflatex and the packages of every distribution."""
    lines = [
        "% Run pdflatex twice: long tables take the width of their columns from the first run.",
        rf"\documentclass{f'[{options}]' if options else ''}{{article}}",
        *(rf"\usepackage{package}" for package in packages),
        r"\setcounter{MaxMatrixCols}{200}",
        r"\allowdisplaybreaks",
        r"\setlength{\fboxsep}{1pt}",
        r"\sloppy",
        rf"\title{{{escape(title)}}}",
        r"\author{}",
        r"\date{}",
        r"\begin{document}",
        rf"\twocolumn[{{\centering\Large {escape(title)}\par\bigskip}}]" if "twocolumn" in options else r"\maketitle",
        *parts,
        r"\end{document}",
    ]
    return _DIGIT.sub(r"\\mathbf{1}", "\n".join(lines)) + "\n"


def erratum(paper: Paper, report: Report, *, full: bool = False) -> str:
    """What is wrong, why, and what is right, on two pages; what is false before misprints.

    With `full` as long as it takes: each finding with its readings and witnesses, then the derivations and the theorems
    themselves, as the kernel states them. The records are those of the whole paper; a paper without an error gets a
    document that says so.
    """
    records = _of(paper, report)
    findings = Report(records, report.seed).findings
    parts = [" ".join([_introduction(paper, records, len(findings)), *_letters(paper, findings)])]
    if not full:
        short = short_erratum(paper, findings)
        layout = short.layout
        return document(f"Erratum to: {paper.title}", [*parts, *short.parts], layout.packages, layout.options)
    if findings:
        parts.append(_overview(findings))
    for record in findings:
        claim = paper.claim(record.id)
        parts += [
            fragment(paper, claim, record, with_authors=False, with_derivation=False),
            *_proved_in_short(record),
        ]
    derived_as = _derived_as(findings)
    proofs = [line for record in findings for line in _proof(paper, record, derived_as[record.id])]
    if proofs:
        parts += [r"\section*{Proofs}", *proofs]
    return document(f"Erratum to: {paper.title}", parts)


def supplement(paper: Paper, report: Report) -> str:
    """The claims that were asked for, each with its verdict and its derivation."""
    records = _of(paper, report)
    parts = [_introduction(paper, records, len(Report(records, report.seed).findings))]
    derived_as = _derived_as(records)
    parts += [
        fragment(paper, paper.claim(record.id), record, with_authors=False, derived_as=derived_as[record.id])
        for record in records
    ]
    return document(f"Derivations for: {paper.title}", parts)


def _of(paper: Paper, report: Report) -> tuple[ClaimRecord, ...]:
    return tuple(record for record in report.records if record.paper == paper.name)


def _derived_as(records: Sequence[ClaimRecord]) -> dict[str, str]:
    """For each claim the one before it that has the same derivation, or ""."""
    found: dict[str, str] = {}
    for number, record in enumerate(records):
        same = (other.id for other in records[:number] if other.derivation == record.derivation)
        found[record.id] = next(same, "")
    return found


def _introduction(paper: Paper, records: Sequence[ClaimRecord], wrong: int) -> str:
    counted = ", ".join(f"{count} {verdict}" for verdict, count in summary(records).items())
    said = f"{wrong} of them do{'es' * (wrong == 1)} not hold as printed" if wrong else "none of them fails as printed"
    derived = "1 claim was" if len(records) == 1 else f"{len(records)} claims were"
    authors = escape(paper.authors.removesuffix("."))  # initials bring a full stop of their own
    return (
        f"{authors}. Of this paper {derived} derived again ({escape(counted)}); {said}. "
        f"Each counterexample is exact, and a small kernel has checked every theorem "
        f"(rrproof {escape(version_of('rrproof'))})."
    )


def _letters(paper: Paper, findings: Sequence[ClaimRecord]) -> list[str]:
    """The conventions on letters that stand for a power of e, such as x = e^eps, where counterexamples use them."""
    used = {name for record in findings for name in record.counterexample or {}}
    return [
        prose(with_dollars(text))
        for text in paper.conventions
        if not used.isdisjoint(first or second for first, second in _LETTER.findall(text))
    ]


def _overview(findings: Sequence[ClaimRecord]) -> str:
    rows = [
        rf"{escape(r.id)} & \raggedright {escape(r.place)} & {escape(r.kind)} & {escape(r.finding or r.verdict)} \\"
        for r in findings
    ]
    return "\n".join(
        [
            r"\begin{longtable}[l]{@{}p{0.11\textwidth}p{0.37\textwidth}p{0.2\textwidth}p{0.22\textwidth}@{}}",
            r"\toprule claim & place & kind & error \\ \midrule \endhead",
            *rows,
            r"\bottomrule",
            r"\end{longtable}",
        ]
    )


def _proved_in_short(record: ClaimRecord) -> list[str]:
    """How many theorems say that the corrected statement holds, and by which methods."""
    rules = [obligation.rule for obligation in record.correction_proof if obligation.status == "proved"]
    if not rules:
        return []
    said = escape(f"{theorems(len(rules), rules)}.")
    return [rf"\par\noindent\emph{{The correction is proved:}} {said}"]


def _proof(paper: Paper, record: ClaimRecord, derived_as: str) -> list[str]:
    """The derivation, and what was proved of the corrected statement, as mathematics where it is short.

    A corrected statement that stands itself in the logic has been told with the claim.
    """
    proved = []
    for obligation in record.correction_proof:
        if obligation.status == "proved" and not any(said.part == "correction" for said in record.stated):
            is_short = len(obligation.statement) <= LONGEST_STATEMENT
            said = shown_in_a_line(paper, obligation) if is_short else prose(with_dollars(obligation.label))
            proved.append(f"{said}{escape(methods([obligation.rule]))}")
    theorems = (
        [r"\par\noindent\emph{Proved of the correction.}", r"{\footnotesize", *items("itemize", proved), "}"]
        if proved
        else []
    )
    steps = derivation(record, derived_as)
    return [rf"\paragraph{{{escape(record.id)}}}", *steps, *theorems] if steps or theorems else []
