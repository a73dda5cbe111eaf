"""A moment by which a search has to stop."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf


class OutOfTime(Exception):
    """The time budget of a search is spent."""


_TICK = 0.01


class _Clock:
    """The seconds that this process and those that it asked have computed, to about a hundredth.

    To ask for them exactly is a system call.
    """

    def __init__(self) -> None:
        self._asked = self._computed = 0.0

    def now(self) -> float:
        now = time.monotonic()
        if now - self._asked >= _TICK:
            self._asked, self._computed = now, sum(os.times()[:4])
        return self._computed


_CLOCK = _Clock()


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
