"""Solve a linear program: floats find, exact arithmetic settles, the proof kernel accepts.

HiGHS (through cvxpy) proposes a point in floats. The rows that are nearly tight there are solved exactly, and exact
steps over the faces of the polyhedron repair what the floats got wrong, degenerate and non-basic points included. The
answer is an optimum with a theorem of weak duality, infeasibility with a theorem of Farkas, or an exact ray. An answer
that rests on floats alone is never returned.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from fractions import Fraction
from math import isfinite
from typing import Any

from derivations import kernel
from derivations.statements import LinearProgram, Row, dot, row_value, written_out
from lp.faces import ZERO, TooManyStepsError, Vector, Walk, combination, independent, solution
from lp.outcomes import FloatOptimum, Infeasible, Optimum, Outcome, SolverError, SolverFacts, Unbounded

__all__ = ["FloatOptimum", "Infeasible", "Optimum", "Outcome", "SolverError", "SolverFacts", "Unbounded", "solve"]

TIGHT = 1e-7  # a row of the float solution with less slack is tried as tight
DENOMINATOR = 10**6  # of the rational that stands for a float where no row determines it


def solve(program: LinearProgram) -> Outcome:
    """Minimise cost . z subject to rows z >= bounds and equations z = sides, exactly.

    Returns an `Optimum` (theorem by kernel.weak_duality), `Infeasible` (theorem by kernel.farkas) or `Unbounded` (exact
    point and ray). Raises SolverError if no certified answer is found.
    """
    try:
        return _solve(program, float_solution(program))
    except TooManyStepsError as error:
        raise SolverError(str(error)) from error


def _solve(program: LinearProgram, guess: tuple[float, ...] | None) -> Outcome:
    contradiction = _contradicting_equations(program)
    if contradiction is not None:
        nothing = (ZERO,) * len(program.rows)
        return Infeasible(program, (nothing, contradiction), kernel.farkas(program, nothing, contradiction))
    reduced, numbers = _independent_equations(program)
    walk = _start_near(reduced, guess)
    if walk is None:
        found = _feasible_walk(reduced, guess)
        if isinstance(found, Walk):
            walk = found
        else:
            multipliers = found[0], _padded(found[1], numbers, len(program.equations))
            return Infeasible(program, multipliers, kernel.farkas(program, *multipliers))
    ray = walk.minimise()
    if ray is not None:
        return Unbounded(program, walk.point, ray)
    y, w = _multipliers(walk)
    dual = y, _padded(w, numbers, len(program.equations))
    return Optimum(program, walk.point, dual, kernel.weak_duality(program, walk.point, *dual))


def float_solution(program: LinearProgram) -> tuple[float, ...] | None:
    """What HiGHS proposes, through cvxpy; None if it proposes no point. A proposal only: nothing rests on it."""
    import cvxpy

    z = cvxpy.Variable(len(program.cost))
    constraints: list[cvxpy.Constraint] = []
    if program.rows:
        constraints.append(
            _floats([written_out(row, len(program.cost)) for row in program.rows]) @ z >= _floats(program.bounds)
        )
    if program.equations:
        constraints.append(
            _floats([written_out(row, len(program.cost)) for row in program.equations]) @ z == _floats(program.sides)
        )
    problem = cvxpy.Problem(cvxpy.Minimize(_floats(program.cost) @ z), constraints)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that floats were inaccurate is no matter: they are only a proposal
            problem.solve(solver=cvxpy.HIGHS)  # type: ignore[no-untyped-call]
    except cvxpy.error.SolverError:
        return None
    if z.value is None or not all(isfinite(v) for v in z.value):
        return None
    return tuple(float(v) for v in z.value)


def _floats(values: object) -> Any:
    import numpy

    return numpy.array(values, dtype=float)


def _start_near(program: LinearProgram, guess: tuple[float, ...] | None) -> Walk | None:
    """The exact point at which the nearly tight rows of the guess are tight, if it is feasible."""
    if guess is None:
        return None
    slack = [
        abs(sum(float(a) * guess[j] for j, a in row) - float(b))
        for row, b in zip(program.rows, program.bounds, strict=True)
    ]
    tight = sorted((i for i in range(len(slack)) if slack[i] < TIGHT), key=slack.__getitem__)
    first = len(program.equations)
    candidates = _written_out(program, [*program.equations, *(program.rows[i] for i in tight)])
    chosen = independent(candidates, len(program.cost))
    kept = [tight[i - first] for i in chosen if i >= first]
    point = _point_near(program, kept, guess)
    return Walk(program, point, kept) if program.admits(point) else None


def _point_near(program: LinearProgram, kept: list[int], guess: tuple[float, ...]) -> Vector:
    """The exact solution of the equations and the kept rows with free variables as in the guess."""
    base = tuple(Fraction(v).limit_denominator(DENOMINATOR) for v in guess)
    rows = _written_out(program, [*program.equations, *(program.rows[i] for i in kept)])
    sides = [*program.sides, *(program.bounds[i] for i in kept)]
    if not rows:
        return base
    correction = solution(rows, [s - dot(row, base) for row, s in zip(rows, sides, strict=True)])
    assert correction is not None, "independent equations have a solution"
    return tuple(b + c for b, c in zip(base, correction, strict=True))


def _feasible_walk(program: LinearProgram, guess: tuple[float, ...] | None) -> Walk | tuple[Vector, Vector]:
    """A feasible start, by minimising the largest violation s; multipliers of a contradiction if it stays positive."""
    start = _point_near(program, [], guess or (0.0,) * len(program.cost))
    worst = max([ZERO, *(b - row_value(row, start) for row, b in zip(program.rows, program.bounds, strict=True))])
    nothing = (ZERO,) * len(program.cost)
    relaxed = LinearProgram(
        cost=(*nothing, Fraction(1)),
        rows=(*((*row, (len(nothing), Fraction(1))) for row in program.rows), ((len(nothing), Fraction(1)),)),
        bounds=(*program.bounds, ZERO),
        equations=program.equations,
        sides=program.sides,
    )
    walk = Walk(relaxed, (*start, worst))
    ray = walk.minimise()
    assert ray is None, "the largest violation is bounded below by 0"
    if walk.point[-1] == 0:
        return Walk(program, walk.point[:-1])
    y, w = _multipliers(walk)
    return y[:-1], w


def _multipliers(walk: Walk) -> tuple[Vector, Vector]:
    """(of all rows, of the equations) at the end of a walk."""
    found = combination(walk.constraints(), walk.program.cost)
    assert found is not None, "a walk ends where its working set combines to the cost"
    first = len(walk.program.equations)
    return _padded(found[first:], walk.kept, len(walk.program.rows)), found[:first]


def _written_out(program: LinearProgram, rows: Iterable[Row]) -> list[Vector]:
    return [written_out(row, len(program.cost)) for row in rows]


def _padded(values: Vector, numbers: list[int], size: int) -> Vector:
    """The vector with the values at the numbered places and 0 elsewhere."""
    placed = dict(zip(numbers, values, strict=True))
    return tuple(placed.get(i, ZERO) for i in range(size))


def _contradicting_equations(program: LinearProgram) -> Vector | None:
    """Multipliers w with w equations = 0 and w sides = 1, if there are any."""
    if not program.equations:
        return None
    rows = [*zip(*_written_out(program, program.equations), strict=True), program.sides]
    return solution(rows, [*(ZERO,) * len(program.cost), Fraction(1)])


def _independent_equations(program: LinearProgram) -> tuple[LinearProgram, list[int]]:
    """The same program without equations that follow from others, and the numbers of those that are left."""
    numbers = independent(_written_out(program, program.equations), len(program.cost))
    equations, sides = [program.equations[i] for i in numbers], [program.sides[i] for i in numbers]
    reduced = LinearProgram(program.cost, program.rows, program.bounds, tuple(equations), tuple(sides))
    return reduced, numbers
