"""Decks of cards: shares p_1, ..., p_L >= 0 of cards that are put back, whole decks, and decks that are dealt out.

A card that shows k is read as k under one truth and as L + 1 - k under the other, so that with Z = L + 1 - 2 Y the
variance of the estimate grows with E[Z^2]/E[Z]^2. One report is as private where cards are dealt as where they are put
back: for a deck of N cards the counts are N p. All reports together are not: where a deck, perhaps one of several by
lot, is dealt to n respondents, the law of the cards is linear in the chances of the decks (`DealtDecks`).
Source: Sun, Zhou, Yan, section 4 and Theorem 5.5.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, perm, prod
from typing import Any

import cvxpy
import numpy as np

from lp.models.design_variable import Constraints, Number
from lp.models.exact_program import said
from mechanisms.guarantees.deck_privacy import checked_deck


class DeckVariable(cvxpy.Variable):  # type: ignore[misc]
    """p_k >= 0, k = 1, ..., L, at position k - 1; `on_simplex` says that they sum to 1, or to all cards."""

    def __init__(self, largest: int, cards: int | None = None) -> None:
        """The shares, or, with `cards`, whole numbers of that many cards: a mixed-integer program, for floats only."""
        self.total = 1 if cards is None else cards
        super().__init__(largest, name="p", nonneg=True, integer=cards is not None)

    @property
    def distances(self) -> Any:
        """Z of the cards: L + 1 - 2 k."""
        return self.size + 1 - 2 * np.arange(1, self.size + 1)

    @property
    def on_simplex(self) -> Constraints:
        """The shares sum to 1, the numbers of cards to all of them."""
        return [said(cvxpy.sum(self) == self.total, f"the cards sum to {self.total}")]


def deck_privacy(p: Any, x: Number) -> Constraints:
    """p_k <= x p_(L+1-k) for all k but a middle card, which says nothing. Linear, DPP in x; domain x >= 1."""
    kept = [k for k in range(p.size) if 2 * k + 1 != p.size]
    mirrored = [p.size - 1 - k for k in kept]
    return [
        said(p[kept] <= x * p[mirrored], "eps-LDP of a report", lambda i: f"p_{kept[i] + 1} = x p_{mirrored[i] + 1}")
    ]


def spread(p: DeckVariable) -> Any:
    """E[Z] = L + 1 - 2 E[Y]. Affine."""
    return p.distances @ p


def mean_square(p: DeckVariable) -> Any:
    """E[Z^2], which is least at a given spread in the best deck. Affine, non-negative."""
    return p.distances**2 @ p


class DealtDecks(cvxpy.Variable):  # type: ignore[misc]
    """theta_c >= 0: the chances of given decks, one of which is dealt to n respondents; a single deck has chance 1.

    Attributes:
        decks: counts (c_1, ..., c_L) of each, with at least n cards.
        respondents: n.

    """

    def __init__(self, decks: Sequence[Sequence[int]], respondents: int) -> None:
        self.decks = tuple(checked_deck(counts, respondents) for counts in decks)
        self.respondents = respondents
        super().__init__(len(self.decks), name="theta", bounds=[0, 1])

    @property
    def on_simplex(self) -> Constraints:
        """The chances sum to 1."""
        return [said(cvxpy.sum(self) == 1, "the chances of the decks sum to 1")]

    def _mean(self, value: Callable[[tuple[int, ...]], Fraction]) -> Any:
        return np.array([value(counts) for counts in self.decks], dtype=object) @ self

    @property
    def spread(self) -> Any:
        """E[Z]. Affine."""
        return self._mean(lambda counts: _moments(counts)[0])

    def variance(self, spread: Number, population: int, pi: Fraction) -> Any:
        """Var(pi_hat), if E[Z] = `spread` and n respondents are drawn without replacement from N people.

        (E[Z^2] + (n - 1) E[Z Z'] r)/(4 n spread^2) - (1 - 2 pi)^2/4 with two cards Z, Z' of one deck, and for two of
        the people r = (N (1 - 2 pi)^2 - 1)/(N - 1). Affine; domain n <= N, spread != 0, 0 <= pi <= 1.
        Source: Sun, Zhou, Yan, section 4.
        """
        n, gap = self.respondents, (1 - 2 * Fraction(pi)) ** 2
        both = (population * gap - 1) / (population - 1) if population > 1 else Fraction(0)
        squares, products = self._mean(lambda c: _moments(c)[1]), self._mean(lambda c: _moments(c)[2])
        return (squares + (n - 1) * both * products) / (4 * n * Fraction(spread) ** 2) - gap / 4

    def all_reports_privacy(self, x: Number, delta: Number = 0) -> Constraints:
        """All n reports together are (eps, delta)-private for one respondent, the truths of all others being known.

        If the others need the cards f, the report k of the respondent needs f and k, or f and L + 1 - k. Linear, DPP in
        x and delta; domain x >= 1, 0 <= delta <= 1. Source: `mechanisms.guarantees.deck_privacy`.
        """
        kinds, n = len(self.decks[0]), self.respondents
        cells = [(f, k) for f in _multisets(kinds, n - 1) for k in range(kinds) if 2 * k + 1 != kinds]
        if not cells:
            return []
        own, mirrored = (
            np.array(
                [[_chance(c, f, k if plain else kinds - 1 - k) for c in self.decks] for f, k in cells], dtype=object
            )
            @ self
            for plain in (True, False)
        )
        if isinstance(delta, cvxpy.Expression) or delta:
            loss = cvxpy.sum(cvxpy.pos(own - x * mirrored))
            return [said(loss <= delta, "(eps, delta)-LDP of all reports")]
        return [
            said(own <= x * mirrored, "eps-LDP of all reports", lambda i: f"others {cells[i][0]}, {cells[i][1] + 1}")
        ]


def _multisets(kinds: int, size: int) -> list[tuple[int, ...]]:
    """How many cards of each kind the others may hold."""
    chosen = combinations_with_replacement(range(kinds), size)
    return [tuple(cards.count(k) for k in range(kinds)) for cards in chosen]


def _chance(counts: tuple[int, ...], others: tuple[int, ...], card: int) -> Fraction:
    """That the others get these cards, in any order, and the respondent this one."""
    held = [f + (k == card) for k, f in enumerate(others)]
    ways = factorial(sum(others)) * prod(perm(c, f) for c, f in zip(counts, held, strict=True))
    return Fraction(ways, prod(map(factorial, others)) * perm(sum(counts), sum(held)))


def _moments(counts: tuple[int, ...]) -> tuple[Fraction, Fraction, Fraction]:
    """E[Z], E[Z^2] and E[Z Z'] of two cards of the deck; 0 where there is one card only."""
    size, distances = sum(counts), range(len(counts) - 1, -len(counts), -2)
    whole = sum(z * c for z, c in zip(distances, counts, strict=True))
    squares = sum(z * z * c for z, c in zip(distances, counts, strict=True))
    pairs = Fraction(whole**2 - squares, size * (size - 1)) if size > 1 else Fraction(0)
    return Fraction(whole, size), Fraction(squares, size), pairs
