"""Exact steps on the faces of a polyhedron {z : rows z >= bounds, equations z = sides}, all in rationals.

The state is a point of the polyhedron and a working set: independent rows that are tight there. A step moves along a
direction that keeps the working set tight until another row becomes tight. Nothing here rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from flint import fmpq, fmpq_mat

from derivations.statements import LinearProgram, dot, row_value, written_out

Vector = tuple[Fraction, ...]
ZERO = Fraction(0)
MAXIMAL_STEPS = 10_000


class TooManyStepsError(RuntimeError):
    """The walk over the faces did not end within the limit on its steps."""


@dataclass
class Walk:
    """A feasible point of a program and the rows (by number) that are kept tight there; `kept` is the working set."""

    program: LinearProgram
    point: Vector
    kept: list[int] = field(default_factory=list)
    steps: int = 0

    @property
    def size(self) -> int:
        """The number of variables."""
        return len(self.program.cost)

    def constraints(self, without: int | None = None) -> list[Vector]:
        """The equations, then the rows of the working set (all but `without`)."""
        rows = [*self.program.equations, *(self.program.rows[i] for i in self.kept if i != without)]
        return [written_out(row, self.size) for row in rows]

    def minimise(self) -> Vector | None:
        """Walk to a minimiser of the cost; returns None there, or a ray along which the cost falls for ever."""
        while True:
            multipliers = combination(self.constraints(), self.program.cost)
            if multipliers is None:
                free = null_space(self.constraints(), self.size)
                slopes = [dot(self.program.cost, v) for v in free]
                direction = total((tuple(-s * c for c in v) for s, v in zip(slopes, free, strict=True)), self.size)
                if not self._advance(direction):
                    return direction
            elif not self._reach_minimal_face():
                # Bland's rule: the first row with a negative multiplier leaves, which excludes endless cycles.
                first = len(self.program.equations)
                negative = [i for i, y in zip(self.kept, multipliers[first:], strict=True) if y < 0]
                if not negative:
                    return None
                leaving = min(negative)
                direction = leaving_direction(
                    self.constraints(without=leaving), written_out(self.program.rows[leaving], self.size)
                )
                self.kept.remove(leaving)
                if not self._advance(direction):
                    return direction

    def _reach_minimal_face(self) -> bool:
        """Move along a direction of constant cost to a further tight row, if there is one; whether it moved."""
        for v in null_space(self.constraints(), self.size):
            for direction in (v, tuple(-c for c in v)):
                if any(row_value(row, direction) < 0 for row in self.program.rows):
                    return self._advance(direction)
        return False

    def _advance(self, direction: Vector) -> bool:
        """Go as far as the rows allow and keep the first row that blocks; False if nothing blocks."""
        self.steps += 1
        if self.steps > MAXIMAL_STEPS:
            raise TooManyStepsError(f"no end after {MAXIMAL_STEPS} exact steps of a linear program")
        lengths = [
            ((row_value(row, self.point) - bound) / -slope, i)
            for i, (row, bound) in enumerate(zip(self.program.rows, self.program.bounds, strict=True))
            if (slope := row_value(row, direction)) < 0
        ]
        if not lengths:
            return False
        length, blocking = min(lengths)
        self.point = tuple(p + length * d for p, d in zip(self.point, direction, strict=True))
        self.kept.append(blocking)
        return True


def combination(rows: Sequence[Vector], target: Vector) -> Vector | None:
    """Multipliers y with y rows = target for independent rows; None if there are none."""
    if not rows:
        return None if any(target) else ()
    return solution([[row[j] for row in rows] for j in range(len(target))], target)


def solution(matrix: Sequence[Sequence[Fraction]], sides: Sequence[Fraction]) -> Vector | None:
    """One solution of the equations matrix z = sides, free variables put to 0; None if they contradict each other."""
    width = len(matrix[0]) if matrix else 0
    reduced, pivots = reduced_form([[*row, side] for row, side in zip(matrix, sides, strict=True)], width + 1)
    if width in pivots:
        return None
    found = [ZERO] * width
    for i, column in enumerate(pivots):
        found[column] = _fraction(reduced[i, width])
    return tuple(found)


def null_space(rows: Sequence[Vector], size: int) -> list[Vector]:
    """A basis of {v : rows v = 0}."""
    reduced, pivots = reduced_form(rows, size)
    basis = []
    for free in (j for j in range(size) if j not in pivots):
        v = [ZERO] * size
        v[free] = Fraction(1)
        for i, column in enumerate(pivots):
            v[column] = -_fraction(reduced[i, free])
        basis.append(tuple(v))
    return basis


def leaving_direction(rows: Sequence[Vector], leaving: Vector) -> Vector:
    """A direction v with rows v = 0 and leaving v = 1, for independent rows."""
    found = solution([*rows, leaving], [*[ZERO] * len(rows), Fraction(1)])
    assert found is not None, "the rows of a working set are independent"
    return found


def independent(rows: Sequence[Vector], size: int) -> list[int]:
    """Numbers of the rows that are no combination of earlier ones."""
    columns = [tuple(row[j] for row in rows) for j in range(size)]
    return reduced_form(columns, len(rows))[1] if rows else []


def reduced_form(rows: Sequence[Sequence[Fraction]], width: int) -> tuple[fmpq_mat, list[int]]:
    """The reduced row echelon form and its pivot columns."""
    matrix = fmpq_mat(len(rows), width, [fmpq(v.numerator, v.denominator) for row in rows for v in row])
    reduced, rank = matrix.rref()
    pivots = [next(j for j in range(width) if reduced[i, j] != 0) for i in range(rank)]
    return reduced, pivots


def total(vectors: Iterable[Vector], size: int) -> Vector:
    """The sum of vectors of one size."""
    result = [ZERO] * size
    for v in vectors:
        result = [a + b for a, b in zip(result, v, strict=True)]
    return tuple(result)


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))
