"""How many cards to share: the exact trade between variance and the privacy of all reports together.

A deck of M >= n cards is dealt to n respondents. More cards hide more of a respondent from a collector who knows
everything about all others, and (for N (2 pi - 1)^2 > 1) raise the variance. `frontier` follows given proportions as M
grows; `best_shared_decks` finds the numbers of cards of two kinds of least variance at a given (eps, delta).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from derivations.theorems.decks.partial_deck import deck_variance, partial_deck_variance
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational
from mechanisms.guarantees.deck_privacy import joint_delta, joint_odds
from mechanisms.protocols.shared_deck import DeckError, SharedDeck

MULTIPLES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)


@dataclass(frozen=True)
class CardSurvey(Shown):
    """n respondents drawn without replacement from N people of whom the share pi is sensitive."""

    respondents: int
    population: int
    pi: Fraction

    @classmethod
    def census(cls, population: int, pi: Rational) -> CardSurvey:
        """Everybody is asked."""
        return cls(population, population, Fraction(pi))

    def variance(self, counts: Sequence[int]) -> Fraction:
        """Var(pi_hat) with cards from one deck with these counts, dealt without replacement."""
        return deck_variance(counts, self.respondents, self.population, self.pi)

    def variance_put_back(self, ratio: Rational) -> Fraction:
        """Var(pi_hat) when cards with V = `ratio` are put back, so that the draws are independent."""
        drawn = partial_deck_variance(0, self.respondents, 2, self.population, self.pi).evaluate({})
        return drawn + Fraction(ratio) / self.respondents


@dataclass(frozen=True)
class FrontierPoint(Shown):
    """One number of cards.

    Attributes:
        cards: M; None for cards that are put back, the limit.
        counts: the deck; the proportions of the cards that are put back, if M is None.
        variance: Var(pi_hat).
        odds: e^eps of all reports together; None if infinite.
        deltas: delta of all reports together, for each of the levels that were asked for.

    """

    cards: int | None
    counts: tuple[Fraction | int, ...]
    variance: Fraction
    odds: Fraction | None
    deltas: tuple[Fraction, ...]


def sizes(shares: Sequence[Rational], respondents: int, multiples: Iterable[int] = MULTIPLES) -> tuple[int, ...]:
    """Sizes M >= n for which all M p_k are integers: about n times the multiples, rounded up."""
    unit = lcm(*(Fraction(share).denominator for share in shares))
    return tuple(dict.fromkeys(unit * -(-multiple * respondents // unit) for multiple in multiples))


def frontier(
    shares: Sequence[Rational], survey: CardSurvey, levels: Sequence[Rational], cards: Iterable[int]
) -> tuple[FrontierPoint, ...]:
    """Variance, e^eps and delta (one for each x = e^eps of `levels`) for decks of M cards in the given proportions.

    The last point is that of cards that are put back. Raises DeckError when M p_k is no integer, when there are fewer
    cards than respondents, or when the proportions tell nothing or everything about the truths.
    """
    points = []
    n = survey.respondents
    proportions = tuple(Fraction(share) for share in shares)
    limit = survey.variance_put_back(card_ratio(proportions))
    for size in cards:
        counts = SharedDeck.of_proportions(shares, size).counts
        deltas = tuple(joint_delta(counts, n, x) for x in levels)
        points.append(FrontierPoint(size, counts, survey.variance(counts), joint_odds(counts, n), deltas))
    unit = lcm(*(share.denominator for share in proportions))
    once = SharedDeck.of_proportions(proportions, unit).counts
    deltas = tuple(joint_delta(once, 1, x) for x in levels)
    points.append(FrontierPoint(None, proportions, limit, joint_odds(once, 1), deltas))
    return tuple(points)


def card_ratio(shares: Sequence[Fraction]) -> Fraction:
    """V = Var(Y)/(L + 1 - 2 E[Y])^2 of a card with these proportions; DeckError where spread or variance is 0."""
    mean = sum((k * p for k, p in enumerate(shares, 1)), Fraction(0))
    squares = sum((k * k * p for k, p in enumerate(shares, 1)), Fraction(0))
    spread = len(shares) + 1 - 2 * mean
    if spread == 0:
        raise DeckError(f"cards with the proportions {', '.join(map(str, shares))} tell nothing about the truths")
    if squares == mean**2:
        raise DeckError("if all cards show the same number, a report is the truth itself")
    return (squares - mean**2) / spread**2


@dataclass(frozen=True)
class BestSharedDecks(Shown):
    """The decks of two kinds of cards of least variance at (eps, delta) for all reports together.

    Attributes:
        decks: (a, b) with a > b, all that attain it; the mirror images (b, a) do as well.
        variance: the least Var(pi_hat).
        put_back: the least Var(pi_hat) with two kinds of cards that are put back and have the same (eps, delta).

    """

    decks: tuple[tuple[int, int], ...]
    variance: Fraction
    put_back: Fraction


def best_shared_decks(survey: CardSurvey, x: Rational, delta: Rational, maximal_cards: int) -> BestSharedDecks:
    """All decks of at most so many cards of two kinds with the least variance under (log x, delta) for all reports.

    Given M the variance falls in a, so the first a that is private, from above, is the best; and as delta is at least
    (a - x b)/M (Jensen), no a above M (x + delta)/(x + 1) is. Raises DeckError if no deck within the limit is private
    and tells anything.
    """
    if x < 1 or not 0 <= delta < 1:
        raise DeckError(f"x = e^eps must be at least 1 and delta in [0, 1), not x = {x} and delta = {delta}")
    share = Fraction(x + delta) / (x + 1)
    if share == Fraction(1, 2):
        raise DeckError("eps = 0 and delta = 0: every private deck answers independently of the truth")
    best: Fraction | None = None
    decks: list[tuple[int, int]] = []
    for cards in range(max(2, survey.respondents), maximal_cards + 1):
        for many in range(int(share * cards), cards // 2, -1):
            counts = (many, cards - many)
            variance = survey.variance(counts)
            if best is not None and variance > best:
                break
            if _is_private(counts, survey.respondents, x, delta):
                decks = [*decks, counts] if variance == best else [counts]
                best = variance
                break
    if best is None:
        raise DeckError(
            f"no deck of two kinds with at most {maximal_cards} cards is private together for "
            f"{survey.respondents} respondents; allow more cards"
        )
    put_back = survey.variance_put_back(share * (1 - share) / (2 * share - 1) ** 2)
    return BestSharedDecks(tuple(decks), best, put_back)


def _is_private(counts: tuple[int, int], respondents: int, x: Rational, delta: Rational) -> bool:
    if delta == 0:
        odds = joint_odds(counts, respondents)
        return odds is not None and odds <= x
    return joint_delta(counts, respondents, x) <= delta
