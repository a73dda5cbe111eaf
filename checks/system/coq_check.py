"""Coq run over exported files: which of them it accepts."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, as_completed, wait
from dataclasses import dataclass
from pathlib import Path
from shutil import which

SECONDS = 900.0


class NoCoqError(Exception):
    """Coq is not installed, or refuses the theory itself."""


@dataclass(frozen=True)
class Answer:
    """What Coq says to a file: "" where it accepts it."""

    path: Path
    error: str


def compile_library(directory: Path, needed: Mapping[str, Sequence[str]], jobs: int = 1) -> None:
    """Compile files, each after those that it needs; NoCoqError where Coq is missing or refuses one."""
    if which("coqc") is None:
        raise NoCoqError("coqc is not installed; `make coq-packages` installs it where there is apt-get")
    left = dict(needed)
    running: dict[Future[Answer], str] = {}
    with ThreadPoolExecutor(jobs) as pool:
        while left or running:
            done = {name for name in needed if name not in left and name not in running.values()}
            for name in [name for name in left if done.issuperset(left[name])]:
                needs = [directory / f"{other}.vo" for other in left.pop(name)]
                if not _is_compiled(directory / f"{name}.v", needs):
                    running[pool.submit(compiled, directory / f"{name}.v")] = name
            for future in wait(running, return_when=FIRST_COMPLETED).done if running else ():
                name, error = running.pop(future), future.result().error
                if error:
                    pool.shutdown(cancel_futures=True)
                    raise NoCoqError(f"Coq refuses {name}.v: {error}")


def _is_compiled(source: Path, needs: Sequence[Path]) -> bool:
    """Whether what Coq made of a file is there, and newer than all that it was made of."""
    made = source.with_suffix(".vo")
    return made.exists() and made.stat().st_mtime >= max(path.stat().st_mtime for path in (source, *needs))


def compiled(path: Path, seconds: float = SECONDS) -> Answer:
    """What Coq says to one file."""
    command = ["coqc", "-q", "-noglob", "-Q", ".", "rrproof", path.name]
    try:  # Coq's caches go where it works
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False, cwd=path.parent)
    except subprocess.TimeoutExpired:
        return Answer(path, f"no answer within {seconds:g} seconds")
    return Answer(path, " ".join(done.stderr.split())[:300] or "coqc failed" if done.returncode else "")


class Checking:
    """Coq at work on files as they are handed over, beside what writes the next ones.

    The theory comes first.
    """

    def __init__(self, directory: Path, needed: Mapping[str, Sequence[str]], jobs: int) -> None:
        self._pools = ThreadPoolExecutor(1), ThreadPoolExecutor(jobs)
        self._library = self._pools[0].submit(compile_library, directory, needed, jobs)
        self._asked: set[Future[Answer]] = set()

    def end(self) -> None:
        """Begin no other file."""
        for pool in self._pools:
            pool.shutdown(cancel_futures=True)

    def hand_over(self, path: Path) -> None:
        """Ask for one file more."""
        self._asked.add(self._pools[1].submit(self._answer, path))

    def come(self) -> Iterator[Answer]:
        """The answers that are there; NoCoqError where Coq is missing or refuses the theory."""
        if self._library.done():
            self._library.result()
        for future in [future for future in self._asked if future.done()]:
            self._asked.discard(future)
            yield future.result()

    def rest(self) -> Iterator[Answer]:
        """The answers that are still to come, as they come."""
        self._library.result()
        for future in as_completed(self._asked):
            yield future.result()

    def _answer(self, path: Path) -> Answer:
        self._library.result()
        return compiled(path)
