"""Where the optimal staircase design of a given prior changes its subsets, between rational levels with certificates.

Example (Kairouz, Oh, Viswanath, JMLR 17, 2016): to tell two hypotheses apart the binary mechanism, which reports on
which side of the likelihood ratio the truth lies, is best at small levels and k-ary randomized response at large ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from lp.losses.column_objectives import ColumnObjective, ObjectiveError
from lp.staircases.optimum import StaircaseOptimum, read_level, staircase_optimum
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational


@dataclass(frozen=True)
class SupportSwitch(Shown):
    """Between the levels of two certified optima, no further apart than was asked for, the subsets change."""

    before: StaircaseOptimum
    after: StaircaseOptimum

    @property
    def low(self) -> Fraction:
        """The level of the optimum before."""
        return self.before.x

    @property
    def high(self) -> Fraction:
        """The level of the optimum after."""
        return self.after.x


def support_switches(
    objective: ColumnObjective, low: Rational, high: Rational, width: Rational
) -> tuple[SupportSwitch, ...]:
    """Changes of the optimal subsets between two levels, each enclosed to `width`, in increasing order.

    Each end of an enclosure is a certified optimum. Where both ends of an interval have the same subsets, these are
    taken to be optimal in between as well; a change to other subsets and back within it would not be seen. Where
    several designs are optimal, a change may be one among them: look at their ties.

    Raises ObjectiveError for levels out of order and widths that are not positive.
    """
    first, last = read_level(low), read_level(high)
    if not (first < last and width > 0):
        raise ObjectiveError(f"levels rise and a width is positive; here they are {first}, {last} and {width}")
    ends = [staircase_optimum(objective, x) for x in (first, last)]
    return tuple(_between(objective, ends[0], ends[1], Fraction(width)))


def _between(
    objective: ColumnObjective, before: StaircaseOptimum, after: StaircaseOptimum, width: Fraction
) -> Sequence[SupportSwitch]:
    if set(before.support) == set(after.support):
        return []
    if after.x - before.x <= width:
        return [SupportSwitch(before, after)]
    middle = staircase_optimum(objective, (before.x + after.x) / 2)
    return [*_between(objective, before, middle, width), *_between(objective, middle, after, width)]
