"""What the page says of one claim, ready for the template: formulas as LaTeX, words as words, nothing escaped yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from checks.claims.argued import ARGUMENTS
from checks.claims.claim import Claim, Paper, Statement
from checks.claims.proofs import obligations
from checks.claims.record import ClaimRecord, ObligationRecord, ReadingRecord, Said, Side, StepRecord, WitnessRecord
from checks.claims.typed_mathematics import with_dollars
from checks.reading import Symbols
from checks.show.accepted_by_coq import accepted
from checks.show.html.mathml import changed
from checks.show.latex.differences import joined, lists, marked_words, words
from checks.show.render import shortened
from checks.show.typeset import NO_PLACE, boundary_words, point_words, sides_words, witness_words, written_out
from checks.show.wording import RESTRICTED, broken_place, coordinates, place_words, tightened

COLOURS = {  # of verdicts and of the outcomes of obligations, by the names of the style sheet
    "proved": "good",
    "refuted": "bad",
    "corrected": "mended",
    "argued": "seen",
    "checked": "seen",
    "evidence": "seen",
    "unknown": "open",
    "defined": "quiet",
    "outside": "quiet",
}
GRAVITY = {"false": "bad", "missing-hypothesis": "mended", "misprint": "slight"}  # of findings


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
    sides: Sequence[Value] = ()


@dataclass(frozen=True)
class Part:
    """What had to be shown for one reading, or for the correction."""

    name: str
    obligations: Sequence[ObligationRecord]


@dataclass(frozen=True)
class Stated:
    """A statement in the logic: which of the claim it is, its lines in LaTeX, and its text in the plain notation."""

    part: str
    lines: Sequence[str]
    text: str


@dataclass(frozen=True)
class Word:
    """A word that statements use: its equation in LaTeX, what it says, and its text in the plain notation."""

    latex: str
    sentence: str
    text: str


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
    sides: Sequence[Value]
    fails: str  # where, and what both sides are worth there, in words; "" where something else is right
    corrected: Sequence[Text]
    note: str
    chain: str  # what its printed proof uses, and what uses it
    lacking: str  # what of that does not hold
    boundary: Sequence[Text]  # conditions without which it fails, where its context plainly stops
    stated: Sequence[Stated]
    words: Sequence[Word]  # that the statements use
    readings: Sequence[Reading]
    steps: Sequence[StepRecord]
    parts: Sequence[Part]
    counts: str
    witnesses: Sequence[WitnessRecord]
    oracles: Sequence[str]
    argued: Sequence[str]  # the sentences of the arguments
    figure: str = field(default="", repr=False)
    proofs: str = field(default="", repr=False)  # compressed with gzip, base64
    proof_size: str = ""
    by_coq: str = ""  # what Coq accepts of it
    coq_file: str = ""  # where its file for Coq is


def claim_view(
    paper: Paper,
    record: ClaimRecord,
    symbols: Symbols,
    anchor: str,
    *,
    figure: str = "",
    proofs: str = "",
    proof_size: str = "",
    coq_file: str = "",
) -> ClaimView:
    """What the page says of a claim of this paper, whose names are spelt with these symbols."""
    claim = paper.claim(record.id)
    main = next((r for r in record.readings if r.needed), None)
    several = record.readings if len(record.readings) > 1 else ()
    printed, corrected = _marked(_printed(claim, record), _corrected(claim, record))
    return ClaimView(
        id=record.id,
        anchor=anchor,
        paper=paper.key,
        place=place_words(record.place),
        kind=record.kind,
        verdict=record.verdict,
        finding=record.finding or ("boundary" if record.boundary else ""),
        colour=GRAVITY.get(record.finding or "", COLOURS[record.verdict]),
        statement=printed,
        prose=record.prose,
        domain=_domain(record.domain, symbols),
        breaks_at=broken_place(main.breaks_at) if main and main.breaks_at and main.breaks_at not in NO_PLACE else "",
        counterexample=_point(record.counterexample, symbols),
        sides=_sides(record.sides, symbols),
        fails="" if corrected else _fails(record, symbols),
        corrected=corrected,
        note=record.note,
        chain=record.chain,
        lacking=record.lacking,
        boundary=[Text(condition, False) for condition in boundary_words(paper, claim, record.boundary)],
        stated=_stated(paper, record.stated),
        words=_words(paper, claim) if record.stated else (),
        readings=[_reading(claim, reading, symbols) for reading in several],
        steps=record.derivation,
        parts=_parts(record),
        counts=_counts(record),
        witnesses=[replace(w, summary=witness_words(w.summary, symbols)) for w in record.witnesses],
        oracles=record.oracles,
        argued=[with_dollars(ARGUMENTS[name]) for name in record.argued],
        figure=figure,
        proofs=proofs,
        proof_size=proof_size,
        by_coq=str(accepted(paper, record) or ""),
        coq_file=coq_file,
    )


def _stated(paper: Paper, stated: Sequence[Said]) -> Sequence[Stated]:
    if not stated:
        return ()
    from checks.show.words import statement_in_latex  # the logic is loaded where a claim is stated in it

    return [
        Stated(with_dollars(said.part), statement_in_latex(paper, said.statement), said.statement) for said in stated
    ]


def _words(paper: Paper, claim: Claim) -> Sequence[Word]:
    from checks.show.words import in_latex, words_in_claim  # the logic is loaded where a claim is stated in it

    return [Word(in_latex(word), with_dollars(word.sentence), word.text) for word in words_in_claim(paper, claim)]


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
    if claim.correction is not None and claim.correction.right == record.right:
        return [Text(record.right, False)]
    statement, _, hypotheses = record.right.partition(RESTRICTED)
    printed = _formulas(claim.main.statement) if claim.readings else []
    formulas = _formulas(claim.correction.statement) if claim.correction else printed
    added = [Text(rf"\text{{for }} {hypotheses}", True)] if hypotheses else []
    if formulas and r" \quad ".join(formula.content for formula in formulas) == statement:
        return [*formulas, *added]
    return [Text(statement, bool(formulas or printed)), *added]


def _marked(printed: list[Text], corrected: list[Text]) -> tuple[list[Text], list[Text]]:
    """Both with what differs marked, where both are formulas or both are words."""
    sides = (printed, corrected)
    if not corrected or len({text.is_formula for side in sides for text in side if not _is_added(text)}) > 1:
        return sides
    compared = [[text.content for text in side if not _is_added(text)] for side in sides]
    if printed[0].is_formula:
        found = [[joined(segments, changed) for segments in side] for side in lists(*compared)]
    else:
        found = [[joined(segments, marked_words)] for segments in words(*(" ".join(side) for side in compared))]
    first, second = ([Text(content, printed[0].is_formula) for content in side] for side in found)
    return first, [*second, *filter(_is_added, corrected)]


def _is_added(text: Text) -> bool:
    """Whether these are hypotheses that were added, which are marked as such by standing alone."""
    return text.is_formula and text.content.startswith(r"\text{for }")


def _reading(claim: Claim, record: ReadingRecord, symbols: Symbols) -> Reading:
    is_formula = any(r.name == record.name and r.statement.printed for r in claim.readings)
    record = replace(record, name=with_dollars(record.name), breaks_at=broken_place(record.breaks_at or ""))
    point, sides = _point(record.counterexample, symbols), _sides(record.sides, symbols)
    return Reading(record, Text(record.statement, is_formula), point, sides)


def _domain(domain: str, symbols: Symbols) -> list[Text]:
    return [_written(part, symbols) for part in tightened(domain).split("; ") if part]


def _written(plain: str, symbols: Symbols) -> Text:
    """A formula in the plain notation as the paper spells it; words, with the mathematics in them, where it is none."""
    found = written_out(plain, symbols)
    return Text(with_dollars(plain), False) if found is None else Text(found[0], True, found[1])


def _point(values: Mapping[str, str] | None, symbols: Symbols) -> list[Value]:
    return [Value(_written(n, symbols), _written(v, symbols), _about(v)) for n, v in coordinates(values)]


def _sides(sides: Sequence[Side], symbols: Symbols) -> list[Value]:
    """What both sides are worth at the point, left before right."""
    return [Value(Text("", False), _written(side.exact, symbols), side.decimal) for side in sides]


def _fails(record: ClaimRecord, symbols: Symbols) -> str:
    """Where the print fails, and what both sides are worth there."""
    return ": ".join(filter(None, (point_words(record.counterexample, symbols), sides_words(record.sides, symbols))))


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
        said = replace(obligation, label=with_dollars(obligation.label), reason=with_dollars(obligation.reason))
        found.setdefault(part, []).append(said)
    return [Part(with_dollars(name), own) for name, own in found.items()]


def _counts(record: ClaimRecord) -> str:
    """How many obligations ended how, in words."""
    statuses = Counter(obligation.status for _, obligation in obligations(record))
    return ", ".join(f"{count} {status}" for status, count in statuses.most_common())


def statement_of(obligation: ObligationRecord) -> str:
    """What an obligation says, as the kernel prints it, cut where it is too long to be read."""
    return shortened(obligation.statement, "whole in the proof file")


def theorems_of(obligation: ObligationRecord) -> int:
    """How many theorems of the kernel the proof of an obligation is made of."""
    return len(obligation.proof.data.get("steps", [])) if obligation.proof else 0
