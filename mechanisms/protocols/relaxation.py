"""Relaxation: a response to a truth is followed by a better one, and both together say no more than the better one.

A response o1 was given by a design P1. Later a response o2 may be given by a design P2. If P1 = P2 C for a channel C,
so that o1 could have been had from o2, then o2 is drawn by Bayes' rule,

    P(o2 | o1, x) = P2[x, o2] C[o2, o1] / P1[x, o1],

whatever the truth x. The joint law is P(o1, o2 | x) = P2[x, o2] C[o2, o1]: o2 has the law of P2, the history is exactly
as private as o2, and who knows both has the posterior of who knows o2. Along a chain of relaxations

    P(o1, ..., on | x) = Pn[x, on] * (product of the channels along the history).

Whether there is such a C is decided in `lp.relaxations.relaxation`. Source of the special case of k-ary randomized
response: Pan, Randomized Response with Gradual Release of Privacy Budget, Theorems 3.2, 3.4, 3.5 and 4.1.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from mechanisms.design import Design
from mechanisms.exact.domain import Domain
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational
from mechanisms.exact.rational import RationalFunction
from mechanisms.protocols.primitives import Choice
from mechanisms.protocols.protocol import Protocol, Steps

if TYPE_CHECKING:
    import numpy as np

ONE, ZERO = RationalFunction.of(1), RationalFunction.of(0)


class RelaxationError(ValueError):
    """Designs and channels that make no relaxation, or a history that cannot occur; the message says why."""


@dataclass(frozen=True)
class Relaxation(Shown):
    """From responses by `first` to responses by `last`, where first = last @ channel (checked).

    Raises RelaxationError where it is not, and for designs with irrational constants.

    Attributes:
        first: the design of the response that was given.
        last: the design of the response that is to be given; at least as informative.
        channel: truths are the responses of `last`, responses those of `first`.
    """

    first: Design
    last: Design
    channel: Design

    def __post_init__(self) -> None:
        if any(d.generator is not None for d in (self.first, self.last, self.channel)):
            raise RelaxationError("a relaxation is made of designs without irrational constants")
        if self.last @ self.channel != self.first:
            raise RelaxationError(
                "the first design is not the last one followed by the channel, so that the channel relaxes nothing"
            )

    def probability(self, truth: Hashable, before: Hashable, after: Hashable) -> RationalFunction:
        """P(o2 = after | o1 = before, truth) by Bayes; RelaxationError where o1 is impossible under the truth."""
        given = self.first.entry(truth, before)
        if given.is_zero():
            raise RelaxationError(f"the response {before!r} cannot have been given under the truth {truth!r}")
        return self.last.entry(truth, after) * self.channel.entry(after, before) / given

    def law(self, truth: Hashable, before: Hashable) -> dict[Hashable, RationalFunction]:
        """P(o2 | o1 = before, truth), by o2."""
        return {after: self.probability(truth, before, after) for after in self.last.responses}

    @property
    def protocol(self) -> Protocol:
        """The respondent draws o1 by the first design, then o2 by Bayes; the response is the pair (o1, o2)."""
        return chain_protocol((self,))

    def joint(self) -> Design:
        """The design of both responses, P(o1, o2 | x) = P2[x, o2] C[o2, o1]."""
        pairs = [(before, after) for before in self.first.responses for after in self.last.responses]
        rows = [
            [self.last.entry(truth, after) * self.channel.entry(after, before) for before, after in pairs]
            for truth in self.first.truths
        ]
        domain = self.first.domain.joined(self.last.domain).joined(self.channel.domain)
        return Design(rows, domain, self.first.truths, pairs)

    def then(self, following: Relaxation) -> Relaxation:
        """Two relaxations as one: from the first design of this to the last design of the following.

        Raises RelaxationError where the following one starts from another design.
        """
        if following.first != self.last:
            raise RelaxationError("the following relaxation does not start from the design that this one leads to")
        return Relaxation(self.first, following.last, following.channel @ self.channel)

    def draw(self, truth: Hashable, before: Hashable, rng: np.random.Generator) -> Hashable:
        """A response o2 given o1 = before, with exactly the probabilities of `law`; numeric designs only."""

        def program(given: Hashable) -> Steps:
            return (yield Choice(self.law(given, before)))

        return Protocol("relaxation", program, (truth,)).sample([truth], rng)[0]


def chain_protocol(steps: Sequence[Relaxation]) -> Protocol:
    """The respondent draws o1 by the first design, then each response given the one before; answers with them all.

    Raises RelaxationError for no steps, and for one that starts from another design than that before leads to.
    """
    if not steps:
        raise RelaxationError("a chain of relaxations has one step at least")
    for step, following in itertools.pairwise(steps):
        if following.first != step.last:
            raise RelaxationError(
                "a relaxation of the chain does not start from the design that the one before leads to"
            )
    start = steps[0].first

    def program(truth: Hashable) -> Steps:
        history = [(yield Choice(dict(zip(start.responses, start.entries[start.row_of(truth)], strict=True))))]
        for step in steps:
            history.append((yield Choice(step.law(truth, history[-1]))))
        return tuple(history)

    domain = reduce(Domain.joined, (d.domain for s in steps for d in (s.first, s.last)))
    return Protocol("continual relaxation", program, start.truths, domain)


# -- the next design chosen from the responses so far ------------------------------------------------------------------


# -- k-ary randomized response, in closed form -------------------------------------------------------------------------


def randomized_response(x: RationalFunction | Rational, size: int, domain: Domain | None = None) -> Design:
    """k-ary randomized response of `size` values at e^eps = x: x/(x + k - 1) for the truth, 1/(x + k - 1) else.

    Raises RelaxationError for a number x < 1.
    """
    level = RationalFunction.of(x)
    if not level.names and level.evaluate({}) < 1:
        raise RelaxationError(f"e^eps is at least 1, not {level}")
    whole = level + (size - 1)
    rows = [[(level if i == j else ONE) / whole for j in range(size)] for i in range(size)]
    return Design(rows, domain)


def response_relaxation(
    x: RationalFunction | Rational, y: RationalFunction | Rational, size: int, domain: Domain | None = None
) -> Relaxation:
    """From randomized response at x = e^eps1 to y = e^eps2 >= x, y > 1, by the channel alpha I + beta J:

    alpha = (x - 1) (y + k - 1) / ((x + k - 1) (y - 1)), beta = (1 - alpha) / k. Raises RelaxationError for numbers
    that do not satisfy 1 <= x <= y, 1 < y.
    """
    low, high = RationalFunction.of(x), RationalFunction.of(y)
    if not low.names and not high.names and not 1 <= low.evaluate({}) <= high.evaluate({}) > 1:
        raise RelaxationError(f"a response is relaxed from e^eps1 = {low} >= 1 to a larger e^eps2 > 1, not to {high}")
    alpha = (low - 1) * (high + (size - 1)) / ((low + (size - 1)) * (high - 1))
    beta = (ONE - alpha) / size
    rows = [[beta + alpha if i == j else beta for j in range(size)] for i in range(size)]
    return Relaxation(
        randomized_response(low, size, domain), randomized_response(high, size, domain), Design(rows, domain)
    )
