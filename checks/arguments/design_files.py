"""A design from a TOML, JSON or CSV file, with exact entries.

TOML (JSON has the same keys, or is the list of rows by itself):

    name = "my design"                 # may be left out, like the labels
    truths = ["yes", "no"]             # one for each row
    responses = ["yes", "no"]          # one for each column
    matrix = [["3/4", "1/4"], ["1/4", "3/4"]]

CSV: one line for each truth. If the first cell of the first line is empty, that line names the responses and the first
cell of each further line its truth; else all cells are entries, and labels are 0, 1, ...

An entry is an integer, or a fraction or decimal such as 1/3 or 0.25, which is read exactly; each row sums to one. Names
that are integers are the same as those of the catalogue. Lines of CSV that are empty or begin with # are left out. A
file has at most 4 million bytes and 40,000 entries.
"""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checks.arguments.design import MAXIMAL_CELLS, MAXIMAL_DIGITS, DesignArgumentError, read_number
from mechanisms.text_files import read_text

if TYPE_CHECKING:
    from mechanisms.design import Design

MAXIMAL_BYTES = 4_000_000
MAXIMAL_LABEL = 100
Label = str | int
_INTEGER = re.compile(r"-?(0|[1-9]\d{0,8})")
KEYS = ("matrix", "truths", "responses", "name")


def design_from_file(path: str | Path) -> Design:
    """The design in a file. Raises DesignArgumentError, which names the file, the place and what would be right."""
    source = Path(path)
    text = read_text(source, MAXIMAL_BYTES, DesignArgumentError)
    reader = {".toml": _from_toml, ".json": _from_json}.get(source.suffix.lower(), _from_csv)
    return reader(text, str(source))


def _from_toml(text: str, source: str) -> Design:
    try:
        data = tomllib.loads(text, parse_float=str)
    except (ValueError, RecursionError) as error:
        raise DesignArgumentError(f"{source}: not a TOML file: {error}") from error
    return _from_table(data, source)


def _from_json(text: str, source: str) -> Design:
    try:
        data = json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
    except (ValueError, RecursionError) as error:
        raise DesignArgumentError(f"{source}: not a JSON file: {error}") from error
    return _from_table({"matrix": data} if isinstance(data, list) else data, source)


def _from_table(data: Any, source: str) -> Design:
    if not isinstance(data, dict) or "matrix" not in data:
        raise DesignArgumentError(f'{source}: write matrix = [["1/3", "2/3"], ...], one list of entries for each truth')
    unknown = [key for key in data if key not in KEYS]
    if unknown:
        raise DesignArgumentError(f"{source}: unknown key {unknown[0]!r}; the keys are {', '.join(KEYS)}")
    rows = data["matrix"]
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) for row in rows):
        raise DesignArgumentError(f"{source}: matrix: a list of rows is needed, each a list of entries")
    places = [f"{source}: matrix, row {i}" for i in range(1, len(rows) + 1)]
    name = data.get("name", "")
    if not isinstance(name, str) or len(name) > MAXIMAL_LABEL:
        raise DesignArgumentError(f"{source}: name: a text of at most {MAXIMAL_LABEL} characters is needed")
    labels = [_labels(data.get(key), f"{source}: {key}") for key in ("truths", "responses")]
    return _design(rows, places, labels[0], labels[1], name, source)


def _labels(given: Any, where: str) -> list[Label] | None:
    if given is None:
        return None
    if not isinstance(given, list) or not all(type(label) in (str, int) for label in given):
        raise DesignArgumentError(f"{where}: a list of names is needed")
    labels = [str(label) for label in given]
    return _checked(labels, where)


def _checked(labels: list[str], where: str) -> list[Label]:
    """The labels, those that are integers as such, so that they are those of the catalogue."""
    for label in labels:
        if not label or len(label) > MAXIMAL_LABEL or not label.isprintable():
            raise DesignArgumentError(
                f"{where}: a name has 1 to {MAXIMAL_LABEL} printable characters, not {label!r:.60}"
            )
    return [int(label) if _INTEGER.fullmatch(label) else label for label in labels]


def _from_csv(text: str, source: str) -> Design:
    reader = csv.reader(io.StringIO(text), skipinitialspace=True)
    lines: list[tuple[int, list[str]]] = []
    try:
        for cells in reader:
            if cells and any(cells) and not cells[0].startswith("#"):
                lines.append((reader.line_num, [cell.strip() for cell in cells]))
    except csv.Error as error:
        raise DesignArgumentError(f"{source}: line {reader.line_num}: {error}") from error
    if not lines:
        raise DesignArgumentError(f"{source}: no line with entries")
    truths: list[Label] | None = None
    responses: list[Label] | None = None
    if not lines[0][1][0]:
        responses = _checked(lines[0][1][1:], f"{source}: line {lines[0][0]}")
        truths = [label for number, cells in lines[1:] for label in _checked(cells[:1], f"{source}: line {number}")]
        lines = [(number, cells[1:]) for number, cells in lines[1:]]
        if not lines:
            raise DesignArgumentError(f"{source}: no line with entries below the names of the responses")
    places = [f"{source}: line {number}" for number, _ in lines]
    return _design([cells for _, cells in lines], places, truths, responses, "", source)


def _design(
    rows: Sequence[Sequence[Any]],
    places: Sequence[str],
    truths: list[Label] | None,
    responses: list[Label] | None,
    name: str,
    source: str,
) -> Design:
    """The design of rows of entries; `places` says where each row stands."""
    from mechanisms.design import Design, DesignError

    if sum(map(len, rows)) > MAXIMAL_CELLS:
        raise DesignArgumentError(f"{source}: more than {MAXIMAL_CELLS} entries")
    entries = []
    for row, place in zip(rows, places, strict=True):
        if len(row) != len(rows[0]) or not row:
            raise DesignArgumentError(f"{place}: {len(row)} entries, but the first row has {len(rows[0])}")
        values = [_entry(value, f"{place}, entry {j}") for j, value in enumerate(row, 1)]
        if sum(values) != 1:
            raise DesignArgumentError(f"{place}: the entries sum to {sum(values)}, not to 1")
        entries.append(values)
    try:
        return Design(entries, truths=truths, responses=responses, name=name)
    except DesignError as error:
        raise DesignArgumentError(f"{source}: {error}") from error


def _entry(value: Any, where: str) -> Fraction:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 1:
        return Fraction(value)
    if not isinstance(value, str):
        raise DesignArgumentError(f"{where}: {value!r:.{MAXIMAL_DIGITS}} is no probability such as 1/3 or 0.25")
    return read_number(value.strip(), where)
