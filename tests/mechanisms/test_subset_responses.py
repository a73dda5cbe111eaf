from fractions import Fraction
from math import comb

import pytest

from mechanisms.catalogue.subset_responses import (
    erasure,
    local_diversity,
    subset_selection,
    subset_vectors,
    unary_encoding,
)
from mechanisms.guarantees.criteria.bayes import numbers
from mechanisms.privacy import smallest_epsilon


@pytest.mark.parametrize(("categories", "size"), [(2, 1), (3, 2), (4, 1), (4, 3), (5, 2), (5, 5)])
def test_what_respondents_do_for_local_diversity_is_the_printed_matrix(categories: int, size: int) -> None:
    mechanism = local_diversity(categories, size)
    design = mechanism.protocol.design()
    assert design == mechanism.printed_matrix
    assert len(design.responses) == comb(categories, size)
    for column in zip(*numbers(design), strict=True):
        assert sorted(column) == [0] * (categories - size) + [Fraction(1, comb(categories - 1, size - 1))] * size


@pytest.mark.parametrize(("categories", "size"), [(2, 1), (3, 1), (3, 2), (5, 2)])
def test_subsets_are_gamma_times_as_likely_under_their_members(categories: int, size: int) -> None:
    mechanism = subset_selection(categories, size)
    design = mechanism.protocol.design()
    assert design == mechanism.printed_matrix
    loss = smallest_epsilon(design.at(gamma=Fraction(7, 3)))
    assert loss.ratio is not None
    assert loss.ratio.evaluate({}) == Fraction(7, 3)


@pytest.mark.parametrize(("categories", "size"), [(2, 1), (3, 2), (5, 2)])
def test_the_truth_is_among_the_reported_categories_with_probability_p(categories: int, size: int) -> None:
    gamma = Fraction(7, 3)
    bits = subset_vectors(categories, size)
    assert {sum(z) for z in bits} == {size}
    chance = size * gamma / (size * gamma + categories - size)
    selected = subset_selection(categories, size).protocol.design().at(gamma=gamma)
    for design, expected in ((selected, chance), (local_diversity(categories, size).protocol.design(), 1)):
        assert design.responses == bits
        for truth, row in enumerate(numbers(design)):
            held = [p for p, z in zip(row, bits, strict=True) if z[truth]]
            assert sum(held, Fraction(0)) == expected


def test_erasure_and_unary_encoding_are_their_printed_matrices() -> None:
    for mechanism in (erasure(2), erasure(3), unary_encoding(2), unary_encoding(3)):
        assert mechanism.protocol.design() == mechanism.printed_matrix
    assert smallest_epsilon(erasure(3).printed_matrix.at(phi=Fraction(3, 2))).is_infinite
    two_bits_differ = smallest_epsilon(unary_encoding(3).printed_matrix.at(b=Fraction(3, 4))).ratio
    assert two_bits_differ is not None
    assert two_bits_differ.evaluate({}) == 9


def test_subsets_are_listed_in_lexicographic_order() -> None:
    assert subset_vectors(3, 2) == ((1, 1, 0), (1, 0, 1), (0, 1, 1))


def test_impossible_sizes_are_refused() -> None:
    for make in (lambda: local_diversity(3, 4), lambda: local_diversity(3, 0), lambda: subset_selection(3, 3)):
        with pytest.raises(ValueError, match="out of"):
            make()
