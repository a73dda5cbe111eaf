"""Christofides' cards: report the distance of a card from 0, or from L + 1 if you have the sensitive attribute."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, within
from mechanisms.exact.formula import at_least
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.protocols.primitives import Choice, Deck, PrimitiveError
from mechanisms.protocols.protocol import Protocol, Steps

PAPER = "Sun, Zhou, Yan: An Improved Christofides Mechanism"
DRAW = "Draw a card at random: which number does it show?"


def christofides(largest: int = 3) -> Mechanism:
    """A card Y = k with probability p_k, k = 1 .. L, put back; report L + 1 - Y if sensitive, else Y.

    So P(k | 0) = p_k and P(k | 1) = p_{L+1-k}, with the parameters p1 .. p_{L-1} and p_L = 1 - p1 - ... - p_{L-1}.
    PrimitiveError for L < 1. Source: Christofides 2003; Sun, Zhou, Yan, 2.2.3.
    """

    def program(truth: int, **shares: Any) -> Steps:
        number = yield Choice(dict(enumerate(with_last(list(shares.values())), 1)), f"{DRAW} Put it back.")
        return largest + 1 - number if truth else number

    domain = card_domain(largest)
    parameters = [RationalFunction(Polynomial.variable(name)) for name in domain.names]
    shares = with_last(parameters)
    return Mechanism(
        key="christofides",
        title=f"Christofides' cards 1 to {largest}, put back",
        source=f"Christofides 2003; {PAPER}, 2.2.3",
        protocol=Protocol("Christofides", program, (0, 1), domain, responses=range(1, largest + 1)),
        printed_matrix=Design(
            [shares, shares[::-1]], domain, responses=tuple(range(1, largest + 1)), name="Christofides"
        ),
    )


def improved_christofides(counts: Sequence[int] = (1, 2, 3)) -> Mechanism:
    """One deck with `counts[k - 1]` cards k, shared by all respondents, each of whom keeps the card.

    `protocol.design()` is the law of one report, `protocol.joint_law(truths)` that of the reports of several; see
    `mechanisms.protocols.shared_deck` for more than a few. Source: Sun, Zhou, Yan, section 4, for as many cards as
    respondents.
    """
    largest, size = len(counts), sum(counts)

    def program(truth: int, deck: Deck) -> Steps:
        number = yield deck.draw(f"{DRAW} Keep it.")
        return largest + 1 - number if truth else number

    deck = Deck(dict(enumerate(counts, 1)), replacement=False)
    shares = [Fraction(count, size) for count in counts]
    name, numbers = "Improved Christofides", tuple(range(1, largest + 1))
    return Mechanism(
        key="improved-christofides",
        title=f"Christofides' cards 1 to {largest}, dealt from one deck of {size}",
        source=f"{PAPER}, section 4",
        protocol=Protocol(name, program, (0, 1), decks={"deck": deck}, responses=numbers),
        printed_matrix=Design([shares, shares[::-1]], responses=numbers, name=name),
    )


def card_domain(largest: int) -> Domain:
    """p1 .. p_{L-1} in [0, 1] with a sum of at most 1; PrimitiveError for L < 1."""
    if largest < 1:
        raise PrimitiveError(f"cards show the numbers 1 to L for an integer L >= 1, not L = {largest}")
    names = [f"p{k}" for k in range(1, largest)]
    whole = sum((Polynomial.variable(name) for name in names), Polynomial())
    conditions = [at_least(1, whole)] if largest > 2 else []
    return Domain.of(*(within(name, 0, 1) for name in names), conditions=conditions)


def with_last(shares: Sequence[Any]) -> list[Any]:
    """The probabilities of all cards, the last one being what the others leave."""
    return [*shares, 1 - sum(shares, 0 * shares[0]) if shares else Fraction(1)]
