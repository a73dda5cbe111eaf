"""Decks of more cards than respondents: the variance against enumeration, and what sharing costs in privacy."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.theorems.decks.deck_optimum import least_variance
from derivations.theorems.decks.partial_deck import (
    best_ratio_together,
    census_factor,
    deck_variance,
    free_deck,
    more_cards,
    partial_deck_derivation,
    partial_deck_variance,
    putting_back_is_better,
    sharing_is_free,
    sharing_lowers_at_most,
)
from mechanisms.guarantees.deck_privacy import joint_delta, joint_odds
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


def test_the_derivation_ends_in_the_printed_form():
    derivation = partial_deck_derivation()
    assert len(derivation.theorems) >= 10
    assert all(theorem.oracles == frozenset() for theorem in derivation.theorems)
    at = {"M": F(9), "N": F(5), "pi": F(2, 5)}
    assert census_factor().evaluate(at) == F(9 - F(1, 5), 8)
    assert partial_deck_variance(3).evaluate({**at, "n": F(5)}) == F(3, 5) * F(9 - F(1, 5), 8)
    assert r"\frac{M - N(2\pi-1)^2}{M-1}" in derivation.latex()


@pytest.mark.parametrize(
    ("symbol", "pi"), [("<", F(1, 5)), ("<", F(1)), (">", F(1, 2)), (">", F(9, 20)), ("=", F(1, 4)), ("=", F(3, 4))]
)
def test_more_cards_raise_the_variance_away_from_one_half(symbol, pi):
    at = {"N": F(4), "M": F(6), "M2": F(7), "pi": pi}
    theorem = more_cards()[symbol]
    assert all(h.holds_at(at) for h in theorem.sequent.hypotheses)
    assert theorem.sequent.conclusion.holds_at(at)
    few, many = (census_factor(cards, 4, pi).evaluate({}) for cards in (6, 7))
    assert {"<": few < many, ">": few > many, "=": few == many}[symbol]
    assert sum(all(h.holds_at(at) for h in t.sequent.hypotheses) for t in more_cards().values()) == 1


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
    assert factor == census_factor(29, respondents, pi).evaluate({})
    assert holds(putting_back_is_better(), {**at, "V": ratio, "W": factor})
    assert holds(sharing_lowers_at_most(), {"n": F(4), "N": F(4), "M": F(29), "pi": pi})
    single = level * (29 - k) / (29 + level * k)
    assert F(20, 9) <= single
    assert holds(least_variance(2), {"p1": single / (single + 1), "x": single})


@given(st.fractions(1, 5, max_denominator=4), st.fractions(F(1, 30), F(9, 10), max_denominator=30), st.integers(1, 12))
def test_a_free_deck_has_the_delta_of_cards_that_are_put_back(x, delta, respondents):
    many, few = free_deck(x, delta, respondents)
    cards = many + few
    assert cards >= respondents
    assert F(many, cards) == (x + delta) / (x + 1)
    assert joint_delta((many, few), respondents, x) == joint_delta((many, few), 1, x) == delta
    if respondents > 1 and cards > 1:
        pi = F(1, respondents)
        put_back = F(many * few, (many - few) ** 2)
        factor = deck_variance((many, few), respondents, respondents, pi) * respondents / put_back
        assert factor == census_factor(cards, respondents, pi).evaluate({})


def test_a_smaller_deck_costs_privacy():
    many, few = free_deck(F(3), F(1, 10), 20)
    assert (many, few) == (155, 45)
    assert joint_delta((many * 3 // 5, few * 3 // 5), 20, F(3)) > F(1, 10)


@pytest.mark.parametrize(
    "call",
    [
        lambda: deck_variance((2, 2), 2, 4, F(1, 4)),
        lambda: deck_variance((1, 3), 2, 4, F(1, 3)),
        lambda: deck_variance((1, 3), 3, 2, F(1, 2)),
        lambda: deck_variance((1, 3), 5, 6, F(1, 2)),
        lambda: deck_variance((0, 1), 1, 2, F(1, 2)),
        lambda: free_deck(F(3), F(0), 4),
        lambda: free_deck(F(1, 2), F(1, 4), 4),
    ],
)
def test_what_cannot_be_dealt_is_refused(call):
    with pytest.raises(DeckError):
        call()
