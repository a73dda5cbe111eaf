"""The extreme columns that constraints on single responses allow, and the minimax question for their designs.

Constraints such as local or metric privacy, bounds of ratios, and posterior caps speak of one response at a time, and
a multiple of an allowed column is allowed: the columns form a cone {s >= 0, rows s >= 0}. Its extreme rays are found
exactly by the double description method: one row after another, the rays on its wrong side are replaced by what is
between them and their neighbours on the right side. Two rays are neighbours if no third one lies on all the faces that
both lie on. Source: Motzkin, Raiffa, Thompson, Thrall 1953; Fukuda, Prodon 1996.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import gcd, lcm

from derivations.arithmetic.statements import LinearProgram, written_out
from lp.constraints.constraint import Constraint, ConstraintError
from lp.constraints.posteriors import PosteriorCap
from lp.constraints.privacy import LocalPrivacy, MetricPrivacy, RatioBounds
from lp.minimax.weighted import MAXIMAL_COLUMNS, MinimaxBounds, minimax_bounds_of_columns
from lp.programs.outcomes import Vector
from mechanisms.exact.polynomial import Rational

Whole = tuple[int, ...]
OF_SINGLE_RESPONSES = (LocalPrivacy, MetricPrivacy, RatioBounds, PosteriorCap)


def column_rows(truths: int, constraints: Sequence[Constraint]) -> tuple[Vector, ...]:
    """The rows r with r . s >= 0 that the constraints demand of each column s, besides s >= 0.

    Raises ConstraintError for a constraint that is about several responses together, or does not fit.
    """
    found: list[Vector] = []
    for constraint in constraints:
        if not isinstance(constraint, OF_SINGLE_RESPONSES):
            named = ", ".join(kind.__name__ for kind in OF_SINGLE_RESPONSES)
            raise ConstraintError(f"constraints on single responses are {named}; not {type(constraint).__name__}")
        constraint.check(truths, 1)
        if isinstance(constraint, LocalPrivacy):
            for a, b in permutations(range(truths), 2):
                row = [Fraction(0)] * truths
                row[a], row[b] = Fraction(-1), constraint.x
                found.append(tuple(row))
            continue
        program = _program_of_a_column(truths, constraint)
        if len(program.cost) != truths or any(program.bounds) or program.equations:
            raise ConstraintError(f"{constraint} is written by more than homogeneous rows of single columns")
        found += [written_out(row, truths) for row in program.rows[truths:]]
    return tuple(dict.fromkeys(row for row in found if any(row)))


def _program_of_a_column(truths: int, constraint: Constraint) -> LinearProgram:
    import cvxpy

    from lp.models.exact_program import exact_program

    column = cvxpy.Variable((truths, 1), name="P", nonneg=True)
    return exact_program(cvxpy.Problem(cvxpy.Minimize(0 * cvxpy.sum(column)), constraint.model(column))).program


def extreme_columns(truths: int, constraints: Sequence[Constraint]) -> tuple[Vector, ...]:
    """The extreme columns, each with coprime whole entries, in increasing order.

    Raises ConstraintError for constraints that are not about single responses, ValueError where there are too many.
    """
    rays: dict[Whole, int] = {}  # each with the set of the rows that are 0 there, as bits
    for i in range(truths):
        unit = tuple(int(i == j) for j in range(truths))
        rays[unit] = sum(1 << j for j in range(truths) if j != i)
    for number, row in enumerate(column_rows(truths, constraints), truths):
        scale = lcm(*(v.denominator for v in row))
        whole = tuple(int(v * scale) for v in row)
        rays = _cut(rays, whole, 1 << number, truths)
        if len(rays) > MAXIMAL_COLUMNS:
            raise ValueError(f"more than {MAXIMAL_COLUMNS} extreme columns are too many")
    return tuple(tuple(map(Fraction, ray)) for ray in sorted(rays))


def _cut(rays: dict[Whole, int], row: Whole, bit: int, size: int) -> dict[Whole, int]:
    """The extreme rays of the part of the cone with row . s >= 0."""
    values = {ray: sum(a * v for a, v in zip(row, ray, strict=True)) for ray in rays}
    kept = {ray: zeros | bit * (values[ray] == 0) for ray, zeros in rays.items() if values[ray] >= 0}
    for right, first in rays.items():
        if values[right] <= 0:
            continue
        for wrong, second in rays.items():
            common = first & second
            if values[wrong] >= 0 or common.bit_count() < size - 2:
                continue
            if any(common & ~zeros == 0 for ray, zeros in rays.items() if ray not in (right, wrong)):
                continue
            between = [values[right] * b - values[wrong] * a for a, b in zip(right, wrong, strict=True)]
            divisor = gcd(*between)
            kept[tuple(v // divisor for v in between)] = common | bit
    return kept


def minimax_bounds_under(
    costs: Sequence[Rational],
    constraints: Sequence[Constraint],
    *,
    targets: Sequence[Sequence[Rational]] | None = None,
    low: Sequence[Rational] | None = None,
    high: Sequence[Rational] | None = None,
) -> MinimaxBounds:
    """Bounds of the least worst-case risk among the designs that meet constraints on single responses.

    Weights, targets and limits of the prior are as in `lp.minimax.weighted.minimax_bounds`; responses are labelled by
    their columns, up to a factor.
    """
    columns = extreme_columns(len(targets[0]) if targets else len(costs), constraints)
    labels = [tuple(map(int, column)) for column in columns]
    return minimax_bounds_of_columns(costs, columns, labels, targets=targets, low=low, high=high)
