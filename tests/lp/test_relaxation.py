"""Relaxation of any two designs, decided both ways, and the difference between no loss and staying in the budget."""

import random
from fractions import Fraction

import pytest

from derivations.arithmetic.statements import Infeasible
from lp.losses.optimal_design import OptimalDesign
from lp.relaxations.blackwell import Separation
from lp.relaxations.joint_releases import Overspent, joint_releases
from lp.relaxations.relaxation import relaxation_between
from mechanisms import Design, smallest_epsilon
from mechanisms.exact.rational import RationalFunction
from mechanisms.protocols.relaxation import Relaxation, randomized_response, response_relaxation


def test_relaxation_of_randomized_response_is_found() -> None:
    found = relaxation_between(randomized_response(2, 3), randomized_response(5, 3))
    assert found == response_relaxation(2, 5, 3)


def test_a_budget_that_falls_is_refused_with_a_decision_problem() -> None:
    first, last = randomized_response(5, 3), randomized_response(2, 3)
    found = relaxation_between(first, last)
    assert isinstance(found, Separation)
    assert found.other_value > found.design_value
    refused = joint_releases((first, last), 2).solve()
    assert isinstance(refused, Overspent)
    assert isinstance(refused.theorem.statement, Infeasible)


def test_a_private_pair_need_not_be_a_relaxation() -> None:
    """Two ways to merge the answers of one response are within its budget, though neither tells the other."""
    response = randomized_response(4, 3)
    low = response @ Design([[1, 0], [1, 0], [0, 1]], responses=("low", "high"))
    high = response @ Design([[1, 0], [0, 1], [0, 1]], responses=("low", "high"))
    assert isinstance(relaxation_between(low, high), Separation)
    pair = joint_releases((low, high), 4).solve()
    assert isinstance(pair, OptimalDesign)
    ratio = smallest_epsilon(pair.design).ratio
    assert ratio is None or ratio == RationalFunction.of(4)
    assert isinstance(joint_releases((low, high), Fraction(7, 2)).solve(), Overspent)


@pytest.mark.parametrize("seed", range(4))
def test_to_an_extremal_design_both_questions_have_one_answer(seed: int) -> None:
    """For k-ary randomized response the private pairs are the relaxations by Bayes' rule, and these alone."""
    rng = random.Random(seed)
    last = randomized_response(3, 2)
    p, q = (Fraction(rng.randrange(1, 12), 12) for _ in range(2))
    first = Design([[p, 1 - p], [q, 1 - q]])
    relaxed, pair = relaxation_between(first, last), joint_releases((first, last), 3).solve()
    assert isinstance(relaxed, Relaxation) == isinstance(pair, OptimalDesign)
    if isinstance(relaxed, Relaxation) and isinstance(pair, OptimalDesign):
        assert pair.design.entries == relaxed.joint().entries
