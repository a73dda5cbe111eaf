"""The binary mechanisms that are optimal under (eps, delta)-differential privacy, with x = e^eps."""

from fractions import Fraction
from typing import Any

import sympy

from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, Parameter, above, within
from mechanisms.protocols.primitives import Coin
from mechanisms.protocols.protocol import Protocol, Steps

PAPER = "Holohan, Leith, Mason: Optimal Differentially Private Mechanisms"
EXPONENTIALS = {"eps": "x"}


def _x() -> Parameter:
    return above("x", 1, closed=True)


def optimal_epsilon() -> Mechanism:
    """p00 = p11 = x/(x + 1): the truth with probability (x - 1)/(x + 1), otherwise a fair coin.

    Source: Holohan, Leith, Mason, Theorem 2.
    """

    def program(truth: int, x: Any) -> Steps:
        if (yield Coin((x - 1) / (x + 1), "Spin the spinner: does it ask for the truth?")):
            return truth
        heads = yield Coin(Fraction(1, 2), "Toss a fair coin: is it heads?")
        return 1 if heads else 0

    x = sympy.Symbol("x")
    domain = Domain.of(_x(), exponentials=EXPONENTIALS)
    return Mechanism(
        key="optimal-epsilon",
        title="Optimal mechanism under eps-differential privacy",
        source=f"{PAPER}, Theorem 2",
        protocol=Protocol("Optimal eps-DP RR", program, (0, 1), domain, responses=(0, 1)),
        printed_matrix=Design(
            [[x / (x + 1), 1 / (x + 1)], [1 / (x + 1), x / (x + 1)]], domain, name="Optimal eps-DP RR"
        ),
    )


def corner() -> Mechanism:
    """p00 = p11 = (x + delta)/(x + 1): the truth with probability delta, otherwise the eps-optimal mechanism.

    Source: Holohan, Leith, Mason, Theorem 3, the corner of the feasible region.
    """

    def program(truth: int, x: Any, delta: Any) -> Steps:
        if (yield Coin(delta, "Spin the first spinner: does it ask for the truth?")):
            return truth
        if (yield Coin(x / (x + 1), "Spin the second spinner: does it ask for the truth?")):
            return truth
        return 1 - truth

    x, delta = sympy.symbols("x delta")
    domain = Domain.of(_x(), within("delta", 0, 1), exponentials=EXPONENTIALS)
    same, other = (x + delta) / (x + 1), (1 - delta) / (x + 1)
    return Mechanism(
        key="corner",
        title="Corner mechanism under (eps, delta)-differential privacy",
        source=f"{PAPER}, Theorem 3",
        protocol=Protocol("Corner (eps, delta)-DP RR", program, (0, 1), domain, responses=(0, 1)),
        printed_matrix=Design([[same, other], [other, same]], domain, name="Corner (eps, delta)-DP RR"),
    )


def one_sided() -> Mechanism:
    """(p00, p11) = (1, delta): who has the attribute admits it with probability delta; all others say no.

    Source: Holohan, Leith, Mason, Theorem 3, for pi <= 1/2.
    """

    def program(truth: int, delta: Any) -> Steps:
        admits = yield Coin(delta, "Spin the spinner: does it ask for the truth (not for the answer 0)?")
        return truth if admits else 0

    delta = sympy.Symbol("delta")
    domain = Domain.of(within("delta", 0, 1))
    return Mechanism(
        key="one-sided",
        title="One-sided mechanism under (eps, delta)-differential privacy",
        source=f"{PAPER}, Theorem 3",
        protocol=Protocol("One-sided (eps, delta)-DP RR", program, (0, 1), domain, responses=(0, 1)),
        printed_matrix=Design([[1, 0], [1 - delta, delta]], domain, name="One-sided (eps, delta)-DP RR"),
    )


def mirrored_one_sided() -> Mechanism:
    """(p00, p11) = (delta, 1): who lacks the attribute says so with probability delta; all others say yes.

    Source: Holohan, Leith, Mason, Corollary 2, for pi >= 1/2.
    """

    def program(truth: int, delta: Any) -> Steps:
        admits = yield Coin(delta, "Spin the spinner: does it ask for the truth (not for the answer 1)?")
        return truth if admits else 1

    delta = sympy.Symbol("delta")
    domain = Domain.of(within("delta", 0, 1))
    return Mechanism(
        key="mirrored-one-sided",
        title="Mirrored one-sided mechanism under (eps, delta)-differential privacy",
        source=f"{PAPER}, Corollary 2",
        protocol=Protocol("Mirrored one-sided (eps, delta)-DP RR", program, (0, 1), domain, responses=(0, 1)),
        printed_matrix=Design([[delta, 1 - delta], [0, 1]], domain, name="Mirrored one-sided (eps, delta)-DP RR"),
    )
