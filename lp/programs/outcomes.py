"""What solving a linear program gives: an exact optimum, contradiction or ray; or floats, which prove nothing."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import LinearProgram, dot, row_value
from mechanisms.exact.notebook import Shown

Vector = tuple[Fraction, ...]
_logger = logging.getLogger(__name__)
SHOWN = 6  # entries of a vector in LaTeX


class SolverError(RuntimeError):
    """No certified answer was found; the sentence says what failed."""


@dataclass(frozen=True)
class SolverFacts:
    """How an answer was found: which solver proposed it, how long that took, and what exact arithmetic had to add.

    Times are in seconds. Facts describe one run, are told to the log, and are no part of what an answer is equal to.
    """

    solver: str = "none"
    version: str = ""
    solver_seconds: float = 0.0
    exact_seconds: float = 0.0
    pivots: int = 0
    variables: int = 0
    rows: int = 0
    equations: int = 0
    nonzeros: int = 0

    def __post_init__(self) -> None:
        if self.version:
            _logger.info("%s", self)

    def __str__(self) -> str:
        return (
            f"{self.solver} {self.version}".rstrip()
            + f" {self.solver_seconds:.3f} s, exact {self.exact_seconds:.3f} s, "
            f"{self.pivots} exact pivots; {self.variables} variables, {self.rows} inequalities, "
            f"{self.equations} equations, {self.nonzeros} nonzeros"
        )


NO_FACTS = SolverFacts()


@dataclass(frozen=True)
class Basis:
    """As many independent constraints as there are variables, which are tight at one point: numbers, in order.

    Where the program does not determine a variable, `zeros` puts it to 0.
    """

    rows: tuple[int, ...]
    equations: tuple[int, ...] = ()
    zeros: tuple[int, ...] = ()


@dataclass(frozen=True)
class Optimum(Shown):
    """The minimum: `point` attains it, `dual` = (multipliers of rows, of equations) proves that nothing is less."""

    program: LinearProgram
    point: Vector
    dual: tuple[Vector, Vector]
    theorem: Theorem
    facts: SolverFacts = field(default=NO_FACTS, compare=False)
    basis: Basis | None = field(default=None, compare=False)

    @cached_property
    def value(self) -> Fraction:
        """The minimum."""
        return dot(self.program.cost, self.point)

    @cached_property
    def active(self) -> tuple[int, ...]:
        """The numbers of the rows that are tight at the point; the equations always are."""
        rows = zip(self.program.rows, self.program.bounds, strict=True)
        return tuple(i for i, (row, bound) in enumerate(rows) if row_value(row, self.point) == bound)

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle \min = {latex_number(self.value)} \text{{ at }} z = {_vector(self.point)}$"


@dataclass(frozen=True)
class Infeasible(Shown):
    """No point satisfies the constraints: `multipliers` combine them to 0 >= something positive."""

    program: LinearProgram
    multipliers: tuple[Vector, Vector]
    theorem: Theorem
    facts: SolverFacts = field(default=NO_FACTS, compare=False)

    def _repr_latex_(self) -> str:
        y, w = self.multipliers
        return rf"$\displaystyle \text{{infeasible: }} y = {_vector(y)},\ w = {_vector(w)}$"


@dataclass(frozen=True)
class Unbounded(Shown):
    """From `point`, the cost falls without end along `ray`; both are checked when this is made.

    Raises SolverError where the check fails.
    """

    program: LinearProgram
    point: Vector
    ray: Vector
    facts: SolverFacts = field(default=NO_FACTS, compare=False)

    def __post_init__(self) -> None:
        program = self.program
        stays = all(row_value(row, self.ray) >= 0 for row in program.rows)
        stays = stays and all(row_value(row, self.ray) == 0 for row in program.equations)
        if not (program.admits(self.point) and stays and dot(program.cost, self.ray) < 0):
            raise SolverError("this is no ray of the program along which the cost falls")

    def _repr_latex_(self) -> str:
        start, ray = _vector(self.point), _vector(self.ray)
        return rf"$\displaystyle \min = -\infty \text{{ from }} {start} \text{{ along }} {ray}$"


Outcome = Optimum | Infeasible | Unbounded


@dataclass(frozen=True)
class FloatOptimum(Shown):
    """What a solver in floats says; nothing is proved, so this is never called an optimum elsewhere.

    `status` is the word of the solver ("optimal", "infeasible", "unbounded" or another). `dual` holds multipliers of
    the rows and of the equations. `tight` lists the rows, by number, that are nonbasic: at their bounds in the basis.
    """

    status: str
    point: tuple[float, ...] | None
    value: float | None
    dual: tuple[tuple[float, ...], tuple[float, ...]] | None
    tight: tuple[int, ...] | None
    facts: SolverFacts = field(default=NO_FACTS, compare=False)

    def _repr_latex_(self) -> str:
        shown = r"\text{none}" if self.value is None else f"{self.value:.9g}"
        return rf"$\displaystyle \text{{{self.status} in floats, unproved: }} {shown}$"


def latex_number(value: Fraction) -> str:
    """A rational number in LaTeX."""
    if value.denominator == 1:
        return str(value.numerator)
    return ("-" if value < 0 else "") + rf"\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"


def _vector(values: Vector) -> str:
    shown = [latex_number(v) for v in values[:SHOWN]]
    if len(values) > SHOWN:
        shown.append(rf"\ldots \text{{ ({len(values)} entries)}}")
    return rf"\left({', '.join(shown)}\right)"
