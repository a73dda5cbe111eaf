from fractions import Fraction

import pytest
import sympy

from derivations.estimation.finite_sample import (
    UndecidedClippingError,
    estimates,
)
from derivations.estimation.sampling_model import BinaryDesignNeededError, SampleSizeError, SingularDesignError
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, within

P00, P11 = sympy.symbols("p00 p11")
GENERAL = Design([[P00, 1 - P00], [1 - P11, P11]], Domain.of(within("p00", 0, 1), within("p11", 0, 1)))
WARNER = Design([[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]])
DIRECT = Design([[1, 0], [0, 1]])
ONE_SIDED = Design([[1, 0], [Fraction(2, 3), Fraction(1, 3)]])


def test_direct_questioning_is_never_clipped() -> None:
    assert estimates(DIRECT, 5, "clipped") == estimates(DIRECT, 5)


def test_the_estimates_of_both_kinds_differ_exactly_outside_the_interval() -> None:
    plain = [value.evaluate({}) for value in estimates(ONE_SIDED, 4)]
    assert plain == [0, Fraction(3, 4), Fraction(3, 2), Fraction(9, 4), 3]
    assert [value.evaluate({}) for value in estimates(ONE_SIDED, 4, "clipped")] == [0, Fraction(3, 4), 1, 1, 1]


def test_clipping_needs_numbers_and_a_known_kind() -> None:
    with pytest.raises(UndecidedClippingError, match="p00, p11"):
        estimates(GENERAL, 2, "clipped")
    with pytest.raises(ValueError, match="'unclipped' or 'clipped'"):
        estimates(WARNER, 2, "rounded")  # type: ignore[arg-type]
    with pytest.raises(SampleSizeError):
        estimates(WARNER, 0)
    with pytest.raises(BinaryDesignNeededError):
        estimates(Design([[1, 0, 0], [0, 1, 0]]), 2)
    with pytest.raises(SingularDesignError):
        estimates(Design([[Fraction(1, 2)] * 2] * 2), 2)
