"""Tables of results as files: CSV, or Parquet with the extra `parquet`. A file is whole or not there at all."""

from __future__ import annotations

import csv
import io
import os
import tempfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from checks.samplers.simulation.errors import SimulationError
from mechanisms.text_files import check_writable

EXTRA = "Parquet needs pyarrow: pip install pyarrow; a name that ends in .csv needs nothing"
SUFFIXES = (".csv", ".parquet")

Cell = str | int | float | bool | None
Columns = Mapping[str, type]  # str, int, float or bool, by the name of the column
Row = Mapping[str, Cell]


def check_output(path: Path) -> None:
    """Say that a file cannot be written before the work is done. Raises SimulationError."""
    if path.suffix.lower() not in SUFFIXES:
        raise SimulationError(f"{path}: tables are written to files whose names end in {' or '.join(SUFFIXES)}")
    check_writable(path, SimulationError)
    if path.suffix.lower() == ".parquet" and find_spec("pyarrow") is None:
        raise SimulationError(EXTRA)


def write_rows(path: Path, columns: Columns, rows: Sequence[Row]) -> None:
    """Write all rows with these columns; a cell that a row lacks is empty. Raises SimulationError, OSError."""
    check_output(path)
    content = _parquet(columns, rows) if path.suffix.lower() == ".parquet" else _csv(columns, rows)
    write_whole(path, content)


def write_whole(path: Path, content: bytes) -> None:
    """Put a file in its place when all of it is on the disk, with the permissions of a new file."""
    mask = os.umask(0)
    os.umask(mask)
    handle, name = tempfile.mkstemp(dir=path.absolute().parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _csv(columns: Columns, rows: Sequence[Row]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_written(row.get(name)) for name in columns] for row in rows)
    return text.getvalue().encode()


def _written(cell: Cell) -> str:
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return "" if cell is None else repr(cell) if isinstance(cell, float) else str(cell)


def _parquet(columns: Columns, rows: Sequence[Row]) -> bytes:
    import pyarrow
    import pyarrow.parquet

    kinds = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in columns.items()])
    table = pyarrow.Table.from_pylist([{name: row.get(name) for name in columns} for row in rows], schema=schema)
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(table, sink)
    return bytes(sink.getvalue())
