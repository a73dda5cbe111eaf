"""Automorphisms of a matrix with coloured rows and columns, by refinement of colours and search.

A pair (permutation of the rows, permutation of the columns) is an automorphism when it keeps every entry and the
colours of rows and columns. The search takes points out one by one and refines colours until all differ, as McKay's
does; where the number of refinements that it may make runs out, the automorphisms found so far are returned. They
generate a subgroup, which is all that a reduction by symmetry needs: the use of each is checked exactly elsewhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

MAXIMAL_REFINEMENTS = 4000
Automorphism = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class _Colouring:
    """Colours of rows and columns after refinement, and the trace that equivalent colourings share."""

    rows: Any
    columns: Any
    trace: tuple[bytes, ...]

    def joined(self) -> list[int]:
        """The colours of all points: the rows, then the columns, whose colours are made negative."""
        return [*self.rows.tolist(), *(-1 - int(c) for c in self.columns)]


@dataclass
class _Search:
    matrix: Any
    left: int
    found: list[tuple[int, ...]] = field(default_factory=list)

    def refined(self, rows: Any, columns: Any) -> _Colouring:
        import numpy

        self.left -= 1
        trace: list[bytes] = []
        classes = -1
        while True:
            rows = _split(rows, self.matrix, columns, trace)
            columns = _split(columns, self.matrix.T, rows, trace)
            now = int(rows.max()) + int(columns.max())
            if now == classes:
                return _Colouring(rows.astype(numpy.int64), columns.astype(numpy.int64), tuple(trace))
            classes = now

    def with_point(self, colouring: _Colouring, point: int) -> _Colouring:
        """The refinement after one point got a colour of its own."""
        rows, columns = colouring.rows.copy(), colouring.columns.copy()
        if point < len(rows):
            rows[point] = rows.max() + 1
        else:
            columns[point - len(rows)] = columns.max() + 1
        return self.refined(rows, columns)

    def is_automorphism(self, image: Sequence[int]) -> bool:
        import numpy

        first = len(self.matrix)
        rows, columns = numpy.array(image[:first]), numpy.array(image[first:]) - first
        return bool((self.matrix[numpy.ix_(rows, columns)] == self.matrix).all())


def automorphisms(
    matrix: Sequence[Sequence[Hashable]],
    row_colours: Sequence[Hashable] | None = None,
    column_colours: Sequence[Hashable] | None = None,
    *,
    maximal_refinements: int = MAXIMAL_REFINEMENTS,
) -> tuple[Automorphism, ...]:
    """Generators (row i becomes rows[i], column j becomes columns[j]) of the group of all automorphisms.

    Entries and colours are compared by equality. Fewer generators than the group needs are returned when more than
    `maximal_refinements` would be made.
    """
    import numpy

    if not matrix or not matrix[0]:
        return ()
    entries = numpy.array([_numbered([v for row in matrix for v in row])]).reshape(len(matrix), -1)
    size = len(matrix)
    search = _Search(entries, maximal_refinements)
    rows = numpy.array(_numbered(row_colours) if row_colours is not None else [0] * size)
    columns = numpy.array(_numbered(column_colours) if column_colours is not None else [0] * entries.shape[1])
    path = [search.refined(rows, columns)]
    base: list[int] = []
    while (cell := _first_cell(path[-1])) and search.left > 0:
        base.append(cell[0])
        path.append(search.with_point(path[-1], cell[0]))
    for level in range(len(base) - 1, -1, -1):
        _find_images(search, path, base, level)
    return tuple((image[:size], tuple(point - size for point in image[size:])) for image in map(tuple, search.found))


def _numbered(values: Sequence[Hashable]) -> list[int]:
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(value, len(numbers)) for value in values]


def _split(colours: Any, matrix: Any, others: Any, trace: list[bytes]) -> Any:
    """Colours split by how often each entry meets each colour of the other side, numbered in an invariant order."""
    import numpy

    met = numpy.sort(matrix * (int(others.max()) + 1) + others[None, :], axis=1)
    keys, new, counts = numpy.unique(
        numpy.column_stack([colours, met]), axis=0, return_inverse=True, return_counts=True
    )
    trace += [keys.tobytes(), counts.tobytes()]
    return new.reshape(-1)


def _first_cell(colouring: _Colouring) -> list[int]:
    """The points of the first colour that more than one point has; empty if all colours differ."""
    cells: dict[int, list[int]] = defaultdict(list)
    for point, colour in enumerate(colouring.joined()):
        cells[colour].append(point)
    return next((cells[c] for c in sorted(cells, reverse=True) if len(cells[c]) > 1), [])


def _find_images(search: _Search, path: list[_Colouring], base: list[int], level: int) -> None:
    """Add automorphisms that fix the points before this level and move the point of this level, one for each orbit."""
    cell = _first_cell(path[level])
    refused: list[int] = []
    for point in cell:
        orbit = _orbit(point, search.found)
        if base[level] in orbit or any(p in orbit for p in refused):
            continue
        image = _extend(search, path, base, level, path[level], point)
        if image is None:
            if search.left <= 0:
                return
            refused.append(point)
        else:
            search.found.append(image)


def _orbit(point: int, permutations: Sequence[Sequence[int]]) -> set[int]:
    orbit, todo = {point}, [point]
    while todo:
        here = todo.pop()
        for permutation in permutations:
            if permutation[here] not in orbit:
                orbit.add(permutation[here])
                todo.append(permutation[here])
    return orbit


def _extend(
    search: _Search, path: list[_Colouring], base: list[int], level: int, at: _Colouring, point: int
) -> tuple[int, ...] | None:
    """An automorphism under which the first points of the base go where `at` says and the next one to `point`."""
    if search.left <= 0:
        return None
    there, here = search.with_point(at, point), path[level + 1]
    if there.trace != here.trace:
        return None
    image = _least_change(here.joined(), there.joined())
    if search.is_automorphism(image):
        return image
    if level + 1 == len(base):
        return None
    colour = here.joined()[base[level + 1]]
    candidates = [p for p, c in enumerate(there.joined()) if c == colour]
    candidates.sort(key=lambda p: p != base[level + 1])
    for candidate in candidates:
        found = _extend(search, path, base, level + 1, there, candidate)
        if found is not None:
            return found
    return None


def _least_change(here: Sequence[int], there: Sequence[int]) -> tuple[int, ...]:
    """The bijection that keeps colours and leaves in place each point that may stay."""
    free: dict[int, list[int]] = defaultdict(list)
    for point in range(len(there) - 1, -1, -1):
        if here[point] != there[point]:
            free[there[point]].append(point)
    return tuple(p if here[p] == there[p] else free[here[p]].pop() for p in range(len(here)))
