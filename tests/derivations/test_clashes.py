"""Contradictions that show at sight, and none where there is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.arithmetic.statements import Sequent
from derivations.prover.clashes import by_clash
from mechanisms.exact.formula import FALSE, AllOf, AnyOf, Condition, all_of
from mechanisms.exact.polynomial import Polynomial

X, Y = Polynomial.variable("x"), Polynomial.variable("y")


def sequent(*hypotheses):
    return Sequent(frozenset(hypotheses), FALSE)


@pytest.mark.parametrize(
    "goal",
    [
        sequent(Condition(X - Y, ">"), Condition(Y - X, ">=")),
        sequent(Condition(X - Y, ">"), Condition(Y - X, ">")),
        sequent(Condition(X * Y - 1, "="), Condition(1 - X * Y, "!=")),
        sequent(Condition(X * Y - 1, "="), Condition(1 - X * Y, ">")),
        sequent(Condition(Polynomial.constant(-1), ">=")),
        sequent(all_of([Condition(X, ">"), Condition(Y, ">")]), Condition(-X, ">=")),
        sequent(AllOf((AllOf((Condition(X, ">"),)), Condition(Y, ">"))), Condition(-X, ">=")),
        sequent(Condition(2 * X - 1, "="), Condition(4 * X * Y - Y * 2 + 1, "=")),
        sequent(Condition(X - 1, "="), Condition(X * Y - Y, "!=")),
        sequent(AnyOf((Condition(X, ">"), Condition(X + 1, ">"))), Condition(-X, ">="), Condition(-X - 1, ">=")),
    ],
)
def test_a_contradiction_is_proved(goal):
    theorem = by_clash(goal)
    assert theorem is not None
    assert theorem.sequent.hypotheses <= goal.hypotheses
    assert theorem.sequent.conclusion == FALSE
    assert not theorem.oracles


@given(
    st.integers(-3, 3), st.integers(-3, 3), st.lists(st.sampled_from((">", ">=", "=", "!=")), min_size=4, max_size=4)
)
def test_what_holds_somewhere_is_no_contradiction(x, y, relations):
    polynomials = (X - Y, X * Y + 1, Y - X, X + 2)
    true = [c for p, r in zip(polynomials, relations, strict=True) if (c := Condition(p, r)).holds_at({"x": x, "y": y})]
    assert by_clash(sequent(*true, AnyOf((Condition(X - x, "="), FALSE)))) is None
