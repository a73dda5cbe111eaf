"""Generalised binary randomised response: any two rows."""

from typing import Any

import sympy

from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, within
from mechanisms.protocols.primitives import Coin
from mechanisms.protocols.protocol import Protocol, Steps


def generalised_binary() -> Mechanism:
    """P = [[p00, 1 - p00], [1 - p11, p11]] for p00, p11 in [0, 1].

    Source: Holohan, Leith, Mason, Definition 1 and (2).
    """

    def program(truth: int, p00: Any, p11: Any) -> Steps:
        if truth == 0:
            keep = yield Coin(p00, "Toss the coin for those without the attribute: does it allow the truth?")
        else:
            keep = yield Coin(p11, "Toss the coin for those with the attribute: does it allow the truth?")
        return truth if keep else 1 - truth

    p00, p11 = sympy.symbols("p00 p11")
    domain = Domain.of(within("p00", 0, 1), within("p11", 0, 1))
    return Mechanism(
        key="binary",
        title="Generalised binary randomised response",
        source="Holohan, Leith, Mason: Optimal Differentially Private Mechanisms, Definition 1, (2)",
        protocol=Protocol("Generalised binary RR", program, (0, 1), domain, responses=(0, 1)),
        printed_matrix=Design([[p00, 1 - p00], [1 - p11, p11]], domain, name="Generalised binary RR"),
    )
