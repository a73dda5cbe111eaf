"""Rational numbers as text of any length, and decimal bounds of them."""

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.exact.numerals import decimal_bound, integer_of, numeral


@given(st.fractions())
def test_short_numbers_are_written_as_python_does(value):
    assert numeral(value) == str(value)
    assert numeral(value.numerator) == str(value.numerator)


@pytest.mark.parametrize("digits", [3999, 4000, 4001, 5000, 20_000])
def test_long_numbers_come_back(digits):
    number = (10**digits - 1) // 7
    for signed in (number, -number):
        text = numeral(signed)
        assert len(text.strip("-")) == len(numeral(number))
        assert integer_of(text) == signed
    top, bottom = numeral(F(number, 11**9000)).split("/")
    assert F(integer_of(top), integer_of(bottom)) == F(number, 11**9000)


@given(st.fractions(), st.integers(1, 15))
def test_decimal_bounds_enclose(value, digits):
    low, high = F(decimal_bound(value, digits, -1)), F(decimal_bound(value, digits, 1))
    assert low <= value <= high
    assert high - low in (0, F(1, 10**digits))
