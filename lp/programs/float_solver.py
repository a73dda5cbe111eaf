"""What HiGHS says of a linear program in floats: a point, multipliers and a basis, of which nothing is proved."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from derivations.arithmetic.statements import LinearProgram
from lp.programs.exact_rows import IntegerProgram
from lp.programs.float_model import FloatModel, scaled
from lp.programs.outcomes import FloatOptimum, SolverFacts


def float_optimum(program: LinearProgram) -> FloatOptimum:
    """The answer of HiGHS in floats, for a look at programs that are too large for certified answers."""
    exact = IntegerProgram(program)
    found = propose(exact)
    point = value = dual = tight = None
    if found.solution.value_valid:
        point = found.model.point(found.solution)
        value = sum(scaled(c.numerator, 0, c.denominator) * z for c, z in zip(program.cost, point, strict=True))
    if found.solution.dual_valid:
        dual = found.model.multipliers(found.solution)
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


@dataclass(frozen=True)
class Proposal:
    """What HiGHS returned: a basis by numbers of constraints, if any, and the solution of its scaled model."""

    basis: tuple[int, ...] | None
    status: str
    model: FloatModel
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
    model = FloatModel(program)
    solver.passModel(model.for_highs())
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
    numbers = model.basis(basis) if basis.valid else None
    return Proposal(numbers, status, model, solver.getSolution(), seconds, solver.version())
