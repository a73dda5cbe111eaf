"""Whether a linear program has one optimum or more, exactly, with what shows it.

From an optimum z with multipliers y, another one lies in a direction d != 0 with E d = 0, cost d = 0 and A_i d >= 0 for
the rows i that are tight at z. There is none if

* the rows with y_i > 0, which are tight at every optimum, and the equations determine z by themselves; or
* no such direction leaves a tight row, that is, the largest sum of A_i d over the tight rows is 0 (a linear program,
  whose optimum the kernel certifies), and the tight rows and the equations determine z.

That a system determines its solution is shown by its rank modulo a prime: what is independent there is independent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import LinearProgram, Row, row_value
from lp.programs.exact_elimination import independent_lines
from lp.programs.linear_program import solve
from lp.programs.outcomes import Optimum, SolverError, Vector
from mechanisms.exact.notebook import Shown

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Unique(Shown):
    """There is no other optimum.

    Attributes:
        reason: in words.
        theorem: that no direction leaves a tight row; None where rows that are tight at every optimum determine it.

    """

    reason: str
    theorem: Theorem | None = None


@dataclass(frozen=True)
class Another(Shown):
    """A second optimum, and so all that lie between."""

    point: Vector


def uniqueness(optimum: Optimum) -> Unique | Another:
    """Whether the program of an optimum has another one; SolverError if this is not settled."""
    program = optimum.program
    always = [program.rows[i] for i, y in enumerate(optimum.dual[0]) if y > 0]
    if not _free_columns(program, [*always, *program.equations]):
        return Unique("the constraints with positive multipliers are tight at every optimum and leave one point")
    tight = [program.rows[i] for i in optimum.active]
    leaving = solve(_direction_program(program, tight))
    if not isinstance(leaving, Optimum):
        raise SolverError("the program of the directions is feasible and bounded, but this was not found")
    if leaving.value < 0:
        return _along(optimum, leaving.point)
    free = _free_columns(program, [*tight, *program.equations])
    if not free:
        return Unique("no direction leaves a tight constraint, and those leave one point", leaving.theorem)
    staying = solve(_staying_program(program, tight, free[0]))
    if not isinstance(staying, Optimum):
        raise SolverError("the rank modulo a prime is not the rank; this has a chance of about 1 in 10^18")
    return _along(optimum, staying.point)


def _free_columns(program: LinearProgram, rows: Iterable[Row]) -> list[int]:
    """Variables that the rows and the cost, put to some values, do not determine; none if the rows have full rank."""
    size = len(program.cost)
    cost = tuple((j, c) for j, c in enumerate(program.cost) if c)
    integral = []
    for row in (*rows, cost):
        common = lcm(*(c.denominator for _, c in row))
        integral.append([(j, c.numerator * (common // c.denominator)) for j, c in row])
    fixed = set(independent_lines(integral, size)[1])
    return [j for j in range(size) if j not in fixed]


def _directions(program: LinearProgram) -> tuple[tuple[Row, ...], int]:
    """The equations of a direction along which nothing changes, and how many there are."""
    cost = tuple((j, c) for j, c in enumerate(program.cost) if c)
    equations = (*program.equations, cost) if cost else program.equations
    return equations, len(equations)


def _direction_program(program: LinearProgram, tight: list[Row]) -> LinearProgram:
    """Maximise the sum of A_i d over the tight rows, at most 1, along directions that keep every constraint."""
    total: dict[int, Fraction] = {}
    for row in tight:
        for j, c in row:
            total[j] = total.get(j, ZERO) + c
    whole = tuple((j, -c) for j, c in sorted(total.items()) if c)
    equations, count = _directions(program)
    price = dict(whole)
    cost = tuple(price.get(j, ZERO) for j in range(len(program.cost)))
    rows, bounds = ((*tight, whole), (*(ZERO,) * len(tight), -ONE)) if whole else (tuple(tight), (ZERO,) * len(tight))
    return LinearProgram(cost, rows, bounds, equations, (ZERO,) * count)


def _staying_program(program: LinearProgram, tight: list[Row], free: int) -> LinearProgram:
    """A direction that keeps the tight rows tight and moves a free variable by 1; no cost."""
    equations, count = _directions(program)
    every = (*equations, *tight, ((free, ONE),))
    return LinearProgram((ZERO,) * len(program.cost), (), (), every, (*(ZERO,) * (count + len(tight)), ONE))


def _along(optimum: Optimum, direction: Vector) -> Another:
    """The last point of the program in the direction, or the point after one step where there is no last one."""
    program = optimum.program
    lengths = [
        (row_value(row, optimum.point) - bound) / -slope
        for row, bound in zip(program.rows, program.bounds, strict=True)
        if (slope := row_value(row, direction)) < 0
    ]
    length = min(lengths, default=ONE)
    point = tuple(p + length * d for p, d in zip(optimum.point, direction, strict=True))
    if length <= 0 or point == optimum.point or not program.admits(point):
        raise SolverError("the direction leads to no other point of the program")
    if row_value(tuple(enumerate(program.cost)), point) != optimum.value:
        raise SolverError("the other point is no optimum")
    return Another(point)
