"""The statements of appendix C at one point: the linear program in numbers, its corners found one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from checks.papers.pan.witnesses.continual_predicates import Nodes, same
from checks.papers.pan.witnesses.histories import Law, elements, law_between, response, step
from checks.witness.enumeration import sum_of
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import Numeric, add, compare, divide, multiply
from checks.witness.statement import Predicate

NAMES = ("p_aa", "p_ba", "p_bb")
A, B, C = 1, 2, 3  # the truth, another truth, and a third value
ROWS = {
    "37": (A, A, A),
    "40": (B, A, A),
    "41": (A, A, B),
    "42": (A, B, A),
    "43": (A, A, C),
    "44": (A, B, C),
    "45": (A, C, A),
    "46": (A, C, B),
}
"""Truth, o_1, o_2: what is compared with e^eps_2 times its probability under the other truth."""


def solve(rows: Sequence[Sequence[Numeric]]) -> list[Numeric] | None:
    """The solution of a square system, written with its right sides; None where it is singular."""
    table = [list(row) for row in rows]
    for i in range(len(table)):
        pivot = next((k for k in range(i, len(table)) if compare(table[k][i], 0) != 0), None)
        if pivot is None:
            return None
        table[i], table[pivot] = table[pivot], table[i]
        table[i] = [divide(v, table[i][i]) for v in table[i]]
        for k, row in enumerate(table):
            if k != i:
                table[k] = [add(v, -multiply(row[i], w)) for v, w in zip(row, table[i], strict=True)]
    return [row[-1] for row in table]


def solution(point: Evaluator) -> Law:
    """The printed (54) at eps_1, eps_2."""
    return law_between(point, point.values["x"], point.values["y"])


def joint(point: Evaluator, law: Law, truth: int, before: int, after: int) -> Numeric:
    """Pr(o_1, o_2 | truth)."""
    return multiply(response(point, point.values["x"], truth, before), step(point, law, truth, before, after))


def gap(point: Evaluator, law: Law, number: str) -> Numeric:
    """Left side minus right side of a row, at most 0 where it holds; times e^eps_1 + m - 1 as the paper prints it."""
    truth, before, after = ROWS[number]
    other = B if truth == A else A
    right = multiply(point.values["y"], joint(point, law, other, before, after))
    scale = add(point.values["x"], point.of(point.values["m"] - 1))
    return multiply(scale, add(joint(point, law, truth, before, after), -right))


def total_gap(point: Evaluator, law: Law) -> Numeric:
    """Pr(o_2 = a | a) summed over o_1, minus what it must be: (33)."""
    found = sum_of(joint(point, law, A, before, A) for before in elements(point))
    return add(found, -response(point, point.values["y"], A, A))


Gap = Callable[[Evaluator, Law], Numeric]


def gap_of(number: str) -> Gap:
    """The gap of a row as a function of the law."""
    return lambda point, law: gap(point, law, number)


def coefficients(point: Evaluator, row: Gap) -> list[Numeric]:
    """Coefficients of the three unknowns in a gap, and minus its constant."""
    zero = {name: point.of(0) for name in NAMES}
    constant = row(point, zero)
    return [*(add(row(point, {**zero, name: point.of(1)}), -constant) for name in NAMES), -constant]


def rank_of_supports(point: Evaluator, nodes: Nodes) -> bool:
    """The supports are tight at the printed point; any three of the four meet there alone."""
    expected = solution(point)
    rows: list[Gap] = [total_gap, *(gap_of(number) for number in ("37", "42", "45"))]
    tight = all(same(row(point, expected), point.of(0)) for row in rows)
    return tight and all(_meet(point, three, expected) for three in combinations(rows, 3))


def _meet(point: Evaluator, rows: Sequence[Gap], expected: Law) -> bool:
    found = solve([coefficients(point, row) for row in rows])
    return found is not None and all(same(v, expected[name]) for v, name in zip(found, NAMES, strict=True))


SMALL = (-1, 0, 1, 2)


def supports_and_variables(point: Evaluator, nodes: Nodes) -> bool:
    """Two supports that are not zero leave no direction free, for all small integer supports."""
    return _pairs_leave_nothing()


@cache
def _pairs_leave_nothing() -> bool:
    rows = [row for row in product(SMALL, repeat=2) if any(row)]
    return all(not _free_direction(pair, 2) for pair in product(rows, repeat=2))


def independent_supports(point: Evaluator, nodes: Nodes) -> bool:
    """Three supports with a solution for each right side leave no direction free, for small integer supports."""
    return _independent_leave_nothing()


@cache
def _independent_leave_nothing() -> bool:
    rows = [row for row in product((-1, 0, 1), repeat=3) if any(row)][:12]
    for three in combinations(rows, 3):
        written = [[*map(Fraction, row), Fraction(int(k == 0))] for k, row in enumerate(three)]
        if solve(written) is not None and _free_direction(three, 3):
            return False
    return True


def _free_direction(rows: Sequence[Sequence[int]], size: int) -> bool:
    """Whether some small integer direction other than 0 is along all rows."""
    directions = (z for z in product(SMALL, repeat=size) if any(z))
    return any(all(sum(a * b for a, b in zip(row, z, strict=True)) == 0 for row in rows) for z in directions)


SUPPORTS: Mapping[str, Predicate] = {
    "rank_of_supports": rank_of_supports,
    "supports_and_variables": supports_and_variables,
    "independent_supports": independent_supports,
}
