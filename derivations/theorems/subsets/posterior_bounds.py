"""Theorems on what a response of bounded parity does to the probability of an event, for all probabilities and bounds.

Given the response, an event of probability p has the posterior p u/(p u + (1 - p) v), where u and v are the averages of
the probabilities of the response over the truths in the event and outside it. If the parity of the response is at most
eta, then u <= eta v and v <= eta u; priors on two truths attain u = eta v and v = eta u. So the posterior ranges over

    low(p, eta) = p/(p + eta (1 - p)) .. high(p, eta) = eta p/(eta p + 1 - p).

Source: Nayak, Zhai, section 2.1 with (2.3), which quotes Chai, Nayak 2018.
"""

from __future__ import annotations

from functools import cache

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import prove_from
from mechanisms.exact.formula import Condition, Formula, all_of, equal_to
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.guarantees.criteria.information_privacy import posterior_range

P, ETA, INSIDE, OUTSIDE, BETA, RHO1, RHO2, GAMMA, FIRST, SECOND = (
    Polynomial.variable(name) for name in ("p", "eta", "u", "v", "beta", "rho1", "rho2", "gamma", "A", "B")
)
LOW, HIGH = posterior_range(RationalFunction(P), RationalFunction(ETA))
_INNER = (Condition(P, ">"), Condition(1 - P, ">"))
_PARITY = Condition(ETA - 1, ">=")
_LEVELS = (Condition(RHO1, ">"), Condition(RHO2 - RHO1, ">="), Condition(1 - RHO2, ">"))
_ODDS = RHO2 * (1 - RHO1) - ETA * RHO1 * (1 - RHO2)


def _theorem(hypotheses: list[Formula], *conclusions: Formula) -> Theorem:
    return prove_from(Sequent(frozenset(hypotheses), all_of(conclusions)))


@cache
def posterior_within() -> Theorem:
    """0 <= p <= 1, u, v > 0, u <= eta v, v <= eta u |- low <= p u/(p u + (1 - p) v) <= high."""
    known: list[Formula] = [Condition(P, ">="), Condition(1 - P, ">="), _PARITY]
    known += [Condition(INSIDE, ">"), Condition(OUTSIDE, ">")]
    known += [Condition(ETA * OUTSIDE - INSIDE, ">="), Condition(ETA * INSIDE - OUTSIDE, ">=")]
    after = RationalFunction(P * INSIDE, P * INSIDE + (1 - P) * OUTSIDE)
    return _theorem(known, relation_formula(LOW, "<=", after), relation_formula(after, "<=", HIGH))


@cache
def factor_is_kept() -> Theorem:
    """0 < p < 1, 1 <= eta <= beta |- p/beta <= low and high <= beta p."""
    beta = RationalFunction(BETA)
    known: list[Formula] = [*_INNER, _PARITY, Condition(BETA - ETA, ">=")]
    p = RationalFunction(P)
    return _theorem(known, relation_formula(p / beta, "<=", LOW), relation_formula(HIGH, "<=", beta * p))


@cache
def factor_is_exceeded() -> Theorem:
    """1 <= beta < eta, p = (eta - beta)/(2 beta (eta - 1)) |- 0 < p < 1 and high > beta p."""
    known: list[Formula] = [Condition(BETA - 1, ">="), Condition(ETA - BETA, ">")]
    known.append(equal_to(2 * BETA * (ETA - 1) * P, ETA - BETA))
    return _theorem(known, *_INNER, relation_formula(HIGH, ">", RationalFunction(BETA * P)))


@cache
def breach_is_prevented() -> tuple[Theorem, Theorem]:
    """For eta rho1 (1 - rho2) <= rho2 (1 - rho1), 0 < rho1 <= rho2 < 1: no breach from either side.

    high <= rho2 for p < rho1, and low >= rho1 for p > rho2.
    """
    known: list[Formula] = [*_LEVELS, *_INNER, _PARITY, Condition(_ODDS, ">=")]
    up = relation_formula(HIGH, "<=", RationalFunction(RHO2))
    down = relation_formula(LOW, ">=", RationalFunction(RHO1))
    return _theorem([*known, Condition(RHO1 - P, ">")], up), _theorem([*known, Condition(P - RHO2, ">")], down)


@cache
def breach_happens() -> Theorem:
    """For eta rho1 (1 - rho2) > rho2 (1 - rho1), 0 < rho1 <= rho2 < 1: a breach at a probability between two ends.

    2 p = rho1 + rho2/(rho2 + eta (1 - rho2)) |- 0 < p < rho1 and high > rho2.
    """
    known: list[Formula] = [*_LEVELS, _PARITY, Condition(-_ODDS, ">")]
    known.append(equal_to((2 * P - RHO1) * (RHO2 + ETA * (1 - RHO2)), RHO2))
    return _theorem(known, _INNER[0], Condition(RHO1 - P, ">"), relation_formula(HIGH, ">", RationalFunction(RHO2)))


@cache
def prediction_gain() -> tuple[Theorem, Theorem]:
    """1/2 <= a <= 1, A, B >= 0: max(0, (1 - a) B - a A) <= a max(0, B - A), in the two cases B >= A and B <= A.

    Summed over the responses, with A and B their laws given the likelier and the other half of a bipartition of the
    truths, G(Q | Z) - a <= a |A - B|/2. The name of a is p. Source: Nayak, Zhai, Theorem 2.1.
    """
    known: list[Formula] = [Condition(2 * P - 1, ">="), Condition(1 - P, ">=")]
    known += [Condition(FIRST, ">="), Condition(SECOND, ">=")]
    gain = (1 - P) * SECOND - P * FIRST
    more = _theorem([*known, Condition(SECOND - FIRST, ">=")], Condition(P * (SECOND - FIRST) - gain, ">="))
    return more, _theorem([*known, Condition(FIRST - SECOND, ">=")], Condition(-gain, ">="))
