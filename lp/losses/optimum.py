"""From a loss in integers to its exact optimum: floats propose a basis, and are asked again where they were too coarse.

What is too small for the tolerances of HiGHS, next to the largest loss, it cannot see: the losses of a truth that is
next to impossible, for example. With the exact multipliers of its basis the costs become reduced costs, which are 0 on
the basis, and in units of what was overlooked the primal simplex method goes on from there. What is left after some
rounds, exact pivots settle.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from lp.losses.floats import FloatVertex, float_vertex, refined_vertex
from lp.losses.pivots import optimum_near
from lp.losses.vertex import BasicSolution, Basis, ExactVertex, IntegerLoss, basic_solution
from lp.programs.outcomes import SolverError, SolverFacts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# HiGHS drops coefficients below 1e-9. For a level outside, the basis of the nearest one inside is tried.
LEAST_LEVEL, LARGEST_LEVEL = 1 + Fraction(1, 10**7), Fraction(10**8)
ROUNDS = 6


def exact_optimum(loss: IntegerLoss) -> tuple[ExactVertex, SolverFacts, float]:
    """The optimum, what is to say of the first float solution, and the seconds in the solver in all rounds.

    Raises SolverError if no exact optimum is found.
    """
    level = Fraction(loss.p, loss.q)
    tried = min(max(level, LEAST_LEVEL), LARGEST_LEVEL)
    vertex = float_vertex(loss.unit_costs(), float(tried))
    facts, seconds = vertex.facts, vertex.facts.solver_seconds
    for _ in range(ROUNDS):
        basis = Basis.of(vertex)
        found = basic_solution(loss, basis)
        optimum = found and found.optimum(loss)
        if optimum:
            return optimum, facts, seconds
        if found is None or found.design is None or tried != level:
            break
        try:
            vertex = _refined(loss, found, vertex.basic)
        except (SolverError, OverflowError):  # losses may differ by more than floats can tell
            break
        seconds += vertex.facts.solver_seconds
    return optimum_near(loss, basis), facts, seconds


def _refined(loss: IntegerLoss, found: BasicSolution, basic: NDArray[np.bool_]) -> FloatVertex:
    """The basis that the reduced costs of an exact basis lead to, in units of the one that is the most negative."""
    import numpy as np

    unit = -min(found.excesses)
    gaps = np.array([[gap * loss.p / unit for gap in row] for row in found.gaps])
    high = np.array([excess / unit for excess in found.excesses])
    return refined_vertex(np.maximum(gaps, 0), np.maximum(-gaps, 0), high, loss.p / loss.q, basic)
