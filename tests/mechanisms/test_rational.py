"""Rational functions: the normal form decides equality; poles are errors, never numbers."""

import pickle
from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import NotRationalError, RationalFunction, to_rational_function

F = Fraction
NAMES = ("p", "q")
p, q = (RationalFunction(Polynomial.variable(name)) for name in NAMES)
monomials = st.lists(st.tuples(st.sampled_from(NAMES), st.integers(0, 2)), max_size=2).map(tuple)
polynomials = st.dictionaries(monomials, st.fractions(-4, 4, max_denominator=5), max_size=4).map(Polynomial)
functions = st.builds(RationalFunction, polynomials, polynomials.filter(lambda d: not d.is_zero()))
points = st.fixed_dictionaries({name: st.fractions(-3, 3, max_denominator=7) for name in NAMES})


def at(function, point):
    """The value, None at a pole."""
    try:
        return function.evaluate(point)
    except ZeroDivisionError:
        return None


@given(functions, functions, points)
def test_arithmetic_agrees_with_values(a, b, point):
    u, v = at(a, point), at(b, point)
    if u is None or v is None:
        return
    assert (a + b).evaluate(point) == u + v
    assert (a - b).evaluate(point) == u - v
    assert (a * b).evaluate(point) == u * v
    assert (3 - a).evaluate(point) == 3 - u
    assert (a**2).evaluate(point) == u**2
    if v:
        assert (a / b).evaluate(point) == u / v
        assert (b**-2).evaluate(point) == v**-2
        assert (1 / b).evaluate(point) == 1 / v


@given(functions, functions, functions.filter(lambda f: not f.is_zero()))
def test_equal_functions_are_equal_objects(a, b, c):
    same = (a * c + b * c) / c
    assert same == a + b
    assert hash(same) == hash(a + b)
    assert pickle.loads(pickle.dumps(same)) == same
    assert same.numerator.gcd(same.denominator).is_constant()
    assert same.denominator == same.denominator.primitive()
    assert same.denominator.leading_coefficient() > 0


@given(functions)
def test_sympy_and_back(a):
    assert to_rational_function(a.to_sympy()) == a
    if not a.is_zero():
        assert sympy.simplify(a.to_sympy() * (1 / a).to_sympy() - 1) == 0


@given(functions, functions, functions, points)
def test_substitution_is_simultaneous(a, b, c, point):
    inner = {name: at(f, point) for name, f in (("p", b), ("q", c))}
    if None in inner.values():
        return
    try:
        changed = a.substitute({"p": b, "q": c})
    except ZeroDivisionError:
        assert at(a, inner) is None
        return
    if at(a, inner) is not None and at(changed, point) is not None:
        assert changed.evaluate(point) == a.evaluate(inner)


@given(functions)
def test_derivatives_agree_with_sympy(a):
    expected = sympy.together(sympy.diff(a.to_sympy(), "p"))
    assert to_rational_function(expected) == a.derivative("p")


def test_zero_constants_and_negative_powers():
    zero = p - p
    assert zero.is_zero()
    assert zero == RationalFunction.of(0) == zero / (p + 1)
    assert zero.denominator == Polynomial.constant(1)
    assert (p / p, p**0, zero**0) == (RationalFunction.of(1),) * 3
    assert p**-2 * p**2 == RationalFunction.of(1)
    assert RationalFunction(Polynomial.constant(3), Polynomial.constant(-6)) == RationalFunction.of(F(-1, 2))
    assert ((1 - p) / (1 - q)).names == NAMES
    assert (q / q).names == ()
    assert str(1 / (p + 1)) == "(1)/(p + 1)"
    assert str(p) == "p"
    big = RationalFunction.of(F(10**80, 7)) * p
    assert (big / big.evaluate({"p": 1})) == p


def test_division_by_zero_is_an_error():
    for wrong in (
        lambda: p / 0,
        lambda: 1 / (p - p),
        lambda: (p - p) ** -1,
        lambda: RationalFunction(Polynomial.variable("p"), Polynomial()),
        lambda: (1 / p).evaluate({"p": 0}),
        lambda: (1 / (p - q)).substitute({"p": q}),
        lambda: (p / (q - 1)).substitute({"q": 1}),
    ):
        with pytest.raises(ZeroDivisionError):
            wrong()


def test_a_removable_pole_is_removed_and_known_to_the_caller_only():
    assert ((p**2 - 1) / (p - 1)).evaluate({"p": 1}) == 2
    assert (p / q).substitute({"p": q * q}) == q


def test_expressions_from_sympy():
    eps, delta = sympy.symbols("eps delta")
    x = RationalFunction(Polynomial.variable("x"))
    names = {"eps": "x"}
    found = to_rational_function((sympy.exp(eps) + delta) / (sympy.exp(2 * eps) - sympy.exp(-eps)), names)
    d = RationalFunction(Polynomial.variable("delta"))
    assert found == (x + d) / (x**2 - 1 / x)
    assert to_rational_function(sympy.exp(0)) == RationalFunction.of(1)
    assert to_rational_function(7) == RationalFunction.of(7)
    assert to_rational_function(F(1, 3)) == RationalFunction.of(F(1, 3))
    written = (x**-2 * d).to_sympy({"x": sympy.exp(eps)})
    assert sympy.simplify(written - sympy.exp(-2 * eps) * delta) == 0


@pytest.mark.parametrize(
    "text",
    [
        "sqrt(p)",
        "p**q",
        "log(p)",
        "exp(p)",
        "exp(eps/2)",
        "exp(eps + 1)",
        "exp(eps*eps)",
        "pi",
        "0.5",
        "zoo",
        "nan",
        "I",
    ],
)
def test_what_is_no_rational_function_is_refused(text):
    expression = sympy.sympify(text, locals={"q": sympy.Symbol("q")})
    with pytest.raises(NotRationalError):
        to_rational_function(expression, {"eps": "x"})
