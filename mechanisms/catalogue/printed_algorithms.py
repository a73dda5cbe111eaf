"""Algorithms of papers, taken letter by letter, beside the designs that the text around them describes.

Sun, Zhou, Yan, Algorithms 1 to 4, print each mechanism also as a formula. Here the algorithm is the protocol, with each
comparison as it is printed, and what comes out is compared with the design of the text, in the same parameters.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy

from mechanisms.catalogue.christofides import PAPER
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, within
from mechanisms.exact.rational import RationalFunction
from mechanisms.exact.signs import signs_of_fraction
from mechanisms.protocols.primitives import Coin
from mechanisms.protocols.protocol import Protocol, ProtocolError, Steps


@dataclass(frozen=True)
class PrintedAlgorithm:
    """An algorithm as it is printed, and the design that the text describes for it."""

    title: str
    source: str
    protocol: Protocol
    described: Design

    @property
    def agrees(self) -> bool:
        """Whether the algorithm does what the text describes."""
        return self.protocol.design() == self.described


def less_than(domain: Domain) -> Callable[[Any, Any], bool]:
    """The comparison `value < bound` of exact numbers, or of parameters where the domain decides it.

    The comparison raises ProtocolError when some points of the domain satisfy it and others may not.
    """

    def compare(value: Any, bound: Any) -> bool:
        signs = signs_of_fraction(RationalFunction.of(bound) - value, domain)
        if signs == frozenset((1,)):
            return True
        if 1 in signs:
            raise ProtocolError(f"whether {value} < {bound} depends on the parameters ({domain})")
        return False

    return compare


def simmons_algorithm() -> PrintedAlgorithm:
    """Algorithm 2: "if u < p then X = x", else v is 1 with probability piB, "if v < piB then X = 1 else X = 0".

    The text describes P(X = 1 | x) = p x + (1 - p) piB.
    """
    domain = Domain.of(within("p", 0, 1, ends="()"), within("piB", 0, 1, ends="()"))
    less = less_than(domain)

    def program(truth: int, p: Any, piB: Any) -> Steps:
        u = 1 if (yield Coin(p, "Sample a Bernoulli variable u with P(u = 1) = p.")) else 0
        if less(u, p):
            return truth
        v = 1 if (yield Coin(piB, "Sample a Bernoulli variable v with P(v = 1) = piB.")) else 0
        return 1 if less(v, piB) else 0

    p, other = sympy.symbols("p piB")
    yes = [(1 - p) * other, p + (1 - p) * other]
    return PrintedAlgorithm(
        title="Modified Simmons mechanism",
        source=f"{PAPER}, Algorithm 2",
        protocol=Protocol("Algorithm 2", program, (0, 1), domain, responses=(0, 1)),
        described=Design([[1 - y, y] for y in yes], domain, name="Modified Simmons"),
    )
