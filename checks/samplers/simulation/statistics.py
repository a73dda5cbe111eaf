"""What is computed of each run, from its counts: estimates, and whether intervals cover the true shares.

Everything that is summed over runs is an integer, so that sums do not depend on their order. Estimates by weights are
multiples of 1/(n d), with d the common denominator of the weights; estimates of maximum likelihood and the lengths of
intervals are rounded to multiples of 2^-40.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.samplers.simulation.problem import REPLICATIONS, Problem
from checks.samplers.simulation.runs import Counts, distinct
from derivations.surveys import estimates
from derivations.surveys.maximum_likelihood import LikelihoodFit

SCALE = 2**40
INTEGER_BITS = 62
MOST_REMEMBERED = 100_000  # counts whose likelihood or interval one process keeps

Integers = NDArray[Any]  # int64, or objects where the numbers are larger; runs x shares
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Weighted:
    """The estimates by weights: (offset + values)/(n d), a row a run, a column a share."""

    values: Integers
    offsets: tuple[int, ...]
    scale: int

    def clipped(self) -> Integers:
        """The values with estimates moved into [0, 1]."""
        low = np.array([-offset for offset in self.offsets], dtype=self.values.dtype)
        clipped: Integers = np.clip(self.values, low, low + self.scale)
        return clipped

    def as_floats(self) -> Floats:
        """The estimates."""
        offsets = np.array([float(Fraction(offset, self.scale)) for offset in self.offsets])
        found: Floats = (self.values / self.scale).astype(np.float64) + offsets
        return found


def weighted(problem: Problem, counts: Counts) -> Weighted:
    """The unbiased estimates. `values` belong to what the counts differ from the expected ones by, so they are small.

    Args:
        problem: what was sampled.
        counts: an array (runs) x (responses).

    """
    d = problem.denominator
    integers = problem.integer_weights
    offsets = tuple(sum(c * a for c, a in zip(problem.centre, row, strict=True)) for row in integers)
    largest = max(abs(a) for row in integers for a in row)
    fits = 2 * problem.respondents * largest * len(problem.law) < 2**INTEGER_BITS
    kind: Any = np.int64 if fits and problem.respondents * d < 2**INTEGER_BITS else object
    centred = (counts - np.array(problem.centre, dtype=np.int64)).astype(kind)
    return Weighted(centred @ np.array(integers, dtype=kind).T, offsets, problem.respondents * d)


def wald_ends(problem: Problem, counts: Counts, estimated: Floats) -> tuple[Floats, Floats]:
    """The ends of the Wald intervals, not clipped; arrays (runs) x (shares)."""
    z = NormalDist().inv_cdf((1 + float(problem.level)) / 2)
    variance = np.zeros_like(estimated)
    for sample, size, rows in zip(problem.survey.samples, problem.sizes, problem.centred_weights, strict=True):
        seen, weights = counts[:, list(sample)].astype(np.float64), np.array(rows)
        squares = _product(seen, weights**2) - _product(seen, weights) ** 2 / size
        variance += np.maximum(squares, 0) * size / (size - 1) / problem.respondents**2
    half = z * np.sqrt(variance)
    return estimated - half, estimated + half


def _product(left: Floats, right: Floats) -> Floats:
    """left right', summed in the same order however many threads there are."""
    return np.asarray(np.einsum("ry,sy->rs", left, right, optimize=False), dtype=np.float64)


Memory = dict[tuple[str, str], dict[tuple[int, ...], tuple[float, ...]]]
_memory: Memory = {}


def remembered(
    problem: Problem, kind: str, counts: Counts, compute: Callable[[tuple[int, ...]], tuple[float, ...]]
) -> Floats:
    """What `compute` says of the counts of each run, computed once for equal counts; a row a run."""
    known = _memory.setdefault((problem.text, kind), {})
    rows, inverse = distinct(counts)
    found = []
    for row in rows:
        key = tuple(int(count) for count in row)
        value = known.get(key)
        if value is None:
            value = compute(key)
            if sum(map(len, _memory.values())) >= MOST_REMEMBERED:
                _memory.clear()
                known = _memory.setdefault((problem.text, kind), {})
            known[key] = value
        found.append(value)
    return np.array(found, dtype=np.float64)[inverse]


def likely(problem: Problem, counts: Counts) -> Floats:
    """The shares in the prior of maximum likelihood; an array (runs) x (shares)."""
    indicators = np.array([[float(i) for i in problem.survey.indicator(name)] for name in problem.names])
    found = np.empty((len(counts), len(indicators)))
    searched = np.ones(len(counts), dtype=bool)
    if problem.survey.inverse is not None:
        # The frequencies are matched exactly, so nothing is likelier, wherever that takes no negative share.
        columns = np.array([[float(w) for w in row] for row in problem.survey.inverse]).T
        priors = _product(counts / problem.respondents, columns)
        searched = ~np.all(priors >= 0, axis=1)
        found = _product(priors, indicators)

    def search(seen: tuple[int, ...]) -> tuple[float, ...]:
        prior = LikelihoodFit(problem.survey, seen).maximum.prior
        return tuple(float(share) for share in indicators @ prior)

    if searched.any():
        found[searched] = remembered(problem, "likely", counts[searched], search)
    return found


def ends(problem: Problem, method: str, counts: Counts, estimated: Floats) -> tuple[Floats, Floats]:
    """The ends of the intervals of each run; arrays (runs) x (shares)."""
    if method == "wald":
        return wald_ends(problem, counts, estimated)

    def compute(seen: tuple[int, ...]) -> tuple[float, ...]:
        intervals = [_interval(problem, method, seen, i) for i in range(len(problem.names))]
        return tuple(end for interval in intervals for end in (interval.low, interval.high))

    both = remembered(problem, method, counts, compute)
    return both[:, 0::2], both[:, 1::2]


def _interval(problem: Problem, method: str, seen: tuple[int, ...], i: int) -> estimates.Interval:
    level, name, survey = float(problem.level), problem.names[i], problem.survey
    if method == "exact":
        return estimates.exact(survey, seen, name, level)
    if method == "bootstrap":  # the same counts, the same interval
        rng = np.random.default_rng(np.random.SeedSequence(list(seen), spawn_key=(i,)))
        return estimates.bootstrap(survey, seen, problem.weights[i], level, REPLICATIONS, rng)
    fit = LikelihoodFit(survey, seen)
    indicator = [float(inside) for inside in survey.indicator(name)]
    likeliest = float(sum(inside * p for inside, p in zip(indicator, fit.maximum.prior, strict=True)))
    return estimates.profile(fit, indicator, likeliest, level)


@dataclass(frozen=True)
class Statistics:
    """What the counts of some runs give; arrays (runs) x (shares)."""

    weighted: Weighted
    likely: Floats | None
    intervals: Mapping[str, tuple[Floats, Floats]]


def statistics(problem: Problem, counts: Counts, *, unbounded: bool = True) -> Statistics:
    """All that is asked for of each run; without `unbounded` only what is computed for all runs at once."""
    estimates_here = weighted(problem, counts)
    floats = estimates_here.as_floats()
    methods = [method for method in problem.intervals if unbounded or method == "wald"]
    return Statistics(
        estimates_here,
        likely(problem, counts) if unbounded and "likely" in problem.estimators else None,
        {method: ends(problem, method, counts, floats) for method in methods},
    )


def covers(problem: Problem, interval: tuple[Floats, Floats]) -> NDArray[np.bool_]:
    """Whether each interval contains the true share, in the shape of the ends."""
    shares = np.array([float(share) for share in problem.shares])
    return np.asarray((interval[0] <= shares) & (shares <= interval[1]), dtype=np.bool_)
