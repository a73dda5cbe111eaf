"""Automorphisms of a matrix with coloured rows and columns, by refinement of colours and search.

A pair (permutation of the rows, permutation of the columns) is an automorphism when it keeps every entry and the
colours of rows and columns. The search takes points out one by one and refines colours until all differ, as McKay's
does; where the number of refinements that it may make runs out, the automorphisms found so far are returned. They
generate a subgroup, which is all that a reduction by symmetry needs: the use of each is checked exactly elsewhere.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

MAXIMAL_REFINEMENTS = 4000
Automorphism = tuple[tuple[int, ...], tuple[int, ...]]


class Graph:
    """Rows and columns as points 0 .. height - 1 and height .. height + width - 1, entries as arcs with a number.

    Entries that are left out are all equal to each other and different from those that are given.
    """

    def __init__(self, height: int, width: int, entries: Iterable[tuple[int, int, Hashable]]) -> None:
        import numpy

        arcs = list(entries)
        self.height, self.points = height, height + width
        self.rows = numpy.array([i for i, _, _ in arcs], dtype=numpy.int64)
        self.columns = numpy.array([j for _, j, _ in arcs], dtype=numpy.int64) + height
        self.values = numpy.array(_numbered([v for _, _, v in arcs]), dtype=numpy.int64)
        self._codes = self._coded(self.rows, self.columns)

    def _coded(self, rows: Any, columns: Any) -> Any:
        import numpy

        return numpy.sort((rows * self.points + columns) * (int(self.values.max(initial=0)) + 1) + self.values)

    def is_kept_by(self, image: Sequence[int]) -> bool:
        """Whether moving point p to image[p] moves the arcs onto arcs of the same number."""
        import numpy

        moved = numpy.array(image)
        return bool((self._coded(moved[self.rows], moved[self.columns]) == self._codes).all())


@dataclass(frozen=True)
class _Colouring:
    """Colours of the points after refinement, and the trace that equivalent colourings share."""

    colours: Any
    trace: tuple[bytes, ...]


@dataclass
class _Search:
    graph: Graph
    left: int
    found: list[tuple[int, ...]] = field(default_factory=list)
    parent: dict[int, int] = field(default_factory=dict)

    def root(self, point: int) -> int:
        """The point that stands for the orbit of a point under what was found."""
        while (above := self.parent.get(point, point)) != point:
            self.parent[point] = self.parent.get(above, above)
            point = above
        return point

    def add(self, image: tuple[int, ...]) -> None:
        """Keep an automorphism and join the orbits that it joins."""
        self.found.append(image)
        for point, other in enumerate(image):
            if point != other:
                self.parent[self.root(point)] = self.root(other)

    def refined(self, colours: Any) -> _Colouring:
        """Split colours by how often each number leads to each colour, until nothing is split.

        The arcs of a point are summed up as one number of 64 bits: what is confused by it is told apart by the check of
        the automorphisms. Colours are the order of these numbers, so that equivalent points have the same.
        """
        import numpy

        self.left -= 1
        graph, trace, classes = self.graph, [], 0
        while True:
            sums = numpy.zeros(graph.points, dtype=numpy.uint64)
            scale = graph.points + 1
            numpy.add.at(sums, graph.rows, _mixed(graph.values * scale + colours[graph.columns]))
            numpy.add.at(sums, graph.columns, _mixed(graph.values * scale + colours[graph.rows]))
            keys, colours, counts = numpy.unique(
                _mixed(colours) + _mixed(sums + numpy.uint64(1)), return_inverse=True, return_counts=True
            )
            trace += [keys.tobytes(), counts.tobytes()]
            if len(keys) == classes:
                return _Colouring(colours, tuple(trace))
            classes = len(keys)

    def with_point(self, colouring: _Colouring, point: int) -> _Colouring:
        """The refinement after one point got a colour of its own."""
        colours = colouring.colours.copy()
        colours[point] = self.graph.points
        return self.refined(colours)


def _mixed(numbers: Any) -> Any:
    """64 bits that look random, from 64 bits; each step can be undone (the finisher of SplitMix64)."""
    import numpy

    bits = numbers.astype(numpy.uint64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        bits = (bits ^ (bits >> numpy.uint64(shift))) * numpy.uint64(factor)
    return bits ^ (bits >> numpy.uint64(31))


def automorphisms(
    matrix: Sequence[Sequence[Hashable]], *, maximal_refinements: int = MAXIMAL_REFINEMENTS
) -> tuple[Automorphism, ...]:
    """Generators (row i becomes rows[i], column j becomes columns[j]) of the group of all automorphisms.

    Entries are compared by equality. Fewer generators than the group needs are returned when more than
    `maximal_refinements` would be made.
    """
    if not matrix or not matrix[0]:
        return ()
    usual = Counter(v for row in matrix for v in row).most_common(1)[0][0]
    entries = ((i, j, v) for i, row in enumerate(matrix) for j, v in enumerate(row) if v != usual)
    height, width = len(matrix), len(matrix[0])
    return graph_automorphisms(Graph(height, width, entries), [0] * height + [1] * width, maximal_refinements)


def graph_automorphisms(
    graph: Graph, colours: Sequence[Hashable], maximal_refinements: int = MAXIMAL_REFINEMENTS
) -> tuple[Automorphism, ...]:
    """The same for a graph whose points have colours; those of rows and of columns must differ."""
    import numpy

    search = _Search(graph, maximal_refinements)
    path = [search.refined(numpy.array(_numbered(colours), dtype=numpy.int64))]
    base: list[int] = []
    while (cell := _first_cell(path[-1])) and search.left > 0:
        base.append(cell[0])
        path.append(search.with_point(path[-1], cell[0]))
    for level in range(len(base) - 1, -1, -1):
        _find_images(search, path, base, level)
    first = graph.height
    return tuple((image[:first], tuple(point - first for point in image[first:])) for image in search.found)


def _numbered(values: Sequence[Hashable]) -> list[int]:
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(value, len(numbers)) for value in values]


def _first_cell(colouring: _Colouring) -> list[int]:
    """The points of the first colour that more than one point has; empty if all colours differ."""
    cells: dict[int, list[int]] = defaultdict(list)
    for point, colour in enumerate(colouring.colours.tolist()):
        cells[colour].append(point)
    return next((cells[c] for c in sorted(cells) if len(cells[c]) > 1), [])


def _find_images(search: _Search, path: list[_Colouring], base: list[int], level: int) -> None:
    """Add automorphisms that fix the points before this level and move the point of this level, one for each orbit."""
    refused: list[int] = []
    for point in _first_cell(path[level]):
        known = {search.root(p) for p in (base[level], *refused)}
        if search.root(point) in known:
            continue
        image = _extend(search, path, base, level, path[level], point)
        if image is None:
            if search.left <= 0:
                return
            refused.append(point)
        else:
            search.add(image)


def _extend(
    search: _Search, path: list[_Colouring], base: list[int], level: int, at: _Colouring, point: int
) -> tuple[int, ...] | None:
    """An automorphism under which the first points of the base go where `at` says and the next one to `point`."""
    if search.left <= 0:
        return None
    there, here = search.with_point(at, point), path[level + 1]
    if there.trace != here.trace:
        return None
    image = _least_change(here.colours.tolist(), there.colours.tolist())
    if search.graph.is_kept_by(image):
        return image
    if level + 1 == len(base):
        return None
    colour = here.colours[base[level + 1]]
    candidates = [p for p, c in enumerate(there.colours) if c == colour]
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
