"""Problems with squares: optima that are rational are found, others lie between exact numbers that are close."""

from fractions import Fraction as F

import cvxpy as cp
import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from lp.certificates.checker import check_file
from lp.models.certificate import Contradiction, Enclosed, certify
from lp.models.exact_program import exact_program
from lp.models.exact_values import rational_squares
from lp.models.exact_walk import NotLinearError
from lp.models.quotients import squares_above_tangents
from lp.programs.outcomes import SolverError

small = st.fractions(min_value=-3, max_value=3, max_denominator=4)


def test_the_least_square_on_a_line_is_found_exactly_with_its_theorems(tmp_path):
    z = cp.Variable(3, name="z", nonneg=True)
    found = certify(cp.Problem(cp.Minimize(cp.sum_squares(z) + 2 * z[0]), [cp.sum(z) == 1]))
    # By symmetry z = (a, b, b), a + 2 b = 1: a^2 + 2 a + (1 - a)^2/2 rises, so that a = 0.
    assert isinstance(found, Enclosed)
    assert (found.low, found.high, found.gap) == (F(1, 2), F(1, 2), 0)
    assert found[z].tolist() == [0, F(1, 2), F(1, 2)]
    assert squares_above_tangents() in found.theorems
    assert str(found) == "least value 1/2, by weak duality and tangents of squares"
    assert z.value.tolist() == [0, 0.5, 0.5]
    found.write_vipr(tmp_path / "tangents.vipr")
    check_file(tmp_path / "tangents.vipr")


@settings(max_examples=25, deadline=None)
@given(st.lists(small, min_size=3, max_size=3), st.lists(st.integers(1, 5), min_size=3, max_size=3))
def test_weighted_distances_from_a_point_to_a_plane_have_their_closed_form(center, weights):
    """Minimise the sum of w_i (z_i - c_i)^2 with sum of z_i = 1: (1 - sum of c_i)^2/(sum of 1/w_i)."""
    z = cp.Variable(3, name="z")
    goal = np.array(weights, dtype=object) @ cp.square(z - np.array(center, dtype=object))
    found = certify(cp.Problem(cp.Minimize(goal), [cp.sum(z) == 1]))
    value = (1 - sum(center)) ** 2 / sum(F(1, w) for w in weights)
    assert found.low <= value <= found.high
    assert found.gap <= F(1, 10**8) * max(1, value)


def test_an_irrational_optimum_lies_between_close_numbers_at_a_point_that_meets_the_constraints():
    z = cp.Variable(2, name="z")
    found = certify(cp.Problem(cp.Maximize(z[0]), [cp.square(z[0]) <= F(1, 2), cp.sum(z) == 1]))
    assert found.low**2 <= F(1, 2) <= found.high**2
    assert 0 < found.gap < F(1, 10**8)
    point = found[z]
    assert point[0] == found.low
    assert point[0] ** 2 <= F(1, 2)
    assert point.sum() == 1
    assert str(found).startswith("largest value between 0.7071067811")
    assert r"\le \max \le" in found._repr_latex_()


@pytest.mark.parametrize("make", [lambda z, t: cp.SOC(t, z), lambda z, t: cp.SOC(t, z[None, :], axis=1)])
def test_a_cone_of_second_order_is_walked(make):
    z, t = cp.Variable(3, name="z"), cp.Variable(1, name="t")
    found = certify(cp.Problem(cp.Minimize(t), [make(z, t), z == np.array([2, 3, 6])]))
    assert found.low <= 7 <= found.high
    assert found.gap <= F(1, 10**7)


def test_squares_over_a_line_and_maxima_mix():
    u, v = cp.Variable(2, name="u"), cp.Variable(name="v")
    worst = cp.maximum(cp.quad_over_lin(u, v), 3 * v)
    found = certify(cp.Problem(cp.Minimize(worst), [u >= np.array([1, 2])]))
    # Both are equal at v with 5/v = 3 v.
    assert found.low**2 <= 15 <= found.high**2
    assert found.gap <= F(1, 10**7)


def test_constraints_that_squares_make_impossible_are_a_contradiction():
    z = cp.Variable(2, name="z")
    budget = (cp.sum_squares(z) <= F(1, 3)).set_label("the budget")
    found = certify(cp.Problem(cp.Minimize(0), [budget, cp.sum(z) == 1]))
    assert isinstance(found, Contradiction)
    assert "the budget" in found.conflict


def test_a_cone_that_contradicts_is_named():
    z = cp.Variable(2, name="z")
    short = cp.SOC(cp.Constant(1), z).set_label("a short vector")
    found = certify(cp.Problem(cp.Minimize(0), [short, z[0] + z[1] >= 2]))
    assert isinstance(found, Contradiction)
    assert any(words.startswith("a short vector") for words in found.conflict)
    assert found.infeasible.theorem.rule == "farkas"


def test_a_bound_that_is_not_there_is_an_error():
    z = cp.Variable(2, name="z")
    with pytest.raises(SolverError, match="no bound"):
        certify(cp.Problem(cp.Minimize(cp.square(z[0]) + z[1])))


def test_a_linear_program_has_no_squares():
    z = cp.Variable(2, name="z")
    with pytest.raises(NotLinearError, match="is not linear"):
        exact_program(cp.Problem(cp.Minimize(cp.sum_squares(z))))


@given(st.fractions(min_value=0, max_value=50, max_denominator=60))
def test_every_number_is_a_sum_of_four_rational_squares(number):
    roots = rational_squares(number)
    assert sum(root**2 for root in roots) == number


def test_tangents_are_what_the_theorem_says():
    u, v, a = sympy.symbols("u v a")
    (hypothesis,) = squares_above_tangents().statement.hypotheses
    assert str(hypothesis.polynomial) == "v"
    assert sympy.expand(u**2 - (2 * a * u - a**2 * v) * v - (u - a * v) ** 2) == 0
