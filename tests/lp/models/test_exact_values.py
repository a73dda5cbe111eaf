"""Constants and parameters of cvxpy keep the exact numbers that they were given; all else in cvxpy stays as it is."""

from decimal import Decimal
from fractions import Fraction as F

import cvxpy
import numpy as np
import pytest
import scipy.sparse
import sympy

from lp.models.exact_values import InexactError, exact_value, remember, rounded_decimals

BIG = 2**53 + 1


@pytest.mark.parametrize(
    ("given", "exact"),
    [
        (F(1, 3), F(1, 3)),
        (sympy.Rational(2, 7), F(2, 7)),
        (sympy.Integer(3) / 7 + sympy.Rational(1, 7), F(4, 7)),
        (Decimal("0.1"), F(1, 10)),
        (0.1, F(0.1)),
        (np.float32(0.1), F(float(np.float32(0.1)))),
        (BIG, F(BIG)),
        (np.int64(BIG), F(BIG)),
        (10**40, F(10**40)),
        (True, F(1)),
        (-2, F(-2)),
    ],
)
def test_a_number_is_the_rational_that_was_written(given, exact):
    assert exact_value(cvxpy.Constant(given))[()] == exact
    assert exact_value((cvxpy.Variable() + given).args[1])[()] == exact
    parameter = cvxpy.Parameter()
    parameter.value = given
    assert exact_value(parameter)[()] == exact
    assert exact_value(cvxpy.Parameter(value=given))[()] == exact
    assert float(parameter.value) == float(exact)


def test_arrays_and_lists_keep_their_orientation():
    rows = [[F(1, 3), F(1, 7)], [F(0), F(2, 3)], [1, F(5, 9)]]
    array = cvxpy.Constant(np.array(rows, dtype=object))
    assert exact_value(array).tolist() == rows
    assert np.allclose(array.value, [[1 / 3, 1 / 7], [0, 2 / 3], [1, 5 / 9]])
    with pytest.warns(UserWarning, match="nested list"):
        columns = cvxpy.Constant(rows)  # cvxpy reads a nested list by columns
    assert exact_value(columns).tolist() == [list(column) for column in zip(*rows, strict=True)]
    assert columns.shape == (2, 3)
    assert exact_value(cvxpy.Constant([F(1, 3), 2])).tolist() == [F(1, 3), F(2)]
    sparse = cvxpy.Constant(scipy.sparse.csc_array([[0.5, 0.0], [0.0, 3.0]]))
    assert exact_value(sparse).tolist() == [[F(1, 2), 0], [0, 3]]


def test_a_later_float_replaces_what_was_kept():
    x = cvxpy.Parameter(nonneg=True, value=F(1, 3))
    x.value = 0.25
    assert exact_value(x)[()] == F(1, 4)
    x.value = F(5, 3)
    assert exact_value(x)[()] == F(5, 3)
    with pytest.raises(ValueError, match="nonnegative"):
        x.value = F(-1, 3)
    assert exact_value(x)[()] == F(5, 3)


def test_numbers_that_are_not_rational_are_refused_by_name():
    with pytest.raises(InexactError, match=r"sqrt\(2\)"):
        exact_value(cvxpy.Constant(sympy.sqrt(2)))
    assert float(cvxpy.Constant(sympy.sqrt(2)).value) == pytest.approx(2**0.5)
    with pytest.raises(InexactError, match="no rational number"):
        exact_value(cvxpy.Constant(np.inf))
    with pytest.raises(InexactError, match="the parameter level has no value"):
        exact_value(cvxpy.Parameter(name="level"))


def test_only_decimals_that_floats_miss_are_told():
    assert rounded_decimals(cvxpy.Constant(np.array([0.5, 0.1, 3.0, 0.1]))) == [0.1]
    assert rounded_decimals(cvxpy.Constant(F(1, 10))) == []
    assert rounded_decimals(cvxpy.Constant(7)) == []
    assert rounded_decimals(cvxpy.Constant(np.array([0.1, F(1, 10), 2], dtype=object))) == [0.1]


def test_a_fraction_prints_as_it_was_written():
    assert str(cvxpy.Variable(name="p") <= F(1, 3)) == "p <= 1/3"


def test_remembering_twice_changes_nothing():
    construct, value = cvxpy.Constant.__init__, cvxpy.Parameter.value
    remember()
    assert cvxpy.Constant.__init__ is construct
    assert cvxpy.Parameter.value is value
