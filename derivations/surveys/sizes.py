"""How many respondents a margin of error needs, and how little privacy must be given up for one.

The margin of an estimate is z sqrt(V/n): half the length of the Wald interval, with V the variance of one response's
weight. For one sample and a share v of the truths in the set, V = sum over x of prior_x a_x - v^2 with
a_x = sum over y of P[x, y] w_y^2; so over all priors V is largest where v = (A1 - A0)/2, cut to [0, 1], with A1 and A0
the largest a_x inside and outside of the set.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, floor, inf, sqrt
from statistics import NormalDist

from derivations.surveys.survey import ZERO, Survey, SurveyError
from derivations.theorems.oracles.frequency_oracle import (
    FrequencyOracle,
    hadamard_response,
    local_hashing,
    optimised_unary_encoding,
    randomised_response,
    selected_subsets,
    symmetric_unary_encoding,
    thresholded_histogram,
)
from derivations.theorems.oracles.oracle_table import check_share, frequency_oracles
from mechanisms.exact.notebook import Shown
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.exact.rational import RationalFunction

LARGEST = 30  # eps that is tried
GRID = 10**6  # eps is given as a multiple of 1/GRID
ROUNDING_STEPS = 3  # that floats may be off


@dataclass(frozen=True)
class Worst(Shown):
    """The largest variance of one response's weight, and the share of the truths in the set at which it occurs."""

    variance: Fraction
    share: Fraction


def variance_of_one(survey: Survey, name: str, prior: Sequence[Fraction]) -> Fraction:
    """n times the variance of the unbiased estimate at a prior, the sizes of the samples being taken as given."""
    return covariance_of_one(survey, name, name, prior)


def covariance_of_one(survey: Survey, first: str, second: str, prior: Sequence[Fraction]) -> Fraction:
    """n times the covariance of two unbiased estimates at a prior, the sizes of the samples being taken as given.

    Raises SurveyError for a prior that is no distribution on the rows.
    """
    if len(prior) != len(survey.rows) or any(p < 0 for p in prior) or sum(prior, ZERO) != 1:
        raise SurveyError(f"the prior needs {len(survey.rows)} probabilities that sum to 1")
    v, w = survey.weights(first), survey.weights(second)
    law = [sum((p * row[y] for p, row in zip(prior, survey.rows, strict=True)), ZERO) for y in range(len(v))]
    total = ZERO
    for sample in survey.samples:
        size = sum((law[y] for y in sample), ZERO)
        if size:
            means = [sum((law[y] * weights[y] for y in sample), ZERO) / size for weights in (v, w)]
            total += sum((law[y] * (v[y] - means[0]) * (w[y] - means[1]) for y in sample), ZERO)
    return total


def worst_variance(survey: Survey, name: str) -> Worst:
    """The largest `variance_of_one` over all priors; SurveyError for designs that ask two samples."""
    if len(survey.samples) > 1:
        raise SurveyError("the worst case is known for one sample only; say the prior, the law of the truths")
    weights, inside = survey.weights(name), survey.indicator(name)
    squares = [sum((p * w * w for p, w in zip(row, weights, strict=True)), ZERO) for row in survey.rows]
    within = max(a for a, i in zip(squares, inside, strict=True) if i)
    outside = max((a for a, i in zip(squares, inside, strict=True) if not i), default=None)
    if outside is None:
        return Worst(within - 1, Fraction(1))
    share = min(max((within - outside) / 2, ZERO), Fraction(1))
    return Worst(share * within + (1 - share) * outside - share**2, share)


def respondents_for(variance: Fraction, margin: Fraction, level: float) -> int:
    """The least n with z sqrt(variance/n) <= margin, at least 1; SurveyError where a number makes no sense."""
    if variance < 0:
        raise SurveyError(f"a variance is at least 0, not {variance}")
    if not 0 < level < 1:
        raise SurveyError(f"the confidence level must lie between 0 and 1, not {level}")
    if margin <= 0:
        raise SurveyError(f"the margin of error must be positive, not {margin}")
    z = Fraction(NormalDist().inv_cdf((1 + level) / 2))
    return max(ceil(z * z * variance / margin**2), 1)


@dataclass(frozen=True)
class NeededLevel(Shown):
    """The least eps, rounded up to a multiple of 1e-6, at which an oracle reaches a margin of error."""

    name: str
    eps: Fraction
    setting: str


def levels_for(
    categories: int, respondents: int, margin: Fraction, level: float = 0.95, share: Fraction = ZERO
) -> tuple[NeededLevel, ...]:
    """For each frequency oracle the least eps whose margin of error is small enough, the least first.

    Variances fall as eps grows. Bisection in floats finds the place, the exact variance there settles it. Oracles that
    do not reach the margin at eps = 30 are left out. Raises SurveyError for a margin <= 0, for no respondents, and
    where the variance at the end that was found is not decided.
    """
    if margin <= 0 or respondents < 1:
        raise SurveyError("the margin of error and the number of respondents must be positive")
    check_share(share)
    largest = margin**2 * respondents / Fraction(NormalDist().inv_cdf((1 + level) / 2)) ** 2
    found = []
    for name, oracle_at in _oracles(categories).items():
        low, high = 0, LARGEST * GRID
        if _nearly(oracle_at, high, share) > largest:
            continue
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if _nearly(oracle_at, middle, share) <= largest else (middle, high)
        for steps in range(high, high + ROUNDING_STEPS):
            eps = Fraction(steps, GRID)
            row = next(r for r in frequency_oracles(categories, PrivacyLevel.of_eps(eps), share) if r.name == name)
            if row.variance(share) <= row.numbers.number(RationalFunction.of(largest)):
                found.append(NeededLevel(name, eps, row.setting))
                break
        else:
            raise SurveyError(f"the variance of {name} at eps = {float(Fraction(high, GRID))} is not decided")
    return tuple(sorted(found, key=lambda needed: needed.eps))


OraclesAt = Callable[[float], tuple[FrequencyOracle, ...]]


def _oracles(k: int) -> dict[str, OraclesAt]:
    """The oracles by name; of those with a size, the sizes that can be best at e^eps = x."""

    def subsets(x: float) -> tuple[FrequencyOracle, ...]:
        near = floor(k / (x + 1))
        return tuple(selected_subsets(k, d) for d in {min(max(near + i, 1), k - 1) for i in (0, 1)})

    def hashes(x: float) -> tuple[FrequencyOracle, ...]:
        return tuple(local_hashing(max(floor(x + 1) + i, 2)) for i in (0, 1))

    fixed = {
        "GRR": randomised_response(k),
        "OUE": optimised_unary_encoding(),
        "SUE": symmetric_unary_encoding(),
        "BLH": local_hashing(2),
        "HR": hadamard_response(order=1 << k.bit_length()),
        "THE": thresholded_histogram(),
    }
    return {
        "SS": subsets,
        "OLH": hashes,
        **{name: _always(oracle) for name, oracle in fixed.items()},
    }


def _always(oracle: FrequencyOracle) -> OraclesAt:
    return lambda x: (oracle,)


def _nearly(oracles_at: OraclesAt, steps: int, share: Fraction) -> float:
    """The least variance at eps = steps/GRID, to the accuracy of floats."""
    if steps == 0:
        return inf
    x = exp(steps / GRID)
    u = sqrt(x)
    values = {"x": Fraction(x), "u": Fraction(u), "t": Fraction((u + 1 + sqrt(u * u - u + 1)) / 3)}
    found = []
    for oracle in oracles_at(x):
        variance = oracle.variance(share)
        found.append(float(variance.evaluate({name: values[name] for name in variance.names})))
    return min(found)
