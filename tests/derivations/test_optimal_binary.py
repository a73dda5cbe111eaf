"""The quick procedure against a search over a grid of exact designs, and against bad input."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.theorems.binary.optimal_binary import optimal_binary_designs, rules

F = Fraction


def error(p, q, pi):
    ones = pi * q + (1 - pi) * (1 - p)
    return ones * (1 - ones) / (p + q - 1) ** 2


def allowed(p, q, x, delta):
    rows = ((p, 1 - p), (1 - q, q))
    private = all(a <= x * b + delta for u, v in (rows, rows[::-1]) for a, b in zip(u, v, strict=True))
    return private and 0 <= p <= 1 and 0 <= q <= 1 and p + q > 1


unit = st.fractions(0, 1, max_denominator=12)


@given(st.fractions(1, 6, max_denominator=8), unit, unit)
def test_no_design_of_a_grid_does_as_well_as_the_answer(x, delta, pi):
    if not 0 < pi < 1 or (x == 1 and delta == 0):
        return
    answer = optimal_binary_designs(x, delta, pi)
    assert all(allowed(p, q, x, delta) for p, q in answer)
    (least,) = {error(p, q, pi) for p, q in answer}
    grid = [F(k, 15) for k in range(16)] + [delta, (x + delta) / (x + 1)]
    for p, q in product(grid, grid):
        if allowed(p, q, x, delta):
            assert error(p, q, pi) > least or (p, q) in answer


@pytest.mark.parametrize(
    ("x", "delta", "pi", "expected"),
    [
        (F(2), F(0), F(1, 3), {(F(2, 3), F(2, 3))}),
        (F(2), F(1, 4), F(1, 4), {(F(1), F(1, 4)), (F(3, 4), F(3, 4))}),
        (F(2), F(1, 4), F(3, 4), {(F(1, 4), F(1)), (F(3, 4), F(3, 4))}),
        (F(1), F(1, 2), F(1, 2), {(F(1), F(1, 2)), (F(1, 2), F(1))}),
        (F(1), F(1), F(1, 2), {(F(1), F(1))}),
    ],
)
def test_ties_are_all_answered(x, delta, pi, expected):
    assert optimal_binary_designs(x, delta, pi) == expected


@given(st.fractions(1, 6, max_denominator=8), unit, unit)
def test_exactly_one_rule_applies(x, delta, pi):
    if 0 < pi < 1 and (x > 1 or delta > 0):
        point = {"x": x, "delta": delta, "pi": pi}
        assert sum(rule.condition.holds_at(point) for rule in rules()) == 1


@pytest.mark.parametrize(
    ("x", "delta", "pi", "sentence"),
    [
        (F(1, 2), F(0), F(1, 2), "x = 1/2"),
        (F(2), F(3, 2), F(1, 2), "delta = 3/2"),
        (F(2), F(-1, 2), F(1, 2), "delta = -1/2"),
        (F(2), F(1, 2), F(0), "pi = 0"),
        (F(2), F(1, 2), F(1), "pi = 1"),
        (F(1), F(0), F(1, 2), "independently of the truth"),
    ],
)
def test_arguments_out_of_range_are_refused(x, delta, pi, sentence):
    with pytest.raises(ValueError, match=sentence):
        optimal_binary_designs(x, delta, pi)
