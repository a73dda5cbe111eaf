"""Channels between matrices of numbers: C >= 0 with rows that sum to one and have C = want, or a proof of none.

The program has the variables C[z, y], row by row. Its multipliers are rewards W[x, y] for the equations of have C, a
number v[z] for each row of C, and what is left for C >= 0; they are a contradiction as soon as

    sum of W want  >  sum over z of max over y of (have^T W)[z, y],

with v[z] minus that maximum. So rewards alone are a certificate of Farkas, and this is how it is found:

* Columns of `have` that are multiples of one another are one column, and what is impossible is left out.
* A column of `want` outside the column space of `have` pays for itself by a vector n with n have = 0, n want > 0.
* If the columns of `have` are independent, C is unique, and where C[z, y] < 0 the row g with g have = e_z is a reward
  -g for the decision y alone; the rows of C sum to one by themselves, as have C 1 = want 1 = 1 = have 1.
* Only what is left, where channels may be many, is a linear program, in the independent rows of `have`.

In each case the kernel judges the program of the matrices as they were given.

Source: Farkas 1902.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import Any

from flint import fmpq, fmpq_mat, fmpz_mat, nmod_mat

from derivations.arithmetic import kernel
from derivations.arithmetic.statements import LinearProgram, Row
from lp.programs.linear_program import solve
from lp.programs.outcomes import Infeasible, Optimum, SolverError, SolverFacts, Vector
from mechanisms.exact.polynomial import to_fraction

Matrix = Sequence[Sequence[Fraction]]
ZERO, ONE = Fraction(0), Fraction(1)
PRIME = 2**61 - 1
NEGATIVE = -1e-9  # what is less in floats is tried as negative


@dataclass(frozen=True)
class Groups:
    """Columns of a matrix that are multiples of one another, by number; columns that are zero are in no group."""

    members: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, matrix: Matrix) -> Groups:
        """The groups of non-negative columns, in the order of their first columns."""
        return cls.of_integers(_integers(matrix, [lcm(*(v.denominator for v in row)) for row in matrix]))

    @classmethod
    def of_integers(cls, rows: Sequence[Sequence[int]]) -> Groups:
        """The same of integers; multiplying a row by a positive number changes no group."""
        found: dict[tuple[int, ...], list[int]] = {}
        for y, column in enumerate(zip(*rows, strict=True)):
            divisor = gcd(*column)
            if divisor:
                found.setdefault(tuple(v // divisor for v in column), []).append(y)
        return cls(tuple(map(tuple, found.values())))

    def merged(self, matrix: Sequence[Sequence[Any]]) -> list[list[Any]]:
        """One column for each group, the sum of its members."""
        return [[sum((row[y] for y in group[1:]), row[group[0]]) for group in self.members] for row in matrix]


def channel_program(have: Matrix, want: Matrix, cost: Sequence[Fraction] | None = None) -> LinearProgram:
    """Minimise the cost (0 if left out) over C >= 0 with rows that sum to one and have C = want; C row by row."""
    sources, targets = len(have[0]), len(want[0])
    size = sources * targets
    equations: list[Row] = []
    for row in have:
        possible = [(z * targets, entry) for z, entry in enumerate(row) if entry]
        equations += [tuple((first + y, entry) for first, entry in possible) for y in range(targets)]
    equations += [tuple((z * targets + y, ONE) for y in range(targets)) for z in range(sources)]
    sides = (*(entry for row in want for entry in row), *(ONE,) * sources)
    rows = tuple(((i, ONE),) for i in range(size))
    given = (ZERO,) * size if cost is None else tuple(cost)
    return LinearProgram(given, rows, (ZERO,) * size, tuple(equations), sides)


def solve_channel(have: Matrix, want: Matrix) -> Optimum | Infeasible:
    """A channel as the point of an optimum of the program without a cost, or its infeasibility; each with a theorem.

    The matrices have rational entries, rows that sum to one, and equally many rows.
    """
    start = time.process_time()
    program = channel_program(have, want)
    found = _channel_or_rewards(have, want)
    solver = found.facts if found.facts is not None else SolverFacts("FLINT")
    if found.channel is not None:
        point = tuple(entry for row in found.channel for entry in row)
        nothing = (ZERO,) * len(program.rows), (ZERO,) * len(program.equations)
        theorem = kernel.weak_duality(program, point, *nothing)
        return Optimum(program, point, nothing, theorem, _facts(program, solver, start))
    assert found.rewards is not None
    multipliers = multipliers_of_rewards(have, found.rewards)
    theorem = kernel.farkas(program, *multipliers)
    return Infeasible(program, multipliers, theorem, _facts(program, solver, start))


def multipliers_of_rewards(have: Matrix, rewards: Matrix) -> tuple[Vector, Vector]:
    """Multipliers of the rows and of the equations of the program that make the most of rewards W[x, y]."""
    earned = _entries(_flint(have).transpose() * _flint(rewards))
    most = [max(row) for row in earned]
    slack = tuple(top - entry for top, row in zip(most, earned, strict=True) for entry in row)
    return slack, (*(w for row in rewards for w in row), *(-top for top in most))


@dataclass(frozen=True)
class _Found:
    channel: Matrix | None = None
    rewards: Matrix | None = None
    facts: SolverFacts | None = None


def _channel_or_rewards(have: Matrix, want: Matrix) -> _Found:
    scales = [lcm(*(v.denominator for v in (*a, *b))) for a, b in zip(have, want, strict=True)]
    rows = _integers(have, scales)
    groups = Groups.of_integers(rows)
    system = _IntegerSystem.of(groups.merged(rows), _integers(want, scales), scales)
    outside = system.outside()
    if outside is not None:
        return _Found(rewards=outside)
    if len(system.columns) < len(groups.members):
        return _from_program(groups, system.rows, have, want)
    excluded = system.negative_by_floats()
    if excluded is not None:
        return _Found(rewards=excluded)
    channel = system.solution()
    least, z, y = min((entry, z, y) for z, row in enumerate(channel) for y, entry in enumerate(row))
    if least < 0:
        return _Found(rewards=system.left_inverse(z, y))
    return _Found(channel=_spread(channel, groups, len(have[0])))


@dataclass(frozen=True)
class _IntegerSystem:
    """have C = want with each row times its common denominator; `rows` and `columns` of `have` are a largest minor.

    The minor is found modulo a prime. It is not zero modulo the prime, hence not zero; that no larger one is not zero
    is checked before anything rests on it.
    """

    have: list[list[int]]
    want: list[list[int]]
    scales: list[int]
    rows: list[int]
    columns: list[int]

    @classmethod
    def of(cls, left: list[list[int]], right: list[list[int]], scales: list[int]) -> _IntegerSystem:
        rows = _pivots(
            *nmod_mat(len(left[0]), len(left), [v for c in zip(*left, strict=True) for v in c], PRIME).rref()
        )
        chosen = [v for i in rows for v in left[i]]
        columns = _pivots(*nmod_mat(len(rows), len(left[0]), chosen, PRIME).rref())
        return cls(left, right, scales, rows, columns)

    @cached_property
    def minor(self) -> fmpz_mat:
        """The rows and columns of `have` that are independent."""
        return fmpz_mat([[self.have[i][j] for j in self.columns] for i in self.rows])

    def solution(self) -> list[list[Fraction]]:
        """The only solution, where all columns are independent."""
        return _entries(_solved(self.minor, fmpz_mat([self.want[i] for i in self.rows])))

    def outside(self) -> Matrix | None:
        """Rewards for a decision whose column of `want` is no combination of the columns of `have`, if there is one."""
        others = [i for i in range(len(self.have)) if i not in set(self.rows)]
        if not others:
            return None
        across = fmpz_mat([[self.have[i][j] for j in self.columns] for i in others])
        combined = _solved(self.minor.transpose(), across.transpose()).transpose()
        if fmpq_mat(fmpz_mat([self.have[i] for i in others])) != combined * fmpz_mat([self.have[i] for i in self.rows]):
            raise SolverError("the rank modulo a prime is not the rank; this has a chance of about 1 in 10^18")
        rest = fmpq_mat(fmpz_mat([self.want[i] for i in others])) - combined * fmpz_mat(
            [self.want[i] for i in self.rows]
        )
        for place, (row, values) in enumerate(zip(others, rest.tolist(), strict=True)):
            y = next((y for y, value in enumerate(values) if value), None)
            if y is not None:
                sign = 1 if values[y] > 0 else -1
                weights = [ZERO] * len(self.have)
                weights[row] = Fraction(sign)
                for i, value in zip(self.rows, combined.tolist()[place], strict=True):
                    weights[i] = -sign * to_fraction(value)
                return self._rewards(weights, y)
        return None

    def negative_by_floats(self) -> Matrix | None:
        """Rewards from an entry of the solution that is negative by floats, if it is by exact numbers."""
        import numpy

        try:
            minor = numpy.array([[self.have[i][j] / self.scales[i] for j in self.columns] for i in self.rows])
            channel = numpy.linalg.solve(minor, [[v / self.scales[i] for v in self.want[i]] for i in self.rows])
        except (numpy.linalg.LinAlgError, OverflowError):
            return None
        z, y = divmod(int(channel.argmin()), channel.shape[1])
        return self.left_inverse(z, y) if channel[z, y] < NEGATIVE else None

    def left_inverse(self, z: int, y: int) -> Matrix | None:
        """Rewards -g for the decision y, where g have = e_z: they pay if C[z, y] = g want < 0; None if it is not."""
        unit = fmpz_mat([[int(column == self.columns[z])] for column in self.columns])
        inverse = [to_fraction(row[0]) for row in _solved(self.minor.transpose(), unit).tolist()]
        if sum((g * self.want[i][y] for g, i in zip(inverse, self.rows, strict=True)), ZERO) >= 0:
            return None
        weights = [ZERO] * len(self.have)
        for i, g in zip(self.rows, inverse, strict=True):
            weights[i] = -g
        return self._rewards(weights, y)

    def _rewards(self, weights: Sequence[Fraction], y: int) -> Matrix:
        scaled = [w * scale for w, scale in zip(weights, self.scales, strict=True)]
        targets = len(self.want[0])
        return _in_integers([[w if j == y else ZERO for j in range(targets)] for w in scaled])


def _from_program(groups: Groups, kept: Sequence[int], have: Matrix, want: Matrix) -> _Found:
    """Settle by linear programming, in the rows of the merged columns that are independent."""
    found = solve(channel_program(groups.merged([have[x] for x in kept]), [want[x] for x in kept]))
    targets = len(want[0])
    if isinstance(found, Optimum):
        return _Found(channel=_spread(_in_rows(found.point, targets), groups, len(have[0])), facts=found.facts)
    if not isinstance(found, Infeasible):
        raise SolverError("a program without a cost cannot be unbounded")
    weights = dict(zip(kept, _in_rows(found.multipliers[1], targets), strict=False))
    rewards = [weights.get(x, (ZERO,) * targets) for x in range(len(want))]
    return _Found(rewards=_in_integers(rewards), facts=found.facts)


def _integers(matrix: Matrix, scales: Sequence[int]) -> list[list[int]]:
    """Each row times its scale, which is a multiple of its denominators."""
    return [[v.numerator * (scale // v.denominator) for v in row] for row, scale in zip(matrix, scales, strict=True)]


def _spread(channel: Matrix, groups: Groups, sources: int) -> Matrix:
    """The channel from all columns: members of a group share a row; what never occurs gets the first."""
    place = {z: i for i, members in enumerate(groups.members) for z in members}
    return [channel[place.get(z, 0)] for z in range(sources)]


def _in_integers(rewards: Matrix) -> Matrix:
    """The same rewards times a positive number, in integers without a common divisor."""
    common = lcm(*(w.denominator for row in rewards for w in row))
    whole = [[int(w * common) for w in row] for row in rewards]
    divisor = gcd(*(w for row in whole for w in row))
    return [[Fraction(w // divisor) for w in row] for row in whole]


def _in_rows(flat: Sequence[Fraction], width: int) -> list[Sequence[Fraction]]:
    return [flat[i : i + width] for i in range(0, len(flat), width)]


def _pivots(reduced: nmod_mat, rank: int) -> list[int]:
    """The columns of the first entries of the rows of an echelon form."""
    pivots: list[int] = []
    column = 0
    for i in range(rank):
        while not int(reduced[i, column]):
            column += 1
        pivots.append(column)
    return pivots


def _solved(matrix: fmpz_mat, sides: fmpz_mat) -> fmpq_mat:
    """The X with matrix X = sides, for a matrix that is invertible."""
    found: Any = matrix.solve(sides)
    return found  # type: ignore[no-any-return]


def _flint(matrix: Matrix) -> fmpq_mat:
    return fmpq_mat(len(matrix), len(matrix[0]), _flat(matrix))


def _flat(rows: object) -> list[fmpq]:
    return [fmpq(v.numerator, v.denominator) for row in rows for v in row]  # type: ignore[attr-defined]


def _entries(matrix: fmpq_mat) -> list[list[Fraction]]:
    return [[to_fraction(v) for v in row] for row in matrix.tolist()]


def _facts(program: LinearProgram, solver: SolverFacts, start: float) -> SolverFacts:
    """The facts of a solution whose exact work began at a time and includes the theorem."""
    return SolverFacts(
        solver=solver.solver,
        version=solver.version,
        solver_seconds=solver.solver_seconds,
        exact_seconds=time.process_time() - start - solver.solver_seconds,
        pivots=solver.pivots,
        variables=len(program.cost),
        rows=len(program.rows),
        equations=len(program.equations),
        nonzeros=sum(map(len, program.rows)) + sum(map(len, program.equations)),
    )
