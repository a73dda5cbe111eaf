"""All decks of least variance at a given privacy of one report: two cards k and L + 1 - k in the proportion x : 1.

Where V = x/(x - 1)^2, no card is in the middle and each pair has the excess 0 (`deck_optimum`). For a pair with the
shares a, b at distance d, on the side where alpha has the sign of the spread, that means a = x b, and a = b = 0 unless
beta d = alpha; only one pair can have that distance, so all cards belong to it. Conversely each such deck attains the
bound, whichever pair it uses: for L numbers there are 2 floor(L/2) minimisers, all with the design of Warner. When the
share of the middle card is given (L odd), the same holds for the cards off the middle.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import prove_from
from derivations.theorems.decks.deck_optimum import (
    PRIVATE,
    Deck,
    DeckSizeError,
    X,
    ideal_with_share,
)
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

Shares = tuple[RationalFunction, ...]


def minimisers(largest: int, *, middle: Fraction | Polynomial | int = 0) -> tuple[Shares, ...]:
    """(p_1, ..., p_L) of all decks of least V at e^eps = x, as functions of x; pairs from the outermost inwards.

    `middle` is the share of the middle card when it is given, which needs an odd L. Raises DeckSizeError.
    """
    Deck.of_size(largest)
    share = RationalFunction.of(middle)
    if not share.names and not 0 <= share.evaluate({}) < 1:
        raise DeckSizeError(f"the share of the middle card must be at least 0 and less than 1, not {share}")
    if largest % 2 == 0 and not share.is_zero():
        raise DeckSizeError(f"a deck of the numbers 1 .. {largest} has no middle card")
    return tuple(
        shares for pair in range(largest // 2) for shares in _of_pair(largest, pair, RationalFunction.of(middle))
    )


def _of_pair(largest: int, pair: int, middle: RationalFunction) -> tuple[Shares, Shares]:
    """The deck with more cards k, and its mirror image; k = pair + 1."""
    shares = [RationalFunction.of(0)] * largest
    if largest % 2:
        shares[largest // 2] = middle
    shares[pair], shares[-1 - pair] = (1 - middle) * X / (X + 1), (1 - middle) / (X + 1)
    return tuple(shares), tuple(reversed(shares))


@cache
def attained(largest: int, *, middle: Fraction | int = 0) -> tuple[Theorem, ...]:
    """x > 1 |- V has the least value, D != 0 and the deck is private, for each of the `minimisers`."""
    found = []
    value = ideal_with_share(1 - Fraction(middle))
    for shares in minimisers(largest, middle=middle):
        mean = sum((p * k for k, p in enumerate(shares, 1)), RationalFunction.of(0))
        squares = sum((p * k**2 for k, p in enumerate(shares, 1)), RationalFunction.of(0))
        spread = largest + 1 - 2 * mean
        ratios = [
            relation_formula(RationalFunction(X) * q, ">=", p) for p, q in zip(shares, reversed(shares), strict=True)
        ]
        equal = relation_formula((squares - mean**2) / spread**2, "=", value)
        informative = relation_formula(spread, "!=", RationalFunction.of(0))
        goals = dict.fromkeys([equal, informative, *ratios])
        found.append(kernel.conjoin(*(prove_from(Sequent(frozenset((PRIVATE,)), goal)) for goal in goals)))
    return tuple(found)
