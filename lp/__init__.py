"""Linear programs whose answers come with exact certificates that the proof kernel has checked."""

from __future__ import annotations

from lp.linear_program import Infeasible, Optimum, Outcome, SolverError, Unbounded, solve

__all__ = ["Infeasible", "Optimum", "Outcome", "SolverError", "Unbounded", "solve"]
