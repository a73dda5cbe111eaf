"""Simmons' unrelated question: answer the sensitive question, or one that has nothing to do with it.

Source: Greenberg et al. 1969.
"""

from typing import Any

import sympy

from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, within
from mechanisms.protocols.primitives import Coin
from mechanisms.protocols.protocol import Protocol, Steps

SOURCE = "Greenberg et al. 1969; Sun, Zhou, Yan: An Improved Christofides Mechanism, 2.2.2"


def simmons() -> Mechanism:
    """P(yes | x) = p x + (1 - p) piB: who is not asked the sensitive question says yes with probability piB.

    The unrelated question is a coin of its own, independent of everything, as in Algorithm 2 of the source.
    """

    def program(truth: int, p: Any, piB: Any) -> Steps:
        if (yield Coin(p, "Spin the spinner: does it point at the sensitive question?")):
            return truth
        return 1 if (yield Coin(piB, "Answer the unrelated question: is it yes?")) else 0

    p, other = sympy.symbols("p piB")
    yes = [(1 - p) * other, p + (1 - p) * other]
    domain = Domain.of(within("p", 0, 1), within("piB", 0, 1))
    return Mechanism(
        key="simmons",
        title="Simmons' unrelated question, answered by a coin",
        source=SOURCE,
        protocol=Protocol("Simmons", program, (0, 1), domain, responses=(0, 1)),
        printed_matrix=Design([[1 - y, y] for y in yes], domain, name="Simmons"),
    )


def simmons_attribute() -> Mechanism:
    """P(yes | x, b) = p x + (1 - p) b: the unrelated question is about a fixed attribute b of the respondent.

    The true value is the pair (x, b), whose parts may be correlated; two answers of one respondent share b.
    """

    def program(truth: tuple[int, int], p: Any) -> Steps:
        sensitive, unrelated = truth
        if (yield Coin(p, "Spin the spinner: does it point at the sensitive question?")):
            return sensitive
        return unrelated

    p = sympy.Symbol("p")
    pairs = [(x, b) for x in (0, 1) for b in (0, 1)]
    yes = [p * x + (1 - p) * b for x, b in pairs]
    domain = Domain.of(within("p", 0, 1))
    name = "Simmons, attribute"
    return Mechanism(
        key="simmons-attribute",
        title="Simmons' unrelated question, about a second attribute",
        source=SOURCE,
        protocol=Protocol(name, program, pairs, domain, responses=(0, 1)),
        printed_matrix=Design([[1 - y, y] for y in yes], domain, pairs, name=name),
    )
