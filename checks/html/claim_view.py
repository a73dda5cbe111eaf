"""What the page says of one claim, ready for the template: formulas as LaTeX, words as words, nothing escaped yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from checks.claim import Claim, Paper, Statement
from checks.proofs import obligations
from checks.reading import Symbols
from checks.record import ClaimRecord, ObligationRecord, ReadingRecord, StepRecord, WitnessRecord
from checks.render import shortened
from checks.typeset import witness_words, written_out
from checks.wording import broken_place

COLOURS = {  # of verdicts and of the outcomes of obligations, by the names of the style sheet
    "proved": "good",
    "refuted": "bad",
    "corrected": "mended",
    "checked": "seen",
    "evidence": "seen",
    "unknown": "open",
    "defined": "quiet",
    "outside": "quiet",
}
_RESTRICTED = r" \qquad \text{for } "  # between a corrected statement and the hypotheses that were added to it


@dataclass(frozen=True)
class Text:
    """A formula in LaTeX, or words in which `$...$` is a formula; `after` are words that follow a formula."""

    content: str
    is_formula: bool
    after: str = ""


@dataclass(frozen=True)
class Value:
    """A coordinate of a counterexample: its name, its exact value, and about how much that is, where that helps."""

    name: Text
    exact: Text
    about: str


@dataclass(frozen=True)
class Reading:
    """One reading of a claim that has several."""

    record: ReadingRecord
    statement: Text
    counterexample: Sequence[Value]


@dataclass(frozen=True)
class Part:
    """What had to be shown for one reading, or for the correction."""

    name: str
    obligations: Sequence[ObligationRecord]


@dataclass(frozen=True)
class ClaimView:
    """All that the page says of a claim. `anchor` is its id in the page; `figure` is an svg element, or ""."""

    id: str
    anchor: str
    paper: str
    place: str
    kind: str
    verdict: str
    finding: str
    colour: str
    statement: Sequence[Text]
    prose: str
    domain: Sequence[Text]
    breaks_at: str
    counterexample: Sequence[Value]
    corrected: Sequence[Text]
    note: str
    readings: Sequence[Reading]
    steps: Sequence[StepRecord]
    parts: Sequence[Part]
    counts: str
    witnesses: Sequence[WitnessRecord]
    oracles: Sequence[str]
    figure: str = field(default="", repr=False)
    proofs: str = field(default="", repr=False)  # compressed with gzip, base64
    proof_size: str = ""


def claim_view(
    paper: Paper,
    record: ClaimRecord,
    symbols: Symbols,
    anchor: str,
    *,
    figure: str = "",
    proofs: str = "",
    proof_size: str = "",
) -> ClaimView:
    """What the page says of a claim of this paper, whose names are spelt with these symbols."""
    claim = paper.claim(record.id)
    main = next((r for r in record.readings if r.needed), None)
    several = record.readings if len(record.readings) > 1 else ()
    return ClaimView(
        id=record.id,
        anchor=anchor,
        paper=paper.key,
        place=record.place,
        kind=record.kind,
        verdict=record.verdict,
        finding=record.finding or "",
        colour=COLOURS[record.verdict],
        statement=_printed(claim, record),
        prose=record.prose,
        domain=_domain(record.domain, symbols),
        breaks_at=broken_place(main.breaks_at or "") if main else "",
        counterexample=_point(record.counterexample, symbols),
        corrected=_corrected(claim, record),
        note=record.note,
        readings=[_reading(claim, reading, symbols) for reading in several],
        steps=record.derivation,
        parts=_parts(record),
        counts=_counts(record),
        witnesses=[replace(w, summary=witness_words(w.summary, symbols)) for w in record.witnesses],
        oracles=record.oracles,
        figure=figure,
        proofs=proofs,
        proof_size=proof_size,
    )


def _printed(claim: Claim, record: ClaimRecord) -> list[Text]:
    """The print: each formula by itself, or the words."""
    formulas = _formulas(claim.main.statement) if claim.readings else []
    return formulas or [Text(record.statement, False)]


def _formulas(statement: Statement) -> list[Text]:
    """The formulas of a statement, or its table; none for prose."""
    latex = statement.latex if statement.table is None else [statement.table.latex]
    return [Text(formula, True) for formula in latex]


def _corrected(claim: Claim, record: ClaimRecord) -> list[Text]:
    """What is right, where it is worded otherwise; hypotheses that were added stand behind it."""
    if not record.right:
        return []
    statement, _, hypotheses = record.right.partition(_RESTRICTED)
    printed = _formulas(claim.main.statement) if claim.readings else []
    formulas = _formulas(claim.correction.statement) if claim.correction else printed
    added = [Text(rf"\text{{for }} {hypotheses}", True)] if hypotheses else []
    if formulas and r" \quad ".join(formula.content for formula in formulas) == statement:
        return [*formulas, *added]
    return [Text(statement, bool(formulas or printed)), *added]


def _reading(claim: Claim, record: ReadingRecord, symbols: Symbols) -> Reading:
    is_formula = any(r.name == record.name and r.statement.printed for r in claim.readings)
    record = replace(record, breaks_at=broken_place(record.breaks_at or ""))
    return Reading(record, Text(record.statement, is_formula), _point(record.counterexample, symbols))


def _domain(domain: str, symbols: Symbols) -> list[Text]:
    return [_written(part, symbols) for part in domain.split("; ") if part]


def _written(plain: str, symbols: Symbols) -> Text:
    """A formula in the plain notation as the paper spells it; as it stands where it is none."""
    found = written_out(plain, symbols)
    return Text(plain, False) if found is None else Text(found[0], True, found[1])


def _point(values: Mapping[str, str] | None, symbols: Symbols) -> list[Value]:
    return [Value(_written(n, symbols), _written(v, symbols), _about(v)) for n, v in (values or {}).items()]


def _about(exact: str) -> str:
    """A fraction as a decimal number of six digits; "" for a whole or decimal number, and for no number."""
    try:
        value = Fraction(exact)
    except ValueError:
        return ""
    return "" if value.denominator == 1 or "." in exact else f"{float(value):.6g}"


def _parts(record: ClaimRecord) -> list[Part]:
    """The obligations by the reading or the correction that they belong to; long statements are cut."""
    found: dict[str, list[ObligationRecord]] = {}
    for part, obligation in obligations(record):
        found.setdefault(part, []).append(obligation)
    return [Part(name, own) for name, own in found.items()]


def _counts(record: ClaimRecord) -> str:
    """How many obligations ended how, in words."""
    statuses = Counter(obligation.status for _, obligation in obligations(record))
    return ", ".join(f"{count} {status}" for status, count in statuses.most_common())


def statement_of(obligation: ObligationRecord) -> str:
    """What an obligation says, as the kernel prints it, cut where it is too long to be read."""
    return shortened(obligation.statement, "whole in the proof file")


def theorems_of(obligation: ObligationRecord) -> int:
    """How many theorems of the kernel the proof of an obligation is made of."""
    steps = obligation.proof.get("steps", []) if obligation.proof else []
    return len(steps)
