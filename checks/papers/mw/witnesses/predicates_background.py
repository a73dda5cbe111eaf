"""Sections 1 and 2 at one point: levels of designs as largest ratios, matrices entry by entry, graphs edge by edge."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from checks.papers.mw.witnesses.meanings import answers_rows
from checks.witness.enumeration import Rows
from checks.witness.evaluator import Evaluator
from checks.witness.statement import Predicate


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


def _is_private(answers: Callable[[Evaluator], int]) -> Callable[[Evaluator], bool]:
    def private(point: Evaluator) -> bool:
        found = level(answers_rows(point.values["p"], answers(point)))
        return found is not None and found <= point.values["x"]

    return private


PREDICATES: dict[str, Predicate] = {}
