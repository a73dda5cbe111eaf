"""Mechanisms with real coordinates in the input and real numbers drawn inside: privacy over the continuum."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy

from mechanisms import catalogue
from mechanisms.catalogue.key_value import over_all_weights, unary_vector
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, above, within
from mechanisms.exact.integration import IntegrationError, uniform_mean
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.privacy import smallest_epsilon
from mechanisms.protocols.continuum import ContinuousMechanism, ContinuumError
from mechanisms.protocols.primitives import Coin, PrimitiveError, UniformReal
from mechanisms.protocols.protocol import Protocol, ProtocolError, Steps

x1, x2 = sympy.symbols("x1 x2")
BUDGETS = [
    (Fraction(3, 2), Fraction(7, 3)),
    (Fraction(5), Fraction(2)),
    (Fraction(1), Fraction(3)),
    (Fraction(2), Fraction(3)),
]


def worst_ratio(inputs: list[list[Fraction]]) -> Fraction:
    return max(max(c) / min(c) for c in zip(*inputs, strict=True))


def lpp_row(edge: bool, weight: Fraction, e1: Fraction, e2: Fraction) -> list[Fraction]:
    """The law of (0,0), (1,1), (1,-1), written by hand."""
    tell = e1 / (e1 + 1) if edge else 1 / (e1 + 1)
    up = (1 + weight) / 2 * e2 / (e2 + 1) + (1 - weight) / 2 / (e2 + 1)
    return [1 - tell, tell * up, tell * (1 - up)]


GRID = [Fraction(k, 20) for k in range(-20, 21)]


# -- numbers drawn inside a program ------------------------------------------------------------------------------------


def test_mean_of_a_polynomial() -> None:
    u, a = Polynomial.variable("u"), Polynomial.variable("a")
    value = RationalFunction(3 * u * u + a * u + 1, a + 1)
    assert uniform_mean(value, "u", -1, 2) == RationalFunction(4 + a * Fraction(1, 2), a + 1)
    with pytest.raises(IntegrationError):
        uniform_mean(RationalFunction(a, u + 2), "u", 0, 1)
    with pytest.raises(IntegrationError):
        uniform_mean(value, "u", 1, 1)


def two_coins(truth: int) -> Steps:
    u = yield UniformReal(Fraction(0), Fraction(1))
    first = yield Coin(u)
    second = yield Coin(u if truth else Fraction(1, 2))
    return first, second


def test_one_draw_for_two_coins_makes_them_dependent() -> None:
    design = Protocol("two coins", two_coins, (0, 1)).design()
    assert design.entry(1, (True, True)) == RationalFunction.of(Fraction(1, 3))
    assert design.entry(1, (True, False)) == RationalFunction.of(Fraction(1, 6))
    assert design.entry(0, (True, True)) == RationalFunction.of(Fraction(1, 4))


def test_sampling_of_a_draw_has_the_enumerated_law() -> None:
    runs = 4000
    found = Protocol("two coins", two_coins, (0, 1)).sample([1] * runs, np.random.default_rng(3))
    # Hoeffding: a deviation of 0.055 has probability below 1e-9 at 4000 runs.
    assert abs(found.count((True, True)) / runs - 1 / 3) < 0.055


def test_a_draw_that_is_told_is_refused() -> None:
    def tells(truth: int) -> Steps:
        return 1, (yield UniformReal(Fraction(0), Fraction(1)))

    with pytest.raises(ProtocolError, match="make the number a parameter"):
        Protocol("tells", tells, (0,)).design()


def test_a_probability_that_a_draw_spoils_is_refused() -> None:
    def spoils(truth: int) -> Steps:
        u = yield UniformReal(Fraction(0), Fraction(2))
        return (yield Coin(u))

    with pytest.raises(ProtocolError):
        Protocol("spoils", spoils, (0,)).design()
    with pytest.raises(PrimitiveError):
        UniformReal(Fraction(1), Fraction(1))
    with pytest.raises(PrimitiveError):
        UniformReal(Fraction(0), Fraction(1)).outcomes()


def test_steps_say_what_is_drawn() -> None:
    assert "uniformly from [-1, 1], and keep it" in catalogue.get("lpp").protocol.steps()


# -- extreme inputs ----------------------------------------------------------------------------------------------------


def quadratic(coefficient: Any) -> Design:
    u = sympy.Symbol("u")
    up = sympy.Rational(1, 2) + coefficient * u * (1 - u)
    return Design([[up, 1 - up]], Domain.of(within("u", 0, 1)), ["t"])


def test_an_extreme_input_between_the_ends() -> None:
    mechanism = ContinuousMechanism(quadratic(1), {"t": ("u",)})
    assert {i.at[0][1].evaluate({}) for i in mechanism.extreme_inputs()} == {0, Fraction(1, 2), 1}
    # P(first) runs from 1/2 to 3/4: the largest ratio is that of the other response, (1/2)/(1/4).
    assert mechanism.smallest_epsilon().ratio == RationalFunction.of(2)


def test_what_is_not_found_exactly_is_refused() -> None:
    u = sympy.Symbol("u")
    cubic = (1 + u**3 - u / 5) / 2
    design = Design([[cubic, 1 - cubic]], Domain.of(within("u", 0, 1)), ["t"])
    with pytest.raises(ContinuumError, match="rational expression"):
        ContinuousMechanism(design, {"t": ("u",)}).smallest_epsilon()


def test_coordinates_need_closed_bounded_intervals() -> None:
    u = sympy.Symbol("u")
    open_end = Design([[u, 1 - u]], Domain.of(within("u", 0, 1, ends="[)")), ["t"])
    with pytest.raises(ContinuumError, match="closed"):
        ContinuousMechanism(open_end, {"t": ("u",)})
    unbounded = Design([[1 / u, 1 - 1 / u]], Domain.of(above("u", 1, closed=True)), ["t"])
    with pytest.raises(ContinuumError, match="bounded"):
        ContinuousMechanism(unbounded, {"t": ("u",)})
    with pytest.raises(ContinuumError, match="none of the truths"):
        ContinuousMechanism(quadratic(1), {"other": ("u",)})


# -- key-value protocols -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["vpp", "lpp", "lpp-given", "lpp-ddagger", "pckv-ue"])
def test_the_matrix_is_that_of_the_protocol(key: str) -> None:
    mechanism = catalogue.get(key)
    assert mechanism.protocol.design() == mechanism.printed_matrix


@pytest.mark.parametrize(("e1", "e2"), BUDGETS)
def test_a_fresh_substitute_spends_no_more_than_the_substitute_zero(e1: Fraction, e2: Fraction) -> None:
    inputs = [lpp_row(True, w, e1, e2) for w in GRID] + [lpp_row(False, Fraction(0), e1, e2)]
    for key in ("lpp", "lpp-ddagger"):
        level = over_all_weights(catalogue.get(key)).smallest_epsilon().x()
        assert level == sympy.Max(x2, 2 * x1 * x2 / (x2 + 1))
        assert level.subs({x1: e1, x2: e2}) == worst_ratio(inputs)


@pytest.mark.parametrize(("e1", "e2"), BUDGETS)
def test_a_public_substitute_spends_the_whole_sum(e1: Fraction, e2: Fraction) -> None:
    known = over_all_weights(catalogue.get("lpp-given"), public=("w_sub",))
    loss = known.smallest_epsilon()
    worst = max(worst_ratio([lpp_row(True, w, e1, e2) for w in GRID] + [lpp_row(False, s, e1, e2)]) for s in GRID)
    assert loss.x().subs({x1: e1, x2: e2}) == worst == e1 * e2
    value = over_all_weights(catalogue.get("vpp")).smallest_epsilon()
    presence = smallest_epsilon(
        Design([[x1 / (x1 + 1), 1 / (x1 + 1)], [1 / (x1 + 1), x1 / (x1 + 1)]], known.design.domain)
    )
    promised = presence.ratio * value.ratio  # the sum of the budgets of both parts
    assert loss.ratio == promised
    fresh = over_all_weights(catalogue.get("lpp")).smallest_epsilon()
    assert fresh.ratio is None  # a maximum of several, of which none is the sum for all values of the parameters
    assert all(c.value != promised for c in fresh.candidates)


@pytest.mark.parametrize("items", [2, 3])
def test_a_unary_vector_at_generic_points(items: int) -> None:
    a, b, p = Fraction(3, 4), Fraction(2, 3), Fraction(4, 5)
    design = unary_vector(items).design().at(a=a, b=b, p=p)
    level = max(a * p / ((1 - b) / 2) * b / (1 - a), p / (1 - p))
    assert smallest_epsilon(design).ratio == RationalFunction.of(level)
    vectors = len(design.responses)
    assert vectors == 3**items
    alone = tuple(1 if i == 0 else 0 for i in range(items))
    assert design.entry((1, 1), alone) == RationalFunction.of(a * p * b ** (items - 1))
