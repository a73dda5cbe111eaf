"""The points of a sweep that are done, kept beside its output while it runs: one line of JSON each, only ever added to.

The first line says which grid and which versions. A last line that was torn when the process was killed is dropped.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Self

from checks.samplers.simulation.errors import SimulationError
from checks.samplers.simulation.output import Row

FORMAT = 1


def journal_of(output: Path) -> Path:
    """Where the journal of an output is."""
    return output.with_name(f"{output.name}.journal")


class Journal:
    """The rows that are done, by the number of their point; `add` keeps one more, on the disk.

    Raises SimulationError where there is a file and no `resume`, and for the file of another sweep.
    """

    def __init__(self, path: Path, identity: dict[str, Any], *, resume: bool) -> None:
        self._path = path
        self.rows: dict[int, Row] = {}
        header = {"format": FORMAT, **identity}
        if path.exists():
            if not resume:
                raise SimulationError(
                    f"{path} is left from a sweep that was stopped: --resume goes on with it; or remove it"
                )
            kept = self._read(header)
        else:
            kept = b""
        self._file = path.open("r+b" if path.exists() else "xb")
        _lock(self._file.fileno(), path)
        self._file.truncate(len(kept))
        self._file.seek(len(kept))
        if not kept:
            self._write(header)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Leave no journal that keeps nothing: it would be in the way of the next sweep."""
        if not self.rows and not self._file.closed:
            self.remove()
        self._file.close()

    def add(self, number: int, row: Row) -> None:
        """Keep the row of a point."""
        self.rows[number] = row
        self._write({"point": number, "row": row})

    def remove(self) -> None:
        """The output is written, so the journal is not needed any more."""
        self._file.close()
        self._path.unlink()

    def _write(self, data: Any) -> None:
        self._file.write(json.dumps(data).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self, header: dict[str, Any]) -> bytes:
        """Take the rows of an earlier run; returns the part of the file that is whole."""
        try:
            content = self._path.read_bytes()
        except OSError as error:
            raise SimulationError(f"{self._path}: cannot be read: {error.strerror}") from error
        whole = content[: content.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if not lines:
            return b""
        found = self._data(lines[0], 1)
        different = [key for key in (*header, *found) if found.get(key) != header.get(key)]
        if different:
            key = different[0]
            raise SimulationError(
                f"{self._path} is of another sweep: its {key} is {_shown(found.get(key))}, "
                f"not {_shown(header.get(key))}; remove it, or write to another file"
            )
        for number, line in enumerate(lines[1:], 2):
            data = self._data(line, number)
            point, row = data.get("point"), data.get("row")
            if not isinstance(point, int) or not isinstance(row, dict):
                raise SimulationError(f"{self._path}, line {number}: this is no point of a sweep; remove the file")
            self.rows[point] = row
        return whole

    def _data(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise SimulationError(f"{self._path}, line {number}: this is no JSON; remove the file") from error
        if not isinstance(data, dict):
            raise SimulationError(f"{self._path}, line {number}: this is no point of a sweep; remove the file")
        return data


def _lock(descriptor: int, path: Path) -> None:
    """Keep the journal for this process, until it is closed, where the system can."""
    try:
        import fcntl
    except ImportError:  # on Windows
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise SimulationError(f"{path} is being written by another sweep") from error


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else text[:77] + "..."
