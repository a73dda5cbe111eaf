from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.algebra.linear_algebra import product
from derivations.estimation.likelihood import ImpossibleResponseError
from derivations.estimation.minimum_risk import (
    BiasedEstimatorError,
    best_weights,
    is_unbiased,
    least_risk,
    response_law,
    risk,
    unidentified_direction,
)
from derivations.estimation.sampling_model import SingularDesignError, design_rows
from derivations.theorems.subsets.subset_minimax import added_variance_of_information, least_added_variance
from derivations.theorems.subsets.subset_response import local_diversity as diverse
from derivations.theorems.subsets.subset_response import variable
from mechanisms.catalogue.subset_responses import erasure, local_diversity
from mechanisms.design import Design
from mechanisms.exact.rational import RationalFunction
from mechanisms.guarantees.criteria.parity import design_parity

FOUR = local_diversity(4, 2).printed_matrix
PRIOR = [Fraction(1, 10), Fraction(2, 10), Fraction(3, 10), Fraction(4, 10)]
UNIFORM = [Fraction(1, 4)] * 4


def errors_of_one_response(design: Design, weights: list[list[Fraction]], prior: list[Fraction]) -> Fraction:
    law = [mass.evaluate({}) for mass in design.response_distribution(prior).values()]
    return sum(
        (
            mass * sum((w - p) ** 2 for w, p in zip(row, prior, strict=True))
            for mass, row in zip(law, weights, strict=True)
        ),
        Fraction(0),
    )


def test_the_risk_is_the_expected_squared_error() -> None:
    weights = best_weights(FOUR, PRIOR)
    numbers = [[w.evaluate({}) for w in row] for row in weights]
    assert is_unbiased(FOUR, weights)
    assert risk(FOUR, weights, UNIFORM).evaluate({}) == errors_of_one_response(FOUR, numbers, UNIFORM)
    assert risk(FOUR, weights, PRIOR) == least_risk(FOUR, PRIOR)


def test_the_moment_estimator_is_best_at_the_uniform_prior_and_at_no_generic_one() -> None:
    held, lacked = diverse(4, 2, 6).moment_weights
    moment = [[held if bit else lacked for bit in z] for z in FOUR.responses]  # type: ignore[attr-defined]
    assert best_weights(FOUR, UNIFORM) == tuple(map(tuple, moment))
    assert risk(FOUR, moment, PRIOR).evaluate({}) > least_risk(FOUR, PRIOR).evaluate({})
    assert best_weights(FOUR, PRIOR) != best_weights(FOUR, UNIFORM)


def test_any_other_unbiased_estimator_exceeds_the_best_by_a_square() -> None:
    best = best_weights(FOUR, PRIOR)
    rows = design_rows(FOUR)
    other = best_weights(FOUR, UNIFORM)
    change = tuple(tuple(a - b for a, b in zip(r, s, strict=True)) for r, s in zip(other, best, strict=True))
    assert all(entry.is_zero() for row in product(rows, change) for entry in row)
    law = response_law(FOUR, PRIOR)
    excess = sum((m * u * u for m, row in zip(law, change, strict=True) for u in row), RationalFunction.of(0))
    assert risk(FOUR, other, PRIOR) - risk(FOUR, best, PRIOR) == excess


@pytest.mark.parametrize(("size", "unique"), [(1, True), (2, False), (3, True)])
def test_sets_of_one_and_of_all_but_one_leave_one_estimator_for_every_prior(size: int, unique: bool) -> None:
    design = local_diversity(4, size).printed_matrix
    assert (best_weights(design, PRIOR) == best_weights(design, UNIFORM)) == unique


def test_risks_may_have_parameters() -> None:
    """Erasure has the information f = 2 phi for two categories, and attains the bound that f gives."""
    design, phi = erasure(2).printed_matrix, variable("phi")
    half = [Fraction(1, 2), Fraction(1, 2)]
    assert is_unbiased(design, best_weights(design, half))
    assert least_risk(design, half) == 1 / (2 * (phi - 1)) == added_variance_of_information(2, 2 * phi) + Fraction(1, 2)


def test_biased_weights_and_impossible_responses_are_refused() -> None:
    with pytest.raises(BiasedEstimatorError):
        risk(FOUR, [[0] * 4] * 6, UNIFORM)
    with pytest.raises(ImpossibleResponseError):
        best_weights(local_diversity(3, 1).printed_matrix, [1, 0, 0])


def test_a_direction_without_effect_shows_that_the_prior_is_not_identified() -> None:
    blind = Design(
        [[Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 4), Fraction(3, 4)], [Fraction(3, 8), Fraction(5, 8)]]
    )
    direction = unidentified_direction(blind)
    assert direction is not None
    assert all(entry.is_zero() for entry in product((direction,), design_rows(blind))[0])
    assert any(not v.is_zero() for v in direction)
    assert sum(direction, RationalFunction.of(0)).is_zero()
    assert unidentified_direction(FOUR) is None
    assert unidentified_direction(local_diversity(3, 3).printed_matrix) is not None
    with pytest.raises(SingularDesignError):
        best_weights(blind, [Fraction(1, 3)] * 3)


@given(st.lists(st.lists(st.integers(1, 6), min_size=3, max_size=3), min_size=3, max_size=3))
@settings(max_examples=30, deadline=None)
def test_no_design_beats_the_least_added_variance_at_its_parity(weights: list[list[int]]) -> None:
    design = Design([[Fraction(w, sum(row)) for w in row] for row in weights])
    parity = design_parity(design).value
    if unidentified_direction(design) is not None or parity is None:
        return
    added = least_risk(design, [Fraction(1, 3)] * 3).evaluate({}) - Fraction(2, 3)
    assert least_added_variance(3, parity) <= added
