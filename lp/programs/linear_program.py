"""Solve a linear program: floats find, exact arithmetic settles, the proof kernel accepts.

HiGHS proposes a basis. Its point and multipliers are computed exactly, and exact pivots repair the basis where the
floats were wrong, or find one where they had nothing to say. The answer is an optimum with a theorem of weak duality,
infeasibility with a theorem of Farkas, or an exact ray. An answer that rests on floats alone is never returned.
"""

from __future__ import annotations

import time
from dataclasses import replace

from derivations.arithmetic import kernel
from derivations.arithmetic.statements import LinearProgram
from lp.programs.exact_rows import IntegerProgram, fraction
from lp.programs.exact_simplex import Contradiction, Ray, Simplex, TooManyPivotsError, completed, start
from lp.programs.float_solver import facts, propose
from lp.programs.outcomes import (
    Basis,
    FloatOptimum,
    Infeasible,
    Optimum,
    Outcome,
    SolverError,
    SolverFacts,
    Unbounded,
    Vector,
)

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


def solve(program: LinearProgram, guess: Basis | None = None) -> Outcome:
    """Minimise cost . z subject to rows z >= bounds and equations z = sides, exactly.

    Returns an `Optimum` (theorem by kernel.weak_duality), `Infeasible` (theorem by kernel.farkas) or `Unbounded` (exact
    point and ray). With a guess, a basis that may be optimal or near it, no solver in floats is asked. Raises
    SolverError if no certified answer is found.
    """
    exact = IntegerProgram(program)
    found = propose(exact) if guess is None and exact.size else None
    began = time.process_time()
    proposal = found.basis if found is not None else None
    if guess is not None:
        proposal = tuple(completed(exact, _numbers(exact, guess)))
    simplex = start(exact, proposal)
    try:
        end = simplex.run()
    except TooManyPivotsError as error:
        raise SolverError(str(error)) from error
    try:
        outcome = _outcome(program, simplex, end)
    except kernel.KernelError as error:
        raise SolverError(f"the kernel refused what exact pivots found: {error}") from error
    return replace(outcome, facts=facts(program, found, time.process_time() - began, simplex.pivots))


def _outcome(program: LinearProgram, simplex: Simplex, end: Contradiction | Ray | None) -> Outcome:
    exact = simplex.program
    if isinstance(end, Contradiction):
        y, w = exact.multipliers(end.numbers, end.values)
        return Infeasible(program, (y, w), kernel.farkas(program, y, w))
    point = tuple(map(fraction, simplex.point()))
    if isinstance(end, Ray):
        return Unbounded(program, point, tuple(map(fraction, end.direction)))
    dual = _dual(simplex)
    assert dual is not None, "auxiliary constraints have multiplier 0 at the end"
    return Optimum(program, point, dual, kernel.weak_duality(program, point, *dual), basis=_basis(simplex))


def _dual(simplex: Simplex) -> tuple[Vector, Vector] | None:
    exact = simplex.program
    found = simplex.optimal_multipliers()
    if any(v != 0 and exact.is_auxiliary(i) for i, v in zip(simplex.basis, found, strict=True)):
        return None
    y, w = exact.multipliers(simplex.basis, [v / exact.cost_scale for v in found])
    return y, w


def _numbers(exact: IntegerProgram, basis: Basis) -> list[int]:
    equations = (exact.inequalities + i for i in basis.equations)
    return [*basis.rows, *equations, *map(exact.auxiliary, basis.zeros)]


def _basis(simplex: Simplex) -> Basis:
    exact, numbers = simplex.program, sorted(simplex.basis)
    return Basis(
        tuple(i for i in numbers if exact.is_inequality(i)),
        tuple(i - exact.inequalities for i in numbers if not exact.is_inequality(i) and not exact.is_auxiliary(i)),
        tuple(i - len(exact.rows) for i in numbers if exact.is_auxiliary(i)),
    )
