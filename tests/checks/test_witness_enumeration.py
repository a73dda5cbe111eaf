"""Surveys by enumeration, against binomial sums written out here."""

from fractions import Fraction as F
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checks.witness.enumeration import count_law, design_rows, estimate, marginal, moments, privacy_gaps
from mechanisms import catalogue
from mechanisms.protocols.primitives import Choice, Coin

shares = st.fractions(min_value=0, max_value=1, max_denominator=7)


@given(shares, shares)
def test_every_run_of_a_program_is_counted(p, q):
    def program(truth, p, q):
        if not (yield Coin(p)):
            return 0
        told = yield Choice({"truth": q, "one": 1 - q})
        return truth if told == "truth" else 1

    rows = design_rows(program, {"p": p, "q": q}, F)
    assert rows == ((1 - p + p * q, p * (1 - q)), (1 - p, p))


def test_a_program_without_devices():
    assert design_rows(catalogue.get("direct").protocol.program, {}, F) == ((1, 0), (0, 1))


@settings(max_examples=40)
@given(shares, shares, shares, st.integers(0, 5))
def test_the_count_is_binomial(a, b, pi, n):
    rows = ((1 - a, a), (1 - b, b))
    p = (1 - pi) * a + pi * b
    assert marginal(rows, pi) == (1 - p, p)
    assert {k: v for k, v in count_law(rows, pi, n).items() if v} == {
        k: comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1) if p**k * (1 - p) ** (n - k)
    }


def test_the_estimate_inverts_the_expected_share():
    rows = ((F(3, 4), F(1, 4)), (F(1, 3), F(2, 3)))
    for count in range(4):
        pi = estimate(rows, count, 3)
        assert marginal(rows, pi)[1] == F(count, 3)
    mean, variance = moments(rows, F(2, 5), 3)
    p = marginal(rows, F(2, 5))[1]
    assert mean == F(2, 5)
    assert variance == p * (1 - p) / 3 / F(5, 12) ** 2


def test_without_information_there_is_no_estimate():
    with pytest.raises(ZeroDivisionError):
        estimate(((F(1, 2), F(1, 2)), (F(1, 2), F(1, 2))), 1, 2)


def test_privacy_gaps_list_all_events():
    rows = ((F(3, 4), F(1, 4)), (F(1, 4), F(3, 4)))
    assert sorted(privacy_gaps(rows, F(3), F(0))) == [0, 0, 2, 2]
    assert min(privacy_gaps(rows, F(2), F(1, 8))) == F(-1, 8)
    three = ((F(1), F(0), F(0)), (F(0), F(1, 2), F(1, 2)))
    assert len(privacy_gaps(three, F(1), F(0))) == 12
