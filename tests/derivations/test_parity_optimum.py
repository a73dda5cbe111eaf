"""The theorems hold as sequents of the kernel; here their conclusions are compared with exact values."""

from fractions import Fraction
from itertools import pairwise

import pytest

from derivations.arithmetic.statements import Sequent, Statement
from derivations.theorems.subsets.parity_optimum import (
    convex_in_each_entry,
    falls_with_gamma,
    grows_with_categories,
    larger_set,
    matching_parity,
    next_to_the_real_optimum,
    variance,
)
from derivations.theorems.subsets.subset_minimax import least_added_variance, selection_variance


def holds(sequent: Statement, point: dict[str, Fraction]) -> tuple[bool, bool]:
    assert isinstance(sequent, Sequent)
    return all(h.holds_at(point) for h in sequent.hypotheses), sequent.conclusion.holds_at(point)


def test_the_theorems_say_what_they_are_for() -> None:
    point = {name: Fraction(value) for name, value in {"k": 7, "q": 2, "gamma": 2, "gamma_": 3}.items()}
    assert holds(falls_with_gamma().statement, point) == (True, True)
    assert holds(larger_set("<").statement, point | {"gamma": Fraction(3, 2)}) == (True, True)
    assert holds(larger_set(">").statement, point | {"gamma": Fraction(4)}) == (True, True)
    assert holds(larger_set("=").statement, point | {"k": Fraction(10), "q": Fraction(1), "gamma": Fraction(6)}) == (
        True,
        True,
    )
    assert holds(
        matching_parity().statement,
        {name: Fraction(v) for name, v in {"k": 10, "l": 5, "q": 2, "r": 4, "gamma": 6}.items()},
    ) == (True, True)
    assert all(holds(t.statement, point)[1] for t in grows_with_categories())
    assert all(holds(t.statement, point | {"gamma": Fraction(3)}) == (True, True) for t in next_to_the_real_optimum())
    first, second = convex_in_each_entry()
    column = {"s": Fraction(3), "t": Fraction(5), "gamma": Fraction(4)}
    assert holds(first.statement, column | {"u": Fraction(3, 2)}) == (True, True)
    assert holds(second.statement, column | {"u": Fraction(2)}) == (True, True)


@pytest.mark.parametrize("level", [Fraction(11, 10), Fraction(2), Fraction(7)])
def test_the_least_variance_grows_with_k_and_falls_with_gamma(level: Fraction) -> None:
    values = [least_added_variance(k, level) for k in range(2, 9)]
    assert all(a < b for a, b in pairwise(values))
    assert all(least_added_variance(k, level + 1) < value for k, value in enumerate(values, start=2))


def test_no_column_within_the_bounds_informs_more_than_its_best_vertex() -> None:
    gamma, k = Fraction(3), 4
    best = max(Fraction(q * 9 + k - q, (q * 3 + k - q) ** 2) for q in range(k + 1))
    steps = [1 + Fraction(i, 2) for i in range(5)]
    for a in steps:
        for b in steps:
            for c in steps:
                column = (a, b, c, Fraction(2))
                assert sum(u * u for u in column) / sum(column) ** 2 <= best
    assert variance().evaluate({"k": k, "q": 1, "gamma": gamma}) == selection_variance(k, 1, gamma).evaluate({})
