"""Column generation in floats: a small program over the columns found so far, and columns that its multipliers miss.

HiGHS solves: maximise sum c_S theta_S over the columns S of a pool, sum theta_S w_S = (1, ..., 1), theta >= 0. The
space of all columns then names those whose value exceeds their price u . w_S most, which join the pool until none is
left. What is found is a proposal: `lp.staircases.certificates` settles it exactly.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from lp.losses.column_objectives import staircase_column
from lp.programs.outcomes import SolverError
from mechanisms.exact.logarithm_sum import RealNumber

BATCH = 64  # columns that join the pool in a round, at most
ROUNDS = 1000
SOLVER_TOLERANCE = 1e-10
TOLERANCE = 1e-10  # a column that gains less than this share of the largest value does not join in floats


class ColumnSpace(Protocol):
    """All staircase columns of some truths, searched in floats."""

    truths: int
    x: Fraction

    def value(self, subset: int) -> RealNumber:
        """The value of the column of a subset."""

    def promising(self, u: Any, count: int) -> list[tuple[int, float]]:
        """Columns whose value most exceeds their price, best first, and by how much."""


@dataclass(frozen=True)
class Proposal:
    """The columns that are basic at the end (~a for the row of truth a), and what it took to find them."""

    columns: tuple[int, ...]
    pool: int
    rounds: int
    solver_seconds: float
    version: str


def propose(space: ColumnSpace, batch: int = BATCH) -> Proposal:
    """The columns of a basis that is optimal in floats; SolverError if HiGHS does not come to an end."""
    import highspy

    master = highspy.Highs()  # type: ignore[no-untyped-call]
    master.setOptionValue("output_flag", False)
    master.setOptionValue("threads", 1)
    for tolerance in ("primal_feasibility_tolerance", "dual_feasibility_tolerance"):
        master.setOptionValue(tolerance, SOLVER_TOLERANCE)
    k, x = space.truths, space.x
    for _ in range(k):
        master.addRow(1.0, 1.0, 0, np.array([], dtype=np.int32), np.array([]))
    master.changeObjectiveSense(highspy.ObjSense.kMaximize)
    pool: dict[int, None] = {}
    # Values of all objectives are scaled alike, so that the tolerances of the solver mean the same for each.
    joining = [0, *(1 << a for a in range(k)), *(((1 << k) - 1) ^ (1 << a) for a in range(k) if k > 2)]
    scale = max(abs(float(space.value(s))) for s in joining) or 1.0  # type: ignore[arg-type]
    seconds = 0.0
    for rounds in range(1, ROUNDS + 1):
        for subset in joining:
            pool[subset] = None
            column = np.array([float(c) for c in staircase_column(subset, k, x)])
            cost = float(space.value(subset)) / scale  # type: ignore[arg-type]
            master.addCol(cost, 0.0, highspy.kHighsInf, k, np.arange(k, dtype=np.int32), column)
        start = time.perf_counter()
        master.run()
        seconds += time.perf_counter() - start
        if master.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            raise SolverError(f"HiGHS ended with {master.modelStatusToString(master.getModelStatus())}")
        u = np.array(master.getSolution().row_dual) * scale
        found = space.promising(u.tolist(), batch)
        joining = [*dict.fromkeys(s for s, gain in found if gain > TOLERANCE * scale and s not in pool)]
        if not joining:
            basis, is_basic = master.getBasis(), highspy.HighsBasisStatus.kBasic
            basic = [s for s, status in zip(pool, basis.col_status, strict=True) if status == is_basic]
            values = master.getSolution().col_value
            masses = dict(zip(pool, values, strict=True))
            basic.sort(key=lambda s: -masses[s])
            basic += [~a for a, status in enumerate(basis.row_status) if status == is_basic]
            return Proposal(tuple(basic), len(pool), rounds, seconds, master.version())
    raise SolverError(f"no end of column generation after {ROUNDS} rounds")
