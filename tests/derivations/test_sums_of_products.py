"""Sums of products: the identity is found or refused, and the theorem says what was asked."""

from fractions import Fraction

import pytest

from derivations.arithmetic.kernel import KernelError
from derivations.arithmetic.statements import Sequent
from derivations.prover.sums_of_products import split, sum_of_products
from derivations.prover.with_theorems import prove_from
from mechanisms.exact.formula import Condition, at_least, greater
from mechanisms.exact.polynomial import Polynomial

F = Fraction
a, b, c = (Polynomial.variable(name) for name in "abc")
A0, B0, C0 = at_least(a, 0), at_least(b, 0), at_least(c, 0)
A1, B1, C1 = greater(a, 0), greater(b, 0), greater(c, 0)


@pytest.mark.parametrize("factor", [F(1), F(2, 3), F(7)])
def test_weights_are_found(factor):
    goal = Condition(3 * a * b + factor * c, ">=")
    theorem = sum_of_products(goal, [(A0, B0), (C0,)])
    assert theorem.statement == Sequent(frozenset((A0, B0, C0)), goal)
    assert not theorem.oracles


def test_a_strict_goal_needs_a_strict_first_term():
    goal = greater(a * b + c, 0)
    theorem = sum_of_products(goal, [(A1, B1), (C0,)])
    assert theorem.statement == Sequent(frozenset((A1, B1, C0)), goal)
    with pytest.raises(KernelError):
        sum_of_products(goal, [(A0, B1), (C0,)])
    # A strict goal must not rest on a term whose weight is zero.
    with pytest.raises(KernelError):
        sum_of_products(greater(c, 0), [(A1,), (C0,)])


@pytest.mark.parametrize("relation", [">", ">="])
def test_the_goal_may_be_multiplied_by_something_positive(relation):
    goal = Condition(b + c, relation)  # a (b + c) = ab + ac
    first = (A1, B1) if relation == ">" else (A0, B0)
    theorem = sum_of_products(goal, [first, (A1, C0)], scale=[A1])
    assert theorem.sequent.conclusion == goal
    assert theorem.sequent.hypotheses <= {A1, B1, C0, A0, B0}
    if relation == ">=":  # a = 0 would say nothing of b + c
        with pytest.raises(KernelError):
            sum_of_products(goal, [first, (A0, C0)], scale=[A0])


@pytest.mark.parametrize(
    ("goal", "terms"),
    [
        (at_least(a * b - c, 0), [(A0, B0), (C0,)]),  # a weight would be negative
        (at_least(a, 1), [(A0,)]),  # no combination
        (at_least(a * a, b), [(A0, B0)]),
        (greater(a, a), [(A1,)]),  # zero is not positive
    ],
)
def test_what_is_no_sum_of_these_products_is_refused(goal, terms):
    with pytest.raises(KernelError):
        sum_of_products(goal, terms)


def test_a_split_joins_both_sides():
    goal = at_least(a * a, 0)
    when = prove_from(Sequent(frozenset((A0,)), goal))
    otherwise = prove_from(Sequent(frozenset((greater(0, a), B0)), goal))
    assert split(A0, when, otherwise).statement == Sequent(frozenset((B0,)), goal)
    with pytest.raises(KernelError, match="different conclusions"):
        split(A0, when, prove_from(Sequent(frozenset((greater(0, a),)), greater(0, a))))
