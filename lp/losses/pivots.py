"""The exact simplex method over staircase columns, for a linear loss whose float basis was not optimal.

Every column of an eps-LDP design is a sum of staircase columns, whose entries are 1 or X, with weights that are not
negative. So a basis is a square matrix W with entries 1 and X, one row per truth: W weights = 1, and the transposed
system gives the multipliers of the truths. There are n 2^m columns, but the one that costs the most less than it pays
is found by one pass over the cells: at each response, the entry is X where the loss is below the multiplier.

Source: Kairouz, Oh, Viswanath 2016 (staircase columns).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import fmpq, fmpz_mat, nmod_mat

from lp.losses.vertex import ZERO, Basis, ExactVertex, IntegerLoss, multipliers, solution
from lp.programs.outcomes import SolverError
from mechanisms.exact.polynomial import to_fraction

PRIME = (1 << 61) - 1  # modulo which columns are first found independent
MAXIMAL_PIVOTS = 2000

Column = tuple[int, tuple[bool, ...]]  # the response, and at which truths the entry is X instead of 1


def optimum_near(loss: IntegerLoss, basis: Basis) -> ExactVertex:
    """The optimum by exact pivots, from the columns of a basis or, if their weights are not positive, towards them."""
    proposed = _staircases(basis)
    certain = _response_columns(len(loss.costs), proposed)
    start = _independent(loss, [*proposed, *certain])
    if start is not None and min(solution(_matrix(loss, start), [1] * len(start))) >= 0:
        return _optimised(loss, start, [])
    return _optimised(loss, certain, proposed)


def _staircases(basis: Basis) -> list[Column]:
    """The staircase columns that make up the columns of a basis: a chain where there are entries between."""
    columns: list[Column] = []
    for y in basis.responses:
        high = [row[y] for row in basis.high]
        columns.append((y, tuple(high)))
        between = [x for x, responses in enumerate(basis.between) if y in responses]
        for x in sorted(between, key=lambda x: -basis.inner[x, y]):
            high[x] = True
            columns.append((y, tuple(high)))
    return columns


def _response_columns(m: int, proposed: Sequence[Column]) -> list[Column]:
    """The columns of one response that are X at one truth each: always a basis, with positive weights."""
    y = proposed[0][0] if proposed else 0
    return [(y, tuple(i == x for i in range(m))) for x in range(m)]


def _entries(loss: IntegerLoss, column: Column) -> list[int]:
    return [loss.p if high else loss.q for high in column[1]]


def _matrix(loss: IntegerLoss, columns: Sequence[Column]) -> fmpz_mat:
    return fmpz_mat([list(row) for row in zip(*(_entries(loss, column) for column in columns), strict=True)])


def _independent(loss: IntegerLoss, columns: Sequence[Column]) -> list[Column] | None:
    """The first columns that are independent, as many as there are truths, or None if the prime hides some."""
    matrix = _matrix(loss, columns)
    reduced, rank = nmod_mat(matrix, PRIME).rref()
    if rank < matrix.nrows():
        return None
    return [columns[next(j for j, v in enumerate(row) if int(v))] for row in reduced.tolist()]


def _cheapest(loss: IntegerLoss, u: Sequence[fmpq], among: Sequence[Column]) -> Column | None:
    """The column that costs the most less than it pays: one of the given ones if there is one, or any."""
    gaps = loss.gaps(u)
    paid = [sum(a * gap[c[0]] for a, gap in zip(_entries(loss, c), gaps, strict=True)) for c in among]
    if min(paid, default=0) < 0:
        return among[paid.index(min(paid))]
    excesses = loss.excesses(gaps)
    y = excesses.index(min(excesses))
    return (y, tuple(gap[y] < 0 for gap in gaps)) if excesses[y] < 0 else None


def _optimised(loss: IntegerLoss, start: Sequence[Column], proposed: Sequence[Column]) -> ExactVertex:
    """The simplex method from a basis whose weights are not negative; proposed columns enter before all others."""
    columns = list(start)
    for pivots in range(MAXIMAL_PIVOTS):
        matrix = _matrix(loss, columns)
        prices = [sum(a * row[c[0]] for a, row in zip(_entries(loss, c), loss.costs, strict=True)) for c in columns]
        weights, u = solution(matrix, [1] * len(columns)), solution(matrix.transpose(), prices)
        entering = _cheapest(loss, u, proposed)
        if entering is None:
            return _sum(loss, columns, weights, u, pivots)
        columns[_leaving(weights, solution(matrix, _entries(loss, entering)), matrix, _matrix(loss, start))] = entering
    raise SolverError(f"{MAXIMAL_PIVOTS} exact pivots did not lead to the optimum of the loss")


def _leaving(weights: Sequence[fmpq], rates: Sequence[fmpq], matrix: fmpz_mat, first: fmpz_mat) -> int:
    """Which column leaves as the entering one grows: the first whose weight falls to 0.

    Of several, the one whose row of matrix^-1 first, over its rate, is least in the order of dictionaries: the rule
    under which no basis comes twice.
    """
    steps = {j: weights[j] / rate for j, rate in enumerate(rates) if rate > 0}
    shortest = min(steps.values())
    tied = [j for j, step in steps.items() if step == shortest]
    if len(tied) == 1:
        return tied[0]
    units = fmpz_mat([[int(i == j) for j in tied] for i in range(len(weights))])
    inverse: Any = matrix.transpose().solve(units)
    rows = (inverse.transpose() * first).tolist()
    return min((([v / rates[j] for v in row], j) for j, row in zip(tied, rows, strict=True)))[1]


def _sum(
    loss: IntegerLoss, columns: Sequence[Column], weights: Sequence[fmpq], u: Sequence[fmpq], pivots: int
) -> ExactVertex:
    """The design whose columns are the weighted sums of their staircase columns."""
    m, n = len(loss.costs), len(loss.costs[0])
    low = [ZERO] * n
    design = [[ZERO] * n for _ in range(m)]
    for (y, is_high), weight in zip(columns, weights, strict=True):
        bottom, top = to_fraction(weight * loss.q), to_fraction(weight * loss.p)
        low[y] += bottom
        for row, up in zip(design, is_high, strict=True):
            row[y] += top if up else bottom
    return ExactVertex(tuple(map(tuple, design)), tuple(low), multipliers(loss, u), pivots)
