from fractions import Fraction as F

import numpy as np
import pytest
from scipy.stats import binom

from mechanisms.catalogue.frequency_oracles import (
    binary_local_hashing,
    hadamard_order,
    hadamard_response,
    local_hashing,
    local_hashing_protocol,
    optimised_unary_encoding,
    randomised_response,
    symmetric_unary_encoding,
    thresholding,
)
from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.catalogue.subset_responses import erasure, subset_selection
from mechanisms.privacy import smallest_epsilon
from mechanisms.protocols.support import (
    NotPureError,
    Supports,
    hashes_to,
    holds_bit,
    is_named,
    is_positive_entry,
    support_probabilities,
)

X, U = F(9, 4), F(3, 2)
AT_X, AT_U, AT_T = {"x": X}, {"u": U}, {"u": U, "t": F(6, 5)}
CASES = [
    (randomised_response(5), is_named, AT_X, F(9, 25), F(4, 25), X),
    (subset_selection(5, 2), holds_bit, {"gamma": X}, F(3, 5), F(7, 20), X),
    (symmetric_unary_encoding(3), holds_bit, AT_U, F(3, 5), F(2, 5), X),
    (optimised_unary_encoding(3), holds_bit, AT_X, F(1, 2), F(4, 13), X),
    (local_hashing(3, 2), hashes_to, AT_X, F(9, 13), F(1, 2), X),
    (local_hashing(2, 4), hashes_to, AT_X, F(3, 7), F(1, 4), X),
    (hadamard_response(3), is_positive_entry, AT_X, F(9, 13), F(1, 2), X),
    (hadamard_response(5), is_positive_entry, AT_X, F(9, 13), F(1, 2), X),
    (thresholding(3), holds_bit, AT_T, F(3, 5), F(5, 12), F(21, 10)),
]


@pytest.mark.parametrize(("mechanism", "supports", "at", "own", "other", "parity"), CASES)
def test_what_respondents_do_has_these_probabilities_and_this_privacy(
    mechanism: Mechanism, supports: Supports, at: dict[str, F], own: F, other: F, parity: F
) -> None:
    design = mechanism.protocol.design()
    assert design == mechanism.printed_matrix
    found = support_probabilities(design.at(**at), supports)
    assert (found.own.evaluate({}), found.other.evaluate({})) == (own, other)
    ratio = smallest_epsilon(design.at(**at)).ratio
    assert ratio is not None
    assert ratio.evaluate({}) == parity


def test_noise_of_laplace_gives_the_bits_their_probabilities() -> None:
    """A false alarm has a probability of at most 1e-9; an error of 0.01 in p or q is missed with less than 1e-9."""
    draws, eps = 400_000, 2 * np.log(float(U))
    theta = np.log(6 / 5) / np.log(float(U))  # t = 6/5
    noise = np.random.default_rng(23).laplace(scale=2 / eps, size=(draws, 2))
    counts = (noise + np.array([1.0, 0.0]) > theta).sum(axis=0)
    for count, expected in zip(counts, (0.6, 5 / 12), strict=True):
        assert binom.cdf(count, draws, expected) > 1e-9 / 4
        assert binom.sf(count - 1, draws, expected) > 1e-9 / 4
    low, high = binom.ppf(1e-9 / 4, draws, 0.6), binom.isf(1e-9 / 4, draws, 0.6)
    assert binom.cdf(high, draws, 0.61) < 1e-9 > binom.sf(low, draws, 0.59)


def test_a_threshold_of_zero_and_of_one_are_allowed_and_none_beyond() -> None:
    for t, own, other in ((F(1), F(2, 3), F(1, 2)), (U, F(1, 2), F(1, 3))):
        found = support_probabilities(thresholding(2).printed_matrix.at(u=U, t=t), holds_bit)
        assert (found.own.evaluate({}), found.other.evaluate({})) == (own, other)
    with pytest.raises(ValueError, match="outside"):
        thresholding(2).printed_matrix.at(u=U, t=F(2))


@pytest.mark.parametrize("categories", [2, 3, 4, 7, 8, 13])
def test_two_rows_of_the_hadamard_matrix_share_a_quarter_of_the_columns(categories: int) -> None:
    order = hadamard_order(categories)
    assert order // 2 <= categories < order
    plus = {v: {y for y in range(order) if is_positive_entry(y, v)} for v in range(categories + 1)}
    assert len(plus[0]) == order
    assert all(len(plus[v]) == order // 2 for v in range(1, categories + 1))
    assert all(4 * len(plus[v] & plus[w]) == order for v in range(1, categories + 1) for w in range(1, v))


def test_local_hashing_for_many_categories_is_sampled_without_listing_the_functions() -> None:
    """A false alarm has a probability of at most 1e-9."""
    protocol, respondents = local_hashing_protocol(14, 4), 2000
    responses = protocol.sample([7] * respondents, np.random.default_rng(11), x=F(3))
    for category, expected in ((7, 0.5), (8, 0.25), (14, 0.25)):
        count = sum(hashes_to(response, category) for response in responses)
        assert binom.cdf(count, respondents, expected) > 1e-9 / 6
        assert binom.sf(count - 1, respondents, expected) > 1e-9 / 6


def test_designs_that_are_no_pure_oracles_are_refused() -> None:
    with pytest.raises(NotPureError, match="more often"):
        support_probabilities(randomised_response(3).printed_matrix, lambda y, v: y >= v)
    with pytest.raises(NotPureError, match="two categories or more"):
        support_probabilities(erasure(1).printed_matrix, is_named)
    for make in (randomised_response, hadamard_response, thresholding, binary_local_hashing):
        with pytest.raises(ValueError, match="at least 2"):
            make(1)
    with pytest.raises(ValueError, match="at least 2"):
        local_hashing(3, 1)
