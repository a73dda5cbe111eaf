"""A verified paper as a Markdown page: what does not hold and why, and for every claim its verdict and its code."""

from __future__ import annotations

from collections.abc import Sequence

from checks.claim import Claim, Paper
from checks.proofs import obligations
from checks.record import ClaimRecord
from checks.render import counts, first_line, point
from checks.report import Report
from checks.sources import code_of
from checks.typeset import pieces
from checks.wording import Wording, as_corrected, as_printed

HOW = (
    "`rrproof show {0}` shows how a claim is derived and what had to be shown for it, `rrproof show {0} --proof FILE` "
    "writes its proof objects, which `rrproof recheck FILE` checks. The column `proof` says how many theorems of the "
    "kernel these are: of the statement as printed, of what refutes it, of its correction and its derivation."
)
WHERE = (
    "The code is what says what a statement means: the encoding of a statement in prose, the function that implements "
    "a definition, or the notation of the paper."
)


def page(paper: Paper, report: Report) -> str:
    """The page of one paper; it says nothing that differs from run to run, such as times."""
    here = Report(tuple(record for record in report.records if record.paper == paper.name), report.seed)
    lines = [f"# {paper.key}: {_text(paper.title)}", "", _text(paper.authors), "", f"{counts(here)}.", ""]
    if here.findings:
        lines += ["## What does not hold, gravest first", ""]
        for record in here.findings:
            lines += _finding(paper.claim(record.id), record)
    lines += ["## All claims", "", HOW.format(paper.claims[0].id), ""]
    lines += [] if paper.file else [WHERE, ""]
    header = ["claim", "place", "kind", "verdict", "statement", "proof", *([] if paper.file else ["code"])]
    lines += [_row(header), "|---" * len(header) + "|"]
    lines += [row(paper, paper.claim(record.id), record) for record in here.records]
    return "\n".join(lines)


def _finding(claim: Claim, record: ClaimRecord) -> list[str]:
    """A heading, and a list of what is printed, where it fails, what is right and why."""
    kind = record.finding or record.verdict
    parts = [
        ("printed", _worded(as_printed(claim, first_line(claim)))),
        ("fails with", _text(point(record.counterexample))),
        ("right is", _worded(as_corrected(claim, record.right)) if record.right else ""),
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


def cells(paper: Paper, claim: Claim, record: ClaimRecord) -> list[str]:
    """The line of a claim in the table of all claims: place, verdict, statement, number of theorems, and code."""
    verdict = f"{record.verdict}: {record.finding}" if record.finding else record.verdict
    others = [reading.verdict for reading in record.readings if not reading.needed]
    if others:
        verdict += f" ({'another reading' if len(others) == 1 else 'other readings'}: {', '.join(others)})"
    statement = _worded(as_printed(claim, first_line(claim)))
    head = [record.id, _text(record.place), record.kind, verdict, statement, _proof(record)]
    return [*head, *([] if paper.file else [_code(claim)])]


def row(paper: Paper, claim: Claim, record: ClaimRecord) -> str:
    """The line of a claim in the table of all claims."""
    return _row(cells(paper, claim, record))


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _proof(record: ClaimRecord) -> str:
    """How many theorems of the kernel the proof file of a claim holds."""
    size = sum(bool(obligation.rule) for _, obligation in obligations(record))  # the proofs may be left in the cache
    return f"{size} theorem{'s' if size != 1 else ''}" if size else "none"


def _code(claim: Claim) -> str:
    """Links from docs/papers to the code behind a claim."""
    return ", ".join(f"[`{name}`](../../{path})" if path else f"`{name}`" for name, path in code_of(claim))


def _worded(wording: Wording) -> str:
    """Words, a formula, or words with a condition."""
    return " ".join(part for part in (_text(wording.words), wording.formula and _formula(wording.formula)) if part)


def _formula(latex: str) -> str:
    """A formula in a table: a bar would end the cell."""
    return "$`" + latex.replace("\\|", r"\Vert ").replace("|", r"\vert ") + "`$"


def _text(text: str) -> str:
    """Words in which `$...$` is a formula, in one line."""
    parts = (_formula(part) if is_formula else _plain(part) for is_formula, part in pieces(text))
    return " ".join("".join(parts).split())


def _plain(text: str) -> str:
    for special in "\\`*_{}[]<>|$":
        text = text.replace(special, "\\" + special)
    return text
