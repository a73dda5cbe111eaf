"""Expressions as they are written: worth what their operations give, defined where no divisor is zero."""

from __future__ import annotations

import operator
from fractions import Fraction
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.exact.expression import Operation, as_fraction, expansion, with_leaves
from mechanisms.exact.formula import FALSE, Comparison, Condition, in_polynomials, negation, substitute, variables
from mechanisms.exact.polynomial import Polynomial

p, q = Polynomial.variable("p"), Polynomial.variable("q")
TWO, THREE = Polynomial.constant(2), Polynomial.constant(3)
COMPARE = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def joined(parts):
    several = st.lists(parts, min_size=1, max_size=3).map(tuple)
    return st.one_of(
        several.map(lambda found: Operation("+", found)),
        several.map(lambda found: Operation("*", found)),
        st.tuples(parts, parts).map(lambda pair: Operation("/", pair)),
        parts.map(lambda base: Operation("^", (base, TWO))),
    )


leaves = st.tuples(*[st.integers(-2, 2)] * 3).map(lambda c: c[0] + c[1] * p + c[2] * q)
expressions = st.recursive(leaves, joined, max_leaves=6)
points = st.fixed_dictionaries({name: st.fractions(-2, 2, max_denominator=3) for name in "pq"})


def worth(expression, point):
    """The value by the operations alone, None where there is none."""
    if isinstance(expression, Polynomial):
        return expression.evaluate(point)
    parts = [worth(part, point) for part in expression.parts]
    if None in parts:
        return None
    if expression.operator == "/":
        return parts[0] / parts[1] if parts[1] else None
    return {"+": sum, "*": prod, "^": lambda pair: pair[0] ** int(pair[1])}[expression.operator](parts)


@given(expressions, points)
def test_the_fraction_of_an_expression_is_its_value_where_no_divisor_is_zero(expression, point):
    value = worth(expression, point)
    try:
        found = as_fraction(expression)
        defined = all(d.evaluate(point) != 0 for d in found.divisors)
    except ZeroDivisionError:
        assert value is None
        return
    assert defined is (value is not None)
    if defined:
        assert found.numerator.evaluate(point) == value * found.denominator.evaluate(point)
        assert found.denominator.evaluate(point) != 0


@given(expressions, st.sampled_from(sorted(COMPARE)), expressions, points)
def test_a_comparison_holds_where_both_sides_have_values_that_compare_so(left, relation, right, point):
    u, v = worth(left, point), worth(right, point)
    expected = u is not None and v is not None and COMPARE[relation](u, v)
    comparison = Comparison(left, relation, right)
    assert comparison.holds_at(point) is expected
    assert negation(comparison).holds_at(point) is not expected


@given(expressions, st.sampled_from(sorted(COMPARE)), leaves, points)
def test_substitution_moves_the_point(left, relation, right, point):
    comparison = Comparison(left, relation, right)
    moved = {"p": (p * p - q).evaluate(point), "q": point["q"]}
    assert substitute(comparison, {"p": p * p - q}).holds_at(point) is comparison.holds_at(moved)


@given(expressions)
def test_the_bounds_of_what_an_expression_expands_to_hold(expression):
    terms, degree, names = expansion(expression)
    try:
        found = as_fraction(expression)
    except ZeroDivisionError:
        return
    for polynomial in (found.numerator, found.denominator):
        assert len(polynomial.terms()) <= terms
        assert polynomial.total_degree() <= degree
        assert names >= set(polynomial.names)


def test_nothing_is_cancelled_from_the_text_and_poles_are_kept():
    half = Operation("/", (p * q, Operation("*", (TWO, p))))
    comparison = Comparison(half, "=", Operation("/", (q, TWO)))
    assert str(comparison) == "p*q/(2*p) = q/2"
    assert in_polynomials(comparison).holds_at({"p": 3, "q": Fraction(5, 7)})
    assert not comparison.holds_at({"p": 0, "q": 1})
    assert variables(comparison) == {"p"}


def test_a_divisor_that_is_zero_everywhere_leaves_nothing_true():
    nothing = Operation("/", (p, Operation("+", (q, -q))))
    for relation in COMPARE:
        assert in_polynomials(Comparison(nothing, relation, nothing)) == FALSE


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (Operation("/", (Operation("*", (p, 1 - p)), Operation("*", (q, Operation("^", (2 * p - 1, TWO)))))),
         "p*(-p + 1)/(q*(2*p - 1)^2)"),
        (Operation("+", (p, Operation("*", (Polynomial.constant(-1), Operation("/", (q, p)))))), "p - q/p"),
        (Operation("*", (Polynomial.constant(-1), Operation("+", (p, q)))), "-(p + q)"),
        (Operation("^", (-p, THREE)), "(-p)^3"),
        (Operation("^", (Operation("^", (p, TWO)), THREE)), "(p^2)^3"),
        (Operation("^", (p * p, THREE)), "(p^2)^3"),
        (Operation("/", (Operation("/", (p, q)), Operation("/", (q, p)))), "p/q/(q/p)"),
        (Operation("/", (p, 2 * q)), "p/(2*q)"),
        (Operation("/", (p, Polynomial.constant(Fraction(1, 2)))), "p/(1/2)"),
        (Operation("^", (Polynomial.constant(Fraction(1, 2)), TWO)), "(1/2)^2"),
        (Operation("*", (p, -q)), "p*(-q)"),
    ],
)  # fmt: skip
def test_brackets_stand_where_they_are_needed(expression, text):
    assert str(expression) == text


def test_leaves_are_changed_but_no_exponent():
    assert with_leaves(Operation("^", (p, TWO)), lambda leaf: leaf + 1) == Operation("^", (p + 1, TWO))


@pytest.mark.parametrize(
    ("operator", "parts", "error"),
    [
        ("-", (p, q), "an operator is one of"),
        ("/", (p,), "does not join 1 parts"),
        ("+", (), "does not join 0 parts"),
        ("^", (p, q), "an exponent is an integer"),
        ("^", (p, Polynomial.constant(Fraction(3, 2))), "an exponent is an integer"),
        ("^", (p, Polynomial.constant(0)), "an exponent is an integer"),
        ("^", (p, Polynomial.constant(1001)), "an exponent is an integer"),
    ],
)
def test_what_is_no_expression_is_refused(operator, parts, error):
    with pytest.raises(ValueError, match=error):
        Operation(operator, parts)


def test_sides_and_parts_are_expressions():
    with pytest.raises(TypeError, match="parts"):
        Operation("+", (p, 0.5))
    with pytest.raises(TypeError, match="sides"):
        Comparison(p, "=", 0)
    with pytest.raises(ValueError, match="relation"):
        Comparison(p, "~", p)
    assert in_polynomials(Comparison(p, ">", TWO)) == Condition(p - 2, ">")
