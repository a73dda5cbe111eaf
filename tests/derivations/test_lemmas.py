"""Proofs from theorems at hand, and rational functions put into formulas."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.arithmetic import kernel
from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import NotProvedError, at_values, prove_from, substitute_rational
from mechanisms.exact.formula import (
    Condition,
    IntegerValued,
    NamedConstant,
    all_of,
    any_of,
    at_least,
    greater,
    negation,
)
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

F = Fraction
p, q = Polynomial.variable("p"), Polynomial.variable("q")
rp, rq = RationalFunction(p), RationalFunction(q)


def test_what_is_proved_is_exactly_the_goal_and_trusts_nobody():
    goal = Sequent(frozenset((greater(p, 0), greater(q, 0), greater(q, -5))), greater(p * q, 0))
    theorem = prove_from(goal)
    assert theorem.statement == goal
    assert not theorem.oracles


def test_lemmas_are_used_when_they_assume_no_more():
    lemma = kernel.oracle("somebody", Sequent(frozenset((greater(p, 0),)), greater(q, p)))
    goal = Sequent(frozenset((greater(p, 0), greater(p, 1))), greater(q, 0))
    theorem = prove_from(goal, [lemma])
    assert theorem.statement == goal
    assert theorem.oracles == {"somebody"}
    assert prove_from(Sequent(goal.hypotheses, greater(q, p)), [lemma]).statement.conclusion == greater(q, p)
    with pytest.raises(NotProvedError, match="not proved"):
        prove_from(Sequent(frozenset((at_least(p, 0),)), greater(q, 0)), [lemma], budget_seconds=1.0)


def test_what_is_false_is_not_proved():
    with pytest.raises(NotProvedError, match="not proved"):
        prove_from(Sequent(frozenset((greater(p, 0),)), greater(p, 1)), budget_seconds=2.0)


linear = st.tuples(*[st.integers(-2, 2)] * 3).map(lambda c: c[0] + c[1] * rp + c[2] * rq)
values = st.tuples(linear, linear).filter(lambda f: not f[1].is_zero()).map(lambda f: f[0] / f[1])
atoms = st.builds(
    Condition,
    st.tuples(*[st.integers(-2, 2)] * 4).map(lambda c: Polynomial.of(c[0] + c[1] * p + c[2] * q + c[3] * p * q * q)),
    st.sampled_from(["=", "!=", ">", ">="]),
)
formulas = st.lists(atoms, min_size=1, max_size=3).flatmap(lambda f: st.sampled_from([all_of(f), any_of(f)]))


@given(formulas, values, st.fixed_dictionaries({n: st.fractions(-2, 2, max_denominator=2) for n in "pq"}))
def test_substitution_moves_the_point_where_the_value_exists(formula, value, point):
    changed = substitute_rational(formula, {"p": value})
    try:
        moved = {**point, "p": value.evaluate(point)}
    except ZeroDivisionError:
        # A condition about what has no value does not hold.
        alone = [f for f in (formula.parts if hasattr(formula, "parts") else (formula,)) if "p" in f.polynomial.names]
        assert not any(substitute_rational(f, {"p": value}).holds_at(point) for f in alone)
        return
    assert changed.holds_at(point) is formula.holds_at(moved)


def test_a_condition_and_its_negation_both_fail_where_there_is_no_value():
    formula = greater(p, 0)
    for f in (formula, negation(formula)):
        assert not substitute_rational(f, {"p": 1 / rq}).holds_at({"q": 0})


@pytest.mark.parametrize("atom", [IntegerValued("p"), NamedConstant("p", "exp", F(1))])
@pytest.mark.parametrize("value", [rq, 1 / rq])
def test_atoms_that_cannot_take_a_value_refuse_it(atom, value):
    with pytest.raises(ValueError, match="cannot be instantiated"):
        substitute_rational(atom, {"p": value})
    assert substitute_rational(atom, {"q": value}) == atom


def test_hypotheses_that_became_true_of_numbers_are_left_out():
    theorem = prove_from(Sequent(frozenset((greater(p, 0), greater(q, 2))), greater(p * q, 0)))
    found = at_values(theorem, {"q": Polynomial.constant(F(5, 2))})
    assert found.statement == Sequent(frozenset((greater(p, 0),)), greater(p, 0))
    false = at_values(theorem, {"q": Polynomial.constant(1)})
    assert greater(Polynomial.constant(-1), 0) in false.statement.hypotheses
