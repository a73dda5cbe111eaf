from fractions import Fraction as F

import pytest

from derivations.estimation.card_moments import card, card_probabilities, symbolic_card
from derivations.estimation.moment_law import (
    LawError,
    indicator_law,
    law_of_moments,
    linear_functional,
    tabulated_law,
    variable,
)
from mechanisms.exact.rational import RationalFunction

K, L, EY, EY2 = (variable(name) for name in ("k", "L", "EY", "EY2"))


def test_a_functional_takes_the_random_variables_and_leaves_the_rest() -> None:
    law = tabulated_law(("a", "b"), {(0, 1): F(1, 3), (2, 5): variable("p"), (1, 1): F(2, 3) - variable("p")})
    value = (variable("a") * variable("b") * L + variable("b")) / variable("N")
    point = {"p": F(1, 7), "L": 4, "N": 9}
    by_hand = (F(1, 3) * 1 + F(1, 7) * (10 * 4 + 5) + (F(2, 3) - F(1, 7)) * (4 + 1)) / 9
    assert law.expect(value).evaluate(point) == by_hand


def test_what_has_no_expectation_is_refused() -> None:
    with pytest.raises(LawError, match="denominator"):
        linear_functional(1 / K, ("k",), lambda e: RationalFunction.of(1))
    with pytest.raises(LawError, match="sum to 1 identically"):
        tabulated_law("Y", {1: variable("p1"), 2: variable("p2")})
    with pytest.raises(LawError, match="parts"):
        tabulated_law(("a", "b"), {1: 1})
    with pytest.raises(LawError, match="only moments up to 2"):
        law_of_moments("Y", [1, 2]).expect(variable("Y") ** 3)


def test_an_indicator_equals_its_square() -> None:
    law = indicator_law("x", variable("pi"))
    assert law.mean == law.second_moment == law.expect(variable("x") ** 5) == variable("pi")
    assert law.variance == variable("pi") - variable("pi") ** 2


@pytest.mark.parametrize("largest", [1, 2, 3, 5])
def test_sums_over_cards_hold_for_every_number_of_cards(largest: int) -> None:
    """The symbolic card, put at the moments of a given one, agrees with the sum written out."""
    weights = [F(2 * k * k + 1, 3) for k in range(1, largest + 1)]
    shares = [w / sum(weights) for w in weights]
    given, symbolic = card(shares), symbolic_card()
    moments = {
        "L": largest,
        "EY": sum((k * p for k, p in enumerate(shares, 1)), F(0)),
        "EY2": sum((k * k * p for k, p in enumerate(shares, 1)), F(0)),
    }
    for value in (RationalFunction.of(1), K, K**2, (L + 1 - K) ** 2 - 3 * K * L + F(1, 2)):

        def at(k: int, value: RationalFunction = value) -> F:
            return value.evaluate({"k": k, "L": largest})

        direct = sum((at(k) * p for k, p in enumerate(shares, 1)), F(0))
        mirrored = sum((at(largest + 1 - k) * p for k, p in enumerate(shares, 1)), F(0))
        assert symbolic.sum(value).evaluate(moments) == given.sum(value).evaluate(moments) == direct
        assert symbolic.reversed_sum(value).evaluate(moments) == given.reversed_sum(value).evaluate(moments) == mirrored
    assert symbolic.variance.evaluate(moments) == given.variance.evaluate({})
    assert symbolic.spread.evaluate(moments) == largest + 1 - 2 * moments["EY"]


def test_a_card_may_be_given_by_its_variance() -> None:
    by_variance = symbolic_card(variance=variable("VarY"))
    assert by_variance.variance == variable("VarY")
    assert by_variance.second_moment.substitute({"VarY": EY2 - EY**2}) == EY2
    with pytest.raises(LawError, match="not both"):
        symbolic_card(second_moment=EY2, variance=EY2)


def test_probabilities_of_cards() -> None:
    shares = card_probabilities(3)
    assert shares == (variable("p1"), variable("p2"), 1 - variable("p1") - variable("p2"))
    # Source: Sun, Zhou, Yan, Appendix D.
    p1, p2 = variable("p1"), variable("p2")
    assert card(shares).mean == 3 - 2 * p1 - p2
    assert card(shares).variance == 4 * p1 + p2 - 4 * p1**2 - p2**2 - 4 * p1 * p2
    with pytest.raises(LawError, match="L >= 1"):
        card_probabilities(0)
    with pytest.raises(LawError, match="denominator"):
        card(shares).sum(1 / K)
