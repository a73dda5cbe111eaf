"""What the answers say of the sampler's true eps: a bound from below, by cells and by events, and one from above."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import inf, log

from checks.samplers.audit.regions import lower, radius, upper
from mechanisms.exact.notebook import Shown

MOST_PAIRS = 600  # of truths, whose events are looked at


@dataclass(frozen=True)
class EpsilonBound(Shown):
    """eps >= `value`, since the event is likelier under `truth` than under `other`; indices of truths and responses."""

    value: float
    truth: int
    other: int
    event: tuple[int, ...]


def from_cells(low: Sequence[Sequence[float]], high: Sequence[Sequence[float]]) -> EpsilonBound | None:
    """The largest log(low/high) over cells of one column; None when no cell shows a difference."""
    best: EpsilonBound | None = None
    for y in range(len(low[0])):
        a = max(range(len(low)), key=lambda x: low[x][y])
        b = min((x for x in range(len(low)) if x != a), key=lambda x: high[x][y], default=a)
        if a != b and low[a][y] > high[b][y]:
            value = log(low[a][y] / high[b][y])
            if best is None or value > best.value:
                best = EpsilonBound(value, a, b, (y,))
    return best


def from_events(counts: Sequence[Sequence[int]], miss: float) -> EpsilonBound | None:
    """The largest bound over events, each row's region missing its law with probability at most `miss`.

    All events hold at once, so that those may be looked at which the counts suggest: responses in the order of the
    ratio of their shares, the first of them together.
    """
    import numpy as np

    totals = [sum(row) for row in counts]
    if len(counts) < 2 or not all(totals) or len(counts) * (len(counts) - 1) > MOST_PAIRS:
        return None
    shares = np.array([[c / t for c in row] for row, t in zip(counts, totals, strict=True)])
    allowed = [radius(row, miss) for row in counts]
    best: EpsilonBound | None = None
    for a, b in permutations(range(len(counts)), 2):
        order = np.argsort(-(shares[a] + 1e-12) / (shares[b] + 1e-12), kind="stable")
        first = np.minimum(np.cumsum(shares[a][order]), 1.0)[:-1]
        second = np.minimum(np.cumsum(shares[b][order]), 1.0)[:-1]
        if not len(first):
            continue
        ratios = lower(first, allowed[a]) / upper(second, allowed[b])
        size = int(np.argmax(ratios))
        if ratios[size] > 1 and (best is None or log(ratios[size]) > best.value):
            best = EpsilonBound(log(ratios[size]), a, b, tuple(int(y) for y in order[: size + 1]))
    return best


def at_most(low: Sequence[Sequence[float]], high: Sequence[Sequence[float]]) -> float:
    """What eps is at most, from bounds of each P[truth][response], if no other responses can occur.

    Infinite as long as some response may be impossible.
    """
    worst = 0.0
    truths = range(len(low))
    for y in range(len(low[0])):
        likeliest = sorted(truths, key=lambda x: -high[x][y])[:2]
        rarest = sorted(truths, key=lambda x: low[x][y])[:2]
        for a, b in product(likeliest, rarest):
            if a != b:
                worst = max(worst, log(high[a][y] / low[b][y]) if low[b][y] > 0 else inf)
    return worst
