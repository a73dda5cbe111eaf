"""Demands on the entries of a design: bounds, zeros, equal and symmetric entries, equations, local diversity."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from lp.constraints.constraint import (
    Constraint,
    ConstraintError,
    Family,
    entries,
    exact,
    exact_share,
    exact_vector,
    require_size,
)
from mechanisms.design import Design
from mechanisms.guarantees.criteria.diversity import local_diversity_of, possible_truths

Cell = tuple[int, int]
MAXIMAL_SETS = 5000


@dataclass(frozen=True)
class EntryBounds(Constraint):
    """least <= P[truth, response] <= most; a fixed entry when both are the same.

    Raises ConstraintError for least > most.
    """

    truth: int
    response: int
    least: Fraction = Fraction(0)
    most: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        _cell((self.truth, self.response))
        object.__setattr__(self, "least", exact_share(self.least, "least"))
        object.__setattr__(self, "most", exact_share(self.most, "most"))
        if self.least > self.most:
            raise ConstraintError(f"no entry is at least {self.least} and at most {self.most}")

    def check(self, truths: int, responses: int) -> None:
        """The design must have the entry."""
        _require_cells([(self.truth, self.response)], truths, responses)

    def families(self) -> list[Family]:
        """One equation, or one row for each bound that says something."""
        cell = (self.truth, self.response)
        if self.least == self.most:
            return [Family("entries", "fixed_entries", ({cell: self.least},))]
        least = self.least if self.least > 0 else None
        return [Family("entries", "entry_bounds", (cell, least, self.most if self.most < 1 else None))]

    def holds_for(self, design: Design) -> bool:
        """Whether the entry lies between the bounds."""
        return self.least <= entries(design)[self.truth][self.response] <= self.most

    def tight_at(self, design: Design) -> tuple[str, ...]:
        """The entry, if it is at a bound that is not fixed."""
        value = entries(design)[self.truth][self.response]
        at_bound = self.least < self.most and value in (self.least, self.most)
        return (f"P[{self.truth}, {self.response}] = {value}",) if at_bound else ()


@dataclass(frozen=True)
class ZeroEntries(Constraint):
    """P[x, y] = 0 for the cells (x, y): responses that are impossible under a truth."""

    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", _cells(self.cells))

    def check(self, truths: int, responses: int) -> None:
        """The design must have the entries."""
        _require_cells(self.cells, truths, responses)

    def families(self) -> list[Family]:
        """P[x, y] = 0"""
        return [Family("entries", "impossible", (self.cells,))]

    def holds_for(self, design: Design) -> bool:
        """Whether the entries are 0."""
        rows = entries(design)
        return all(rows[x][y] == 0 for x, y in self.cells)


@dataclass(frozen=True)
class EqualEntries(Constraint):
    """The entries of each group of cells (x, y) are the same number.

    Raises ConstraintError for groups that are no lists of cells.
    """

    groups: tuple[tuple[Cell, ...], ...]

    def __post_init__(self) -> None:
        if isinstance(self.groups, str) or not isinstance(self.groups, Sequence):
            raise ConstraintError(f"groups must be a list of lists of cells, not {self.groups!r}")
        object.__setattr__(self, "groups", tuple(_cells(group) for group in self.groups))

    def check(self, truths: int, responses: int) -> None:
        """The design must have the entries."""
        _require_cells([cell for group in self.groups for cell in group], truths, responses)

    def families(self) -> list[Family]:
        """Each entry of a group equals the first one."""
        return [Family("entries", "equal_entries", (self.groups,))]

    def holds_for(self, design: Design) -> bool:
        """Whether each group has one value."""
        rows = entries(design)
        return all(len({rows[x][y] for x, y in group}) <= 1 for group in self.groups)


@dataclass(frozen=True)
class SymmetricMatrix(Constraint):
    """P[x, y] = P[y, x], for as many responses as truths."""

    def check(self, truths: int, responses: int) -> None:
        """The matrix must be square. Raises ConstraintError where it is not."""
        if truths != responses:
            raise ConstraintError(f"a symmetric matrix is square, not {truths} x {responses}")

    def families(self) -> list[Family]:
        """P[x, y] = P[y, x] for x < y"""
        return [Family("entries", "symmetric", ())]

    def holds_for(self, design: Design) -> bool:
        """Whether the matrix is its transpose."""
        rows = entries(design)
        return rows == [list(column) for column in zip(*rows, strict=True)]


@dataclass(frozen=True)
class LinearRelation(Constraint):
    """Sum of coefficient * P[x, y] over the terms ((x, y), coefficient) is <=, = or >= `bound`.

    Raises ConstraintError for no terms, for what is no term, and for another relation.
    """

    terms: tuple[tuple[Cell, Fraction], ...]
    relation: str
    bound: Fraction

    def __post_init__(self) -> None:
        read = []
        for term in self.terms:
            if not isinstance(term, (tuple, list)) or len(term) != 2:
                raise ConstraintError(f"a term is a pair of a cell (x, y) and a coefficient, not {term!r}")
            read.append((_cell(term[0]), exact(term[1], f"the coefficient of P{list(term[0])}")))
        if not read:
            raise ConstraintError("a relation needs at least one term")
        if self.relation not in ("<=", "=", ">="):
            raise ConstraintError(f"a relation is <=, = or >=, not {self.relation!r}")
        object.__setattr__(self, "terms", tuple(read))
        object.__setattr__(self, "bound", exact(self.bound, "bound"))

    def __str__(self) -> str:
        left = " + ".join(f"{c} P[{x}, {y}]" if c != 1 else f"P[{x}, {y}]" for (x, y), c in self.terms)
        return f"{left} {self.relation} {self.bound}".replace("+ -", "- ")

    def check(self, truths: int, responses: int) -> None:
        """The design must have the entries."""
        _require_cells([cell for cell, _ in self.terms], truths, responses)

    def families(self) -> list[Family]:
        """The relation as it stands."""
        return [Family("entries", "linear_relation", (self.terms, self.relation, self.bound))]

    def _value(self, design: Design) -> Fraction:
        rows = entries(design)
        return sum((c * rows[x][y] for (x, y), c in self.terms), Fraction(0))

    def holds_for(self, design: Design) -> bool:
        """Whether the sum compares with the bound as it should."""
        value = self._value(design)
        return {"<=": value <= self.bound, "=": value == self.bound, ">=": value >= self.bound}[self.relation]

    def tight_at(self, design: Design) -> tuple[str, ...]:
        """The relation, if it is an inequality that holds with equality."""
        tight = self.relation != "=" and self._value(design) == self.bound
        return (str(self).replace(self.relation, "="),) if tight else ()


@dataclass(frozen=True)
class ExpectedScores(Constraint):
    """Sum over y of scores[y] P[x, y] = expectations[x] for every truth x: the score of the response is unbiased."""

    scores: tuple[Fraction, ...]
    expectations: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "scores", exact_vector(self.scores, "scores"))
        object.__setattr__(self, "expectations", exact_vector(self.expectations, "expectations"))

    def check(self, truths: int, responses: int) -> None:
        """One score a response and one expectation a truth."""
        require_size("the list of scores", len(self.scores), responses, "responses")
        require_size("the list of expectations", len(self.expectations), truths, "truths")

    def families(self) -> list[Family]:
        """One equation a truth."""
        return [Family("entries", "expected_scores", (self.scores, self.expectations))]

    def holds_for(self, design: Design) -> bool:
        """Whether the score has the expectations."""
        means = [sum((s * p for s, p in zip(self.scores, row, strict=True)), Fraction(0)) for row in entries(design)]
        return tuple(means) == self.expectations


@dataclass(frozen=True)
class LocalDiversity(Constraint):
    """Local l-diversity with given sets: response y has one probability under the truths of sets[y] and 0 elsewhere.

    A design is locally l-diverse if each response that occurs is constant on a set of at least l truths and impossible
    under the others (`mechanisms.guarantees.criteria.diversity`). That is not linear, because the sets are free: it is
    a finite union of linear classes, one for each choice of sets, and one of these is demanded here. Nothing is lost by
    taking all sets of exactly l truths as responses (`all_sets`): a response on a larger set splits into those on its
    subsets, so every locally l-diverse design is one of these with its responses merged. Source: Nayak, Zhai, section
    4.1. Raises ConstraintError for a level below 1, and for a set of fewer truths than the level.
    """

    level: int
    sets: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        if type(self.level) is not int or self.level < 1:
            raise ConstraintError(f"the level l of local diversity is an integer of at least 1, not {self.level!r}")
        read = []
        for y, given in enumerate(self.sets):
            if not isinstance(given, (tuple, list)) or not all(type(x) is int and x >= 0 for x in given):
                raise ConstraintError(f"sets[{y}] must be a list of truths, numbers from 0 on, not {given!r}")
            chosen = tuple(sorted(set(given)))
            if len(chosen) < self.level:
                raise ConstraintError(f"sets[{y}] has {len(chosen)} truths, fewer than the level {self.level}")
            read.append(chosen)
        object.__setattr__(self, "sets", tuple(read))

    @classmethod
    def all_sets(cls, truths: int, level: int) -> LocalDiversity:
        """One response for each set of exactly `level` truths, in lexicographic order.

        Raises ConstraintError for a level outside 1 .. truths, and for more than MAXIMAL_SETS sets.
        """
        if not 1 <= level <= truths or comb(truths, level) > MAXIMAL_SETS:
            raise ConstraintError(
                f"the level must lie between 1 and the {truths} truths, with at most {MAXIMAL_SETS} sets; it is {level}"
            )
        return cls(level, tuple(combinations(range(truths), level)))

    def check(self, truths: int, responses: int) -> None:
        """One set a response, of truths that there are. Raises ConstraintError for a truth that there is not."""
        require_size("the list of sets", len(self.sets), responses, "responses")
        for y, chosen in enumerate(self.sets):
            if chosen[-1] >= truths:
                raise ConstraintError(f"sets[{y}] has the truth {chosen[-1]}; truths are 0 to {truths - 1}")

    def families(self) -> list[Family]:
        """Equations: 0 outside of the set, the same within."""
        return [Family("entries", "local_diversity", (self.sets,))]

    def holds_for(self, design: Design) -> bool:
        """Whether the design is locally l-diverse, each response that occurs being possible on its own set exactly."""
        if not local_diversity_of(design).holds(self.level):
            return False
        named = {truth: x for x, truth in enumerate(design.truths)}
        found = [tuple(named[t] for t in possible_truths(design, response)) for response in design.responses]
        return all(not possible or possible == chosen for possible, chosen in zip(found, self.sets, strict=True))


def _cell(cell: Any) -> Cell:
    if not isinstance(cell, (tuple, list)) or len(cell) != 2 or not all(type(i) is int and i >= 0 for i in cell):
        raise ConstraintError(f"a cell is a pair of a truth and a response, numbers from 0 on, not {cell!r}")
    return cell[0], cell[1]


def _cells(cells: Any) -> tuple[Cell, ...]:
    if isinstance(cells, str) or not isinstance(cells, Sequence) or not cells:
        raise ConstraintError(f"a list of cells [truth, response] is needed, at least one, not {cells!r}")
    return tuple(dict.fromkeys(map(_cell, cells)))


def _require_cells(cells: Iterable[Cell], truths: int, responses: int) -> None:
    for x, y in cells:
        if x >= truths or y >= responses:
            raise ConstraintError(f"there is no entry P[{x}, {y}] in a {truths} x {responses} design")
