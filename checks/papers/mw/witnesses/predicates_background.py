"""Sections 1 and 2 at one point: levels of designs as largest ratios, matrices entry by entry, graphs edge by edge."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from checks.papers.mw.witnesses.meanings import answers_rows, rows_of, warner_rows
from checks.reading import syntax as tree
from checks.witness.enumeration import Rows
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, add, compare, divide, multiply
from checks.witness.statement import Predicate, Trees


def level(rows: Rows) -> Fraction | None:
    """e^eps for the smallest eps: the largest ratio within a column; None when it is infinite."""
    largest = Fraction(1)
    for y in range(len(rows[0])):
        column = [row[y] for row in rows]
        if max(column) > 0 and min(column) == 0:
            return None
        if max(column) > 0:
            largest = max(largest, Fraction(max(column)) / min(column))
    return largest


def larger_budget_allows_more(point: Evaluator, trees: Trees) -> bool:
    """What is private at x, ratio by ratio, is private at x + 1."""
    columns = list(zip(*rows_of(point, "P"), strict=True))

    def private(bound: Numeric) -> bool:
        return all(compare(a, multiply(bound, b)) <= 0 for column in columns for a in column for b in column)

    x = point.values["x"]
    return not private(x) or private(add(x, 1))


def warner_coin(point: Evaluator, trees: Trees) -> bool:
    """The four runs of Warner's protocol."""
    p = point.values["p"]
    return warner_rows(p) == ((p, 1 - p), (1 - p, p))


def two_answers_are_warner(point: Evaluator, trees: Trees) -> bool:
    """The truth or the one other answer."""
    p = point.values["p"]
    return answers_rows(p, 2) == warner_rows(p)


def rows_sum_to_one(point: Evaluator, trees: Trees) -> bool:
    """Each of the m rows, run by run."""
    return all(sum(row) == 1 for row in answers_rows(point.values["p"], point.values["m"] + 1))


def implies_print(private: Callable[[Evaluator], bool], *, conversely: bool) -> Predicate:
    """The design is private only where the print holds; with `conversely` also wherever it holds."""

    def holds(point: Evaluator, trees: Trees) -> bool:
        printed, found = all(point.truth(node) for node in trees), private(point)
        return printed == found if conversely else printed or not found

    return holds


def _is_private(answers: Callable[[Evaluator], int]) -> Callable[[Evaluator], bool]:
    def private(point: Evaluator) -> bool:
        found = level(answers_rows(point.values["p"], answers(point)))
        return found is not None and found <= point.values["x"]

    return private


def columns_side_by_side(point: Evaluator, trees: Trees) -> bool:
    """Rows written upright next to each other, with the numbers of some design; turned over if the print says so."""
    rows = rows_of(point, "P_club")
    match trees[0]:
        case tree.Chain(members=(_, tree.Matrix(), block)):
            pass
        case _:
            raise NotEvaluatedError("a block matrix is printed")
    upright = [[rows[j][i] for j in range(3)] for i in range(3)]
    if isinstance(block, tree.Power):
        upright = [[upright[j][i] for j in range(3)] for i in range(3)]
    return all(compare(upright[i][j], rows[i][j]) == 0 for i, j in product(range(3), repeat=2))


def truthful_probability_is_optimal(point: Evaluator, trees: Trees) -> bool:
    """The printed coin against a grid of private coins, by the variance of one report over its squared slope."""
    (node,) = trees
    assert isinstance(node, tree.Chain)
    printed, x, share = point.number(node.members[-1]), point.values["x"], point.values["pi0"]

    def variance(p: Numeric) -> Numeric:
        rows = warner_rows(p)
        one = add(multiply(share, rows[1][1]), multiply(add(1, -share), rows[0][1]))
        return divide(multiply(one, add(1, -one)), multiply(add(rows[1][1], -rows[0][1]), add(rows[1][1], -rows[0][1])))

    low = divide(1, add(x, 1))
    grid = [add(low, multiply(add(1, -multiply(2, low)), Fraction(k, 12))) for k in range(13) if k != 6]
    inside = level(warner_rows(printed))
    return inside is not None and inside <= x and all(compare(variance(printed), variance(p)) <= 0 for p in grid)


PREDICATES: dict[str, Predicate] = {
    "smaller_budget_is_stronger": larger_budget_allows_more,
    "warner_coin": warner_coin,
    "two_answers_are_warner": two_answers_are_warner,
    "rows_sum_to_one": rows_sum_to_one,
    "necessary_with_two_answers": implies_print(_is_private(lambda point: 2), conversely=False),
    "exact_range_with_two_answers": implies_print(_is_private(lambda point: 2), conversely=True),
    "columns_side_by_side": columns_side_by_side,
    "truthful_probability_is_optimal": truthful_probability_is_optimal,
}
