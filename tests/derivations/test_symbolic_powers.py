import pytest

from derivations.algebra.symbolic_powers import ExponentError, PowerVariables
from derivations.estimation.moment_law import variable
from mechanisms.exact.rational import RationalFunction

B, K, LITTLE = variable("b"), variable("K"), variable("k")


def test_powers_of_a_product_with_a_difference_in_the_exponent() -> None:
    powers = PowerVariables.none()
    found = powers.power(6 * B / (B + 1), K - LITTLE + 2)
    assert powers.at_exponents(found, {"K": 5, "k": 3}) == (6 * B / (B + 1)) ** 4
    assert powers.at_exponents(found, {"K": 2, "k": 6}) == (6 * B / (B + 1)) ** -2


def test_a_base_that_is_written_with_minus_signs() -> None:
    powers = PowerVariables.none()
    assert powers.at_exponents(powers.power(1 - B, K), {"K": 3}) == (1 - B) ** 3


@pytest.mark.parametrize("exponent", [K * LITTLE, K / 2, 1 / K, K**2])
def test_other_exponents_are_refused(exponent: RationalFunction) -> None:
    with pytest.raises(ExponentError, match="no integer combination"):
        PowerVariables.none().power(B, exponent)


def test_a_negative_number_has_no_symbolic_power() -> None:
    with pytest.raises(ExponentError, match="negative"):
        PowerVariables.none().power(RationalFunction.of(-2), K)
