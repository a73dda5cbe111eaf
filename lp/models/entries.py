"""Demands on single entries: bounds, fixed and impossible ones, symmetry, graphs of responses, local diversity.

All are linear in P, and equations unless said otherwise. A cell is a pair (truth, response) of positions. Domain: cells
of the matrix, numbers between 0 and 1 for bounds and values of entries. They are elementary; where one comes from a
paper, its docstring says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from lp.models.design_variable import Constraints, Number
from lp.models.exact_program import said

Cell = tuple[int, int]


def entry_bounds(P: Any, cell: Cell, least: Number | None = None, most: Number | None = None) -> Constraints:
    """least <= P[x, y] <= most. Linear, DPP in the bounds."""
    found = []
    if least is not None:
        found.append(said(P[cell] >= least, f"P[{cell[0]}, {cell[1]}] >= {least}"))
    if most is not None:
        found.append(said(P[cell] <= most, f"P[{cell[0]}, {cell[1]}] <= {most}"))
    return found


def fixed_entries(P: Any, values: Mapping[Cell, Number]) -> Constraints:
    """P[x, y] = value for the given cells. Equations, DPP in the values."""
    return [said(P[cell] == value, f"P[{cell[0]}, {cell[1]}] = {value}") for cell, value in values.items()]


def impossible(P: Any, cells: Sequence[Cell]) -> Constraints:
    """P[x, y] = 0 for the given cells. Equations."""
    return [said(_at(P, cells) == 0, "impossible", lambda i: f"P[{cells[i][0]}, {cells[i][1]}] = 0")] if cells else []


def graph_supported(P: Any, edges: Sequence[Cell]) -> Constraints:
    """Only the responses y with an edge (x, y) of a bipartite graph are possible under the truth x. Equations.

    `local_diversity` is the case in which a response is as likely under all its truths.
    """
    allowed = set(edges)
    return impossible(P, [cell for cell in np.ndindex(*P.shape) if cell not in allowed])


def equal_entries(P: Any, groups: Sequence[Sequence[Cell]]) -> Constraints:
    """The entries of each group of cells, (row, column) each, are one number. Equations."""
    pairs = [(cell, group[0]) for group in groups for cell in group[1:]]
    if not pairs:
        return []
    left, right = [a for a, _ in pairs], [b for _, b in pairs]
    return [said(_at(P, left) == _at(P, right), "equal entries", lambda i: f"{_name(left[i])} = {_name(right[i])}")]


def symmetric(P: Any) -> Constraints:
    """P[x, y] = P[y, x], for as many responses as truths. Equations."""
    return equal_entries(P, [[(y, x), (x, y)] for x, y in combinations(range(P.shape[0]), 2)])


def invariant(P: Any, moves: Sequence[tuple[Sequence[int], Sequence[int]]]) -> Constraints:
    """P[g(x), h(y)] = P[x, y] for each pair of permutations (g of the truths, h of the responses), as lists of images.

    Equations. Averaging over the group that they generate loses nothing where loss and demands are invariant.
    """
    cells = list(np.ndindex(*P.shape))
    return equal_entries(P, [[(x, y), (g[x], h[y])] for g, h in moves for x, y in cells if (g[x], h[y]) != (x, y)])


def local_diversity(P: Any, sets: Sequence[Sequence[int]]) -> Constraints:
    """Response y has one probability under the truths of sets[y], and none elsewhere: local l-diversity, l = |sets[y]|.

    Equations; one set of rows for each column. Any locally l-diverse design is one on all sets of l truths with its
    responses merged. Source: Nayak, Zhai, section 4.1.
    """
    outside = [(x, y) for y, chosen in enumerate(sets) for x in range(P.shape[0]) if x not in set(chosen)]
    return impossible(P, outside) + equal_entries(P, [[(x, y) for x in chosen] for y, chosen in enumerate(sets)])


def linear_relation(P: Any, terms: Sequence[tuple[Cell, Number]], relation: str, bound: Number) -> Constraints:
    """Sum of coefficient * P[x, y] over the terms is <=, = or >= the bound. Linear, DPP in the bound."""
    value = np.array([c for _, c in terms], dtype=object) @ _at(P, [cell for cell, _ in terms])
    left = " + ".join(f"{c} {_name(cell)}" if c != 1 else _name(cell) for cell, c in terms)
    made = {"<=": value <= bound, "=": value == bound, ">=": value >= bound}[relation]
    return [said(made, f"{left} {relation} {bound}".replace("+ -", "- "))]


def expected_scores(P: Any, scores: Sequence[Number], expectations: Sequence[Number]) -> Constraints:
    """Sum over y of scores[y] P[x, y] = expectations[x]: the score of the response is unbiased. Equations."""
    sides = np.array(list(expectations), dtype=object)
    return [
        said(
            P @ np.array(list(scores), dtype=object) == sides,
            "expected scores",
            lambda x: f"sum over y of score[y] P[{x}, y] = {sides[x]}",
        )
    ]


def _at(P: Any, cells: Sequence[Cell]) -> Any:
    return P[[x for x, _ in cells], [y for _, y in cells]]


def _name(cell: Cell) -> str:
    return f"P[{cell[0]}, {cell[1]}]"
