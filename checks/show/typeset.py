"""The outcome of a claim as a LaTeX fragment, ready for an erratum; it needs amsmath and amssymb."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from checks.claims.argued import ARGUMENTS
from checks.claims.claim import Claim, Paper
from checks.claims.prose import escape, in_latex
from checks.claims.record import NO_VALUE, ClaimRecord, ObligationRecord, ReadingRecord, Side, StepRecord
from checks.claims.typed_mathematics import with_dollars
from checks.papers.collection import paper_model
from checks.reading import ReadingError, Symbols, read_plain, to_latex
from checks.show.latex.differences import underlined, with_marks
from checks.show.latex.formulas import parse, width
from checks.show.latex.line_breaks import displayed, lines, size_within
from checks.show.latex.plain_formulas import formula_of
from checks.show.wording import (
    Wording,
    as_corrected,
    as_printed,
    both_sides,
    broken_place,
    compared,
    coordinates,
    place_words,
    tightened,
)
from derivations.logic.reader import StatementError

MOST_PARTS = 6  # of what was shown that are told in a document
LONGEST_PART = 300  # characters of a statement of the kernel that is told there as the kernel prints it
LONGEST_STATEMENT = 2_000  # characters of a statement of the logic that is told there as mathematics
_KIND_OF_NUMBER = re.compile(r",? (integer|real)$")  # at the end of a range, as domains print it
_COORDINATES = re.compile(r", (?=\w+ = )")  # between those of a point
NO_PLACE = frozenset(["the relation", "the statement"])  # of a whole that breaks there is nothing more to say
_DISPLAYED = re.compile(r"\$\\displaystyle ([^$]+)\$")  # the formula of a step
ITEM = 400.0  # points that a formula in a list may be wide


def prose(text: str) -> str:
    """Text in which `$...$` is mathematics, and all else is escaped; marked words are bold."""
    return with_marks(in_latex(text), r"\\textbf{\1}")


def fragment(
    paper: Paper,
    claim: Claim,
    record: ClaimRecord,
    *,
    with_authors: bool = True,
    with_derivation: bool = True,
    derived_as: str = "",
) -> str:
    """Print, verdict, counterexample, correction, derivation, witnesses of a claim, which is derived as another one."""
    symbols = vocabulary_of(paper)
    verdict = record.headline
    before = f"{record.id}, {paper.authors}, " if with_authors else f"{record.id}, "
    head = escape(before) + prose(place_words(record.place)) + escape(f", {record.kind}: {verdict}.")
    printed, right = compared(as_printed(claim, record.statement), as_corrected(claim, record.right), underlined)
    lines = [rf"\paragraph{{{head}}}", "Printed:", _statement(printed)]
    if record.domain:
        conditions = ", ".join(_formula(part, symbols) for part in tightened(record.domain).split("; "))
        lines.append(f"for {prose(conditions)}.")
    lines += stated(paper, record)
    main = next((r for r in record.readings if r.needed), None)
    if main is not None and main.breaks_at and main.breaks_at not in NO_PLACE:
        lines.append(f"It breaks at {prose(broken_place(main.breaks_at))}.")
    if record.counterexample:
        lines.append(f"Counterexample: {prose(point_words(record.counterexample, symbols))}.")
    if record.sides:
        lines.append(f"There the two sides are {prose(sides_words(record.sides, symbols))}.")
    if record.right:
        lines += ["What holds instead:", _statement(right)]
    if record.note:
        lines.append(rf"\par\noindent {prose(record.note)}")
    if record.chain:
        lines.append(rf"\par\noindent Its proof: {escape(record.chain)}.")
    if len(record.readings) > 1:
        lines += items("itemize", [_reading(reading, symbols) for reading in record.readings])
    if with_derivation:
        lines += derivation(record, derived_as)
    if record.witnesses:
        lines.append(r"\par\noindent\emph{Second witnesses.}")
        lines += items("itemize", [prose(f"{w.method}: {witness_words(w.summary, symbols)}") for w in record.witnesses])
    if record.argued:
        lines.append(r"\par\noindent\emph{Argued, not proved.}")
        lines += items("itemize", [prose(with_dollars(f"{ARGUMENTS[name]}.")) for name in record.argued])
    trust = escape(", ".join(record.oracles)) or "no oracle"
    lines.append(rf"\par\noindent\emph{{Trusted besides the kernel:}} {trust}.")
    return "\n".join(lines)


def _reading(reading: ReadingRecord, symbols: Symbols) -> str:
    """A reading, its verdict, and where it fails with what both sides are worth there."""
    told = [
        prose(f"{with_dollars(reading.name)}: {reading.verdict}{' (needed by the paper)' if reading.needed else ''}.")
    ]
    if reading.counterexample:
        told.append(f"It fails for {prose(point_words(reading.counterexample, symbols))}.")
    if reading.sides:
        told.append(f"There the two sides are {prose(sides_words(reading.sides, symbols))}.")
    return " ".join([*told, prose(reading.note)]).rstrip()


def stated(paper: Paper, record: ClaimRecord) -> list[str]:
    """The statement of a claim in the logic; where it has none, what the kernel was shown, each part in short."""
    if record.stated:
        from checks.show.words import statement_in_latex  # the logic is loaded where a claim is stated in it

        return [
            f"{_emphasized(f'Statement ({with_dollars(said.part)})')}\n"
            f"{_in_rows(statement_in_latex(paper, said.statement))}"
            for said in record.stated
        ]
    if not record.proves:
        return []
    told = r" \\ ".join(
        [*(shown_in_a_line(paper, part) for part in record.proves[:MOST_PARTS]), *map(prose, _and_more(record))]
    )
    return [_emphasized("Shown to the kernel") + rf"\par{{\footnotesize\raggedright {told}\par}}"]


def shown_in_a_line(paper: Paper, obligation: ObligationRecord) -> str:
    """One line of what was shown: as mathematics where all of it is read, else as the kernel prints it, in short."""
    symbols = vocabulary_of(paper)
    statement = obligation.statement
    assumed, turnstile, conclusion = statement.partition(" |- ")
    parts = [one for part in assumed.split(", ") for one in _all_of(part.strip()) if one != "always"]
    read = [written_out(part.replace(" is an ", ", "), symbols) for part in [*parts, conclusion.strip()]]
    formulas = [found[0] for found in read if found is not None] if turnstile else _in_logic(paper, statement)
    if not formulas or (turnstile and None in read):
        return rf"{{\ttfamily {_code([_in_short(obligation)])}}}"
    label = prose(with_dollars(obligation.label))
    if not turnstile:
        return f"{label}: " + r" \newline ".join(_small(line) for formula in formulas for line in lines(formula, ITEM))
    *premises, shown = [_small(found[0]) + found[1].replace(",", " an") for found in read if found is not None]
    return rf"{label}: {', '.join(premises)} $\vdash$ {shown}"


def _small(formula: str) -> str:
    """A formula in a line of small text, smaller where a part that cannot be broken is wider than the line."""
    size = size_within(ITEM, max(width(parse(line)) for line in lines(formula, ITEM)), 0.8)
    return f"${formula}$" if size == r"\footnotesize" else f"{{{size}${formula}$}}"


def _in_logic(paper: Paper, statement: str) -> list[str]:
    """A statement in the logic as lines of mathematics; none where it is no such statement."""
    from checks.show.words import statement_in_latex  # the logic is loaded where something was shown in it

    try:
        return statement_in_latex(paper, statement) if len(statement) <= LONGEST_STATEMENT else []
    except StatementError:
        return []


def _all_of(premise: str) -> list[str]:
    """The premises of which one in brackets is made, where they all hold together."""
    joined = premise.startswith("(") and premise.endswith(")") and " and " in premise and " or " not in premise
    return premise[1:-1].split(" and ") if joined else [premise]


def _emphasized(title: str) -> str:
    return rf"\par\noindent\emph{{{prose(title)}.}}"


def _in_rows(formulas: Sequence[str]) -> str:
    """Formulas below each other, from the left; what is too wide goes on in a further row."""
    rows = [
        (r"\hspace*{1.5em}" if place else "") + rf"$\displaystyle {line}$"
        for formula in formulas
        for place, line in enumerate(lines(formula, ITEM))
    ]
    return "\n".join([r"\begin{flushleft}\small", " \\\\\n".join(rows), r"\end{flushleft}"])


def shown_in_short(record: ClaimRecord) -> Iterator[str]:
    """What was shown, a line each, of a claim that does not state itself in the logic; what is long is cut."""
    yield from map(_in_short, record.proves[:MOST_PARTS])
    yield from _and_more(record)


def _in_short(obligation: ObligationRecord) -> str:
    said = obligation.statement
    return f"{obligation.label}: {said if len(said) <= LONGEST_PART else f'{said[:LONGEST_PART]} ...'}"


def _and_more(record: ClaimRecord) -> Iterator[str]:
    more = len(record.proves) - MOST_PARTS
    if more > 0:
        yield f"and {more} more"


def _code(lines: Sequence[str]) -> str:
    """Lines of code with their indentation."""
    indents = [len(line) - len(line.lstrip()) for line in lines]
    return r" \\ ".join(
        rf"\hspace*{{{indent / 2:g}em}}{escape(line.strip())}" for indent, line in zip(indents, lines, strict=True)
    )


def derivation(record: ClaimRecord, derived_as: str = "") -> list[str]:
    """The steps of the derivation that a record has, or the claim with the same steps; nothing where it has none."""
    if not record.derivation:
        return []
    if derived_as:
        return [rf"\par\noindent\emph{{Derivation.}} As for {escape(derived_as)}."]
    steps = [_step(s) for s in record.derivation]
    return [r"\par\noindent\emph{Derivation.}", *items("enumerate", steps)]


def _step(step: StepRecord) -> str:
    """A step in one line where its formula fits on one, else displayed."""
    formula = _DISPLAYED.fullmatch(step.latex)
    if formula is None or len(lines(formula[1], ITEM)) == 1:
        return f"{step.latex}\\\\ {prose(step.justification)} ({step.backing})"
    return f"{displayed(formula[1], ITEM)}\n{prose(step.justification)} ({step.backing})"


def vocabulary_of(paper: Paper) -> Symbols:
    """How the paper spells its names."""
    return paper_model(paper.name).notation.vocabulary


def _statement(wording: Wording) -> str:
    """A displayed formula, or a paragraph where it is prose."""
    if not wording.words:
        return displayed(wording.formula)
    condition = f" ${wording.formula}$" if wording.formula else ""
    return f"\\begin{{quote}}\n{prose(wording.words)}{condition}\n\\end{{quote}}"


def items(environment: str, texts: list[str]) -> list[str]:
    """A list of paragraphs in an environment such as itemize."""
    return [rf"\begin{{{environment}}}", *(rf"\item {text}" for text in texts), rf"\end{{{environment}}}"]


def point_words(values: Mapping[str, str] | None, symbols: Symbols) -> str:
    """A point, as one would write it down, its mathematics between dollars: $`n = 2`$, the share $`1/3`$."""
    return ", ".join(
        f"{with_dollars(name)} $=$ {_formula(value, symbols)}".replace("$ $=$ $", " = ")
        if name.endswith(")")
        else f"{with_dollars(name)} {_formula(value, symbols)}"
        if " " in name
        else _formula(f"{name} = {value}", symbols)
        for name, value in coordinates(values)
    )


def sides_words(sides: Sequence[Side], symbols: Symbols) -> str:
    """What both sides are worth, exactly and about, the mathematics between dollars."""
    return both_sides(
        [
            NO_VALUE
            if side.exact == NO_VALUE
            else _formula(side.exact, symbols) + (f" (about ${side.decimal}$)" if side.decimal else "")
            for side in sides
        ]
    )


def _formula(plain: str, symbols: Symbols) -> str:
    """A formula in the plain notation between dollars, as the paper spells it; words, with those in them, else."""
    written = written_out(plain, symbols)
    return with_dollars(plain) if written is None else f"${written[0]}${written[1]}"


def witness_words(summary: str, symbols: Symbols) -> str:
    """What a witness says, its mathematics between dollars, as the paper spells it at the point of a failure."""
    words, fails, point = summary.partition(" fails at ")
    if not point:
        return with_dollars(summary)
    values = dict(part.split(" = ", 1) for part in _COORDINATES.split(point))
    return f"{with_dollars(words)}{fails}{point_words(values, symbols)}"


def boundary_words(paper: Paper, claim: Claim, conditions: Sequence[str]) -> list[str]:
    """The conditions of the boundary, those that are formulas between dollars."""
    symbols = vocabulary_of(paper)
    return [_condition(paper, claim, condition, symbols) for condition in conditions]


def _condition(paper: Paper, claim: Claim, condition: str, symbols: Symbols) -> str:
    if (found := written_out(condition, symbols)) is not None:
        return f"${found[0]}${found[1]}"
    if not claim.stated:
        return with_dollars(condition)
    from checks.show.words import condition_in_latex  # the logic is loaded where a claim is stated in it

    formula = condition_in_latex(paper, claim, condition)
    return with_dollars(condition) if formula is None else f"${formula}$"


def written_out(plain: str, symbols: Symbols) -> tuple[str, str] | None:
    """A formula in the plain notation as LaTeX in the paper's own spelling, and what is said of the kind of number.

    None where it is no formula.
    """
    formula, kind = plain, ""
    if found := _KIND_OF_NUMBER.search(plain):
        formula, kind = plain[: found.start()], found.group()
    try:
        return to_latex(read_plain(formula, symbols), symbols), kind
    except ReadingError:
        typed = formula_of(formula)  # in names of the logic that the paper does not have
        return None if typed is None else (typed, kind)
