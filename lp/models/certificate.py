"""The exact optimum of a problem of cvxpy, with a theorem of the kernel, whenever it is linear in exact data.

Problems with squares over affine functions have exact bounds of their optimum (`lp.models.enclosure`).

The problem is walked, not compiled to floats (`lp.models.exact_walk`): what was entered as Fraction or sympy number is
that number, and a float is the rational that it is, which the answer says where the float is not the decimal that it is
printed as. HiGHS proposes a basis of the exact program, exact pivots settle it, the kernel accepts (`lp.solve`).

Answers speak of the constraints in the words of who wrote them: a label (`constraint.set_label`), or the constraint as
it stands, with the row in question where a constraint has several.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

import derivations.arithmetic.theorem_display  # noqa: F401  (shows theorems in notebooks)
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import LinearProgram
from lp.certificates.vipr import write_vipr
from lp.models.enclosure import GAP, enclosure
from lp.models.exact_program import ExactProgram, exact_program, float_notes, value_at
from lp.models.quotients import squares_above_tangents
from lp.programs.linear_program import solve
from lp.programs.outcomes import Infeasible, Optimum, Outcome, Unbounded, Vector
from lp.programs.uniqueness import Another, uniqueness
from mechanisms.design import Design
from mechanisms.exact.notebook import Shown, latex_of, text_latex
from mechanisms.exact.numerals import decimal_bound

Solver = Callable[[LinearProgram], Outcome]
DIGITS = 12  # of bounds that are printed


@dataclass(frozen=True)
class Certified(Shown):
    """The optimum of a problem, exactly.

    Attributes:
        value: the least or largest value of the objective.
        exact: the program that was solved.
        optimum: its point, multipliers, theorem of the kernel, and facts about the solver.

    """

    value: Fraction
    exact: ExactProgram
    optimum: Optimum

    @property
    def theorem(self) -> Theorem:
        """That no point of the program is better."""
        return self.optimum.theorem

    def __getitem__(self, expression: Any) -> Any:
        """The exact value of a variable, or of an affine expression of the variables of the problem.

        An array of Fractions, or a Fraction where the expression is a number.
        """
        return value_at(self.exact, expression, self.optimum.point)

    def design(self, variable: Any) -> Design:
        """The design matrix that a variable has become, with its labels where it has some."""
        return _design(self, variable)

    @cached_property
    def tight(self) -> tuple[str, ...]:
        """The inequalities that hold with equality at the optimum."""
        return self.exact.words_of(self.optimum.active)

    @cached_property
    def multipliers(self) -> tuple[tuple[str, Fraction], ...]:
        """The constraints that prove the optimum, each with what it is multiplied by: their sum is the objective."""
        y, w = self.optimum.dual
        return tuple((self.exact.words(i), price) for i, price in enumerate((*y, *w)) if price)

    @cached_property
    def another(self) -> Another | None:
        """Another point with the same value, if the optimum is tied; None is a proof that there is none."""
        found = uniqueness(self.optimum)
        return found if isinstance(found, Another) else None

    @cached_property
    def ties(self) -> tuple[str, ...]:
        """The constraints that are tight at this optimum and not at another one; empty where there is one only.

        Where optima differ without leaving a constraint, the unknowns that may change are named instead.
        """
        if self.another is None:
            return ()
        program, other = self.exact.program, self.another.point
        left = [i for i in self.optimum.active if _slack(program, i, other)]
        if words := self.exact.words_of(left):
            return words
        pairs = zip(self.exact.names, self.optimum.point, other, strict=True)
        return tuple(f"{name} may be {here} or {there}" for name, here, there in pairs if here != there)

    @property
    def notes(self) -> tuple[str, ...]:
        """What floats of the problem were taken for."""
        return float_notes(self.exact.walk)

    def write_vipr(self, path: str | Path) -> None:
        """Write a certificate in the VIPR format, with the names of the variables."""
        write_vipr(self.optimum, path, self.exact.names, comment=f"optimum of a problem of cvxpy: {self.value}")

    def _repr_latex_(self) -> str:
        kind = r"\min" if self.exact.sign > 0 else r"\max"
        return rf"$\displaystyle {kind} = {latex_of(self.value)}$"

    def __str__(self) -> str:
        kind = "least" if self.exact.sign > 0 else "largest"
        return "\n".join([f"{kind} value {self.value}, by {self.theorem.rule.replace('_', ' ')}", *self.notes])


@dataclass(frozen=True)
class Contradiction(Shown):
    """No point meets all constraints: multipliers of Farkas, as a theorem of the kernel.

    Attributes:
        conflict: the constraints that contradict one another, in the words of who wrote them.
        exact: the program.
        infeasible: the multipliers and the theorem.

    """

    conflict: tuple[str, ...]
    exact: ExactProgram
    infeasible: Infeasible

    @property
    def theorem(self) -> Theorem:
        """That the program has no point."""
        return self.infeasible.theorem

    @property
    def notes(self) -> tuple[str, ...]:
        """What floats of the problem were taken for."""
        return float_notes(self.exact.walk)

    def write_vipr(self, path: str | Path) -> None:
        """Write a certificate in the VIPR format, with the names of the variables."""
        write_vipr(self.infeasible, path, self.exact.names, comment="a problem of cvxpy without a point")

    def _repr_latex_(self) -> str:
        return _lines_in_latex(str(self))

    def __str__(self) -> str:
        return "\n".join(["no point meets all constraints; these contradict each other:", *self.conflict, *self.notes])


@dataclass(frozen=True)
class Endless(Shown):
    """The objective has no bound: from a point it gets better without end along a ray, both exact.

    Attributes:
        moving: the unknowns that change along the ray, each with how much for one step.
        passed: the constraints on them, which the whole ray meets: none of them stops it.
        exact: the program.
        unbounded: the point and the ray, checked.

    """

    moving: Mapping[str, Fraction]
    passed: tuple[str, ...]
    exact: ExactProgram
    unbounded: Unbounded

    def _repr_latex_(self) -> str:
        return _lines_in_latex(str(self))

    def __str__(self) -> str:
        steps = ", ".join(f"{name} by {step}" for name, step in self.moving.items())
        held = "no constraint is on them" if not self.passed else "none of these stops it: " + "; ".join(self.passed)
        return f"the objective has no bound; it gets better without end as one changes {steps}; {held}"


@dataclass(frozen=True)
class Enclosed(Shown):
    """The optimum of a problem with squares over affine functions lies between `low` and `high`, both exact.

    Attributes:
        low, high: the optimum is at least `low` and at most `high`.
        exact: the program whose rows hold each square up by some of its tangents.
        optimum: the optimum of that program, its theorem and facts, which bounds the optimum of the problem.
        point: an exact point of the problem, whose value is the other bound.

    """

    low: Fraction
    high: Fraction
    exact: ExactProgram
    optimum: Optimum
    point: Vector

    @property
    def gap(self) -> Fraction:
        """high - low: 0 where the optimum is found exactly."""
        return self.high - self.low

    @property
    def theorems(self) -> tuple[Theorem, ...]:
        """That squares are above their tangents, and that no point of the program with the tangents is better."""
        return squares_above_tangents(), self.optimum.theorem

    def __getitem__(self, expression: Any) -> Any:
        """The exact value of an affine expression of the variables at the point."""
        return value_at(self.exact, expression, self.point)

    def design(self, variable: Any) -> Design:
        """The design matrix of the point, with its labels where it has some."""
        return _design(self, variable)

    @property
    def notes(self) -> tuple[str, ...]:
        """What floats of the problem were taken for."""
        return float_notes(self.exact.walk)

    def write_vipr(self, path: str | Path) -> None:
        """Write a certificate of the program with the tangents in the VIPR format, with the names of the variables."""
        comment = f"tangents of squares bound a problem of cvxpy by {self.exact.value(self.optimum.point)}"
        write_vipr(self.optimum, path, self.exact.names, comment=comment)

    def _repr_latex_(self) -> str:
        kind = r"\min" if self.exact.sign > 0 else r"\max"
        if not self.gap:
            return rf"$\displaystyle {kind} = {latex_of(self.low)}$"
        low, high = decimal_bound(self.low, DIGITS, -1), decimal_bound(self.high, DIGITS, 1)
        return rf"$\displaystyle {low} \le {kind} \le {high}$"

    def __str__(self) -> str:
        kind = "least" if self.exact.sign > 0 else "largest"
        value = str(self.low)
        if self.gap:
            value = f"between {decimal_bound(self.low, DIGITS, -1)} and {decimal_bound(self.high, DIGITS, 1)}"
        return "\n".join(
            [
                f"{kind} value {value}, by {self.optimum.theorem.rule.replace('_', ' ')} and tangents of squares",
                *self.notes,
            ]
        )


Answer = Certified | Enclosed | Contradiction | Endless


def certify(problem: Any, *, solver: Solver = solve, gap: float = GAP) -> Answer:
    """The exact optimum of a linear problem of cvxpy, with a theorem; or a theorem that it has no point, or a ray.

    Where squares over affine functions occur as well (`quad_over_lin`, `square`, `sum_squares`), the optimum lies
    between two exact numbers, which are one number where a rational optimum is found exactly.

    Args:
        problem: a `cvxpy.Problem`; parameters stand for their values.
        solver: how to solve the exact program, such as `lp.programs.symmetry.solve_over_orbits`.
        gap: how far apart the two numbers may be, relative to the larger one, or to 1 if that is more.

    Raises:
        NotLinearError: the problem is of another kind; the sentence names the atom, constraint or variable.
        InexactError: a number is irrational or infinite, or a parameter has no value.
        SolverError: the two numbers did not come close enough.

    The optimum is also written to the variables (`variable.value`), in floats, as `problem.solve()` would.

    """
    exact = exact_program(problem, squares=True)
    if exact.walk.quotients:
        exact, found, point = enclosure(exact, solver, gap)
    else:
        found, point = solver(exact.program), None
    if isinstance(found, Infeasible):
        multipliers = (*found.multipliers[0], *found.multipliers[1])
        return Contradiction(exact.words_of(i for i, m in enumerate(multipliers) if m), exact, found)
    if isinstance(found, Unbounded):
        return _endless(exact, found)
    for variable in exact.walk.variables:
        variable.save_value(np.array(value_at(exact, variable, point or found.point), dtype=float))
    value = exact.sign * (found.value + exact.constant)
    if point is None:
        return Certified(value, exact, found)
    attained = exact.value(point)
    return Enclosed(min(value, attained), max(value, attained), exact, found, point)


def _design(answer: Certified | Enclosed, variable: Any) -> Design:
    truths, responses = (getattr(variable, name, None) for name in ("truths", "responses"))
    return Design(answer[variable].tolist(), truths=truths, responses=responses)


def _endless(exact: ExactProgram, found: Unbounded) -> Endless:
    moving = {name: step for name, step in zip(exact.names, found.ray, strict=True) if step}
    moved = {j for j, step in enumerate(found.ray) if step}
    rows = (*exact.program.rows, *exact.program.equations)
    touched = exact.words_of(i for i, row in enumerate(rows) if any(j in moved for j, _ in row))
    return Endless(moving, touched, exact, found)


def _slack(program: LinearProgram, number: int, point: Vector) -> bool:
    value = sum((c * point[j] for j, c in program.rows[number]), Fraction(0))
    return value != program.bounds[number]


def _lines_in_latex(text: str) -> str:
    rows = r" \\ ".join(text_latex(line) for line in text.splitlines())
    return rf"$\displaystyle \begin{{array}}{{l}} {rows} \end{{array}}$"
