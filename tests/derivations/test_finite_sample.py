from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from derivations.estimation.estimator import estimator_variance
from derivations.estimation.finite_sample import (
    UndecidedClippingError,
    estimates,
    estimator_bias_exact,
    estimator_mse_exact,
    estimator_variance_exact,
    exact_moments,
    likelihood_maximiser,
)
from derivations.estimation.sampling_model import BinaryDesignNeededError, SampleSizeError, SingularDesignError
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, within
from mechanisms.exact.rational import RationalFunction, to_rational_function

PI = sympy.Symbol("pi")
P00, P11 = sympy.symbols("p00 p11")
GENERAL = Design([[P00, 1 - P00], [1 - P11, P11]], Domain.of(within("p00", 0, 1), within("p11", 0, 1)))
WARNER = Design([[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]])
DIRECT = Design([[1, 0], [0, 1]])
ONE_SIDED = Design([[1, 0], [Fraction(2, 3), Fraction(1, 3)]])
unit = st.fractions(0, 1, max_denominator=9)


@st.composite
def designs(draw: st.DrawFn) -> Design:
    a, b = draw(st.tuples(unit, unit).filter(lambda pair: pair[0] != pair[1]))
    return Design([[1 - a, a], [1 - b, b]])


@given(designs(), unit, st.integers(1, 7))
def test_the_unclipped_estimator_is_unbiased_with_the_symbolic_variance(design: Design, pi: Fraction, n: int) -> None:
    assert estimator_bias_exact(design, pi, n).is_zero()
    variance = estimator_variance(design, pi)[0].evaluate({"n": n})
    assert estimator_variance_exact(design, pi, n).evaluate({}) == variance
    assert estimator_mse_exact(design, pi, n).evaluate({}) == variance


def test_enumeration_agrees_with_the_symbolic_variance_in_all_parameters() -> None:
    assert estimator_bias_exact(GENERAL, PI, 3).is_zero()
    assert estimator_variance_exact(GENERAL, PI, 3) == estimator_variance(GENERAL, PI)[0].substitute({"n": 3})


@given(designs(), unit, st.integers(1, 7))
def test_clipping_moves_no_estimate_away_from_the_truth(design: Design, pi: Fraction, n: int) -> None:
    found = exact_moments(design, pi, n, "clipped")
    bias, variance = found.bias.evaluate({}), found.variance.evaluate({})
    error = found.mean_squared_error.evaluate({})
    assert error == variance + bias**2
    assert error <= estimator_mse_exact(design, pi, n).evaluate({})
    assert 0 <= pi + bias <= 1


def test_the_clipped_estimator_is_biased_towards_the_middle() -> None:
    bias = estimator_bias_exact(WARNER, PI, 2, "clipped")
    # One of four respondents says yes at pi = 0; N = 0 gives -1/2, N = 1 gives 1/2, N = 2 gives 3/2.
    zero, one = Fraction(9, 16), Fraction(1, 16)
    assert bias.evaluate({"pi": 0}) == 0 * zero + Fraction(1, 2) * (1 - zero - one) + 1 * one
    assert bias.evaluate({"pi": Fraction(1, 2)}) == 0
    assert bias.evaluate({"pi": 1}) == -bias.evaluate({"pi": 0})
    assert not bias.is_zero()


def test_direct_questioning_is_never_clipped() -> None:
    assert estimates(DIRECT, 5, "clipped") == estimates(DIRECT, 5)
    assert exact_moments(DIRECT, PI, 5, "clipped") == exact_moments(DIRECT, PI, 5)


def test_the_estimates_of_both_kinds_differ_exactly_outside_the_interval() -> None:
    plain = [value.evaluate({}) for value in estimates(ONE_SIDED, 4)]
    assert plain == [0, Fraction(3, 4), Fraction(3, 2), Fraction(9, 4), 3]
    assert [value.evaluate({}) for value in estimates(ONE_SIDED, 4, "clipped")] == [0, Fraction(3, 4), 1, 1, 1]


def test_clipping_needs_numbers_and_a_known_kind() -> None:
    with pytest.raises(UndecidedClippingError, match="p00, p11"):
        estimator_bias_exact(GENERAL, PI, 2, "clipped")
    with pytest.raises(ValueError, match="'unclipped' or 'clipped'"):
        estimates(WARNER, 2, "rounded")  # type: ignore[arg-type]
    with pytest.raises(SampleSizeError):
        estimates(WARNER, 0)
    with pytest.raises(BinaryDesignNeededError):
        estimates(Design([[1, 0, 0], [0, 1, 0]]), 2)
    with pytest.raises(SingularDesignError):
        estimates(Design([[Fraction(1, 2)] * 2] * 2), 2)


@given(designs(), st.integers(1, 6), st.data())
def test_the_clipped_estimate_is_proved_to_be_the_only_maximiser(design: Design, n: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, n))
    maximiser, theorem = likelihood_maximiser(design, count, n)
    assert RationalFunction.of(maximiser) == estimates(design, n, "clipped")[count]
    for at in (Fraction(0), Fraction(1, 3), Fraction(1)):
        if at != maximiser:
            assert all(h.holds_at({"pi": at}) for h in theorem.sequent.hypotheses)
            assert theorem.sequent.conclusion.holds_at({"pi": at})
    assert not theorem.oracles


@pytest.mark.parametrize(("count", "expected"), [(0, 0), (1, Fraction(3, 5)), (2, 1), (5, 1)])
def test_boundary_counts_of_a_one_sided_design(count: int, expected: Fraction) -> None:
    assert likelihood_maximiser(ONE_SIDED, count, 5)[0] == expected


def test_a_tie_of_formula_and_boundary() -> None:
    # N/n = a exactly: the formula gives 0, which is the boundary itself.
    assert likelihood_maximiser(WARNER, 1, 4)[0] == 0
    assert likelihood_maximiser(WARNER, 3, 4)[0] == 1


@pytest.mark.parametrize("count", [-1, 6, True, Fraction(1)])
def test_impossible_counts_are_refused(count: int) -> None:
    with pytest.raises(SampleSizeError, match="from 0 to n = 5"):
        likelihood_maximiser(WARNER, count, 5)


def test_bias_as_a_polynomial_in_the_prior() -> None:
    bias = estimator_bias_exact(WARNER, PI, 1, "clipped")
    # N = 0 gives 0 and N = 1 gives 1, so the mean is P(1) = 1/4 + pi/2.
    assert bias == to_rational_function(sympy.Rational(1, 4) - PI / 2)
