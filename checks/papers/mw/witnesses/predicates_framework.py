"""Section 3 at one point: all counts of a few participants are listed, likelihoods compared, slopes taken with jets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from checks.papers.mw.witnesses.meanings import (
    ANSWERS,
    cells_of,
    count_laws,
    estimate,
    matrix_in_force,
    rows_of,
    survey_rows,
)
from checks.reading import syntax as tree
from checks.witness.enumeration import sum_of
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import Numeric, add, compare, divide, multiply
from checks.witness.statement import Predicate, Trees

PEOPLE = 2


def same(left: Sequence[Numeric], right: Sequence[Numeric]) -> bool:
    """Equal vectors."""
    return all(compare(a, b) == 0 for a, b in zip(left, right, strict=True))


def estimates(point: Evaluator, matrix: str) -> tuple[Numeric, ...]:
    """The estimated share of each truth."""
    return tuple(estimate(point, matrix, k) for k in range(len(survey_rows(point, matrix))))


# -- vectors -----------------------------------------------------------------------------------------------------------


def shares_of_counts(point: Evaluator, trees: Trees) -> bool:
    """Counts of the three answers among N participants, listed."""
    size = point.values["N"]
    return all(
        n2 == size - n0 - n1 and sum(Fraction(c, size) for c in (n0, n1, n2)) == 1
        for n0, n1, n2 in product(range(size + 1), repeat=3)
        if n0 + n1 + n2 == size
    )


def fixed_truths(point: Evaluator) -> tuple[list[int], dict[tuple[int, ...], Numeric]]:
    """Numbers of truths, and the law of the reports of these participants, one after the other."""
    truths = [point.values["N0"], point.values["N1"], 1]
    rows = survey_rows(point, matrix_in_force(point))
    law: dict[tuple[int, ...], Numeric] = {(0, 0, 0): 1}
    for truth in (t for t in ANSWERS for _ in range(truths[t])):
        longer: dict[tuple[int, ...], Numeric] = {}
        for counts, mass in law.items():
            for y in ANSWERS:
                key = tuple(c + (k == y) for k, c in enumerate(counts))
                longer[key] = add(longer.get(key, 0), multiply(mass, rows[truth][y]))
        law = longer
    return truths, law


def truthful_reports(point: Evaluator, trees: Trees) -> bool:
    """EWRR3 with p = 1: the counts of the reports are those of the truths with certainty."""
    truths, law = fixed_truths(point.at(p=Fraction(1)))
    return all(compare(p, int(list(counts) == truths)) == 0 for counts, p in law.items())


def sums_are_one(point: Evaluator, trees: Trees) -> bool:
    """The estimates and the shares sum to one."""
    return compare(sum_of(estimates(point, "P_general")), 1) == 0


# -- the likelihood ----------------------------------------------------------------------------------------------------


def at_root(point: Evaluator) -> Evaluator:
    """The point moved to the shares at which the cells are the reported frequencies."""
    root = estimates(point, matrix_in_force(point))
    return point.at(pi0=root[0], pi1=root[1])


# -- moments -----------------------------------------------------------------------------------------------------------


def put(node: tree.Node, values: dict[str, tree.Node]) -> tree.Node:
    """The tree with other nodes in place of names."""
    if isinstance(node, tree.Name) and node.name in values:
        return values[node.name]
    return tree.with_children(node, tuple(put(child, values) for child in tree.children(node)))


def each_answer(point: Evaluator, trees: Trees) -> bool:
    """The print for i = 0, 1, 2."""
    return all(
        point.truth(put(node, {"i": tree.Number(str(k)), "N_i": tree.Name(f"N{k}")})) for node in trees for k in ANSWERS
    )


def expected_score(index: int) -> Predicate:
    """The printed sum is the score with mean counts, and zero."""

    def holds(point: Evaluator, trees: Trees) -> bool:
        (node,) = trees
        assert isinstance(node, tree.Chain)
        rows, cells = rows_of(point, "P_general"), cells_of(point, "P_general")
        law = count_laws(cells, point.values["N"])
        means = [sum_of(multiply(p, counts[y]) for counts, p in law.items()) for y in ANSWERS]
        score = sum_of(divide(multiply(means[y], add(rows[index][y], -rows[2][y])), cells[y]) for y in ANSWERS)
        printed = point.number(node.members[1])
        return compare(printed, score) == 0 and compare(printed, 0) == 0

    return holds


def variance_term_by_term(point: Evaluator, trees: Trees) -> bool:
    """Var of N_0 + 2 N_1 over all counts against Var N_0 + 4 Var N_1."""
    law = count_laws(cells_of(point, "P_general"), point.values["N"])

    def variance(value: Callable[[tuple[int, ...]], int]) -> Numeric:
        mean = sum_of(multiply(p, value(c)) for c, p in law.items())
        return sum_of(multiply(p, multiply(add(value(c), -mean), add(value(c), -mean))) for c, p in law.items())

    by_rule = add(variance(lambda c: c[0]), multiply(4, variance(lambda c: c[1])))
    return compare(variance(lambda c: c[0] + 2 * c[1]), by_rule) == 0


# -- EWRR3 -------------------------------------------------------------------------------------------------------------


PREDICATES: dict[str, Predicate] = {}
