"""Matrices and lists of exact numbers from files that users write: JSON, TOML, or text as `lp.losses.files` reads it.

A JSON file is a list of lists; a TOML file has one key, whatever its name, with a list of lists. Numbers are integers,
fractions in quotes such as "1/3", or decimals, which are read exactly as they are written. In text, with any other
ending, there is one row a line.
"""

from __future__ import annotations

import json
import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

from lp.losses.files import Matrix, load_loss
from mechanisms.text_files import read_text

MAXIMAL_BYTES = 16_000_000
MAXIMAL_ENTRIES = 1_000_000
MAXIMAL_LENGTH = 100
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+|/0*[1-9][0-9]*)?")


class ExactFileError(ValueError):
    """A file that cannot be read; the sentence says where, and what would be right."""


class _Decimal(str):
    """A number with a decimal point, as it is written."""


def read_matrix(path: Path) -> Matrix:
    """The matrix in a file, row by row; every row has the same length, at least 1.

    Raises ExactFileError, or LossError for text, which name the place and what would be right.
    """
    if path.suffix.lower() not in (".json", ".toml"):
        return load_loss(path)
    rows = _rows(path)
    matrix = tuple(
        tuple(_number(entry, f"{path}, row {i}, entry {j}") for j, entry in enumerate(row))
        for i, row in enumerate(rows)
    )
    if not matrix or not matrix[0]:
        raise ExactFileError(f"{path} holds no numbers")
    for i, row in enumerate(matrix):
        if len(row) != len(matrix[0]):
            raise ExactFileError(f"{path}: row 0 has {len(matrix[0])} entries, but row {i} has {len(row)}")
    return matrix


def read_vector(path: Path) -> tuple[Fraction, ...]:
    """The numbers in a file that holds one row, or one column. Raises ExactFileError for a matrix."""
    matrix = read_matrix(path)
    if len(matrix) > 1 and len(matrix[0]) > 1:
        raise ExactFileError(f"{path} holds a matrix of {len(matrix)} rows; one row or one column of numbers is needed")
    return tuple(entry for row in matrix for entry in row)


def _rows(path: Path) -> list[list[Any]]:
    text = read_text(path, MAXIMAL_BYTES, ExactFileError)
    data = _parsed(text, path)
    rows = data if isinstance(data, list) else None
    if rows and not any(isinstance(row, list) for row in rows):
        rows = [rows]
    if rows is None or not all(isinstance(row, list) for row in rows):
        raise ExactFileError(f"{path}: a list of rows is needed, each a list of numbers")
    if sum(map(len, rows)) > MAXIMAL_ENTRIES:
        raise ExactFileError(f"{path} holds more than {MAXIMAL_ENTRIES} numbers")
    return rows


def _parsed(text: str, path: Path) -> Any:
    kind = path.suffix.lower()
    try:
        if kind == ".json":
            return json.loads(text, parse_float=_Decimal)
        table = tomllib.loads(text, parse_float=_Decimal)
    except (ValueError, RecursionError) as error:
        raise ExactFileError(f"{path} is no {kind[1:].upper()} file: {error}") from error
    if len(table) != 1:
        raise ExactFileError(f"{path}: one key with the rows is needed, not {len(table)} keys")
    return next(iter(table.values()))


def _number(entry: Any, where: str) -> Fraction:
    given = str(entry) if type(entry) in (str, int, _Decimal) else ""
    text = given.strip()
    if len(text) > MAXIMAL_LENGTH or not _NUMBER.fullmatch(text):
        shown = repr(entry)[:40] if isinstance(entry, str) else type(entry).__name__ if not given else given[:40]
        raise ExactFileError(f"{where}: a number such as 3, -1/2 or 0.25 is needed, not {shown}")
    return Fraction(text)
