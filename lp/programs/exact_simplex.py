"""The simplex method in exact arithmetic, started from any basis: dual pivots to a feasible point, primal ones from it.

A basis is a set of as many independent constraints as there are variables; its point z is where all of them are tight
(B z = sides), its multipliers y combine them to the cost (y B = cost). Auxiliary constraints z_j = 0 fill up a basis
where the program does not determine z_j; their multipliers are 0 at an optimum. Equations stay once they are in.

From a basis that is neither feasible nor dual feasible, the cost is first changed so that it is dual feasible, the dual
method finds a feasible basis or a contradiction, and the primal method goes on with the true cost. After a pivot that
gained nothing the next is chosen by Bland's rule, so that no cycle is possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from lp.programs.exact_elimination import Factorisation, SingularError, independent_lines
from lp.programs.exact_rows import IntegerProgram

MAXIMAL_PIVOTS = 100_000
UPDATES = 20  # pivots after which the basis is factorised afresh


class TooManyPivotsError(RuntimeError):
    """The simplex method did not end within the limit on its pivots."""


@dataclass(frozen=True)
class Contradiction:
    """Multipliers of integer rows, by number, that combine the constraints to 0 >= something positive."""

    numbers: list[int]
    values: list[Any]


@dataclass(frozen=True)
class Ray:
    """A direction in which no constraint ends and the cost falls."""

    direction: list[Any]


class Simplex:
    """A basis, by numbers of constraints, that pivots move; `point` and `multipliers` belong to the present basis."""

    def __init__(self, program: IntegerProgram, basis: Sequence[int]) -> None:
        """SingularError if the constraints of the basis are dependent."""
        self.program = program
        self.basis = list(basis)
        self.pivots = 0
        self._point: list[Any] | None = None
        self._multipliers: list[Any] | None = None
        self._factorise()

    # -- the two methods -------------------------------------------------------------------------------------------

    def run(self) -> Contradiction | Ray | None:
        """Pivot to an optimal basis and return None, or return what there is instead of one."""
        cost: list[Any] = list(self.program.cost)
        shift = [self._shift(number, y) for number, y in zip(self.basis, self.optimal_multipliers(), strict=True)]
        for number, change in zip(self.basis, shift, strict=True):
            if change != 0:
                for j, a in self.program.entries(number):
                    cost[j] = cost[j] + change * a
        found = self._dual(cost)
        if found is not None or not any(change != 0 for change in shift):
            return found
        return self._primal()

    def _shift(self, number: int, y: Any) -> Any:
        """What must be added to a multiplier so that it is dual feasible."""
        if self.program.is_auxiliary(number) or (self.program.is_inequality(number) and y < 0):
            return -y
        return fmpq(0)

    def _dual(self, cost: Sequence[Any]) -> Contradiction | None:
        """From a dual feasible basis: let violated constraints enter until none is violated."""
        program, careful = self.program, False
        while True:
            slacks = program.slacks(self.point())
            violated = [
                i for i, slack in enumerate(slacks) if slack < 0 or (slack != 0 and not program.is_inequality(i))
            ]
            if not violated:
                return None
            entering = violated[0] if careful else max(violated, key=lambda i: (abs(slacks[i]), -i))
            sign = 1 if slacks[entering] < 0 else -1
            weights = self.combination((j, sign * a) for j, a in program.entries(entering))
            y = self.multipliers(cost)
            candidates = [
                (fmpq(0) if program.is_auxiliary(number) else y[k] / weights[k], self._rank(number), k)
                for k, number in enumerate(self.basis)
                if (program.is_auxiliary(number) and weights[k] != 0)
                or (program.is_inequality(number) and weights[k] > 0)
            ]
            if not candidates:
                return Contradiction([entering, *self.basis], [fmpq(sign), *(-u for u in weights)])
            gain, _, leaving = min(candidates)
            self._exchange(leaving, entering, weights if sign > 0 else [-u for u in weights])
            careful = gain == 0

    def _primal(self) -> Ray | None:
        """From a feasible basis: let constraints with multipliers of the wrong sign leave until there is none."""
        program, careful = self.program, False
        while True:
            y = self.optimal_multipliers()
            wrong = [
                (not program.is_auxiliary(number), number if careful else y[k], number, k)
                for k, number in enumerate(self.basis)
                if (program.is_inequality(number) and y[k] < 0) or (program.is_auxiliary(number) and y[k] != 0)
            ]
            if not wrong:
                return None
            leaving = min(wrong)[-1]
            direction = self.direction(leaving, 1 if y[leaving] < 0 else -1)
            slacks, slopes, inside = program.slacks(self.point()), program.slopes(direction), set(self.basis)
            blocking = [
                (fmpq(slacks[i]) / -slope if program.is_inequality(i) else fmpq(0), program.is_inequality(i), i)
                for i, slope in enumerate(slopes)
                if i not in inside and (slope < 0 or (slope != 0 and not program.is_inequality(i)))
            ]
            if not blocking:
                return Ray(direction)
            length, _, entering = min(blocking)
            self._exchange(leaving, entering, self.combination(program.entries(entering)))
            careful = length == 0

    def _rank(self, number: int) -> tuple[bool, int]:
        """The order in which constraints leave among equals: auxiliary ones first, then by number."""
        return not self.program.is_auxiliary(number), number

    # -- the basis -------------------------------------------------------------------------------------------------

    def point(self) -> list[Any]:
        """Where all constraints of the basis are tight."""
        if self._point is None:
            self._point = self._solve([fmpq(self.program.side(number)) for number in self.basis])
        return self._point

    def optimal_multipliers(self) -> list[Any]:
        """The multipliers that combine the basis to the cost of the program."""
        if self._multipliers is None:
            self._multipliers = self.multipliers(self.program.cost)
        return self._multipliers

    def multipliers(self, cost: Sequence[Any]) -> list[Any]:
        """y with y B = cost, in the order of the basis."""
        y = self._factors.solve_transposed([fmpq(c) for c in cost])
        for place, pivot, others in self._updates:
            if y[place] != 0:
                y[place] = last = y[place] / pivot
                for k, u in others:
                    y[k] = y[k] - u * last
        return y

    def combination(self, row: Iterable[tuple[int, int]]) -> list[Any]:
        """The multipliers of the basis that combine it to the row."""
        target = [0] * self.program.size
        for j, a in row:
            target[j] = a
        return self.multipliers(target)

    def direction(self, place: int, sign: int) -> list[Any]:
        """The direction along which the slack of one constraint of the basis grows by `sign`, the others stay tight."""
        sides = [fmpq(0)] * self.program.size
        sides[place] = fmpq(sign)
        return self._solve(sides)

    def _solve(self, sides: list[Any]) -> list[Any]:
        for place, pivot, others in reversed(self._updates):
            total = sides[place]
            for k, u in others:
                if sides[k] != 0:
                    total = total - u * sides[k]
            sides[place] = total / pivot
        return self._factors.solve(sides)

    def _exchange(self, place: int, entering: int, weights: list[Any]) -> None:
        """Put a constraint, the combination of the basis by `weights`, in the place of another."""
        self.pivots += 1
        self._point = self._multipliers = None
        if self.pivots > MAXIMAL_PIVOTS:
            raise TooManyPivotsError(f"no end after {MAXIMAL_PIVOTS} exact pivots of a linear program")
        self.basis[place] = entering
        if len(self._updates) < UPDATES:
            others = [(k, u) for k, u in enumerate(weights) if u != 0 and k != place]
            self._updates.append((place, weights[place], others))
        else:
            self._factorise()

    def _factorise(self) -> None:
        self._factors = Factorisation([self.program.entries(number) for number in self.basis])
        self._updates: list[tuple[int, Any, list[tuple[int, Any]]]] = []


def completed(program: IntegerProgram, numbers: Sequence[int]) -> list[int]:
    """A basis made of independent ones of these constraints, and of auxiliary ones where they determine nothing."""
    chosen = list(dict.fromkeys(numbers))
    rows, columns = independent_lines([program.entries(number) for number in chosen], program.size)
    determined = set(columns)
    auxiliary = [program.auxiliary(j) for j in range(program.size) if j not in determined]
    return [*(chosen[i] for i in rows), *auxiliary]


def start(program: IntegerProgram, proposal: Sequence[int] | None) -> Simplex:
    """The method at the proposed basis, completed where it is none; without a proposal, at the equations."""
    if proposal is not None and len(proposal) == program.size:
        try:
            return Simplex(program, proposal)
        except SingularError:
            pass
    if proposal is None:
        proposal = range(program.inequalities, len(program.rows))
    return Simplex(program, completed(program, proposal))
