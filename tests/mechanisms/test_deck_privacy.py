"""Joint privacy of reports from a shared deck, against enumeration of all vectors of reports."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from mechanisms.guarantees.deck_privacy import (
    joint_delta,
    joint_odds,
    worst_case,
)
from mechanisms.privacy import PrivacyError
from mechanisms.protocols.primitives import Deck
from mechanisms.protocols.protocol import Protocol
from mechanisms.protocols.shared_deck import DeckError, SharedDeck

F = Fraction
DECKS = [
    ((1, 3), 2),
    ((2, 6), 3),
    ((3, 4), 3),
    ((1, 1, 2), 3),
    ((1, 1, 2), 4),
    ((3, 2, 6), 3),
    ((2, 1, 1, 3), 3),
    ((0, 2, 1, 0), 2),
    ((0, 3, 0), 2),
    ((2, 2), 1),
]
LEVELS = (F(1), F(3, 2), F(4), F(100))


@cache
def laws(counts, respondents):
    """The law of the vector of reports for every vector of truths, by following the protocol."""

    def program(truth, deck):
        card = yield deck.draw()
        return len(counts) + 1 - card if truth else card

    deck = Deck(dict(enumerate(counts, start=1)), replacement=False)
    protocol = Protocol("deck", program, (0, 1), decks={"deck": deck})
    found = {}
    for truths in product((0, 1), repeat=respondents):
        law = protocol.joint_law(truths)
        found[truths] = {reports: p.evaluate({}) for reports, p in law.items()}
    return found


def neighbours(counts, respondents):
    all_laws = laws(counts, respondents)
    for truths, law in all_laws.items():
        for i in range(respondents):
            yield law, all_laws[(*truths[:i], 1 - truths[i], *truths[i + 1 :])]


@pytest.mark.parametrize(("counts", "respondents"), DECKS)
def test_every_pair_of_neighbours_has_the_same_privacy_loss(counts, respondents):
    for first, second in neighbours(counts, respondents):
        infinite = any(v not in second for v in first)
        assert joint_odds(counts, respondents) == (None if infinite else max(first[v] / second[v] for v in first))
        for x in LEVELS:
            excess = sum(max(F(0), p - x * second.get(v, F(0))) for v, p in first.items())
            assert joint_delta(counts, respondents, x) == excess


@pytest.mark.parametrize(("counts", "respondents"), [*DECKS, ((5, 2, 1, 3, 4), 5), ((12, 5), 5)])
def test_the_worst_case_occurs(counts, respondents):
    worst = worst_case(counts, respondents)
    assert sum(worst.taken) == respondents - 1
    left = [held - taken for held, taken in zip(counts, worst.taken, strict=True)]
    own, other = left[worst.report - 1], left[len(counts) - worst.report]
    assert worst.odds == (None if not own * other else max(F(own, other), F(other, own)))


@pytest.mark.parametrize("counts", [(7, 3, 2), (6, 5), (1, 4, 4, 2)])
def test_a_full_deck_discloses_the_cards_off_the_middle_with_certainty(counts):
    respondents = sum(counts)
    middle = counts[len(counts) // 2] if len(counts) % 2 else 0
    for x in LEVELS:
        assert joint_delta(counts, respondents, x) == 1 - F(middle, respondents)
    assert joint_odds(counts, respondents) is None


@pytest.mark.parametrize(("counts", "respondents"), [((5, 2, 1, 3), 4), ((9, 6), 6), ((4, 2, 5), 4)])
def test_the_closed_forms_agree_with_the_laws_of_all_reports(counts, respondents):
    deck = SharedDeck(counts)
    assert deck.epsilon(respondents).ratio.value == joint_odds(counts, respondents)
    for x in LEVELS:
        assert deck.delta(respondents, x) == joint_delta(counts, respondents, x)


def test_one_report_has_the_privacy_of_its_card():
    assert joint_odds((2, 5, 6), 1) == 3
    assert joint_delta((2, 5, 6), 1, F(2)) == F(2, 13)
    assert joint_odds((0, 5, 6), 1) is None


def test_the_loss_is_finite_from_as_many_cards_of_each_kind_as_respondents():
    assert joint_odds((9, 30), 10) is None
    assert joint_odds((10, 30), 10) == 30
    assert joint_odds((10, 30), 1) == 3
    previous = joint_odds((10, 30), 10)
    for multiple in (2, 10, 1000):
        current = joint_odds((10 * multiple, 30 * multiple), 10)
        assert 3 < current < previous
        previous = current


def test_many_respondents_are_no_burden():
    delta = joint_delta((60, 20, 60), 40, F(2))
    assert 0 < delta < joint_delta((60, 20, 60), 41, F(2))


@pytest.mark.parametrize(
    "call",
    [
        lambda: joint_odds((3,), 1),
        lambda: joint_odds((3, -1), 1),
        lambda: joint_odds((1, 1), 3),
        lambda: joint_odds((1, 1), 0),
        lambda: joint_odds((F(1), 1), 1),
    ],
)
def test_what_is_no_deck_is_refused(call):
    with pytest.raises(DeckError):
        call()


@pytest.mark.parametrize("x", [F(1, 2), 1.5, True])
def test_a_level_is_an_exact_number_of_at_least_one(x):
    with pytest.raises(PrivacyError):
        joint_delta((2, 2), 1, x)
