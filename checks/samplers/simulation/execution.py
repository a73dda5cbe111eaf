"""Who does the work: this process, other processes of this machine, or a Dask cluster (`cluster`).

An executor takes a function of a module and pieces of work, which are plain data, and gives the results as they come,
in any order. A piece of work whose process is lost is given to another one.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, Protocol, TypeVar

from checks.samplers.simulation.errors import SimulationError

ATTEMPTS = 4  # processes that may be lost over one piece of work
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")

Work = TypeVar("Work")
Result = TypeVar("Result")
Results = Generator[tuple[Work, Result], None, None]


class Executor(Protocol):
    """Computes pieces of work. Closing the iterator, or an exception, ends what is under way."""

    def map(self, function: Callable[[Work], Result], works: Iterable[Work]) -> Results[Work, Result]:
        """Each piece of work with its result, in the order in which they are done."""


class Inline:
    """This process, one piece after another."""

    def map(self, function: Callable[[Work], Result], works: Iterable[Work]) -> Results[Work, Result]:
        """Each piece of work with its result."""
        for work in works:
            yield work, function(work)


class Processes:
    """So many processes on this machine, started when there is more than one piece of work.

    Raises SimulationError for fewer than one.
    """

    def __init__(self, jobs: int) -> None:
        if jobs < 1:
            raise SimulationError(f"there must be at least one process, not {jobs}")
        self._jobs = jobs

    def map(self, function: Callable[[Work], Result], works: Iterable[Work]) -> Results[Work, Result]:
        """Each piece of work with its result, in the order in which they are done.

        Raises SimulationError where several die over one piece.
        """
        rest = iter(works)
        first = list(islice(rest, 2))
        if len(first) < 2 or self._jobs == 1:
            yield from Inline().map(function, chain(first, rest))
            return
        waiting: deque[tuple[Work, int]] = deque()  # from lost processes, with the number of attempts
        source = chain(first, rest)
        workers: list[_Worker[Work, Result]] = []
        try:
            while True:
                while len(workers) < self._jobs and (piece := _next(waiting, source)) is not None:
                    workers.append(_Worker(function, *piece))
                if not workers:
                    return
                for connection in wait([worker.connection for worker in workers]):
                    worker = next(w for w in workers if w.connection is connection)
                    work, attempt = worker.work, worker.attempt
                    answer = worker.answer()
                    if answer is None:
                        workers.remove(worker)
                        worker.end()
                        if attempt == ATTEMPTS:
                            raise SimulationError(f"{ATTEMPTS} processes died over one piece of work")
                        waiting.append((work, attempt + 1))
                        continue
                    piece = _next(waiting, source)
                    if piece is None:
                        workers.remove(worker)
                        worker.end()
                    else:
                        worker.give(*piece)
                    yield work, answer[0]
        finally:
            for worker in workers:
                worker.end()


def local(jobs: int) -> Executor:
    """An executor on this machine."""
    return Inline() if jobs == 1 else Processes(jobs)


def results(
    executor: Executor | None, function: Callable[[Work], Result], works: Iterable[Work]
) -> Results[Work, Result]:
    """What the executor gives, or this process where there is none."""
    return (executor or Inline()).map(function, works)


def _next(waiting: deque[tuple[Work, int]], source: Iterator[Work]) -> tuple[Work, int] | None:
    if waiting:
        return waiting.popleft()
    for work in source:
        return work, 1
    return None


class _Worker(Generic[Work, Result]):
    """A process that is busy with one piece of work at a time."""

    def __init__(self, function: Callable[[Work], Result], work: Work, attempt: int) -> None:
        context = get_context("spawn")
        self.connection, other = context.Pipe()
        self._process: BaseProcess = context.Process(target=_serve, args=(other, function), daemon=True)
        with _one_thread(), _without_ctrl_c():
            self._process.start()
        other.close()  # so that the end of the process is the end of the connection
        self.give(work, attempt)

    def give(self, work: Work, attempt: int) -> None:
        self.work, self.attempt = work, attempt
        try:
            self.connection.send(work)
        except OSError:  # it has died in the meantime: `answer` finds out
            return

    def answer(self) -> tuple[Result] | None:
        """The result, or None when the process has died. Raises what the work raised."""
        try:
            result, error = self.connection.recv()
        except (EOFError, OSError):
            return None
        if error is not None:
            raise error
        return (result,)

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._process.close()
        self.connection.close()


def _serve(connection: Connection, function: Callable[[Work], Result]) -> None:
    """What a process does until the other end is closed. Ctrl-C is for the process that prints."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            work = connection.recv()
        except EOFError:
            return
        try:
            answer: tuple[Result | None, Exception | None] = (function(work), None)
        except Exception as error:  # noqa: BLE001 - raised again in the process that waits for the result
            answer = (None, SimulationError(str(error)) if isinstance(error, (ValueError, RuntimeError)) else error)
        connection.send(answer)


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Processes that are started here do not hear Ctrl-C, not even while they import; this one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # the start of this one ends the blocking of signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Processes that are started here compute with one thread each, because they share the cores."""
    missing = [name for name in ONE_THREAD if name not in os.environ]
    os.environ.update(dict.fromkeys(missing, "1"))
    try:
        yield
    finally:
        for name in missing:
            del os.environ[name]
