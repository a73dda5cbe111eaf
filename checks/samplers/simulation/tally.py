"""Sums over runs, exactly: integers that add up to the same whoever computes which chunk, and in whatever order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from checks.samplers.simulation.exact_sums import products, sums
from checks.samplers.simulation.problem import Problem, problem_from
from checks.samplers.simulation.runs import CHUNK, Counts, sampled_counts
from checks.samplers.simulation.statistics import SCALE, Floats, covers, statistics


@dataclass(frozen=True)
class Tally:
    """The number of runs, and sums over them by name: one integer for each share, or for each pair of shares."""

    runs: int = 0
    sums: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def __add__(self, other: Tally) -> Tally:
        if not self.runs:
            return other
        if self.sums.keys() != other.sums.keys():
            raise ValueError("these tallies are of different problems")
        added = {
            name: tuple(a + b for a, b in zip(values, other.sums[name], strict=True))
            for name, values in self.sums.items()
        }
        return Tally(self.runs + other.runs, added)


def tally(problem: Problem, counts: Counts) -> Tally:
    """The sums over the runs whose counts these are.

    unbiased, clipped: of `statistics.Weighted.values`, and of products of pairs (of squares). likely: of the shares in
    units of 2^-40, and of their squares. For each method of intervals: how many cover, and their lengths in 2^-40.
    """
    found = statistics(problem, counts)
    values = found.weighted.values
    result = {
        "unbiased": tuple(sums(values)),
        "unbiased products": tuple(v for row in products(values, values) for v in row),
    }
    if "clipped" in problem.estimators:
        clipped = found.weighted.clipped()
        result["clipped"] = tuple(sums(clipped))
        result["clipped squares"] = _squares(clipped)
    if found.likely is not None:
        units = _units(found.likely)
        result["likely"] = tuple(sums(units))
        result["likely squares"] = _squares(units)
    for method, interval in found.intervals.items():
        result[f"{method} covers"] = tuple(int(hits) for hits in covers(problem, interval).sum(axis=0))
        result[f"{method} length"] = tuple(sums(_units(interval[1] - interval[0])))
    return Tally(len(counts), result)


def _units(values: Floats) -> Any:
    return np.rint(values * SCALE).astype(np.int64)


def _squares(values: Any) -> tuple[int, ...]:
    return tuple(products(column, column)[0][0] for column in np.split(values, values.shape[1], axis=1))


@dataclass(frozen=True)
class Chunks:
    """A piece of work for another process: these chunks of so many runs of a problem, given by its text.

    Of each chunk the runs from `start` to `stop`.
    """

    problem: str
    runs: int
    seed: int
    first: int
    after: int
    start: int = 0
    stop: int = CHUNK

    @property
    def size(self) -> int:
        """How many runs these are."""
        return sum(
            max(min(self.stop, CHUNK, self.runs - chunk * CHUNK) - self.start, 0)
            for chunk in range(self.first, self.after)
        )


def tally_chunks(work: Chunks) -> Tally:
    """The sums over the runs of some chunks."""
    problem, total = problem_from(work.problem), Tally()
    for chunk in range(work.first, work.after):
        total += tally(problem, sampled_counts(problem, work.runs, work.seed, chunk)[work.start : work.stop])
    return total
