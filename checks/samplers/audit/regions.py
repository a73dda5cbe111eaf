r"""Where the law of a sampler's responses lies: regions that hold at all times at once, and for one fixed time.

For counts n_y of the responses to one truth, with law q, the mixture of all laws by the Dirichlet(1/2) prior has the
wealth DM(n)/prod q_y^{n_y} against q, a martingale. So with probability 1 - beta, at all times,

    n KL(n_y/n || q) <= R = log(1/beta) - log DM(n) + sum n_y log(n_y/n),

and of every event S at once  n kl(n_S/n || q(S)) <= R,  by the data processing inequality. A cell by itself is the case
of two responses. Doubles; the bounds are widened by more than their rounding.

Where the law of a response may depend on a context, such as the response before it, each context c has counts n_c and a
law q_c of its own, and the product of the wealths is a martingale: with probability 1 - beta, at all times,

    sum over c of n_c KL(n_cy/n_c || q_c) <= R = log(1/beta) + sum over c of the rest of R for the counts of c.

With n the sum of the n_c, the mean of the total variation between q_c and a row p over the calls made is then at most
sum over c of (n_c/n) TV(n_cy/n_c, p) + sqrt(R/(2 n)), by Pinsker's and Jensen's inequalities.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_WIDENED = 1e-9
_ROUNDING = 1e-6  # of sums of logarithms of gamma functions
_STEPS = 60
MOST_EVENTS = 2**10


def radius(counts: Sequence[int], miss: float) -> float:
    """R/n of the region above, which misses the law at any time with probability at most `miss`; inf without data."""
    import numpy as np
    from scipy.special import gammaln, xlogy

    n = np.asarray(counts, dtype=np.float64)
    total = float(n.sum())
    if total == 0:
        return float("inf")
    cells = len(n)
    mixture = gammaln(cells / 2) - gammaln(total + cells / 2) + float((gammaln(n + 0.5) - gammaln(0.5)).sum())
    found = -float(np.log(miss)) - mixture + float(xlogy(n, n / total).sum())
    return float((found * (1 + _WIDENED) + _ROUNDING) / total)


def upper(shares: Floats, bound: float | Floats) -> Floats:
    """The largest q with kl(s || q) <= bound, for each share s and its bound, rounded up."""
    import numpy as np

    low, high = shares.astype(np.float64), np.ones_like(shares, dtype=np.float64)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        inside = _kl(shares, middle) <= bound
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    return np.asarray(np.minimum(1.0, high * (1 + _WIDENED)))


def lower(shares: Floats, bound: float | Floats) -> Floats:
    """The smallest q with kl(s || q) <= bound, for each share s and its bound, rounded down."""
    import numpy as np

    # kl(s || q) = kl(1 - s || 1 - q); small q are resolved by bisecting q itself.
    low, high = np.zeros_like(shares, dtype=np.float64), shares.astype(np.float64)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        inside = _kl(shares, middle) <= bound
        low, high = np.where(inside, low, middle), np.where(inside, middle, high)
    return np.asarray(np.maximum(0.0, low * (1 - _WIDENED)))


def _kl(s: Floats, q: Floats) -> Floats:
    import numpy as np
    from scipy.special import rel_entr

    return np.asarray(rel_entr(s, q) + rel_entr(1 - s, 1 - q))


def cells_at_all_times(counts: Sequence[int], miss: float) -> tuple[list[float], list[float]]:
    """Bounds for each cell that miss it at any time with probability at most `miss` each."""
    import numpy as np

    total = sum(counts)
    if not total:
        return [0.0] * len(counts), [1.0] * len(counts)
    different, where = np.unique(np.asarray(counts), return_inverse=True)
    shares = different / total
    allowed = np.array([radius([int(count), total - int(count)], miss) for count in different])
    return lower(shares, allowed)[where].tolist(), upper(shares, allowed)[where].tolist()


def cells_at_one_time(counts: Sequence[int], miss: float) -> tuple[list[float], list[float]]:
    """Clopper and Pearson's bounds for each cell: each misses with probability at most `miss`."""
    import numpy as np
    from scipy.special import betaincinv

    n = np.asarray(counts, dtype=np.float64)
    total = n.sum()
    low = np.where(n > 0, betaincinv(np.maximum(n, 1), total - n + 1, miss / 2), 0.0)
    high = np.where(n < total, betaincinv(n + 1, np.maximum(total - n, 1), 1 - miss / 2), 1.0)
    return (low * (1 - _WIDENED)).tolist(), np.minimum(1.0, high * (1 + _WIDENED)).tolist()


def largest_dependence(contexts: Sequence[Sequence[int]], row: Sequence[float], miss: float) -> float:
    """A bound on the mean distance from a row of the laws after each context, wrong at any time with chance <= miss."""
    import numpy as np

    total = sum(map(sum, contexts))
    if not total:
        return 1.0
    allowed, seen = -float(np.log(miss)), 0.0
    for counts in contexts:
        size = sum(counts)
        allowed += radius(counts, 1.0) * size
        seen += float(np.abs(np.asarray(counts) / size - np.asarray(row)).sum()) / 2 * size
    return min(1.0, seen / total + float(np.sqrt(allowed * (1 + _WIDENED) / (2 * total))) + _WIDENED)


def events(cells: int) -> Floats | None:
    """The proper events of a few cells as rows of zeros and ones; None when there are more than 1024."""
    import numpy as np

    if 2**cells > MOST_EVENTS:
        return None
    return np.array(list(product((0.0, 1.0), repeat=cells))[1:-1]).reshape(-1, cells)


def largest_distance(counts: Sequence[int], row: Sequence[float], miss: float) -> float:
    """A bound on the total variation between the sampler's law and a row, wrong at any time with probability <= miss.

    The largest q(S) - p(S) over all events S, where there are few; else by Pinsker's inequality.
    """
    import numpy as np

    total = sum(counts)
    if not total:
        return 1.0
    bound = radius(counts, miss)
    shares, p = np.asarray(counts, dtype=np.float64) / total, np.asarray(row)
    several = events(len(row))
    if several is None or not len(several):
        several_bound = np.abs(shares - p).sum() / 2 + np.sqrt(bound / 2)
        return 0.0 if len(row) == 1 else min(1.0, float(several_bound) + _WIDENED)
    return min(1.0, float((upper(np.minimum(several @ shares, 1.0), bound) - several @ p).max()) + _WIDENED)
