"""Tables as people have them: CSV from any program, in any country, and Parquet; every cell as text, exactly.

The separator is a semicolon, a tab, a comma or a bar: the first of these that stands in every line, a
comma only where the others do not; or blanks, where each line has as many words, numbers but for the first. A cell
`0,25` is the decimal 0.25, `12.5 %` is 12.5/100, and `2.5e-01` is 0.25. A byte order
mark is left aside, so are the line `sep=;` of Excel, empty lines, and lines that begin with #.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from mechanisms.text_files import read_text

SEPARATORS = (";", "\t", "|")
MOST_BYTES = 400_000_000
PARQUET = "Parquet needs pyarrow, which the extra `parquet` brings along: pip install pyarrow"
_DECIMAL_COMMA = re.compile(r"(-?\d+),(\d+)(\s*%)?")
_BARE_DECIMAL = re.compile(r"-?\.\d+(\s*%)?")
_PERCENT = re.compile(r"(\d+(?:\.\d+)?(?:/\d+)?)\s*%")
_SCIENTIFIC = re.compile(r"\d{1,30}(\.\d{1,30}e[+-]?|e[+-])\d{1,3}", re.I)
_EXCEL_ERROR = re.compile(r"#(N/A|NAME\?|DIV/0!|REF!|VALUE!|NUM!|NULL!)")
_NUMBER = re.compile(r"-?\d+(\.\d+)?(e[+-]?\d+)?", re.I)


class TableFileError(ValueError):
    """A file is no table; the sentence names it, the line, and what would be right."""


@dataclass(frozen=True)
class Table:
    """The lines of a table, each with its number in the file; cells are stripped of blanks.

    Attributes:
        source: the file.
        lines: (number of the line, cells).

    """

    source: str
    lines: tuple[tuple[int, tuple[str, ...]], ...]

    def place(self, index: int) -> str:
        """Where a line stands, for messages."""
        return f"{self.source}: line {self.lines[index][0]}"


def is_number(cell: str) -> bool:
    """Whether a cell is a plain number."""
    return bool(_NUMBER.fullmatch(cell))


def read_table(path: Path) -> Table:
    """The table in a .csv, .tsv or .txt file, or in a .parquet one, whose columns make the first line."""
    if path.suffix.lower() == ".parquet":
        return _from_parquet(path)
    return table_of(read_text(path, MOST_BYTES, TableFileError), str(path))


def table_of(text: str, source: str) -> Table:
    """The table in a text. Raises TableFileError for quotes that do not close, and where nothing stands in it."""
    separator, text = _separator(text)
    reader = csv.reader(io.StringIO(text), delimiter=separator, skipinitialspace=True)
    lines = []
    try:
        for cells in reader:
            stripped = tuple(_cell(cell) for cell in cells)
            wrong = next((cell for cell in stripped if _EXCEL_ERROR.fullmatch(cell)), "")
            if wrong:
                raise TableFileError(f"{source}: line {reader.line_num}: {wrong} is an error of the spreadsheet")
            if any(stripped) and not stripped[0].startswith("#"):
                while len(stripped) > 1 and separator != "," and not stripped[-1]:
                    stripped = stripped[:-1]  # Excel ends lines with empty cells
                lines.append((reader.line_num, stripped))
    except csv.Error as error:
        raise TableFileError(f"{source}: line {reader.line_num}: {error}") from error
    if not lines:
        raise TableFileError(f"{source}: no line with entries")
    while all(len(cells) > 2 and not cells[-1] for _, cells in lines):  # of two, what is empty may be missing
        lines = [(number, cells[:-1]) for number, cells in lines]
    return Table(source, tuple(lines))


def _separator(text: str) -> tuple[str, str]:
    """The separator of a table, and its text without the line that names it."""
    first, _, rest = text.partition("\n")
    if re.fullmatch(r"sep=.", first.strip()):
        return first.strip()[-1], rest
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")][:200]
    for separator in SEPARATORS:
        if lines and all(separator in line for line in lines):
            return separator, text
    if _has_blanks_between([line.split() for line in lines]):
        return " ", "\n".join(line.strip() for line in text.splitlines())
    return ",", text


def _has_blanks_between(lines: Sequence[Sequence[str]]) -> bool:
    """Whether each line has the same number of words, two or more, numbers from the second line and word on."""
    words = [word for line in lines for word in line]
    same = len({len(line) for line in lines}) == 1 and not any(word.endswith(",") for word in words)
    numbers = [word.rstrip("%") for line in lines[1:] for word in line[1:]]
    return same and bool(numbers) and all(is_number(n) or _DECIMAL_COMMA.fullmatch(n) for n in numbers)


def _cell(cell: str) -> str:
    text = cell.strip().replace("\N{NO-BREAK SPACE}", " ").strip()
    if _DECIMAL_COMMA.fullmatch(text):  # between commas it was in quotes
        text = text.replace(",", ".")
    if _BARE_DECIMAL.fullmatch(text):
        text = text.replace(".", "0.", 1)
    if _SCIENTIFIC.fullmatch(text):
        return str(Fraction(text))
    percent = _PERCENT.fullmatch(text)
    return str(Fraction(percent[1]) / 100) if percent else text


def _from_parquet(path: Path) -> Table:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise TableFileError(f"{path}: {PARQUET}") from error
    try:
        read = pyarrow.parquet.read_table(path)
    except (OSError, pyarrow.ArrowException) as error:
        raise TableFileError(f"{path}: no Parquet file: {' '.join(str(error).split())[:200]}") from error
    return of_columns(read.column_names, [column.to_pylist() for column in read.columns], str(path))


def of_frame(frame: Any, source: str = "the data frame") -> Table:
    """The table of a pandas or polars data frame."""
    return of_columns([str(name) for name in frame.columns], [list(frame[name]) for name in frame.columns], source)


def of_columns(names: Sequence[str], columns: Sequence[Sequence[Any]], source: str) -> Table:
    """The table of columns; numbers that are whole are written without a point."""
    rows = [tuple(map(_written, row)) for row in zip(*columns, strict=True)]
    return Table(source, tuple(enumerate([tuple(map(str, names)), *rows], 1)))


def _written(value: Any) -> str:
    """A value as text: 2.0 is 2, a missing one nothing."""
    if value is None or str(value) in ("nan", "NaT", "<NA>"):  # of pandas and polars
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return _cell(str(value)) if isinstance(value, float) else str(value)
