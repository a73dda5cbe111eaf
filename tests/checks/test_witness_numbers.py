"""The arithmetic of witnesses: jets against exact derivatives, balls against exact signs."""

from fractions import Fraction as F

import pytest
from flint import arb
from hypothesis import assume, given
from hypothesis import strategies as st

from checks.witness.numbers import (
    Jet,
    UndecidedError,
    UndefinedError,
    add,
    ball,
    compare,
    divide,
    logarithm,
    multiply,
    power,
    sign,
    square_root,
)

fractions = st.fractions(min_value=-5, max_value=5, max_denominator=9)


@given(fractions, st.lists(fractions, min_size=1, max_size=5))
def test_jets_differentiate_polynomials(v, coefficients):
    t = Jet.variable(v, 2)
    value = 0
    for k, c in enumerate(coefficients):
        value = add(value, multiply(power(t, k), c))
    value = value if isinstance(value, Jet) else Jet((value, 0, 0))
    assert value.terms[0] == sum(c * v**k for k, c in enumerate(coefficients))
    assert value.derivative(1) == sum(k * c * v ** (k - 1) for k, c in enumerate(coefficients) if k)
    assert value.derivative(2) == sum(k * (k - 1) * c * v ** (k - 2) for k, c in enumerate(coefficients) if k > 1)


@given(fractions, fractions)
def test_jets_obey_the_quotient_rule(v, a):
    assume(v != a)
    t = Jet.variable(v, 2)
    value = 1 / (t - a)
    assert value.derivative(1) == -1 / (v - a) ** 2
    assert value.derivative(2) == 2 / (v - a) ** 3
    assert ((a - t) * value).terms == (-1, 0, 0)
    assert (t / (t - a)).derivative(1) == -a / (v - a) ** 2
    assert power(t - a, -1).terms == value.terms


@given(st.fractions(min_value=F(1, 9), max_value=5, max_denominator=9))
def test_jets_differentiate_logarithms(v):
    value = logarithm(multiply(Jet.variable(v, 2), F(3)))
    assert compare(value.derivative(1), 1 / v) == 0
    assert compare(value.derivative(2), -1 / v**2) == 0
    assert compare(value.terms[0], ball(3 * v).log()) == 0


def test_signs_of_balls():
    third = ball(F(1, 3))
    assert sign(third) == 1
    assert sign(-third) == -1
    assert sign(third * 3 - 1) == 0
    with pytest.raises(UndecidedError):
        sign(arb(0, 1))


def test_balls_and_fractions_mix():
    assert compare(add(ball(1), F(1, 2)), F(3, 2)) == 0
    assert compare(multiply(F(1, 2), ball(4)), 2) == 0
    assert compare(divide(F(1, 2), ball(4)), F(1, 8)) == 0
    assert divide(1, 2) == F(1, 2)


def test_division_by_zero_is_an_error_in_every_arithmetic():
    for zero in (0, F(0), ball(0), ball(F(1, 3)) * 3 - 1, Jet((F(0), F(1), F(0)))):
        with pytest.raises(ZeroDivisionError):
            divide(F(1), zero)
        with pytest.raises(ZeroDivisionError):
            power(zero, -1)


def test_logarithms_and_roots_outside_their_domain():
    for bad in (F(0), F(-1), ball(-1)):
        with pytest.raises(UndefinedError):
            logarithm(bad)
    with pytest.raises(UndefinedError):
        square_root(F(-1))
    assert compare(square_root(F(9, 4)), F(3, 2)) == 0
    assert compare(square_root(F(0)), 0) == 0
