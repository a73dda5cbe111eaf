"""Feasible regions of Section 4.1 at one point: all ratios of the enumerated designs, tested on exact grids."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from checks.papers.mw.witnesses.meanings import rows_of
from checks.reading import syntax as tree
from checks.witness.enumeration import Rows
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import Numeric, compare
from checks.witness.regions import Coordinates, Region

PARTS = 24
THIRD = Fraction(1, 3)
LATTICE = tuple(Fraction(k, PARTS) for k in range(PARTS + 1))


def private(rows: Rows, x: Numeric) -> bool:
    """No report is more than x times as likely for one truth as for another."""
    return all(compare(a, x * b) <= 0 for column in zip(*rows, strict=True) for a in column for b in column)


def ewrr3_is_private(point: Evaluator, p: Numeric) -> bool:
    """EWRR3 with this p."""
    return 0 <= p <= 1 and private(rows_of(point.at(p=p), "P"), point.values["x"])


def dagger_is_private(point: Evaluator, p1: Numeric, p2: Numeric) -> bool:
    """RR3-dagger with these p1, p2."""
    in_range = 0 <= p1 <= 1 and 0 <= p2 <= 1
    return in_range and private(rows_of(point.at(p1=p1, p2=p2), "P_dagger"), point.values["x"])


def feasible(point: Evaluator, p1: Numeric, p2: Numeric) -> bool:
    """Private, and the truth is the likeliest report."""
    return p1 > THIRD and p2 > THIRD and dagger_is_private(point, p1, p2)


def worth_testing(point: Evaluator) -> tuple[Numeric, ...]:
    """Values of p: a grid, and where the ratio of the likelier to the other report is x."""
    x = point.values["x"]
    return (*LATTICE, THIRD, x / (x + 2), 1 / (2 * x + 1))


def line(contains: Callable[[Numeric], bool], candidates: tuple[Numeric, ...]) -> Region:
    """A region of values of p."""
    return Region(1, lambda z: contains(z[0]), tuple((p,) for p in candidates))


def plane(point: Evaluator, contains: Callable[[Numeric, Numeric], bool]) -> Region:
    """A region of pairs (p1, p2): a grid, the ends of the sides, and points beside them."""
    x = point.values["x"]
    top = x / (x + 2)
    corners = [(THIRD, THIRD), (top, top), (x / 3, THIRD), (1 - 2 / (3 * x), THIRD)]
    edges = [(x * (1 - b) / 2, b) for b in LATTICE[9::2]] + [(1 - 2 * b / x, b) for b in LATTICE[9::2]]
    middle = [((a + c) / 2, (b + d) / 2) for a, b in corners for c, d in corners]
    grid = [(a, b) for a in LATTICE[6::3] for b in LATTICE[6::3]]
    candidates: tuple[Coordinates, ...] = tuple(dict.fromkeys((*corners, *middle, *edges, *grid)))
    return Region(2, lambda z: contains(z[0], z[1]), candidates)


def _slope(name: str) -> Callable[[Evaluator], Numeric]:
    estimator = tree.Operate("Pi_hat", (tree.Name("pi0"),), (tree.Name("P_dagger"),))
    return lambda point: point.number(tree.Derivative(tree.Operate("Var", (estimator,)), tree.Name(name)))


NAMES: dict[str, Callable[[Evaluator], Any]] = {
    "Omega_3": lambda at: line(lambda p: p > THIRD and ewrr3_is_private(at, p), worth_testing(at)),
    "Omega_3_low": lambda at: line(lambda p: p < THIRD and ewrr3_is_private(at, p), worth_testing(at)),
    "Omega_dagger": lambda at: plane(at, lambda a, b: feasible(at, a, b)),
    "Omega_dagger_1": lambda at: plane(at, lambda a, b: a < b and feasible(at, a, b)),
    "Omega_dagger_2": lambda at: plane(at, lambda a, b: b < a and feasible(at, a, b)),
    "dVar_dp1": _slope("p1"),
    "dVar_dp2": _slope("p2"),
}
