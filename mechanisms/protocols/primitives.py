"""The random devices of a protocol: coin, weighted choice, uniform choice, uniform real number, deck of cards.

A primitive knows its outcomes with their exact probabilities, and how to say them; enumeration and sampling are done
by `mechanisms.protocols.protocol`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any


@lru_cache(maxsize=4096)
def _share(part: int, whole: int) -> Fraction:
    """part / whole; a device is used anew by every respondent, with the same shares."""
    return Fraction(part, whole)


class PrimitiveError(ValueError):
    """A random device is not well defined, or an empty deck is drawn from."""


class Primitive(ABC):
    """One use of a random device."""

    description: str

    @abstractmethod
    def outcomes(self) -> list[tuple[Hashable, Any]]:
        """The different values with their exact probabilities (numbers or expressions in parameters)."""

    def take(self, value: Hashable) -> None:  # noqa: B027 (only a deck remembers what came out)
        """Tell the device which value came out."""


@dataclass(frozen=True)
class Coin(Primitive):
    """True with the given probability, else False."""

    probability: Any
    description: str = "Toss the coin."

    def outcomes(self) -> list[tuple[Hashable, Any]]:
        """True with the probability p, False with 1 - p."""
        return [(True, self.probability), (False, 1 - self.probability)]


@dataclass(frozen=True)
class Choice(Primitive):
    """A value chosen by given weights, which sum to one; `weights` maps each value to its probability.

    Raises PrimitiveError for no values, and for what is no mapping.
    """

    weights: Mapping[Hashable, Any]
    description: str = "Choose."

    def __post_init__(self) -> None:
        if not isinstance(self.weights, Mapping):
            raise PrimitiveError(
                f"{self.description!r}: a choice needs a probability for each value, such as "
                f'{{"yes": Fraction(1, 3), "no": Fraction(2, 3)}}, not a {type(self.weights).__name__}'
            )
        if not self.weights:
            raise PrimitiveError(f"{self.description!r}: a choice needs at least one value")

    def outcomes(self) -> list[tuple[Hashable, Any]]:
        """Each value with its weight."""
        return list(self.weights.items())


@dataclass(frozen=True)
class Uniform(Primitive):
    """A value chosen uniformly from a list; a value that is listed twice counts twice.

    Raises PrimitiveError for no values.
    """

    values: Iterable[Hashable]
    description: str = "Choose one of the values uniformly."

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", tuple(self.values))
        if not self.values:
            raise PrimitiveError(f"{self.description!r}: a uniform choice needs at least one value")

    def outcomes(self) -> list[tuple[Hashable, Any]]:
        """Each different value with its share of the list."""
        values = tuple(self.values)
        return [(value, _share(values.count(value), len(values))) for value in dict.fromkeys(values)]


@dataclass(frozen=True)
class UniformReal(Primitive):
    """A real number drawn uniformly from [low, high], which the respondent keeps to himself.

    The program may use it in the probabilities of later devices, polynomially; enumeration integrates it out. It has
    no list of outcomes. What is sampled is the midpoint of one of 2^64 equal cells, so that each probability that is
    affine in the number is met exactly, and others up to their curvature within a cell. Raises PrimitiveError for low
    >= high.
    """

    low: Fraction
    high: Fraction
    description: str = "Draw a number uniformly."

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise PrimitiveError(f"{self.description!r}: the interval from {self.low} to {self.high} has no length")

    def outcomes(self) -> list[tuple[Hashable, Any]]:
        """Refused: the numbers of an interval cannot be listed. Raises PrimitiveError."""
        raise PrimitiveError(f"{self.description!r}: a uniform real number has no list of outcomes")


class Deck:
    """Cards with their numbers, drawn from with or without replacement; shared by all who are handed it.

    Raises PrimitiveError for numbers that are no integers >= 0, and for no cards.
    """

    def __init__(self, cards: Mapping[Hashable, int] | Iterable[Hashable], *, replacement: bool) -> None:
        counts: dict[Hashable, int] = {}
        if isinstance(cards, Mapping):
            counts.update(cards)
        else:
            for card in cards:
                counts[card] = counts.get(card, 0) + 1
        for card, count in counts.items():
            if not isinstance(count, int) or isinstance(count, bool) or count < 0:
                raise PrimitiveError(f"the number of cards {card!r} must be an integer >= 0, not {count!r}")
        if not any(counts.values()):
            raise PrimitiveError("a deck needs at least one card")
        self.replacement = replacement
        self._full = counts
        self.counts = dict(counts)

    def fresh(self) -> Deck:
        """A full deck with the same cards."""
        return Deck(self._full, replacement=self.replacement)

    def draw(self, description: str = "Draw a card from the deck.") -> Draw:
        """The primitive "draw a card"; the card leaves the deck unless it is drawn with replacement."""
        return Draw(self, description)

    def __str__(self) -> str:
        cards = ", ".join(f"{count} x {card}" for card, count in self._full.items())
        return f"deck of {cards}, drawn {'with' if self.replacement else 'without'} replacement"


@dataclass(frozen=True)
class Draw(Primitive):
    """A card from a deck, each card that is left being equally likely."""

    deck: Deck
    description: str = "Draw a card from the deck."

    def outcomes(self) -> list[tuple[Hashable, Any]]:
        """Each different card that is left with its share; PrimitiveError when the deck is empty."""
        left = {card: count for card, count in self.deck.counts.items() if count}
        total = sum(left.values())
        if not total:
            raise PrimitiveError(f"{self.description!r}: no card is left in the {self.deck}")
        return [(card, _share(count, total)) for card, count in left.items()]

    def take(self, value: Hashable) -> None:
        """Take the card out of the deck, unless cards are replaced."""
        if not self.deck.replacement:
            self.deck.counts[value] -= 1
