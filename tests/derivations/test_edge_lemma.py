"""The concavity lemma, checked against plain fractions at points of its domain."""

from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st

from derivations.theorems.binary.edge_lemma import inner_point_is_worse

F = Fraction
unit = st.fractions(0, 1, max_denominator=20)


def error(t, x, delta, pi):
    q = (x + delta) / (x + 1) * t
    p = 1 - (q - delta) / x
    ones = pi * q + (1 - pi) * (1 - p)
    return ones * (1 - ones) / (p + q - 1) ** 2


inner = st.fractions(F(1, 20), F(19, 20), max_denominator=20)


@given(unit, inner, inner, st.fractions(1, 5, max_denominator=9), inner, unit)
def test_an_end_does_better(a, width, share, x, delta, pi):
    b = a + width * (1 - a)
    t = a + share * (b - a)
    assume(a < 1)
    ends = (error(a, x, delta, pi), error(b, x, delta, pi))
    assert min(ends) < error(t, x, delta, pi)
    point = {"a": a, "b": b, "t": t, "x": x, "delta": delta, "pi": pi, "n": F(1)}
    sequent = inner_point_is_worse().sequent
    assert all(h.holds_at(point) for h in sequent.hypotheses)
    assert sequent.conclusion.holds_at(point)


def test_no_oracle_is_trusted():
    assert inner_point_is_worse().oracles == frozenset()
