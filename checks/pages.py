"""A verified paper as a Markdown page: what does not hold and why, and the verdict of every claim."""

from __future__ import annotations

from checks.claim import Claim, Paper
from checks.record import ClaimRecord
from checks.render import counts, first_line, point
from checks.report import Report


def page(paper: Paper, report: Report) -> str:
    """The page of one paper; it says nothing that differs from run to run, such as times."""
    here = Report(tuple(record for record in report.records if record.paper == paper.name), report.seed)
    lines = [f"# {paper.key}: {_text(paper.title)}", "", _text(paper.authors), "", f"{counts(here)}.", ""]
    if here.findings:
        lines += ["## What does not hold, gravest first", ""]
        for record in here.findings:
            lines += _finding(paper.claim(record.id), record)
    lines += ["## All claims", "", "| claim | place | kind | verdict | statement |", "|---|---|---|---|---|"]
    lines += [row(paper.claim(record.id), record) for record in here.records]
    return "\n".join(lines)


def _finding(claim: Claim, record: ClaimRecord) -> list[str]:
    """A heading, and a list of what is printed, where it fails, what is right and why."""
    kind = record.finding or record.verdict
    parts = [
        ("printed", _statement(claim)),
        ("fails with", _text(point(record.counterexample))),
        ("right is", _formula(record.corrected) if record.corrected else ""),
        ("why", _text(record.note)),
    ]
    return [
        f"### {record.id}: {kind}",
        "",
        f"{_text(record.place)}, {record.kind}",
        "",
        *(f"- **{label}**: {value}" for label, value in parts if value),
        "",
    ]


def row(claim: Claim, record: ClaimRecord) -> str:
    """The line of a claim in the table of all claims: where it stands, what it says, and what became of it."""
    verdict = f"{record.verdict}: {record.finding}" if record.finding else record.verdict
    others = [reading.verdict for reading in record.readings if not reading.needed]
    if others:
        verdict += f" ({'another reading' if len(others) == 1 else 'other readings'}: {', '.join(others)})"
    return f"| {record.id} | {_text(record.place)} | {record.kind} | {verdict} | {_statement(claim)} |"


def _statement(claim: Claim) -> str:
    """The print: a formula where the claim has one, else the prose; up to its first line break."""
    text = first_line(claim)
    return _formula(text) if claim.readings and claim.main.statement.latex else _text(text)


def _formula(latex: str) -> str:
    """A formula in a table: a bar would end the cell."""
    return "$`" + latex.replace("\\|", r"\Vert ").replace("|", r"\vert ") + "`$"


def _text(text: str) -> str:
    for special in "\\`*_{}[]<>|$":
        text = text.replace(special, "\\" + special)
    return " ".join(text.split())
