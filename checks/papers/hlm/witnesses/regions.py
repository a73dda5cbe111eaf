"""The paper's regions of designs at one point, found by testing every event; edges, corners and optima in them.

No formula that the paper prints as a result is used, only its definition of g (23). The edges (19), (22) are found as
the points at which an event is as likely as privacy allows.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from checks.papers.hlm.witnesses.laws import binary, rows_of
from checks.witness.enumeration import privacy_gaps, sum_of
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import Meanings
from checks.witness.numbers import Numeric, add, compare, divide, multiply, power, sign
from checks.witness.regions import Coordinates, Region, same

NAMELESS = Meanings({}, {}, {})  # of points whose numbers alone are used


def root(zero: Numeric, one: Numeric) -> Numeric:
    """Where an affine function with these values at 0 and at 1 vanishes."""
    return divide(zero, add(zero, -one))


def gap_a(point: Evaluator, delta: Numeric, first: Numeric, second: Numeric) -> Numeric:
    """By how much response 1 of a respondent with the attribute stays below what privacy allows: (11a)."""
    rows = binary(point, first, second)
    return point.values["x"] * rows[0][1] + delta - rows[1][1]


def gap_b(point: Evaluator, delta: Numeric, first: Numeric, second: Numeric) -> Numeric:
    """The same for response 0 of a respondent without the attribute: (11b)."""
    rows = binary(point, first, second)
    return point.values["x"] * rows[1][0] + delta - rows[0][0]


def corner(point: Evaluator, delta: Numeric | None = None) -> Coordinates:
    """The symmetric design for which response 1 is as likely as privacy allows."""
    d = point.values["delta"] if delta is None else delta
    both = root(*(gap_a(point, d, point.of(p), point.of(p)) for p in (0, 1)))
    return both, both


def edge(point: Evaluator, delta: Numeric, t: Numeric) -> Coordinates:
    """p11 is t times that of the corner, p00 makes (11a) tight."""
    second = multiply(t, corner(point, delta)[1])
    return root(*(gap_a(point, delta, point.of(p), second) for p in (0, 1))), second


def t_zero(point: Evaluator) -> Numeric:
    """The t at which the first coordinate of the edge is 1."""
    delta = point.values["delta"]
    return root(*(edge(point, delta, point.of(t))[0] - 1 for t in (0, 1)))


def threshold(point: Evaluator) -> Numeric:
    """g(eps, delta) by its definition (23)."""
    x, delta = point.values["x"], point.values["delta"]
    return divide(delta * (x + delta), power(x + 2 * delta - 1, 2))


def is_design(z: Coordinates) -> bool:
    """Whether both coordinates are probabilities."""
    return all(compare(c, 0) >= 0 and compare(c, 1) <= 0 for c in z)


def is_private(point: Evaluator, z: Coordinates) -> bool:
    """Whether (p00, p11) are probabilities and no event betrays the truth."""
    if not is_design(z):
        return False
    gaps = privacy_gaps(binary(point, *z), point.values["x"], point.values["delta"])
    return all(sign(g) >= 0 for g in gaps)


def is_informative(point: Evaluator, z: Coordinates) -> bool:
    """Membership of R': private, and p00 + p11 > 1."""
    return compare(add(z[0], z[1]), 1) > 0 and is_private(point, z)


def is_tight(point: Evaluator, z: Coordinates) -> bool:
    """Whether (11a) or (11b) holds with equality."""
    delta = point.values["delta"]
    return sign(gap_a(point, delta, *z)) == 0 or sign(gap_b(point, delta, *z)) == 0


def _gaps(point: Evaluator, z: Coordinates) -> list[Numeric]:
    """Everything that is not negative on the closure of R'; affine in z, none of it constant."""
    ends = [gap for c in z for gap in (c, 1 - c)]
    return [*ends, z[0] + z[1] - 1, *privacy_gaps(binary(point, *z), point.values["x"], point.values["delta"])]


def polygon(point: Evaluator) -> list[Coordinates]:
    """The vertices of the closure of R': of all meetings of two of its lines, those that violate nothing."""
    zero, one = point.of(0), point.of(1)
    values = zip(_gaps(point, (zero, zero)), _gaps(point, (one, zero)), _gaps(point, (zero, one)), strict=True)
    lines = [(c, a - c, b - c) for c, a, b in values]
    found: list[Coordinates] = []
    for (c, a, b), (f, d, e) in combinations(lines, 2):
        determinant = a * e - b * d
        if sign(determinant) == 0:
            continue
        z = divide(b * f - c * e, determinant), divide(c * d - a * f, determinant)
        if all(sign(g) >= 0 for g in _gaps(point, z)) and not any(same(z, v) for v in found):
            found.append(z)
    return found


PARTS = 4  # each segment between two vertices is cut into so many
BEYOND = Fraction(33, 32)  # points a little outside of each edge, to tell it from one that is printed wrong
OUTER = [Fraction(k, 2) for k in range(-1, 4)]


def grid(point: Evaluator) -> tuple[Coordinates, ...]:
    """Exact points that matter for R': its vertices, points on its edges and diagonals, and points around it."""
    key = point.values["x"], point.values["delta"]
    return _exact_grid(*key) if point.exact else _grid(point)


@lru_cache(maxsize=256)
def _exact_grid(x: Fraction, delta: Fraction) -> tuple[Coordinates, ...]:
    return _grid(Evaluator(NAMELESS, {"x": x, "delta": delta}))


def _grid(point: Evaluator) -> tuple[Coordinates, ...]:
    corners = polygon(point)
    between = [
        (a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s)
        for a, b in combinations(corners, 2)
        for s in (point.of(Fraction(k, PARTS)) for k in range(1, PARTS))
    ]
    around = [(point.of(a), point.of(b)) for a in OUTER for b in OUTER]
    centre = tuple(divide(sum_of(z[i] for z in corners), len(corners)) for i in (0, 1))
    middles = [tuple(divide(c + d, 2) for c, d in zip(a, b, strict=True)) for a, b in combinations(corners, 2)]
    beyond = [tuple(m + (c - m) * point.of(BEYOND) for c, m in zip(z, centre, strict=True)) for z in corners + middles]
    every = (*corners, *beyond, *between, *around)
    return tuple(dict.fromkeys(every)) if point.exact else every


def informative(point: Evaluator) -> Region:
    """R' with its grid."""
    key = point.values["x"], point.values["delta"]
    inside = _exact_inside(*key) if point.exact else None
    return Region(2, lambda z: is_informative(point, z), grid(point), inside)


@lru_cache(maxsize=256)
def _exact_inside(x: Fraction, delta: Fraction) -> tuple[Coordinates, ...]:
    point = Evaluator(NAMELESS, {"x": x, "delta": delta})
    return tuple(z for z in _exact_grid(x, delta) if is_informative(point, z))


def private(point: Evaluator) -> Region:
    """R with the grid of R' and its mirror image."""
    mirrored = tuple((1 - a, 1 - b) for a, b in grid(point))
    return Region(2, lambda z: is_private(point, z), grid(point) + mirrored)


def edges(point: Evaluator) -> Region:
    """R'' with the grid of R'."""
    return Region(2, lambda z: is_informative(point, z) and is_tight(point, z), grid(point))


def boundary(point: Evaluator) -> Region:
    """The boundary of R': points of its closure on one of its lines; nothing if R' is empty."""
    is_empty = not informative(point).members()

    def contains(z: Coordinates) -> bool:
        signs = [sign(g) for g in _gaps(point, z)]
        return not is_empty and min(signs) == 0

    return Region(2, contains, grid(point))


def warner_region(point: Evaluator) -> Region:
    """R_w: the p_w > 1/2 for which Warner's spinner is private."""
    x, delta = point.values["x"], point.values["delta"]

    def contains(z: Coordinates) -> bool:
        if compare(2 * z[0], 1) <= 0 or compare(z[0], 1) > 0:
            return False
        return all(sign(g) >= 0 for g in privacy_gaps(rows_of(point, "warner", p_w=z[0]), x, delta))

    top = corner(point)[0]
    steps = [point.of(Fraction(k, 16)) for k in range(-1, 18)]
    return Region(1, contains, tuple((z,) for z in [*steps, top, divide(add(top, point.of(Fraction(1, 2))), 2)]))
