"""Matrices of numbers: listed designs, random unbiased estimators, elimination, and printed expressions of them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

from checks.papers.nz.witnesses.subset_worlds import ONE, ZERO, Numbers, World
from checks.witness.numbers import UndefinedError


def times(a: Numbers, b: Numbers) -> Numbers:
    """The matrix product."""
    columns = list(zip(*b, strict=True))
    return [[sum((x * y for x, y in zip(row, column, strict=True)), ZERO) for column in columns] for row in a]


def turned(a: Numbers) -> Numbers:
    """The transpose."""
    return [list(row) for row in zip(*a, strict=True)]


def identity(size: int) -> Numbers:
    """The identity matrix."""
    return [[ONE if i == j else ZERO for j in range(size)] for i in range(size)]


def inverse(a: Numbers) -> Numbers:
    """The inverse by elimination; UndefinedError without one."""
    size = len(a)
    rows = [[*row, *unit] for row, unit in zip(a, identity(size), strict=True)]
    for column in range(size):
        pivot = next((i for i in range(column, size) if rows[i][column]), None)
        if pivot is None:
            raise UndefinedError("the matrix has no inverse")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column][column]
        rows[column] = [x / lead for x in rows[column]]
        for i in range(size):
            if i != column and rows[i][column]:
                factor = rows[i][column]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[column], strict=True)]
    return [row[size:] for row in rows]


@cache
def uniform_matrices(world: World) -> Matrices:
    """The matrices of a survey at the uniform prior."""
    return Matrices(world, (Fraction(1, world.k),) * world.k)


@dataclass(frozen=True)
class Matrices:
    """The matrices of the proof for one survey and a prior."""

    world: World
    prior: tuple[Fraction, ...]

    @property
    def design(self) -> Numbers:
        """P."""
        return self.world.design

    @cached_property
    def law(self) -> list[Fraction]:
        """lambda."""
        return [sum((p * w for p, w in zip(row, self.prior, strict=True)), ZERO) for row in self.design]

    @cached_property
    def information(self) -> Numbers:
        """P' D^-1 P; UndefinedError where a response is impossible."""
        if not all(self.law):
            raise UndefinedError("D has no inverse")
        weighted = [[x / mass for x in row] for row, mass in zip(self.design, self.law, strict=True)]
        return times(turned(self.design), weighted)

    @cached_property
    def best(self) -> Numbers:
        """(P' D^-1 P)^-1 P' D^-1."""
        weighted = [[x / mass for x in row] for row, mass in zip(self.design, self.law, strict=True) if mass]
        if len(weighted) < len(self.law):
            raise UndefinedError("D has no inverse")
        return times(inverse(self.information), turned(weighted))

    @property
    def uniform(self) -> Matrices:
        """The same at the uniform prior."""
        return uniform_matrices(self.world)

    def risk(self, estimator: Numbers) -> Fraction:
        """n E |estimate - pi|^2 by the definition, for one respondent."""
        total = ZERO
        for z, mass in enumerate(self.law):
            total += mass * sum(((row[z] - p) ** 2 for row, p in zip(estimator, self.prior, strict=True)), ZERO)
        return total
