"""Answers of `rrproof design` as they are read on a terminal, as JSON, and as LaTeX."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from string import ascii_lowercase

import sympy
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from checks.claims.proofs import theorems
from checks.claims.prose import escape
from checks.designs.optimal.question import Answer, Refusal, latex_number
from checks.show.latex.terminal import MarkedText, Said
from checks.system.digits import short
from mechanisms.design import Design
from mechanisms.exact.numerals import numeral
from mechanisms.guarantees.criteria.bayes import numbers

SHOWN_ACTIVE = 4
LONG_VALUE = 60  # characters of an exact entry on the terminal
LONG_OPTIMUM = 24  # of the optimum, which else is told by its decimals
ROOM = 90  # columns for the entries of a matrix
MOST_ROWS, MOST_COLUMNS = 16, 16
LONG_ENTRY = 12  # characters
LETTERS = 8  # different entries that get letters
LATEX_ENTRIES = 400


def shown(answer: Answer) -> RenderableType:
    """The whole answer."""
    parts: list[RenderableType] = [
        facts_table(
            [
                ("asked", answer.asked),
                ("optimum", f"{_value(answer)}  ({answer.value_name})"),
                *(("design" if i == 0 else "", words) for i, words in enumerate(answer.known)),
            ]
        )
    ]
    if answer.design is not None:
        parts += [Text(), matrix(answer.design)]
    rows = [("tight", _active(answer.active))] if answer.active else []
    rows += [("proved by", _rules(answer))]
    if answer.program is not None:
        rows.append(("program", str(answer.program.program)))
    parts += [Text(), facts_table([*rows, ("found by", answer.facts)])]
    return Group(*parts)


def shown_refusal(refusal: Refusal) -> RenderableType:
    """That there is no design, and why."""
    rows = [
        ("asked", refusal.asked),
        ("answer", "no design meets these demands"),
        *(("because" if i == 0 else "and", words) for i, words in enumerate(refusal.conflict[:SHOWN_ACTIVE])),
    ]
    more = len(refusal.conflict) - SHOWN_ACTIVE
    if more > 0:
        rows.append(("", f"and {more} more contradict each other"))
    rows.append(("proved by", theorems(1, [refusal.theorem.rule])))
    return facts_table(rows)


def facts_table(rows: Sequence[tuple[str, str | Said | MarkedText]]) -> Table:
    """Names in bold, each with its sentence or its formula."""
    made = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    made.add_column(style="bold", no_wrap=True, min_width=9)
    made.add_column(overflow="fold")
    for name, words in rows:
        made.add_row(name, Text(words) if isinstance(words, str) else words)
    return made


def _value(answer: Answer) -> str:
    decimal = f"{answer.decimal:.14g}"
    if len(answer.value) > LONG_OPTIMUM and not answer.value.startswith("between "):
        return f"{decimal}; the exact value, of {len(answer.value)} characters, is in the JSON"
    return (
        answer.value
        if answer.value == decimal or answer.value.startswith("between ")
        else f"{answer.value} = {decimal}"
    )


def _active(active: Sequence[str]) -> str:
    named = ", ".join(active[:SHOWN_ACTIVE])
    return named if len(active) <= SHOWN_ACTIVE else f"{len(active)} constraints: {named}, ..."


def _rules(answer: Answer) -> str:
    trusted = sorted({name for _, theorem in answer.theorems for name in theorem.oracles})
    oracles = f"; trusts {', '.join(trusted)}" if trusted else ""
    return f"{theorems(len(answer.theorems), (theorem.rule for _, theorem in answer.theorems))}{oracles}"


def matrix(design: Design) -> RenderableType:
    """The entries, exactly; long ones as letters, a large matrix by its first rows and columns."""
    texts, legend = _texts(numbers(design)) if _is_rational(design) else (_expressions(design), [])
    rows = texts
    width = max(len(text) for row in (*texts, map(label, design.responses)) for text in row) + 2
    columns = max(1, min(len(rows[0]), MOST_COLUMNS, ROOM // max(width, 4)))
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    made.add_column("truth", justify="right")
    for response in design.responses[:columns]:
        made.add_column(label(response), justify="right", no_wrap=True)
    if columns < len(rows[0]):
        made.add_column("...")
    for truth, row in list(zip(design.truths, texts, strict=True))[:MOST_ROWS]:
        made.add_row(str(truth), *row[:columns], *(["..."] if columns < len(row) else []))
    parts: list[RenderableType] = [made]
    if columns < len(rows[0]) or len(rows) > MOST_ROWS:
        parts.append(Text(f"the first part of {len(rows)} truths and {len(rows[0])} responses; --json has all of it"))
    parts += [Text(line) for line in legend]
    return Group(*parts)


def _is_rational(design: Design) -> bool:
    return not design.parameters and design.generator is None


def _expressions(design: Design) -> list[list[str]]:
    """Entries that are functions of x, or irrational, as text."""
    return [[str(sympy.sstr(entry)) for entry in row] for row in design.to_sympy().tolist()]


def label(response: Hashable) -> str:
    """A set of truths in braces, another label as it is."""
    return "{" + ",".join(map(str, response)) + "}" if isinstance(response, tuple) else str(response)


def _texts(rows: Sequence[Sequence[Fraction]]) -> tuple[list[list[str]], list[str]]:
    """The entries as text, and what the letters among them stand for."""
    texts = [[numeral(entry) for entry in row] for row in rows]
    values = sorted({entry for row in rows for entry in row}, reverse=True)
    long = [value for value in values if len(numeral(value)) > LONG_ENTRY or (len(rows) > 10 and value != 0)]
    if not long:
        return texts, []
    if len(long) <= LETTERS:
        letters = {value: ascii_lowercase[i] for i, value in enumerate(long)}
        legend = [
            f"{letter} = {numeral(value)}" if len(numeral(value)) <= LONG_VALUE else f"{letter} = {short(value)}..."
            for value, letter in letters.items()
        ]
        return [[letters.get(v) or numeral(v) for v in row] for row in rows], legend
    rounded = [[f"{float(v):.6f}" if len(numeral(v)) > LONG_ENTRY else numeral(v) for v in row] for row in rows]
    if not any(len(numeral(value)) > LONG_ENTRY for value in values):
        return rounded, []
    return rounded, ["entries with a decimal point are rounded; --json has the exact ones"]


# -- JSON, LaTeX ---------------------------------------------------------------------------------------------------


def as_data(answer: Answer) -> dict[str, object]:
    """The answer as plain data; numbers that are exact are strings."""
    design = answer.design
    return {
        "asked": answer.asked,
        "optimum": {"of": answer.value_name, "exact": answer.value, "decimal": answer.decimal},
        "design": None
        if design is None
        else {
            "truths": [str(truth) for truth in design.truths],
            "responses": [label(response) for response in design.responses],
            "matrix": [[numeral(entry) for entry in row] for row in numbers(design)]
            if _is_rational(design)
            else _expressions(design),
        },
        "known": list(answer.known),
        "active": list(answer.active),
        "theorems": [
            {"says": says, "rule": theorem.rule, "oracles": sorted(theorem.oracles)}
            for says, theorem in answer.theorems
        ],
        "program": None if answer.program is None else str(answer.program.program),
        "found_by": answer.facts,
    }


def refusal_data(refusal: Refusal) -> dict[str, object]:
    """That there is no design, as plain data."""
    return {"asked": refusal.asked, "optimum": None, "conflict": list(refusal.conflict), "rule": refusal.theorem.rule}


def as_latex(answer: Answer) -> str:
    """A fragment for a document that loads amsmath."""
    lines = [
        f"% {answer.asked}",
        f"{escape(answer.asked)}:",
        r"\[",
        rf"  \{'max' if answer.largest else 'min'} = {answer.latex}",
    ]
    if answer.design is not None and len(answer.design.truths) * len(answer.design.responses) <= LATEX_ENTRIES:
        lines[-1] += r", \qquad"
        lines.append(f"  P = {_matrix_latex(answer.design)}")
    lines.append(r"\]")
    lines += [f"{escape(sentence[:1].upper() + sentence[1:])}." for sentence in answer.known]
    return "\n".join(lines)


def _matrix_latex(design: Design) -> str:
    if not _is_rational(design):
        return design.to_latex()
    entries = r" \\ ".join(" & ".join(latex_number(v) for v in row) for row in numbers(design))
    return rf"\left(\begin{{array}}{{{'c' * len(design.responses)}}} {entries} \end{{array}}\right)"
