"""The trade between variance and joint privacy, against all decks one by one."""

from fractions import Fraction
from itertools import pairwise

import pytest

from lp.decks.partial_decks import CardSurvey, best_shared_decks, card_ratio, frontier, sizes
from mechanisms.protocols.shared_deck import DeckError, SharedDeck

F = Fraction


@pytest.mark.parametrize("pi", [F(0), F(1, 4), F(1, 2)])
@pytest.mark.parametrize(("x", "delta"), [(F(3), F(1, 10)), (F(1), F(1, 4)), (F(2), F(0)), (F(2), F(1, 2))])
def test_the_best_shared_deck_is_the_best_of_all(x, delta, pi):
    survey, most = CardSurvey.census(4, pi), 24
    best, decks = None, []
    for cards in range(4, most + 1):
        for many in range(cards // 2 + 1, cards + 1):
            counts = (many, cards - many)
            if SharedDeck(counts).delta(4, x) > delta:
                continue
            variance = survey.variance(counts)
            if best is None or variance < best:
                best, decks = variance, []
            if variance == best:
                decks.append(counts)
    found = best_shared_decks(survey, x, delta, most)
    assert (found.variance, found.decks) == (best, tuple(decks))


def test_sharing_beats_putting_back_once_delta_is_positive():
    survey = CardSurvey.census(20, F(1, 10))
    found = best_shared_decks(survey, F(3), F(1, 10), 200)
    assert found.put_back == F(31 * 9, (31 - 9) ** 2) / 20
    assert found.variance < found.put_back * F(9, 10)
    assert best_shared_decks(survey, F(3), F(0), 120).variance > best_shared_decks(survey, F(3), F(0), 90).put_back


def test_the_frontier_runs_from_the_full_deck_to_cards_put_back():
    survey = CardSurvey.census(8, F(1, 8))
    shares = (F(1, 4), F(0), F(3, 4))
    points = frontier(shares, survey, (F(3), F(4)), sizes(shares, 8))
    assert [p.cards for p in points] == [8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, None]
    first, *inner, last = points
    assert first.odds is None
    assert first.deltas == (1, 1)
    assert last.odds == 3
    assert last.deltas == (0, 0)
    assert last.variance == F(3, 4) / 8
    assert all(p.variance < q.variance for p, q in pairwise(points))
    assert all(p.deltas[0] > q.deltas[0] for p, q in pairwise(points))
    finite = [p.odds for p in inner if p.odds is not None]
    assert finite == sorted(finite, reverse=True)
    deck = SharedDeck((3, 0, 9))
    (point, _) = frontier(shares, CardSurvey(3, 8, F(1, 8)), (F(4),), [12])
    assert point.odds == deck.epsilon(3).ratio.value
    assert point.deltas == (deck.delta(3, F(4)),)


def test_a_sample_has_the_variance_of_drawing_people_too():
    survey = CardSurvey(3, 9, F(1, 3))
    assert survey.variance_put_back(0) == F(2, 9) * F(6, 24)
    assert survey.variance_put_back(1) == F(2, 9) * F(6, 24) + F(1, 3)
    assert card_ratio((F(1, 3), F(2, 3))) == 2


@pytest.mark.parametrize(
    "call",
    [
        lambda: frontier((F(1, 2), F(1, 2)), CardSurvey.census(4, F(1, 4)), (F(3),), [8]),
        lambda: frontier((F(1, 3), F(2, 3)), CardSurvey.census(4, F(1, 4)), (F(3),), [8]),
        lambda: frontier((F(1, 4), F(3, 4)), CardSurvey.census(9, F(1, 3)), (F(3),), [8]),
        lambda: best_shared_decks(CardSurvey.census(5, F(1, 5)), F(1), F(0), 30),
        lambda: best_shared_decks(CardSurvey.census(5, F(1, 5)), F(3, 2), F(0), 10),
        lambda: best_shared_decks(CardSurvey.census(5, F(1, 5)), F(1, 2), F(0), 10),
        lambda: best_shared_decks(CardSurvey.census(5, F(1, 5)), F(2), F(1), 10),
    ],
)
def test_decks_that_do_not_exist_are_refused(call):
    with pytest.raises(DeckError):
        call()
