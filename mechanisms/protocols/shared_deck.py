"""Reports from one deck that all respondents share: the exact law of all reports at once, and what it gives away.

A deck holds c_k cards k, k = 1 .. L, M cards in all. Each of n <= M respondents draws a card and keeps it, and reports
Y, or L + 1 - Y if sensitive. Given truths x, the reports r determine the cards y, and with d_k of them being k

    P(r | x) = prod_k c_k (c_k - 1) ... (c_k - d_k + 1) / (M (M - 1) ... (M - n + 1)).

Source: Sun, Zhou, Yan, An Improved Christofides Mechanism, section 4, where M = n = N.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import perm
from typing import TYPE_CHECKING

from mechanisms.exact.divergence import LargestRatio, hockey_stick, largest_ratio
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational

if TYPE_CHECKING:
    import numpy as np

Vector = tuple[int, ...]


class DeckError(ValueError):
    """A deck with too few cards, a report that is not on a card, or knowledge that contradicts itself."""


@dataclass(frozen=True)
class NeighbourLoss(Shown):
    """The worst ratio of the laws of all reports, over truths that differ in one respondent.

    Attributes:
        ratio: e^eps (None for infinity) and the reports at which it is attained.
        truths: the truths of the law in the numerator.
        neighbour: the truths of the law in the denominator.

    """

    ratio: LargestRatio
    truths: Vector
    neighbour: Vector


@dataclass(frozen=True)
class SharedDeck(Shown):
    """A deck with `counts[k - 1]` cards that show k, dealt without replacement.

    Raises DeckError for counts that are no integers >= 0, and for all zero.
    """

    counts: Vector

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", tuple(self.counts))
        if any(isinstance(c, bool) or not isinstance(c, int) or c < 0 for c in self.counts) or not self.size:
            raise DeckError(f"a deck needs integer counts >= 0, not all zero; {list(self.counts)} is none")

    @classmethod
    def of_proportions(cls, shares: Sequence[Rational], size: int) -> SharedDeck:
        """The deck of `size` cards of which the share `shares[k - 1]` shows k; DeckError for no whole number."""
        counts = [Fraction(share) * size for share in shares]
        for k, count in enumerate(counts, 1):
            if count.denominator != 1 or count < 0:
                raise DeckError(f"{size} cards of which {shares[k - 1]} show {k} would hold {count} cards {k}")
        if sum(counts) != size:
            raise DeckError(f"the shares of the cards sum to {sum(counts) / size}, not to 1")
        return cls(tuple(map(int, counts)))

    @property
    def largest(self) -> int:
        """L, the number of different numbers that a card may show."""
        return len(self.counts)

    @property
    def size(self) -> int:
        """M, the number of cards."""
        return sum(self.counts)

    def probability(self, truths: Sequence[int], reports: Sequence[int]) -> Fraction:
        """P(reports | truths) of some of the respondents, whoever they are: the deal is exchangeable.

        Raises DeckError for a truth or a report that there is not.
        """
        self._require(len(truths))
        used = [0] * self.largest
        if any(truth not in (0, 1) for truth in truths):
            raise DeckError(f"a truth is 1 (sensitive) or 0, which {list(truths)} are not")
        for truth, report in zip(truths, reports, strict=True):
            if not 1 <= report <= self.largest:
                raise DeckError(f"a report is a number from 1 to {self.largest}, not {report}")
            used[(self.largest - report) if truth else (report - 1)] += 1
        ways = 1
        for count, taken in zip(self.counts, used, strict=True):
            ways *= perm(count, taken)
        return Fraction(ways, perm(self.size, len(truths)))

    def law(self, truths: Sequence[int]) -> dict[Vector, Fraction]:
        """The law of all reports, vectors with one number from 1 to L a truth; impossible ones are left out."""
        self._require(len(truths))
        deals = _deals(self.counts, len(truths))
        vectors = (
            tuple(self.largest + 1 - card if truth else card for truth, card in zip(truths, deal, strict=True))
            for deal in deals
        )
        return {reports: self.probability(truths, reports) for reports in vectors}

    def sample(self, truths: Sequence[int], rng: np.random.Generator) -> list[int]:
        """Reports of respondents with these truths, from one shuffle of the deck."""
        self._require(len(truths))
        deck = [k for k, count in enumerate(self.counts, 1) for _ in range(count)]
        dealt = rng.permutation(len(deck))[: len(truths)]
        cards = (deck[place] for place in dealt)
        return [self.largest + 1 - card if truth else card for truth, card in zip(truths, cards, strict=True)]

    def neighbours(self, respondents: int) -> Iterator[tuple[Vector, Vector]]:
        """Truths that differ in the first respondent, both ways, one pair for each number of sensitive others.

        The deal is exchangeable, so every other pair of neighbours has the same two laws up to the order of reports.
        """
        self._require(respondents)
        for sensitive in range(respondents):
            others = (1,) * sensitive + (0,) * (respondents - 1 - sensitive)
            yield (0, *others), (1, *others)
            yield (1, *others), (0, *others)

    def epsilon(self, respondents: int) -> NeighbourLoss:
        """The smallest eps for which all reports together are eps-DP, as x = e^eps, with the worst neighbours.

        Raises DeckError for no respondents.
        """
        worst: NeighbourLoss | None = None
        for truths, neighbour in self.neighbours(respondents):
            ratio = largest_ratio(self.law(truths), self.law(neighbour))
            if worst is None or ratio.exceeds(worst.ratio):
                worst = NeighbourLoss(ratio, truths, neighbour)
        if worst is None:
            raise DeckError("privacy is asked for at least one respondent")
        return worst

    def delta(self, respondents: int, x: Rational) -> Fraction:
        """The smallest delta for which all reports together are (eps, delta)-DP, with x = e^eps >= 1.

        Raises DeckError for x < 1.
        """
        if x < 1:
            raise DeckError(f"x = e^eps must be at least 1, because eps >= 0; it is {x}")
        pairs = self.neighbours(respondents)
        return max((hockey_stick(self.law(a), self.law(b), x) for a, b in pairs), default=Fraction(0))

    def _require(self, respondents: int) -> None:
        if respondents > self.size:
            raise DeckError(f"{respondents} respondents need at least as many cards; the deck has {self.size}")


def _deals(counts: Sequence[int], respondents: int) -> Iterator[Vector]:
    """All different ways in which the respondents may get cards from a deck."""
    if respondents == 0:
        yield ()
        return
    for place, count in enumerate(counts):
        if count:
            left = [c - (1 if k == place else 0) for k, c in enumerate(counts)]
            for rest in _deals(left, respondents - 1):
                yield (place + 1, *rest)
