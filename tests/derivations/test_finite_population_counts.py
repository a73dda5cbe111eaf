"""Covariances under sampling without replacement, for designs with more than two truths."""

from fractions import Fraction

import pytest

from derivations.estimator import estimator_covariance, linear_estimator
from derivations.finite_population_counts import PopulationSurvey
from derivations.moment_law import LawError, variable
from derivations.moments import count_moments, fixed_count_moments
from mechanisms.design import Design
from mechanisms.polynomial import Polynomial
from mechanisms.population import expectation, report_law, sample_law
from mechanisms.primitives import Choice
from mechanisms.protocol import Protocol

F = Fraction
ROWS = [[F(3, 5), F(3, 10), F(1, 10)], [F(1, 6), F(1, 2), F(1, 3)], [F(1, 8), F(1, 4), F(5, 8)]]
DESIGN = Design(ROWS)
PEOPLE = (0, 0, 1, 2, 2)  # truths of five people
SHARES = (F(2, 5), F(1, 5), F(2, 5))


def protocol() -> Protocol:
    def program(truth: int) -> object:
        return (yield Choice(dict(enumerate(ROWS[truth]))))

    return Protocol("three answers", program, (0, 1, 2))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_against_every_ordering_of_a_small_population(n: int) -> None:
    law = report_law(protocol(), sample_law(PEOPLE, n, replacement=False))
    survey = PopulationSurvey.of(DESIGN, SHARES, n, 5)
    weights = [[entry.evaluate({}) for entry in row] for row in linear_estimator(DESIGN).weights]

    def estimate(reports: tuple[int, ...], truth: int) -> F:
        return sum((weights[y][truth] for y in reports), F(0)) / n

    for y in range(3):
        mean = expectation(law, lambda r, y=y: r.count(y)).evaluate({})
        assert mean == n * survey.probabilities[y].evaluate({})
        assert expectation(law, lambda r, y=y: estimate(r, y)).evaluate({}) == SHARES[y]
        for z in range(3):
            both = expectation(law, lambda r, y=y, z=z: r.count(y) * r.count(z)).evaluate({})
            other = expectation(law, lambda r, z=z: r.count(z)).evaluate({})
            assert survey.count_covariance[y][z].evaluate({}) == both - mean * other
            product = expectation(law, lambda r, y=y, z=z: estimate(r, y) * estimate(r, z)).evaluate({})
            assert survey.estimator_covariance[y][z].evaluate({}) == product - SHARES[y] * SHARES[z]


def test_a_census_and_independent_respondents_are_the_ends() -> None:
    counts = [Polynomial.constant(k) for k in (2, 1, 2)]
    census = PopulationSurvey.of(DESIGN, SHARES, 5, 5)
    assert census.count_covariance == fixed_count_moments(DESIGN, counts).covariance
    independent = PopulationSurvey.of(DESIGN, SHARES, variable("n"))
    assert independent.count_covariance == count_moments(DESIGN, SHARES).covariance
    assert independent.estimator_covariance == estimator_covariance(DESIGN, SHARES)[0]


def test_the_population_is_a_symbol() -> None:
    """What sampling people without replacement saves: the covariance of the shares, times (n - 1)/(n (N - 1))."""
    n, size = variable("n"), variable("N")
    finite = PopulationSurvey.of(DESIGN, SHARES, n, size).estimator_covariance
    whole = PopulationSurvey.of(DESIGN, SHARES, n).estimator_covariance
    for s in range(3):
        for t in range(3):
            spread = (SHARES[s] if s == t else 0) - SHARES[s] * SHARES[t]
            assert whole[s][t] - finite[s][t] == spread * (n - 1) / (n * (size - 1))
    error = PopulationSurvey.of(DESIGN, SHARES, 3, 5).mean_squared_error
    assert error == sum(
        (finite[s][s].substitute({"n": 3, "N": 5}) for s in (1, 2)), finite[0][0].substitute({"n": 3, "N": 5})
    )


def test_more_respondents_than_people_are_refused() -> None:
    with pytest.raises(LawError, match="cannot be drawn"):
        PopulationSurvey.of(DESIGN, SHARES, 6, 5)
