"""Columns of eps-LDP designs are sums of staircase columns; the sizes of subsets cross once."""

from fractions import Fraction as F
from itertools import pairwise
from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.theorems.information.information_sizes import one_switch_between_sizes
from derivations.theorems.information.staircase_columns import (
    StaircaseError,
    staircase_decomposition,
    staircase_refinement,
    staircases_suffice,
)
from mechanisms.design import Design

LEVEL = F(7, 3)
shares = st.fractions(min_value=0, max_value=1, max_denominator=9)


@settings(max_examples=40)
@given(st.lists(shares, min_size=1, max_size=6), st.fractions(min_value=F(1, 9), max_value=4, max_denominator=9))
def test_layers_sum_to_the_column_and_form_a_chain(heights, least):
    column = [least * (1 + (LEVEL - 1) * t) for t in heights]
    layers = staircase_decomposition(column, LEVEL)
    assert [sum(parts) for parts in zip(*(layer.column(len(column), LEVEL) for layer in layers), strict=True)] == column
    assert all(layer.mass > 0 for layer in layers)
    sets = [set(layer.subset) for layer in layers]
    assert all(large > small for large, small in pairwise(sets))
    assert len(layers) <= len(column) + 1


def test_staircase_columns_are_their_own_layers_and_zeros_have_none():
    (layer,) = staircase_decomposition([3, 1, 3], 3)
    assert (layer.subset, layer.mass) == ((0, 2), 1)
    (flat,) = staircase_decomposition([F(1, 2), F(1, 2)], 3)
    assert (flat.subset, flat.mass) == ((), F(1, 2))
    assert staircase_decomposition([0, 0], 3) == ()


@pytest.mark.parametrize(
    ("column", "x", "message"),
    [
        ([1, 4], 3, "ratio of at most x = 3"),
        ([0, 1], 3, "ratio of at most"),
        ([-1, -1], 3, "at least 0"),
        ([1, 1], 1, "x > 1"),
        ([], 2, "at least one truth"),
    ],
)
def test_other_columns_are_refused(column, x, message):
    with pytest.raises(StaircaseError, match=message):
        staircase_decomposition(column, x)


def test_merging_the_layers_of_a_design_gives_it_back():
    design = Design([[F(1, 2), F(1, 3), F(1, 6)], [F(1, 4), F(1, 2), F(1, 4)]])
    fine = staircase_refinement(design, 2)
    for a in range(2):
        for y in range(3):
            parts = [fine.entry(a, label) for label in fine.responses if label[0] == y]
            assert sum(parts, start=0) == design.entry(a, y)
    assert all(len({fine.entry(a, label).evaluate({}) for a in range(2)}) <= 2 for label in fine.responses)
    with pytest.raises(StaircaseError):
        staircase_refinement(design, F(3, 2))


def test_both_derivations_carry_their_theorems():
    assert len(staircases_suffice().theorems) == 4
    assert len(one_switch_between_sizes().theorems) == 7


@settings(max_examples=30)
@given(st.floats(1.01, 60), st.integers(1, 7), st.integers(1, 7))
def test_the_sign_of_the_difference_of_sizes_is_that_of_the_function_of_the_derivation(x, one, two):
    p, q = sorted((one / 8, two / 8))
    if p == q:
        return
    s, t = 1 + (x - 1) * p, 1 + (x - 1) * q
    difference = x * log(x) * q / t - log(t) - x * log(x) * p / s + log(s)
    function = x * log(x) - s * t * log(t / s) / (q - p)
    assert difference * s * t / (q - p) == pytest.approx(function, abs=1e-7, rel=1e-7)
    if p + q >= 1:
        assert function < 1e-12
