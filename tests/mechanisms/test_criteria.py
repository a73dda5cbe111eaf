"""Each criterion is compared with its definition, over all events, generic priors and all responses."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.catalogue.subset_responses import erasure, local_diversity, subset_selection
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, within
from mechanisms.guarantees.criteria.average import (
    Admissible,
    Dominated,
    admissibility,
    distance_of_truths,
    is_average_secure,
    largest_breach,
)
from mechanisms.guarantees.criteria.bayes import (
    CriterionError,
    best_guess,
    guessing_probability,
    min_capacity,
    min_entropy_leakage,
    numbers,
    posterior,
    prediction,
    uniform_prior,
)
from mechanisms.guarantees.criteria.diversity import local_diversity_of, possible_truths
from mechanisms.guarantees.criteria.parity import design_parity, response_parity, symbolic_parity

HALF = Fraction(1, 2)
P1 = Design([[HALF, 0, HALF], [0, HALF, HALF]], truths=(1, 2))
P2 = Design([[Fraction(7, 10), Fraction(3, 10)], [Fraction(1, 5), Fraction(4, 5)]], truths=(1, 2))


def designs(truths: int, responses: int) -> st.SearchStrategy[Design]:
    weights = st.lists(st.integers(0, 6), min_size=responses, max_size=responses).filter(any)
    row = weights.map(lambda w: [Fraction(v, sum(w)) for v in w])
    return st.lists(row, min_size=truths, max_size=truths).map(Design)


def events(design: Design) -> Iterator[tuple[object, ...]]:
    sizes = range(1, len(design.truths))
    return chain.from_iterable(combinations(design.truths, size) for size in sizes)


# -- parity --------------------------------------------------------------------------------------------------------


def test_parity_follows_the_conventions_for_zeros() -> None:
    design = Design([[0, HALF, HALF], [0, 0, 1]])
    assert response_parity(design, 0).value == 1
    assert response_parity(design, 1).is_infinite
    assert response_parity(design, 2).value == 2
    assert (response_parity(design, 2).likelier, response_parity(design, 2).other) == (1, 0)
    assert design_parity(design).is_infinite
    assert design_parity(design).response == 1
    assert design_parity(design).is_at_most(None)
    assert not design_parity(design).is_at_most(10**9)


def test_parities_of_known_designs() -> None:
    assert design_parity(P2).value == Fraction(7, 2)
    assert response_parity(P2, 1).value == Fraction(8, 3)
    selection = subset_selection(4, 2).printed_matrix
    assert str(symbolic_parity(selection).x()) == "gamma"
    assert design_parity(selection.at(gamma=Fraction(5, 3))).value == Fraction(5, 3)


# -- posteriors ----------------------------------------------------------------------------------------------------


def test_the_posterior_is_the_prior_normalised_on_the_reported_set() -> None:
    design = local_diversity(4, 2).printed_matrix
    prior = [Fraction(1, 10), Fraction(2, 10), Fraction(3, 10), Fraction(4, 10)]
    found = posterior(design, prior, (0, 1, 0, 1))
    assert [found[t].evaluate({}) for t in (1, 2, 3, 4)] == [0, Fraction(1, 3), 0, Fraction(2, 3)]
    assert found == posterior(design, dict(zip((1, 2, 3, 4), prior, strict=True)), (0, 1, 0, 1))


def test_the_posterior_may_have_parameters_and_needs_a_possible_response() -> None:
    a = sympy.Symbol("a")
    found = posterior(P2, [a, 1 - a], 0, Domain.of(within("a", 0, 1)))
    assert str(found[1]) == "(7*a)/(5*a + 2)"
    with pytest.raises(CriterionError, match="probability 0"):
        posterior(P1, [1, 0], 1)


def test_guesses_under_local_diversity_and_subset_selection() -> None:
    diverse = local_diversity(5, 2).printed_matrix
    assert guessing_probability(diverse, uniform_prior(diverse)) == HALF
    selection = subset_selection(5, 2).printed_matrix.at(gamma=6)
    assert guessing_probability(selection, uniform_prior(selection)) == Fraction(12, 15) / 2
    leakage = min_entropy_leakage(diverse, uniform_prior(diverse))
    assert leakage.ratio == Fraction(5, 2) == min_capacity(diverse)
    assert sympy.simplify(2 ** leakage.bits()) == sympy.Rational(5, 2)


@given(designs(3, 3), st.lists(st.integers(0, 5), min_size=3, max_size=3).filter(any))
@settings(max_examples=30, deadline=None)
def test_no_prior_leaks_more_than_the_capacity(design: Design, weights: list[int]) -> None:
    prior = [Fraction(w, sum(weights)) for w in weights]
    assert 1 <= min_entropy_leakage(design, prior).ratio <= min_capacity(design)


def test_the_best_guess_names_the_response_that_gives_most_away() -> None:
    found = best_guess(P2, [HALF, HALF])
    assert found.guesses == {0: (1,), 1: (2,)}
    assert (found.surest, found.sureness, found.probability) == (0, Fraction(7, 9), Fraction(3, 4))
    tied = best_guess(P1, [HALF, HALF])
    assert (tied.guesses[2], tied.surest, tied.sureness) == ((1, 2), 0, 1)
    assert set(best_guess(P1, [1, 0]).guesses) == {0, 2}


def test_priors_are_checked() -> None:
    for prior, match in (([HALF], "1 weights for 2"), ([HALF, 1], "no distribution"), ({5: 1}, "truths")):
        with pytest.raises(CriterionError, match=match):
            guessing_probability(P1, prior)
    with pytest.raises(CriterionError, match="exact values"):
        guessing_probability(erasure(2).printed_matrix, [HALF, HALF])


# -- average security ----------------------------------------------------------------------------------------------


@given(designs(3, 3), st.lists(st.integers(0, 5), min_size=3, max_size=3).filter(any))
@settings(max_examples=40, deadline=None)
def test_no_event_and_prior_gain_more_than_the_largest_breach(design: Design, weights: list[int]) -> None:
    prior = [Fraction(w, sum(weights)) for w in weights]
    worst = largest_breach(design)
    for event in events(design):
        gain = prediction(design, prior, event)
        assert HALF <= gain.before <= gain.after <= 1
        assert gain.ratio <= worst.ratio
    attained = prediction(design, worst.prior, worst.event)
    assert attained.ratio == worst.ratio == 1 + worst.distance / 2
    assert attained.declares == worst.declares


def test_two_designs_that_average_security_does_not_tell_apart() -> None:
    assert largest_breach(P1).distance == largest_breach(P2).distance == 1
    assert largest_breach(P1).ratio == Fraction(3, 2)
    assert is_average_secure(P1, Fraction(3, 2))
    assert not is_average_secure(P2, Fraction(149, 100))
    assert design_parity(P1).is_infinite


def test_the_best_rule_declares_an_event_from_one_half_on() -> None:
    found = prediction(P2, [HALF, HALF], [1])
    assert found.declares == (0,)
    assert found.after == Fraction(3, 4)
    assert prediction(P1, [HALF, HALF], [1]).declares == (0, 2)


def test_levels_outside_one_to_two_are_refused() -> None:
    for phi in (1, 2, Fraction(1, 2)):
        with pytest.raises(CriterionError, match="between 1 and 2"):
            is_average_secure(P1, phi)


@pytest.mark.parametrize("categories", [2, 3, 4])
def test_erasure_is_admissible_at_its_own_level_and_dominated_at_others(categories: int) -> None:
    phi = Fraction(4, 3)
    design = erasure(categories).printed_matrix.at(phi=phi)
    assert isinstance(admissibility(design, phi), Admissible)
    found = admissibility(design, Fraction(5, 3))
    assert isinstance(found, Dominated)
    assert largest_breach(found.better).ratio <= Fraction(5, 3)


def test_pairs_at_the_limit_make_local_diversity_admissible() -> None:
    design = local_diversity(4, 2).printed_matrix
    phi = 1 + distance_of_truths(design, 1, 2) / 2
    found = admissibility(design, phi)
    assert isinstance(found, Admissible)
    assert len(found.tight) == 6


def test_equal_entries_in_each_response_do_not_make_a_design_admissible() -> None:
    """One set holds two truths that could still be told apart; a design that says nothing is the extreme case."""
    third = Fraction(1, 3)
    merged = Design([[third, 0, 2 * third], [third, 0, 2 * third], [0, third, 2 * third]])
    nothing = Design([[1], [1]])
    for design in (merged, nothing):
        found = admissibility(design, Fraction(4, 3))
        assert isinstance(found, Dominated)
        assert numbers(found.better @ found.channel) == numbers(design)
        assert largest_breach(found.better).ratio <= Fraction(4, 3)


@given(designs(3, 3))
@settings(max_examples=40, deadline=None)
def test_what_dominates_is_as_secure_and_has_longer_columns(design: Design) -> None:
    """The sum of the lengths of the columns grows strictly, which garbling never makes it do."""
    phi = min(largest_breach(design).ratio, Fraction(199, 100)) + Fraction(1, 1000)
    if largest_breach(design).ratio > phi:
        return
    found = admissibility(design, phi)
    assert isinstance(found, Dominated) or found.tight == ()
    if isinstance(found, Dominated):
        assert numbers(found.better @ found.channel) == numbers(design)
        assert largest_breach(found.better).ratio <= phi
        parts = [y for y in found.better.responses if y[0] == found.response]  # type: ignore[index]
        supports = {possible_truths(found.better, y) for y in parts}
        assert len(supports) == len(parts) > 1


# -- local diversity -----------------------------------------------------------------------------------------------


def test_local_diversity_is_the_size_of_the_reported_set() -> None:
    found = local_diversity_of(local_diversity(5, 3).printed_matrix)
    assert (found.level, found.is_plain) == (3, True)
    assert found.holds(3)
    assert found.holds(2)
    assert not found.holds(4)
    assert len(found.possible) == 3


def test_uneven_probabilities_are_not_plain() -> None:
    found = local_diversity_of(P2)
    assert (found.level, found.uneven) == (2, 0)
    assert not found.holds(2)
    assert local_diversity_of(P1).level == 1
    assert possible_truths(P1, 1) == (2,)
    assert local_diversity_of(Design([[0, 1], [0, 1]])).response == 1
