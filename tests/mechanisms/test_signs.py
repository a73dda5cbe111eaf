from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.exact.domain import Domain, Parameter, above, real, within
from mechanisms.exact.formula import AllOf, AnyOf, Condition
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.signs import ANY_SIGN, plainly_holds, possible_signs

p, q, x = map(Polynomial.variable, "pqx")
SQUARE = Domain.of(within("p", 0, 1), within("q", 0, 1))


@pytest.mark.parametrize(
    ("polynomial", "domain", "signs"),
    [
        (p, SQUARE, {0, 1}),
        (p, Domain.of(within("p", 0, 1, ends="(]")), {1}),
        (1 - p, Domain.of(within("p", 0, 1, ends="(]")), {0, 1}),
        (p * (1 - p), Domain.of(within("p", 0, 1, ends="()")), {1}),
        (p - 1, SQUARE, {-1, 0}),
        (x - 1, Domain.of(above("x", 1)), {1}),
        (x + 1, Domain.of(above("x", 1, closed=True)), {1}),
        (p - q, SQUARE, ANY_SIGN),
        ((p - q) ** 2, SQUARE, {0, 1}),
        (2 * p * q - p - q + 2, SQUARE, {1}),
        (p**2 + 1, Domain.of(real("p")), ANY_SIGN),
        (Polynomial.constant(-3), Domain(), {-1}),
        (Polynomial(), Domain(), {0}),
        (1 - p - q, SQUARE.where(Condition(1 - p - q, ">=")), {0, 1}),
        (p, SQUARE.where(Condition(p + q - 1, ">")), {1}),
        (2 - p, Domain.of(within("p", 2, 2)), {0}),
        (x - 3, Domain.of(Parameter("x", high=Fraction(2))), {-1}),
        (2 - x, Domain.of(Parameter("x", high=Fraction(2))), {0, 1}),
        (1 - p - q, Domain.of(*SQUARE.parameters, conditions=[AllOf((Condition(1 - p - q, ">"),))]), {1}),
        (p - q, SQUARE.where(AnyOf((Condition(p - q, ">"), Condition(q - p, ">")))), ANY_SIGN),
    ],
)
def test_signs_that_are_plain(polynomial: Polynomial, domain: Domain, signs: set[int]) -> None:
    assert possible_signs(polynomial, domain) == signs


coefficients = st.integers(-3, 3)
monomials = st.dictionaries(st.tuples(st.integers(0, 2), st.integers(0, 2)), coefficients, max_size=5)


@given(monomials, st.sampled_from(["[]", "()", "[)", "(]"]), st.integers(0, 1000))
def test_the_sign_at_any_point_is_a_possible_one(terms: dict[tuple[int, int], int], ends: str, seed: int) -> None:
    polynomial = Polynomial({(("p", i), ("x", j)): c for (i, j), c in terms.items()})
    domain = Domain.of(within("p", -1, 1, ends=ends), above("x", Fraction(1, 2), closed=ends[0] == "["))
    signs = possible_signs(polynomial, domain)
    for point in domain.points(seed, 20):
        value = polynomial.evaluate(point)
        assert (value > 0) - (value < 0) in signs


@given(monomials, st.integers(0, 1000))
def test_conditions_of_the_domain_do_not_mislead(terms: dict[tuple[int, int], int], seed: int) -> None:
    polynomial = Polynomial({(("p", i), ("q", j)): c for (i, j), c in terms.items()})
    domain = SQUARE.where(Condition(p + q - 1, ">"), Condition(p - 2 * q, "!="))
    signs = possible_signs(polynomial, domain)
    for point in domain.points(seed, 20):
        value = polynomial.evaluate(point)
        assert (value > 0) - (value < 0) in signs


def test_a_condition_that_holds_only_inside_is_not_plain() -> None:
    assert not plainly_holds(Condition(p, ">"), SQUARE)
    assert plainly_holds(Condition(p, ">="), SQUARE)
