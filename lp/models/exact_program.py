"""A problem of cvxpy as a linear program with exact data, whose rows know which constraint they come from.

The problem is walked, not compiled to floats (`lp.models.exact_walk`). Rows speak in the words of who wrote the
constraint: a label (`constraint.set_label`), or the constraint as it stands, with the row in question where it has
several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import cvxpy
import numpy as np
from cvxpy.constraints.nonpos import Inequality, NonNeg, NonPos
from cvxpy.constraints.zero import Equality, Zero

from derivations.arithmetic.statements import LinearProgram, Row
from lp.models.affine import ONE, Affine, as_affine
from lp.models.exact_walk import Array, NotLinearError, Walk, shortened
from lp.programs.outcomes import Vector

Words = Callable[..., str]  # of the indices of a row
LONGEST = 80  # characters of a constraint that is quoted as it stands
_WORDS = "_words_of_rows"


@dataclass(frozen=True)
class Origin:
    """Where a row comes from: an entry of a constraint, a maximum or minimum, or else what a variable declares."""

    constraint: Any = None
    place: tuple[int, ...] = ()
    expression: Any = None


@dataclass(frozen=True)
class ExactProgram:
    """A problem of cvxpy as a linear program with exact data.

    Attributes:
        problem: the problem.
        program: minimise the objective, or its negative, without its constant.
        origins: where the inequalities come from, and then where the equations do.
        sign: -1 where the problem maximises.
        constant: what is added to the value of the program, before the sign.
        walk: the unknowns of the variables.

    """

    problem: Any
    program: LinearProgram
    origins: tuple[Origin, ...]
    sign: Fraction
    constant: Fraction
    walk: Walk = field(repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the unknowns."""
        return tuple(self.walk.names)

    def value(self, point: Vector) -> Fraction:
        """The objective at a point of the program, one number for each of `names`."""
        value = sum((c * z for c, z in zip(self.program.cost, point, strict=True)), self.constant)
        return self.sign * value

    def words(self, number: int) -> str:
        """An inequality or, after these, an equation, in the words of who wrote it."""
        origin = self.origins[number]
        constraint = origin.constraint
        if constraint is None:
            made = origin.expression
            return self.row_text(number) + ("" if made is None else f" (of {shortened(made)})")
        written: Words | None = getattr(constraint, _WORDS, None)
        if written is not None:
            return written(*origin.place)
        label = getattr(constraint, "label", None)
        if label is not None:
            return str(label) if constraint.size == 1 else f"{label}: {self.row_text(number)}"
        text = " ".join(str(constraint).split())
        if constraint.size == 1 and len(text) <= LONGEST:
            return text
        return self.row_text(number)

    def words_of(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """Several of them, each once, without those that only define what a maximum or minimum is."""
        kept = (number for number in numbers if self.origins[number].expression is None)
        return tuple(dict.fromkeys(map(self.words, kept)))

    def row_text(self, number: int) -> str:
        """The row as it is solved: what has positive coefficients on one side, the rest on the other."""
        count = len(self.program.rows)
        equation = number >= count
        row = self.program.equations[number - count] if equation else self.program.rows[number]
        side = self.program.sides[number - count] if equation else self.program.bounds[number]
        left = self._sum(row, ONE, max(-side, Fraction(0)))
        right = self._sum(row, -ONE, max(side, Fraction(0)))
        if equation:
            return f"{left} = {right}"
        plain = len(row) == 1 and row[0][1] > 0
        return f"{left} >= {right}" if plain else f"{right} <= {left}"

    def _sum(self, row: Row, sign: Fraction, constant: Fraction) -> str:
        parts = [f"{'' if c * sign == 1 else f'{c * sign} '}{self.walk.names[j]}" for j, c in row if c * sign > 0]
        if constant or not parts:
            parts.append(str(constant))
        return " + ".join(parts)


def said(constraint: Any, label: str, words: Words | None = None) -> Any:
    """The same constraint with a label and, if given, words for each row, from its indices."""
    constraint.set_label(label)
    if words is not None:
        setattr(constraint, _WORDS, words)
    return constraint


def exact_program(problem: Any, *, squares: bool = False) -> ExactProgram:
    """The problem with exact data; raises NotLinearError and InexactError as `certify` does.

    Squares over affine functions are refused, or, where they are wanted, are unknowns that nothing but 0 holds up yet.
    """
    if not isinstance(problem, cvxpy.Problem):
        raise NotLinearError(f"a cvxpy.Problem is certified, not {type(problem).__name__}")
    if not problem.is_dcp():
        raise NotLinearError("the problem breaks the rules of disciplined convex programming:" + _broken(problem))
    walk = Walk()
    sign = ONE if isinstance(problem.objective, cvxpy.Minimize) else -ONE
    inequalities: list[tuple[Affine, Origin]] = []
    equations: list[tuple[Affine, Origin]] = []
    goal = as_affine(sign * _single(walk.value(problem.objective.expr)))
    for constraint in problem.constraints:
        _write(walk, constraint, inequalities, equations)
    if walk.quotients and not squares:
        raise NotLinearError(f"{shortened(walk.quotients[0].source)} is not linear")
    declared = [(limit, Origin(None, (), expression)) for limit, expression in walk.limits]
    rows = [*declared, *inequalities]
    program = LinearProgram(
        tuple(goal.terms.get(j, Fraction(0)) for j in range(len(walk.names))),
        tuple(entry.row() for entry, _ in rows),
        tuple(-entry.constant for entry, _ in rows),
        tuple(entry.row() for entry, _ in equations),
        tuple(-entry.constant for entry, _ in equations),
    )
    origins = tuple(origin for _, origin in (*rows, *equations))
    return ExactProgram(problem, program, origins, sign, goal.constant, walk)


def value_at(exact: ExactProgram, expression: Any, point: Vector) -> Any:
    """The value, of its own shape, of an affine expression at a point; NotLinearError for unknowns that it has not."""
    known = len(exact.walk.names)
    value = exact.walk.value(expression)
    if len(exact.walk.names) > known:
        raise NotLinearError("only affine expressions of the variables of the problem have a value at its optimum")
    result = np.empty(value.shape, dtype=object)
    for place, entry in np.ndenumerate(value):
        entry = as_affine(entry)
        result[place] = sum((c * point[j] for j, c in entry.terms.items()), entry.constant)
    return result[()] if result.shape == () else result


def float_notes(walk: Walk) -> tuple[str, ...]:
    """For each float that is not the decimal that it is printed as: which rational it is."""
    return tuple(
        f"{number!r} is a float and stands for {Fraction(number)}; write Fraction({str(number)!r}) for the decimal"
        for number in sorted(walk.floats)
    )


def _write(
    walk: Walk,
    constraint: Any,
    inequalities: list[tuple[Affine, Origin]],
    equations: list[tuple[Affine, Origin]],
) -> None:
    if isinstance(constraint, cvxpy.SOC):
        walk.demand_cone(constraint)
        return
    if isinstance(constraint, (Inequality, Equality)):
        left, right = (walk.value(argument) for argument in constraint.args)
        excess: Array = left - right if isinstance(constraint, Equality) else right - left
    elif isinstance(constraint, (NonNeg, Zero)):
        excess = walk.value(constraint.args[0])
    elif isinstance(constraint, NonPos):
        excess = -walk.value(constraint.args[0])
    else:
        raise NotLinearError(f"{type(constraint).__name__} is no linear constraint: {constraint}")
    chosen = equations if isinstance(constraint, (Equality, Zero)) else inequalities
    for place, entry in np.ndenumerate(np.asarray(excess, dtype=object)):
        affine = as_affine(entry)
        chosen.append((affine, Origin(constraint, place)))


def _single(value: Array) -> Any:
    return value.reshape(())[()]


def _broken(problem: Any) -> str:
    """The objective or the constraint that breaks the rules."""
    if not problem.objective.is_dcp():
        return f" the objective {problem.objective}"
    return "".join(f" {constraint}" for constraint in problem.constraints if not constraint.is_dcp())
