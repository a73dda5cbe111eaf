"""Exchangeable draws against the enumeration of every dealing and every order of the respondents."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction as F
from itertools import permutations, product

import pytest

from derivations.estimation.card_moments import card, card_probabilities, symbolic_card
from derivations.estimation.finite_population import (
    Draws,
    Reports,
    card_reports,
    design_reports,
    draws_without_replacement,
    finite_population,
    independent_draws,
    infinite_population,
)
from derivations.estimation.moment_law import LawError, indicator_law, tabulated_law, variable
from derivations.estimation.sampling_model import SingularDesignError
from mechanisms.catalogue import get
from mechanisms.design import Design
from mechanisms.exact.rational import RationalFunction

N, M, PI, EY, VARY, L = (variable(name) for name in ("N", "M", "pi", "EY", "VarY", "L"))
Lists = Callable[[], Iterator[tuple[int, ...]]]
SIZE = variable("n")
CARD = symbolic_card(variance=VARY)


def mean(values: Sequence[F]) -> F:
    return sum(values, F(0)) / len(values)


def variance(values: Sequence[F]) -> F:
    return mean([v * v for v in values]) - mean(values) ** 2


def deck_point(deck: Sequence[int], largest: int) -> dict[str, F | int]:
    numbers = [F(k) for k in deck]
    return {"EY": mean(numbers), "VarY": variance(numbers), "L": largest, "M": len(deck)}


def sums(people: Iterable[Sequence[int]], deals: Iterable[Sequence[int]], largest: int) -> list[F]:
    """The sum of the reports for every choice of respondents and every dealing, all equally likely."""
    return [
        F(sum(largest + 1 - y if x else y for x, y in zip(truths, cards, strict=True)))
        for truths, cards in product(people, list(deals))
    ]


DECKS = [((1, 3, 3), 3), ((1, 2, 2, 4), 4), ((1, 1, 3, 3), 3), ((2, 2, 1, 5), 5), ((1, 2, 2), 2)]


@pytest.mark.parametrize(("deck", "largest"), DECKS)
@pytest.mark.parametrize("sensitive", [0, 1, 2, 3])
def test_everybody_is_asked_and_every_card_is_dealt(deck: tuple[int, ...], largest: int, sensitive: int) -> None:
    size = len(deck)
    truths = [1] * sensitive + [0] * (size - sensitive)
    point = deck_point(deck, largest) | {"N": size, "pi": F(sensitive, size)}
    improved = card_reports(CARD, finite_population(), deck=N)
    shuffled = sums(permutations(truths), permutations(deck), largest)
    in_order = sums([truths], permutations(deck), largest)
    found = improved.variance_of_sum(N).evaluate(point)
    assert found == variance(shuffled) == variance(in_order)
    assert improved.mean.evaluate(point) * size == mean(shuffled)
    estimate = improved.estimate()
    if estimate.slope.evaluate(point):
        a, b = estimate.intercept.evaluate(point), estimate.slope.evaluate(point)
        values = [(s / size - a) / b for s in shuffled]
        assert mean(values) == F(sensitive, size)
        assert variance(values) == improved.estimator_variance(N).evaluate(point)


@pytest.mark.parametrize(("deck", "largest"), DECKS[:4])
def test_a_sample_and_a_deck_that_is_larger_than_the_sample(deck: tuple[int, ...], largest: int) -> None:
    people, asked = [1, 0, 0, 1, 1], 3
    reports = card_reports(CARD, finite_population(), deck=M)
    shuffled = sums(permutations(people, asked), permutations(deck, asked), largest)
    point = deck_point(deck, largest) | {"N": 5, "pi": F(3, 5), "n": asked}
    assert reports.variance_of_sum(SIZE).evaluate(point) == variance(shuffled)


def test_respondents_or_cards_drawn_with_replacement() -> None:
    deck, people, asked = (1, 2, 2, 2), (1, 0, 0, 0, 0), 3
    point = deck_point(deck, 4) | {"N": 5, "pi": F(1, 5), "n": asked}

    def found(truths: Draws, cards: RationalFunction | None) -> F:
        return card_reports(CARD, truths, deck=cards).variance_of_sum(SIZE).evaluate(point)

    anew, kept = (lambda: product(deck, repeat=asked)), (lambda: permutations(deck, asked))
    again, once = (lambda: product(people, repeat=asked)), (lambda: permutations(people, asked))
    cases: list[tuple[Draws, RationalFunction | None, Lists, Lists]] = [
        (finite_population(), None, anew, once),
        (infinite_population(), None, anew, again),
        (infinite_population(), M, kept, again),
        (finite_population(), M, kept, once),
    ]
    values = set()
    for truths, cards, deals, respondents in cases:
        expected = variance(sums(respondents(), deals(), 4))
        assert found(truths, cards) == expected
        values.add(expected)
    assert len(values) == 4


def test_a_large_deck_is_as_good_as_independent_cards() -> None:
    dealt = card_reports(CARD, finite_population(), deck=1 / variable("u")).variance_of_sum(SIZE)
    assert dealt.substitute({"u": 0}) == card_reports(CARD, finite_population()).variance_of_sum(SIZE)


def test_pairs_of_cards_and_of_respondents() -> None:
    deck = (1, 1, 2, 3, 3, 3)
    shares = [F(deck.count(k), 6) for k in (1, 2, 3)]
    draws = draws_without_replacement(card(shares).law, 6)
    for f, g in product(("1", "Y", "Y^2"), repeat=2):
        powers = {"1": 0, "Y": 1, "Y^2": 2}
        value = variable("Y_i") ** powers[f] * variable("Y_j") ** powers[g]
        pairs = [F(a ** powers[f] * b ** powers[g]) for a, b in permutations(deck, 2)]
        assert draws.expect_pair(value).evaluate({}) == mean(pairs)
    assert draws_without_replacement(CARD.law, M).covariance == -VARY / (M - 1)
    assert independent_draws(CARD.law).covariance.is_zero()
    both = finite_population().expect_pair(variable("x_i") * variable("x_j"))
    assert both == PI * (N * PI - 1) / (N - 1)
    assert finite_population().expect_pair((1 - variable("x_i")) * variable("x_j")) == N * PI * (1 - PI) / (N - 1)


def test_given_truths_only_the_cards_are_random() -> None:
    dealt = card_reports(CARD, finite_population(), deck=M)
    assert dealt.given({"x": 1}).mean == L + 1 - EY
    pair = draws_without_replacement(tabulated_law(("x", "b"), {(0, 0): F(1, 2), (1, 1): F(1, 2)}), 4)
    with pytest.raises(LawError, match="b comes with x"):
        Reports(variable("x") + variable("b"), (pair,)).given({"x": 1})


def test_mean_and_variance_of_the_classical_surveys() -> None:
    p = variable("p")
    coin = independent_draws(indicator_law("u", p))
    u, x = variable("u"), variable("x")
    report = u * x + (1 - u) * (1 - x)
    for truths in (finite_population(), infinite_population()):
        by_coin = Reports(report, (coin, truths))
        by_design = design_reports(get("warner").printed_matrix, truths)
        at_p = {"p_w": p}
        assert by_design.mean.substitute(at_p) == by_coin.mean
        assert by_design.variance_of_sum(N).substitute(at_p) == by_coin.variance_of_sum(N)
    census, sampled = (Reports(report, (coin, t)) for t in (finite_population(), infinite_population()))
    assert census.estimator_variance(N) == p * (1 - p) / (N * (2 * p - 1) ** 2)
    assert sampled.estimator_variance(N) - census.estimator_variance(N) == PI * (1 - PI) / N
    # In random order, reports of a census are dependent although their coins are not.
    assert census.covariance == -((2 * p - 1) ** 2) * PI * (1 - PI) / (N - 1)


def test_an_attribute_with_two_parts_is_drawn_as_a_whole() -> None:
    """The unrelated question about a fixed attribute b that may depend on x: everybody in random order."""
    people = [(1, 1), (1, 0), (0, 1), (0, 0), (1, 1)]
    shares = {pair: F(people.count(pair), 5) for pair in set(people)}
    truths = draws_without_replacement(tabulated_law(("x", "b"), shares), 5)
    p = F(2, 7)
    u, x, b = (variable(name) for name in ("u", "x", "b"))
    reports = Reports(u * x + (1 - u) * b, (independent_draws(indicator_law("u", p)), truths))
    first = second = F(0)
    for coins in product((0, 1), repeat=3):
        weight = F(1)
        for coin in coins:
            weight *= p if coin else 1 - p
        for asked in permutations(people, 3):
            total = sum(a if coin else c for coin, (a, c) in zip(coins, asked, strict=True))
            first, second = first + weight * F(total, 60), second + weight * F(total**2, 60)
    assert reports.variance_of_sum(3).evaluate({}) == second - first**2


def test_given_cards_and_named_moments_agree() -> None:
    shares = card_probabilities(3)
    given = card(shares)
    concrete = card_reports(given, finite_population(), deck=N).estimator_variance(N)
    moments = {"EY": given.mean, "VarY": given.variance, "L": 3}
    assert card_reports(CARD, finite_population(), deck=N).estimator_variance(N).substitute(moments) == concrete


def test_what_cannot_be_drawn_or_estimated_is_refused() -> None:
    with pytest.raises(LawError, match="4 draws of Y"):
        card_reports(CARD, infinite_population(), deck=3).variance_of_sum(4)
    with pytest.raises(LawError, match="population of one"):
        draws_without_replacement(CARD.law, 1).pair_moment((1,), (1,))
    assert card_reports(CARD, finite_population(size=1)).variance_of_sum(1) is not None
    even = card([F(1, 3)] * 3)
    with pytest.raises(SingularDesignError, match="does not depend on pi"):
        card_reports(even, finite_population()).estimate()
    with pytest.raises(LawError, match="not linear"):
        Reports(variable("x") * PI, (infinite_population(),)).estimate()
    with pytest.raises(LawError, match="one name"):
        Reports(variable("x"), (infinite_population(), infinite_population()))
    with pytest.raises(LawError, match="no source has the variable z"):
        card_reports(CARD, finite_population()).given({"z": 0})
    with pytest.raises(LawError, match="truths 0 and 1"):
        design_reports(Design([[1, 0], [0, 1]], truths=["a", "b"]), finite_population())
