"""What the paper's names mean at one point: laws by enumeration of its protocols, regions by testing every event.

No formula that the paper prints as a result is used. Its definitions are g (23) and f (Lemma 1); the edges (19), (22)
are found as the points at which an event is as likely as privacy allows.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any

from checks.papers.hlm.notation import DOMAIN
from checks.papers.hlm.vocabulary import VOCABULARY
from checks.reading import read_plain
from checks.reading import syntax as tree
from checks.witness.enumeration import Rows, count_law, design_rows, estimate, marginal, moments, privacy_gaps, sum_of
from checks.witness.evaluator import Coordinates, Evaluator, Meanings, NotEvaluatedError, Region, same, smallest
from checks.witness.numbers import Numeric, add, compare, divide, multiply, power, sign, square_root
from checks.witness.points import Space
from mechanisms import catalogue

# -- laws --------------------------------------------------------------------------------------------------------------


def rows_of(point: Evaluator, mechanism: str, **parameters: Numeric) -> Rows:
    """The law of the response for each truth, from the program of a mechanism of the catalogue."""
    if all(isinstance(value, (int, Fraction)) for value in parameters.values()):
        return _exact_rows(mechanism, tuple(parameters.items()))
    return design_rows(catalogue.get(mechanism).protocol.program, parameters, point.of)


@lru_cache(maxsize=50_000)
def _exact_rows(mechanism: str, parameters: tuple[tuple[str, Fraction], ...]) -> Rows:
    return design_rows(catalogue.get(mechanism).protocol.program, dict(parameters), Fraction)


def binary(point: Evaluator, first: Numeric, second: Numeric) -> Rows:
    """The generalised binary randomised response with p00 = first, p11 = second."""
    return rows_of(point, "binary", p00=first, p11=second)


def own_rows(point: Evaluator) -> Rows:
    """The mechanism at the point: the general one, unless `rows` says another."""
    if "rows" in point.values:
        rows: Rows = point.values["rows"]
        return rows
    return binary(point, point.values["p00"], point.values["p11"])


def estimator_rows(point: Evaluator, node: tree.Node) -> Rows:
    """The mechanism that an estimator is printed with; the one at the point if none is printed."""
    for part in tree.nodes(node):
        match part:
            case tree.Apply(function="Pi_hat", arguments=(first, second)):
                return binary(point, point.number(first), point.number(second))
            case tree.Apply(function="Pi_hat_w", arguments=(truth,)):
                return rows_of(point, "warner", p_w=point.number(truth))
            case tree.Apply(function="Pi_hat_1", arguments=(t,)):
                return binary(point, *edge(point, point.of(0), point.number(t)))
            case tree.Apply(function="Pi_hat_2", arguments=(t,)):
                return binary(point, *reversed(edge(point, point.of(0), point.number(t))))
            case tree.Apply(function="Pi_hat_1_delta", arguments=(t,)):
                return binary(point, *edge(point, point.values["delta"], point.number(t)))
    return own_rows(point)


def _estimator(point: Evaluator, node: tree.Node) -> Numeric:
    return estimate(estimator_rows(point, node), point.values["N"], point.values["n"])


def outcomes(point: Evaluator, node: tree.Operate) -> Iterator[tuple[Numeric, Evaluator]]:
    """(probability, point with the outcome in it) for what is random in the arguments of E, Var or P."""
    names = frozenset().union(*(tree.names_in(a) for a in node.arguments))
    if "Y" in names:
        for value, probability in point.values["law_of_Y"].items():
            yield probability, point.at(Y=value)
        return
    rows = estimator_rows(point, node.arguments[0])
    response = next((name for name in ("X_i", "X_k") if name in names), None)
    if response is None:
        for count, probability in count_law(rows, _given_proportion(point, node), point.values["n"]).items():
            yield probability, point.at(N=count)
        return
    if f"law_of_{response}" in point.values:
        law = point.values[f"law_of_{response}"]
    elif any("x_i" in tree.names_in(g) for g in node.given):
        law = rows[0 if any(point.at(x_i=0).truth(g) for g in node.given) else 1]
    else:
        law = marginal(rows, _given_proportion(point, node))
    for value, probability in enumerate(law):
        yield probability, point.at(**{response: value})


def _given_proportion(point: Evaluator, node: tree.Operate) -> Numeric:
    return point.number(node.given[0]) if node.given else point.values["pi"]


def _mean(point: Evaluator, node: tree.Operate) -> Numeric:
    return sum_of(multiply(p, at.number(node.arguments[0])) for p, at in outcomes(point, node))


def _variance(point: Evaluator, node: tree.Operate) -> Numeric:
    listed = [(p, at.number(node.arguments[0])) for p, at in outcomes(point, node)]
    mean = sum_of(multiply(p, v) for p, v in listed)
    return sum_of(multiply(p, power(add(v, -mean), 2)) for p, v in listed)


def _probability(point: Evaluator, node: tree.Operate) -> Numeric:
    return sum_of(p for p, at in outcomes(point, node) if at.truth(node.arguments[0]))


def _likelihood(point: Evaluator) -> Numeric:
    """The probability of one sample with N responses 1: that of the count, shared among its equally likely samples."""
    n, count = point.values["n"], point.values["N"]
    law = count_law(own_rows(point), point.values["pi"], n)
    return divide(law.get(count, point.of(0)), comb(n, count))


def error(point: Evaluator, first: Numeric, second: Numeric) -> Numeric:
    """The variance of the estimate at the design (first, second); ZeroDivisionError where it has none."""
    return moments(binary(point, first, second), point.values["pi"], point.values["n"])[1]


# -- regions -----------------------------------------------------------------------------------------------------------


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
    return _grid(Evaluator(MEANINGS, {"x": x, "delta": delta}))


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
    point = Evaluator(MEANINGS, {"x": x, "delta": delta})
    return tuple(z for z in _exact_grid(x, delta) if is_informative(point, z))


def private(point: Evaluator) -> Region:
    """R with the grid of R' and its mirror image."""
    mirrored = tuple((1 - a, 1 - b) for a, b in grid(point))
    return Region(2, lambda z: is_private(point, z), grid(point) + mirrored)


def near_edges(point: Evaluator) -> list[Coordinates]:
    """Designs at and just beyond the edges of R, where a wrong description of it shows."""
    size = len(polygon(point))
    near = grid(point)[: size * (size + 3) // 2]
    return [z for a, b in near for z in ((a, b), (1 - a, 1 - b)) if is_design(z)]


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


def optimal_designs(point: Evaluator) -> list[Coordinates]:
    """The designs of the grid of R' with the least error, all ties."""
    if point.exact:
        return list(_exact_optima(*(point.values[name] for name in ("x", "delta", "pi", "n"))))
    return list(smallest(informative(point), lambda z: error(point, *z)).candidates)


@lru_cache(maxsize=1024)
def _exact_optima(x: Fraction, delta: Fraction, pi: Fraction, n: int) -> tuple[Coordinates, ...]:
    point = Evaluator(MEANINGS, {"x": x, "delta": delta, "pi": pi, "n": n})
    return smallest(informative(point), lambda z: error(point, *z)).candidates


# -- names -------------------------------------------------------------------------------------------------------------


def _along(delta: str | int, coordinate: int) -> Any:
    def value(point: Evaluator, node: tree.Apply) -> Numeric:
        budget = point.of(delta) if isinstance(delta, int) else point.values[delta]
        return edge(point, budget, point.number(node.arguments[0]))[coordinate]

    return value


def _with_budgets(value: Any) -> Any:
    def applied(point: Evaluator, node: tree.Apply) -> Numeric:
        if node.arguments != (tree.Name("eps"), tree.Name("delta")):
            raise NotEvaluatedError(f"{node.function} is written with the arguments eps, delta only")
        return value(point)

    return applied


def _polynomial(point: Evaluator, node: tree.Apply) -> Numeric:
    """f of Lemma 1, by its definition."""
    a, b = (point.number(argument) for argument in node.arguments)
    return 2 * a * b - a - b + 1


def _sigma(point: Evaluator) -> Numeric:
    return square_root(moments(own_rows(point), point.values["pi"], point.values["n"])[1])


ESTIMATORS = ("Pi_hat", "Pi_hat_w", "Pi_hat_1", "Pi_hat_2", "Pi_hat_1_delta")
MEANINGS = Meanings(
    names={
        "Pi_hat": lambda point: _estimator(point, tree.Name("Pi_hat")),
        "L": _likelihood,
        "P": own_rows,
        "P_w": lambda point: rows_of(point, "warner", p_w=point.values["p_w"]),
        "P_eps": lambda point: rows_of(point, "optimal-epsilon", x=point.values["x"]),
        "p01": lambda point: own_rows(point)[0][1],
        "p10": lambda point: own_rows(point)[1][0],
        "sigma": _sigma,
        "t_0": t_zero,
        "g": threshold,
        "R_full": private,
        "R1": informative,
        "R2": edges,
        "boundary_R1": boundary,
        "R_w": warner_region,
    },
    functions={
        **dict.fromkeys(ESTIMATORS, _estimator),
        "r": _along(0, 0),
        "s": _along(0, 1),
        "r_delta": _along("delta", 0),
        "s_delta": _along("delta", 1),
        "r_1": _along(1, 0),
        "s_1": _along(1, 1),
        "t_0": _with_budgets(t_zero),
        "g": _with_budgets(threshold),
        "f": _polynomial,
    },
    operators={"E": _mean, "Var": _variance, "Pr": _probability},
    budgets={"eps": "x"},
    coordinates=("p00", "p11"),
)

SPACE = Space(
    parameters=DOMAIN.parameters,
    conditions=(read_plain("N <= n", VOCABULARY),),
    ties=tuple(
        read_plain(text, VOCABULARY)
        for text in (
            "p11 = 1 - p00",
            "p11 = p00",
            "p11 = e^eps*(1 - p00) + delta",
            "pi = g(eps, delta)",
            "pi = 1 - g(eps, delta)",
            "pi = 1/2",
            "t = t_0(eps, delta)",
            "t = t_0(eps, delta)/2",
            "delta = 0",
            "b = a",
        )
    ),
)
