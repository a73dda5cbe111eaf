"""The polygon of private binary designs, by certified linear programs."""

from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lp import SolverError
from lp.binary.designs import private_designs, support, vertices


@pytest.mark.parametrize(("x", "delta"), [(F(2), F(1, 4)), (F(7, 3), F(0)), (F(1), F(1, 3)), (F(5, 4), F(1))])
def test_the_polygon_has_the_corners_that_symmetry_demands(x, delta):
    found = set(vertices(x, delta))
    corner = (x + delta) / (x + 1)
    assert {(1, 0), (0, 1)} <= found
    assert {(b, a) for a, b in found} == found
    assert {(1 - a, 1 - b) for a, b in found} == found
    assert ((corner, corner) in found) == (x > 1 or delta == 1)
    assert ((1, delta) in found) == (delta > 0 or x == 1) or delta == 0


@settings(max_examples=8, deadline=None)
@given(
    st.fractions(min_value=1, max_value=4, max_denominator=5),
    st.fractions(min_value=0, max_value=1, max_denominator=5),
    st.tuples(st.integers(-3, 3), st.integers(-3, 3)),
)
def test_support_is_the_largest_value_on_an_exact_grid(x, delta, direction):
    top = -support(x, delta, direction).value
    program = private_designs(x, delta)
    grid = [(F(i, 12), F(j, 12)) for i in range(13) for j in range(13)]
    inside = [z for z in grid if program.admits(z)]
    assert (1, 0) in inside
    assert max(direction[0] * a + direction[1] * b for a, b in inside) <= top


def test_on_the_edge_p00_is_one_p11_is_at_most_delta():
    assert -support(F(3, 2), F(1, 5), (0, 1), p00=F(1)).value == F(1, 5)
    with pytest.raises(SolverError, match="there is none"):
        support(F(3, 2), F(1, 5), (0, 1), p00=F(2))


@pytest.mark.parametrize(("x", "delta"), [(F(1, 2), F(0)), (F(2), F(-1)), (F(2), F(3, 2))])
def test_budgets_outside_their_range_are_refused(x, delta):
    with pytest.raises(ValueError, match="at least 1 and delta between 0 and 1"):
        private_designs(x, delta)
