"""The law of all reports from one deck, against every dealing; and what it says about one respondent."""

from collections import Counter
from fractions import Fraction as F
from itertools import permutations, product

import numpy as np
import pytest
from scipy.stats import binom

from mechanisms.catalogue import improved_christofides
from mechanisms.exact.divergence import hockey_stick, largest_ratio
from mechanisms.protocols.shared_deck import DeckError, SharedDeck

Law = dict[tuple[int, ...], F]


def every_dealing(counts: tuple[int, ...], truths: tuple[int, ...]) -> Law:
    """All orders of the cards, each equally likely."""
    cards = [k for k, count in enumerate(counts, 1) for _ in range(count)]
    orders = list(permutations(range(len(cards)), len(truths)))
    seen = Counter(
        tuple(len(counts) + 1 - cards[c] if x else cards[c] for c, x in zip(order, truths, strict=True))
        for order in orders
    )
    return {reports: F(times, len(orders)) for reports, times in seen.items()}


@pytest.mark.parametrize("counts", [(1, 2), (1, 0, 2), (1, 1, 2), (2, 0, 1, 2), (1, 3), (1, 1, 1, 1)])
def test_the_law_of_all_reports_is_that_of_every_dealing(counts: tuple[int, ...]) -> None:
    deck = SharedDeck(counts)
    for respondents in range(1, deck.size + 1):
        for truths in product((0, 1), repeat=respondents):
            law = deck.law(truths)
            assert law == every_dealing(counts, truths)
            assert sum(law.values()) == 1


def test_the_law_is_that_of_the_protocol() -> None:
    counts, truths = (1, 2, 2), (0, 1, 1)
    followed = improved_christofides(counts).protocol.joint_law(truths)
    assert {reports: p.evaluate({}) for reports, p in followed.items()} == SharedDeck(counts).law(truths)


def all_neighbours(respondents: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [
        (truths, tuple(1 - x if i == changed else x for i, x in enumerate(truths)))
        for truths in product((0, 1), repeat=respondents)
        for changed in range(respondents)
    ]


@pytest.mark.parametrize(("counts", "respondents"), [((1, 3), 2), ((2, 1, 2), 2), ((3, 4), 3), ((1, 2, 1), 4)])
def test_privacy_over_all_neighbours(counts: tuple[int, ...], respondents: int) -> None:
    """One changed respondent stands for all: compared with the search over every pair of neighbours."""
    deck = SharedDeck(counts)
    laws = {truths: every_dealing(counts, truths) for truths in product((0, 1), repeat=respondents)}
    pairs = all_neighbours(respondents)
    for x in (F(1), F(3, 2), F(4)):
        worst = max(sum((max(F(0), p - x * laws[b].get(o, F(0))) for o, p in laws[a].items()), F(0)) for a, b in pairs)
        assert deck.delta(respondents, x) == worst
    ratios = [largest_ratio(laws[a], laws[b]).value for a, b in pairs]
    found = deck.epsilon(respondents)
    if None in ratios:
        assert found.ratio.value is None
    else:
        assert found.ratio.value == max(r for r in ratios if r is not None)
    top = laws[found.truths][found.ratio.outcome]  # type: ignore[index]
    bottom = laws[found.neighbour].get(found.ratio.outcome, F(0))  # type: ignore[call-overload]
    assert top > 0
    assert (top / bottom if bottom else None) == found.ratio.value


def test_a_dealt_out_deck_hides_nothing_of_a_change() -> None:
    """The reports of a whole deck add up to what one changed truth shifts, so some reports become impossible."""
    deck = SharedDeck((1, 0, 3))
    assert deck.epsilon(4).ratio.value is None
    assert deck.delta(4, 10**9) == 1
    assert SharedDeck((3, 3)).epsilon(1).ratio.value == 1
    assert SharedDeck((1, 3)).epsilon(1).ratio.value == 3


def test_a_deck_much_larger_than_the_sample_approaches_independent_cards() -> None:
    near = SharedDeck((10_000, 30_000)).epsilon(2).ratio.value
    assert near is not None
    assert abs(near - 3) < F(1, 1000)
    assert near != 3


def test_decks_of_given_proportions() -> None:
    assert SharedDeck.of_proportions([F(1, 10), F(1, 2), F(2, 5)], 20) == SharedDeck((2, 10, 8))
    with pytest.raises(DeckError, match="would hold 81/25 cards 2"):
        SharedDeck.of_proportions([F(1, 3), F(9, 25), F(23, 75)], 9)
    with pytest.raises(DeckError, match="would hold -1 cards 1"):
        SharedDeck.of_proportions([F(-1, 2), F(3, 2)], 2)
    with pytest.raises(DeckError, match="sum to 1/2"):
        SharedDeck.of_proportions([F(1, 2), F(0)], 2)


def test_sampled_reports_have_the_frequencies_of_the_law() -> None:
    """Exact binomial tails for each vector of reports: a false alarm has a probability of at most 1e-9."""
    deck, truths, runs = SharedDeck((1, 2, 1)), (0, 1, 1), 4000
    rng = np.random.default_rng(7)
    drawn = Counter(tuple(deck.sample(truths, rng)) for _ in range(runs))
    law = deck.law(truths)
    assert set(drawn) <= set(law)
    level = 1e-9 / (2 * len(law))
    for reports, probability in law.items():
        assert binom.cdf(drawn[reports], runs, float(probability)) > level
        assert binom.sf(drawn[reports] - 1, runs, float(probability)) > level
    assert sorted(deck.sample((0, 0, 0, 0), rng)) == [1, 2, 2, 3]


@pytest.mark.parametrize("counts", [(1, 2, 1), (2, 0, 3), (2, 2), (1, 1, 1, 1), (0, 3, 0)])
def test_the_answers_of_all_others_settle_the_last_truth(counts: tuple[int, ...]) -> None:
    """Of a deck that is dealt out, the others' truths and answers leave one card: only its middle number is silent."""
    deck = SharedDeck(counts)
    middle = counts[len(counts) // 2] if len(counts) % 2 else 0
    assert deck.delta(deck.size, 10**6) == 1 - F(middle, deck.size)


def test_what_makes_no_sense_is_refused() -> None:
    deck = SharedDeck((1, 2))
    with pytest.raises(DeckError, match="integer counts"):
        SharedDeck((0, 0))
    with pytest.raises(DeckError, match="integer counts"):
        SharedDeck((1, -1))
    with pytest.raises(DeckError, match="need at least as many cards"):
        deck.law((0, 0, 0, 0))
    with pytest.raises(DeckError, match="from 1 to 2"):
        deck.probability((0,), (3,))
    with pytest.raises(DeckError, match="sensitive"):
        deck.probability((2,), (1,))
    with pytest.raises(DeckError, match="at least 1"):
        deck.delta(1, F(1, 2))
    with pytest.raises(DeckError, match="at least one respondent"):
        deck.epsilon(0)


def test_divergences_of_given_laws() -> None:
    p, q = {"a": F(1, 2), "b": F(1, 2), "c": F(0)}, {"a": F(1, 6), "b": F(5, 6), "c": F(0)}
    assert largest_ratio(p, q).value == 3
    assert largest_ratio(p, q).outcome == "a"
    assert largest_ratio(q, p).value == F(5, 3)
    assert hockey_stick(p, q, 1) == F(1, 3)
    assert hockey_stick(p, q, 2) == F(1, 6)
    assert hockey_stick(p, q, 3) == hockey_stick(p, p, 1) == 0
    assert largest_ratio({"a": F(1)}, {"b": F(1)}).value is None
    with pytest.raises(ValueError, match="positive probability"):
        largest_ratio({"a": F(0)}, q)
