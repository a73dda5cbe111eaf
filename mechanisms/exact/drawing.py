"""Whole numbers drawn at random, quickly: millions of points are drawn to look for one at which something fails."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

_T = TypeVar("_T")


class Draws(random.Random):
    """A source of random numbers that draws as `random.Random` does, without its checks of what is asked for."""

    def below(self, bound: int) -> int:
        """One of 0, ..., bound - 1, as `randrange(bound)`; bound >= 1."""
        bits = bound.bit_length()
        found = self.getrandbits(bits)
        while found >= bound:
            found = self.getrandbits(bits)
        return found

    def one_of(self, members: Sequence[_T]) -> _T:
        """A member, as `choice(members)`."""
        return members[self.below(len(members))]
