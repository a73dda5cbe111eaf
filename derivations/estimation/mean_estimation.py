"""The mean of numbers in [l, h] from randomized responses of stochastically rounded numbers, with its variance.

A number f is rounded to h with probability (f - l)/(h - l), else to l, and the end is told by randomized response at
e^eps = x. A response is h with a probability r(f) that is affine in f, so that the share of responses h gives an
unbiased estimate of the mean. The responses of different people are independent, the numbers fixed:

    Var = ((h - l)/slope)^2 * sum of r(f_i)(1 - r(f_i)) / n^2,    slope = (x - 1)/(x + 1).

It is least where all numbers are ends of the interval, and largest, (h - l)^2/(4 n slope^2), where all are its middle.
After relaxations of the stored end, the last response is one at the last level, and its share alone is used. Source:
Pan, Randomized Response with Gradual Release of Privacy Budget, section 5.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from derivations.algebra.linear_algebra import total
from derivations.estimation.moment_law import Exact, variable
from mechanisms import catalogue
from mechanisms.catalogue.stochastic_rounding import HIGH
from mechanisms.exact.notebook import Shown
from mechanisms.exact.rational import RationalFunction


@cache
def _response() -> tuple[RationalFunction, RationalFunction]:
    """(offset, slope): a response is h with probability offset + slope * share, read off the protocol."""
    up = catalogue.get("rounded-response").protocol.design().entry("number", HIGH)
    offset = up.substitute({"share": 0})
    return offset, up.substitute({"share": 1}) - offset


@dataclass(frozen=True)
class MeanEstimation(Shown):
    """Numbers between `low` and `high`, rounded and told at e^eps = `level` > 1; exact numbers or variables."""

    low: RationalFunction
    high: RationalFunction
    level: RationalFunction

    @classmethod
    def of(cls, low: Exact, high: Exact, level: Exact) -> MeanEstimation:
        """From numbers, or functions of parameters; ValueError for numbers without low < high or without level > 1."""
        survey = cls(*(RationalFunction.of(v) for v in (low, high, level)))
        for gap in (survey.high - survey.low, survey.level - 1):
            if not gap.names and gap.evaluate({}) <= 0:
                raise ValueError("an interval has two ends, l < h, and a response at e^eps <= 1 tells nothing")
        return survey

    @property
    def slope(self) -> RationalFunction:
        """How much likelier a response h is for the number h than for l."""
        return _response()[1].substitute({"x": self.level})

    def chance(self, number: Exact) -> RationalFunction:
        """r(f), the probability of the response h; ValueError for a number outside of the interval."""
        share = (RationalFunction.of(number) - self.low) / (self.high - self.low)
        if not share.names and not 0 <= share.evaluate({}) <= 1:
            raise ValueError(f"the number {number} does not lie between {self.low} and {self.high}")
        return _response()[0].substitute({"x": self.level}) + self.slope * share

    def estimate(self, share: Exact) -> RationalFunction:
        """The estimate of the mean from the share of responses h."""
        offset = self.chance(self.low)
        return self.low + (self.high - self.low) * (RationalFunction.of(share) - offset) / self.slope

    def variance(self, numbers: Sequence[Exact]) -> RationalFunction:
        """The variance of the estimate for people with these numbers, which are fixed."""
        if not numbers:
            raise ValueError("a mean needs a number")
        chances = [self.chance(number) for number in numbers]
        scale = (self.high - self.low) / self.slope
        return scale * scale * total(r * (1 - r) for r in chances) / Fraction(len(numbers) ** 2)

    def largest_variance(self, people: Exact) -> RationalFunction:
        """What the variance is at most, since r (1 - r) <= 1/4; attained where all numbers are in the middle."""
        scale = (self.high - self.low) / self.slope
        return scale * scale / (4 * RationalFunction.of(people))


def symbolic_mean_estimation() -> MeanEstimation:
    """With the variables l, h, x."""
    return MeanEstimation.of(variable("l"), variable("h"), variable("x"))
