r"""The test of fixed size: exact binomial tails of events, and the number of calls that finds every large deviation.

A row p of m responses is refuted when some event S, a set of responses, was seen k times in n calls and

    P(Bin(n, u(S)) >= k) <= a = alpha/(K (2^m - 2)),       u(S) = min(1, sum of the upper bounds in S),

with K truths; as there are 2^m - 2 proper events in each row, a false alarm has probability at most alpha. Lower tails
are the upper tails of the other events. If the sampler's law q has total variation >= d from p, then some S has
q(S) >= p(S) + d, and for this S the test misses it with probability P(Bin(n, p(S) + d) < k_n(S)), where k_n is the
least k that refutes.
Where there are at most 1024 events, n is the smallest found at which this is at most beta for every S. For more, only
the event of the responses that were seen too often is looked at, and n follows from Hoeffding's inequality on both
sides: 2 n d^2 >= (sqrt(log(1/a)) + sqrt(log(1/beta)))^2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log, sqrt
from typing import TYPE_CHECKING

from flint import arb, ctx

from checks.samplers.audit.reference import Reference, Row
from checks.samplers.audit.regions import events
from checks.samplers.audit.settings import AuditError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EXACT, HOEFFDING = "exact binomial tails", "Hoeffding's inequality"
_DOUBTFUL = 1e-9  # relative error of a tail in doubles, with a wide margin


@dataclass(frozen=True)
class Plan:
    """How many calls each truth gets, and by which bound."""

    calls_per_truth: int
    bound: str


@dataclass(frozen=True)
class Excess:
    """The event that speaks most against a row: seen `count` times of `total`, its probability at most `probability`.

    `p_value` is its exact tail times the number of events and rows: the p-value of all of them together, rounded up.
    """

    event: tuple[int, ...]
    count: int
    total: int
    probability: Fraction
    p_value: float


def plan(reference: Reference, false_alarm: float, miss: float, distance: float) -> Plan:
    """The calls that each truth needs. Raises AuditError when no number is enough."""
    needed, bounds = 0, set()
    for row in reference.rows:
        count, bound = _needed(row, false_alarm / len(reference.rows), miss, distance)
        needed = max(needed, count)
        bounds.add(bound)
    return Plan(needed, HOEFFDING if HOEFFDING in bounds else EXACT)


def _needed(row: Row, false_alarm: float, miss: float, distance: float) -> tuple[int, str]:
    cells = len(row.probabilities)
    slack = float(sum(row.upper) - 1)
    if cells == 1:
        return 1, EXACT
    if distance <= 2 * slack:
        raise AuditError(f"a distance of {distance:g} cannot be told from the tolerance; the probabilities sum to more")
    tail = log(_events(cells) / false_alarm)
    effective = distance - slack
    enough = ceil((sqrt(tail) + sqrt(log(1 / miss))) ** 2 / (2 * effective**2))
    matrix = events(cells)
    if matrix is None:
        return enough, HOEFFDING
    import numpy as np

    upper = np.minimum(1.0, matrix @ np.array([float(u) for u in row.upper]) * (1 + _DOUBTFUL))
    shifted = matrix @ np.array([float(p) for p in row.probabilities]) + distance
    # where p(S) + d > 1 no law deviates so far; equal pairs are asked once
    pairs = np.unique(np.stack([upper, shifted], axis=1)[shifted <= 1 + _DOUBTFUL].round(14), axis=0)
    if not len(pairs):
        return 1, EXACT
    low, high = 0, enough
    while high - low > 1:
        middle = (low + high) // 2
        if _misses(middle, pairs[:, 0], pairs[:, 1], false_alarm / _events(cells)) <= miss:
            high = middle
        else:
            low = middle
    return high, EXACT


def _misses(n: int, upper: NDArray[np.float64], shifted: NDArray[np.float64], level: float) -> float:
    """The largest probability that an event which has become too likely is not found in n calls."""
    import numpy as np
    from scipy.stats import binom

    level *= 1 - 1e-6  # a tail within rounding of the level is not counted upon
    critical = binom.isf(level, n, upper) + 1
    critical = np.where(binom.sf(critical - 1, n, upper) <= level, critical, critical + 1)
    return float(binom.cdf(critical - 1, n, np.minimum(shifted, 1.0)).max())


def _events(cells: int) -> int:
    return max(1, (1 << cells) - 2)


def largest_excess(counts: Sequence[int], row: Row, rows: int) -> Excess:
    """The event that speaks most against a row, of those that the test looks at."""
    import numpy as np

    cells, total = len(counts), sum(counts)
    matrix = events(cells)
    if matrix is None or not len(matrix):
        event = tuple(y for y in range(cells) if counts[y] > total * row.probabilities[y])
        event = event if 0 < len(event) < cells else (max(range(cells), key=lambda y: counts[y]),)
    else:
        from scipy.stats import binom

        upper = np.minimum(1.0, matrix @ np.array([float(u) for u in row.upper]))
        tails = binom.logsf(matrix @ np.array(counts) - 1, total, upper)
        event = tuple(int(y) for y in np.flatnonzero(matrix[int(np.argmin(tails))]))
    count = sum(counts[y] for y in event)
    probability = min(Fraction(1), sum((row.upper[y] for y in event), Fraction(0)))
    p_value = min(1.0, tail_above(count, total, probability) * rows * _events(cells) * (1 + _DOUBTFUL))
    return Excess(event, count, total, probability, p_value)


def tail_above(count: int, total: int, probability: Fraction) -> float:
    """P(Bin(n, p) >= k), rounded up: the regularised incomplete beta function I_p(k, n - k + 1) in ball arithmetic."""
    if count <= 0 or probability >= 1:
        return 1.0
    if probability <= 0:
        return 0.0
    for bits in (128, 256, 1024):
        with ctx.workprec(bits):
            ball = (arb(probability.numerator) / probability.denominator).beta_lower(
                arb(count), arb(total - count + 1), 1
            )
            top = ball.upper()
            if ball.is_finite() and (ball.rad() <= top * arb(_DOUBTFUL) or top < arb(10) ** -300):
                return min(1.0, float(top) * (1 + _DOUBTFUL))
    return 1.0  # nothing is known of it, so that it speaks against nobody
