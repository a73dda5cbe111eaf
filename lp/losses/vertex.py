"""The exact optimum of a linear loss from a float basis, by small linear systems in integers.

In the program of `lp.losses.linear_loss` the multipliers u[x] of the row sums decide about all others: those of a cell
are the positive and the negative part of c[x][y] - u[x], and u is feasible exactly if no column costs less than it
pays,

    for each response y:  sum over x of min(c[x][y] - u[x], X (c[x][y] - u[x])) >= 0.

In a basis each entry of the design is the least of its column, the largest (X times the least), or lies between. A
truth with an entry between pays u[x] = c[x][y], and the entry is what its row needs to sum to one. The other rows, and
as many columns, are a square matrix W with entries 1 and X: W low = 1 gives the design, the transposed matrix gives u.
All of it is done in integers: X = p / q, and W has the entries q and p.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from flint import fmpq, fmpz_mat

from lp.programs.outcomes import Vector
from mechanisms.exact.polynomial import to_fraction

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lp.losses.floats import FloatVertex

ZERO = Fraction(0)


@dataclass(frozen=True)
class IntegerLoss:
    """costs[x][y] / denominator are the losses, weighted by the prior; e^eps = p / q > 1 in lowest terms."""

    costs: tuple[tuple[int, ...], ...]
    denominator: int
    p: int
    q: int

    @classmethod
    def of(cls, cost: Sequence[Sequence[Fraction]], x: Fraction) -> IntegerLoss:
        """The losses cost[truth][response], weighted by the prior, over one denominator; x = e^eps."""
        denominator = lcm(*(v.denominator for row in cost for v in row))
        costs = tuple(tuple(v.numerator * (denominator // v.denominator) for v in row) for row in cost)
        return cls(costs, denominator, x.numerator, x.denominator)

    def unit_costs(self) -> NDArray[np.float64]:
        """The losses less the least of their row, over the largest: from 0 to 1, whatever the size of the numbers."""
        import numpy as np

        shifted = [[v - least for v in row] for row, least in zip(self.costs, map(min, self.costs), strict=True)]
        largest = max(map(max, shifted)) or 1
        return np.array([[v / largest for v in row] for row in shifted])

    def gaps(self, u: Sequence[fmpq]) -> list[list[int]]:
        """Multiples of costs[x][y] - u[x], by one positive integer for all."""
        common = lcm(*(int(v.q) for v in u))
        scaled = [int(v.p) * (common // int(v.q)) for v in u]
        return [[v * common - w for v in row] for row, w in zip(self.costs, scaled, strict=True)]

    def excesses(self, gaps: Sequence[Sequence[int]]) -> list[int]:
        """What each column costs more than it pays, its entries chosen for the worst; u is feasible if none is < 0."""
        p, q = self.p, self.q
        return [sum(gap * (p if gap < 0 else q) for gap in column) for column in zip(*gaps, strict=True)]


@dataclass(frozen=True)
class ExactVertex:
    """An optimal design row by row, the least entry of each column, the multipliers of the row sums, and how many
    exact pivots it took.
    """

    design: tuple[Vector, ...]
    low: Vector
    multipliers: Vector
    pivots: int = 0


@dataclass(frozen=True)
class Basis:
    """What a basis says of the entries of the design.

    Attributes:
        responses: the columns that need not be zero.
        high: for each truth and response, whether the entry is the largest of its column, if it does not lie between.
        between: for each truth the responses whose entries are at no bound.
        free: the truths whose row sum is no constraint of the basis.
        inner: the floats (P[x, y] - low[y]) / (1 - 1/X), which order the entries between.

    """

    responses: list[int]
    high: list[list[bool]]
    between: list[list[int]]
    free: list[bool]
    inner: NDArray[np.float64]

    @classmethod
    def of(cls, vertex: FloatVertex) -> Basis:
        """Read from which variables are basic."""
        m, n = vertex.inner.shape
        cells = m * n
        raised, lowered = (vertex.basic[start : start + cells].reshape(m, n) for start in (0, cells + n))
        pressed = (~raised & ~lowered).any(axis=0)  # low = P = X low at some truth
        between = raised & lowered
        return cls(
            responses=(vertex.basic[cells : cells + n] & ~pressed).nonzero()[0].tolist(),
            high=(raised & ~lowered).tolist(),
            between=[row.nonzero()[0].tolist() for row in between],
            free=vertex.basic[2 * cells + n :].tolist(),
            inner=vertex.inner,
        )


def solution(matrix: fmpz_mat, right: Sequence[Any]) -> list[fmpq]:
    """The solution of a square system in integers; ZeroDivisionError if the matrix is singular."""
    return [row[0] for row in matrix.solve(fmpz_mat([[v] for v in right])).tolist()] if right else []


def constant_design(cost: Sequence[Sequence[Fraction]]) -> ExactVertex:
    """The optimum for X = 1, where all rows of a design are the same: always the response with the least loss."""
    sums = [sum(column) for column in zip(*cost, strict=True)]
    y = sums.index(min(sums))
    row = tuple(Fraction(int(j == y)) for j in range(len(sums)))
    return ExactVertex((row,) * len(cost), row, tuple(losses[y] for losses in cost))


@dataclass(frozen=True)
class BasicSolution:
    """The design of a basis, if it is one, and its multipliers, with `gaps` and `excesses` of the loss for them."""

    design: tuple[tuple[Vector, ...], Vector] | None
    u: list[fmpq]
    gaps: list[list[int]]
    excesses: list[int]

    def optimum(self, loss: IntegerLoss) -> ExactVertex | None:
        """The design with the multipliers if both are feasible, and so optimal."""
        if self.design is None or min(self.excesses) < 0:
            return None
        return ExactVertex(*self.design, multipliers(loss, self.u))


def basic_solution(loss: IntegerLoss, basis: Basis) -> BasicSolution | None:
    """Solve for the design and for the multipliers of a basis; None if it is none exactly."""
    p, q, costs = loss.p, loss.q, loss.costs
    settled = [bool(b) or free for b, free in zip(basis.between, basis.free, strict=True)]
    rows = [x for x, is_settled in enumerate(settled) if not is_settled]
    if len(rows) != len(basis.responses) or any(len(b) + f > 1 for b, f in zip(basis.between, basis.free, strict=True)):
        return None
    entries = [[p if row[y] else q for y in basis.responses] for row in basis.high]
    # A row without constraint has the multiplier 0 after the least loss of each row was subtracted.
    given = [row[b[0]] if b else min(row) for row, b in zip(costs, basis.between, strict=True)]
    owed = [0] * len(rows)
    for x, row in enumerate(entries):
        paid = given[x] if settled[x] else 0
        for j, y in enumerate(basis.responses):
            owed[j] += row[j] * (costs[x][y] - paid)
    matrix = fmpz_mat([entries[x] for x in rows])
    u = [fmpq(v) for v in given]
    try:
        scales = solution(matrix, [1] * len(rows))
        for x, exact in zip(rows, solution(matrix.transpose(), owed), strict=True):
            u[x] = exact
    except ZeroDivisionError:
        return None
    design = _design(loss, basis, entries, scales) if min(scales, default=0) >= 0 else None
    gaps = loss.gaps(u)
    return BasicSolution(design, u, gaps, loss.excesses(gaps))


def _design(
    loss: IntegerLoss, basis: Basis, entries: Sequence[Sequence[int]], scales: Sequence[fmpq]
) -> tuple[tuple[Vector, ...], Vector] | None:
    """Rows of the design and least entries of its columns, or None if an entry between is not between."""
    low, high = [ZERO] * len(loss.costs[0]), [ZERO] * len(loss.costs[0])
    for y, scale in zip(basis.responses, scales, strict=True):
        low[y], high[y] = to_fraction(loss.q * scale), to_fraction(loss.p * scale)
    rows: list[Vector] = []
    for x, (is_high, between) in enumerate(zip(basis.high, basis.between, strict=True)):
        row = [h if up else least for least, h, up in zip(low, high, is_high, strict=True)]
        if between or basis.free[x]:
            rest = 1 - sum((a * s for a, s in zip(entries[x], scales, strict=True)), fmpq(0))
            for y in between:
                row[y] += to_fraction(rest)  # in `entries` the entry between counts as the least of its column
                if not low[y] <= row[y] <= high[y]:
                    return None
            if basis.free[x] and rest != 0:
                return None
        rows.append(tuple(row))
    return tuple(rows), tuple(low)


def multipliers(loss: IntegerLoss, u: Sequence[fmpq]) -> Vector:
    """The multipliers of the row sums in the size of the losses as they were given."""
    return tuple(to_fraction(v / loss.denominator) for v in u)
