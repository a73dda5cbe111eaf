"""All vertices of a polyhedron {z : rows z >= bounds, equations z = sides}, exactly, by trying every basis.

For small polyhedra in few variables: a vertex is a point where as many independent constraints are tight as there are
variables. Nothing is said about directions in which the polyhedron is unbounded.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

from derivations.algebra.rational_systems import Vector, independent, solution
from derivations.arithmetic.statements import LinearProgram, dot, written_out

MAXIMAL_BASES = 200_000


def vertices(program: LinearProgram) -> tuple[Vector, ...]:
    """The vertices in increasing order, none of them twice; the cost of the program plays no part.

    Raises ValueError where there are more than MAXIMAL_BASES sets of constraints to try.
    """
    size = len(program.cost)
    equations = [written_out(row, size) for row in program.equations]
    free = size - len(independent(equations, size))
    rows = [written_out(row, size) for row in program.rows]
    constraints = sorted(set(zip(rows, program.bounds, strict=True)))
    if comb(len(constraints), free) > MAXIMAL_BASES:
        raise ValueError(f"{len(constraints)} rows in {size} variables have too many bases to try them all")
    found: set[Vector] = set()
    for chosen in combinations(constraints, free):
        matrix = [*equations, *(row for row, _ in chosen)]
        if len(independent(matrix, size)) < size:
            continue
        point = solution(matrix, (*program.sides, *(bound for _, bound in chosen)))
        if point is not None and all(dot(row, point) >= bound for row, bound in constraints):
            found.add(point)
    return tuple(sorted(found))
