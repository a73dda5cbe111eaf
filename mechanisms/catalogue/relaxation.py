"""Randomized response among m values, and its relaxation step by step to larger guarantees; m may be a symbol.

Each response is drawn given the one before and the truth. The values are treated alike, apart from those that have
names: a value that is drawn without a name gets one, so that it is known when it comes again. The law of all responses
at the named values is thus enumerated exactly for every m at once; for a given m every value has a name.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy

from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, above
from mechanisms.exact.formula import at_least
from mechanisms.exact.polynomial import Polynomial
from mechanisms.protocols.primitives import Choice, Coin
from mechanisms.protocols.protocol import Protocol, Steps

PAPER = "Pan: Randomized Response with Gradual Release of Privacy Budget"


@dataclass(frozen=True)
class Unnamed:
    """A value that got its name by being drawn."""

    number: int


@dataclass(frozen=True)
class Values:
    """A set of `size` different values (a number or a symbol), of which some have names."""

    named: tuple[Hashable, ...]
    size: Any

    @classmethod
    def numbered(cls, size: int) -> Values:
        """The values 0 .. size - 1."""
        return cls(tuple(range(size)), size)

    def with_name(self, value: Hashable) -> Values:
        """The same set, where this value has a name."""
        return self if value in self.named else Values((*self.named, value), self.size)

    def other_than(self, *excluded: Hashable) -> Choice:
        """One of the other values, chosen uniformly; the excluded ones are different and have names."""
        share = Fraction(1) / (self.size - len(excluded))
        weights: dict[Hashable, Any] = {value: share for value in self.named if value not in excluded}
        nameless = self.size - len(self.named)
        weights[Unnamed(len(self.named) + 1)] = nameless * share
        return Choice(weights, "Choose one of the other values uniformly.")


@dataclass(frozen=True)
class Step:
    """The law of a response given the one before it: o' = truth if o = truth; o' = truth, o' = o if o is another value.

    Attributes:
        keep_truth: p_aa, the probability that a true response stays.
        find_truth: p_ba, the probability that a response other than the truth becomes the truth.
        keep_other: p_bb, the probability that a response other than the truth stays.

    """

    keep_truth: Any
    find_truth: Any
    keep_other: Any


def respond(truth: Hashable, values: Values, x: Any) -> Steps:
    """Steps: the truth with probability x/(x + m - 1), otherwise one of the other values. Source: Pan, section 2.3."""
    if (yield Coin(x / (x + values.size - 1), "Toss the first coin: is the truth reported?")):
        return truth
    return (yield values.other_than(truth))


def respond_again(truth: Hashable, previous: Hashable, values: Values, step: Step) -> Steps:
    """Steps: a response given the one before it, all values treated alike. Source: Pan, (27)-(31)."""
    if previous == truth:
        if (yield Coin(step.keep_truth, "Toss a coin: does the response stay?")):
            return truth
        return (yield values.other_than(truth))
    another = 1 - step.find_truth - step.keep_other
    weights: dict[Hashable, Any] = {"truth": step.find_truth, "same": step.keep_other, "another": another}
    chosen = yield Choice(weights, "Choose: the truth, the same as before, or another value.")
    if chosen == "another":
        return (yield values.other_than(truth, previous))
    return truth if chosen == "truth" else previous


def responses(truth: Hashable, values: Values, x: Any, steps: Sequence[Step]) -> Steps:
    """Steps: the first response and one for each step of the relaxation. Source: Pan, Algorithm 1."""
    known = values
    response = yield from respond(truth, known, x)
    history = [response]
    for step in steps:
        known = known.with_name(response)
        response = yield from respond_again(truth, response, known, step)
        history.append(response)
    return tuple(history)


def relaxing_step(x: Any, y: Any, size: Any) -> Step:
    """The step from e^eps1 = x to e^eps2 = y > 1 under which the histories are as private as the last response.

    By Bayes: the first response is a garbling of the second, drawn without a further look at the truth. A value u is
    garbled to itself with (y + m - 1) g(u, u), to each other value with (y + m - 1) g(u, v), where
    g(u, v) = P(u, v | X other than v) = (P(u | v) - 1/(y + m - 1))/(y - 1), P(. | .) being the law of the first
    response; and P(u, v | X = v) = y g(u, v). Source of the problem: Pan, section 3.2.
    """
    first, second = x + size - 1, y + size - 1
    same = (x / first - 1 / second) / (y - 1)
    different = (1 / first - 1 / second) / (y - 1)
    return Step(y * same * first / x, y * different * first, same * first)


def binary_relaxation() -> Mechanism:
    """Both responses of one relaxation of a binary randomized response, from e^eps1 = x to e^eps2 = y.

    Source: Pan, Theorem 3.1.
    """

    def program(truth: int, x: Any, y: Any) -> Steps:
        return responses(truth, Values.numbered(2), x, [relaxing_step(x, y, 2)])

    x, y = sympy.symbols("x y")
    domain = Domain.of(
        above("x", 1, closed=True),
        above("y", 1),
        conditions=(at_least(Polynomial.variable("y"), Polynomial.variable("x")),),
        exponentials={"eps1": "x", "eps2": "y"},
    )
    keep, stay = (y - 1 / x) / (y - 1 / y), (x * y - 1) / (y**2 - 1)
    own, other = x / (x + 1), 1 / (x + 1)
    row = [own * keep, own * (1 - keep), other * (1 - stay), other * stay]
    histories = [(0, 0), (0, 1), (1, 0), (1, 1)]
    return Mechanism(
        key="binary-relaxation",
        title="One relaxation of a binary randomized response",
        source=f"{PAPER}, Theorem 3.1",
        protocol=Protocol("Binary relaxation", program, (0, 1), domain, responses=histories),
        printed_matrix=Design([row, row[::-1]], domain, (0, 1), histories, "Binary relaxation"),
    )
