"""How likely a mean over independent runs is so far from its expectation: bounds of Chernoff, from exact laws.

For independent X_1, ..., X_R and any s >= 0, P(mean >= a) <= exp(-R (s a - log E exp(s X))); for s <= 0 this bounds
P(mean <= a). The least bound over s is found in floats; each s gives a bound, so a coarse search is on the safe side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
LogMean = Callable[[float], float]  # s to log E exp(s X)

EQUAL = 1e-9  # relative rounding error that two numbers may differ by
LARGEST_TILT = 0.4  # of s E D^2, for which E exp(s D^2) is near (1 - 2 s E D^2)^(-1/2)
STEP = 1 / 32  # of the rule of trapezia
REACH = 12.0  # beyond which a standard normal variable has probability 4e-33
FAR_POINTS = 400
TINY = 1e-300  # stands for 0 where a logarithm is taken


def two_sided(
    log_mean: LogMean, mean: float, variance: float, distance: float, runs: int, largest: float | None = None
) -> float:
    """A bound of the probability that the mean of `runs` variables is as far from its expectation as `distance`.

    Twice the bound of the side that the sign of the distance says. `mean` and `variance` are those of one variable,
    `log_mean` is s to log E exp(s X). s is sought up to 4 times |distance|/variance, its best value for a normal
    variable being 1 times that, and up to `largest`.
    """
    if abs(distance) <= EQUAL * max(abs(mean), sqrt(variance)):
        return 1.0
    if variance <= 0:
        return 0.0

    def exponent(s: float) -> float:
        return runs * (log_mean(s) - s * (mean + distance))

    end = 4 * distance / variance
    best = _least(exponent, end if largest is None else min(end, largest))
    return min(1.0, 2 * exp(min(best, 0.0)))


def _least(function: Callable[[float], float], end: float) -> float:
    """About the least value of a convex function between 0 and `end`."""
    from scipy.optimize import minimize_scalar

    found = minimize_scalar(function, bounds=(min(0.0, end), max(0.0, end)), method="bounded")
    return float(found.fun)


def log_mean_of_values(values: Floats, probabilities: Floats) -> LogMean:
    """For a variable with finitely many values."""
    logs = np.log(np.maximum(probabilities, TINY))

    def log_mean(s: float) -> float:
        return _log_sum(s * values + logs)

    return log_mean


def _log_sum(exponents: Floats) -> float:
    largest = float(exponents.max())
    return largest + log(float(np.exp(exponents - largest).sum()))


@dataclass(frozen=True)
class SumOfParts:
    """D = sum over samples i of (sum of n_i independent copies of Z_i)/n, E Z_i = 0; Z_i has finitely many values.

    `parts` are (n_i, values of Z_i, their probabilities); `size` is n.
    """

    parts: Sequence[tuple[int, Floats, Floats]]
    size: int

    @property
    def variance(self) -> float:
        """E D^2."""
        return sum(n * float(p @ z**2) for n, z, p in self.parts) / self.size**2

    @property
    def fourth_moment(self) -> float:
        """E D^4, from the fourth cumulant."""
        excess = sum(n * (float(p @ z**4) - 3 * float(p @ z**2) ** 2) for n, z, p in self.parts)
        return excess / self.size**4 + 3 * self.variance**2

    def log_mean(self, s: float) -> float:
        """log E exp(s D)."""
        return float(self._logs(np.array([s]))[0])

    def _logs(self, s: Any) -> Any:
        """log E exp(s D) at real or imaginary points."""
        total = np.zeros(len(s), dtype=np.result_type(s, np.float64))
        for n, z, p in self.parts:
            exponents = s[:, None] * z / self.size
            largest = exponents.real.max(axis=1, keepdims=True)
            means = np.exp(exponents - largest) @ p
            total += n * (np.log(np.where(np.abs(means) < TINY, TINY, means)) + largest[:, 0])
        return total

    def log_mean_of_square(self, s: float) -> float:
        """log E exp(s D^2), from above, for s E D^2 <= LARGEST_TILT.

        With a standard normal G, independent of D, E exp(s D^2) = E exp(sqrt(2 s) G D): the exponential moments of D,
        averaged over G; imaginary ones for s < 0. Near 0 by the rule of trapezia, far from it by an upper sum.
        """
        g = np.arange(-REACH, REACH + STEP / 2, STEP)
        density = -(g**2) / 2 - log(sqrt(2 * np.pi) / STEP)
        if s <= 0:
            mean = float((np.exp(density) * np.exp(self._logs(1j * sqrt(-2 * s) * g)).real).sum())
            return log(max(mean, TINY))
        exponents = [density + self._logs(sqrt(2 * s) * g)]
        for sign in (-1.0, 1.0):
            exponents.append(self._far(sign * sqrt(2 * s)))
        return _log_sum(np.concatenate(exponents))

    def _far(self, c: float) -> Floats:
        """Logarithms of terms whose sum is at least E exp(c G D) over the G beyond REACH, where E exp(c g D) grows."""
        from scipy.stats import norm

        largest = sum(n * float(np.abs(z).max()) for n, z, _ in self.parts) / self.size
        end = REACH + 2 * abs(c) * largest
        ends = REACH * (end / REACH) ** (np.arange(FAR_POINTS + 1) / FAR_POINTS)
        above = norm.logsf(ends)
        beyond = (c * largest) ** 2 / 2 + float(norm.logsf(end - abs(c) * largest))  # as if |D| were always largest
        return np.append(self._logs(c * ends[1:]) + above[:-1], beyond)
