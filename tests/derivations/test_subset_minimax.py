"""The tables of Nayak and Zhai, and the least added variance against other ways to find it."""

from fractions import Fraction

import pytest

from derivations.theorems.subsets.subset_minimax import (
    NoSuchDesignError,
    added_variance_of_information,
    best_matches,
    best_sizes,
    diversity_variance,
    information,
    least_added_variance,
    matches,
    selection_variance,
    switching_points,
)
from derivations.theorems.subsets.subset_response import independent_bits, variable
from mechanisms.catalogue.subset_responses import subset_selection
from mechanisms.exact.algebraic_real import AlgebraicReal
from mechanisms.guarantees.criteria.bayes import numbers

k, q, gamma = (variable(name) for name in ("k", "q", "gamma"))
LEVELS = [Fraction(11, 10), Fraction(2), Fraction(17, 4), Fraction(30)]


def test_information_is_the_trace_of_the_enumerated_design() -> None:
    assert information(k, q, gamma) == k**2 * (q * gamma**2 + k - q) / (q * gamma + k - q) ** 2
    rows = numbers(subset_selection(5, 2).printed_matrix.at(gamma=Fraction(7, 2)))
    columns = list(zip(*rows, strict=True))
    trace = sum((p * p / (sum(column) / 5) for column in columns for p in column), Fraction(0))
    assert information(5, 2, Fraction(7, 2)).evaluate({}) == trace


def test_the_variance_from_the_information_is_that_of_the_estimator_for_every_k() -> None:
    assert added_variance_of_information(k, information(k, q, gamma)) == selection_variance(k, q, gamma)


@pytest.mark.parametrize("categories", [2, 3, 7, 10])
def test_the_best_sizes_are_those_of_an_exhaustive_search(categories: int) -> None:
    for level in LEVELS:
        every = {s: selection_variance(categories, s, level).evaluate({}) for s in range(1, categories)}
        least = min(every.values())
        assert best_sizes(categories, level) == tuple(s for s, value in every.items() if value == least)
        assert least_added_variance(categories, level) == least
        real_optimum = categories / (1 + level)
        assert all(s in (real_optimum.__floor__(), real_optimum.__ceil__()) for s in best_sizes(categories, level))


def test_sizes_tie_at_the_switching_points_and_nowhere_else() -> None:
    points = switching_points(10)
    assert [size for size, _ in points] == [1, 2, 3, 4]
    assert points[0] == (1, AlgebraicReal.of(6))
    assert points[1][1] == AlgebraicReal.square_root(Fraction(28, 3))
    for size, level in points:
        assert best_sizes(10, level) == (size, size + 1)
        assert level.image(selection_variance(10, size, gamma)) == level.image(selection_variance(10, size + 1, gamma))
        above, below = level.refined(Fraction(1, 100)).high + 1, level.refined(Fraction(1, 100)).low - Fraction(1, 50)
        assert best_sizes(10, above)[0] <= size
        assert best_sizes(10, below)[-1] == size + 1


def test_a_parity_that_allows_nothing_is_refused() -> None:
    with pytest.raises(NoSuchDesignError, match="gamma > 1"):
        best_sizes(5, 1)
    with pytest.raises(NoSuchDesignError, match="at least 2"):
        switching_points(1)


@pytest.mark.parametrize(("categories", "size"), [(4, 2), (7, 3), (10, 5), (20, 5), (50, 10)])
def test_each_match_has_the_variance_of_local_diversity(categories: int, size: int) -> None:
    wanted = diversity_variance(categories, size).evaluate({})
    found = matches(categories, size)
    assert [match.size for match in found] == list(range(1, size))
    for match in found[:3]:
        assert match.gamma.image(selection_variance(categories, match.size, gamma)) == wanted
    for match in best_matches(categories, size):
        assert least_added_variance(categories, match.gamma) == wanted
        assert match.size in best_sizes(categories, match.gamma)
    for other in range(size, categories):  # no finite gamma reaches the variance with a larger set
        assert selection_variance(categories, other, 10**9).evaluate({}) > wanted


def test_no_match_where_nothing_is_added_or_nothing_is_estimable() -> None:
    assert matches(5, 1) == ()
    with pytest.raises(NoSuchDesignError, match="adds no variance"):
        best_matches(5, 1)
    with pytest.raises(NoSuchDesignError, match="no unbiased estimator"):
        best_matches(5, 5)


@pytest.mark.parametrize(
    ("gamma", "categories", "least"), [(Fraction(11, 10), 2, 220), (5, 10, Fraction("9.3515625")), (3, 5, None)]
)
def test_the_least_added_variance_at_generic_places(gamma, categories, least) -> None:
    if least is None:
        assert best_sizes(categories, gamma) == (1,)
    else:
        assert least_added_variance(categories, gamma) == least


def test_matches_at_generic_places_and_at_a_tie() -> None:
    assert [(match.size, match.gamma.rational) for match in best_matches(10, 5)] == [(1, 6), (2, 6)]
    (single,) = best_matches(20, 5)
    assert (single.size, single.gamma.rounded(2)) == (1, Fraction("14.19"))
    assert single.inclusion.rounded(4) == Fraction("0.4275")
    (triple,) = best_matches(50, 10)
    assert (triple.size, triple.guess.rounded(4)) == (3, Fraction("0.1783"))


@pytest.mark.parametrize("categories", [2, 3, 8])
def test_independent_bits_add_more_than_the_least_variance(categories: int) -> None:
    for keep in (Fraction(6, 10), Fraction(3, 4), Fraction(95, 100)):
        level = (keep / (1 - keep)) ** 2
        least = least_added_variance(categories, level).rational
        single = independent_bits(categories, keep, 1 - keep).added_variance.evaluate({})
        assert least is not None
        assert least < single
