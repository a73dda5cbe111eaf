"""Relaxation of any two designs, decided both ways, and the difference between no loss and staying in the budget."""

import random
from fractions import Fraction

import pytest

from derivations.arithmetic.statements import Infeasible
from lp.relaxations.blackwell import Separation
from lp.relaxations.relaxation import (
    BrokenChain,
    Overspent,
    is_extremal,
    private_coupling,
    relaxation_between,
    relaxation_chain,
)
from mechanisms import Design, DesignError, smallest_epsilon
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
    refused = private_coupling(first, last, 2)
    assert isinstance(refused, Overspent)
    assert isinstance(refused.theorem.statement, Infeasible)


def test_chains_name_the_step_that_breaks() -> None:
    designs = [randomized_response(x, 2) for x in (2, 3, 5, 4)]
    steps = relaxation_chain(designs[:3])
    assert isinstance(steps, tuple)
    assert [step.last for step in steps] == designs[1:3]
    broken = relaxation_chain(designs)
    assert isinstance(broken, BrokenChain)
    assert broken.position == 2


def test_a_private_pair_need_not_be_a_relaxation() -> None:
    """Two ways to merge the answers of one response are within its budget, though neither tells the other."""
    response = randomized_response(4, 3)
    low = response @ Design([[1, 0], [1, 0], [0, 1]], responses=("low", "high"))
    high = response @ Design([[1, 0], [0, 1], [0, 1]], responses=("low", "high"))
    assert isinstance(relaxation_between(low, high), Separation)
    pair = private_coupling(low, high, 4)
    assert isinstance(pair, Design)
    ratio = smallest_epsilon(pair).ratio
    assert ratio is None or ratio == RationalFunction.of(4)
    assert not is_extremal(high, 4)
    assert isinstance(private_coupling(low, high, Fraction(7, 2)), Overspent)


@pytest.mark.parametrize("seed", range(4))
def test_to_an_extremal_design_both_questions_have_one_answer(seed: int) -> None:
    """For k-ary randomized response the private pairs are the relaxations by Bayes' rule, and these alone."""
    rng = random.Random(seed)
    last = randomized_response(3, 2)
    assert is_extremal(last, 3)
    p, q = (Fraction(rng.randrange(1, 12), 12) for _ in range(2))
    first = Design([[p, 1 - p], [q, 1 - q]])
    relaxed, pair = relaxation_between(first, last), private_coupling(first, last, 3)
    assert isinstance(relaxed, Relaxation) == isinstance(pair, Design)
    if isinstance(relaxed, Relaxation) and isinstance(pair, Design):
        assert pair.entries == relaxed.joint().entries


def test_designs_of_different_truths_are_refused() -> None:
    with pytest.raises(DesignError, match="different truths"):
        private_coupling(randomized_response(2, 2), randomized_response(2, 3), 2)
