"""The encoded statement of Section 4.1 at one point, judged by enumeration."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from checks.papers.mw.witnesses.meanings import cells_of, determinant, rows_of, solved
from checks.papers.mw.witnesses.regions import (
    LATTICE,
    THIRD,
    feasible,
    inner_designs,
    is_limit,
)
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import Numeric
from checks.witness.statement import Predicate, Trees


def variance(point: Evaluator, p1: Numeric, p2: Numeric) -> Numeric:
    """The variance of the estimate of pi_0 from one report through RR3-dagger, over all reports; None has no value."""
    at = point.at(p1=p1, p2=p2)
    rows, cells = rows_of(at, "P_dagger"), cells_of(at, "P_dagger")
    if determinant(rows) == 0:
        rows = _report_zero(rows)
        cells = (cells[0], cells[1] + cells[2])
    estimates = [solved(rows, [int(y == k) for k in range(len(cells))], 0) for y in range(len(cells))]
    mean = sum(c * e for c, e in zip(cells, estimates, strict=True))
    return sum(c * (e - mean) ** 2 for c, e in zip(cells, estimates, strict=True))


def _report_zero(rows: Sequence[Sequence[Numeric]]) -> tuple[tuple[Numeric, ...], ...]:
    """Truth 0 against the others, report 0 against the others; truths 1 and 2 are reported as 0 equally often."""
    return tuple((row[0], row[1] + row[2]) for row in rows[:2])


def _region_designs(point: Evaluator) -> list[tuple[Numeric, Numeric]]:
    grid = [(a, b) for a in LATTICE[8::2] for b in LATTICE[8::2] if feasible(point, a, b)]
    return [*((a, b) for a, b in grid if b < a), *inner_designs(point)]


def second_region_edge(point: Evaluator, trees: Trees) -> bool:
    """The points (t, 1/3), 1/3 < t <= x/3 < 1, are limits of region (2); designs of a grid do worse than the best."""
    x = point.values["x"]
    if x >= 3:
        return not _region_designs(point)
    side = [THIRD + (x / 3 - THIRD) * Fraction(k, 4) for k in range(1, 5)]
    if not all(is_limit(point, t, THIRD) for t in side):
        return False
    least = min(variance(point, t, THIRD) for t in side)
    return all(variance(point, a, b) > least for a, b in _region_designs(point))


PREDICATES: dict[str, Predicate] = {"second_region_edge": second_region_edge}
