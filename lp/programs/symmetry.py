"""Symmetry of linear programs: a small program over orbits, and the certificate of the full program from it.

A permutation of the variables is a symmetry when cost, rows and equations come back as the same multiset. The average
of a feasible point over the group is feasible and costs the same, so that only points that are constant on the orbits
of variables matter; the constraints of one orbit then say the same thing. This gives the reduced program. From its
point z and multipliers y come those of the full program,

    z_j = z[orbit of j],    y_i = y[orbit of i] / (size of the orbit of i),

and these are certified by the kernel against the full program, so that nothing rests on the argument above.

Source: Boedi, Herr, Joswig 2013.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from derivations.arithmetic import kernel
from derivations.arithmetic.statements import LinearProgram, Row
from lp.programs.linear_program import solve
from lp.programs.outcomes import Infeasible, Optimum, Outcome, Unbounded, Vector

Permutation = tuple[int, ...]
V = TypeVar("V")


class SymmetryError(ValueError):
    """A permutation is none, or does not leave the program unchanged; the message says where."""


@dataclass(frozen=True)
class Action:
    """What a symmetry does: variable j becomes variables[j], likewise the rows and the equations."""

    variables: Permutation
    rows: Permutation
    equations: Permutation


class _Constraints:
    """Rows or equations, found by their content; coefficients and bounds are numbered, which is quicker to compare."""

    def __init__(self, rows: Sequence[Row], bounds: Vector, kind: str) -> None:
        numbers: dict[Fraction, int] = {}

        def number(value: Fraction) -> int:
            return numbers.setdefault(value, len(numbers))

        self.kind = kind
        self.rows = [
            (tuple((j, number(c)) for j, c in row), number(bound)) for row, bound in zip(rows, bounds, strict=True)
        ]
        self.places: dict[tuple[tuple[tuple[int, int], ...], int], list[int]] = defaultdict(list)
        self.containing: dict[int, list[int]] = defaultdict(list)
        for i, (row, _) in enumerate(self.rows):
            self.places[self.rows[i]].append(i)
            for variable, _ in row:
                self.containing[variable].append(i)

    def moved(self, permutation: Permutation) -> Permutation:
        """Where each constraint goes; only those in which a variable moves can go elsewhere than to themselves."""
        changed = {i for j, image in enumerate(permutation) if j != image for i in self.containing[j]}
        images = list(range(len(self.rows)))
        used: dict[int, int] = defaultdict(int)
        for i in sorted(changed):
            row, bound = self.rows[i]
            places = self.places.get((tuple(sorted((permutation[j], c) for j, c in row)), bound))
            if not places or used[places[0]] == len(places):
                raise SymmetryError(f"{self.kind} {i} becomes a constraint that the program does not have as often")
            images[i] = places[used[places[0]]]
            used[places[0]] += 1
        if sorted(images) != list(range(len(images))):
            raise SymmetryError(f"two of the {self.kind}s become the same")
        return tuple(images)


def actions(program: LinearProgram, permutations: Iterable[Sequence[int]]) -> tuple[Action, ...]:
    """How permutations of the variables permute the constraints; SymmetryError if one of them changes the program."""
    rows = _Constraints(program.rows, program.bounds, "row")
    equations = _Constraints(program.equations, program.sides, "equation")
    found = []
    for permutation in permutations:
        moved = tuple(permutation)
        if sorted(moved) != list(range(len(program.cost))):
            raise SymmetryError(f"a symmetry permutes the {len(program.cost)} variables of the program, each once")
        for j, image in enumerate(moved):
            if image != j and program.cost[image] != program.cost[j]:
                raise SymmetryError(
                    f"the cost changes: variable {j} costs {program.cost[j]}, its image {image} {program.cost[image]}"
                )
        found.append(Action(moved, rows.moved(moved), equations.moved(moved)))
    return tuple(found)


def orbits(size: int, permutations: Iterable[Permutation]) -> tuple[tuple[int, ...], ...]:
    """The orbits of 0 .. size - 1 under the group that the permutations generate, by union and find."""
    parent = list(range(size))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for permutation in permutations:
        for i, image in enumerate(permutation):
            a, b = (root(i), root(image)) if i != image else (0, 0)
            if a != b:
                parent[max(a, b)] = min(a, b)
    members: dict[int, list[int]] = defaultdict(list)
    for i in range(size):
        members[root(i)].append(i)
    return tuple(map(tuple, members.values()))


@dataclass(frozen=True)
class Reduction:
    """A program with the orbits of its variables and constraints under a group that leaves it unchanged.

    Made by `reduction`, which checks the generators.
    """

    program: LinearProgram
    variables: tuple[tuple[int, ...], ...]
    rows: tuple[tuple[int, ...], ...]
    equations: tuple[tuple[int, ...], ...]

    @cached_property
    def reduced(self) -> LinearProgram:
        """The program over the orbits: one variable for each, one constraint for each orbit of constraints."""
        full, place = self.program, self._orbit_of_variable
        return LinearProgram(
            cost=tuple(full.cost[orbit[0]] * len(orbit) for orbit in self.variables),
            rows=tuple(_summed(full.rows[orbit[0]], place) for orbit in self.rows),
            bounds=tuple(full.bounds[orbit[0]] for orbit in self.rows),
            equations=tuple(_summed(full.equations[orbit[0]], place) for orbit in self.equations),
            sides=tuple(full.sides[orbit[0]] for orbit in self.equations),
        )

    @cached_property
    def _orbit_of_variable(self) -> tuple[int, ...]:
        return _spread(self.variables, range(len(self.variables)), len(self.program.cost), lambda n, _: n)

    def lift(self, outcome: Outcome) -> Outcome:
        """The answer to the full program from one to the reduced program, certified anew by the kernel.

        KernelError if the answer is not one of the reduced program.
        """
        if isinstance(outcome, Unbounded):
            point, ray = (self._constant(v) for v in (outcome.point, outcome.ray))
            return Unbounded(self.program, point, ray, outcome.facts)
        if isinstance(outcome, Infeasible):
            dual = self._shared(outcome.multipliers)
            return Infeasible(self.program, dual, kernel.farkas(self.program, *dual), outcome.facts)
        point, dual = self._constant(outcome.point), self._shared(outcome.dual)
        theorem = kernel.weak_duality(self.program, point, *dual)
        return Optimum(self.program, point, dual, theorem, outcome.facts)

    def _constant(self, point: Vector) -> Vector:
        return _spread(self.variables, point, len(self.program.cost), lambda v, _: v)

    def _shared(self, multipliers: tuple[Vector, Vector]) -> tuple[Vector, Vector]:
        y, w = multipliers
        rows = _spread(self.rows, y, len(self.program.rows), lambda v, size: v / size)
        return rows, _spread(self.equations, w, len(self.program.equations), lambda v, size: v / size)


def _summed(row: Row, place: Sequence[int]) -> Row:
    sums: dict[int, Fraction] = defaultdict(Fraction)
    for variable, coefficient in row:
        sums[place[variable]] += coefficient
    return tuple((variable, sums[variable]) for variable in sorted(sums) if sums[variable])


def _spread(
    groups: Sequence[Sequence[int]], values: Iterable[V], size: int, share: Callable[[V, int], V]
) -> tuple[V, ...]:
    """The vector with share(value of the orbit, its size) at each member of each orbit."""
    placed: dict[int, V] = {}
    for members, value in zip(groups, values, strict=True):
        placed.update(dict.fromkeys(members, share(value, len(members))))
    return tuple(placed[i] for i in range(size))


def reduction(program: LinearProgram, generators: Iterable[Sequence[int]]) -> Reduction:
    """The orbits under the group that the generators make; SymmetryError if one of them changes the program."""
    found = actions(program, generators)
    return Reduction(
        program,
        orbits(len(program.cost), (a.variables for a in found)),
        orbits(len(program.rows), (a.rows for a in found)),
        orbits(len(program.equations), (a.equations for a in found)),
    )


def solve_by_symmetry(program: LinearProgram, generators: Iterable[Sequence[int]]) -> Outcome:
    """Solve over the orbits under the generated group; the answer is one to the full program, certified against it.

    The facts of the answer are those of the reduced program. Raises SymmetryError for a permutation that is no
    symmetry, SolverError as `solve` does.
    """
    found = reduction(program, generators)
    return found.lift(solve(found.reduced))
