"""The statements of appendix C at one point: the linear program in numbers, its corners found one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from checks.papers.pan.witnesses.continual_predicates import Nodes, same
from checks.papers.pan.witnesses.histories import Law, elements, law_between, response, step
from checks.reading import syntax as tree
from checks.witness.enumeration import sum_of
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
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


def bounds() -> list[Gap]:
    """(49): the unknowns and p_ba + p_bb lie between 0 and 1."""
    parts: list[Callable[[Law], Numeric]] = [
        *(lambda law, name=name: law[name] for name in NAMES),
        lambda law: add(law["p_ba"], law["p_bb"]),
    ]
    below = [lambda point, law, part=part: -part(law) for part in parts]
    above = [lambda point, law, part=part: add(part(law), -point.of(1)) for part in parts]
    return [*below, *above]


def coefficients(point: Evaluator, row: Gap) -> list[Numeric]:
    """Coefficients of the three unknowns in a gap, and minus its constant."""
    zero = {name: point.of(0) for name in NAMES}
    constant = row(point, zero)
    return [*(add(row(point, {**zero, name: point.of(1)}), -constant) for name in NAMES), -constant]


def corners(point: Evaluator) -> Iterator[Law]:
    """All corners of the program: (33) and two more rows with equality, where every row holds."""
    rows = [gap_of(number) for number in ROWS] + bounds()
    written = [coefficients(point, row) for row in rows]
    equation = coefficients(point, total_gap)
    for pair in combinations(written, 2):
        found = solve([equation, *pair])
        if found is not None:
            values = [sum_of(multiply(c, v) for c, v in zip(row, found, strict=False)) for row in written]
            if all(compare(value, row[-1]) <= 0 for value, row in zip(values, written, strict=True)):
                yield dict(zip(NAMES, found, strict=True))


def only_solution(point: Evaluator, nodes: Nodes) -> bool:
    """The program, which is bounded, has a single corner, and it is the printed one."""
    expected = solution(point)
    found = list(corners(point))
    return bool(found) and all(same(law[name], expected[name]) for law in found for name in NAMES)


def rank_of_supports(point: Evaluator, nodes: Nodes) -> bool:
    """The supports are tight at the printed point; any three of the four meet there alone."""
    expected = solution(point)
    rows: list[Gap] = [total_gap, *(gap_of(number) for number in ("37", "42", "45"))]
    tight = all(same(row(point, expected), point.of(0)) for row in rows)
    return tight and all(_meet(point, three, expected) for three in combinations(rows, 3))


def _meet(point: Evaluator, rows: Sequence[Gap], expected: Law) -> bool:
    found = solve([coefficients(point, row) for row in rows])
    return found is not None and all(same(v, expected[name]) for v, name in zip(found, NAMES, strict=True))


def solved_from_supports(point: Evaluator, nodes: Nodes) -> bool:
    """(33), (37), (42) with equality meet in the printed point alone."""
    return _meet(point, [total_gap, gap_of("37"), gap_of("42")], solution(point))


def substituted(number: str) -> Predicate:
    """The printed inequality has the difference of the sides of the row, and holds."""

    def predicate(point: Evaluator, nodes: Nodes) -> bool:
        law = solution(point)
        there = point.at(**law)
        for node in nodes:
            if not isinstance(node, tree.Chain):
                raise NotEvaluatedError("a row is printed as an inequality")
            left, right = (there.number(member) for member in node.members)
            if not same(add(left, -right), gap(point, law, number)) or compare(left, right) > 0:
                return False
        return True

    return predicate


def equality_in_45(point: Evaluator, nodes: Nodes) -> bool:
    """Both sides of (45) are the same."""
    return same(gap(point, solution(point), "45"), point.of(0))


def bounds_of_law(point: Evaluator, nodes: Nodes) -> bool:
    """What is printed of the solution holds."""
    there = point.at(**solution(point))
    return all(there.truth(node) for node in nodes)


def p_bb_not_negative(point: Evaluator, nodes: Nodes) -> bool:
    """(107), and that p_bb and p_aa are not negative."""
    law = solution(point)
    return bounds_of_law(point, nodes) and all(compare(law[name], 0) >= 0 for name in ("p_bb", "p_aa"))


def p_ba_not_negative(point: Evaluator, nodes: Nodes) -> bool:
    """The printed numerator over (e^eps_2 - 1)(e^eps_2 + m - 1) is p_ba, which is not negative."""
    y, m, p_ba = point.values["y"], point.values["m"], solution(point)["p_ba"]
    below = multiply(add(y, -point.of(1)), add(y, point.of(m - 1)))
    return compare(p_ba, 0) >= 0 and all(same(point.number(node), multiply(p_ba, below)) for node in nodes)


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
    "only_solution": only_solution,
    "rank_of_supports": rank_of_supports,
    "solved_from_supports": solved_from_supports,
    **{f"substituted_in_{number}": substituted(number) for number in ("40", "41", "43", "44", "46")},
    "equality_in_45": equality_in_45,
    "bounds_of_law": bounds_of_law,
    "p_bb_not_negative": p_bb_not_negative,
    "p_ba_not_negative": p_ba_not_negative,
    "supports_and_variables": supports_and_variables,
    "independent_supports": independent_supports,
}
