"""Samplers of three values with planted bugs, one a function, and one of a public source."""

import random


def lie_two_percent(truth: int, keep: float = 0.6) -> int:
    """Means to keep a truth of 0, 1, 2 with probability 0.6, and keeps it with 0.58: lies 2 % too often."""
    if random.random() < keep - 0.02:
        return truth
    return random.choice([x for x in range(3) if x != truth])


def lie_uneven(truth: int, keep: float = 0.6) -> int:
    """Keeps right, but of the two lies takes the next one with probability 0.525, not 0.5 (off by 0.01)."""
    if random.random() < keep:
        return truth
    return (truth + 1) % 3 if random.random() < 0.525 else (truth + 2) % 3


class Sticky:
    """Right by its frequencies, but repeats the coin of the last call with probability 0.2."""

    def __init__(self, keep: float = 0.6) -> None:
        self.keep = keep
        self.last: bool | None = None

    def answer(self, truth: int) -> int:
        if self.last is None or random.random() >= 0.2:
            self.last = random.random() < self.keep
        return truth if self.last else random.choice([x for x in range(3) if x != truth])
