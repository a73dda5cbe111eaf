"""Exact bounds of the optimum of a problem that is linear but for squares over affine functions.

Each square is held up by some of its tangents, which makes a linear program whose exact optimum bounds that of the
problem from below; at the slopes of the optimum they are equal. The slopes come from a solver of cvxpy, rounded, and
from the points at which the bound was too low (Kelley). From above the optimum is bounded by an exact point: that of
the linear program, the floats rounded to simple numbers, or the best one in a small box around the floats.
Source: Kelley, The cutting-plane method for solving convex programs, 1960.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

import cvxpy
import numpy as np
from scipy.sparse import csr_array

from derivations.arithmetic.statements import LinearProgram, Row
from lp.models.affine import ONE, Affine
from lp.models.exact_program import ExactProgram, Origin
from lp.models.quotients import Quotient
from lp.programs.outcomes import Infeasible, Optimum, Outcome, SolverError, Unbounded, Vector

Solver = Callable[[LinearProgram], Outcome]
GAP = 1e-8
ROUNDS = 40
CLOSE = 1e-6  # a float stands for a simple number as close as this, relative to 1
STEEPEST = 1e-3  # a tangent is no steeper than its reciprocal
GRAIN = 10**11  # slopes are multiples of 1/GRAIN at last
RADIUS = Fraction(1, 10**6)  # of the box around the floats
MARGINS = (Fraction(0), Fraction(1, 10**11), Fraction(1, 10**9))
TOLERANCES = (1e-12, 1e-10, 1e-8, 1e-6)  # the first that the solver reaches
NEGLIGIBLE = 1e-6  # masses below it are put to 0


def enclosure(exact: ExactProgram, solver: Solver, gap: float = GAP) -> tuple[ExactProgram, Outcome, Vector | None]:
    """(the program with tangents, its outcome, and an exact point of the problem whose value is that close to it).

    Where the program with tangents has no point, the problem has none either, and there is no third. Raises
    SolverError where no point comes close enough, or where the problem has no bound.
    """
    best: tuple[Fraction, Vector] | None = None
    floats, slopes = _proposed(exact) or (None, [])
    held = _held_up(exact, (cut for q, a in zip(exact.walk.quotients, slopes, strict=False) for cut in _tangents(q, a)))
    if floats is not None:
        best = _better(exact, best, [simple(z) for z in floats])
    for number in range(ROUNDS):
        found = solver(held.program)
        if isinstance(found, Infeasible):
            return held, found, None
        if isinstance(found, Unbounded):
            ahead = tuple(z + step for z, step in zip(found.point, found.ray, strict=True))
            held = _held_up(held, _violated(held, ahead))
            continue
        best = _better(exact, best, found.point)
        if floats is not None and number == 0:
            for margin in MARGINS:
                if not _met(best, found.value, gap):
                    best = _better(exact, best, _nearby(held, floats, solver, margin))
        if best is not None and _met(best, found.value, gap):
            return held, found, best[1]
        held = _held_up(held, _violated(held, found.point))
    raise SolverError(
        f"after {ROUNDS} rounds of tangents the exact bounds of the optimum are not within {gap} of each other; either "
        "the problem has no bound, or no exact point was found near the optimum: a larger gap may help"
    )


def _met(best: tuple[Fraction, Vector] | None, low: Fraction, gap: float) -> bool:
    return best is not None and best[0] - low <= Fraction(gap) * max(ONE, abs(best[0]))


def _held_up(exact: ExactProgram, cuts: Iterator[tuple[Quotient, Affine]]) -> ExactProgram:
    """The program with more rows, before its equations."""
    added = list({cut.row(): (quotient, cut) for quotient, cut in cuts}.values())
    program, count = exact.program, len(exact.program.rows)
    rows: tuple[Row, ...] = (*program.rows, *(cut.row() for _, cut in added))
    bounds = (*program.bounds, *(-cut.constant for _, cut in added))
    origins = (*exact.origins[:count], *(_origin(quotient) for quotient, _ in added), *exact.origins[count:])
    return replace(exact, program=replace(program, rows=rows, bounds=bounds), origins=origins)


def _origin(quotient: Quotient) -> Origin:
    """A cone is a constraint of the user's, an atom is none."""
    source = quotient.source
    return Origin(source) if isinstance(source, cvxpy.SOC) else Origin(None, (), source)


# -- slopes ----------------------------------------------------------------------------------------------------------


def _tangents(quotient: Quotient, slopes: Sequence[float]) -> Iterator[tuple[Quotient, Affine]]:
    """Tangents with simple numbers close to the slopes, and with the slopes themselves."""
    for chosen in ([simple(a) for a in slopes], [Fraction(round(a * GRAIN), GRAIN) for a in slopes]):
        yield quotient, quotient.tangent(chosen)


def _violated(exact: ExactProgram, point: Vector) -> Iterator[tuple[Quotient, Affine]]:
    """Tangents at a point of the program, of the squares that are above their unknowns there."""
    for quotient in exact.walk.quotients:
        value = quotient.at(point)
        if value is None or value > quotient.held.at(point):
            tops, mass = [float(u.at(point)) for u in quotient.above], float(quotient.below.at(point))
            yield from _tangents(quotient, [u / max(mass, STEEPEST * max(map(abs, tops))) for u in tops])


def simple(value: float) -> Fraction:
    """The number with the least denominator, a power of ten at most, that is close to a float."""
    for most in (1, 10, 100, 1_000, 10_000, 100_000):
        found = Fraction(value).limit_denominator(most)
        if abs(float(found) - value) <= CLOSE * max(1.0, abs(value)):
            return found
    return Fraction(round(value * GRAIN), GRAIN)


# -- points ----------------------------------------------------------------------------------------------------------


def _better(
    exact: ExactProgram, best: tuple[Fraction, Vector] | None, point: Sequence[Fraction] | None
) -> tuple[Fraction, Vector] | None:
    """The better one of a point and, if it meets all constraints, another one with its new unknowns put right."""
    if point is None:
        return best
    made = list(point)
    for extreme in (*exact.walk.cones, *exact.walk.made):
        if extreme.unknown is not None:
            value = extreme.needed(made)
            if value is None:
                return best
            made[extreme.unknown] = value
    if any((value := cone.at(made)) is None or value > cone.held.at(made) for cone in exact.walk.cones):
        return best
    program = exact.program
    lines = [*zip(program.rows, program.bounds, strict=True)]
    if any(_value(row, made) < bound for row, bound in lines) or any(
        _value(row, made) != side for row, side in zip(program.equations, program.sides, strict=True)
    ):
        return best
    value = sum((c * z for c, z in zip(program.cost, made, strict=True)), Fraction(0))
    return (value, tuple(made)) if best is None or value < best[0] else best


def _value(row: Row, point: Sequence[Fraction]) -> Fraction:
    return sum((c * point[j] for j, c in row), Fraction(0))


def _nearby(held: ExactProgram, floats: Sequence[float], solver: Solver, margin: Fraction) -> Vector | None:
    """The best point of the program in a small box around the floats, without the masses that hardly matter.

    Constraints on squares are met with a margin, which leaves room for what the squares exceed their tangents by.
    """
    own = {
        j for unknowns in held.walk.unknowns.values() for z in unknowns.flat if isinstance(z, Affine) for j in z.terms
    }
    program = held.program
    rows, bounds = list(program.rows), list(program.bounds)
    equations, sides = list(program.equations), list(program.sides)
    made = {extreme.unknown for extreme in (*held.walk.made, *held.walk.cones)}
    for i, row in enumerate(program.rows):
        if held.origins[i].constraint is not None and made.intersection(j for j, _ in row):
            bounds[i] += margin
    for j in own:
        center = Fraction(round(floats[j] * GRAIN), GRAIN)
        rows += [((j, ONE),), ((j, -ONE),)]
        bounds += [center - RADIUS, -center - RADIUS]
    for quotient in held.walk.quotients:
        if quotient.below.terms and float(quotient.below.at(floats)) < NEGLIGIBLE:
            gone = [entry for entry in (*quotient.above, quotient.below) if entry.terms]
            equations += [entry.row() for entry in gone]
            sides += [-entry.constant for entry in gone]
    found = solver(LinearProgram(program.cost, tuple(rows), tuple(bounds), tuple(equations), tuple(sides)))
    return found.point if isinstance(found, Optimum) else None


def _proposed(exact: ExactProgram) -> tuple[list[float], list[list[float]]] | None:
    """All unknowns, and the slopes of each square, by Clarabel; None where it finds no point.

    As a cone of second order t v >= |u|^2 is |(2 u, t - v)| <= t + v. With the multipliers (l, m, n) of these three the
    problem is bounded by its tangents at the slopes a = -m/(l + n), also where u = v = 0.
    """
    program, size = exact.program, len(exact.walk.names)
    z = cvxpy.Variable(size)
    cones = []
    for quotient in exact.walk.quotients:
        t, v = _affine(quotient.held, z), _affine(quotient.below, z)
        sides = cvxpy.hstack([*(2 * _affine(u, z) for u in quotient.above), t - v])
        cones.append(cvxpy.SOC(t + v, sides))
    implied = {id(quotient.source) for quotient in exact.walk.quotients}  # by the cones, whose multipliers count
    kept = [i for i in range(len(program.rows)) if id(exact.origins[i].expression) not in implied]
    demands = []
    if kept:
        sides = np.array([program.bounds[i] for i in kept], dtype=float)
        demands.append(_matrix([program.rows[i] for i in kept], size) @ z >= sides)
    if program.equations:
        demands.append(_matrix(program.equations, size) @ z == np.array(program.sides, dtype=float))
    problem = cvxpy.Problem(cvxpy.Minimize(np.array(program.cost, dtype=float) @ z), [*demands, *cones])
    for tolerance in TOLERANCES:
        accuracy = dict.fromkeys(("tol_gap_abs", "tol_gap_rel", "tol_feas"), tolerance)
        with warnings.catch_warnings(), suppress(cvxpy.error.SolverError):
            warnings.simplefilter("ignore")  # inaccurate floats only cost further rounds
            problem.solve(solver=cvxpy.CLARABEL, **accuracy)
            if z.value is not None:
                return z.value.tolist(), [_slopes(cone) for cone in cones]
    return None


def _slopes(cone: Any) -> list[float]:
    first, rest = (np.ravel(value) for value in cone.dual_value)
    whole = first[0] + rest[-1]
    return [float(-m / whole) if whole > 0 else 0.0 for m in rest[:-1]]


def _affine(entry: Affine, z: Any) -> Any:
    if not entry.terms:
        return float(entry.constant)
    return sum((float(c) * z[j] for j, c in entry.terms.items()), float(entry.constant))


def _matrix(rows: Sequence[Row], size: int) -> Any:
    entries = [(i, j, float(c)) for i, row in enumerate(rows) for j, c in row]
    lines, columns, values = zip(*entries, strict=True) if entries else ((), (), ())
    return csr_array((values, (lines, columns)), shape=(len(rows), size))
