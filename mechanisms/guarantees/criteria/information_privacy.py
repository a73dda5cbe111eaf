"""Strict information privacy for any two envelopes, and the bound on the parity to which it amounts, exactly.

A design is strictly private for h_l <= p <= h_u if h_l(P(Q)) <= P(Q | y) <= h_u(P(Q)) for all priors, all events Q and
all responses y that are possible. For a response of parity eta and P(Q) = p, 0 < p < 1, the posterior of Q ranges over

    p/(p + eta (1 - p)) .. eta p/(eta p + 1 - p),

its ends being attained by priors on two truths. So the demand at p is that eta is at most

    h_u (1 - p)/(p (1 - h_u))   and at most   p (1 - h_l)/((1 - p) h_l),   a/0 being infinite,

and the design is strictly private exactly if its parity is at most B(h_l, h_u), the infimum of these over 0 < p < 1,
whether or not that is attained. At p = 0 and p = 1 the posterior is the prior. Source: Chai, Nayak 2018, as in Nayak,
Zhai, Definition 2.1, (2.2), (2.3) and below Definition 2.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from mechanisms.design import Design
from mechanisms.exact.algebraic_real import AlgebraicReal
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational
from mechanisms.exact.rational import RationalFunction
from mechanisms.guarantees.criteria.bayes import CriterionError
from mechanisms.guarantees.criteria.envelope import CHANCE, Envelope, Infimum, Piece, least_value, sign_failure
from mechanisms.guarantees.criteria.parity import Parity, design_parity

ONE = RationalFunction.of(1)
Exact = RationalFunction | Rational


def posterior_range(p: Exact, parity: Exact) -> tuple[RationalFunction, RationalFunction]:
    """The least and the largest posterior of an event of probability p, after a response of this parity.

    Source: the two sides of Nayak, Zhai, (2.3), with gamma for the parity.
    """
    chance, eta = RationalFunction.of(p), RationalFunction.of(parity)
    return chance / (chance + eta * (ONE - chance)), eta * chance / (eta * chance + ONE - chance)


def parity_allowed_above(p: Exact, bound: Exact) -> RationalFunction:
    """The largest parity for which no posterior of an event of probability p exceeds `bound` < 1."""
    chance, h = RationalFunction.of(p), RationalFunction.of(bound)
    return h * (ONE - chance) / (chance * (ONE - h))


def parity_allowed_below(p: Exact, bound: Exact) -> RationalFunction:
    """The largest parity for which no posterior of an event of probability p is less than `bound` > 0."""
    chance, h = RationalFunction.of(p), RationalFunction.of(bound)
    return chance * (ONE - h) / (h * (ONE - chance))


@dataclass(frozen=True)
class Demand:
    """A pair of envelopes h_l, h_u from [0, 1] to [0, 1] with h_l(p) <= p <= h_u(p), which is checked.

    Raises CriterionError, with a point, where that fails.
    """

    lower: Envelope
    upper: Envelope

    def __post_init__(self) -> None:
        self._require("h_l(p) >= 0", self.lower, lambda h: h)
        self._require("h_l(p) <= p", self.lower, lambda h: CHANCE - h)
        self._require("h_u(p) >= p", self.upper, lambda h: h - CHANCE)
        self._require("h_u(p) <= 1", self.upper, lambda h: ONE - h)

    @staticmethod
    def _require(statement: str, envelope: Envelope, excess: Callable[[RationalFunction], RationalFunction]) -> None:
        point = sign_failure(replace(piece, value=excess(piece.value)) for piece in envelope.pieces)
        if point is not None:
            raise CriterionError(f"envelopes need {statement}; that fails at p = {point}")

    def allows(self, p: Fraction, posterior: Fraction) -> bool:
        """Whether this posterior of an event of probability p is close enough to it."""
        return self.lower(p) <= posterior <= self.upper(p)


@dataclass(frozen=True)
class ParityBound(Shown):
    """B(h_l, h_u): the designs that meet the demand are those of parity at most `value`; None is no restriction.

    Attributes:
        value: the infimum over 0 < p < 1 of the parities that are allowed at p.
        attained: whether some p allows no more than this.
        where: such a p, or one to which the p that allow little more come close, from `side`.
        from_above: whether the upper envelope is what restricts there, else the lower one.

    """

    value: AlgebraicReal | None
    attained: bool
    where: AlgebraicReal
    side: int
    from_above: bool

    def admits(self, parity: Parity) -> bool:
        """Whether the parity is at most the bound."""
        return self.value is None or (parity.value is not None and self.value >= parity.value)


def parity_bound(demand: Demand) -> ParityBound:
    """B(h_l, h_u), exactly, with where it comes from."""
    above, below = least_value(_allowed_above(demand)), least_value(_allowed_below(demand))
    from_above = below.value is None or (above.value is not None and _before(above, below))
    found = above if from_above else below
    return ParityBound(found.value, found.attained, found.where, found.side, from_above)


def _before(above: Infimum, below: Infimum) -> bool:
    assert above.value is not None
    assert below.value is not None
    return above.value < below.value or (above.value == below.value and (above.attained or not below.attained))


def _allowed_above(demand: Demand) -> Iterator[Piece]:
    for piece in demand.upper.pieces:
        if piece.value != ONE:
            yield replace(piece, value=parity_allowed_above(CHANCE, piece.value))


def _allowed_below(demand: Demand) -> Iterator[Piece]:
    for piece in demand.lower.pieces:
        if not piece.value.is_zero():
            yield replace(piece, value=parity_allowed_below(CHANCE, piece.value))


def is_strictly_private(design: Design, demand: Demand) -> bool:
    """Whether no posterior breaks the demand: the parity of the design is at most B(h_l, h_u)."""
    return parity_bound(demand).admits(design_parity(design))


# -- demands that have a name --------------------------------------------------------------------------------------


def factor_demand(beta: Rational) -> Demand:
    """1/beta <= P(Q | y)/P(Q) <= beta for beta >= 1, h_u being cut at 1. Source: Nayak, Zhang, Adeshiyan 2015.

    Raises CriterionError for beta < 1.
    """
    if beta < 1:
        raise CriterionError(f"beta-factor privacy needs beta >= 1, not {beta}")
    b = Fraction(beta)
    upper = Envelope.of((0, 1 / b, "[]", b * CHANCE), (1 / b, 1, "(]", 1))
    return Demand(Envelope.of((0, 1, "[]", CHANCE / b)), upper)


def breach_demand(rho1: Rational, rho2: Rational) -> Demand:
    """No posterior above rho2 from a probability below rho1, none below rho1 from above rho2; 0 < rho1 <= rho2 < 1.

    h_u is rho2 below rho1 and 1 from there on, h_l is 0 up to rho2 and rho1 above. Source: Evfimievski, Gehrke,
    Srikant 2003, as in Nayak, Zhai, section 2.1. Raises CriterionError for other rho1 and rho2.
    """
    if not 0 < rho1 <= rho2 < 1:
        raise CriterionError(f"rho1-to-rho2 privacy needs 0 < rho1 <= rho2 < 1, not {rho1} and {rho2}")
    lower = Envelope.of((0, rho2, "[]", 0), (rho2, 1, "(]", rho1))
    return Demand(lower, Envelope.of((0, rho1, "[)", rho2), (rho1, 1, "[]", 1)))


def local_demand(gamma: Rational) -> Demand:
    """The posteriors that a parity of gamma >= 1 allows. Source: Nayak, Zhai, (2.3), gamma = e^eps.

    Raises CriterionError for gamma < 1.
    """
    if gamma < 1:
        raise CriterionError(f"e^eps is at least 1, not {gamma}")
    lower, upper = posterior_range(CHANCE, gamma)
    return Demand(Envelope.of((0, 1, "[]", lower)), Envelope.of((0, 1, "[]", upper)))
