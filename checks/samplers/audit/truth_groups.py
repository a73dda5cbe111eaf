r"""Logs with many different truths: groups of neighbouring truths, made before a response is looked at.

Of a group with the truths t_1, ..., t_n of the log the mean row p = (p_1 + ... + p_n)/n is known exactly, p_i being the
row of t_i. Let the responses y_1, ..., y_n be independent, y_i by p_i. For weights theta that sum to 1

    E prod theta(y_i)/p(y_i) = prod_i sum_y p_i(y) theta(y)/p(y) <= ((1/n) sum_i sum_y p_i(y) theta(y)/p(y))^n = 1,

as the geometric mean is at most the arithmetic one. So the wealth of `wealth.Wealth` against p, a mixture of such
products, has expectation at most 1 once all n responses are in, though not before; and the regions of `regions` hold
for the mean of the sampler's rows. A mean of rows over one group is at most e^eps times one over another, where the
sampler is eps-private, so that bounds on eps from below hold, too. Whether a response depends on others is not looked
at.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

GROUPS = 8


@dataclass(frozen=True)
class TruthGroups:
    """Truths that are taken together.

    Attributes:
        truths: the different truths of a log.
        times: how often each stands in it.
        group: to which group each belongs.
        labels: from which truth to which each group goes.
        middles: a truth from the middle of each group, by which cells are chosen.

    """

    truths: tuple[Fraction, ...]
    times: tuple[int, ...]
    group: tuple[int, ...]
    labels: tuple[str, ...]
    middles: tuple[Fraction, ...]

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many responses each group has."""
        found = [0] * len(self.labels)
        for group, times in zip(self.group, self.times, strict=True):
            found[group] += times
        return tuple(found)


def groups_of(truths: Sequence[Fraction], places: Sequence[int]) -> TruthGroups:
    """Groups of about as many responses each; `places` are those of the truths of a log, in its order."""
    times = Counter(places)
    order = sorted(range(len(truths)), key=lambda place: truths[place])
    starts: list[int] = []  # in the order
    before = 0
    for rank, place in enumerate(order):
        if before * GROUPS >= len(starts) * len(places):
            starts.append(rank)
        before += times[place]
    group = {place: bisect_right(starts, rank) - 1 for rank, place in enumerate(order)}
    pieces = [order[a:b] for a, b in zip(starts, [*starts[1:], len(order)], strict=True)]
    return TruthGroups(
        tuple(truths),
        tuple(times[place] for place in range(len(truths))),
        tuple(group[place] for place in range(len(truths))),
        tuple(f"{float(truths[piece[0]]):.4g} .. {float(truths[piece[-1]]):.4g}" for piece in pieces),
        tuple(truths[piece[len(piece) // 2]] for piece in pieces),
    )
