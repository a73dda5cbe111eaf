"""Designs close to what no private design exceeds, and that nothing does exceed it."""

from fractions import Fraction as F
from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.theorems.information.information_ceilings import (
    best_probability,
    ceilings,
    chi_square_ceiling,
    information_ceiling,
)
from lp.losses.column_objectives import ObjectiveError
from lp.staircases.near_ceiling import near_ceiling
from lp.staircases.optimum import objective_of, staircase_optimum
from mechanisms.exact.logarithm_sum import bounds

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101)
GENERIC = tuple(F(p**5 + 10**9, sum(q**5 + 10**9 for q in PRIMES)) for p in PRIMES)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(1, 9), min_size=2, max_size=4), st.fractions(F(8, 7), 30, max_denominator=7))
def test_no_optimum_exceeds_the_ceilings(weights, x):
    prior = [F(w, sum(weights)) for w in weights]
    assert staircase_optimum("chi-square", x, prior=prior).value <= chi_square_ceiling(x)
    assert staircase_optimum("mutual-information", x, prior=prior).low <= bounds(information_ceiling(x), 256)[1]


def test_the_ceilings_are_attained_at_the_best_probability():
    x, p = F(3), F(1, 4)
    assert staircase_optimum("chi-square", x, prior=(p, p, p, p)).value == chi_square_ceiling(x) == F(1, 3)
    best = float(best_probability(x, "mutual-information"))
    s = 1 + 2 * best
    assert 3 * log(3) * best / s - log(s) == pytest.approx(float(information_ceiling(x)), abs=1e-14)
    assert float(best_probability(x, "chi-square")) == pytest.approx(0.25)


@pytest.mark.parametrize("name", ["mutual-information", "chi-square"])
def test_a_prior_in_general_position_comes_close(name):
    found = near_ceiling(name, 3, GENERIC)
    assert 0 <= found.gap < F(1, 10**9)
    low, _ = bounds(objective_of(found.objective, found.design), 256)
    assert abs(low - found.low) < F(1, 10**60)
    assert "no eps-LDP design exceeds" in str(found)


def test_the_derivation_carries_its_theorems():
    assert len(ceilings().theorems) == 3


def test_bad_questions():
    with pytest.raises(ObjectiveError, match="a ceiling is known for"):
        near_ceiling("fisher", 3, GENERIC)
    with pytest.raises(ObjectiveError, match="greater than 1"):
        near_ceiling("chi-square", 1, GENERIC)
    with pytest.raises(ValueError, match="greater than 1"):
        information_ceiling(F(1))
