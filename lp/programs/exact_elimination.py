"""Exact solution of sparse square systems of equations: elimination where it is cheap, then dense blocks by lifting.

Rows and columns with one entry, and pivots that create next to no new entries (Markowitz), are eliminated in
rationals. What is left splits into irreducible blocks of a block triangular form, each of which FLINT solves by Dixon's
p-adic lifting. One factorisation serves for B x = b and for y B = c.

Source: Dixon 1982 (lifting).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from math import lcm
from typing import Any

from flint import fmpq, fmpz_mat, nmod_mat

DEPENDENT = "the constraints of a basis are dependent"
ONE_BLOCK = 100  # rows up to which what the sparse part leaves is not split
CHEAP = 4  # new entries that a pivot of the sparse part may create
DEARER = (16, 64, 256)  # the same while more than MANY rows are left, of whose entries few are not 0
MANY = 400
PRIME = (1 << 61) - 1  # rank modulo a prime is at most the rank; a smaller one makes the basis another, never wrong


class SingularError(ArithmeticError):
    """The rows of a basis are dependent."""


@dataclass
class _Pivot:
    """Row and column that were eliminated; `below` are entries of the column and `right` of the row at that time."""

    row: int
    column: int
    value: Any
    below: list[tuple[int, Any]]
    right: list[tuple[int, Any]]


class Elimination:
    """The sparse part: pivots in their order, and the rows (sparse, by number) that are left with their columns."""

    def __init__(self, rows: Sequence[Iterable[tuple[int, int]]], width: int) -> None:
        self.left: dict[int, dict[int, Any]] = {i: {j: fmpq(a) for j, a in row} for i, row in enumerate(rows)}
        self.columns: dict[int, set[int]] = {j: set() for j in range(width)}
        for i, row in self.left.items():
            for j in row:
                self.columns[j].add(i)
        self.pivots: list[_Pivot] = []
        self._queue: list[tuple[int, bool, int]] = []
        for limit in (CHEAP, *DEARER):
            self._limit = limit
            self._eliminate_all()
            if len(self.left) <= MANY or 10 * sum(map(len, self.left.values())) > len(self.left) ** 2:
                break

    def _eliminate_all(self) -> None:
        """Pivot until no pivot within the limit is found."""
        for i, row in self.left.items():
            self._note(len(row), True, i)
        for j, rows in self.columns.items():
            self._note(len(rows), False, j)
        while self._queue:
            chosen = self._next()
            if chosen is None:
                continue
            i, j = chosen
            if (len(self.left[i]) - 1) * (len(self.columns[j]) - 1) <= self._limit:
                self._eliminate(i, j)

    def _next(self) -> tuple[int, int] | None:
        """The pivot in the shortest line; None if the shortest of the queue is out of date."""
        count, is_row, line = heapq.heappop(self._queue)
        if is_row:
            entries = self.left.get(line)
            if entries is None or len(entries) != count:
                return None
            return line, min(entries, key=lambda j: (len(self.columns[j]), j))
        rows = self.columns.get(line)
        if rows is None or len(rows) != count:
            return None
        return min(rows, key=lambda i: (len(self.left[i]), i)), line

    def _eliminate(self, i: int, j: int) -> None:
        row = self.left.pop(i)
        value = row.pop(j)
        for other in row:
            self.columns[other].discard(i)
        holders = self.columns.pop(j)
        holders.discard(i)
        below = []
        for holder in sorted(holders):
            entries = self.left[holder]
            entry = entries.pop(j)
            below.append((holder, entry))
            if row:
                factor = entry / value
                for column, a in row.items():
                    new = entries.get(column, 0) - factor * a
                    if new == 0:
                        del entries[column]
                        self.columns[column].discard(holder)
                    else:
                        entries[column] = new
                        self.columns[column].add(holder)
            self._note(len(entries), True, holder)
        for column in row:
            self._note(len(self.columns[column]), False, column)
        self.pivots.append(_Pivot(i, j, value, below, list(row.items())))

    def _note(self, count: int, is_row: bool, line: int) -> None:
        """Queue a row or column of this many entries, if a pivot in it may be cheap."""
        if 0 < count <= self._limit + 1:  # a pivot in longer lines is cheap only where the other line has one entry
            heapq.heappush(self._queue, (count, is_row, line))


def independent_lines(rows: Sequence[Iterable[tuple[int, int]]], width: int) -> tuple[list[int], list[int]]:
    """(rows, columns) of a largest square part that is certainly not singular, all in increasing order."""
    part = Elimination(rows, width)
    numbers = [i for i, row in part.left.items() if row]
    columns = sorted({j for i in numbers for j in part.left[i]})
    kept_rows, kept_columns = [p.row for p in part.pivots], [p.column for p in part.pivots]
    if numbers:
        place = {j: k for k, j in enumerate(columns)}
        rest = nmod_mat(len(numbers), len(columns), PRIME)
        for k, i in enumerate(numbers):
            for j, a in zip(part.left[i], _integers(part.left[i].values())[0], strict=True):
                rest[k, place[j]] = a % PRIME
        kept_columns += [columns[k] for k in _leading(rest)]
        kept_rows += [numbers[k] for k in _leading(rest.transpose())]
    return sorted(kept_rows), sorted(kept_columns)


def _leading(matrix: Any) -> list[int]:
    reduced, rank = matrix.rref()
    found: list[int] = []
    for i in range(rank):
        start = found[-1] + 1 if found else 0
        found.append(next(j for j in range(start, matrix.ncols()) if int(reduced[i, j]) != 0))
    return found


def _integers(values: Iterable[Any]) -> tuple[list[int], int]:
    """The rationals times their common denominator, and that."""
    values = list(values)
    common = lcm(*(int(v.q) for v in values))
    return [int(v.p) * (common // int(v.q)) for v in values], common


class _Block:
    """An irreducible dense block of what the sparse part left: its rows and columns, and its entries outside."""

    def __init__(self, rows: list[int], columns: list[int], left: dict[int, dict[int, Any]]) -> None:
        self.rows, self.columns = rows, columns
        place = {j: k for k, j in enumerate(columns)}
        self.outside = [(i, [(j, a) for j, a in left[i].items() if j not in place]) for i in rows]
        scaled = []
        self.scales = []
        for i in rows:
            inside = {j: a for j, a in left[i].items() if j in place}
            values, common = _integers(inside.values())
            dense = [0] * len(columns)
            for j, a in zip(inside, values, strict=True):
                dense[place[j]] = a
            scaled.append(dense)
            self.scales.append(common)
        self.matrix = fmpz_mat(scaled)
        if len(rows) != len(columns) or (
            nmod_mat(self.matrix, PRIME).rank() < len(rows) and self.matrix.rank() < len(rows)
        ):
            raise SingularError(DEPENDENT)
        self.transposed = self.matrix.transpose()

    def solve(self, sides: list[Any]) -> list[Any]:
        """x with block x = sides."""
        return _dense_solution(self.matrix, [s * scale for s, scale in zip(sides, self.scales, strict=True)])

    def solve_transposed(self, sides: list[Any]) -> list[Any]:
        """y with y block = sides."""
        found = _dense_solution(self.transposed, sides)
        return [y * scale for y, scale in zip(found, self.scales, strict=True)]


def _dense_solution(matrix: Any, sides: list[Any]) -> list[Any]:
    if not any(s != 0 for s in sides):
        return [fmpq(0)] * len(sides)
    integers, common = _integers([fmpq(s) for s in sides])
    found = matrix.solve(fmpz_mat(len(integers), 1, integers))
    return [v / common for v in found.entries()]


class Factorisation:
    """B as an exact factorisation; SingularError if its rows are dependent."""

    def __init__(self, rows: Sequence[Iterable[tuple[int, int]]]) -> None:
        self.size = len(rows)
        part = Elimination(rows, self.size)
        self.pivots = part.pivots
        if any(not row for row in part.left.values()):
            raise SingularError(DEPENDENT)
        self.blocks = [_Block(*lines, part.left) for lines in _block_lines(part.left)]

    def solve(self, sides: Sequence[Any]) -> list[Any]:
        """x with B x = sides."""
        b = list(sides)
        x: list[Any] = [fmpq(0)] * self.size
        for p in self.pivots:
            if p.below and b[p.row] != 0:
                factor = b[p.row] / p.value
                for i, entry in p.below:
                    b[i] = b[i] - factor * entry
        for block in self.blocks:
            known = [b[i] - sum((a * x[j] for j, a in outside), fmpq(0)) for i, outside in block.outside]
            for j, value in zip(block.columns, block.solve(known), strict=True):
                x[j] = value
        for p in reversed(self.pivots):
            total = b[p.row]
            for j, a in p.right:
                total = total - a * x[j]
            if total != 0:
                x[p.column] = total / p.value
        return x

    def solve_transposed(self, sides: Sequence[Any]) -> list[Any]:
        """y with y B = sides."""
        c = list(sides)
        y: list[Any] = [fmpq(0)] * self.size
        for p in self.pivots:
            if p.right and c[p.column] != 0:
                factor = c[p.column] / p.value
                for j, a in p.right:
                    c[j] = c[j] - factor * a
        for block in reversed(self.blocks):
            found = block.solve_transposed([c[j] for j in block.columns])
            for (i, outside), value in zip(block.outside, found, strict=True):
                y[i] = value
                if value != 0:
                    for j, a in outside:
                        c[j] = c[j] - a * value
        for p in reversed(self.pivots):
            total = c[p.column]
            for i, entry in p.below:
                if y[i] != 0:
                    total = total - entry * y[i]
            if total != 0:
                y[p.row] = total / p.value
        return y


def _block_lines(left: dict[int, dict[int, Any]]) -> list[tuple[list[int], list[int]]]:
    """Rows and columns of the irreducible blocks, each after those in whose columns its rows have entries."""
    if not left:
        return []
    columns = sorted({j for row in left.values() for j in row})
    if len(left) <= ONE_BLOCK or len(columns) != len(left) or all(len(row) == len(left) for row in left.values()):
        return [(list(left), columns)]
    from numpy import array, ones
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components, maximum_bipartite_matching

    numbers, size = list(left), len(left)
    place = {j: k for k, j in enumerate(columns)}
    pairs = array([(k, place[j]) for k, i in enumerate(numbers) for j in left[i]]).T
    matched = maximum_bipartite_matching(csr_matrix((ones(pairs.shape[1]), pairs), (size, size)), perm_type="column")
    if min(matched) < 0:
        raise SingularError(DEPENDENT)
    # An arrow from a row to the row whose matched column it holds: strongly connected rows make a block.
    arrows = array([pairs[0], matched.argsort()[pairs[1]]])
    graph = csr_matrix((ones(arrows.shape[1]), arrows), (size, size))
    labels = connected_components(graph, connection="strong")[1].tolist()
    needs: dict[int, set[int]] = {label: set() for label in labels}
    for a, b in arrows.T.tolist():
        if labels[a] != labels[b]:
            needs[labels[a]].add(labels[b])
    members: dict[int, list[int]] = {}
    for k, label in enumerate(labels):
        members.setdefault(label, []).append(k)
    return [
        ([numbers[k] for k in members[label]], [columns[int(matched[k])] for k in members[label]])
        for label in TopologicalSorter(needs).static_order()
    ]
