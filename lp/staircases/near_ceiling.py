"""Staircase designs for many truths whose probabilities have large denominators: within a proved gap of the ceiling.

With k truths and probabilities in general position the 2^k subsets have different probabilities, some of them very
close to the one at which a column attains the ceiling of mutual or chi-square information
(`derivations.theorems.information.information_ceilings`). Which subset is closest is a problem of subset sums, so the
exact optimum is out of reach for large k; but the value falls short of the ceiling by the square of the distance only.
Columns are generated with the distance for cost, by meeting in the middle; value and gap of the design that results are
exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from derivations.theorems.information.information_ceilings import (
    best_probability,
    chi_square_ceiling,
    information_ceiling,
)
from lp.losses.column_objectives import ColumnObjective, ObjectiveError
from lp.programs.outcomes import SolverError
from lp.staircases.column_basis import ColumnBasis
from lp.staircases.column_generation import propose
from lp.staircases.optimum import NAMED, read_level
from mechanisms.design import Design
from mechanisms.exact.logarithm_sum import LogarithmSum, RealNumber, bounds, combined
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational

HALF = 15  # truths of each half, all subsets of which are looked at
SPLITS, TRIES = 200, 10  # random choices of the two halves in all, and without a gain
NEIGHBOURS = (-2, -1, 0, 1)  # which of the subsets that fit best are tried
UNIT, FARTHEST = 1e-10, 1e9  # of distances from the best probability, and the largest in this unit
BITS = 256
SEED = 20_240_603
CEILINGS = ("mutual-information", "chi-square")


@dataclass(frozen=True)
class NearlyOptimalDesign(Shown):
    """A design that is proved to be within `gap` of the largest value; it need not attain it.

    Attributes:
        design, value: a staircase design and its exact value; responses are labelled by their subsets.
        low, high: rational bounds of the largest value: of the value of the design, and of the ceiling.

    """

    objective: ColumnObjective
    x: Fraction
    design: Design
    value: LogarithmSum
    low: Fraction
    high: Fraction

    @property
    def gap(self) -> Fraction:
        """No design is better by more."""
        return self.high - self.low

    def __str__(self) -> str:
        return (
            f"{self.objective.name} {float(self.low):.15g} at x = {self.x}, which no eps-LDP design exceeds by more "
            f"than {float(self.gap):.1e}; {self.design.shape[1]} responses for {self.design.shape[0]} truths"
        )


def near_ceiling(name: str, x: Rational, prior: Sequence[Fraction], seed: int = SEED) -> NearlyOptimalDesign:
    """A staircase design for mutual-information or chi-square, close to the ceiling where there are many truths.

    Raises ObjectiveError for other objectives, SolverError if no feasible masses are found.
    """
    if name not in CEILINGS:
        raise ObjectiveError(f"a ceiling is known for {' and '.join(CEILINGS)}, not for {name!r}")
    level, objective = read_level(x), NAMED[name](prior)
    assert objective.features is not None
    target = float(best_probability(level, name))
    pool = _Pool(objective, level, [float(p) for (p,) in objective.features], target, np.random.default_rng(seed))
    basis = ColumnBasis.containing(pool.truths, level, propose(pool).columns)
    if not basis.is_feasible:
        raise SolverError("the masses that the floats propose are not exactly feasible; another seed may help")
    masses = {s: mass for s, mass in zip(basis.columns, basis.masses, strict=True) if mass}
    value = combined([(mass, objective.of_staircase(s, level)) for s, mass in masses.items()])
    assert isinstance(value, LogarithmSum)
    top: RealNumber = information_ceiling(level)
    if name == "chi-square":
        top = LogarithmSum(chi_square_ceiling(level))
    truths = range(objective.truths)
    matrix = [[mass * (level if s >> a & 1 else 1) for s, mass in masses.items()] for a in truths]
    labels = [tuple(a for a in truths if s >> a & 1) for s in masses]
    design = Design(matrix, responses=labels, name=f"staircase, x = {level}")
    return NearlyOptimalDesign(objective, level, design, value, bounds(value, BITS)[0], bounds(top, BITS)[1])


class _Pool:
    """Staircase columns with the distance of their probability from a target for cost, searched in floats."""

    def __init__(
        self,
        objective: ColumnObjective,
        x: Fraction,
        probabilities: list[float],
        target: float,
        rng: np.random.Generator,
    ) -> None:
        self.truths, self.x = objective.truths, x
        self.probabilities, self.target, self.rng = np.array(probabilities), target, rng
        self.splits = 0

    def value(self, subset: int) -> RealNumber:
        """Minus the distance of the probability from the target in units, FARTHEST of them at most."""
        inside = [a for a in range(self.truths) if subset >> a & 1]
        return LogarithmSum(Fraction(-float(self._cost(self.probabilities[inside].sum()))))

    def promising(self, u: Sequence[float], count: int) -> list[tuple[int, float]]:
        """Subsets close to the target that gain most at multipliers u, of a few random choices of two halves."""
        for _ in range(TRIES):
            if self.splits == SPLITS:
                return []
            self.splits += 1
            found = self._close(np.array(u), count)
            if found:
                return found
        return []

    def _cost(self, probability: Any) -> Any:
        return np.minimum(np.abs(probability - self.target) / UNIT, FARTHEST)

    def _close(self, u: Any, count: int) -> list[tuple[int, float]]:
        """The best of all unions of a subset of one half, the subsets of the other that fit, and some of the rest."""
        order = self.rng.permutation(self.truths)
        half = min(HALF, self.truths // 2)
        first, second, rest = order[:half], order[half : 2 * half], order[2 * half :]
        taken = rest[self.rng.random(len(rest)) < self.target]
        left, right = self._sums(first, self.probabilities), self._sums(second, self.probabilities)
        by_size = np.argsort(right)
        wanted = self.target - float(self.probabilities[taken].sum()) - left
        places = np.searchsorted(right[by_size], wanted)
        start = float(u.sum()) + (float(self.x) - 1) * float(u[taken].sum())
        mine, others = ((float(self.x) - 1) * self._sums(truths, u) for truths in (first, second))
        best: list[tuple[int, float]] = []
        for shift in NEIGHBOURS:
            partner = by_size[np.clip(places + shift, 0, len(right) - 1)]
            gain = -self._cost(right[partner] - wanted + self.target) - (start + mine + others[partner])
            for i in np.argsort(-gain)[: count // len(NEIGHBOURS)].tolist():
                if gain[i] > 0:
                    best.append((_subset(taken, first, i, second, int(partner[i])), float(gain[i])))
        return best

    def _sums(self, truths: Any, values: Any) -> Any:
        sums = np.zeros(1)
        for a in truths:
            sums = np.concatenate([sums, sums + values[a]])
        return sums


def _subset(taken: Any, first: Any, i: int, second: Any, j: int) -> int:
    """The union of some truths, those of the first half whose bits are set in i, and of the second whose are in j."""
    found = [int(a) for a in taken]
    found += [int(a) for place, a in enumerate(first) if i >> place & 1]
    found += [int(a) for place, a in enumerate(second) if j >> place & 1]
    return sum(1 << a for a in found)
