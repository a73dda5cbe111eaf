"""What an intruder may learn from a response, as linear rows: posteriors, breaches, guesses, and parities.

With a prior given, the posterior of an event Q after the response y is a quotient of two linear functions of the
design, so that a bound on it is linear once it is multiplied by P(y). A response that is impossible under the prior has
no posterior, and no demand is made of it. For all priors at once see `InformationPrivacy`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from lp.constraints.constraint import (
    Constraint,
    ConstraintError,
    Family,
    entries,
    exact_prior,
    exact_share,
    require_size,
)
from lp.constraints.privacy import ApproximatePrivacy, LocalPrivacy
from lp.models.event_words import event_words
from mechanisms.design import Design
from mechanisms.exact.polynomial import Rational
from mechanisms.guarantees.criteria.bayes import CriterionError, guessing_probability
from mechanisms.guarantees.criteria.information_privacy import Demand, breach_demand, is_strictly_private, parity_bound

Event = tuple[int, ...]
MAXIMAL_EVENT_TRUTHS = 14  # of a prior all of whose events are looked at


@dataclass(frozen=True)
class PosteriorCap(Constraint):
    """least <= P(truth in Q | y) <= most under the prior, for each event Q and each response y that is possible.

    `events` are tuples of truths (positions); left out, each truth by itself. Raises ConstraintError for least > most.
    """

    prior: tuple[Fraction, ...]
    most: Fraction = Fraction(1)
    least: Fraction = Fraction(0)
    events: tuple[Event, ...] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "prior", exact_prior(self.prior))
        object.__setattr__(self, "most", exact_share(self.most, "most"))
        object.__setattr__(self, "least", exact_share(self.least, "least"))
        if self.least > self.most:
            raise ConstraintError(f"a posterior cannot be at least {self.least} and at most {self.most}")
        if self.events is not None:
            object.__setattr__(self, "events", tuple(_event(event, len(self.prior)) for event in self.events))

    @property
    def judged(self) -> tuple[Event, ...]:
        """The events that are judged."""
        return self.events if self.events is not None else tuple((x,) for x in range(len(self.prior)))

    def check(self, truths: int, responses: int) -> None:
        """There must be one weight a truth."""
        require_size("the prior", len(self.prior), truths, "truths")

    def families(self) -> list[Family]:
        """P(Q, y) <= most P(y) and P(Q, y) >= least P(y)"""
        most = self.most if self.most < 1 else None
        least = self.least if self.least > 0 else None
        judged = () if self.events is None else (self.events,)
        return [Family("posteriors", "posterior_cap", (self.prior, most, least, *judged))]

    def holds_for(self, design: Design) -> bool:
        """Whether the posterior after each response that is possible lies between the bounds."""
        return all(self.least <= chance <= self.most for _, _, chance in self._posteriors(design))

    def tight_at(self, design: Design) -> tuple[str, ...]:
        """The posteriors at one of the bounds, unless that is 0 or 1."""
        bounds = {bound for bound in (self.least, self.most) if 0 < bound < 1}
        found = self._posteriors(design)
        return tuple(
            f"P({event_words(event)} | response {y}) = {chance}" for event, y, chance in found if chance in bounds
        )

    def _posteriors(self, design: Design) -> Iterator[tuple[Event, int, Fraction]]:
        for y, law in _posterior_laws(design, self.prior):
            for event in self.judged:
                yield event, y, sum((law[x] for x in event), Fraction(0))


@dataclass(frozen=True)
class PriorBreach(Constraint):
    """No rho1-to-rho2 breach under one prior: for every event Q and every response y that is possible,

    P(Q) < rho1 implies P(Q | y) <= rho2, and P(Q) > rho2 implies P(Q | y) >= rho1; 0 < rho1 <= rho2 < 1.

    Only the largest events with P(Q) < rho1, and the complements of the largest with P < 1 - rho2, need rows. For all
    priors at once: `InformationPrivacy(breach_demand(rho1, rho2))`. Source: Evfimievski, Gehrke, Srikant 2003. Raises
    ConstraintError for other rho1 and rho2, and for too many truths to look at each event.
    """

    prior: tuple[Fraction, ...]
    rho1: Fraction
    rho2: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "prior", exact_prior(self.prior))
        for name in ("rho1", "rho2"):
            object.__setattr__(self, name, exact_share(getattr(self, name), name))
        if not 0 < self.rho1 <= self.rho2 < 1:
            raise ConstraintError(f"a breach needs 0 < rho1 <= rho2 < 1, not {self.rho1} and {self.rho2}")
        if len(self.prior) > MAXIMAL_EVENT_TRUTHS:
            raise ConstraintError(f"all events of a prior are looked at for up to {MAXIMAL_EVENT_TRUTHS} truths only")

    def check(self, truths: int, responses: int) -> None:
        """There must be one weight a truth."""
        require_size("the prior", len(self.prior), truths, "truths")

    def families(self) -> list[Family]:
        """P(Q, y) <= rho2 P(y), and P(Q, y) <= (1 - rho1) P(y) for the complements"""
        limits = ((self.rho1, self.rho2), (1 - self.rho2, 1 - self.rho1))
        return [
            Family("posteriors", "posterior_cap", (self.prior, most, None, tuple(self._largest_below(limit))))
            for limit, most in limits
        ]

    def _largest_below(self, limit: Fraction) -> Iterator[Event]:
        """Events of a probability below the limit that no further truth leaves below it."""
        for event in _events(len(self.prior)):
            chance = self._chance(event)
            others = (w for x, w in enumerate(self.prior) if x not in event)
            if chance < limit and all(chance + weight >= limit for weight in others):
                yield event

    def _chance(self, event: Event) -> Fraction:
        return sum((self.prior[x] for x in event), Fraction(0))

    def holds_for(self, design: Design) -> bool:
        """Whether no event is breached: all events, judged by the envelopes of the demand."""
        demand = breach_demand(self.rho1, self.rho2)
        laws = [law for _, law in _posterior_laws(design, self.prior)]
        return all(
            demand.allows(self._chance(event), sum((law[x] for x in event), Fraction(0)))
            for event in _events(len(self.prior))
            for law in laws
        )


@dataclass(frozen=True)
class InformationPrivacy(Constraint):
    """h_l(P(Q)) <= P(Q | y) <= h_u(P(Q)) for all priors, events and responses: strict information privacy.

    That is a bound on the parity, B(h_l, h_u) (`mechanisms.guarantees.criteria.information_privacy`), which must be
    rational here: rho2 (1 - rho1)/(rho1 (1 - rho2)) for rho1-to-rho2 privacy, beta for beta-factor privacy. Raises
    ConstraintError for an irrational parity.
    """

    demand: Demand

    def __post_init__(self) -> None:
        bound = parity_bound(self.demand).value
        if bound is not None and bound.rational is None:
            inside = bound.refined(Fraction(1, 10**6)).low
            raise ConstraintError(f"the parity that the demand allows is irrational; LocalPrivacy({inside}) implies it")

    @property
    def parity(self) -> Fraction | None:
        """The largest parity that is allowed; None if there is no restriction."""
        bound = parity_bound(self.demand).value
        return None if bound is None else bound.rational

    def check(self, truths: int, responses: int) -> None:
        """It fits designs of every size."""

    def families(self) -> list[Family]:
        """The rows of local privacy at e^eps = B(h_l, h_u)."""
        return [] if self.parity is None else LocalPrivacy(self.parity).families()

    def holds_for(self, design: Design) -> bool:
        """Whether the parity of the design is at most B(h_l, h_u)."""
        return is_strictly_private(design, self.demand)

    def tight_at(self, design: Design) -> tuple[str, ...]:
        """The ratios of entries that are as large as allowed."""
        return () if self.parity is None else LocalPrivacy(self.parity).tight_at(design)


@dataclass(frozen=True)
class GuessingCap(Constraint):
    """The best guess after the response is right with probability at most `most`: sum over y of max over x of

    prior[x] P[x, y]. With the uniform prior on k truths this bounds Renyi's min-capacity by log(k most). There are
    variables best[y] >= prior[x] P[x, y] whose sum is at most `most`. Source: Smith 2009 (vulnerability).
    """

    prior: tuple[Fraction, ...]
    most: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "prior", exact_prior(self.prior))
        object.__setattr__(self, "most", exact_share(self.most, "most"))

    def check(self, truths: int, responses: int) -> None:
        """There must be one weight a truth."""
        require_size("the prior", len(self.prior), truths, "truths")

    def families(self) -> list[Family]:
        """sum over y of max over x of prior[x] P[x, y] <= most"""
        return [Family("posteriors", "guessing_cap", (self.prior, self.most))]

    def holds_for(self, design: Design) -> bool:
        """Whether the probability of a right guess is at most `most`."""
        return guessing_probability(design, self.prior) <= self.most

    def tight_at(self, design: Design) -> tuple[str, ...]:
        """The bound, if it is attained."""
        tight = guessing_probability(design, self.prior) == self.most
        return (f"P(the best guess is right) = {self.most}",) if tight else ()


def factor_privacy(beta: Rational) -> LocalPrivacy:
    """1/beta <= P(Q | y)/P(Q) <= beta for all priors and events: a parity of at most beta. Nayak, Zhai, section 2.1."""
    return LocalPrivacy(Fraction(beta))


def average_security(phi: Rational) -> ApproximatePrivacy:
    """No prediction gains more than the factor phi, 1 < phi < 2: rows differ by phi - 1 in total variation at most.

    Source: `mechanisms.guarantees.criteria.average`; Nayak, Zhai, Definition 2.4 and Theorem 2.1. Raises
    ConstraintError for phi outside (1, 2).
    """
    if not 1 < phi < 2:
        raise ConstraintError(f"the level phi of average security lies between 1 and 2, not at {phi}")
    return ApproximatePrivacy(Fraction(1), Fraction(phi) - 1)


def _posterior_laws(design: Design, prior: tuple[Fraction, ...]) -> Iterator[tuple[int, list[Fraction]]]:
    """Each response that is possible under the prior, with the posterior of the truths."""
    if len(prior) != len(design.truths):
        raise CriterionError(f"the prior has {len(prior)} weights for {len(design.truths)} truths")
    for y, column in enumerate(zip(*entries(design), strict=True)):
        joint = [w * p for w, p in zip(prior, column, strict=True)]
        whole = sum(joint, Fraction(0))
        if whole:
            yield y, [part / whole for part in joint]


def _events(size: int) -> Iterator[Event]:
    return (event for count in range(size + 1) for event in combinations(range(size), count))


def _event(event: object, size: int) -> Event:
    if not isinstance(event, (tuple, list)) or not all(type(x) is int and 0 <= x < size for x in event):
        raise ConstraintError(f"an event is a tuple of truths, numbers from 0 to {size - 1}, not {event!r}")
    return tuple(sorted(set(event)))
