"""A moment by which a search has to stop."""

from __future__ import annotations

import time


class OutOfTime(Exception):
    """The time budget of a search is spent."""


_TICK = 0.01


class _Clock:
    """The seconds that this process has computed, to about a hundredth: to ask for them exactly is a system call."""

    def __init__(self) -> None:
        self._asked = self._computed = 0.0

    def now(self) -> float:
        now = time.monotonic()
        if now - self._asked >= _TICK:
            self._asked, self._computed = now, time.process_time()
        return self._computed


_CLOCK = _Clock()


class Deadline:
    """Counts down from a budget in seconds that this process computes.

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
