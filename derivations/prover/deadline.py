"""A moment by which a search has to stop."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf


class OutOfTime(Exception):
    """The time budget of a search is spent."""


_TICK = 0.05


class _Clock:
    """The seconds that this process has computed, to about a twentieth, and the solvers that it asked.

    To ask for the former exactly is a system call. What other processes that it started compute does not count: Coq may
    be at work beside a search.
    """

    def __init__(self) -> None:
        self._asked = self._computed = self._of_solvers = 0.0

    def now(self) -> float:
        now = time.monotonic()
        if now - self._asked >= _TICK:
            self._asked, self._computed = now, time.process_time()
        return self._computed + self._of_solvers

    def add(self, seconds: float) -> None:
        self._of_solvers += seconds


_CLOCK = _Clock()


def solver_took(seconds: float) -> None:
    """A solver has computed for so long, which counts for all deadlines."""
    _CLOCK.add(seconds)


class Deadline:
    """Counts down from a budget in seconds that this process computes, or a solver for it.

    Time in which a busy machine serves others does not count, so that it decides the same as an idle one.
    """

    def __init__(self, seconds: float) -> None:
        self._end = _CLOCK.now() + seconds

    def left(self) -> float:
        """Seconds that remain, never negative."""
        return max(0.0, self._end - _CLOCK.now())

    def check(self) -> None:
        """Raise OutOfTime once the budget is spent."""
        if _CLOCK.now() >= self._end:
            raise OutOfTime

    def at_most(self, seconds: float) -> Deadline:
        """A deadline after the given seconds, or this one when it comes first."""
        return Deadline(min(seconds, self.left()))

    def part(self, share: float) -> Deadline:
        """A deadline after the given share of what remains."""
        return Deadline(self.left() * share)


_CURRENT: ContextVar[tuple[Deadline, float] | None] = ContextVar("deadline", default=None)


@contextmanager
def until(deadline: Deadline, each: float = inf) -> Iterator[None]:
    """Inside, scripts of proofs have no more time for a question than is left, and at most `each` seconds."""
    token = _CURRENT.set((deadline, each))
    try:
        yield
    finally:
        _CURRENT.reset(token)


def at_most(seconds: float) -> float:
    """So many seconds, or those that a question may take where this is fewer."""
    current = _CURRENT.get()
    if current is None:
        return seconds
    deadline, each = current
    return min(seconds, each, deadline.left())
