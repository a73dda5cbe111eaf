"""Warner's spinner: answer the question or its complement."""

from typing import Any

import sympy

from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, within
from mechanisms.protocols.primitives import Coin
from mechanisms.protocols.protocol import Protocol, Steps


def warner() -> Mechanism:
    """P = [[p_w, 1 - p_w], [1 - p_w, p_w]] for p_w in [0, 1].

    Source: Warner 1965; Holohan, Leith, Mason, section II-D.
    """

    def program(truth: int, p_w: Any) -> Steps:
        if (yield Coin(p_w, "Spin the spinner: does it point at the question (not at its complement)?")):
            return truth
        return 1 - truth

    p_w = sympy.Symbol("p_w")
    domain = Domain.of(within("p_w", 0, 1))
    return Mechanism(
        key="warner",
        title="Warner's randomised response",
        source="Warner 1965; Holohan, Leith, Mason: Optimal Differentially Private Mechanisms, II-D",
        protocol=Protocol("Warner", program, (0, 1), domain, responses=(0, 1)),
        printed_matrix=Design([[p_w, 1 - p_w], [1 - p_w, p_w]], domain, name="Warner"),
    )
