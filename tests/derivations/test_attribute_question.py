from fractions import Fraction as F

import pytest

from derivations.attribute_question import attribute_question_reports, two_attributes
from derivations.finite_population import design_reports, finite_population, infinite_population
from derivations.moment_law import variable
from mechanisms.catalogue import get
from mechanisms.population import expectation, report_law, sample_law

N, P, PI, PIB, BOTH = (variable(name) for name in ("N", "p", "pi", "piB", "both"))


@pytest.mark.parametrize("replacement", [False, True])
def test_two_correlated_attributes_against_the_protocol(replacement: bool) -> None:
    people = [(1, 1), (1, 0), (0, 0), (0, 0)]
    reports = attribute_question_reports(P, two_attributes(F(1, 2), F(1, 4), F(1, 4)), None if replacement else 4)
    law = report_law(get("simmons-attribute").protocol, sample_law(people, 2, replacement=replacement))
    mean = expectation(law, sum)
    assert 2 * reports.mean == mean
    assert reports.variance_of_sum(2) == expectation(law, lambda vector: sum(vector) ** 2) - mean**2


def test_a_census_knows_the_share_of_the_attribute() -> None:
    """Only the spinner is random: each of those whose two answers differ adds p (1 - p) to the variance."""
    reports = attribute_question_reports(P, two_attributes(PI, PIB, BOTH), N)
    assert reports.estimator_variance(N) == P * (1 - P) * (PI + PIB - 2 * BOTH) / (N * P**2)
    tossed = design_reports(get("simmons").printed_matrix, finite_population()).estimator_variance(N)
    fixed = reports.estimator_variance(N).substitute({"both": PI * PIB})
    assert tossed - fixed == (1 - P) ** 2 * PIB * (1 - PIB) / (N * P**2)


def test_with_replacement_an_independent_attribute_is_a_coin() -> None:
    drawn = attribute_question_reports(P, two_attributes(PI, PIB, PI * PIB))
    tossed = design_reports(get("simmons").printed_matrix, infinite_population())
    assert drawn.estimator_variance(N) == tossed.estimator_variance(N)
