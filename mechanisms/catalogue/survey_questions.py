"""Questions of survey practice that one sample is asked: Mangat, Kuk, crosswise and triangular.

The truth is 1 for who has the sensitive attribute, else 0.
"""

from typing import Any

import sympy

from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, within
from mechanisms.protocols.primitives import Coin
from mechanisms.protocols.protocol import Protocol, Steps


def mangat() -> Mechanism:
    """P(yes | 1) = 1, P(yes | 0) = 1 - p: who has the attribute says so, others spin Warner's spinner.

    Source: Mangat 1994.
    """

    def program(truth: int, p: Any) -> Steps:
        if truth == 1:
            return 1
        return 0 if (yield Coin(p, "You do not have the attribute: does the spinner ask for the truth?")) else 1

    p = sympy.Symbol("p")
    domain = Domain.of(within("p", 0, 1))
    return Mechanism(
        key="mangat",
        title="Mangat's improved two-stage device",
        source="Mangat 1994: An Improved Randomized Response Strategy",
        protocol=Protocol("Mangat", program, (0, 1), domain, responses=(0, 1)),
        printed_matrix=Design([[p, 1 - p], [0, 1]], domain, name="Mangat"),
    )


def kuk(cards: int = 1) -> Mechanism:
    """Number of red cards among `cards`: binomial with p1 for who has the attribute, with p2 for others.

    Everybody draws from both decks and tells what came from the own one; cards are put back. Source: Kuk 1990.
    """

    def program(truth: int, p1: Any, p2: Any) -> Steps:
        share = p1 if truth == 1 else p2
        red = 0
        for number in range(cards):
            if (
                yield Coin(share, f"Draw card {number + 1} from your deck (the first if you have the attribute): red?")
            ):
                red += 1
        return red

    shares = sympy.symbols("p2 p1")
    rows = [[sympy.binomial(cards, r) * p**r * (1 - p) ** (cards - r) for r in range(cards + 1)] for p in shares]
    domain = Domain.of(within("p1", 0, 1), within("p2", 0, 1))
    return Mechanism(
        key="kuk",
        title=f"Kuk's two decks, {cards} card{'s' if cards > 1 else ''} drawn",
        source="Kuk 1990: Asking Sensitive Questions Indirectly",
        protocol=Protocol("Kuk", program, (0, 1), domain, responses=range(cards + 1)),
        printed_matrix=Design(rows, domain, (0, 1), range(cards + 1), name="Kuk"),
    )


def crosswise() -> Mechanism:
    """P("same" | x) = p if x = 1, else 1 - p: are the answers to both questions the same?

    The second question is unrelated and answered yes by a known share p. Source: Yu, Tian, Tang 2008.
    """

    def program(truth: int, p: Any) -> Steps:
        unrelated = 1 if (yield Coin(p, "Think of the unrelated question: is your answer yes?")) else 0
        return "same" if unrelated == truth else "different"

    p = sympy.Symbol("p")
    domain = Domain.of(within("p", 0, 1))
    answers = ("different", "same")
    return Mechanism(
        key="crosswise",
        title="Crosswise question",
        source="Yu, Tian, Tang 2008: Two New Models for Survey Sampling with Sensitive Characteristic",
        protocol=Protocol("Crosswise", program, (0, 1), domain, responses=answers),
        printed_matrix=Design([[p, 1 - p], [1 - p, p]], domain, (0, 1), answers, name="Crosswise"),
    )


def triangular() -> Mechanism:
    """P("at least one" | 1) = 1, P("at least one" | 0) = p: is at least one of both questions answered yes?

    The second question is unrelated and answered yes by a known share p. Source: Yu, Tian, Tang 2008.
    """

    def program(truth: int, p: Any) -> Steps:
        unrelated = yield Coin(p, "Think of the unrelated question: is your answer yes?")
        return "at least one" if unrelated or truth == 1 else "none"

    p = sympy.Symbol("p")
    domain = Domain.of(within("p", 0, 1))
    answers = ("none", "at least one")
    return Mechanism(
        key="triangular",
        title="Triangular question",
        source="Yu, Tian, Tang 2008: Two New Models for Survey Sampling with Sensitive Characteristic",
        protocol=Protocol("Triangular", program, (0, 1), domain, responses=answers),
        printed_matrix=Design([[1 - p, p], [0, 1]], domain, (0, 1), answers, name="Triangular"),
    )
