"""What a relaxation may cost where the channel is not unique: linear functions of the law of both responses.

Given the designs P1 = P2 C of the first and the last response, the joint law is P(x, o1, o2) = prior(x) P2[x, o2]
C[o2, o1], so that an expected weight of (x, o1, o2) is linear in C. The prior is uniform unless another one is given.

* `change`: P(o2 != o1), by labels; the least keeps a response most often.
* `distance`: E |o2 - o1| for responses that are numbers.
* `expected`: E w(x, o1, o2) for any weight.
* `channel_weights`: any linear function of the entries of the channel.
* `dependence`: a tangent of the chi-square of o1 and o2 at a relaxation, E J0(o1, o2)/(q1(o1) q2(o2)) with J0 the joint
  law there and q1, q2 the laws of o1 and o2, which are those of every relaxation. The chi-square, 1 less than this at
  J = J0, is convex in J; least mutual information is approached by its tangents, each of which is a linear program.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from mechanisms.design import Design, DesignError
from mechanisms.exact.polynomial import Rational
from mechanisms.guarantees.criteria.bayes import Prior, numbers, prior_numbers, uniform_prior
from mechanisms.protocols.relaxation import Relaxation

ZERO = Fraction(0)
Weight = Callable[[Hashable, Hashable, Hashable], Rational]  # of the truth, the first and the last response


@dataclass(frozen=True)
class RelaxationCost:
    """A linear function of the channel of a relaxation.

    Attributes:
        name: what is measured, in words.
        on_channel: (first, last) -> the weight of each entry C[o2, o1], row by row.

    """

    name: str
    on_channel: Callable[[Design, Design], tuple[Fraction, ...]]

    def of(self, relaxation: Relaxation) -> Fraction:
        """The cost of a relaxation with rational entries."""
        weights = self.on_channel(relaxation.first, relaxation.last)
        entries = [entry for row in numbers(relaxation.channel) for entry in row]
        return sum((w * c for w, c in zip(weights, entries, strict=True)), ZERO)


def expected(weight: Weight, prior: Prior | None = None, name: str = "the expected weight") -> RelaxationCost:
    """E w(x, o1, o2) under a prior of the truths, uniform if left out; exact weights."""

    def on_channel(first: Design, last: Design) -> tuple[Fraction, ...]:
        chances = prior_numbers(last, uniform_prior(last) if prior is None else prior)
        rows = numbers(last)
        return tuple(
            sum(
                (
                    chance * row[j] * Fraction(weight(truth, before, after))
                    for truth, chance, row in zip(last.truths, chances, rows, strict=True)
                    if chance and row[j]
                ),
                ZERO,
            )
            for j, after in enumerate(last.responses)
            for before in first.responses
        )

    return RelaxationCost(name, on_channel)


def change(prior: Prior | None = None) -> RelaxationCost:
    """P(o2 != o1): how often a respondent changes the answer; labels of both designs are compared."""
    return expected(lambda _, before, after: int(before != after), prior, "P(o2 != o1)")


def distance(prior: Prior | None = None) -> RelaxationCost:
    """E |o2 - o1| for responses that are integers or fractions; DesignError for other labels when it is used."""
    return expected(lambda _, before, after: difference(before, after), prior, "E |o2 - o1|")


def difference(before: Hashable, after: Hashable) -> Fraction:
    """|after - before| of responses that are numbers; DesignError for others."""
    if not isinstance(before, (int, Fraction)) or not isinstance(after, (int, Fraction)):
        raise DesignError(f"the responses {before!r} and {after!r} are no numbers, so that they have no distance")
    return abs(Fraction(after) - Fraction(before))


def channel_weights(weights: Mapping[tuple[Hashable, Hashable], Rational]) -> RelaxationCost:
    """Sum of weights[o2, o1] C[o2, o1]; entries that are left out weigh nothing."""
    return RelaxationCost(
        "the weighted sum of the channel",
        lambda first, last: tuple(
            Fraction(weights.get((after, before), 0)) for after in last.responses for before in first.responses
        ),
    )


def dependence(at: Relaxation, prior: Prior | None = None) -> RelaxationCost:
    """The tangent at a relaxation of 1 + chi-square of o1 and o2: E J0(o1, o2)/(q1(o1) q2(o2))."""
    last, first = at.last, at.first
    chances = prior_numbers(last, uniform_prior(last) if prior is None else prior)
    own = _law(last, chances)
    before = _law(first, chances)
    channel = {
        (after, response): entry
        for after, row in zip(last.responses, numbers(at.channel), strict=True)
        for response, entry in zip(first.responses, row, strict=True)
    }

    def weight(_: Hashable, earlier: Hashable, later: Hashable) -> Fraction:
        # J0/(q1 q2) = C/q1, and where q1 is 0 the weight has no mass.
        return channel[later, earlier] / before[earlier] if before[earlier] and own[later] else ZERO

    return expected(weight, prior, "the tangent of the chi-square of o1 and o2")


def _law(design: Design, chances: list[Fraction]) -> dict[Hashable, Fraction]:
    """The probability of each response under the prior."""
    columns = zip(*numbers(design), strict=True)
    return {
        response: sum((c * p for c, p in zip(chances, column, strict=True)), ZERO)
        for response, column in zip(design.responses, columns, strict=True)
    }
