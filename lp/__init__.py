"""Linear programs whose answers come with exact certificates that the proof kernel has checked."""

from __future__ import annotations

from lp.programs.linear_program import solve
from lp.programs.outcomes import Basis, FloatOptimum, Infeasible, Optimum, Outcome, SolverError, SolverFacts, Unbounded

__all__ = [
    "Basis",
    "FloatOptimum",
    "Infeasible",
    "Optimum",
    "Outcome",
    "SolverError",
    "SolverFacts",
    "Unbounded",
    "solve",
]
