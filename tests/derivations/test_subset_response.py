"""Every closed form for all k is compared with the enumeration of small designs."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from derivations.algebra.linear_algebra import SingularMatrixError, identity, inverse, product, transposed
from derivations.theorems.subsets.subset_response import (
    FixedSizeSubsets,
    SubsetMoments,
    independent_bits,
    local_diversity,
    subset_selection,
    variable,
)
from mechanisms.catalogue import subset_responses as catalogue
from mechanisms.design import Design
from mechanisms.exact.rational import RationalFunction
from mechanisms.guarantees.criteria.bayes import numbers

k, size_, q, gamma, p = (variable(name) for name in ("k", "l", "q", "gamma", "p"))
DIVERSE = [(2, 1), (3, 1), (3, 2), (4, 2), (5, 3), (6, 5)]
SELECTED = [(2, 1), (3, 2), (4, 1), (5, 2)]
LEVEL = Fraction(7, 2)


def matrix(design: Design) -> tuple[tuple[RationalFunction, ...], ...]:
    return tuple(tuple(row) for row in design.entries)


def concrete() -> list[tuple[FixedSizeSubsets, Design]]:
    found = [
        (local_diversity(n, size, comb(n, size)), catalogue.local_diversity(n, size).protocol.design())
        for n, size in DIVERSE
    ]
    found += [
        (
            subset_selection(n, size, LEVEL, comb(n, size)),
            catalogue.subset_selection(n, size).protocol.design().at(gamma=LEVEL),
        )
        for n, size in SELECTED
    ]
    return found


def risk_by_enumeration(design: Design, weights: list[list[Fraction]], prior: list[Fraction]) -> Fraction:
    """n E |estimate - pi|^2 for n = 1: the sum over responses of their probability times the squared error."""
    rows = numbers(design)
    total = Fraction(0)
    for z in range(len(design.responses)):
        chance = sum(w * row[z] for w, row in zip(prior, rows, strict=True))
        total += chance * sum((w - pi) ** 2 for w, pi in zip(weights[z], prior, strict=True))
    return total


def weights_of(subsets: FixedSizeSubsets, design: Design) -> list[list[Fraction]]:
    held, lacked = (w.evaluate({}) for w in subsets.moment_weights)
    return [[held if bit else lacked for bit in z] for z in design.responses]  # type: ignore[attr-defined]


@pytest.mark.parametrize("case", range(len(DIVERSE) + len(SELECTED)))
def test_closed_forms_agree_with_the_enumerated_design(case: int) -> None:
    subsets, design = concrete()[case]
    rows = matrix(design)
    n = len(rows)
    gram = product(rows, transposed(rows))
    assert gram[0][0] == subsets.gram.diagonal
    assert gram[0][1] == subsets.gram.off_diagonal
    held, lacked = subsets.pseudo_inverse
    assert product(transposed(rows), inverse(gram)) == tuple(
        tuple(held if bit else lacked for bit in z)  # type: ignore[attr-defined]
        for z in design.responses
    )
    assert subsets.pseudo_inverse == subsets.moment_weights
    weights = tuple(tuple(map(RationalFunction.of, row)) for row in weights_of(subsets, design))
    assert product(rows, weights) == identity(n)
    prior = [Fraction(2 * i + 1, n * n) for i in range(n)]
    exact = risk_by_enumeration(design, weights_of(subsets, design), prior)
    squares = sum((w * w for w in prior), Fraction(0))
    assert subsets.moments.risk(squares).evaluate({}) == exact
    assert subsets.moments.added_variance.evaluate({}) == exact - (1 - squares)
    for (y, first), (z, second) in combinations(enumerate(design.responses), 2):
        overlap = sum(a * b for a, b in zip(first, second, strict=True))  # type: ignore[call-overload]
        direct = sum((a * b for a, b in zip(weights[y], weights[z], strict=True)), RationalFunction.of(0))
        assert subsets.overlap_product(overlap) == direct


@pytest.mark.parametrize(
    ("moments", "design"),
    [
        (local_diversity(4, 2, 6).moments, catalogue.local_diversity(4, 2).protocol.design()),
        (subset_selection(5, 2, LEVEL, 10).moments, catalogue.subset_selection(5, 2).protocol.design().at(gamma=LEVEL)),
        (
            independent_bits(3, Fraction(3, 4), Fraction(1, 4)),
            catalogue.unary_encoding(3).protocol.design().at(b=Fraction(3, 4)),
        ),
    ],
)
def test_moments_agree_with_the_law_of_the_response(moments: SubsetMoments, design: Design) -> None:
    n = len(design.truths)
    prior = [Fraction(2 * i + 1, n * n) for i in range(n)]
    law = {z: mass.evaluate({}) for z, mass in design.response_distribution(prior).items()}
    for i in range(n):
        chance = sum(mass for z, mass in law.items() if z[i])  # type: ignore[index]
        assert moments.inclusion(prior[i]).evaluate({}) == chance
        assert moments.estimate(chance) == RationalFunction.of(prior[i])
    for i, j in combinations(range(n), 2):
        both = sum(mass for z, mass in law.items() if z[i] and z[j])  # type: ignore[index]
        single = [sum(mass for z, mass in law.items() if z[c]) for c in (i, j)]  # type: ignore[index]
        assert moments.pair_inclusion(prior[i], prior[j]).evaluate({}) == both
        slope = 1 / (moments.own - moments.other).evaluate({})
        assert moments.covariance(prior[i], prior[j]).evaluate({}) == slope**2 * (both - single[0] * single[1])


def test_for_every_k_the_moment_estimator_of_a_fixed_size_is_the_pseudo_inverse() -> None:
    general = FixedSizeSubsets(k, size_, p)
    assert general.pseudo_inverse == general.moment_weights
    estimator = general.of_weights(*general.moment_weights)
    assert estimator.identity == RationalFunction.of(1)
    assert estimator.off_diagonal.is_zero()


def test_for_every_k_the_moment_estimator_is_minimax() -> None:
    general = FixedSizeSubsets(k, size_, p)
    assert general.moments.risk(1 / k) == general.least_risk_at_uniform_prior
    slope = general.moments.risk(variable("s")).derivative("s")
    assert slope == RationalFunction.of(-1)


def test_known_closed_forms_for_every_k() -> None:
    diverse = local_diversity(k, size_)
    assert diverse.moments.added_variance == (k - 1) * (size_ - 1) / (k - size_)
    assert diverse.gram.identity == diverse.holding * (k - size_) / (k - 1)
    assert diverse.gram.ones == diverse.holding * (size_ - 1) / (k - 1)
    selected = subset_selection(k, q, gamma)
    f = k**2 * (q * gamma**2 + k - q) / (q * gamma + k - q) ** 2
    assert selected.moments.added_variance == (k - 1) ** 2 / (f - k) + 1 / k - 1
    b = variable("b")
    bits = independent_bits(k, b, 1 - b)
    assert bits.added_variance == k * b * (1 - b) / (2 * b - 1) ** 2


def test_a_set_that_says_nothing_about_the_truth_has_no_estimator() -> None:
    with pytest.raises(SingularMatrixError):
        _ = local_diversity(4, 4, 1).moments.slope
    with pytest.raises(SingularMatrixError):
        _ = subset_selection(k, q, 1).moments.slope


def test_a_category_more_is_local_diversity_of_the_next_level_for_every_k() -> None:
    larger = local_diversity(k, size_).enlarged()
    next_level = local_diversity(k, size_ + 1, larger.responses)
    assert larger == next_level
    assert next_level.distance == 2 * (k - size_ - 1) / (k - 1)
    assert next_level.guess == 1 / (size_ + 1)


def test_what_members_gain_and_how_far_truths_are_apart() -> None:
    subsets, design = concrete()[-1]
    rows = numbers(design)
    assert subsets.likelihood_ratio == RationalFunction.of(LEVEL)
    assert subsets.distance.evaluate({}) == sum(abs(a - b) for a, b in zip(rows[0], rows[1], strict=True))
    assert subsets.guess.evaluate({}) == sum(max(column) for column in zip(*rows, strict=True)) / len(rows)
    assert subset_selection(k, q, gamma).likelihood_ratio == gamma
    enlarged = subset_selection(k, q, gamma).enlarged()
    assert enlarged.response_mass == k / enlarged.responses
