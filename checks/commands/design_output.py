"""How commands show exact designs and numbers, as tables and as JSON, and write theorems to a file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich import box
from rich.table import Table

from checks.commands.options import as_bad_input, remark

if TYPE_CHECKING:
    from fractions import Fraction

    from checks.recheck.proof_files import Evidence
    from derivations.arithmetic.kernel import Theorem
    from mechanisms.design import Design

MOST_SHOWN = 16  # responses of a table


def with_digits(value: Fraction) -> str:
    """An exact number, with six digits where it is a fraction; these alone where it is long."""
    from checks.show.sheet import exact

    return exact(value).text


def design_table(design: Design, *, full: bool = False) -> Table:
    """A design, its entries as in `number_table`, or as formulas where it has parameters."""
    if design.parameters:
        return _table(design.truths, design.responses, [[str(entry) for entry in row] for row in design.entries])
    rows = [[entry.evaluate({}) for entry in row] for row in design.entries]
    return number_table(design.truths, design.responses, rows, full=full)


def number_table(truths: Any, responses: Any, rows: list[list[Fraction]], *, full: bool = False) -> Table:
    """Exact numbers, one row for each truth, one column for each response; the first columns if there are many.

    Of a long number six digits are shown, unless it is asked for in full.
    """
    from checks.show.sheet import exact

    texts = [[exact(value, full=full, decimals=False).text for value in row[:MOST_SHOWN]] for row in rows]
    return _table(truths, responses, texts)


def _table(truths: Any, responses: Any, texts: list[list[str]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("", *map(label, responses[:MOST_SHOWN]), *(["..."] if len(responses) > MOST_SHOWN else [])):
        table.add_column(heading, justify="right")
    for truth, row in zip(truths, texts, strict=True):
        table.add_row(label(truth), *row[:MOST_SHOWN])
    return table


def label(value: object) -> str:
    """A truth or response as it is shown: a tuple of digits without its commas."""
    return " ".join(map(label, value)) if isinstance(value, tuple) else str(value)


def design_data(design: Design) -> dict[str, Any]:
    """A numeric design as JSON, as `checks.inputs.design_files` reads it."""
    return {
        "truths": [label(truth) for truth in design.truths],
        "responses": [label(response) for response in design.responses],
        "matrix": [[str(entry.evaluate({})) for entry in row] for row in design.entries],
    }


def write_proof_file(found: Iterable[tuple[str, Theorem] | Evidence], about: str, path: Path) -> None:
    """Write theorems, with labels and the questions that they answer, to a file that `rrproof recheck` reads."""
    from checks.recheck.proof_files import write_evidence

    with as_bad_input(OSError):
        count = write_evidence(found, about, path)
    remark(f"{count} proof{'s' * (count != 1)} written to {path}")
