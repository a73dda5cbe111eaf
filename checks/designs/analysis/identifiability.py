"""Whether the law of the responses tells the law of the truths, and which mixtures of truths look alike if not."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from derivations.algebra.rational_systems import null_space, solution
from mechanisms.design import Design
from mechanisms.exact.notebook import Shown
from mechanisms.guarantees.criteria.bayes import numbers

Vector = tuple[Fraction, ...]
ZERO = Fraction(0)


@dataclass(frozen=True)
class Alike(Shown):
    """Two laws of the truths, on different truths, that lead to the same law of the responses."""

    first: Vector
    second: Vector


@dataclass(frozen=True)
class Identifiability(Shown):
    """What the law of the responses says about the law of the truths.

    Attributes:
        rank: of the design matrix.
        truths: how many there are; all laws of the truths are told apart exactly if the rank is as large.
        kernel: a basis of the v with v P = 0; the entries of each sum to zero.
        alike: for each of them the two mixtures of truths, its positive and its negative part, that look alike.
        estimable: for each truth whether its share is a linear function of the law of the responses.

    """

    rank: int
    truths: int
    kernel: tuple[Vector, ...]
    alike: tuple[Alike, ...]
    estimable: tuple[bool, ...]

    @property
    def identifiable(self) -> bool:
        """Whether the law of the responses determines the law of the truths."""
        return self.rank == self.truths


def identifiability(design: Design) -> Identifiability:
    """Rank and kernel of a design with rational entries, exactly.

    v P = 0 with rows of sum one makes the entries of v sum to zero: v is a multiple of the difference of two laws.
    """
    rows = numbers(design)
    columns = list(zip(*rows, strict=True))
    kernel = null_space(columns, len(rows))
    units = [[Fraction(i == j) for j in range(len(rows))] for i in range(len(rows))]
    estimable = tuple(not kernel or solution(rows, unit) is not None for unit in units)
    return Identifiability(len(rows) - len(kernel), len(rows), kernel, tuple(map(_alike, kernel)), estimable)


def _alike(vector: Vector) -> Alike:
    mass = sum((v for v in vector if v > 0), ZERO)
    return Alike(tuple(max(v, ZERO) / mass for v in vector), tuple(max(-v, ZERO) / mass for v in vector))
