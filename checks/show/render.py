"""Records, reports and derivations as they are read on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from checks.claims.argued import ARGUMENTS
from checks.claims.claim import Claim, Paper
from checks.claims.proofs import Outline
from checks.claims.prose import Formula, Prose, is_words
from checks.claims.record import ClaimRecord, ObligationRecord, ReadingRecord
from checks.claims.typed_mathematics import with_dollars
from checks.show.accepted_by_coq import accepted
from checks.show.latex.differences import Segment, formulas, words
from checks.show.latex.terminal import MarkedText, Said, worded
from checks.show.latex.unicode import readable
from checks.show.typeset import NO_PLACE
from checks.show.wording import RESTRICTED, both_sides, coordinates, tightened

if TYPE_CHECKING:
    from checks.show.report import Report
    from derivations.logic.definitions import Definition

LONG = 600  # characters; longer statements of the kernel are cut on the terminal

BRIEFLY = ("printed", "right is", "note")  # what is told of an error that another claim has told
STYLES = {
    "proved": "green",
    "refuted": "bold red",
    "corrected": "yellow",
    "argued": "blue",
    "checked": "cyan",
    "evidence": "cyan",
    "unknown": "bold magenta",
    "defined": "dim",
    "outside": "dim",
}


def report(found: Report, *, with_table: bool = True, verbose: bool = False) -> RenderableType:
    """The table of claims, how many got each verdict, and what is wrong."""
    parts: list[RenderableType] = []
    if with_table:
        parts += [table(found.records), Text()]
    parts.append(counts(found))
    if found.findings:
        parts += [Text(), _rule("What does not hold, gravest first", "red")]
        told = {record.id for record in found.findings}
        parts += [finding(record, briefly=record.follows in told) for record in found.findings]
    if found.undecided:
        parts += [Text(), _rule("What is not decided, or contradicted by a witness", "magenta")]
        parts += [finding(record) for record in found.undecided]
    if verbose:
        shown_above = {r.id for r in (*found.findings, *found.undecided)}
        parts += [Text(), _rule("The other claims", "green")]
        parts += [finding(record) for record in found.records if record.id not in shown_above]
    return Group(*parts)


def _rule(title: str, style: str) -> Rule:
    return Rule(title, characters="─", style=style, align="left")


def table(records: Iterable[ClaimRecord]) -> RenderableType:
    """One line a claim."""
    made = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    made.add_column("claim", no_wrap=True)
    made.add_column("place", overflow="fold")
    made.add_column("kind", overflow="fold")
    made.add_column("verdict")
    made.add_column("seconds", justify="right", no_wrap=True)
    made.add_column("trusts")
    for r in records:
        made.add_row(
            Text(r.id),
            Text(r.place),
            Text(r.kind),
            verdict(r),
            Text(f"{r.seconds:.2f}"),
            Text(", ".join((*r.oracles, *r.argued))),
        )
    return made


def verdict(record: ClaimRecord) -> Text:
    """The verdict, with the finding where there is one."""
    return Text(record.headline, style=STYLES[record.verdict])


def counts(found: Report) -> Text:
    """How many claims got each verdict."""
    line = Text(f"{len(found.records)} claim{'s' * (len(found.records) != 1)}: ")
    parts = [Text(f"{count} {name}", style=STYLES[name]) for name, count in found.summary.items()]
    line.append_text(Text(", ").join(parts))
    kinds = [r.finding for r in found.findings if r.finding and not r.follows]
    inherited = sum(bool(r.follows) for r in found.findings)
    if kinds or inherited:
        told = [f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)]
        told += [f"{inherited} that follow{'s' * (inherited == 1)} from others"] if inherited else []
        line.append(f" ({', '.join(told)})")
    at_boundary = sum(bool(r.boundary) for r in found.records)
    if at_boundary:
        line.append(f"; {at_boundary} with the remark boundary")
    return line


def finding(record: ClaimRecord, *, briefly: bool = False) -> RenderableType:
    """What was found out of one claim: the print, where it breaks, with which numbers, what is right, and why.

    Briefly, of an error that another claim has told: the print, what is right, and why.
    """
    head = Text.assemble((record.id, "bold"), "  ", verdict(record), "  ", (f"{record.place}, {record.kind}", "dim"))
    facts = [fact for fact in _outcome(record) if not briefly or fact[0] in BRIEFLY]
    return Padding(Group(head, Padding(_facts(facts), (0, 0, 0, 2))), (1, 0, 0, 0))


def _outcome(record: ClaimRecord) -> list[tuple[str, str | MarkedText]]:
    """Labelled facts about a record; those that are empty are left out."""
    printed, right = _compared(record)
    main = next((r for r in record.readings if r.needed), None)
    facts: list[tuple[str, str | MarkedText]] = [
        ("says", readable(record.prose)),
        ("printed", printed),
        ("for", tightened(record.domain)),
        ("breaks at", _broken_place(main.breaks_at or "") if main else ""),
        ("with", point(record.counterexample)),
        ("sides", both_sides([str(side) for side in record.sides])),
        ("right is", right),
        ("note", readable(record.note)),
    ]
    facts += [("uses", str(used)) for used in record.uses] + [("used by", ", ".join(record.used_by))]
    facts += [("argued", f"{name}: {readable(with_dollars(ARGUMENTS[name]))}") for name in record.argued]
    if record.verdict == "unknown":
        open_ones = (o for r in record.readings for o in r.obligations if o.status == "unknown")
        facts += [("open is", f"{o.label}: {o.reason}") for o in open_ones]
    if len(record.readings) > 1:
        facts += [("read as", _reading(r)) for r in record.readings]
    facts += [
        ("witness", f"{w.method}: {readable(with_dollars(w.summary))}{w.remark and f' ({w.remark})'}")
        for w in record.witnesses
    ]
    return [(label, value) for label, value in facts if value]


def _broken_place(place: str) -> str:
    """Where a statement breaks; a printed member stays the LaTeX that it is."""
    if place in NO_PLACE:
        return ""
    return place if "\\" in place and not is_words(place) else readable(with_dollars(place))


def _reading(reading: ReadingRecord) -> str:
    text = f"{readable(with_dollars(reading.name))}: {reading.verdict}"
    if reading.needed:
        text += " (the reading that the paper needs)"
    if reading.counterexample:
        text += f", fails with {point(reading.counterexample)}"
    if reading.sides:
        text += f"; sides {both_sides([str(side) for side in reading.sides])}"
    return f"{text}; {readable(reading.note)}" if reading.note else text


def point(values: Mapping[str, str] | None) -> str:
    """A point, as one would write it down; nothing for none."""
    return ", ".join(f"{name} = {value}" for name, value in coordinates(values))


def _compared(record: ClaimRecord) -> tuple[MarkedText | str, MarkedText | str]:
    """The print and what is right, what differs marked; formulas as LaTeX, words in letters and signs."""
    is_formula = not is_words(record.statement)
    if is_formula and is_words(record.right):
        return MarkedText([Segment(record.statement, False)], is_formula=True), readable(record.right)
    if is_formula:
        pair = formulas(record.statement, record.right) if record.right else ([Segment(record.statement, False)], [])
    else:
        statement, restricted, hypotheses = record.right.partition(RESTRICTED)
        printed = readable(record.statement)
        right = (
            f"{readable(statement).rstrip('.')} for {readable(f'${hypotheses}$')}"
            if restricted
            else readable(statement)
        )
        pair = words(printed, right) if right else ([Segment(printed, False)], [])
    return MarkedText(pair[0], is_formula=is_formula), MarkedText(pair[1], is_formula=is_formula) if pair[1] else ""


def _facts(facts: Sequence[tuple[str, str | Said | MarkedText]]) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    previous = ""
    for label, value in facts:
        grid.add_row("" if label == previous else label, Text(value) if isinstance(value, str) else value)
        previous = label
    return grid


def _head(name: str, about: str, style: str = "") -> Said:
    """A name in bold, and what it is the name of."""
    head = Said(f"{name}  {about}", f"{name}, {about}")
    head.stylize("bold", 0, len(name))
    head.stylize(style, len(name))
    return head


def labelled(name: str, place: str, facts: Sequence[tuple[str, str | Said | MarkedText]]) -> RenderableType:
    """A claim's name and place, and below it labelled facts."""
    return Padding(Group(_head(name, place, "dim"), Padding(_facts(facts), (0, 0, 0, 2))), (0, 0, 1, 0))


# -- one claim -----------------------------------------------------------------------------------------------------


def shown(paper: Paper, record: ClaimRecord, outlines: Sequence[tuple[str, ObligationRecord, Outline | None]]) -> Group:
    """All that is known of one claim: print, verdict, derivation, obligations with their proofs."""
    head = Text.assemble((record.id, "bold"), "  ", verdict(record))
    parts: list[RenderableType] = [
        head,
        Text(f"{paper.authors}: {paper.title}", style="dim"),
        Text(f"{record.place}, {record.kind}", style="dim"),
        Text(),
        _facts([*_outcome(record), *_by_coq(paper, record)]),
    ]
    parts += _stated(paper, paper.claim(record.id))
    if record.derivation:
        parts += [Text(), _heading("Derivation")]
        for number, step in enumerate(record.derivation, 1):
            parts.append(
                _numbered(
                    number,
                    [
                        Text(step.text if step.formula else readable(step.text)),
                        Text(f"{readable(step.justification)} ({step.backing})", style="dim"),
                    ],
                )
            )
    if outlines:
        parts += [Text(), _heading("What had to be shown")]
        for number, (part, obligation, outline) in enumerate(outlines, 1):
            parts.append(_numbered(number, _obligation(part, obligation, outline)))
    return Group(*parts)


def _by_coq(paper: Paper, record: ClaimRecord) -> list[tuple[str, str]]:
    """That Coq accepts all that is proved of a claim, and how its file is had."""
    found = accepted(paper, record)
    if found is None:
        return []
    return [("accepted", f"by Coq: {found}; rrproof export {record.id} --coq DIR writes the file")]


def _stated(paper: Paper, claim: Claim) -> list[RenderableType]:
    """What the claim says in the logic, whole, and the words that this uses."""
    if not claim.stated:
        return []
    from checks.show.words import words_in_claim  # the logic is loaded where a claim is stated in it

    parts: list[RenderableType] = [Text()]
    for said in claim.stated:
        parts += [
            _heading(f"Statement ({readable(with_dollars(said.part))})"),
            Padding(Text(said.statement), (0, 0, 0, 2)),
        ]
    parts += [Text(), _heading("The words it uses")]
    parts += [Padding(definition_shown(word), (0, 0, 0, 2)) for word in words_in_claim(paper, claim)]
    return parts


def definition_shown(definition: Definition) -> Group:
    """A definition: its text, and what it says in words."""
    from checks.show.words import in_latex  # the logic is loaded where a claim is stated in it

    sentence = Prose(with_dollars(definition.sentence))
    said = [Said(f"    {readable(sentence)}", sentence, style="dim")] if sentence else []
    return Group(Said(definition.text, Formula(in_latex(definition))), *said)


def _obligation(part: str, obligation: ObligationRecord, outline: Outline | None) -> list[Text]:
    status = Text(obligation.status, style=STYLES[obligation.status])
    lines = [
        Text.assemble(readable(f"{obligation.label} ({with_dollars(part)}): "), status),
        Text(shortened(obligation.statement)),
    ]
    if outline is not None:
        lines.append(Text(str(outline), style="dim"))
    if obligation.reason:
        lines.append(Text(obligation.reason, style="dim"))
    return lines


def shortened(text: str, remedy: str = "whole with --proof FILE") -> str:
    """The text, cut when it is too long to be read; the remedy says where all of it is."""
    return text if len(text) <= LONG else f"{text[:LONG]} ... ({len(text)} characters; {remedy})"


def _heading(title: str) -> Text:
    return Text(title, style="bold")


def _numbered(number: int, lines: Iterable[Text]) -> Table:
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(justify="right", width=4, no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(f"{number}.", Group(*lines))
    return grid


# -- lists ---------------------------------------------------------------------------------------------------------


def listing(paper: Paper, claims: Sequence[Claim]) -> Group:
    """A paper with its claims, one line each."""
    made = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, expand=True, header_style="bold")
    made.add_column("claim", no_wrap=True, min_width=max((len(c.id) for c in claims), default=0))
    made.add_column("place", overflow="fold", min_width=12, max_width=24)
    made.add_column("kind", overflow="fold", min_width=12)
    made.add_column("statement", no_wrap=True, overflow="ellipsis", ratio=1)
    for claim in claims:
        printed = first_line(claim)
        statement = worded(printed) if is_words(printed) else Said(printed, Formula(printed))
        made.add_row(Text(claim.id), Text(claim.place), Text(claim.kind), statement)
    return Group(_head(paper.key, f"{paper.authors}: {paper.title} ({len(paper.claims)} claims)"), made)


def first_line(claim: Claim) -> str:
    """The printed statement up to its first line break; all of it where that is inside of a formula."""
    printed = claim.printed.strip()
    line = printed.partition("\n")[0]
    return line if line.count(r"\begin{") == line.count(r"\end{") else " ".join(printed.split())
