from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from derivations.algebra.linear_algebra import SingularMatrixError, identity, inverse, product, transposed
from derivations.estimation.estimator import (
    estimator_covariance,
    estimator_mean,
    estimator_variance,
    linear_estimator,
)
from derivations.estimation.sampling_model import BinaryDesignNeededError, SingularDesignError
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, above, within
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction, to_rational_function

PI, N, SIZE = sympy.symbols("pi N n")
P00, P11, PW, X = sympy.symbols("p00 p11 p_w x")
GENERAL = Design([[P00, 1 - P00], [1 - P11, P11]], Domain.of(within("p00", 0, 1), within("p11", 0, 1)))
WARNER = Design([[PW, 1 - PW], [1 - PW, PW]], Domain.of(within("p_w", 0, 1)))


def spread(k: int) -> Design:
    """Truth with probability x/(x + k - 1), each other value with 1/(x + k - 1)."""
    rows = [[(X if i == j else 1) / (X + k - 1) for j in range(k)] for i in range(k)]
    return Design(rows, Domain.of(above("x", 1)))


def test_intercept_and_slope_of_a_binary_design() -> None:
    linear = linear_estimator(GENERAL)
    assert linear.slope == to_rational_function(1 / (P00 + P11 - 1))
    assert linear.intercept == to_rational_function((P00 - 1) / (P00 + P11 - 1))
    count, size = Polynomial.variable("N"), Polynomial.variable("n")
    estimate = linear.estimate([size - count, count])[1]
    assert estimate == linear.intercept + linear.slope * RationalFunction(count, size)


def test_warner_variance_is_sampling_error_plus_noise() -> None:
    variance, derivation = estimator_variance(WARNER, PI)
    assert variance == to_rational_function(PI * (1 - PI) / SIZE + PW * (1 - PW) / (SIZE * (2 * PW - 1) ** 2))
    assert derivation.theorems
    assert not any(theorem.oracles for theorem in derivation.theorems)


def test_direct_questioning_has_sampling_error_only() -> None:
    variance, _ = estimator_variance(Design([[1, 0], [0, 1]]), PI)
    assert variance == to_rational_function(PI * (1 - PI) / SIZE)


def test_swapping_the_responses_changes_nothing() -> None:
    swapped = GENERAL.permute_responses([1, 0])
    assert estimator_variance(swapped, PI)[0] == estimator_variance(GENERAL, PI)[0]


def test_variance_of_k_answers_has_its_known_form() -> None:
    k, prior = 3, sympy.symbols("q1 q2")
    covariance, _ = estimator_covariance(spread(k), [1 - sum(prior), *prior])
    # q(1-q)/n plus what the randomisation adds, per truth.
    p, q = X / (X + k - 1), 1 / (X + k - 1)
    response = prior[0] * (p - q) + q
    assert covariance[1][1] == to_rational_function(response * (1 - response) / (SIZE * (p - q) ** 2))
    ones = tuple((RationalFunction.of(1),) for _ in range(k))
    assert all(value.is_zero() for row in product(covariance, ones) for value in row)


@st.composite
def square_designs(draw: st.DrawFn) -> tuple[Design, list[Fraction]]:
    size = draw(st.integers(2, 3))

    def distribution(low: int) -> list[Fraction]:
        weights = draw(st.lists(st.integers(low, 9), min_size=size, max_size=size).filter(any))
        return [Fraction(w, sum(weights)) for w in weights]

    return Design([distribution(0) for _ in range(size)]), distribution(1)


@given(square_designs())
def test_unbiased_whenever_the_design_is_invertible(model: tuple[Design, list[Fraction]]) -> None:
    design, prior = model
    try:
        linear = linear_estimator(design)
    except SingularDesignError:
        matrix = sympy.Matrix([[sympy.Rational(*e.evaluate({}).as_integer_ratio()) for e in r] for r in design.entries])
        assert matrix.det() == 0
        return
    mean, _ = estimator_mean(design, prior)
    assert [value.evaluate({}) for value in mean] == prior
    exact = linear.estimate([Fraction(p.evaluate({})) for p in _responses(design, prior)])  # type: ignore[list-item]
    assert [value.evaluate({}) for value in exact] == prior


def _responses(design: Design, prior: list[Fraction]) -> list[RationalFunction]:
    return list(design.response_distribution(prior).values())


def test_a_design_with_spare_responses_is_estimated_without_bias() -> None:
    third = Fraction(1, 3)
    wide = Design([[Fraction(1, 2), third, Fraction(1, 6)], [Fraction(1, 6), third, Fraction(1, 2)]])
    assert [value.evaluate({}) for value in estimator_mean(wide, Fraction(2, 7))[0]] == [Fraction(5, 7), Fraction(2, 7)]


@pytest.mark.parametrize(
    "rows",
    [
        [[Fraction(1, 3), Fraction(2, 3)]] * 2,
        [[1, 0], [0, 1], [Fraction(1, 2), Fraction(1, 2)]],
        [[Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)]] * 2,
    ],
)
def test_dependent_rows_have_no_unbiased_estimator(rows: list[list[Fraction]]) -> None:
    with pytest.raises(SingularDesignError, match="linearly independent rows"):
        linear_estimator(Design(rows))


def test_a_variance_is_asked_of_binary_designs_and_counts_of_all_responses() -> None:
    with pytest.raises(BinaryDesignNeededError):
        estimator_variance(spread(3), [Fraction(1, 3)] * 3)
    with pytest.raises(ValueError, match="2 responses"):
        linear_estimator(GENERAL).estimate([1, 2, 3])


def test_bias_is_printed_as_zero() -> None:
    mean, derivation = estimator_mean(GENERAL, PI)
    assert mean[1] == to_rational_function(PI)
    assert "E[estimate 1] - pi = 0" in str(derivation.result)


def test_a_parameter_may_have_the_name_of_the_number_of_respondents() -> None:
    design = Design([[SIZE, 1 - SIZE], [0, 1]], Domain.of(within("n", 0, 1, ends="(]")))
    variance = estimator_variance(design, PI, "m")[0]
    reference = Design([[P00, 1 - P00], [0, 1]], Domain.of(within("p00", 0, 1, ends="(]")))
    back = {"n": Polynomial.variable("p00"), "m": Polynomial.variable("n")}
    assert variance.substitute(back) == estimator_variance(reference, PI)[0]


@given(st.lists(st.lists(st.fractions(-3, 3, max_denominator=5), min_size=3, max_size=3), min_size=3, max_size=3))
def test_inverse_against_sympy(rows: list[list[Fraction]]) -> None:
    matrix = tuple(tuple(map(RationalFunction.of, row)) for row in rows)
    reference = sympy.Matrix([[sympy.Rational(*v.as_integer_ratio()) for v in row] for row in rows])
    if reference.det() == 0:
        with pytest.raises(SingularMatrixError):
            inverse(matrix)
        return
    found = inverse(matrix)
    assert product(found, matrix) == product(matrix, found) == identity(3)
    assert transposed(transposed(found)) == found
