"""What who sees a response learns about the truth: bounds for all priors, and exact values at one prior."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from lp.losses.column_objectives import kullback_leibler
from mechanisms.design import Design
from mechanisms.exact.logarithm_sum import LogarithmSum, combined
from mechanisms.exact.notebook import Shown
from mechanisms.guarantees.criteria.average import AverageBreach, largest_breach
from mechanisms.guarantees.criteria.bayes import (
    BestGuess,
    MinEntropyLeakage,
    best_guess,
    min_capacity,
    min_entropy_leakage,
    numbers,
)
from mechanisms.guarantees.criteria.diversity import Diversity, local_diversity_of
from mechanisms.guarantees.criteria.information_privacy import posterior_range

Vector = tuple[Fraction, ...]
ZERO, ONE = Fraction(0), Fraction(1)
PROBABILITIES = (Fraction(1, 100), Fraction(1, 20), Fraction(1, 10), Fraction(1, 4), Fraction(1, 2))


@dataclass(frozen=True)
class PosteriorBound(Shown):
    """An event of probability `before` has a posterior from `low` to `high`, whatever the prior; both are attained."""

    before: Fraction
    low: Fraction
    high: Fraction


@dataclass(frozen=True)
class PosteriorRange(Shown):
    """The posteriors of one truth over the responses that are possible at the given prior."""

    before: Fraction
    low: Fraction
    high: Fraction


@dataclass(frozen=True)
class Inference(Shown):
    """What a response gives away.

    Attributes:
        bounds: of the posterior of any event, for all priors; `high` at rho1 is the least rho2 of rho1-to-rho2 privacy.
        ranges: the posteriors of each truth at the given prior.
        factor: the least beta of beta-factor privacy, None if there is none; e^eps.
        average: the largest gain of a prediction, None for one truth.
        diversity: how many truths the most revealing response leaves possible.
        guess: the best guess of the truth at the given prior (Bayes vulnerability).
        leakage: min-entropy leakage at the given prior.
        capacity: the largest factor by which a response multiplies the probability of a right guess, over all priors.
        information: mutual information of truth and response at the given prior, in nats.
        entropy: of the truth at the given prior, in nats, which the information cannot exceed.

    """

    bounds: tuple[PosteriorBound, ...]
    ranges: tuple[PosteriorRange, ...]
    factor: Fraction | None
    average: AverageBreach | None
    diversity: Diversity
    guess: BestGuess
    leakage: MinEntropyLeakage
    capacity: Fraction
    information: LogarithmSum
    entropy: LogarithmSum


def inference(design: Design, prior: Vector, parity: Fraction | None) -> Inference:
    """What a response of a design with rational entries gives away; `parity` is that of the design."""
    average = largest_breach(design) if len(design.truths) > 1 else None
    return Inference(
        tuple(posterior_bound(p, parity) for p in PROBABILITIES),
        _ranges(design, prior),
        parity,
        average,
        local_diversity_of(design),
        best_guess(design, prior),
        min_entropy_leakage(design, prior),
        min_capacity(design),
        mutual_information(design, prior),
        -sum((kullback_leibler(p, ONE) for p in prior if p), LogarithmSum()),
    )


def posterior_bound(before: Fraction, parity: Fraction | None) -> PosteriorBound:
    """The range of posteriors of an event of this probability, 0 and 1 where the parity is infinite."""
    if parity is None:
        return PosteriorBound(before, ZERO, ONE)
    low, high = posterior_range(before, parity)
    return PosteriorBound(before, low.constant_value(), high.constant_value())


def mutual_information(design: Design, prior: Vector) -> LogarithmSum:
    """sum over x, y of prior_x P[x, y] log(P[x, y]/P(y)), in nats, for rational entries, zeros included."""
    terms = []
    for column in zip(*numbers(design), strict=True):
        law = sum((w * p for w, p in zip(prior, column, strict=True)), ZERO)
        terms += [(w, kullback_leibler(p, law)) for w, p in zip(prior, column, strict=True) if w and p]
    found = combined(terms)
    assert isinstance(found, LogarithmSum), "a sum of logarithms is one"
    return found


def _ranges(design: Design, prior: Vector) -> tuple[PosteriorRange, ...]:
    columns = [[w * p for w, p in zip(prior, column, strict=True)] for column in zip(*numbers(design), strict=True)]
    posteriors = [[p / sum(column, ZERO) for p in column] for column in columns if any(column)]
    return tuple(
        PosteriorRange(before, min(after), max(after))
        for before, after in zip(prior, zip(*posteriors, strict=True), strict=True)
    )
