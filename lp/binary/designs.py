"""Linear programs over the binary designs (p00, p11) that are (eps, delta)-private, at exact x = e^eps and delta.

A program is written from the definition of privacy alone: for all truths a, b and every set S of responses,
P(S | a) <= x P(S | b) + delta. Each answer is certified by the kernel.

Source: Holohan, Leith, Mason, section III.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations, permutations

from derivations.arithmetic.statements import LinearProgram, sparse
from lp.programs.linear_program import Infeasible, Optimum, SolverError, solve

Direction = tuple[Fraction | int, Fraction | int]
Row = tuple[Fraction, Fraction]
ENTRIES = (
    # P(y | truth) = constant + coefficients . (p00, p11)
    ((Fraction(0), (Fraction(1), Fraction(0))), (Fraction(1), (Fraction(-1), Fraction(0)))),
    ((Fraction(1), (Fraction(0), Fraction(-1))), (Fraction(0), (Fraction(0), Fraction(1)))),
)


def private_designs(x: Fraction, delta: Fraction, cost: Direction = (0, 0)) -> LinearProgram:
    """minimise cost . (p00, p11) over the (eps, delta)-private binary designs, e^eps = x.

    Variables are p00 = P(0 | 0) and p11 = P(1 | 1). Raises ValueError unless x >= 1 and 0 <= delta <= 1.
    """
    if x < 1 or not 0 <= delta <= 1:
        raise ValueError(f"x = e^eps must be at least 1 and delta between 0 and 1, not x = {x}, delta = {delta}")
    rows: list[Row] = []
    bounds: list[Fraction] = []
    for truth in ENTRIES:
        for constant, row in truth:
            rows.append(row)
            bounds.append(-constant)
    events = chain.from_iterable(combinations(range(2), size) for size in (1, 2))
    for event in events:
        for a, b in permutations(range(2)):
            # x P(event | b) + delta - P(event | a) >= 0
            (first, on_a), (second, on_b) = _mass(a, event), _mass(b, event)
            rows.append((x * on_b[0] - on_a[0], x * on_b[1] - on_a[1]))
            bounds.append(first - delta - x * second)
    return LinearProgram.dense((Fraction(cost[0]), Fraction(cost[1])), tuple(rows), tuple(bounds))


def _mass(truth: int, event: tuple[int, ...]) -> tuple[Fraction, Row]:
    constants, rows = zip(*(ENTRIES[truth][y] for y in event), strict=True)
    return sum(constants, Fraction(0)), (sum((r[0] for r in rows), Fraction(0)), sum((r[1] for r in rows), Fraction(0)))


def support(x: Fraction, delta: Fraction, direction: Direction, *, p00: Fraction | None = None) -> Optimum:
    """The largest value of direction . (p00, p11) over the private designs, certified; -value of the optimum.

    With `p00` given, over those with this p00. Raises SolverError when there is no such design.
    """
    program = private_designs(x, delta, (-Fraction(direction[0]), -Fraction(direction[1])))
    if p00 is not None:
        program = LinearProgram(
            program.cost, program.rows, program.bounds, (sparse((Fraction(1), Fraction(0))),), (Fraction(p00),)
        )
    found = solve(program)
    if isinstance(found, Optimum):
        return found
    reason = "there is none" if isinstance(found, Infeasible) else "the value is unbounded"
    raise SolverError(f"no largest {direction} . (p00, p11) at x = {x}, delta = {delta}: {reason}")


def vertices(x: Fraction, delta: Fraction) -> tuple[Row, ...]:
    """The vertices of the polygon of private designs, counter-clockwise from the lowest and then the rightmost.

    Found by certified linear programs: the outermost points in a direction, then between each two neighbours the
    direction that is normal to the line through them, until nothing lies outside any of these lines.
    """
    directions: list[Direction] = [(0, -1), (1, 0), (0, 1), (-1, 0)]
    corners = list(dict.fromkeys(_extreme(x, delta, d) for d in directions))
    i = 0
    while len(corners) > 1 and i < len(corners):
        a, b = corners[i], corners[(i + 1) % len(corners)]
        normal = (b[1] - a[1], a[0] - b[0])
        top = -support(x, delta, normal).value
        if top > normal[0] * a[0] + normal[1] * a[1]:
            corners.insert(i + 1, _extreme(x, delta, normal))
        else:
            i += 1
    return tuple(corners)


def _extreme(x: Fraction, delta: Fraction, direction: Direction) -> Row:
    """The point that is outermost in a direction and, among those, in the direction a quarter turn on."""
    first = support(x, delta, direction)
    turned = (Fraction(-direction[1]), Fraction(direction[0]))
    program = private_designs(x, delta, (-turned[0], -turned[1]))
    line = (Fraction(direction[0]), Fraction(direction[1]))
    found = solve(LinearProgram(program.cost, program.rows, program.bounds, (sparse(line),), (-first.value,)))
    if not isinstance(found, Optimum):
        raise SolverError(f"the outermost points in direction {direction} have no end")
    return found.point[0], found.point[1]
