"""The covariance of the estimates for given truths: against all responses, and the law of total variance."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from derivations.estimation.estimator import estimator_covariance, linear_estimator
from derivations.estimation.given_truths import covariance_for_given_truths
from derivations.estimation.sampling_model import SingularDesignError
from mechanisms.design import Design

F = Fraction
DESIGN = Design([[F(3, 5), F(1, 10), F(3, 10)], [F(1, 7), F(5, 7), F(1, 7)], [F(1, 4), F(1, 3), F(5, 12)]])


@pytest.mark.parametrize("truths", [(0, 1, 2), (2, 2, 0), (1, 1, 1)])
def test_against_all_responses_of_three_respondents(truths: tuple[int, ...]) -> None:
    shares = [F(truths.count(x), 3) for x in range(3)]
    rows = [[e.evaluate({}) for e in row] for row in DESIGN.entries]
    outcomes = []
    for responses in product(range(3), repeat=3):
        counts = [responses.count(y) for y in range(3)]
        estimates = [e.evaluate({}) for e in linear_estimator(DESIGN).estimate(counts)]
        outcomes.append((prod(rows[t][y] for t, y in zip(truths, responses, strict=True)), estimates))
    means = [sum(p * e[a] for p, e in outcomes) for a in range(3)]
    assert means == shares
    found, derivation = covariance_for_given_truths(DESIGN, shares, 3)
    for a, b in product(range(3), repeat=2):
        assert found[a][b].evaluate({}) == sum(p * (e[a] - means[a]) * (e[b] - means[b]) for p, e in outcomes)
    assert len(derivation.theorems) >= 6


def test_a_random_sample_adds_the_covariance_of_its_shares() -> None:
    shares = [F(2, 9), F(4, 9), F(1, 3)]
    given, sampled = covariance_for_given_truths(DESIGN, shares, 7)[0], estimator_covariance(DESIGN, shares, 7)[0]
    for a, b in product(range(3), repeat=2):
        drawn = (shares[a] * (a == b) - shares[a] * shares[b]) / 7
        assert sampled[a][b].evaluate({}) - given[a][b].evaluate({}) == drawn


def test_a_singular_design_is_refused() -> None:
    with pytest.raises(SingularDesignError):
        covariance_for_given_truths(Design([[F(1, 3), F(2, 3)]] * 2), [F(1, 2), F(1, 2)])
