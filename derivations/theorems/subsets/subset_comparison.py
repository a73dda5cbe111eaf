"""Local l-diversity against the best designs of bounded parity and against single bits, for all k, l and q.

V(k, q, gamma) is the added variance of subset selection and V_l(k) that of local l-diversity. Where both agree, with r
the root of q (k - q) l/(k - l), gamma is 1 + k/(r - q) (`matching_parity`); the truth is then guessed rightly with the
probability p/q = (r - q + k)/(r k) after a response of subset selection, and 1/l after one of local l-diversity. Source
of the problem: Nayak, Zhai, sections 4.3 and 5.
"""

from __future__ import annotations

from functools import cache

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.sums_of_products import sum_of_products
from derivations.prover.with_theorems import prove_from
from derivations.theorems.subsets.parity_optimum import GAMMA, ROOT, K, L, Q, variance
from derivations.theorems.subsets.subset_minimax import diversity_variance, selection_variance
from derivations.theorems.subsets.subset_response import independent_bits
from mechanisms.exact.formula import Condition, Formula, equal_to
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

SIDE = Polynomial.variable("s")
"""The square root of gamma."""
SIZES: tuple[Formula, ...] = (Condition(Q - 1, ">="), Condition(K - Q - 1, ">="))
PRIVATE: tuple[Formula, ...] = (*SIZES, Condition(GAMMA - 1, ">"))
MATCHED: tuple[Formula, ...] = (
    equal_to(ROOT**2 * (K - L), Q * (K - Q) * L),
    Condition(Q - 1, ">="),
    Condition(L - Q, ">"),
    Condition(K - L, ">"),
    Condition(ROOT, ">"),
)
_BEST: tuple[Formula, ...] = (
    Condition((K - Q + 1) * (K - Q) - SIDE**4 * Q * (Q - 1), ">="),
    Condition(SIDE**4 * Q * (Q + 1) - (K - Q) * (K - Q - 1), ">="),
)
"""Neither q - 1 nor q + 1 has a smaller added variance at gamma = s^2."""


def bits_variance() -> RationalFunction:
    """The added variance of k bits, each kept with probability b, b/(1 - b) = s, which has the parity s^2."""
    keep = RationalFunction(SIDE, SIDE + 1)
    return independent_bits(K, keep, 1 - keep).added_variance


def best_at_square() -> tuple[Formula, ...]:
    """1 <= q <= k - 1, s > 1, and neither neighbour of q has a smaller added variance at gamma = s^2."""
    return (*SIZES, Condition(SIDE - 1, ">"), *_BEST)


@cache
def every_parity_costs() -> Theorem:
    """1 <= q <= k - 1, gamma > 1 |- V(k, q, gamma) > 0."""
    return prove_from(Sequent(frozenset(PRIVATE), relation_formula(variance(), ">", RationalFunction.of(0))))


@cache
def large_sets_cost_more() -> Theorem:
    """1 <= l <= q <= k - 1, gamma > 1 |- V(k, q, gamma) > V_l(k): only sets of fewer than l categories match."""
    known = frozenset((*PRIVATE, Condition(L - 1, ">="), Condition(Q - L, ">=")))
    return prove_from(Sequent(known, relation_formula(variance(), ">", diversity_variance(K, L))))


@cache
def root_above_size() -> Theorem:
    """What is known of r |- r > q, so that gamma > 1."""
    return prove_from(Sequent(frozenset(MATCHED), Condition(ROOT - Q, ">")))


@cache
def single_bits_cost_more() -> Theorem:
    """1 <= q <= k - 1, s > 1, q best at gamma = s^2 |- V(k, q, s^2) is less than the added variance of k bits.

    With y = k - q, d = s^2 q - y and e = s^4 q + y, that q is best says |d| (s^2 q + y) <= e. The claim is
    (k - 1)^2 d^2 < w q y for the w below, and it holds since (k - 1)^2 e^2 < w q y (s^2 q + y)^2.
    """
    known = frozenset(best_at_square())
    rest, square = K - Q, SIDE**2
    gap, spread, bound = square * Q - rest, square * Q + rest, square**2 * Q + rest
    weight = K**2 * SIDE * (SIDE - 1) ** 2 + (K - 1) * (square - 1) ** 2 + 4 * (2 * K - 1) * square
    facts = {
        "wide": Condition(weight * Q * rest * spread**2 - (K - 1) ** 2 * bound**2, ">"),
        "below": Condition(bound - gap * spread, ">="),
        "above": Condition(bound + gap * spread, ">="),
        "several": Condition(K - 1, ">"),
        "spread": Condition(spread, ">"),
    }
    claim = Condition(weight * Q * rest - (K - 1) ** 2 * gap**2, ">")
    terms = [[facts["wide"]], [facts["several"], facts["several"], facts["below"], facts["above"]]]
    positive = sum_of_products(claim, terms, [facts["spread"], facts["spread"]])
    for fact in facts.values():
        positive = kernel.cut(prove_from(Sequent(known, fact)), positive)
    goal = relation_formula(selection_variance(K, Q, square), "<", bits_variance())
    return prove_from(Sequent(known, goal), [positive])


@cache
def moderate_sets_cost_much() -> Theorem:
    """k >= 20, 1 < gamma <= 20 |- V(k, q, gamma) > 3 (1 - 1/k), three times the largest sampling variance."""
    known = frozenset((*PRIVATE, Condition(K - 20, ">="), Condition(20 - GAMMA, ">=")))
    goal = relation_formula(variance(), ">", 3 * (1 - 1 / RationalFunction(K)))
    return prove_from(Sequent(known, goal))
