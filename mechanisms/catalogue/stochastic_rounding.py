"""Stochastic rounding of a number in an interval to one of its ends, without bias, and randomized response of the end.

Source: Nguyen et al. 2016, as described in Pan, section 5.2.
"""

from __future__ import annotations

from typing import Any

import sympy

from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, above, within
from mechanisms.protocols.primitives import Coin
from mechanisms.protocols.protocol import Protocol, Steps

SOURCE = "Nguyen et al. 2016; Pan: Randomized Response with Gradual Release of Privacy Budget, 5.2"
LOW, HIGH = "l", "h"


def rounded(share: Any) -> Steps:
    """Steps: the upper end h with probability `share` = (f - l)/(h - l), else the lower end l."""
    up = yield Coin(share, "Round the number: is it rounded up?")
    return HIGH if up else LOW


def rounding() -> Mechanism:
    """z = h with probability (f - l)/(h - l), else l, for a number f = l + share (h - l)."""
    share = sympy.Symbol("share")
    domain = Domain.of(within("share", 0, 1))

    def program(truth: str, share: Any) -> Steps:
        return rounded(share)

    name = "Stochastic rounding"
    return Mechanism(
        key="stochastic-rounding",
        title="Stochastic rounding to the ends of an interval",
        source=f"{SOURCE}, (69)",
        protocol=Protocol(name, program, ("number",), domain, responses=(LOW, HIGH)),
        printed_matrix=Design([[1 - share, share]], domain, ("number",), (LOW, HIGH), name),
    )


def rounded_response() -> Mechanism:
    """The end to which the number is rounded, told truthfully with probability x/(x + 1)."""
    share, x = sympy.symbols("share x")
    domain = Domain.of(within("share", 0, 1), above("x", 1, closed=True), exponentials={"eps": "x"})

    def program(truth: str, share: Any, x: Any) -> Steps:
        end = yield from rounded(share)
        told = yield Coin(x / (x + 1), "Spin the spinner: is the end told truthfully?")
        return end if told else (LOW if end == HIGH else HIGH)

    high = (share * x + 1 - share) / (x + 1)
    name = "Randomized response of a rounded number"
    return Mechanism(
        key="rounded-response",
        title="Randomized response of a stochastically rounded number",
        source=f"{SOURCE}, steps 1 and 2",
        protocol=Protocol(name, program, ("number",), domain, responses=(LOW, HIGH)),
        printed_matrix=Design([[1 - high, high]], domain, ("number",), (LOW, HIGH), name),
    )
