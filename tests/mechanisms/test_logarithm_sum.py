"""Sums of rationals and logarithms are compared exactly, also where no enclosure tells them apart."""

from fractions import Fraction as F
from math import log

import pytest
import sympy
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.exact.logarithm_sum import EnclosedNumber, LogarithmSum, bounds, combined, logarithm

positive = st.fractions(min_value=F(1, 50), max_value=50, max_denominator=50)
small = st.fractions(min_value=-5, max_value=5, max_denominator=7)


def test_products_of_powers_are_recognised():
    assert logarithm(8) - 3 * logarithm(2) == 0
    assert logarithm(F(2, 3)) + logarithm(F(3, 2)) == 0
    assert logarithm(12) == logarithm(18) + logarithm(F(2, 3))
    assert logarithm(6) * F(1, 2) - logarithm(2) * F(1, 2) == logarithm(9) * F(1, 4)
    assert logarithm(1) == 0
    assert LogarithmSum(F(1, 2)) + logarithm(1) == F(1, 2)


@pytest.mark.parametrize(
    ("terms", "printed"),
    [
        ({F(8): 1, F(3): -1}, "log(8/3)"),
        ({F(2): F(-1, 4), F(3, 2): F(3, 4)}, "log(27/16)/4"),
        ({F(2): -1, F(3): F(3, 4)}, "log(27/16)/4"),
        ({F(5, 2): -1, F(4): F(4, 5)}, "-log(5) + 13*log(2)/5"),
        ({F(7, 4): F(-1, 6), F(5, 2): F(-1, 12), F(10, 7): F(5, 12), F(8, 5): F(1, 3)}, "-7*log(7)/12 + 11*log(2)/6"),
        ({F(2): 1, F(4): F(-1, 2)}, "0"),
        ({F(1001): 1, F(3): 1}, "log(3) + log(1001)"),
        ({F(4): 1}, "log(4)"),
    ],
)
def test_sums_are_written_as_one_logarithm_or_few(terms, printed):
    assert str(LogarithmSum(0, terms)) == printed


def test_a_rational_and_a_logarithm_are_never_equal_however_close():
    with_many_digits, _ = bounds(logarithm(2), 2000)
    assert (logarithm(2) - with_many_digits).sign() == 1
    assert logarithm(2) != with_many_digits
    power = 3 * logarithm(10**40 + 1) - 3 * logarithm(10**40)
    assert power.sign() == 1
    assert power < F(4, 10**40)


def test_arguments_are_positive():
    with pytest.raises(ValueError, match="logarithm of 0"):
        logarithm(0)


@settings(max_examples=40)
@given(st.lists(st.tuples(small, positive), max_size=4), small)
def test_signs_agree_with_floats_and_bounds_hold_the_number(terms, rational):
    number = combined([(F(1), LogarithmSum(rational)), *((c, logarithm(q)) for c, q in terms)])
    near = float(rational) + sum(float(c) * log(q) for c, q in terms)
    low, high = bounds(number, 80)
    assert float(low) - 1e-9 <= near <= float(high) + 1e-9
    assert low <= high
    if abs(near) > 1e-9:
        assert number.sign() == (1 if near > 0 else -1)
    assert (number - number).sign() == 0
    again = LogarithmSum(0)
    for term in sympy.Add.make_args(number.to_sympy()):
        coefficient, logarithms = term.as_independent(sympy.log)
        exact = F(int(coefficient.p), int(coefficient.q))
        again += exact * logarithm(F(str(logarithms.args[0]))) if logarithms.has(sympy.log) else exact
    assert again == number, "what is printed is the same number"


def test_enclosed_numbers_say_when_they_are_not_decided():
    root = EnclosedNumber(lambda bits: arb(2).sqrt())
    assert root.sign() == 1
    nothing = combined([(F(1), root), (F(-1), EnclosedNumber(lambda bits: arb(8).sqrt() / 2))])
    assert nothing.sign() is None
    assert combined([(F(1), root), (F(-1), LogarithmSum(F(7, 5)))]).sign() == 1
    assert float(root) == pytest.approx(2**0.5)


def test_latex():
    assert (logarithm(3) * F(1, 2) + F(1, 3)).to_latex() == sympy.latex(sympy.Rational(1, 3) + sympy.log(3) / 2)
