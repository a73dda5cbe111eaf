"""Coq run over exported files: which of them it accepts."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from shutil import which
from signal import SIGKILL, SIGXCPU
from threading import Lock

SECONDS = 300  # of processor time that Coq may take for a file
_COMMAND = ("coqc", "-q", "-noglob", "-Q", ".", "rrproof")


class NoCoqError(Exception):
    """Coq is not installed."""


@dataclass(frozen=True)
class Answer:
    """What Coq says to a file: "" where it accepts it."""

    path: Path
    error: str
    is_late: bool = False


def _is_compiled(source: Path, needs: Sequence[Path]) -> bool:
    """Whether what Coq made of a file is there, and newer than all that it was made of."""
    made = source.with_suffix(".vo")
    return made.exists() and made.stat().st_mtime >= max(path.stat().st_mtime for path in (source, *needs))


def compiled(path: Path, seconds: int = SECONDS) -> Answer:
    """What Coq says to one file."""
    limited = ["sh", "-c", f'ulimit -t {seconds}; exec "$0" "$@"', *_COMMAND, path.name]
    environment = {
        "OCAMLRUNPARAM": "s=8M,o=300",
        **os.environ,
    }  # memory is collected less often: a twentieth of the time
    try:  # Coq's caches go where it works
        done = subprocess.run(limited, capture_output=True, text=True, check=False, cwd=path.parent, env=environment)
    except OSError as error:
        return Answer(path, f"coqc cannot be run: {error}")
    if done.returncode in (-SIGXCPU, -SIGKILL):
        return Answer(path, f"it takes longer than {seconds} s of processor time", is_late=True)
    return Answer(path, " ".join(done.stderr.split())[:300] or "coqc failed" if done.returncode else "")


class Checking:
    """Coq at work on files as they are handed over, beside what writes the next ones.

    A file waits for those that it needs; NoCoqError where Coq is missing.
    """

    def __init__(self, directory: Path, jobs: int) -> None:
        if which("coqc") is None:
            raise NoCoqError("coqc is not installed; `make coq-packages` installs it where there is apt-get")
        self._directory = directory
        self._pool = ThreadPoolExecutor(jobs)
        self._lock = Lock()
        self._waiting: dict[str, Sequence[str]] = {}
        self._accepted: set[str] = set()
        self._running = 0
        self._answers: SimpleQueue[Answer] = SimpleQueue()
        self._unheard = 0

    def end(self) -> None:
        """Begin no other file."""
        with self._lock:
            self._waiting.clear()
        self._pool.shutdown(cancel_futures=True)

    def hand_over(self, name: str, needs: Sequence[str]) -> None:
        """Ask for one file more, or for one that waits, as it is now."""
        with self._lock:
            self._unheard += name not in self._waiting
            self._waiting[name] = needs
            self._begin()

    def come(self) -> Iterator[Answer]:
        """The answers that are there."""
        while True:
            try:
                answer = self._answers.get_nowait()
            except Empty:
                return
            yield self._taken(answer)

    def rest(self) -> Iterator[Answer]:
        """The answers that are still to come, as they come; what waits for refused files until the end is refused."""
        while self._unheard:
            with self._lock:
                if not self._running and self._answers.empty():
                    for name, needs in self._waiting.items():
                        missing = " ".join(need for need in needs if need not in self._accepted)
                        self._answers.put(Answer(self._directory / f"{name}.v", f"it rests on {missing}"))
                    self._waiting.clear()
            yield self._taken(self._answers.get())

    def _taken(self, answer: Answer) -> Answer:
        with self._lock:
            self._unheard -= 1
        return answer

    def _begin(self) -> None:
        """Begin with each file whose needs are accepted."""
        for name in [name for name, needs in self._waiting.items() if self._accepted.issuperset(needs)]:
            needs = [self._directory / f"{other}.vo" for other in self._waiting.pop(name)]
            self._running += 1
            self._pool.submit(self._answer, name, needs)

    def _answer(self, name: str, needs: Sequence[Path]) -> None:
        path = self._directory / f"{name}.v"
        answer = Answer(path, "") if _is_compiled(path, needs) else compiled(path)
        if answer.error and not answer.is_late:
            answer = compiled(path)  # a machine that has more to do than it can makes tactics fail
        with self._lock:
            self._answers.put(answer)
            self._running -= 1
            if not answer.error:
                self._accepted.add(name)
                self._begin()
