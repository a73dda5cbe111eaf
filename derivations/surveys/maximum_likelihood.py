"""The prior of maximum likelihood among all distributions, in floats with a bound on what is missing to the maximum.

log L(prior) = sum over y of N_y log p_y, p = prior P, is concave. At any prior, the maximum exceeds log L by at most
max over truths x of sum over y of N_y P[x, y] / p_y - n: this gap is reported, and an answer with a large one refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from derivations.surveys.survey import Counts, Survey
from mechanisms.exact.notebook import Shown

GAP = 1e-5  # of the log-likelihood, of which an interval at level 0.95 takes 1.92
FLOOR = 1e-12  # of the probability of a response that was seen, while the search goes on
NOTHING = 1e-10  # a share below it is put to 0 where that loses no likelihood
STEPS = 500
POLISHING = 20_000

Array = NDArray[np.float64]


class NotConvergedError(RuntimeError):
    """The maximum of the likelihood was not found to the accuracy that is asked for."""


@dataclass(frozen=True)
class Maximum(Shown):
    """A prior whose log-likelihood is within `gap` of the largest."""

    prior: Array
    log_likelihood: float
    gap: float


class LikelihoodFit:
    """Maximises the likelihood of a survey's counts, also under a given value of a linear function of the prior."""

    def __init__(self, survey: Survey, counts: Counts) -> None:
        matrix = np.array([[float(p) for p in row] for row in survey.rows])
        seen = np.array(counts) > 0
        self.matrix: Array = matrix[:, seen]
        self.counts: Array = np.array(counts, dtype=float)[seen]
        self.size = float(self.counts.sum())

    @cached_property
    def maximum(self) -> Maximum:
        """The maximum over all priors; NotConvergedError where it is not found to within GAP."""
        found = self._search(np.full(len(self.matrix), 1 / len(self.matrix)))
        for _ in range(POLISHING):  # steps of expectation-maximisation never lose likelihood
            if self._gap(found) < GAP / 100:
                break
            found = found * self._slopes(found) / self.size
            found /= found.sum()
        cut = np.where(found < NOTHING, 0, found) / found[found >= NOTHING].sum()
        found = cut if self.log_likelihood(cut) >= self.log_likelihood(found) else found
        gap = self._gap(found)
        if not gap < GAP:
            raise NotConvergedError(f"the log-likelihood may be {gap:.2g} below its maximum")
        return Maximum(found, self.log_likelihood(found), gap)

    def log_likelihood(self, prior: Array) -> float:
        """sum over y of N_y log p_y; minus infinity where a response that was seen is impossible."""
        p = prior @ self.matrix
        return float(self.counts @ np.log(p)) if np.all(p > 0) else -np.inf

    def profile(self, indicator: Sequence[float], value: float) -> float:
        """The largest log-likelihood among the priors with indicator . prior = value, for an indicator of truths."""
        wanted = np.array(indicator)
        inside = wanted == 1
        if inside.sum() == 1 == (~inside).sum():
            return self.log_likelihood(np.where(inside, value, 1 - value))  # there is no other prior
        start = np.where(inside, value * self.maximum.prior, (1 - value) * self.maximum.prior)
        # From the most likely prior, the shares inside and outside of the set are brought to `value` and 1 - value.
        for part, share in ((inside, value), (~inside, 1 - value)):
            whole = start[part].sum()
            start[part] = start[part] * share / whole if whole > 0 else share / part.sum()
        start = 0.99 * start + 0.01 * np.where(inside, value / inside.sum(), (1 - value) / (~inside).sum())
        return self.log_likelihood(self._search(start, wanted))

    def _search(self, start: Array, indicator: Array | None = None) -> Array:
        """A prior near the maximum, with the sum over each part that the indicator tells apart kept as at the start."""
        from scipy.optimize import LinearConstraint, minimize

        parts = np.ones((1, len(start))) if indicator is None else np.array([indicator, 1 - indicator])
        sums = parts @ start

        def negative(prior: Array) -> tuple[float, Array]:
            p = np.maximum(prior @ self.matrix, FLOOR)
            return -float(self.counts @ np.log(p)) / self.size, -(self.matrix @ (self.counts / p)) / self.size

        found: Any = minimize(
            negative,
            start,
            jac=True,
            method="SLSQP",
            bounds=[(0, 1)] * len(start),
            constraints=[LinearConstraint(parts, sums, sums)],
            options={"ftol": 1e-15, "maxiter": STEPS},
        )
        prior = np.clip(found.x, 0, None)
        for part, whole in zip(parts == 1, sums, strict=True):
            if prior[part].sum() > 0:
                prior[part] *= whole / prior[part].sum()
        better = self.log_likelihood(prior) >= self.log_likelihood(start)
        return prior if better else start

    def _slopes(self, prior: Array) -> Array:
        p = prior @ self.matrix
        return np.asarray(self.matrix @ (self.counts / p), dtype=np.float64)

    def _gap(self, prior: Array) -> float:
        return float(self._slopes(prior).max() - self.size) if np.all(prior @ self.matrix > 0) else np.inf
