"""Staircase optima where e^eps is irrational, enclosed between those of rational levels on both sides.

The largest value of an objective rises with the level, because a design that is private at one level is private at
every larger one. So the optimum at a rational level below e^eps is a design that is private enough, and the optimum at
one above says how much better any other can be.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from lp.losses.column_objectives import ColumnObjective, ObjectiveError
from lp.parametric.level_input import Level
from lp.staircases.optimum import StaircaseOptimum, staircase_optimum
from mechanisms.design import Design
from mechanisms.exact.notebook import Shown
from mechanisms.exact.privacy_level import PrivacyLevel

MAXIMAL_DIGITS = 100


@dataclass(frozen=True)
class StaircaseEnclosure(Shown):
    """The certified optima at two rational levels around e^eps.

    `design` is private at eps, and no design that is private at eps is better than it by more than `gap`.
    """

    level: PrivacyLevel | Level
    below: StaircaseOptimum
    above: StaircaseOptimum

    @property
    def design(self) -> Design:
        """The optimal design at the level below."""
        return self.below.design

    @property
    def low(self) -> Fraction:
        """The largest value at eps is no less."""
        return self.below.low

    @property
    def high(self) -> Fraction:
        """The largest value at eps is no more."""
        return self.above.high

    @property
    def gap(self) -> Fraction:
        """How much the bounds of the largest value leave open."""
        return self.high - self.low

    @property
    def same_subsets(self) -> bool:
        """Whether the optima at both levels use the same subsets."""
        return set(self.below.support) == set(self.above.support)


def staircase_enclosure(
    objective: ColumnObjective, level: PrivacyLevel | Level, digits: int = 30
) -> StaircaseEnclosure:
    """The optimum of an objective at a level whose e^eps need not be rational, from levels 10^-digits around it.

    Raises ObjectiveError where eps is 0, or so small that the digits do not tell e^eps from 1.
    """
    if not 1 <= digits <= MAXIMAL_DIGITS:
        raise ObjectiveError(f"between 1 and {MAXIMAL_DIGITS} digits can be asked for, not {digits}")
    unit = Fraction(1, 10**digits)
    low, high = level.enclosure(digits + 1) if isinstance(level, Level) else level.enclosure
    ends = (low // unit) * unit, -(-high // unit) * unit
    below, above = (staircase_optimum(objective, x) for x in ends)
    return StaircaseEnclosure(level, below, above)
