"""What theory says of a problem: exact moments of the unbiased estimates, and enumerated laws of what is not linear.

The unbiased estimates have bias 0 and the covariances of `derivations.surveys.sizes`, exactly. Where the possible
counts can be enumerated, the clipped and the most likely estimates and the intervals have known laws too, in floats:
everything is computed for each vector of counts and weighted with its probability.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from checks.samplers.simulation.problem import Problem
from checks.samplers.simulation.tails import SumOfParts
from derivations.surveys.sizes import covariance_of_one

if TYPE_CHECKING:
    from checks.samplers.simulation.runs import Counts

Floats = NDArray[np.float64]

MOST_COUNTS = 20_000  # vectors of counts that are enumerated
MOST_SEARCHED = 2_500  # for estimates or intervals that take a search each
NEGLIGIBLE = 1e-18  # probability that is left out at each end of a count


def covariance(problem: Problem, first: int, second: int) -> Fraction:
    """The covariance of the unbiased estimates of two shares, by their positions."""
    names = problem.names
    return covariance_of_one(problem.survey, names[first], names[second], problem.prior) / problem.respondents


def error_of(problem: Problem, *shares: int) -> SumOfParts:
    """The law of the error of an unbiased estimate, or of the sum of the errors of several."""
    parts = []
    for size, law, rows in zip(problem.sizes, problem.sample_laws, problem.centred_weights, strict=True):
        values = np.sum([rows[i] for i in shares], axis=0)
        parts.append((size, values, np.array([float(p) for p in law])))
    return SumOfParts(parts, problem.respondents)


def possible_counts(problem: Problem, limit: int) -> tuple[Counts, Floats] | None:
    """All counts that matter, (vectors) x (responses), and their probabilities; None if there are more than `limit`."""
    from scipy.special import gammaln, xlogy

    tables = []
    for size, law in zip(problem.sizes, problem.sample_laws, strict=True):
        table = _of_sample(size, [float(p) for p in law], limit)
        if table is None:
            return None
        tables.append(table)
    if np.prod([float(len(table)) for table in tables]) > limit:
        return None
    found = np.zeros((int(np.prod([len(table) for table in tables])), len(problem.law)), dtype=np.int64)
    logs = np.zeros(len(found))
    rows = np.array(list(product(*(range(len(table)) for table in tables))))
    samples = zip(problem.survey.samples, problem.sizes, problem.sample_laws, strict=True)
    for number, (sample, size, law) in enumerate(samples):
        counts = tables[number][rows[:, number]]
        found[:, list(sample)] = counts
        logs += gammaln(size + 1.0) - gammaln(counts + 1.0).sum(axis=1)
        logs += xlogy(counts, np.array([float(p) for p in law])).sum(axis=1)
    probabilities = np.exp(logs)
    kept = probabilities > 0
    return found[kept], probabilities[kept] / probabilities.sum()


def _of_sample(size: int, law: list[float], limit: int) -> Counts | None:
    """The counts of one sample; None if there are more than `limit`."""
    possible = [y for y, p in enumerate(law) if p > 0]
    if len(possible) == 2:
        from scipy.stats import binom

        low = max(int(binom.ppf(NEGLIGIBLE, size, law[possible[1]])) - 1, 0)
        high = min(int(binom.isf(NEGLIGIBLE, size, law[possible[1]])) + 1, size)
        if high - low >= limit:
            return None
        some: list[tuple[int, ...]] = [(size - count, count) for count in range(low, high + 1)]
    elif comb(size + len(possible) - 1, len(possible) - 1) > limit:
        return None
    else:
        some = _compositions(size, len(possible))
    table = np.zeros((len(some), len(law)), dtype=np.int64)
    table[:, possible] = some
    return table


def _compositions(whole: int, parts: int) -> list[tuple[int, ...]]:
    """All ways to write an integer as a sum of so many, in order, none negative."""
    if parts == 1:
        return [(whole,)]
    return [(first, *rest) for first in range(whole + 1) for rest in _compositions(whole - first, parts - 1)]
