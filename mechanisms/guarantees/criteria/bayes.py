"""What an intruder with a prior learns from a response: posterior, best guess, best prediction of a property.

An intruder has a prior on the truths and sees one response. Source of the definitions: Nayak, Zhai, section 2 with
(2.1), and section 2.2, where matrices are transposed.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy

from mechanisms.design import Design
from mechanisms.exact.domain import Domain
from mechanisms.exact.entries import EntryError, exact_number
from mechanisms.exact.notebook import Shown
from mechanisms.exact.rational import RationalFunction

Prior = Mapping[Hashable, Any] | Sequence[Any]
ZERO = Fraction(0)


class CriterionError(ValueError):
    """A criterion is asked of a design, a prior or an event to which it does not apply; the message says why."""


def numbers(design: Design) -> list[list[Fraction]]:
    """The rational entries of a design, row by row; CriterionError when it has parameters or irrational entries."""
    if design.parameters or design.generator is not None:
        raise CriterionError("rational entries are needed here; give the parameters exact values with .at(...)")
    return [[entry.constant_value() for entry in row] for row in design.entries]


def prior_numbers(design: Design, prior: Prior) -> list[Fraction]:
    """The prior in the order of the rows; CriterionError unless it is a distribution of rational numbers."""
    if isinstance(prior, Mapping):
        if set(prior) != set(design.truths):
            raise CriterionError(f"the prior has the truths {list(prior)}, the design {list(design.truths)}")
        given = [prior[truth] for truth in design.truths]
    else:
        given = list(prior)
        if len(given) != len(design.truths):
            raise CriterionError(f"the prior has {len(given)} weights for {len(design.truths)} truths")
    try:
        weights = [exact_number(value, "a weight of the prior") for value in given]
    except EntryError as error:
        raise CriterionError(str(error)) from error
    if sum(weights) != 1 or min(weights) < 0:
        raise CriterionError(f"the weights {', '.join(map(str, weights))} are no distribution")
    return weights


def uniform_prior(design: Design) -> dict[Hashable, Fraction]:
    """The prior that gives each truth the same weight."""
    return dict.fromkeys(design.truths, Fraction(1, len(design.truths)))


def posterior(
    design: Design, prior: Prior, response: Hashable, domain: Domain | None = None
) -> dict[Hashable, RationalFunction]:
    """P(truth | response) = prior(truth) P[truth, response] / sum over t of prior(t) P[t, response], by truth.

    `domain` declares parameters that only the prior uses. Raises CriterionError when the response is impossible under
    the prior. Source: Nayak, Zhai, first display of section 2.
    """
    weights = [prior[truth] for truth in design.truths] if isinstance(prior, Mapping) else list(prior)
    both = design.domain.joined(domain) if domain else design.domain
    read = Design([weights], both, ["prior"], design.truths).entries[0]
    column = design.column_of(response)
    joint = [w * row[column] for w, row in zip(read, design.entries, strict=True)]
    whole = sum(joint, RationalFunction.of(0))
    if whole.is_zero():
        raise CriterionError(f"the response {response!r} has probability 0 under this prior, so there is no posterior")
    return {truth: part / whole for truth, part in zip(design.truths, joint, strict=True)}


def guessing_probability(design: Design, prior: Prior) -> Fraction:
    """P(the likeliest truth after the response is the true one) = sum over y of max over x of prior(x) P[x, y]."""
    weights, rows = prior_numbers(design, prior), numbers(design)
    return sum((max(w * p for w, p in zip(weights, column, strict=True)) for column in zip(*rows, strict=True)), ZERO)


@dataclass(frozen=True)
class BestGuess(Shown):
    """What an intruder guesses who wants to be right as often as possible.

    Attributes:
        probability: of a right guess, over all responses.
        guesses: the truths that are likeliest after each response that is possible under the prior, all that tie.
        surest: a response after which the guess is right most often.
        sureness: how often it is right then, the largest posterior of a truth.

    """

    probability: Fraction
    guesses: dict[Hashable, tuple[Hashable, ...]]
    surest: Hashable
    sureness: Fraction


def best_guess(design: Design, prior: Prior) -> BestGuess:
    """The best guess after each response, and the response that gives the truth away most; rational numbers only."""
    weights, rows = prior_numbers(design, prior), numbers(design)
    guesses: dict[Hashable, tuple[Hashable, ...]] = {}
    found: tuple[Fraction, Hashable] | None = None
    for response, column in zip(design.responses, zip(*rows, strict=True), strict=True):
        joint = [w * p for w, p in zip(weights, column, strict=True)]
        whole, most = sum(joint, ZERO), max(joint)
        if whole == 0:
            continue
        guesses[response] = tuple(t for t, mass in zip(design.truths, joint, strict=True) if mass == most)
        if found is None or most / whole > found[0]:
            found = most / whole, response
    assert found is not None, "the rows of a design sum to one, so some response is possible"
    return BestGuess(guessing_probability(design, prior), guesses, surest=found[1], sureness=found[0])


@dataclass(frozen=True)
class MinEntropyLeakage(Shown):
    """log2 of `ratio`, by which a response multiplies the probability of a right guess, after / before."""

    before: Fraction
    after: Fraction

    @property
    def ratio(self) -> Fraction:
        """The factor, at least 1."""
        return self.after / self.before

    def bits(self) -> sympy.Expr:
        """The leakage in bits."""
        return sympy.log(sympy.Rational(self.ratio.numerator, self.ratio.denominator), 2)


def min_entropy_leakage(design: Design, prior: Prior) -> MinEntropyLeakage:
    """Renyi's min-entropy of the truth before less after the response, as the ratio of guessing probabilities.

    Source: Smith 2009.
    """
    return MinEntropyLeakage(max(prior_numbers(design, prior)), guessing_probability(design, prior))


def min_capacity(design: Design) -> Fraction:
    """The largest ratio of guessing probabilities over all priors: sum over y of max over x of P[x, y], uniform prior.

    For any prior, sum over y of max over x of prior(x) P[x, y] <= max(prior) sum over y of max over x of P[x, y].
    Source: Braun, Chatzikokolakis, Palamidessi 2009.
    """
    return sum((max(column) for column in zip(*numbers(design), strict=True)), ZERO)


@dataclass(frozen=True)
class Prediction(Shown):
    """How often the property "the truth lies in the event" is predicted rightly, by the best rule.

    Attributes:
        before: max(P(event), P(not event)), from the prior alone; at least 1/2.
        after: sum over y of max(P(event, y), P(not event, y)), with the response.
        declares: the responses after which the event is declared, P(event | y) >= 1/2.

    """

    before: Fraction
    after: Fraction
    declares: tuple[Hashable, ...]

    @property
    def ratio(self) -> Fraction:
        """The gain `after / before`, between 1 and 2."""
        return self.after / self.before


def prediction(design: Design, prior: Prior, event: Iterable[Hashable]) -> Prediction:
    """The probabilities of a right prediction of an event without and with the response.

    Source: Nayak, Zhai, section 2.2: G_alpha(Q) and G_alpha(Q | Z).
    """
    weights, rows = prior_numbers(design, prior), numbers(design)
    inside = {design.row_of(truth) for truth in event}
    chance = sum((weights[x] for x in inside), ZERO)
    after, declares = ZERO, []
    for y, response in enumerate(design.responses):
        with_event = sum((weights[x] * rows[x][y] for x in inside), ZERO)
        without = sum((weights[x] * rows[x][y] for x in range(len(rows)) if x not in inside), ZERO)
        after += max(with_event, without)
        if with_event >= without and with_event + without > 0:
            declares.append(response)
    return Prediction(max(chance, 1 - chance), after, tuple(declares))
