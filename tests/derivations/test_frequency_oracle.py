"""The formulas for every k against the enumerated protocols, in plain fractions."""

from collections.abc import Iterator
from fractions import Fraction as F
from itertools import product

import pytest

from derivations.algebra.linear_algebra import SingularMatrixError
from derivations.arithmetic import kernel
from derivations.theorems.oracles.frequency_oracle import (
    FrequencyOracle,
    hadamard_response,
    local_hashing,
    optimised_unary_encoding,
    oracles,
    randomised_response,
    selected_subsets,
    symmetric_unary_encoding,
    thresholded_histogram,
    unary_encoding,
    unary_encoding_at,
)
from derivations.theorems.subsets.subset_response import variable
from mechanisms.catalogue import frequency_oracles as protocols
from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.catalogue.subset_responses import subset_selection
from mechanisms.design import Design
from mechanisms.guarantees.criteria.bayes import numbers
from mechanisms.privacy import smallest_epsilon
from mechanisms.protocols.support import (
    Supports,
    hashes_to,
    holds_bit,
    is_named,
    is_positive_entry,
    support_probabilities,
)

X, U, T = F(25, 9), F(5, 3), F(7, 5)
AT = {"x": X, "u": U, "t": T, "gamma": X}
CASES: list[tuple[Mechanism, Supports, FrequencyOracle]] = [
    (protocols.randomised_response(2), is_named, randomised_response(2)),
    (protocols.randomised_response(5), is_named, randomised_response(5)),
    (subset_selection(4, 1), holds_bit, selected_subsets(4, 1)),
    (subset_selection(5, 3), holds_bit, selected_subsets(5, 3)),
    (protocols.symmetric_unary_encoding(3), holds_bit, symmetric_unary_encoding()),
    (protocols.optimised_unary_encoding(3), holds_bit, optimised_unary_encoding()),
    (protocols.local_hashing(3, 2), hashes_to, local_hashing(2)),
    (protocols.local_hashing(2, 4), hashes_to, local_hashing(4)),
    (protocols.hadamard_response(3), is_positive_entry, hadamard_response()),
    (protocols.hadamard_response(6), is_positive_entry, hadamard_response()),
    (protocols.thresholding(2), holds_bit, thresholded_histogram()),
    (protocols.thresholding(3), holds_bit, thresholded_histogram()),
]


def at_numbers(design: Design) -> Design:
    return design.at(**{name: AT[name] for name in design.domain.names})


@pytest.mark.parametrize(("mechanism", "supports", "oracle"), CASES)
def test_the_formulas_are_those_of_the_protocol(
    mechanism: Mechanism, supports: Supports, oracle: FrequencyOracle
) -> None:
    design = at_numbers(mechanism.protocol.design())
    found = support_probabilities(design, supports)
    assert (found.own.evaluate({}), found.other.evaluate({})) == (oracle.own.evaluate(AT), oracle.other.evaluate(AT))
    loss = smallest_epsilon(design).ratio
    assert loss is not None
    assert loss.evaluate({}) == oracle.parity.evaluate(AT)


def moments_by_enumeration(
    design: Design, supports: Supports, oracle: FrequencyOracle, truths: tuple[int, ...]
) -> Iterator[F]:
    """Mean and variance of the estimated share of category 1, over all vectors of responses."""
    rows = numbers(design)
    mean = square = F(0)
    for vector in product(range(len(design.responses)), repeat=len(truths)):
        weight = F(1)
        for truth, column in zip(truths, vector, strict=True):
            weight *= rows[truth - 1][column]
        count = sum(supports(design.responses[column], 1) for column in vector)
        estimate = oracle.estimate(F(count, len(truths))).evaluate(AT)
        mean += weight * estimate
        square += weight * estimate**2
    yield mean
    yield square - mean**2


@pytest.mark.parametrize(
    ("mechanism", "supports", "oracle"),
    [
        (protocols.randomised_response(3), is_named, randomised_response(3)),
        (protocols.optimised_unary_encoding(2), holds_bit, optimised_unary_encoding()),
        (protocols.hadamard_response(2), is_positive_entry, hadamard_response()),
        (protocols.thresholding(2), holds_bit, thresholded_histogram()),
        (subset_selection(3, 2), holds_bit, selected_subsets(3, 2)),
    ],
)
@pytest.mark.parametrize("truths", [(2, 2, 2), (1, 2, 2), (1, 1, 1)])
def test_the_estimate_is_unbiased_and_has_the_exact_variance(
    mechanism: Mechanism, supports: Supports, oracle: FrequencyOracle, truths: tuple[int, ...]
) -> None:
    share = F(truths.count(1), len(truths))
    mean, variance = moments_by_enumeration(at_numbers(mechanism.printed_matrix), supports, oracle, truths)
    assert mean == share
    assert variance == oracle.variance(share).evaluate(AT) / len(truths)


def test_what_is_printed_for_the_approximate_variances() -> None:
    x, u, k, g, f = (variable(name) for name in ("x", "u", "k", "g", "f"))
    assert randomised_response().approximate_variance == (k - 2 + x) / (x - 1) ** 2
    assert symmetric_unary_encoding().variance() == u / (u - 1) ** 2
    assert optimised_unary_encoding().variance() == 4 * x / (x - 1) ** 2 + f
    assert local_hashing().approximate_variance == (x - 1 + g) ** 2 / ((x - 1) ** 2 * (g - 1))
    assert hadamard_response().variance() == ((x + 1) / (x - 1)) ** 2 - f
    assert "K" not in hadamard_response().own.names + hadamard_response().other.names


def test_the_general_formula_and_random_truths() -> None:
    p, q, f = (variable(name) for name in ("p", "q", "f"))
    oracle = unary_encoding()
    assert oracle.variance() == q * (1 - q) / (p - q) ** 2 + f * (1 - p - q) / (p - q)
    assert oracle.slope == (1 - p - q) / (p - q)
    share = oracle.expected_share()
    assert oracle.variance_at_random() == share * (1 - share) / (p - q) ** 2


def test_unary_encoding_by_its_odds_has_the_parity_it_is_made_for() -> None:
    h, x = variable("h"), variable("x")
    oracle = unary_encoding_at(h)
    assert oracle.parity == x
    assert (1 - oracle.other) / oracle.other == h
    assert unary_encoding_at(x).variance() == optimised_unary_encoding().variance()


@pytest.mark.parametrize("oracle", oracles(), ids=lambda oracle: oracle.name)
def test_each_derivation_rests_on_theorems_without_oracles(oracle: FrequencyOracle) -> None:
    derivation = oracle.derivation()
    assert len(derivation.theorems) == len(derivation.steps) == 5
    assert all(type(theorem) is kernel.Theorem and not theorem.oracles for theorem in derivation.theorems)
    assert r"\operatorname{Var}" in derivation.latex()
    assert "E[f_hat] = f" in str(derivation)


def test_nothing_is_estimated_from_responses_that_say_nothing() -> None:
    with pytest.raises(SingularMatrixError, match="as often as the true one"):
        unary_encoding(F(1, 3), F(1, 3)).estimate(F(1, 2))
