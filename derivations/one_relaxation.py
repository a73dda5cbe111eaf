"""The joint law of the responses of a relaxation for any number m of values, enumerated from the protocol.

The values that are spoken of get names 0, 1, 2, ...; whatever other value is drawn is one of the nameless rest, and is
summed over. m may be a number or a symbol.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from derivations.linear_algebra import total
from mechanisms.catalogue.relaxation import Step, Values, relaxing_step, responses
from mechanisms.domain import Domain, above, within
from mechanisms.formula import at_least
from mechanisms.polynomial import Polynomial
from mechanisms.protocol import Protocol, Steps
from mechanisms.rational import RationalFunction

Exact = RationalFunction | int


def variable(name: str) -> RationalFunction:
    """A variable as a rational function."""
    return RationalFunction(Polynomial.variable(name))


X, Y, M = variable("x"), variable("y"), variable("m")
FREE = Step(variable("p_aa"), variable("p_ba"), variable("p_bb"))
"""Any step that treats the values alike. Source: Pan, (27)-(31)."""
FREE_BINARY = Step(variable("p_a"), RationalFunction.of(1) - variable("p_b"), variable("p_b"))
"""Any such step between two values, of which no third can be drawn. Source: Pan, (12)-(15)."""


def free_step(size: Exact) -> Step:
    """The step with free parameters for this many values."""
    return FREE_BINARY if size == 2 or size == RationalFunction.of(2) else FREE


def solved_step(size: Exact) -> Step:
    """The relaxing step from e^eps1 = x to e^eps2 = y, derived by Bayes."""
    return relaxing_step(X, Y, size)


def parameters(named: int = 0, rounds: int = 2) -> Domain:
    """The ranges of x <= y, of the free probabilities, and of m: at least the values that are named or drawn.

    That m may be so large that some value is left nameless costs nothing: each law is an identity in m.
    """
    return Domain.of(
        above("x", 1, closed=True),
        above("y", 1),
        above("m", max(named + rounds, 3), closed=True),
        *(within(name, 0, 1) for name in ("p_a", "p_b", "p_aa", "p_ba", "p_bb")),
        conditions=(
            at_least(Polynomial.variable("y"), Polynomial.variable("x")),
            at_least(1, Polynomial.variable("p_ba") + Polynomial.variable("p_bb")),
        ),
    )


@cache
def joint_law(
    truth: int, named: int, steps: tuple[Step, ...], size: Exact = M, first: RationalFunction = X
) -> Mapping[tuple[object, ...], RationalFunction]:
    """P(o_1 o_2 ... | truth) where the values 0 .. named - 1 have names; `first` is e^eps of the first response."""

    def program(own: int, **_: RationalFunction) -> Steps:
        return responses(own, Values(tuple(range(named)), size), first, steps)

    return _law(program, truth, parameters(named, len(steps) + 1))


def _law(program: Callable[..., Steps], truth: int, domain: Domain) -> dict[Any, RationalFunction]:
    law = Protocol("rounds", program, (truth,), domain).joint_law([truth])
    return {response: mass for (response,), mass in law.items()}


@cache
def probability(
    truth: int, asked: tuple[int | None, ...], steps: tuple[Step, ...], named: int, size: Exact = M
) -> RationalFunction:
    """P(the responses that are asked for, one for each round | truth), summed over those that are None."""
    return total(
        mass
        for history, mass in joint_law(truth, named, steps, size).items()
        if all(wanted is None or wanted == got for wanted, got in zip(asked, history, strict=True))
    )
