"""The program of a linear loss in floats: assembled with numpy, solved by the dual simplex method of HiGHS.

Each entry of a design lies between the largest of its column over X and the largest, so it is written as

    P[x, y] = high[y] / X + (1 - 1/X) inner[x, y],   0 <= inner[x, y] <= high[y],

which leaves m n + m rows, and numbers of one size for every X. Subtracting a number from each row of the loss changes
the value by a constant, for the rows of a design sum to one; with the least loss of each row subtracted no cost is
negative, so that the dual simplex method can start from the slack basis. Nothing here is proved.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from lp.programs.outcomes import FloatOptimum, SolverError, SolverFacts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

OPTIONS = {
    "output_flag": False,
    "solver": "simplex",
    "presolve": "off",  # finds nothing in this program, and takes as long as the solution
    "threads": 1,
    "primal_feasibility_tolerance": 1e-10,
    "dual_feasibility_tolerance": 1e-10,
}
REFINING = {
    "simplex_strategy": 4,  # primal
    "simplex_scale_strategy": 0,  # the costs are in the unit that matters, all else in units of probability
    "dual_feasibility_tolerance": 1e-6,
}


@dataclass(frozen=True)
class FloatVertex:
    """What HiGHS returns, in the variables above, for a cost whose rows have the least entry 0.

    Attributes:
        high: the largest entry of each column of the design, shape (n,).
        inner: shape (m, n).
        multipliers: of the row sums, shape (m,).
        basic: which variables are basic: inner row by row, high, the slacks of inner <= high row by row, and those of
            the row sums.
        facts: solver, the time it took to take in the program and to solve it, size.

    """

    high: NDArray[np.float64]
    inner: NDArray[np.float64]
    multipliers: NDArray[np.float64]
    basic: NDArray[np.bool_]
    facts: SolverFacts


@dataclass(frozen=True, kw_only=True)
class FloatDesign(FloatOptimum):
    """A design of floats with the least loss that HiGHS found; point, dual and rows are those of `loss_program`."""

    truths: int
    responses: int

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The design, shape (truths, responses)."""
        import numpy as np

        assert self.point is not None
        return np.array(self.point[: self.truths * self.responses]).reshape(self.truths, self.responses)


def float_vertex(cost: NDArray[np.float64], x: float) -> FloatVertex:
    """Solve for a cost of shape (m, n) whose rows have the least entry 0; SolverError if HiGHS does not finish."""
    import numpy as np

    m, n = cost.shape
    costs = np.empty(m * n + n)
    np.multiply(cost.ravel(), 1 - 1 / x, out=costs[: m * n])
    np.multiply(cost.sum(axis=0), 1 / x, out=costs[m * n :])
    return _solved(m, n, x, costs, np.empty(0))


def refined_vertex(
    above: NDArray[np.float64],
    below: NDArray[np.float64],
    high: NDArray[np.float64],
    x: float,
    basic: NDArray[np.bool_],
) -> FloatVertex:
    """Go on from a basis whose design is feasible, with its reduced costs, which may be of another size than the costs.

    `above` and `below`, of shape (m, n), are the costs of inner[x, y] and of high[y] - inner[x, y], and `high`, of
    shape (n,), those of the largest entries. The multipliers are those that are to be added.
    """
    import numpy as np

    m, n = above.shape
    inward = 1 - 1 / x
    return _solved(m, n, x, np.concatenate((inward * above.ravel(), high)), inward * below.ravel(), basic)


def _solved(
    m: int,
    n: int,
    x: float,
    costs: NDArray[np.float64],
    below: NDArray[np.float64],
    start: NDArray[np.bool_] | None = None,
) -> FloatVertex:
    """Solve for the costs of inner and high, and of the slacks of inner <= high where these and a start are given."""
    import highspy
    import numpy as np

    cells, columns = m * n, m * n + n
    pattern = _pattern(m, n, bool(len(below)))
    inward = 1 - 1 / x
    values = np.full(len(pattern.indices), -1.0)  # high[y] - inner[x, y] - slack = 0, or >= 0 without a slack
    values[1 : 2 * cells : 2] = inward
    by_column = values[2 * cells : 4 * cells].reshape(n, 2 * m)
    by_column[:, :m] = 1
    by_column[:, m:] = 1 / x

    began = time.perf_counter()
    solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    for name, option in OPTIONS.items():
        solver.setOptionValue(name, option)
    solver.passModel(
        columns + len(below), cells + m, len(values), int(highspy.MatrixFormat.kColwise),
        int(highspy.ObjSense.kMinimize), 0.0, np.concatenate((costs, below)), pattern.zero, pattern.infinite,
        pattern.least, pattern.most, pattern.starts, pattern.indices, values, pattern.continuous,
    )  # fmt: skip
    if start is not None:
        _start_from(solver, start, m, n)
    solver.run()
    seconds = time.perf_counter() - began
    status = solver.getModelStatus()
    if status != highspy.HighsModelStatus.kOptimal:
        raise SolverError(f"HiGHS did not solve the program of the loss: {solver.modelStatusToString(status)}")
    solution = solver.getSolution()
    point = np.array(solution.col_value)
    _, numbers = solver.getBasicVariables()
    # A slack that is a variable and the logical of its row are the same here.
    basic = np.zeros(columns + cells + m, dtype=bool)
    basic[np.where(numbers >= 0, numbers, columns - 1 - numbers)] = True
    return FloatVertex(
        high=point[cells:columns],
        inner=point[:cells].reshape(m, n),
        multipliers=np.array(solution.row_dual[cells:]),
        basic=basic,
        facts=SolverFacts(
            solver="HiGHS",
            version=solver.version(),
            solver_seconds=seconds,
            variables=columns,
            rows=cells,
            equations=m,
            nonzeros=len(values),
        ),
    )


def _start_from(solver: Any, basic: NDArray[np.bool_], m: int, n: int) -> None:
    """Let the primal simplex method start from a basis; the logicals of cells are nonbasic, their slacks variables."""
    import highspy

    status = [highspy.HighsBasisStatus.kLower, highspy.HighsBasisStatus.kBasic]
    cells = m * n
    known = basic.tolist()
    basis = highspy.HighsBasis()
    basis.col_status = [status[flag] for flag in known[: 2 * cells + n]]
    basis.row_status = [status[flag] for flag in (*[False] * cells, *known[2 * cells + n :])]
    basis.valid = True
    solver.setBasis(basis)
    for name, option in REFINING.items():
        solver.setOptionValue(name, option)


@dataclass(frozen=True)
class _Pattern:
    """What the program has in common for all costs and levels: bounds of variables and rows, places of coefficients."""

    zero: NDArray[np.float64]
    infinite: NDArray[np.float64]
    continuous: NDArray[np.int32]
    least: NDArray[np.float64]
    most: NDArray[np.float64]
    starts: NDArray[np.int32]
    indices: NDArray[np.int32]


@lru_cache(maxsize=4)
def _pattern(m: int, n: int, with_slacks: bool) -> _Pattern:
    """Columns are inner row by row, high, slacks row by row; row x n + y bounds a cell, row m n + x is a row sum."""
    import highspy
    import numpy as np

    cells, slacks = m * n, m * n if with_slacks else 0
    columns = cells + n + slacks
    least, most = np.zeros(cells + m), np.full(cells + m, 0.0 if with_slacks else highspy.kHighsInf)
    least[cells:] = most[cells:] = 1
    starts = np.concatenate(
        (np.arange(0, 2 * cells, 2), np.arange(2 * cells, 4 * cells, 2 * m), np.arange(4 * cells, 4 * cells + slacks))
    )
    indices = np.empty(4 * cells + slacks, dtype=np.int32)
    own = indices[: 2 * cells].reshape(m, n, 2)
    own[:, :, 0] = np.arange(cells).reshape(m, n)
    own[:, :, 1] = np.arange(cells, cells + m)[:, None]
    by_column = indices[2 * cells : 4 * cells].reshape(n, 2 * m)
    by_column[:, :m] = own[:, :, 0].T
    by_column[:, m:] = np.arange(cells, cells + m)
    indices[4 * cells :] = np.arange(slacks)
    return _Pattern(
        np.zeros(columns),
        np.full(columns, highspy.kHighsInf),
        np.zeros(columns, dtype=np.int32),
        least,
        most,
        starts.astype(np.int32),
        indices,
    )


def float_design(cost: NDArray[np.float64], x: float) -> FloatDesign:
    """The least sum of cost * P over the eps-LDP designs P at x = e^eps >= 1, in floats."""
    import numpy as np

    m, n = cost.shape
    least = cost.min(axis=1, keepdims=True)
    shifted = cost - least
    scale = float(shifted.max()) or 1.0
    vertex = float_vertex(shifted / scale, x)
    cells = m * n
    point = np.empty(cells + n)
    low, matrix = point[cells:], point[:cells].reshape(m, n)
    np.divide(vertex.high, x, out=low)
    np.multiply(vertex.inner, 1 - 1 / x, out=matrix)
    matrix += low
    multipliers = vertex.multipliers * scale + least[:, 0]
    dual = np.zeros(2 * cells + n)
    above, below = dual[:cells].reshape(m, n), dual[cells : 2 * cells].reshape(m, n)
    gap = cost - multipliers[:, None]
    np.maximum(gap, 0, out=above)
    np.subtract(above, gap, out=below)
    dual[2 * cells :] = above.sum(axis=0) - x * below.sum(axis=0)
    basic = vertex.basic
    nonbasic = ~np.concatenate((basic[:cells], basic[cells + n : 2 * cells + n], basic[cells : cells + n]))
    return FloatDesign(
        status="optimal",
        point=tuple(point.tolist()),
        value=float(np.vdot(cost, matrix)),
        dual=(tuple(dual.tolist()), tuple(multipliers.tolist())),
        tight=tuple(np.flatnonzero(nonbasic).tolist()),
        facts=vertex.facts,
        truths=m,
        responses=n,
    )
