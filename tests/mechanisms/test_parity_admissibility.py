"""Admissible designs of bounded parity and of local diversity, against the mechanisms and against splitting."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.catalogue.subset_responses import local_diversity, subset_selection, unary_encoding
from mechanisms.design import Design
from mechanisms.guarantees.criteria.average import Admissible, Dominated
from mechanisms.guarantees.criteria.bayes import CriterionError, numbers
from mechanisms.guarantees.criteria.diversity import local_diversity_of
from mechanisms.guarantees.criteria.parity import design_parity
from mechanisms.guarantees.criteria.parity_admissibility import diversity_admissibility, parity_admissibility

LEVEL = Fraction(7, 2)


def length_of_columns(design: Design) -> Fraction:
    """sum over y of (sum of squares)/(sum) of its column: garbling never raises it."""
    columns = [column for column in zip(*numbers(design), strict=True) if any(column)]
    return sum((sum(p * p for p in column) / sum(column) for column in columns), Fraction(0))


@pytest.mark.parametrize(("categories", "size"), [(2, 1), (4, 1), (4, 3), (5, 2)])
def test_subset_selection_is_admissible_at_its_own_parity_only(categories: int, size: int) -> None:
    design = subset_selection(categories, size).printed_matrix.at(gamma=LEVEL)
    assert isinstance(parity_admissibility(design, LEVEL), Admissible)
    assert isinstance(parity_admissibility(design, LEVEL + Fraction(1, 9)), Dominated)
    with pytest.raises(CriterionError, match="exceeds"):
        parity_admissibility(design, LEVEL - Fraction(1, 9))


def test_unary_encoding_wastes_privacy_on_the_responses_that_say_nothing() -> None:
    design = unary_encoding(3).printed_matrix.at(b=Fraction(3, 4))
    found = parity_admissibility(design, 9)
    assert isinstance(found, Dominated)
    assert found.response in ((0, 0, 0), (1, 1, 1))


@given(st.lists(st.lists(st.integers(2, 7), min_size=3, max_size=3), min_size=2, max_size=4))
@settings(max_examples=40, deadline=None)
def test_what_dominates_has_the_parity_and_is_strictly_better(weights: list[list[int]]) -> None:
    design = Design([[Fraction(v, sum(row)) for v in row] for row in weights])
    for gamma in {Fraction(25, 2), max(design_parity(design).value or Fraction(0), Fraction(101, 100))}:
        found = parity_admissibility(design, gamma)
        if isinstance(found, Admissible):
            assert all(max(c) == gamma * min(c) for c in zip(*numbers(design), strict=True))
            continue
        assert numbers(found.better @ found.channel) == numbers(design)
        assert design_parity(found.better).is_at_most(gamma)
        assert length_of_columns(found.better) > length_of_columns(design)


def test_splitting_again_and_again_ends_at_an_admissible_design() -> None:
    design = Design(
        [[Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 3), Fraction(2, 3)], [Fraction(2, 5), Fraction(3, 5)]]
    )
    found = parity_admissibility(design, 3)
    for _ in range(2):
        assert isinstance(found, Dominated)
        found = parity_admissibility(found.better, 3)
    assert isinstance(found, Admissible)


def test_levels_that_allow_nothing_are_refused() -> None:
    with pytest.raises(CriterionError, match="gamma > 1"):
        parity_admissibility(Design([[1], [1]]), 1)
    assert isinstance(parity_admissibility(Design([[1], [1]]), 2), Dominated)
    assert isinstance(parity_admissibility(Design([[1]]), 2), Admissible)


def test_responses_that_never_occur_do_not_count() -> None:
    third = Fraction(1, 3)
    design = Design([[2 * third, third, 0], [third, 2 * third, 0]])
    assert isinstance(parity_admissibility(design, 2), Admissible)


def test_local_diversity_is_admissible_at_its_own_level_only() -> None:
    design = local_diversity(5, 3).printed_matrix
    assert isinstance(diversity_admissibility(design, 3), Admissible)
    found = diversity_admissibility(design, 2)
    assert isinstance(found, Dominated)
    assert numbers(found.better @ found.channel) == numbers(design)
    assert local_diversity_of(found.better).holds(2)
    assert length_of_columns(found.better) > length_of_columns(design)
    with pytest.raises(CriterionError, match="4-diverse"):
        diversity_admissibility(design, 4)
