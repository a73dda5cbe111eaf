"""Decks of more cards than respondents: the variance against enumeration, and what sharing costs in privacy."""

from fractions import Fraction
from itertools import permutations

import pytest

from derivations.theorems.decks.deck_optimum import least_variance
from derivations.theorems.decks.partial_deck import (
    best_ratio_together,
    deck_variance,
    partial_deck_variance,
    putting_back_is_better,
    sharing_is_free,
    sharing_lowers_at_most,
)
from mechanisms.guarantees.deck_privacy import joint_odds
from mechanisms.protocols.shared_deck import DeckError

F = Fraction


def enumerated(counts, respondents, truths):
    """E and Var of the estimate over all samples of the population and all deals, one by one."""
    largest = len(counts)
    deck = [k for k, count in enumerate(counts, 1) for _ in range(count)]
    mean = F(sum(deck), len(deck))
    first = second = total = 0
    for people in permutations(truths, respondents):
        for deal in permutations(deck, respondents):
            reports = [largest + 1 - y if x else y for x, y in zip(people, deal, strict=True)]
            estimate = (F(sum(reports), respondents) - mean) / (largest + 1 - 2 * mean)
            first, second, total = first + estimate, second + estimate**2, total + 1
    return first / total, second / total - (first / total) ** 2


@pytest.mark.parametrize(
    ("counts", "respondents", "truths"),
    [
        ((1, 3), 2, (0, 1)),
        ((1, 3), 2, (0, 0, 1)),
        ((2, 3), 3, (0, 0, 1)),
        ((1, 1, 3), 3, (1, 1, 1, 0)),
        ((2, 1, 3), 2, (0, 0, 0, 0, 1)),
        ((0, 2, 1, 3), 3, (0, 1, 1)),
        ((1, 2), 1, (0, 1, 1)),
        ((1, 3), 4, (0, 0, 0, 1)),
        ((1, 4), 2, (0, 0)),
    ],
)
def test_the_variance_of_every_sample_and_deal(counts, respondents, truths):
    pi = F(sum(truths), len(truths))
    mean, variance = enumerated(counts, respondents, truths)
    assert mean == pi
    assert deck_variance(counts, respondents, len(truths), pi) == variance


def test_the_ends_are_cards_put_back_and_the_full_deck():
    size, pi = 10, F(3, 10)
    full = partial_deck_variance(1, size, size, size, pi).evaluate({})
    assert full == 4 * pi * (1 - pi) / (size - 1)
    far = partial_deck_variance(1, size, 10**9, size, pi).evaluate({})
    assert abs(far - F(1, size)) < F(1, 10**8)


@pytest.mark.parametrize(
    "theorem", [best_ratio_together, sharing_lowers_at_most, putting_back_is_better, sharing_is_free]
)
def test_no_oracle_is_trusted(theorem):
    assert theorem().oracles == frozenset()


def holds(theorem, at):
    assert all(h.holds_at(at) for h in theorem.sequent.hypotheses)
    return theorem.sequent.conclusion.holds_at(at)


@pytest.mark.parametrize("respondents", [2, 3, 7])
@pytest.mark.parametrize("pi", [F(0), F(1)])
def test_at_delta_zero_putting_back_is_better(respondents, pi):
    """Every deck of up to 40 cards of two kinds, or three with a middle card, at its own eps of all reports."""
    for cards in range(2 * respondents, 41):
        for many in range(cards // 2 + 1, cards):
            for middle in (0, 1, cards // 4):
                counts = (many, middle, cards - many - middle) if middle else (many, cards - many)
                if counts[-1] < respondents or counts[-1] >= many:
                    continue
                level = joint_odds(counts, respondents)
                shared = deck_variance(counts, respondents, respondents, pi)
                assert shared > level / (level - 1) ** 2 / respondents


def test_the_theorems_speak_of_the_decks():
    counts, respondents, pi = (20, 9), 4, F(1, 4)
    k, level = respondents - 1, joint_odds(counts, respondents)
    at = {"X": level, "k": F(k), "M": F(29), "a": F(20), "b": F(9)}
    assert holds(best_ratio_together(), at)
    ratio = deck_variance(counts, 1, respondents, pi) - pi * (1 - pi)
    factor = deck_variance(counts, respondents, respondents, pi) * respondents / ratio
    assert factor == (29 - respondents * (2 * pi - 1) ** 2) / (29 - 1)
    assert holds(putting_back_is_better(), {**at, "V": ratio, "W": factor})
    assert holds(sharing_lowers_at_most(), {"n": F(4), "N": F(4), "M": F(29), "pi": pi})
    single = level * (29 - k) / (29 + level * k)
    assert F(20, 9) <= single
    assert holds(least_variance(2), {"p1": single / (single + 1), "x": single})


@pytest.mark.parametrize(
    "call",
    [
        lambda: deck_variance((2, 2), 2, 4, F(1, 4)),
        lambda: deck_variance((1, 3), 2, 4, F(1, 3)),
        lambda: deck_variance((1, 3), 3, 2, F(1, 2)),
        lambda: deck_variance((1, 3), 5, 6, F(1, 2)),
        lambda: deck_variance((0, 1), 1, 2, F(1, 2)),
    ],
)
def test_what_cannot_be_dealt_is_refused(call):
    with pytest.raises(DeckError):
        call()
