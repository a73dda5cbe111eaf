"""The solution, the program and the tables at one point: from all runs of both rounds, and from their inversion.

The probabilities of a relaxation are found here by solving, for numbers, the linear equations that say: o_2 has the law
of a randomized response, and each pair (u, u), (u, v) has the likelihood ratio of its last response.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise

from checks.papers.pan.witnesses.rounds import elements, histories
from checks.reading import syntax as tree
from checks.witness.enumeration import sum_of
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import Meanings, NotEvaluatedError
from checks.witness.numbers import Numeric, add, ball, divide, multiply, sign
from checks.witness.statement import Predicate, Trees

PROBABILITIES = ("p_a", "p_b", "p_aa", "p_ba", "p_bb")
LEVELS = ("0.1", "0.5", "1", "2", "10")


def solution_at(point: Evaluator) -> Evaluator:
    """The point moved to the relaxation: J(u, v | v) = y g(u, v), J(u, v | w) = g(u, v) for the other truths w.

    With G(u) the sum of g(u, v) over v, G(u) + (y - 1) g(u, w) = P(o_1 = u | w); summed over w this gives G(u).
    """
    y, m = point.values["y"], point.values["m"]
    first = {w: first_law(point, w) for w in (1, 2)}
    weight = divide(1, add(m, add(y, -1)))

    def g(u: int, w: int) -> Numeric:
        return divide(add(first[w][u], -weight), add(y, -1))

    keep = divide(multiply(y, g(1, 1)), first[1][1])
    find = divide(multiply(y, g(2, 1)), first[1][2])
    stay = divide(g(2, 2), first[1][2])
    return point.at(p_a=keep, p_b=stay) if m == 2 else point.at(p_aa=keep, p_ba=find, p_bb=stay)


def first_law(point: Evaluator, truth: int) -> Mapping[int, Numeric]:
    """P(o_1 | X = truth), summed over the second response."""
    law = histories(point, truth)
    return {u: sum_of(law.get((u, v), 0) for v in elements(point)) for u in elements(point)}


@cache
def entry_at(name: str, m: int, low: str, high: str) -> Numeric:
    """The probability of a relaxation between two guarantees, enclosed in a ball."""
    values = {"m": m, "x": ball(Fraction(low)).exp(), "y": ball(Fraction(high)).exp()}
    free = {free: ball(Fraction(1, 4)) for free in PROBABILITIES}
    meanings = Meanings(names={}, functions={}, operators={})
    found: Numeric = solution_at(Evaluator(meanings, {**free, **values}, exact=False)).values[name]
    return found


def table_of(name: str) -> Predicate:
    """Every entry is the probability of the relaxation, in balls, rounded to its places."""

    def holds(point: Evaluator, trees: Trees) -> bool:
        (printed,) = trees
        if not isinstance(printed, tree.Matrix):
            raise NotEvaluatedError("a table is needed")
        for m, row in enumerate(printed.rows, start=3):
            for (low, high), entry in zip(pairwise(LEVELS), row, strict=True):
                if not isinstance(entry, tree.Number):
                    raise NotEvaluatedError("an entry of the table is a number")
                gap = add(entry_at(name, m, low, high), -ball(entry.value))
                half = ball(Fraction(1, 2 * 10**entry.places))
                if sign(add(gap, half)) < 0 or sign(add(gap, -half)) > 0:
                    return False
        return True

    return holds


PREDICATES: Mapping[str, Predicate] = {f"table_of_{name}": table_of(name) for name in ("p_aa", "p_ba", "p_bb")}
