"""The best deck of exactly N cards at a given privacy of one report, found exactly, with all ties.

A deck has c_k cards that show k = 1 .. L, sum N, and c_k <= x c_{L+1-k} for all k, x = e^eps. Wanted is the least
V = Var(Y)/(L + 1 - 2 E[Y])^2, to which the variance of the estimate is proportional, put back or dealt.

The pair of cards k and L + 1 - k lies at the distance d = L + 1 - 2 k. If it has m cards, then at most
t(m) = m - 2 (least b with m - b <= x b) more of one kind than of the other. With Q = sum d^2 m and T = sum d t(m),

    4 V + 1 = N Q/T^2,

so the totals m of the pairs are all that is left to choose; a middle card (L odd, d = 0) takes the rest. The best deck
may use several pairs, such as (5, 2, 0, 0, 1, 2) for N = 10, L = 6, eps = 1: the ideal proportion x : 1 is missed by
less. Let rho be the largest t(m)/m. Once some totals are chosen, with T and Q so far and n cards left, the final T^2/Q
is at most the largest

    (T + rho sum d m)^2/(Q + sum d^2 m)    over real m >= 0 of the distances that are left, sum m = n.

That is a square of an affine function over an affine one, hence convex, and largest where all n cards are at one of
these distances. As a function of the next total this bound is convex as well: the totals that survive it are an initial
and a final stretch, and the search visits nothing in between. It is exhaustive otherwise, in integers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from derivations.arithmetic.kernel import Theorem
from mechanisms.exact.notebook import Shown
from mechanisms.exact.privacy_level import PrivacyLevel

MAXIMAL_CARDS = 100_000
MAXIMAL_NODES = 1_000_000


class NoDeckError(ValueError):
    """There is no deck of these numbers that is private and tells the groups apart."""


class SearchTooLargeError(RuntimeError):
    """The search for the best deck did not end within its limit; fewer cards or fewer numbers would."""


def variance_ratio(counts: tuple[int, ...]) -> Fraction:
    """V = Var(Y)/(L + 1 - 2 E[Y])^2 of a card drawn from the deck; ZeroDivisionError when the spread is 0."""
    size = sum(counts)
    mean = Fraction(sum(k * c for k, c in enumerate(counts, 1)), size)
    squares = Fraction(sum(k * k * c for k, c in enumerate(counts, 1)), size)
    return (squares - mean**2) / (len(counts) + 1 - 2 * mean) ** 2


@dataclass(frozen=True)
class BestDecks(Shown):
    """The decks of least V.

    Attributes:
        cards: N.
        level: the privacy level of one report.
        decks: (c_1, ..., c_L) of every best deck, in decreasing order; with each its mirror image.
        nodes: how many branches the search visited.

    """

    cards: int
    level: PrivacyLevel
    decks: tuple[tuple[int, ...], ...]
    nodes: int

    @cached_property
    def value(self) -> Fraction:
        """The least V."""
        return variance_ratio(self.decks[0])

    @cached_property
    def theorem(self) -> Theorem:
        """No deck of integers is better, by the kernel; TooManyCasesError where there are too many cases."""
        from lp.decks.integer_deck_theorem import no_better_deck

        return no_better_deck(self)

    @property
    def active(self) -> tuple[str, ...]:
        """What is tight in the first deck: cards that another card of the same number would make less private."""
        deck = self.decks[0]
        pairs = [(k, c, deck[-k]) for k, c in enumerate(deck, 1) if 2 * k != len(deck) + 1]
        return tuple(
            f"c_{k} = 0" if c == few == 0 else f"c_{k} = floor(x c_{len(deck) + 1 - k})"
            for k, c, few in pairs
            if c == self.level.multiple_below(few)
        )

    def _repr_latex_(self) -> str:
        decks = r",\ ".join(f"({', '.join(map(str, deck))})" for deck in self.decks)
        value = self.value
        return rf"$\displaystyle \min V = \frac{{{value.numerator}}}{{{value.denominator}}} \text{{ at }} {decks}$"

    @property
    def ideal(self) -> Fraction | None:
        """x/(x - 1)^2, the least V without whole cards (`decks.deck_optimum`); None if x is irrational."""
        x = self.level.x
        return None if x is None else x / (x - 1) ** 2

    @property
    def ideal_enclosure(self) -> tuple[Fraction, Fraction]:
        """Rational bounds of x/(x - 1)^2, which falls in x."""
        low, high = self.level.enclosure
        return high / (high - 1) ** 2, low / (low - 1) ** 2

    def variance_put_back(self) -> Fraction:
        """Var(pi_hat) of N respondents who are the whole population, each card put back: V/N."""
        return self.value / self.cards

    def variance_dealt(self, pi: Fraction) -> Fraction:
        """Var(pi_hat) when the N cards are dealt to the whole population of N >= 2: 4 pi (1 - pi) V/(N - 1)."""
        return 4 * pi * (1 - pi) * self.value / (self.cards - 1)


def gaps(cards: int, level: PrivacyLevel) -> list[int]:
    """t(m) for m = 0 .. cards: the largest a - b with a + b = m, a <= x b and b <= x a; -1 where there is none."""
    found: list[int] = []
    few, reach = 0, 0
    for total in range(cards + 1):
        while reach < total:
            few += 1
            reach = few + level.multiple_below(few)
        found.append(max(-1, total - 2 * few))
    return found


class _Search:
    """Depth first over the totals of the pairs, from the outermost inwards."""

    def __init__(self, cards: int, largest: int, level: PrivacyLevel) -> None:
        self.cards = cards
        self.odd = largest % 2 == 1
        self.distances = list(range(largest - 1, 0, -2))
        # What the cards that are left can be used for, once the pairs before a place are chosen.
        self.left_over = [
            [*self.distances[place:], *([0] if self.odd else [])] for place in range(len(self.distances) + 1)
        ]
        self.gaps = gaps(cards, level)
        self.rho = max((Fraction(t, m) for m, t in enumerate(self.gaps) if m and t > 0), default=Fraction(0))
        self.best = (0, 1)  # T and Q; T = 0 is no information
        self.found: list[tuple[int, ...]] = []
        self.nodes = 0

    def run(self) -> None:
        if self.rho:
            for place in range(len(self.distances)):
                self._single(place)
            self._branch((), 0, 0, self.cards)

    def _single(self, place: int) -> None:
        """A deck of one pair and, if there is one, of a middle card: where the search starts from."""
        distance = self.distances[place]
        for m in range(1, self.cards + 1) if self.odd else (self.cards,):
            if self.gaps[m] > 0:
                self.best = max(self.best, (distance * self.gaps[m], distance**2 * m), key=_information)

    def _branch(self, totals: tuple[int, ...], spread: int, second: int, left: int) -> None:
        place = len(totals)
        if place == len(self.distances):
            if spread:
                self._offer(totals, spread, second)
            return
        for m in self._surviving(place, spread, second, left):
            gap = self.gaps[m]
            if gap < 0:
                continue
            self.nodes += 1
            if self.nodes > MAXIMAL_NODES:
                raise SearchTooLargeError(
                    f"the best deck of {self.cards} cards with {len(self.distances)} pairs was not found within "
                    f"{MAXIMAL_NODES} branches; ask for fewer cards or a smaller L"
                )
            distance = self.distances[place]
            wider, more = spread + distance * gap, second + distance**2 * m
            if self._promising(wider * self.rho.denominator, more, left - m, place + 1):
                self._branch((*totals, m), wider, more, left - m)

    def _surviving(self, place: int, spread: int, second: int, left: int) -> Iterator[int]:
        """The totals m of the pair that the convex bound does not rule out."""
        if place + 1 == len(self.distances) and not self.odd:
            yield left
            return
        distance, u, v = self.distances[place], self.rho.numerator, self.rho.denominator

        def possible(m: int) -> bool:
            return self._promising(v * spread + u * distance * m, second + distance**2 * m, left - m, place + 1)

        stop = left + 1
        for m in range(left + 1):
            if not possible(m):
                stop = m
                break
            yield m
        for m in range(left, stop, -1):
            if not possible(m):
                break
            yield m

    def _promising(self, spread: int, second: int, left: int, place: int) -> bool:
        """Whether the bound for the pairs from `place` on reaches the best T^2/Q; `spread` is T times rho's divisor."""
        u, v = self.rho.numerator, self.rho.denominator
        best_spread, best_second = self.best
        for distance in self.left_over[place] if left else (0,):
            square = (spread + u * distance * left) ** 2
            if square * best_second >= best_spread**2 * v * v * (second + distance**2 * left):
                return True
        return False

    def _offer(self, totals: tuple[int, ...], spread: int, second: int) -> None:
        better = spread**2 * self.best[1] - self.best[0] ** 2 * second
        if better > 0:
            self.best, self.found = (spread, second), []
        if better >= 0:
            self.found.append(totals)


def _information(spread_and_second: tuple[int, int]) -> Fraction:
    """T^2/Q."""
    spread, second = spread_and_second
    return Fraction(spread**2, second)


def best_integer_decks(cards: int, largest: int, level: PrivacyLevel) -> BestDecks:
    """All decks of exactly `cards` cards with numbers 1 .. `largest` that have the least V at the level.

    The answer is exact and complete. It takes N steps for the table of t(m) and a search, which is short unless L is
    large; SearchTooLargeError says that it was not. Raises NoDeckError when no private deck tells the groups apart, as
    for eps = 0.
    """
    if type(cards) is not int or not 1 <= cards <= MAXIMAL_CARDS:
        raise NoDeckError(f"the number of cards must be an integer from 1 to {MAXIMAL_CARDS}, not {cards!r}")
    if type(largest) is not int or not largest >= 2:
        raise NoDeckError(f"a deck needs the numbers 1 .. L with an integer L >= 2, not L = {largest!r}")
    search = _Search(cards, largest, level)
    search.run()
    if not search.found:
        raise NoDeckError(
            f"no deck of {cards} cards with the numbers 1 .. {largest} and eps = {level} tells the groups apart"
        )
    decks = {deck for totals in search.found for deck in _deck_and_mirror(totals, largest, cards, search.gaps)}
    return BestDecks(cards, level, tuple(sorted(decks, reverse=True)), search.nodes)


def _deck_and_mirror(
    totals: tuple[int, ...], largest: int, cards: int, table: list[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    many = tuple((m + table[m]) // 2 for m in totals)
    few = tuple((m - table[m]) // 2 for m in totals)
    middle = (cards - sum(totals),) if largest % 2 else ()
    return (*many, *middle, *reversed(few)), (*few, *middle, *reversed(many))
