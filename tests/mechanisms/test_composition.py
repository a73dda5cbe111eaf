"""Independent responses to one truth: the exact level together, and the sum of the levels."""

from fractions import Fraction
from itertools import product

import pytest

from mechanisms.composition import composed
from mechanisms.design import Design
from mechanisms.rational import RationalFunction
from mechanisms.relaxation import randomized_response

F = Fraction
FIRST = Design([[F(3, 5), F(2, 5)], [F(3, 10), F(7, 10)], [F(1, 2), F(1, 2)]])
SECOND = Design([[F(1, 3), F(2, 3)], [F(1, 3), F(2, 3)], [F(5, 6), F(1, 6)]])


def test_a_divided_budget_is_spent_whole_by_randomized_response() -> None:
    use = composed([randomized_response(F(3, 2), 3), randomized_response(F(8, 5), 3), randomized_response(2, 3)])
    assert use.spends_everything
    assert use.total == RationalFunction.of(F(24, 5))


def test_designs_that_are_worst_for_different_truths_spend_less_than_the_sum() -> None:
    use = composed([FIRST, SECOND])
    rows = [[p * q for p, q in product(a, b)] for a, b in zip(_numbers(FIRST), _numbers(SECOND), strict=True)]
    exact = max(a[i] / b[i] for a in rows for b in rows for i in range(4))
    assert use.whole.ratio == RationalFunction.of(exact)
    assert use.total == RationalFunction.of(2 * 4)
    assert exact < 8
    assert not use.spends_everything
    assert use.left_over() == (RationalFunction.of(8 / exact),)


def _numbers(design: Design) -> list[list[Fraction]]:
    return [[entry.evaluate({}) for entry in row] for row in design.entries]


def test_nothing_is_no_composition() -> None:
    with pytest.raises(ValueError, match="no design"):
        composed([])
