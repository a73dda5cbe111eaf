"""The best decks in real proportions: at a spread, over all spreads, and where no private deck tells anything."""

import random
from fractions import Fraction

import pytest

from derivations.arithmetic import kernel
from derivations.arithmetic.statements import Infeasible as NoPoint
from derivations.arithmetic.statements import Optimal, Sequent
from lp.decks.real_decks import BestRealDecks, RealDeck, best_at_spread, best_real_decks, deck_program
from lp.programs.outcomes import Infeasible
from mechanisms.protocols.shared_deck import DeckError

F = Fraction


def variance(shares: tuple[Fraction, ...]) -> Fraction:
    """V from its definition."""
    mean = sum(k * p for k, p in enumerate(shares, 1))
    squares = sum(k * k * p for k, p in enumerate(shares, 1))
    return (squares - mean**2) / (len(shares) + 1 - 2 * mean) ** 2


@pytest.mark.parametrize(("largest", "x"), [(2, F(3)), (3, F(7, 2)), (4, F(3, 2)), (5, F(11, 10))])
def test_all_best_decks_attain_the_closed_form(largest: int, x: Fraction) -> None:
    found = best_real_decks(largest, x)
    assert isinstance(found, BestRealDecks)
    assert found.value == x / (x - 1) ** 2
    assert len({deck.shares for deck in found.decks}) == 2 * (largest // 2)
    assert isinstance(found.theorem.statement, Sequent)
    for deck in found.decks:
        assert deck.value == variance(deck.shares) == found.value
        assert isinstance(deck.theorem.statement, Optimal)
        assert all(p <= x * q for p, q in zip(deck.shares, deck.shares[::-1], strict=True))
    assert r"\min V" in found._repr_latex_()


def test_no_private_deck_is_better_at_any_spread() -> None:
    """Random private decks of five kinds of cards against the program at their own spread."""
    rng = random.Random(3)
    x = F(5, 2)
    for _ in range(20):
        weights = [0] * 5
        for k in (0, 1):
            few = rng.randrange(1, 20)
            weights[k], weights[4 - k] = rng.randrange(few, int(x * few) + 1), few
        weights[2] = rng.randrange(0, 20)
        shares = tuple(F(w, sum(weights)) for w in weights)
        spread = 6 - 2 * sum(k * p for k, p in enumerate(shares, 1))
        if spread == 0:
            continue
        best = best_at_spread(5, x, spread)
        assert isinstance(best, RealDeck)
        assert best.spread == spread
        assert best.value <= variance(shares)
        assert variance(best.shares) == best.value


def test_a_given_middle_card() -> None:
    found = best_real_decks(3, 3, middle=F(1, 4))
    assert isinstance(found, BestRealDecks)
    assert found.decks[0].shares == (F(9, 16), F(1, 4), F(3, 16))
    assert found.value == variance(found.decks[0].shares)


def test_what_is_tight_is_said_in_words() -> None:
    deck = best_at_spread(2, 3, F(1, 2))
    assert isinstance(deck, RealDeck)
    assert deck.shares == (F(3, 4), F(1, 4))
    assert deck.active == ("p_1 = x p_2",)
    assert "V = " in deck._repr_latex_()


def test_spreads_beyond_reach_and_no_privacy_budget_are_certified() -> None:
    edge = F(4 * 2, 4)  # (L - 1)(x - 1)/(x + 1) for L = 5, x = 3
    assert isinstance(best_at_spread(5, 3, edge), RealDeck)
    beyond = best_at_spread(5, 3, edge + F(1, 1000))
    assert isinstance(beyond, Infeasible)
    assert isinstance(beyond.theorem.statement, NoPoint)
    y, w = beyond.multipliers
    for i in range(len(w)):
        with pytest.raises(kernel.KernelError):
            kernel.farkas(beyond.program, y, (*w[:i], w[i] + 1, *w[i + 1 :]))
    none = best_real_decks(4, 1)
    assert isinstance(none, Infeasible)


def test_what_makes_no_deck_is_refused() -> None:
    for arguments, said in (((1, 3, 1), "integer L"), ((3, F(1, 2), 1), "at least 1"), ((4, 3, 1, F(1, 2)), "odd L")):
        with pytest.raises(DeckError, match=said):
            deck_program(*arguments)
    with pytest.raises(DeckError, match="tells nothing"):
        best_at_spread(3, 3, 0)
