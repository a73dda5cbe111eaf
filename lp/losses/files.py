"""A loss, or a prior, as text: a matrix of exact numbers, one line per truth.

    # loss[x][y], truths downwards, responses across
    0    1    5/2
    1    0    0.25
    3    1    0

Numbers are separated by spaces, tabs, commas or semicolons; 0.25 is read as 1/4. Empty lines, and what follows a #, are
left out. A file has at most a million bytes, a number at most 60 characters.
"""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

from lp.losses.linear_loss import LossError
from mechanisms.text_files import read_text

MAXIMAL_BYTES = 1_000_000
MAXIMAL_LENGTH = 60
_NUMBER = re.compile(r"[+-]?\d+(\.\d+|/0*[1-9]\d*)?")
_SEPARATOR = re.compile(r"[\s,;]+")

Matrix = tuple[tuple[Fraction, ...], ...]


def load_loss(path: str | Path) -> Matrix:
    """The loss in a file, rows truths, columns responses; LossError names the file and the line that is wrong."""
    text = read_text(path, MAXIMAL_BYTES, LossError)
    return read_loss(text, str(path))


def read_loss(text: str, source: str = "the loss") -> Matrix:
    """The loss that a text states, rows truths, columns responses; `source` names it in an error.

    Raises LossError for no numbers, and for lines of different lengths.
    """
    rows: list[tuple[Fraction, ...]] = []
    first = 0
    for number, line in enumerate(text.splitlines(), start=1):
        written = line.partition("#")[0].strip()
        if not written:
            continue
        row = read_numbers(written, f"{source}, line {number}")
        if rows and len(row) != len(rows[0]):
            raise LossError(
                f"{source}, line {number}: {len(row)} numbers, but line {first} has {len(rows[0])}; a loss has one "
                "number per response in each line"
            )
        first = first or number
        rows.append(row)
    if not rows:
        raise LossError(f"{source} has no numbers; a loss has a line per truth, with a number per response")
    return tuple(rows)


def read_numbers(text: str, source: str) -> tuple[Fraction, ...]:
    """Exact numbers on one line, as in a loss or a prior such as 1/2, 1/3, 1/6. Raises LossError for anything else."""
    found = []
    for word in filter(None, _SEPARATOR.split(text)):
        if len(word) > MAXIMAL_LENGTH or not _NUMBER.fullmatch(word):
            raise LossError(f"{source}: {word[:MAXIMAL_LENGTH]!r} is no exact number such as 2, -1/3 or 0.25")
        found.append(Fraction(word))
    return tuple(found)
