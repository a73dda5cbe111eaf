"""Polynomials against sympy and against their own values at rational points."""

import pickle
from fractions import Fraction

import pytest
import sympy
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.exact.polynomial import Polynomial, to_fmpq, to_fraction
from mechanisms.exact.rational import polynomial_to_sympy

F = Fraction
NAMES = ("p", "q", "x")
HUGE = F(10**60 + 7, 3**70)
coefficients = st.one_of(st.fractions(-5, 5, max_denominator=6), st.sampled_from([HUGE, -HUGE, F(0)]))
monomials = st.lists(st.tuples(st.sampled_from(NAMES), st.integers(0, 3)), max_size=3).map(tuple)
polynomials = st.dictionaries(monomials, coefficients, max_size=5).map(Polynomial)
points = st.fixed_dictionaries({name: st.fractions(-3, 3, max_denominator=7) for name in NAMES})

p, q, x = (Polynomial.variable(name) for name in NAMES)


def value(terms, point):
    """The value of a polynomial from its terms alone."""
    total = F(0)
    for monomial, coefficient in terms.items():
        for name, exponent in monomial:
            coefficient *= point[name] ** exponent
        total += coefficient
    return total


@given(polynomials, polynomials, points)
def test_arithmetic_agrees_with_values(a, b, point):
    at_a, at_b = value(a.terms(), point), value(b.terms(), point)
    assert a.evaluate(point) == at_a
    assert (a + b).evaluate(point) == at_a + at_b
    assert (a - b).evaluate(point) == at_a - at_b
    assert (a * b).evaluate(point) == at_a * at_b
    assert (-a).evaluate(point) == -at_a
    assert (a**3).evaluate(point) == at_a**3
    assert (2 + a - F(1, 3)).evaluate(point) == at_a + F(5, 3)
    assert (1 - a * F(2, 7)).evaluate(point) == 1 - at_a * F(2, 7)


@pytest.mark.parametrize("number", [F(0), F(-3, 7), 2])
@pytest.mark.parametrize("a", [p * q - 2 * x, Polynomial.constant(F(5, 2)), Polynomial()])
def test_a_constant_beside_a_polynomial_is_like_its_number(a, number):
    constant = Polynomial.constant(number)
    for left, right in ((a + constant, a + number), (a - constant, a - number), (a * constant, a * number)):
        assert (left, left.names, hash(left)) == (right, right.names, hash(right))
        assert left == Polynomial(left.terms())
    assert constant - a == number - a == -(a - constant)
    assert constant * a == number * a == a * constant
    assert (a * constant).is_zero() == (a.is_zero() or number == 0)


@given(polynomials, polynomials)
def test_arithmetic_agrees_with_sympy(a, b):
    left, right = polynomial_to_sympy(a), polynomial_to_sympy(b)
    for made, expected in ((a + b, left + right), (a * b, left * right), (a.derivative("p"), sympy.diff(left, "p"))):
        assert sympy.expand(polynomial_to_sympy(made) - expected) == 0


@given(polynomials, polynomials, polynomials)
def test_equal_polynomials_are_equal_objects_however_they_were_made(a, b, c):
    first, second = a * (b + c), c * a + b * a
    assert first == second
    assert hash(first) == hash(second)
    assert first.names == second.names
    assert (first - second).is_zero()
    assert Polynomial(first.terms()) == first
    again = pickle.loads(pickle.dumps(first))
    assert again == first
    assert hash(again) == hash(first)


@given(polynomials)
def test_names_are_the_variables_that_occur(a):
    occurring = {name for monomial, c in a.terms().items() for name, e in monomial if e and c}
    assert a.names == tuple(sorted(occurring))
    assert a.is_constant() == (not occurring)
    assert all(a.degree(name) == max(dict(m).get(name, 0) for m in a.terms()) for name in occurring)
    assert a.degree("nowhere") == 0
    assert a.total_degree() == max((sum(e for _, e in m) for m in a.terms()), default=0)


@given(polynomials, polynomials, points)
def test_substitution_is_simultaneous(a, b, point):
    changed = a.substitute({"p": Polynomial.variable("q"), "q": b})
    moved = {**point, "p": point["q"], "q": b.evaluate(point)}
    assert changed.evaluate(point) == a.evaluate(moved)
    assert a.substitute({"nowhere": b}) == a


@given(polynomials)
def test_coefficients_in_a_variable_rebuild_the_polynomial(a):
    parts = a.coefficients_in("p")
    assert sum((c * p**power for power, c in parts.items()), Polynomial()) == a
    assert all("p" not in c.names for c in parts.values())
    parts[99] = p
    assert 99 not in a.coefficients_in("p")


@given(polynomials, polynomials)
def test_common_divisors_and_quotients(a, b):
    common = a.gcd(b)
    if a.is_zero() and b.is_zero():
        assert common.is_zero()
        return
    assert a.exact_quotient(common) * common == a
    assert b.exact_quotient(common) * common == b
    if not b.is_zero():
        assert (a * b).exact_quotient(b) == a


@given(polynomials)
def test_factors_multiply_back(a):
    content, factors = a.factors()
    product = Polynomial.constant(content)
    for factor, multiplicity in factors:
        assert not factor.is_constant()
        product = product * factor**multiplicity
    assert product == a


@given(polynomials)
def test_the_primitive_multiple_is_positive_and_integral(a):
    made = a.primitive()
    if a.is_zero():
        assert made == a
        return
    scale = made.leading_coefficient() / a.leading_coefficient()
    assert scale > 0
    assert a * scale == made
    assert all(c.denominator == 1 for c in made.terms().values())
    assert made.primitive() == made
    assert (a * 12).primitive() == made


@given(polynomials)
def test_terms_are_counted_and_degrees_added_as_they_stand(a):
    assert a.number_of_terms() == len(a.terms())
    assert a.total_degree() == max((sum(e for _, e in monomial) for monomial in a.terms()), default=0)
    assert str(a) == str(a) == str(Polynomial(a.terms()))


def test_the_zero_polynomial_and_constants():
    zero = p - p
    assert zero == Polynomial() == Polynomial.constant(0) == Polynomial({(("p", 2),): 0})
    assert hash(zero) == hash(Polynomial())
    assert zero.is_zero()
    assert zero.is_constant()
    assert (zero.terms(), zero.names, zero.constant_value(), zero.leading_coefficient()) == ({}, (), 0, 0)
    assert zero.factors() == (0, [])
    assert (zero * p).is_zero()
    assert p**0 == Polynomial.constant(1) == zero**0
    assert Polynomial.of(F(2, 3)).constant_value() == F(2, 3)
    assert str(zero) == "0"
    assert str(Polynomial.constant(F(-2, 3))) == "-2/3"
    assert repr(p) == "Polynomial<p>"
    assert zero.gcd(2 * p).exact_quotient(p).is_constant()
    assert p.derivative("q").is_zero()


def test_like_monomials_are_added():
    assert Polynomial({(("p", 1), ("q", 1)): 1, (("q", 1), ("p", 1)): 2}) == 3 * p * q
    assert Polynomial({(("p", 1), ("p", 1)): 1}) == p * p


def test_what_has_no_meaning_is_refused():
    with pytest.raises(ValueError, match="no power -1"):
        p**-1
    with pytest.raises(ValueError, match="is not a constant"):
        p.constant_value()
    with pytest.raises(ValueError, match="is not a constant"):
        (p + q).evaluate({"p": 1})
    with pytest.raises(ValueError, match="does not divide"):
        p.exact_quotient(q)
    with pytest.raises(ZeroDivisionError):
        p.exact_quotient(Polynomial())
    with pytest.raises(ValueError, match="exponent"):
        Polynomial({(("p", -1),): 1})
    with pytest.raises(AttributeError, match="immutable"):
        p.names = ()
    assert p != 1
    assert Polynomial.constant(1) != 1


@pytest.mark.parametrize("inexact", [0.5, 1j, "1/2", None, True])
def test_numbers_are_exact(inexact):
    for refused in (
        lambda: to_fmpq(inexact),
        lambda: p + inexact,
        lambda: Polynomial.constant(inexact),
        lambda: p.evaluate({"p": inexact}),
        lambda: p.substitute({"p": inexact}),
    ):
        with pytest.raises(TypeError, match="exact rational number"):
            refused()


def test_numbers_keep_their_value():
    assert to_fraction(to_fmpq(HUGE)) == HUGE
    assert to_fmpq(fmpq(2, 3)) == fmpq(2, 3)
    assert (p * HUGE).evaluate({"p": 1 / HUGE}) == 1
