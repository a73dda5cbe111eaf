"""Point estimates, their variance, and confidence intervals, for each share that a survey is to estimate."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

from derivations.algebra.rational_systems import reduced_form
from derivations.surveys.survey import ZERO, Counts, Survey, SurveyError
from mechanisms.design import Design
from mechanisms.exact.notebook import Shown

if TYPE_CHECKING:
    import numpy as np

    from derivations.surveys.maximum_likelihood import LikelihoodFit

ACCURACY = 1e-10  # of the ends of profile intervals
IMPOSSIBLE = -1e6  # stands for a log-likelihood of minus infinity
INTERVALS = ("wald", "profile", "exact", "bootstrap")


@dataclass(frozen=True)
class Interval(Shown):
    """A confidence interval of one share. `method` is wald, profile, exact or bootstrap."""

    method: str
    low: float
    high: float


@dataclass(frozen=True)
class Estimate(Shown):
    """What the counts say of one share.

    Attributes:
        name: of the share.
        unbiased: the mean weight of the responses; may lie outside of [0, 1].
        variance: the unbiased estimate of its variance; None where a sample has one respondent.
        clipped: `unbiased` moved into [0, 1], which is biased.
        likely: the share in the prior of maximum likelihood.
        intervals: in the order that was asked for.

    """

    name: str
    unbiased: Fraction
    variance: Fraction | None
    clipped: Fraction
    likely: float
    intervals: tuple[Interval, ...]


def mean_weight(counts: Counts, weights: Sequence[Fraction]) -> Fraction:
    """sum over y of N_y w_y / n: unbiased for the share that the weights belong to."""
    return sum((n * w for n, w in zip(counts, weights, strict=True)), ZERO) / sum(counts)


def estimated_variance(survey: Survey, counts: Counts, weights: Sequence[Fraction]) -> Fraction | None:
    """sum over samples of (n_i/n)^2 s_i^2/n_i, with s_i^2 the variance of the weights in sample i, divisor n_i - 1."""
    total, size = ZERO, sum(counts)
    for sample in survey.samples:
        here = sum(counts[i] for i in sample)
        if here < 2:
            return None
        mean = sum((counts[i] * weights[i] for i in sample), ZERO) / here
        squares = sum((counts[i] * (weights[i] - mean) ** 2 for i in sample), ZERO)
        total += Fraction(here, size) ** 2 * squares / (here - 1) / here
    return total


def estimate_shares(
    survey: Survey | Design,
    counts: Mapping[Hashable, int] | Sequence[int],
    *,
    level: float = 0.95,
    methods: Sequence[str] = ("wald", "profile"),
    replications: int = 2000,
    rng: np.random.Generator | None = None,
) -> tuple[Estimate, ...]:
    """All shares of a survey, or of `Survey.of` a design, from the counts of its responses: by name, or in its order.

    `level` is the confidence of each interval; `methods` are among wald, profile (likelihood, within [0, 1]), exact
    (Clopper and Pearson, for designs with two truths and two responses) and bootstrap (percentiles of clipped
    estimates from so many resampled counts, which needs `rng`). Raises SurveyError for counts that do not fit the
    survey, a level outside (0, 1), a method that is none, or a bootstrap without `rng`.
    """
    from derivations.surveys.maximum_likelihood import LikelihoodFit

    if not 0 < level < 1:
        raise SurveyError(f"the confidence level must lie between 0 and 1, not {level}")
    unknown = [method for method in methods if method not in INTERVALS]
    if unknown:
        raise SurveyError(f"{unknown[0]!r} is no method for intervals; there are {', '.join(INTERVALS)}")
    if isinstance(survey, Design):
        survey = Survey.of(survey)
    seen = survey.checked(counts)
    fit = LikelihoodFit(survey, seen)
    estimates = []
    for name in survey.estimands:
        weights = survey.weights(name)
        unbiased = mean_weight(seen, weights)
        variance = estimated_variance(survey, seen, weights)
        indicator = [float(i) for i in survey.indicator(name)]
        likely = float(sum(i * p for i, p in zip(indicator, fit.maximum.prior, strict=True)))
        intervals = []
        for method in methods:
            if method == "wald":
                intervals.append(wald(unbiased, variance, level))
            elif method == "profile":
                intervals.append(profile(fit, indicator, likely, level))
            elif method == "exact":
                intervals.append(exact(survey, seen, name, level))
            else:
                intervals.append(bootstrap(survey, seen, weights, level, replications, rng))
        clipped = min(max(unbiased, ZERO), Fraction(1))
        estimates.append(Estimate(name, unbiased, variance, clipped, likely, tuple(intervals)))
    return tuple(estimates)


def wald(unbiased: Fraction, variance: Fraction | None, level: float) -> Interval:
    """unbiased -+ z sqrt(variance), not clipped. Source: Wald 1943.

    Raises SurveyError where the variance is not estimated, a sample having fewer than two respondents.
    """
    if variance is None:
        raise SurveyError("a Wald interval needs at least two respondents in each sample; take a profile interval")
    half = NormalDist().inv_cdf((1 + level) / 2) * sqrt(variance)
    return Interval("wald", float(unbiased) - half, float(unbiased) + half)


def profile(fit: LikelihoodFit, indicator: Sequence[float], likely: float, level: float) -> Interval:
    """All values of the share at which the likelihood falls by at most z^2/2 below its maximum, by Brent's method.

    Source: Wilks 1938 (the likelihood ratio); Venzon, Moolgavkar 1988.
    """
    from scipy.optimize import brentq

    lowest = fit.maximum.log_likelihood - NormalDist().inv_cdf((1 + level) / 2) ** 2 / 2

    def above(value: float) -> float:
        return max(fit.profile(indicator, value) - lowest, IMPOSSIBLE)

    def end(inside: float, outside: float) -> float:
        if above(outside) >= 0:
            return outside
        found = float(brentq(above, inside, outside, xtol=ACCURACY)) if above(inside) > 0 else inside
        return outside if abs(outside - found) < 1e-8 else found

    return Interval("profile", end(likely, 0.0), end(likely, 1.0))


def exact(survey: Survey, counts: Counts, name: str, level: float) -> Interval:
    """The interval of Clopper and Pearson (1934) for the second response, mapped to the share and cut with [0, 1].

    Raises SurveyError for a design of another shape than 2 x 2.
    """
    from scipy.stats import beta

    if len(survey.design.truths) != 2 or len(survey.design.responses) != 2:
        raise SurveyError("the exact interval is for designs with two truths and two responses")
    n, yes, tail = sum(counts), counts[1], (1 - level) / 2
    low = 0.0 if yes == 0 else float(beta.ppf(tail, yes, n - yes + 1))
    high = 1.0 if yes == n else float(beta.isf(tail, yes + 1, n - yes))
    first, second = survey.weights(name)
    ends = sorted(float(first + (second - first) * Fraction(p)) for p in (low, high))
    return Interval("exact", min(max(ends[0], 0.0), 1.0), min(max(ends[1], 0.0), 1.0))


def bootstrap(
    survey: Survey,
    counts: Counts,
    weights: Sequence[Fraction],
    level: float,
    replications: int,
    rng: np.random.Generator | None,
) -> Interval:
    """Percentiles of the clipped estimates from counts that are drawn again within each sample.

    Raises SurveyError without a generator, and for fewer than 100 replications. Source: Efron 1979.
    """
    import numpy as np

    if rng is None:
        raise SurveyError("the bootstrap needs a random generator")
    if replications < 100:
        raise SurveyError(f"the bootstrap needs at least 100 replications, not {replications}")
    size, total = sum(counts), np.zeros(replications)
    for sample in survey.samples:
        seen = np.array([counts[i] for i in sample], dtype=float)
        drawn = rng.multinomial(int(seen.sum()), seen / seen.sum(), size=replications)
        total += drawn @ np.array([float(weights[i]) for i in sample])
    low, high = np.quantile(np.clip(total / size, 0, 1), [(1 - level) / 2, (1 + level) / 2])
    return Interval("bootstrap", float(low), float(high))


@dataclass(frozen=True)
class GoodnessOfFit(Shown):
    """How well the prior of maximum likelihood explains the counts.

    Attributes:
        deviance: G^2 = 2 (the largest log-likelihood without a design, less that with it).
        degrees: of freedom: responses less samples, less the number of priors' dimensions that the design shows.
        p_value: of the deviance by the chi-square law; None where there are no degrees of freedom.
        at_the_edge: whether the deviance is positive because no prior fits (the unbiased estimates are impossible).

    """

    deviance: float
    degrees: int
    p_value: float | None
    at_the_edge: bool


def goodness_of_fit(survey: Survey, counts: Mapping[Hashable, int] | Sequence[int]) -> GoodnessOfFit:
    """The deviance of the design from the counts, which are given by name or in the order of the design.

    The chi-square law is that of a prior in the interior; at the edge it makes the p-value too large. Raises
    SurveyError for counts that do not fit the design. Source: Wilks 1938.
    """
    from scipy.stats import chi2

    from derivations.surveys.maximum_likelihood import LikelihoodFit

    seen = survey.checked(counts)
    fit = LikelihoodFit(survey, seen)
    free, size = 0.0, sum(seen)
    for sample in survey.samples:
        here = sum(seen[i] for i in sample)
        free += sum(seen[i] * log(Fraction(seen[i], here)) for i in sample if seen[i])
        free += here * log(Fraction(here, size))
    possible = [i for i in range(len(seen)) if any(row[i] for row in survey.rows)]
    shown = len(reduced_form(survey.rows, len(seen))[1]) - 1
    degrees = len(possible) - len(survey.samples) - shown
    deviance = max(2 * (free - fit.maximum.log_likelihood), 0.0)
    p_value = float(chi2.sf(deviance, degrees)) if degrees > 0 else None
    return GoodnessOfFit(deviance, degrees, p_value, degrees == 0 and deviance > 2 * (fit.maximum.gap + 1e-9))


def unbiased_shares(survey: Survey, counts: Mapping[Hashable, int] | Sequence[int]) -> Mapping[str, Fraction]:
    """The unbiased estimate of every share, exactly. Raises SurveyError for counts that do not fit the design."""
    seen = survey.checked(counts)
    return {name: mean_weight(seen, survey.weights(name)) for name in survey.estimands}
