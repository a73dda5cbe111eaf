"""Two-stage randomised response: some answer directly, the others use Warner's spinner."""

from typing import Any

import sympy

from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, within
from mechanisms.protocols.primitives import Coin
from mechanisms.protocols.protocol import Protocol, Steps


def two_stage() -> Mechanism:
    """p00 = p11 = T + (1 - T) p: the truth with probability T, otherwise Warner's mechanism with p.

    Source: Mangat and Singh 1990; Holohan, Leith, Mason, section I-A, names two-stage models.
    """

    def program(truth: int, T: Any, p: Any) -> Steps:
        if (yield Coin(T, "Spin the first spinner: does it ask for the truth?")):
            return truth
        if (yield Coin(p, "Spin the second spinner: does it point at the question (not at its complement)?")):
            return truth
        return 1 - truth

    stage, p = sympy.symbols("T p")
    domain = Domain.of(within("T", 0, 1), within("p", 0, 1))
    same, other = stage + (1 - stage) * p, (1 - stage) * (1 - p)
    return Mechanism(
        key="two-stage",
        title="Two-stage randomised response",
        source="Mangat and Singh 1990; named by Holohan, Leith, Mason: Optimal Differentially Private Mechanisms, I-A",
        protocol=Protocol("Two-stage RR", program, (0, 1), domain, responses=(0, 1)),
        printed_matrix=Design([[same, other], [other, same]], domain, name="Two-stage RR"),
    )
