"""Theorems behind the least added variance at a given parity, for all k, q and gamma at once.

Each is proved by the kernel from the conditions that are stated, with polynomials in k, q, gamma; what is summed over
responses, truths or sizes is in the docstring of `subset_minimax`. Source of the problem: Chai, Nayak 2019; Nayak,
Zhai, section 3.2 and (3.3).
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import prove_from
from derivations.theorems.subsets.subset_minimax import diversity_variance, selection_variance
from mechanisms.exact.formula import Condition, Formula, equal_to
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

K, L, Q, GAMMA, OTHER, ENTRY, SUM, SQUARES, MEAN, ROOT = (
    Polynomial.variable(name) for name in ("k", "l", "q", "gamma", "gamma_", "u", "s", "t", "c", "r")
)
_SIZES = (Condition(Q - 1, ">="), Condition(K - Q - 1, ">="), Condition(GAMMA - 1, ">"))


def variance() -> RationalFunction:
    """V(k, q, gamma), the added variance of subset selection."""
    return selection_variance(K, Q, GAMMA)


@cache
def convex_in_each_entry() -> tuple[Theorem, Theorem]:
    """A column's (sum of squares)/(sum)^2 is largest when an entry u in [1, gamma] is at an end, others being fixed.

    With s > 0 the sum and t > 0 the sum of squares of the other entries, (t + u^2)/(s + u)^2 is at most its value at
    u = 1 if s u <= t, and at most its value at u = gamma if s u >= t.
    """
    share = RationalFunction(SQUARES + ENTRY**2, (SUM + ENTRY) ** 2)
    known = [Condition(SUM, ">"), Condition(SQUARES, ">"), Condition(ENTRY - 1, ">="), Condition(GAMMA - ENTRY, ">=")]
    theorems = []
    for end, where in ((Polynomial.constant(1), SQUARES - SUM * ENTRY), (GAMMA, SUM * ENTRY - SQUARES)):
        at_end = RationalFunction(SQUARES + end**2, (SUM + end) ** 2)
        hypotheses = frozenset((*known, Condition(where, ">=")))
        theorems.append(prove_from(Sequent(hypotheses, relation_formula(share, "<=", at_end))))
    return theorems[0], theorems[1]


@cache
def larger_set(relation: Literal["<", "=", ">"]) -> Theorem:
    """1 <= q <= k - 2, gamma > 1, gamma^2 q (q + 1) R (k - q)(k - q - 1) |- V(k, q + 1, gamma) R V(k, q, gamma).

    R is one of < = >: q + 1 is better, as good, or worse than q as gamma is below, at or above the switching point.
    """
    gap = GAMMA**2 * Q * (Q + 1) - (K - Q) * (K - Q - 1)
    known = {"<": Condition(-gap, ">"), "=": Condition(gap, "="), ">": Condition(gap, ">")}[relation]
    hypotheses = frozenset((_SIZES[0], Condition(K - Q - 2, ">="), _SIZES[2], known))
    goal = relation_formula(selection_variance(K, Q + 1, GAMMA), relation, variance())
    return prove_from(Sequent(hypotheses, goal))


@cache
def next_to_the_real_optimum() -> tuple[Theorem, Theorem]:
    """A best q is the floor or the ceiling of k/(1 + gamma): (q - 1)(1 + gamma) < k and k < (q + 1)(1 + gamma).

    The first where q >= 2 is at least as good as q - 1, the second where q <= k - 2 is at least as good as q + 1; for
    q = 1 and q = k - 1 they hold anyway. Source: Nayak, Zhai, below (3.3).
    """
    not_smaller = Condition((K - Q + 1) * (K - Q) - GAMMA**2 * Q * (Q - 1), ">=")
    not_larger = Condition(GAMMA**2 * Q * (Q + 1) - (K - Q) * (K - Q - 1), ">=")
    above = Condition(K - (Q - 1) * (1 + GAMMA), ">")
    below = Condition((Q + 1) * (1 + GAMMA) - K, ">")
    return (
        prove_from(Sequent(frozenset((*_SIZES, not_smaller)), above)),
        prove_from(Sequent(frozenset((*_SIZES, not_larger)), below)),
    )


@cache
def falls_with_gamma() -> Theorem:
    """1 <= q <= k - 1, 1 < gamma < gamma_ |- V(k, q, gamma_) < V(k, q, gamma): so does the least one over q."""
    hypotheses = frozenset((*_SIZES, Condition(OTHER - GAMMA, ">")))
    return prove_from(Sequent(hypotheses, relation_formula(selection_variance(K, Q, OTHER), "<", variance())))


@cache
def grows_with_categories() -> tuple[Theorem, Theorem]:
    """V(k, q, gamma) < V(k + 1, q, gamma), if q = 1, and if 2 <= q <= k - 1 is at least as good as q - 1 at k + 1.

    For k >= 2 each best q at k + 1 is one of these: q - 1 < k/2 there, because the switching point of q - 1 is above 1.
    So the least added variance over q strictly grows with k, although its q jumps.
    """
    more = selection_variance(K + 1, Q, GAMMA)
    goal = relation_formula(variance(), "<", more)
    one = [equal_to(Q, 1), Condition(K - 2, ">="), _SIZES[2]]
    no_smaller = Condition((K + 2 - Q) * (K + 1 - Q) - GAMMA**2 * Q * (Q - 1), ">=")
    several = [Condition(Q - 2, ">="), *_SIZES[1:], no_smaller]
    first, second = (prove_from(Sequent(frozenset(h), goal)) for h in (one, several))
    return first, second


@cache
def matching_parity() -> Theorem:
    """r (k - l) r = q (k - q) l, gamma (r - q) = r - q + k, 1 <= q < l < k, r > 0 |- V(k, q, gamma) = V_l(k).

    V_l is the added variance of local l-diversity, and r > q follows. Source: Nayak, Zhai, section 4.3.
    """
    hypotheses: list[Formula] = [
        equal_to(ROOT**2 * (K - L), Q * (K - Q) * L),
        equal_to(GAMMA * (ROOT - Q), ROOT - Q + K),
        Condition(Q - 1, ">="),
        Condition(L - Q, ">"),
        Condition(K - L, ">"),
        Condition(ROOT - Q, ">"),
    ]
    return prove_from(Sequent(frozenset(hypotheses), relation_formula(variance(), "=", diversity_variance(K, L))))
