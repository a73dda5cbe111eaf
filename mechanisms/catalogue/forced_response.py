"""Forced response: a die tells some respondents what to say, which is an unrelated question with known answers."""

from typing import Any

import sympy

from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, within
from mechanisms.exact.formula import at_least
from mechanisms.exact.polynomial import Polynomial
from mechanisms.protocols.primitives import Choice
from mechanisms.protocols.protocol import Protocol, Steps


def forced_response() -> Mechanism:
    """P = [[1 - q, q], [1 - p - q, p + q]]: truth with probability p, forced yes with q, forced no otherwise.

    Source: Boruch 1971, Greenberg et al. 1969 (unrelated question); Holohan, Leith, Mason, section I-A, names it.
    """

    def program(truth: int, p: Any, q: Any) -> Steps:
        told = yield Choice({"truth": p, "yes": q, "no": 1 - p - q}, "Roll the die: what does it ask for?")
        if told == "truth":
            return truth
        return 1 if told == "yes" else 0

    p, q = sympy.symbols("p q")
    whole = at_least(1, Polynomial.variable("p") + Polynomial.variable("q"))
    domain = Domain.of(within("p", 0, 1), within("q", 0, 1), conditions=[whole])
    return Mechanism(
        key="forced-response",
        title="Forced response",
        source="Boruch 1971; named by Holohan, Leith, Mason: Optimal Differentially Private Mechanisms, I-A",
        protocol=Protocol("Forced response", program, (0, 1), domain, responses=(0, 1)),
        printed_matrix=Design([[1 - q, q], [1 - p - q, p + q]], domain, name="Forced response"),
    )
