"""Linear programs whose answers come with exact certificates that the proof kernel has checked.

`solve` takes a program in exact numbers, `certify` a problem of cvxpy; cvxpy is imported when `certify` is first used.
"""

from __future__ import annotations

from typing import Any

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
    "certify",
    "solve",
]


def __getattr__(name: str) -> Any:
    if name == "certify":
        from lp.models.certificate import certify

        return certify
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
