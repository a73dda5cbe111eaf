"""Formulas: truth at points, and negation, substitution, normal form that keep it."""

import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.exact.formula import (
    FALSE,
    TRUE,
    AllOf,
    AnyOf,
    Condition,
    IntegerValued,
    NamedConstant,
    all_of,
    any_of,
    at_least,
    conditions,
    different,
    equal_to,
    greater,
    holds_with,
    negation,
    substitute,
    variables,
)
from mechanisms.exact.polynomial import Polynomial

F = Fraction
p, q = Polynomial.variable("p"), Polynomial.variable("q")
RELATIONS = ("=", "!=", ">", ">=")
polynomials = st.tuples(*[st.integers(-3, 3)] * 4).map(lambda c: c[0] + c[1] * p + c[2] * q + c[3] * p * q)
atoms = st.builds(Condition, polynomials.map(Polynomial.of), st.sampled_from(RELATIONS))
formulas = st.recursive(
    atoms,
    lambda inner: st.lists(inner, max_size=3).flatmap(lambda f: st.sampled_from([all_of(f), any_of(f)])),
    max_leaves=8,
)
points = st.fixed_dictionaries({name: st.fractions(-2, 2, max_denominator=3) for name in "pq"})


@given(formulas, points)
def test_negation_holds_exactly_elsewhere(formula, point):
    assert negation(formula).holds_at(point) is not formula.holds_at(point)
    assert negation(negation(formula)).holds_at(point) is formula.holds_at(point)


@given(formulas, points, polynomials)
def test_substitution_moves_the_point(formula, point, value):
    value = Polynomial.of(value)
    moved = {**point, "p": value.evaluate(point)}
    assert substitute(formula, {"p": value}).holds_at(point) is formula.holds_at(moved)


@given(st.lists(formulas, max_size=4), points)
def test_joining_means_all_and_any(parts, point):
    assert all_of(parts).holds_at(point) is all(part.holds_at(point) for part in parts)
    assert any_of(parts).holds_at(point) is any(part.holds_at(point) for part in parts)


@given(formulas, points)
def test_truth_depends_on_signs_alone(formula, point):
    values = [c.polynomial.evaluate(point) for c in conditions(formula)]
    signs = iter([(v > 0) - (v < 0) for v in values])
    assert holds_with(formula, signs) is formula.holds_at(point)
    assert next(signs, None) is None


@given(polynomials, st.sampled_from(RELATIONS), st.fractions(F(1, 9), 9), points)
def test_positive_multiples_are_the_same_condition(polynomial, relation, factor, point):
    polynomial = Polynomial.of(polynomial)
    first, second = Condition(polynomial, relation), Condition(polynomial * factor, relation)
    assert first == second
    assert hash(first) == hash(second)
    sign = polynomial.evaluate(point)
    assert first.holds_at(point) is {"=": sign == 0, "!=": sign != 0, ">": sign > 0, ">=": sign >= 0}[relation]
    if relation in ("=", "!="):
        assert Condition(-polynomial, relation) == first


@given(formulas)
def test_formulas_survive_pickling(formula):
    assert pickle.loads(pickle.dumps(formula)) == formula


def test_the_sign_of_an_inequality_is_kept():
    assert Condition(p - q, ">") != Condition(q - p, ">")
    assert greater(p, q) == Condition(2 * p - 2 * q, ">")
    assert at_least(1, p).holds_at({"p": 1})
    assert not greater(1, p).holds_at({"p": 1})
    assert equal_to(p, q) == equal_to(q, p)
    assert different(p, q).holds_at({"p": 1, "q": 2})


def test_empty_and_single_joins():
    assert (TRUE.holds_at({}), FALSE.holds_at({})) == (True, False)
    assert (all_of([]), any_of([])) == (TRUE, FALSE)
    assert all_of([greater(p, 0)]) == any_of([greater(p, 0)]) == greater(p, 0)
    assert all_of([greater(p, 0), all_of([greater(q, 0), greater(p, 0)])]).parts == (greater(p, 0), greater(q, 0))
    assert (negation(TRUE), negation(FALSE)) == (FALSE, TRUE)
    assert (str(TRUE), str(FALSE)) == ("true", "false")
    assert str(AllOf((greater(p, 0), AnyOf((equal_to(q, 1), TRUE))))) == "(p > 0 and (q - 1 = 0 or true))"


def test_further_atoms():
    whole, constant = IntegerValued("p"), NamedConstant("x", "exp", F(1, 2))
    assert whole.holds_at({"p": 3})
    assert not whole.holds_at({"p": F(1, 2)})
    assert variables(all_of([whole, constant, greater(q, 0)])) == {"p", "x", "q"}
    with pytest.raises(ValueError, match="does not decide"):
        constant.holds_at({"x": 2})
    for atom in (whole, constant):
        assert substitute(atom, {"q": p}) == atom
        with pytest.raises(ValueError, match="cannot be instantiated"):
            substitute(atom, {atom.name: q})
        with pytest.raises(ValueError, match="has no negation"):
            negation(atom)
        with pytest.raises(ValueError, match="not a polynomial condition"):
            conditions(atom)
        with pytest.raises(ValueError, match="not a polynomial condition"):
            holds_with(atom, iter(()))
    assert str(constant) == "x = exp(1/2)"
    assert str(whole) == "p is an integer"


@pytest.mark.parametrize("relation", ["<", "<=", "==", "", None])
def test_relations_are_four(relation):
    with pytest.raises(ValueError, match="one of = != > >="):
        Condition(p, relation)
