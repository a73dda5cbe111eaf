"""A verified paper as a Markdown page: what does not hold and why, and for every claim its verdict and its code."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from checks.claims.argued import ARGUMENTS
from checks.claims.claim import Claim, Paper
from checks.claims.proofs import obligations
from checks.claims.prose import pieces
from checks.claims.record import ClaimRecord, ReadingRecord
from checks.claims.typed_mathematics import with_dollars
from checks.reading import Symbols
from checks.show.accepted_by_coq import accepted
from checks.show.latex.differences import underlined, with_marks
from checks.show.render import counts
from checks.show.report import Report
from checks.show.sources import code_of
from checks.show.typeset import NO_PLACE, boundary_words, point_words, shown_in_short, sides_words, vocabulary_of
from checks.show.wording import Wording, as_corrected, as_printed, broken_place, compared, place_words

HOW = (
    "`rrproof show {0}` shows how a claim is derived and what had to be shown for it, `rrproof show {0} --proof FILE` "
    "writes its proof objects, which `rrproof recheck FILE` checks. The column `proof` says how many theorems of the "
    "kernel these are: of the statement as printed, of what refutes it, of its correction and its derivation. Where "
    "Coq accepts them, `rrproof export {0} --coq DIR` writes the file for it."
)
WHERE = (
    "The code is what says what a claim means, and what proves it: the claims file with its statement, and the script "
    "that proves this where no search does; for others an encoding, the function that implements a definition, or the "
    "notation of the paper."
)


STATED = (
    "What each claim prints, and below it what it says in the logic, whole: these two are to be read against each "
    "other. Where a claim is not stated in the logic yet, it is what the kernel was shown of it, in short."
)


def page(paper: Paper, report: Report) -> str:
    """The page of one paper; it says nothing that differs from run to run, such as times."""
    here = Report(tuple(record for record in report.records if record.paper == paper.name), report.seed)
    lines = [f"# {paper.key}: {_text(paper.title)}", "", _text(paper.authors), ""]
    lines += [f"Printed at <{paper.address}>.", ""] if paper.address else []
    lines += [f"{counts(here)}.", ""]
    if here.findings:
        lines += ["## What does not hold, gravest first", ""]
        told = {record.id for record in here.findings}
        for record in here.findings:
            lines += _finding(paper, record, briefly=record.follows in told)
    lines += _argued(here.records)
    lines += [
        "## All claims",
        "",
        HOW.format(f"{paper.file}:{paper.claims[0].id}" if paper.file else paper.claims[0].id),
        "",
    ]
    lines += [] if paper.file else [WHERE, ""]
    header = ["claim", "place", "kind", "verdict", "statement", "proof", *([] if paper.file else ["code"])]
    lines += [_row(header), "|---" * len(header) + "|"]
    lines += [row(paper, paper.claim(record.id), record) for record in here.records]
    lines += ["", "## Print and statement", "", STATED, ""]
    for record in here.records:
        lines += _print_and_statement(paper, paper.claim(record.id), record)
    return "\n".join(lines)


def _argued(records: Sequence[ClaimRecord]) -> list[str]:
    """The arguments in words that verdicts rest on, each with the claims that it carries, the most used first."""
    used: dict[str, list[str]] = {}
    for record in records:
        for name in record.argued:
            used.setdefault(name, []).append(record.id)
    if not used:
        return []
    rows = [
        f"- **{name}** ({', '.join(ids)}): {_text(with_dollars(ARGUMENTS[name]))}"
        for name, ids in sorted(used.items(), key=lambda item: (-len(item[1]), item[0]))
    ]
    return ["## What is argued, not proved", "", *rows, ""]


def _finding(paper: Paper, record: ClaimRecord, *, briefly: bool) -> list[str]:
    """A heading, and a list of what is printed, where it fails, what is right and why.

    Briefly, of an error that another claim has told: not where it fails.
    """
    kind, symbols = record.remark or record.verdict, vocabulary_of(paper)
    claim = paper.claim(record.id)
    printed, right = compared(as_printed(claim, claim.printed), as_corrected(claim, record.right), underlined)
    place = next((r.breaks_at for r in record.readings if r.needed and r.breaks_at not in NO_PLACE), "")
    parts = [
        ("printed", _worded(printed)),
        ("breaks at", "" if briefly or not place else _text(broken_place(place))),
        ("fails with", "" if briefly else _text(point_words(record.counterexample, symbols))),
        ("both sides", "" if briefly else _text(sides_words(record.sides, symbols))),
        ("right is", _worded(right) if record.right else ""),
        ("why", _text(record.note)),
    ]
    return [
        f"### {record.id}: {kind}",
        "",
        f"{_text(place_words(record.place))}, {record.kind}",
        "",
        *(f"- **{label}**: {value}" for label, value in parts if value),
        "",
    ]


def _print_and_statement(paper: Paper, claim: Claim, record: ClaimRecord) -> list[str]:
    """The print of a claim, and below it its statement, typeset and as it is checked, or what was shown for it."""
    from checks.show.words import statement_in_latex  # the logic is loaded where a claim is stated in it

    parts = [(said.part, said.statement.splitlines()) for said in record.stated]
    if not parts:
        parts = [("", list(shown_in_short(record)))]
    if not any(said for _, said in parts) and not record.chain:
        return []
    words = f" {_text(record.prose)}" if record.prose else ""
    lines = [
        f"**{record.id}**, {_text(place_words(record.place))}: {_worded(as_printed(claim, claim.printed))}{words}",
        "",
    ]
    lines += [f"{_plain(record.chain)}.", ""] if record.chain else []
    for part, said in filter(itemgetter(1), parts):
        lines += [f"*{_text(with_dollars(part))}*", ""] if part and max(len(parts), len(record.readings)) > 1 else []
        if record.stated:
            lines += ["  \n".join(map(_formula, statement_in_latex(paper, "\n".join(said)))), ""]
        lines += ["```text", *said, "```", ""]
    others = [reading for reading in record.readings if reading.counterexample and not reading.needed]
    return [*lines, *(line for reading in others for line in (_fails(reading, vocabulary_of(paper)), ""))]


def _fails(reading: ReadingRecord, symbols: Symbols) -> str:
    """Where another reading than the one that the paper needs fails, and what both sides are worth there."""
    name, at = _text(with_dollars(reading.name)), _text(point_words(reading.counterexample, symbols))
    sides = f", where the sides are {_text(sides_words(reading.sides, symbols))}" if reading.sides else ""
    return f"*{name}* fails with {at}{sides}."


def cells(paper: Paper, claim: Claim, record: ClaimRecord) -> list[str]:
    """The line of a claim in the table of all claims: place, verdict, statement, number of theorems, and code."""
    verdict = _plain(record.headline)
    if record.boundary and not record.finding:
        conditions = ", ".join(boundary_words(paper, claim, record.boundary))
        lacking = f"; {_plain(record.lacking)}" if record.lacking else ""
        verdict = f"{record.verdict} (boundary: {_text(conditions)}{lacking})"
    others = [reading.verdict for reading in record.readings if not reading.needed]
    if others:
        verdict += f" ({'another reading' if len(others) == 1 else 'other readings'}: {', '.join(others)})"
    statement = _worded(as_printed(claim, claim.printed))
    head = [record.id, _text(place_words(record.place)), record.kind, verdict, statement, _proof(paper, record)]
    return [*head, *([] if paper.file else [_code(claim)])]


def row(paper: Paper, claim: Claim, record: ClaimRecord) -> str:
    """The line of a claim in the table of all claims."""
    return _row(cells(paper, claim, record))


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _proof(paper: Paper, record: ClaimRecord) -> str:
    """How many theorems of the kernel the proof file of a claim holds, and whether Coq accepts them."""
    size = sum(bool(obligation.rule) for _, obligation in obligations(record))  # the proofs may be left in the cache
    judged = ", accepted by Coq" if size and accepted(paper, record) is not None else ""
    return f"{size} theorem{'s' if size != 1 else ''}{judged}" if size else "none"


def _code(claim: Claim) -> str:
    """Links from docs/papers to the code behind a claim."""
    return ", ".join(f"[`{name}`](../../{path})" if path else f"`{name}`" for name, path in code_of(claim))


def _worded(wording: Wording) -> str:
    """Words, a formula, or words with a condition."""
    return " ".join(part for part in (_text(wording.words), wording.formula and _formula(wording.formula)) if part)


def _formula(latex: str) -> str:
    """A formula in a table or a list: in one line, and without bars, which would end the cell."""
    return "$`" + " ".join(latex.split()).replace("\\|", r"\Vert ").replace("|", r"\vert ") + "`$"


def _text(text: str) -> str:
    """Words in which `$...$` is a formula, in one line."""
    parts = (_formula(part) if is_formula else _plain(part) for is_formula, part in pieces(text))
    return with_marks(" ".join("".join(parts).split()), r"**\1**")


def _plain(text: str) -> str:
    for special in "\\`*_{}[]<>|$":
        text = text.replace(special, "\\" + special)
    return text
