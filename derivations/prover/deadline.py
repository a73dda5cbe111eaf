"""A moment by which a search has to stop."""

from __future__ import annotations

import time


class OutOfTime(Exception):
    """The time budget of a search is spent."""


class Deadline:
    """Counts down from a budget in seconds of wall-clock time."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds that remain, never negative."""
        return max(0.0, self._end - time.monotonic())

    def check(self) -> None:
        """Raise OutOfTime once the budget is spent."""
        if time.monotonic() >= self._end:
            raise OutOfTime

    def part(self, share: float) -> Deadline:
        """A deadline after the given share of what remains."""
        return Deadline(self.left() * share)
