"""The mean of truths that are numbers, from answers whose expectation is linear in the truth.

Where the expected answer to the truth t is a + b t, b != 0, respondent i answers z_i and has the weight w_i,

    T = (m - a)/b,    m = sum_i w_i z_i / sum_i w_i,

estimates the mean truth without bias where the weights are equal. Its variance is estimated by
n/(n - 1) sum_i w_i^2 (z_i - m)^2 / (b sum_i w_i)^2, the respondents being drawn independently: with equal weights this
is the variance of the answers, over n b^2, and its expectation is the variance of T.
Source: Sarndal, Swensson, Wretman 1992, result 5.5.1, for the weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from derivations.surveys.survey import ZERO, SurveyError
from mechanisms.exact.notebook import Shown

Weighed = dict[Fraction, tuple[int, Fraction, Fraction]]
"""Of each answer how many gave it, the sum of their weights, and of the squares of these."""


@dataclass(frozen=True)
class MeanEstimate(Shown):
    """The estimate of a mean, with Wald's interval.

    Attributes:
        respondents: how many answers there are.
        unbiased: T, exactly; it may lie outside of the interval of the truths.
        variance: the estimate of its variance, exactly.
        clipped: T moved into the interval of the truths.
        low, high: the ends of the interval at the confidence that was asked for, as for normal answers.

    """

    respondents: int
    unbiased: Fraction
    variance: Fraction
    clipped: Fraction
    low: float
    high: float


def mean_estimate(
    answers: Weighed, line: tuple[Fraction, Fraction], interval: tuple[Fraction, Fraction], level: float
) -> MeanEstimate:
    """The estimate of the mean truth; `line` is (a, b), truths lie in `interval`. SurveyError for one respondent."""
    respondents = sum(count for count, _, _ in answers.values())
    if respondents < 2:
        raise SurveyError("a standard error needs two respondents at least")
    a, b = line
    whole = sum((weight for _, weight, _ in answers.values()), ZERO)
    mean = sum((z * weight for z, (_, weight, _) in answers.items()), ZERO) / whole
    spread = sum((squares * (z - mean) ** 2 for z, (_, _, squares) in answers.items()), ZERO)
    variance = Fraction(respondents, respondents - 1) * spread / (b * whole) ** 2
    estimate = (mean - a) / b
    reach = NormalDist().inv_cdf((1 + level) / 2) * sqrt(variance)
    clipped = min(max(estimate, interval[0]), interval[1])
    return MeanEstimate(respondents, estimate, variance, clipped, float(estimate) - reach, float(estimate) + reach)
