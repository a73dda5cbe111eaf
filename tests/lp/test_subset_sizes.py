"""Best sizes of subsets for equally likely truths, and the levels at which they change."""

from fractions import Fraction as F
from math import log

import pytest

from lp.losses.column_objectives import (
    ObjectiveError,
    chi_square_information,
    mutual_information,
    posterior_squares,
    proportions_information,
    uniform_prior,
)
from lp.staircases.optimum import staircase_optimum
from lp.staircases.subset_sizes import best_sizes, information_switches, rational_switches, size_values, square_switches
from mechanisms.exact.algebraic_real import AlgebraicReal
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

X = Polynomial.variable("x")


@pytest.mark.parametrize("k", [2, 3, 4, 7, 10])
def test_sizes_for_squares_switch_at_square_roots(k):
    found = square_switches(k)
    expected = [d for d in range(1, k) if (k - d) * (k - d - 1) > d * (d + 1)]
    assert [(s.above, s.below) for s in found] == [(d + 1, d) for d in reversed(expected)]
    for s in found:
        d = s.below
        assert s.exact == AlgebraicReal.square_root(F((k - d) * (k - d - 1), d * (d + 1)))


@pytest.mark.parametrize("make", [chi_square_information, proportions_information, posterior_squares])
def test_the_three_squares_have_the_same_best_sizes_and_ties(make):
    assert best_sizes(make(uniform_prior(10)), 6) == (1, 2)
    assert best_sizes(make(uniform_prior(10)), F(59, 10)) == (2,)
    assert best_sizes(make(uniform_prior(10)), F(61, 10)) == (1,)


def test_information_switches_for_four_truths():
    (switch,) = information_switches(4, digits=50)
    assert (switch.above, switch.below) == (2, 1)
    assert switch.high - switch.low <= F(1, 10**50)
    x = float(switch.low)
    two = x * log(x) * 2 / (2 + 2 * x) - log((1 + x) / 2)
    one = x * log(x) / (3 + x) - log((3 + x) / 4)
    assert two == pytest.approx(one, abs=1e-12)
    objective = mutual_information(uniform_prior(4))
    assert best_sizes(objective, switch.low) == (2,)
    assert best_sizes(objective, switch.high) == (1,)


def test_the_whole_program_agrees_with_the_sizes_on_both_sides_of_each_switch():
    switches = information_switches(6, digits=3)
    assert [(s.above, s.below) for s in switches] == [(3, 2), (2, 1)]
    for s in switches:
        for x, size in ((s.low, s.above), (s.high, s.below)):
            best = staircase_optimum("mutual-information", x, 6)
            assert best.value == size_values(best.objective, x)[size - 1]


def test_for_odd_numbers_of_truths_no_level_is_small_enough_for_the_larger_half():
    # Sizes 1 and 2 of three truths: the smaller is better at every level, so that two responses never do best.
    assert information_switches(3) == ()
    assert best_sizes(mutual_information(uniform_prior(3)), 1 + F(1, 10**6)) == (1,)
    binary = size_values(mutual_information(uniform_prior(3)), F(101, 100))
    best = staircase_optimum("mutual-information", F(101, 100), 3)
    assert best.is_optimal
    assert best.value == binary[0]
    assert binary[1] < binary[0]


def test_levels_that_are_rational_or_close_together_are_separated():
    one = RationalFunction.of(0)
    functions = (RationalFunction((X - 2) * -1), one, RationalFunction(X * 1000 - 2001))
    found = rational_switches(functions, first=0)
    assert [(s.above, s.below, s.exact.rational) for s in found] == [(0, 1, 2), (1, 2, F(2001, 1000))]


def test_bad_questions():
    with pytest.raises(ObjectiveError, match="does not treat all truths alike"):
        best_sizes(mutual_information((F(1, 3), F(2, 3))), 2)
    with pytest.raises(ObjectiveError, match="digits"):
        information_switches(4, digits=0)
    with pytest.raises(ObjectiveError, match="at least 2 truths"):
        square_switches(1)
