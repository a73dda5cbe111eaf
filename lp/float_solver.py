"""What HiGHS says of a linear program in floats: a point, multipliers and a basis, of which nothing is proved.

The program goes to HiGHS as one sparse matrix; rows with one variable go as bounds of that variable.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any

from derivations.statements import LinearProgram
from lp.exact_rows import IntegerProgram
from lp.outcomes import FloatOptimum, SolverFacts

LARGEST = 1e300  # stands for what no double holds
COMFORTABLE = 1 << 20  # integer rows with larger entries are divided by a power of 2 before they become floats


def float_optimum(program: LinearProgram) -> FloatOptimum:
    """The answer of HiGHS in floats, for a look at programs that are too large for certified answers."""
    exact = IntegerProgram(program)
    found = propose(exact)
    point = value = dual = tight = None
    if found.solution.value_valid:
        point = tuple(found.solution.col_value)
        value = sum(_quotient(c.numerator, c.denominator) * z for c, z in zip(program.cost, point, strict=True))
    if found.solution.dual_valid:
        dual = _dual(exact, found)
    if found.basis is not None:
        tight = tuple(sorted(i for i in found.basis if exact.is_inequality(i)))
    return FloatOptimum(found.status, point, value, dual, tight, facts(program, found, 0.0, 0))


def facts(program: LinearProgram, found: Proposal | None, exact_seconds: float, pivots: int) -> SolverFacts:
    """The facts of one solution."""
    entries = sum(map(len, program.rows)) + sum(map(len, program.equations))
    return SolverFacts(
        "none" if found is None else "HiGHS",
        "" if found is None else found.version,
        0.0 if found is None else found.seconds,
        exact_seconds,
        pivots,
        len(program.cost),
        len(program.rows),
        len(program.equations),
        entries,
    )


class _Columns:
    """The bounds of the variables, from rows with one entry, with the numbers of these rows."""

    def __init__(self, program: IntegerProgram) -> None:
        self.lower, self.upper = [-inf] * program.size, [inf] * program.size
        self.lower_row, self.upper_row = [-1] * program.size, [-1] * program.size
        self.general: list[int] = []
        for number, row in enumerate(program.rows):
            if len(row.variables) != 1 or not program.is_inequality(number):
                self.general.append(number)
                continue
            (j,), (a,) = row.variables, row.coefficients
            bound = _quotient(row.side, a)
            if a > 0 and (bound > self.lower[j] or self.lower_row[j] < 0):
                self.lower[j], self.lower_row[j] = bound, number
            elif a < 0 and (bound < self.upper[j] or self.upper_row[j] < 0):
                self.upper[j], self.upper_row[j] = bound, number


@dataclass(frozen=True)
class Proposal:
    """What HiGHS returned: a basis by numbers of constraints, if any, and the solution of its scaled model."""

    basis: tuple[int, ...] | None
    status: str
    columns: _Columns
    solution: Any
    seconds: float
    version: str


def propose(program: IntegerProgram) -> Proposal:
    """Run HiGHS on the program; without its presolve where that leaves no basis of an optimum."""
    import highspy

    make_solver: Any = highspy.Highs
    solver = make_solver()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    began = time.process_time()
    columns = _Columns(program)
    solver.passModel(_model(program, columns))
    solver.run()
    optimal = highspy.HighsModelStatus.kOptimal
    if solver.getModelStatus() != optimal:
        solver.clearSolver()
        solver.setOptionValue("presolve", "off")
        solver.setOptionValue("solver", "simplex")
        solver.run()
    seconds = time.process_time() - began
    status = solver.modelStatusToString(solver.getModelStatus()).lower()
    basis = solver.getBasis()
    numbers = _numbers(program, columns, basis) if basis.valid else None
    return Proposal(numbers, status, columns, solver.getSolution(), seconds, solver.version())


def _model(program: IntegerProgram, columns: _Columns) -> Any:
    import highspy
    import numpy as np

    starts, variables = [0], list[int]()
    values, lower, upper = list[float](), list[float](), list[float]()
    for number in columns.general:
        row = program.rows[number]
        divisor = _divisor(row.coefficients)
        variables.extend(row.variables)
        values.extend(row.coefficients if divisor == 1 else [_quotient(a, divisor) for a in row.coefficients])
        starts.append(len(variables))
        side = _quotient(row.side, divisor)
        lower.append(side)
        upper.append(inf if program.is_inequality(number) else side)
    divisor = _divisor(program.cost)
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = program.size, len(lower)
    model.col_cost_ = np.array([_quotient(c, divisor) for c in program.cost])
    model.col_lower_, model.col_upper_ = np.array(columns.lower), np.array(columns.upper)
    model.row_lower_, model.row_upper_ = np.array(lower), np.array(upper)
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.array(starts, dtype=np.int32)
    model.a_matrix_.index_ = np.array(variables, dtype=np.int32)
    model.a_matrix_.value_ = np.array(values)
    return model


def _numbers(program: IntegerProgram, columns: _Columns, basis: Any) -> tuple[int, ...]:
    """The nonbasic rows and bounds; a nonbasic variable that is at no bound is at 0."""
    import highspy

    status = highspy.HighsBasisStatus
    found = []
    for j, state in enumerate(basis.col_status):
        if state != status.kBasic:
            at = {status.kLower: columns.lower_row[j], status.kUpper: columns.upper_row[j]}.get(state, -1)
            found.append(at if at >= 0 else program.auxiliary(j))
    for number, state in zip(columns.general, basis.row_status, strict=True):
        if state != status.kBasic:
            found.append(number)
    return tuple(found)


def _dual(program: IntegerProgram, found: Proposal) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Multipliers of the rows and of the equations of the program itself, from those of the scaled model."""
    placed = [0.0] * len(program.rows)
    unit = Fraction(_divisor(program.cost), program.cost_scale)
    for number, value in zip(found.columns.general, found.solution.row_dual, strict=True):
        row = program.rows[number]
        factor = unit * row.scale / _divisor(row.coefficients)
        placed[number] = value * _quotient(factor.numerator, factor.denominator)
    for j, value in enumerate(found.solution.col_dual):
        number = found.columns.lower_row[j] if value > 0 else found.columns.upper_row[j]
        if value != 0 and number >= 0:
            factor = unit * program.rows[number].scale / program.rows[number].coefficients[0]
            placed[number] = value * _quotient(factor.numerator, factor.denominator)
    return tuple(placed[: program.inequalities]), tuple(placed[program.inequalities :])


def _divisor(values: Any) -> int:
    """A power of 2 that brings long integers to the size of floats."""
    largest = max(map(abs, values), default=0)
    return 1 if largest < COMFORTABLE else 1 << (largest.bit_length() - 1)


def _quotient(value: int, divisor: int) -> float:
    try:
        return value / divisor
    except OverflowError:
        return LARGEST if (value > 0) == (divisor > 0) else -LARGEST
