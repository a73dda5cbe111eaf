from fractions import Fraction
from statistics import NormalDist

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from derivations.arithmetic import kernel
from derivations.estimation.margins import (
    MarginError,
    binomial_coverage,
    enclosed_erf,
    normal_coverage,
)
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, within

NORMAL = Fraction(196, 100)
WARNER = Design([[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]])
multiples = st.fractions(Fraction(1, 10), 6, max_denominator=20)


def test_exact_coverage_by_hand() -> None:
    # pi = 1/2: N is Binomial(2, 1/2), sigma^2(N) = 1/2. |N - 1| <= k sigma holds for N = 1, and for all when k^2 >= 2.
    assert binomial_coverage(WARNER, Fraction(1, 2), 2, 1) == Fraction(1, 2)
    assert binomial_coverage(WARNER, Fraction(1, 2), 2, Fraction(3, 2)) == 1
    # A tie: with n = 4, sigma(N) = 1 and k = 1 the values N = 1 and N = 3 lie on the margin and count.
    assert binomial_coverage(WARNER, Fraction(1, 2), 4, 1) == Fraction(14, 16)
    assert binomial_coverage(WARNER, Fraction(1, 2), 4, Fraction(99, 100)) == Fraction(6, 16)


def test_the_normal_margin_fails_at_finite_n() -> None:
    assert binomial_coverage(WARNER, Fraction(1, 2), 9, NORMAL) > Fraction(19, 20)
    below = binomial_coverage(WARNER, Fraction(1, 2), 10, NORMAL)
    assert below == Fraction(1024 - 2 * (1 + 10), 1024) > Fraction(19, 20)
    assert binomial_coverage(WARNER, Fraction(1, 2), 4, NORMAL) == Fraction(14, 16) < Fraction(19, 20)


def test_clipping_can_only_widen_coverage() -> None:
    for n in range(1, 9):
        plain = binomial_coverage(WARNER, Fraction(1, 10), n, 1)
        assert plain <= binomial_coverage(WARNER, Fraction(1, 10), n, 1, "clipped")


def test_a_degenerate_law_is_covered_with_certainty() -> None:
    assert binomial_coverage(Design([[1, 0], [0, 1]]), 1, 5, Fraction(1, 100)) == 1


@given(multiples)
def test_normal_coverage_encloses_an_independent_value(k: Fraction) -> None:
    low, high, derivation = normal_coverage(k)
    value = 2 * NormalDist().cdf(float(k)) - 1
    assert float(low) - 1e-12 <= value <= float(high) + 1e-12
    assert 0 < high - low < Fraction(1, 10**19)
    assert len(derivation.theorems) == 4


def test_the_normal_margin_of_196_is_just_enough() -> None:
    assert normal_coverage(NORMAL)[0] > Fraction(19, 20)
    assert normal_coverage(Fraction(195996, 100000))[1] < Fraction(19, 20)
    assert "erf increases" in str(normal_coverage(NORMAL)[2])


def test_enclosures_are_kernel_theorems_and_tight() -> None:
    low, high, theorem = enclosed_erf(Fraction(1, 2), 30)
    assert theorem.rule == "enclose"
    assert high - low == Fraction(3, 10**30)
    (constant,) = theorem.sequent.hypotheses
    with pytest.raises(kernel.KernelError):
        kernel.enclose(constant, high, high + 1)


@pytest.mark.parametrize("k", [0, -1, 1.96, True, "2"])
def test_multiples_are_positive_exact_rationals(k: object) -> None:
    with pytest.raises(MarginError, match="exact rational > 0"):
        normal_coverage(k)  # type: ignore[arg-type]
    with pytest.raises(MarginError):
        binomial_coverage(WARNER, Fraction(1, 2), 2, k)  # type: ignore[arg-type]


def test_digits_and_parameters_are_checked() -> None:
    with pytest.raises(MarginError, match="1 to 50"):
        normal_coverage(2, 0)
    with pytest.raises(MarginError, match="pi has no value"):
        binomial_coverage(WARNER, sympy.Symbol("pi"), 2, 1)
    p = sympy.Symbol("p")
    design = Design([[p, 1 - p], [1 - p, p]], Domain.of(within("p", 0, 1)))
    with pytest.raises(MarginError, match="p has no value"):
        binomial_coverage(design, Fraction(1, 2), 2, 1)
