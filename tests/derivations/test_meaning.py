"""A printed relation between fractions says that both have a value, and how these compare."""

import operator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.arithmetic.meaning import defined, relation_formula
from mechanisms.exact.formula import negation
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

F = Fraction
p, q = (RationalFunction(Polynomial.variable(name)) for name in "pq")
COMPARE = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
linear = st.tuples(*[st.integers(-2, 2)] * 3).map(lambda c: c[0] + c[1] * p + c[2] * q)
products = st.lists(linear, min_size=1, max_size=3).map(lambda fs: fs[0] * (fs[1] if fs[1:] else 1) ** 2 * fs[-1])
fractions = st.tuples(products, products).filter(lambda f: not f[1].is_zero()).map(lambda f: f[0] / f[1])
points = st.fixed_dictionaries({name: st.fractions(-2, 2, max_denominator=2) for name in "pq"})


def value(function, point):
    try:
        return function.evaluate(point)
    except ZeroDivisionError:
        return None


@given(fractions, st.sampled_from(sorted(COMPARE)), fractions, points)
def test_a_relation_holds_where_both_sides_have_values_that_compare_so(left, relation, right, point):
    u, v = value(left, point), value(right, point)
    expected = u is not None and v is not None and COMPARE[relation](u, v)
    formula = relation_formula(left, relation, right)
    assert formula.holds_at(point) is expected
    assert negation(formula).holds_at(point) is not expected


@given(fractions, points)
def test_defined_means_that_there_is_a_value(function, point):
    assert all(fact.holds_at(point) for fact in defined(function)) is (value(function, point) is not None)


@pytest.mark.parametrize("relation", sorted(COMPARE))
def test_poles_that_cancel_in_the_difference_are_kept(relation):
    formula = relation_formula(1 / p, relation, 1 / p)
    assert not formula.holds_at({"p": 0})
    assert formula.holds_at({"p": 2}) is COMPARE[relation](1, 1)


@pytest.mark.parametrize("power", [1, 2, 3, 4])
@pytest.mark.parametrize("at", [F(-2), F(0), F(2)])
def test_signs_of_denominators_of_each_multiplicity(power, at):
    for sign in (1, -1):
        formula = relation_formula(RationalFunction.of(sign) / p**power, ">", RationalFunction.of(0))
        assert formula.holds_at({"p": at}) is (at != 0 and sign / at**power > 0)


def test_polynomials_are_defined_everywhere():
    assert defined(p * q + F(1, 3)) == []
