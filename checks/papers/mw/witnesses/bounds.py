"""The encoded statements of Corollaries 3 to 5 and of Section 4.1 at one point, each judged by enumeration."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from checks.papers.mw.witnesses.meanings import cells_of, count_laws, determinant, rows_of, solved
from checks.papers.mw.witnesses.regions import (
    LATTICE,
    THIRD,
    dagger_is_private,
    feasible,
    inner_designs,
    is_limit,
)
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, compare
from checks.witness.statement import Predicate, Trees, all_hold


def invertible(matrix: str) -> Predicate:
    """The printed hypotheses hold at the point exactly if the determinant is not zero."""

    def holds(point: Evaluator, trees: Trees) -> bool:
        regular = compare(determinant(rows_of(point, matrix)), 0) != 0
        return all_hold(point, trees) == regular

    return holds


def unbiased(matrix: str) -> Predicate:
    """The mean of each printed estimator over all counts is its share."""

    def holds(point: Evaluator, trees: Trees) -> bool:
        law = count_laws(cells_of(point, matrix), point.values["N"])
        for node in trees:
            match node:
                case tree.Chain(members=(tree.Operate(arguments=(share,)), estimate), relations=("=",)):
                    values = ((point.at(N0=counts[0], N1=counts[1]).number(estimate), p) for counts, p in law.items())
                    if sum(value * p for value, p in values) != point.number(share):
                        return False
                case _:
                    raise NotEvaluatedError("an equation for an estimator is needed")
        return True

    return holds


def two_cases(point: Evaluator, trees: Trees) -> bool:
    """On a grid: which of the last two inequalities decides."""
    x = point.values["x"]
    for a in LATTICE:
        for b in LATTICE:
            if min(a, b) <= THIRD or a == b:
                continue
            first, decisive = 2 * a <= x * (1 - b), 2 * b <= x * (1 - max(a, b))
            if feasible(point, a, b) != (first and decisive):
                return False
    return True


def sides_of_regions(point: Evaluator, trees: Trees) -> bool:
    """Next to the points of the sides there are designs of the regions; on the sides there are none."""
    x = point.values["x"]
    near = Fraction(1, 10**9)
    top, end = x / (x + 2), min(x / 3, 1 - 2 / (3 * x))
    for k in range(1, 8):
        t, s = THIRD + (top - THIRD) * Fraction(k, 8), THIRD + (end - THIRD) * Fraction(k, 8)
        if not (feasible(point, t - near, t) and feasible(point, s, THIRD + near)):
            return False
        if feasible(point, s, THIRD):
            return False
    return not feasible(point, end + near, THIRD + near)


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


def _region_designs(point: Evaluator, first: bool) -> list[tuple[Numeric, Numeric]]:
    grid = [(a, b) for a in LATTICE[8::2] for b in LATTICE[8::2] if feasible(point, a, b)]
    return [(a, b) for a, b in grid if a < b] if first else [*((a, b) for a, b in grid if b < a), *inner_designs(point)]


def least_is_not_attained(point: Evaluator, trees: Trees) -> bool:
    """From every design of a grid some small exact step within the region lowers the variance.

    The steps go to the ends of the region and along its sides, towards and away from p2 = 1/3.
    """
    for node in trees:
        match node:
            case tree.Chain(members=(tree.ArgMin(domain=tree.Name(name=name)), tree.EmptySet()), relations=("=",)):
                first = name == "Omega_dagger_1"
            case _:
                raise NotEvaluatedError("a set of minimisers that is empty is needed")
        x = point.values["x"]
        designs = _region_designs(point, first)
        if not first:
            designs += [(min(x * (1 - b) / 2, 1 - 2 * b / x), b) for _, b in designs]
        if not all(_some_step_lowers(point, a, b, first) for a, b in designs):
            return False
    return True


def _some_step_lowers(point: Evaluator, a: Numeric, b: Numeric, first: bool) -> bool:
    x, here = point.values["x"], variance(point, a, b)
    if first:
        steps = [((a + b) / 2, b)]
    else:
        ends = (THIRD, x / (x + 2))
        heights = [b, *(b + (end - b) * Fraction(1, part) for end in ends for part in (2, 64, 4096))]
        steps = [(min(x * (1 - h) / 2, 1 - 2 * h / x), h) for h in heights]
    inside = [(p, q) for p, q in steps if feasible(point, p, q) and (p < q if first else q < p)]
    return any(variance(point, p, q) < here for p, q in inside)


def first_region_line(point: Evaluator, trees: Trees) -> bool:
    """Below the line p1 = p2 the design on the line with the same p2 is feasible and does better."""
    return all(
        feasible(point, b, b) and variance(point, b, b) < variance(point, a, b)
        for a, b in _region_designs(point, first=True)
    )


def second_region_edge(point: Evaluator, trees: Trees) -> bool:
    """The points (t, 1/3), 1/3 < t <= x/3 < 1, are limits of region (2); designs of a grid do worse than the best."""
    x = point.values["x"]
    if x >= 3:
        return not _region_designs(point, first=False)
    side = [THIRD + (x / 3 - THIRD) * Fraction(k, 4) for k in range(1, 5)]
    if not all(is_limit(point, t, THIRD) for t in side):
        return False
    least = min(variance(point, t, THIRD) for t in side)
    return all(variance(point, a, b) > least for a, b in _region_designs(point, first=False))


def limit_is_value(point: Evaluator, trees: Trees) -> bool:
    """The variance at p2 = 1/3 + h approaches that at 1/3 as fast as h; only for p1 = 1/3 has it no value there."""
    p1 = point.values["p1"]
    value = variance(point, p1, THIRD)
    gaps = [abs(variance(point, p1, THIRD + Fraction(1, 10**k)) - value) * 10**k for k in (2, 4, 6, 8)]
    return p1 != THIRD and all(gap <= 8 / (2 * p1 - 2 * THIRD) ** 3 for gap in gaps)


def defined_minimisers(point: Evaluator, trees: Trees) -> bool:
    """Of a grid of 1/3 < p1 <= x/3 < 1 with p2 = 1/3, the printed point has the least variance."""
    x = point.values["x"]
    side = [THIRD + (x / 3 - THIRD) * Fraction(k, 16) for k in range(1, 17)] if x < 3 else []
    for node in trees:
        match node:
            case tree.Chain(members=(*_, tree.SetDisplay(elements=(printed,))), relations=(":=", "=")):
                at = point.number(printed)
            case _:
                raise NotEvaluatedError("a definition with a claim after it is needed")
        if at not in side or any(variance(point, t, THIRD) <= variance(point, at, THIRD) for t in side if t != at):
            return False
    return True


def truth_costs_nothing(point: Evaluator, trees: Trees) -> bool:
    """No private design of a grid has a smaller variance than the best limit of designs that favour the truth."""
    least = variance(point, point.values["x"] / 3, THIRD)
    designs = [(a, b) for a in LATTICE for b in LATTICE if dagger_is_private(point, a, b) and 2 * a + b != 1]
    return all(variance(point, a, b) >= least for a, b in designs)


def only_maximum(matrix: str) -> Predicate:
    """The likelihood has a single maximum, which it has where the determinant is not zero, and the print is there."""

    def holds(point: Evaluator, trees: Trees) -> bool:
        return compare(determinant(rows_of(point, matrix)), 0) != 0 and all_hold(point, trees)

    return holds


MATRICES = {"dagger": "P_dagger", "ddagger": "P_ddagger", "club": "P_club"}
PREDICATES: dict[str, Predicate] = {
    **{f"invertible_{name}": invertible(matrix) for name, matrix in MATRICES.items()},
    **{f"unbiased_{name}": unbiased(matrix) for name, matrix in MATRICES.items()},
    "truth_costs_nothing": truth_costs_nothing,
    "two_cases": two_cases,
    "least_is_not_attained": least_is_not_attained,
    "second_region_edge": second_region_edge,
}
