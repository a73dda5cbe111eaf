"""Theory beside the simulation, number by number, and whether they agree.

Each comparison has a bound of the probability that the simulation is as far from the theory as it is, or farther
(`checks.samplers.simulation.tails`). They agree at a false-alarm probability r if no bound is below r divided by the
number of comparisons: if the theory holds, the probability of a disagreement is at most r, whatever depends on
whatever.

A variance is judged through the bias and the mean squared error, a covariance through the mean squared error of the sum
of both estimates. What has no theory is shown and not judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, sqrt

import numpy as np
from numpy.typing import NDArray

from checks.samplers.simulation import theory
from checks.samplers.simulation.problem import Problem
from checks.samplers.simulation.statistics import SCALE, Statistics, covers, statistics
from checks.samplers.simulation.tails import LARGEST_TILT, SumOfParts, log_mean_of_values, two_sided
from checks.samplers.simulation.tally import Tally
from mechanisms.exact.notebook import Shown

MOST_PAIRS = 200  # covariances that are compared

Number = Fraction | float
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Comparison(Shown):
    """One number by theory and by simulation.

    Attributes:
        share: what is estimated, or two of them.
        method: an estimator, or the kind of an interval.
        quantity: bias, variance, covariance, mean squared error, coverage, length.
        theory: exact, or enumerated in floats; None where there is none.
        simulated: exact for the estimates by weights.
        error: the standard error of the simulated number, by theory where there is one; None where it is not known.
        bound: of the probability to be as far from the theory; None for what is not judged.

    """

    share: str
    method: str
    quantity: str
    theory: Number | None
    simulated: Number
    error: float | None
    bound: float | None

    @property
    def z(self) -> float | None:
        """The distance in standard errors."""
        if self.theory is None or not self.error:
            return None
        return float(self.simulated - self.theory) / self.error


def comparisons(problem: Problem, tally: Tally) -> tuple[Comparison, ...]:
    """All comparisons that the sums over the runs allow."""
    laws = _Laws(problem)
    found = list(_unbiased(problem, tally))
    for method in problem.estimators:
        if method != "unbiased":
            found += _other(problem, tally, method, laws)
    for method in problem.intervals:
        found += _intervals(problem, tally, method, laws)
    return tuple(found)


# -- unbiased ----------------------------------------------------------------------------------------------------------


def squared_errors(problem: Problem, tally: Tally, i: int, j: int) -> Fraction:
    """The mean over the runs of the product of the errors of two unbiased estimates, exactly."""
    scale = problem.respondents * problem.denominator
    k, runs = len(problem.names), tally.runs
    a, b = (
        _offset(problem, place) - share * scale for place, share in ((i, problem.shares[i]), (j, problem.shares[j]))
    )
    sums, products = tally.sums["unbiased"], tally.sums["unbiased products"]
    return (products[i * k + j] + a * sums[j] + b * sums[i] + runs * a * b) / scale**2 / runs


def mean_estimate(problem: Problem, tally: Tally, method: str, i: int) -> Fraction:
    """The mean estimate of a share over the runs, exactly."""
    total = Fraction(tally.sums[method][i], tally.runs)
    if method == "likely":
        return total / SCALE
    return (total + _offset(problem, i)) / (problem.respondents * problem.denominator)


def _offset(problem: Problem, i: int) -> int:
    return sum(c * a for c, a in zip(problem.centre, problem.integer_weights[i], strict=True))


def _unbiased(problem: Problem, tally: Tally) -> Iterator[Comparison]:
    runs, names = tally.runs, problem.names
    laws = [theory.error_of(problem, i) for i in range(len(names))]
    squares = [squared_errors(problem, tally, i, i) for i in range(len(names))]
    variances = [theory.covariance(problem, i, i) for i in range(len(names))]
    for i, (name, law) in enumerate(zip(names, laws, strict=True)):
        bias = mean_estimate(problem, tally, "unbiased", i) - problem.shares[i]
        bound = two_sided(law.log_mean, 0.0, law.variance, float(bias), runs)
        yield Comparison(name, "unbiased", "bias", Fraction(0), bias, sqrt(law.variance / runs), bound)
        error = sqrt(max(law.fourth_moment - law.variance**2, 0.0) / runs)
        yield Comparison(name, "unbiased", "variance", variances[i], squares[i] - bias**2, error, None)
        bound = of_square(law, variances[i], squares[i], runs)
        yield Comparison(name, "unbiased", "mean squared error", variances[i], squares[i], error, bound)
    pairs = [(i, j) for i in range(len(names)) for j in range(i)]
    for i, j in pairs if len(pairs) <= MOST_PAIRS else []:
        exact, seen = theory.covariance(problem, i, j), squared_errors(problem, tally, i, j)
        both, less = theory.error_of(problem, i, j), _difference(problem, i, j)
        # D_i D_j is a quarter of the difference of the squares, whose fourth moments are known
        second = 2 * laws[i].fourth_moment + 2 * laws[j].fourth_moment
        mixed = (both.fourth_moment + less.fourth_moment - second) / 12
        error = sqrt(max(mixed - float(exact) ** 2, 0.0) / runs)
        expected = variances[i] + variances[j] + 2 * exact
        bound = of_square(both, expected, squares[i] + squares[j] + 2 * seen, runs)
        yield Comparison(f"{names[j]}, {names[i]}", "unbiased", "covariance", exact, seen, error, bound)


def _difference(problem: Problem, i: int, j: int) -> SumOfParts:
    one, two = theory.error_of(problem, i), theory.error_of(problem, j)
    parts = [(n, z - w, p) for (n, z, p), (_, w, _) in zip(one.parts, two.parts, strict=True)]
    return SumOfParts(parts, one.size)


def of_square(law: SumOfParts, expected: Number, seen: Number, runs: int) -> float:
    """The bound for a mean squared error."""
    mean = law.variance
    spread = law.fourth_moment - mean**2
    largest = LARGEST_TILT / mean if mean > 0 else None
    return two_sided(law.log_mean_of_square, mean, spread, float(seen - expected), runs, largest)


# -- what is enumerated ------------------------------------------------------------------------------------------------


class _Laws:
    """The statistics of all possible counts, with their probabilities, where these can be enumerated."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._found: dict[bool, tuple[Statistics, Floats] | None] = {}

    def of(self, *, searched: bool) -> tuple[Statistics, Floats] | None:
        """With or without the estimates and intervals that take a search for each vector of counts."""
        if searched not in self._found:
            limit = theory.MOST_SEARCHED if searched else theory.MOST_COUNTS
            possible = theory.possible_counts(self._problem, limit)
            self._found[searched] = None
            if possible is not None:
                self._found[searched] = (
                    statistics(self._problem, possible[0], unbounded=searched),
                    possible[1],
                )
        return self._found[searched]


def _judged(
    name: str,
    method: str,
    quantity: str,
    seen: Number,
    values: Floats,
    probabilities: Floats,
    runs: int,
    mean: float | None = None,
) -> Comparison:
    """The mean of a statistic whose value for each vector of counts is known; `mean` if it is known more precisely."""
    if mean is None:
        mean = float(probabilities @ values)
    variance = float(probabilities @ (values - mean) ** 2)
    bound = two_sided(log_mean_of_values(values, probabilities), mean, variance, float(seen) - mean, runs)
    return Comparison(name, method, quantity, mean, seen, sqrt(variance / runs), bound)


def _other(problem: Problem, tally: Tally, method: str, laws: _Laws) -> Iterator[Comparison]:
    runs = tally.runs
    known = laws.of(searched=method == "likely")
    scale = SCALE if method == "likely" else problem.respondents * problem.denominator
    for i, (name, share) in enumerate(zip(problem.names, problem.shares, strict=True)):
        mean = mean_estimate(problem, tally, method, i)
        offset = 0 if method == "likely" else _offset(problem, i)
        total, squares = tally.sums[method][i], tally.sums[f"{method} squares"][i]
        square = Fraction(squares + 2 * offset * total + runs * offset**2, runs * scale**2)
        variance = square - mean**2
        mse = square - 2 * share * mean + share**2
        if known is None:
            error = sqrt(max(float(variance), 0.0) / runs)
            yield Comparison(name, method, "bias", None, mean - share, error, None)
            yield Comparison(name, method, "variance", None, variance, None, None)
            yield Comparison(name, method, "mean squared error", None, mse, None, None)
            continue
        values = _clipped(known[0]) if method == "clipped" else known[0].likely
        assert values is not None
        here, p = values[:, i] - float(share), known[1]
        centred = here - float(p @ here)
        spread = float(p @ centred**2)
        error = sqrt(max(float(p @ centred**4) - spread**2, 0.0) / runs)
        bias = _bias(values[:, i], known[0].weighted.as_floats()[:, i], p)
        yield _judged(name, method, "bias", mean - share, here, p, runs, bias)
        yield Comparison(name, method, "variance", spread, variance, error, None)
        yield _judged(name, method, "mean squared error", mse, here**2, p, runs)


def _bias(values: Floats, unbiased: Floats, probabilities: Floats) -> float:
    """The mean distance from the unbiased estimate, which is the bias: 0 where the two never differ.

    The mean of the errors themselves would be the noise of sums that cancel. Searches find shares to 2^-40, the unit of
    the sums over runs; closer values count as the same.
    """
    distance = values - unbiased
    return fsum((probabilities * distance)[np.abs(distance) * SCALE > 1])


def _clipped(known: Statistics) -> Floats:
    return np.clip(known.weighted.as_floats(), 0, 1)


def _intervals(problem: Problem, tally: Tally, method: str, laws: _Laws) -> Iterator[Comparison]:
    runs = tally.runs
    known = laws.of(searched=method != "wald")
    for i, name in enumerate(problem.names):
        hits = Fraction(tally.sums[f"{method} covers"][i], runs)
        length = Fraction(tally.sums[f"{method} length"][i], runs * SCALE)
        if known is None:
            error = sqrt(float(hits * (1 - hits)) / runs)
            yield Comparison(name, method, "coverage", None, hits, error, None)
            yield Comparison(name, method, "length", None, length, None, None)
            continue
        interval = known[0].intervals[method]
        covered = covers(problem, interval)[:, i].astype(np.float64)
        yield _judged(name, method, "coverage", hits, covered, known[1], runs)
        yield _judged(name, method, "length", length, (interval[1] - interval[0])[:, i], known[1], runs)


@dataclass(frozen=True)
class Verdict(Shown):
    """Whether all comparisons agree at a false-alarm probability.

    Attributes:
        agrees: no bound is below the false-alarm probability divided by the number of comparisons that are judged.
        false_alarm: the probability, at most, of a disagreement if the theory holds.
        judged: how many comparisons have a bound.
        bound: the least bound times their number, at most 1.
        against: the comparisons that speak against the theory, the clearest first.

    """

    agrees: bool
    false_alarm: float
    judged: int
    bound: float
    against: tuple[Comparison, ...]


def judge(found: tuple[Comparison, ...], false_alarm: float) -> Verdict:
    """The joint test of Bonferroni."""
    judged = [c for c in found if c.bound is not None]
    against = [c for c in judged if c.bound is not None and c.bound * len(judged) < false_alarm]
    against.sort(key=lambda c: c.bound or 0.0)
    least = min((c.bound for c in judged if c.bound is not None), default=1.0)
    return Verdict(not against, false_alarm, len(judged), min(1.0, least * len(judged)), tuple(against))
