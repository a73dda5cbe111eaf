"""Estimates from answers with weights, such as those of an unequal sample: Hajek's estimator with its linearised error.

Respondent i with the weight a_i gives the response y_i, and w is the unbiased weight of a response for a share, P w =
the indicator of the truths in question. The estimate is

    T = sum_i a_i w(y_i) / sum_i a_i,

and its variance is estimated by n/(n - 1) sum_i a_i^2 (w(y_i) - T)^2 / (sum_i a_i)^2, the respondents being taken as
drawn independently with their weights. With equal weights this is the estimate and the variance without weights.
Source: Sarndal, Swensson, Wretman 1992, result 5.5.1 and section 5.7, for the ratio of two totals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from derivations.surveys.survey import ZERO, Survey, SurveyError
from mechanisms.exact.notebook import Shown

Sums = Sequence[tuple[Fraction, Fraction]]  # of each response: of the weights of who gave it, and of their squares


@dataclass(frozen=True)
class WeightedEstimate(Shown):
    """The estimate of one share from weighted answers, with Wald's interval.

    Attributes:
        name: of the share.
        estimate: exactly; may lie outside of [0, 1].
        variance: the linearised estimate of its variance, exactly.
        low, high: the ends of the interval.

    """

    name: str
    estimate: Fraction
    variance: Fraction
    low: float
    high: float


def effective_respondents(sums: Sums) -> Fraction:
    """Kish's effective number of respondents, (sum of the weights)^2/(sum of their squares)."""
    return sum((total for total, _ in sums), ZERO) ** 2 / sum((squares for _, squares in sums), ZERO)


def weighted_estimates(survey: Survey, sums: Sums, respondents: int, level: float) -> tuple[WeightedEstimate, ...]:
    """The estimates of all shares of a survey with one sample; SurveyError for two samples, or one respondent."""
    if len(survey.samples) > 1:
        raise SurveyError("answers with weights are estimated for designs that ask one sample")
    if respondents < 2:
        raise SurveyError("answers with weights need two respondents at least")
    z = NormalDist().inv_cdf((1 + level) / 2)
    whole = sum((total for total, _ in sums), ZERO)
    found = []
    for name in survey.estimands:
        weights = survey.weights(name)
        estimate = sum((total * w for (total, _), w in zip(sums, weights, strict=True)), ZERO) / whole
        spread = sum((squares * (w - estimate) ** 2 for (_, squares), w in zip(sums, weights, strict=True)), ZERO)
        variance = Fraction(respondents, respondents - 1) * spread / whole**2
        reach = z * sqrt(variance)
        found.append(WeightedEstimate(name, estimate, variance, float(estimate) - reach, float(estimate) + reach))
    return tuple(found)
