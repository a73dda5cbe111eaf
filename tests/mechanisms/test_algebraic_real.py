from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.exact.algebraic_real import AlgebraicError, AlgebraicReal, real_roots
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

t, v = Polynomial.variable("t"), Polynomial.variable("v")
p = RationalFunction(Polynomial.variable("p"))
root = AlgebraicReal.square_root


def test_rational_numbers_are_found_out() -> None:
    assert root(Fraction(9, 4)) == Fraction(3, 2)
    assert root(0) == 0
    assert root(Fraction(9, 4)).rational == Fraction(3, 2)
    assert root(2).rational is None
    with pytest.raises(AlgebraicError, match="no real square root"):
        root(-1)


@given(st.fractions(0, 50, max_denominator=30), st.fractions(0, 50, max_denominator=30))
@settings(max_examples=40, deadline=None)
def test_square_roots_are_ordered_like_their_squares(a: Fraction, b: Fraction) -> None:
    assert (root(a) < root(b)) == (a < b)
    assert (root(a) == root(b)) == (a == b)


def test_conjugates_differ_and_equal_numbers_agree_however_they_were_found() -> None:
    low, high = real_roots(t * t - 2)
    assert low < 0 < high
    assert low != high
    shifted = AlgebraicReal(high.minimal, Fraction(1), Fraction(2))
    assert shifted == high == high.refined(Fraction(1, 2**100))
    assert hash(shifted) == hash(high)
    assert low.sign() == -1


def test_roots_are_different_and_in_order() -> None:
    found = real_roots((t * t - 2) * (t - 1) ** 2 * (t**3 - t - 1) * (t * t + 1))
    assert [r.rounded(3) for r in found] == [Fraction(s) for s in ("-1.414", "1", "1.325", "1.414")]


def test_values_of_rational_functions_are_exact() -> None:
    assert root(2).image((p * p + 1) / (p * p - 1)) == 3
    assert root(2).image(1 / (p + 1)) == root(2).image(p - 1)
    assert root(3).sign_of(Polynomial.variable("p") ** 2 - 3) == 0
    assert root(5).image(p / 2 + Fraction(1, 2)).minimal == t * t - t - 1
    with pytest.raises(AlgebraicError, match="not defined"):
        root(2).image(1 / (p * p - 2))


def test_rounding_is_to_the_nearest_digit() -> None:
    assert root(2).rounded(4) == Fraction("1.4142")
    assert AlgebraicReal.of(Fraction(5, 2)).rounded(0) == 3
    assert real_roots(t * t - 2)[0].rounded(2) == Fraction("-1.41")


def test_resultants_agree_with_sympy() -> None:
    first, second = t**3 - 2 * t + 5, v * (t * t + 1) - t
    symbols = sympy.symbols("t v")
    expected = sympy.resultant(
        symbols[0] ** 3 - 2 * symbols[0] + 5, symbols[1] * (symbols[0] ** 2 + 1) - symbols[0], symbols[0]
    )
    assert sympy.expand(RationalFunction(first.resultant(second, "t")).to_sympy() - expected) == 0


def test_numbers_are_written_with_radicals() -> None:
    assert root(Fraction(1, 2)).to_sympy() == sympy.sqrt(2) / 2
    assert real_roots(t * t - t - 1)[0].to_sympy() == sympy.Rational(1, 2) - sympy.sqrt(5) / 2
    assert AlgebraicReal.of(Fraction(2, 3)).to_sympy() == sympy.Rational(2, 3)
    assert abs(float(real_roots(t**5 - t - 1)[0].to_sympy()) - 1.1673) < 1e-4
