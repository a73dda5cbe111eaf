"""When one linear unbiased estimator from subset responses is better than another one, for every k and l.

For a response z with the probability lambda_z, an unbiased L and any U with U P = 0, the risk of L + U exceeds that of
L by 2 tr L D U' + tr U D U', the last being the sum of lambda_z U[i, z]^2. At the uniform prior the pseudo-inverse L_u
is best and the first term vanishes, so that every other estimator is worse there.

Is L_u best at other priors? For 2 <= l <= k - 2 take four categories 1, 2, 3, 4 and a set R of l - 2 others, and let
U be zero but for t in the row of category 1 at {1, 2} + R and {3, 4} + R and -t at {1, 3} + R and {2, 4} + R. Then
U P = 0, as each category occurs as often with t as with -t; with h and d the entries of L_u for responses that hold and
lack the category, the risk changes by

    2 t a (h - d)(pi_2 - pi_3) + t^2 a (2 (pi_1 + pi_2 + pi_3 + pi_4) + 4 pi(R)),

negative for some t as soon as pi_2 and pi_3 differ. For l = 1 and l = k - 1 there are as many responses as categories,
and P has only one inverse. Source of the problem: Nayak, Zhai, after (6.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.quantities import closed_form, unreduced_sum
from derivations.prover.with_theorems import prove_from
from derivations.steps import Derivation, Step, Written, relation
from derivations.theorems.subsets.subset_response import ONE, FixedSizeSubsets, local_diversity, variable
from mechanisms.exact.formula import Condition, Formula
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

ZERO = RationalFunction.of(0)
K, L = variable("k"), variable("l")
SECOND, THIRD, OTHERS, STEP = (variable(name) for name in ("pi_2", "pi_3", "pi_others", "t"))
"""The priors of two categories, the weight 2 (pi_1 + pi_4) + 4 pi(R) of the others, and the step t."""


def change_of_risk() -> RationalFunction:
    """What the step t adds to the risk of L_u, times n."""
    found = local_diversity(K, L)
    held, lacked = found.moment_weights
    linear = 2 * found.holding * (held - lacked) * (SECOND - THIRD)
    return STEP * linear + STEP**2 * found.holding * (2 * (SECOND + THIRD) + OTHERS)


def best_step() -> RationalFunction:
    """The t at which the change is least, minus half the linear over the quadratic coefficient."""
    change = change_of_risk()
    linear = change.derivative("t").substitute({"t": 0})
    quadratic = change.derivative("t").derivative("t") / 2
    return -linear / (2 * quadratic)


@cache
def no_estimator_is_best_everywhere() -> Theorem:
    """1 <= l < k, pi_2 != pi_3, both and the rest not negative |- the best step lowers the risk of L_u."""
    k, size, second, third, rest, m = (Polynomial.variable(n) for n in ("k", "l", "pi_2", "pi_3", "pi_others", "m"))
    known: list[Formula] = [
        Condition(size - 1, ">="),
        Condition(k - size - 1, ">="),
        Condition(m - 1, ">="),
        Condition(second, ">="),
        Condition(third, ">="),
        Condition(rest, ">="),
        Condition(second - third, "!="),
    ]
    lowered = change_of_risk().substitute({"t": best_step()})
    positive = prove_from(Sequent(frozenset(known), Condition(2 * second + 2 * third + rest, ">")))
    return prove_from(Sequent(frozenset(known), relation_formula(lowered, "<", ZERO)), [positive])


@cache
def excess_is_not_negative() -> Theorem:
    """lambda >= 0 |- lambda u^2 >= 0: summed over responses and categories, tr U D U' >= 0."""
    mass, entry = Polynomial.variable("lambda_z"), Polynomial.variable("u")
    return prove_from(Sequent(frozenset([Condition(mass, ">=")]), Condition(mass * entry**2, ">=")))


@cache
def excess_is_positive() -> Theorem:
    """lambda > 0, u != 0 |- lambda u^2 > 0: tr U D U' > 0 for U != 0 where every response is possible."""
    mass, entry = Polynomial.variable("lambda_z"), Polynomial.variable("u")
    known = [Condition(mass, ">"), Condition(entry, "!=")]
    return prove_from(Sequent(frozenset(known), Condition(mass * entry**2, ">")))


def minimax_derivation(subsets: FixedSizeSubsets) -> Derivation:
    """That the moment estimator of any subset responses of one size is minimax, and the only such one, for every k.

    Each identity and inequality is a theorem of the kernel. Raises SingularMatrixError where nothing is estimable.
    """
    moments, (held, lacked) = subsets.moments, subsets.moment_weights
    k, squares = subsets.categories, variable("sum_of_squares")
    a, b, count = subsets.holding, subsets.lacking, subsets.count
    own = [(a, held, count(1)), (b, lacked, count(0, 1))]
    off = [(a, held, count(2)), (a, lacked, count(1, 1)), (b, held, count(1, 1)), (b, lacked, count(0, 2))]
    best_held, best_lacked = subsets.pseudo_inverse
    inverse = subsets.gram.scaled(subsets.responses).inverse()
    worst = subsets.least_risk_at_uniform_prior
    risk = moments.risk(squares)
    steps = (
        _identity("(P W)_ii = 1", own, ONE, "count the responses that hold the category"),
        _identity("(P W)_ij = 0", off, ZERO, "count those that hold both, one, none of two categories"),
        _identity("W = P' (P P')^-1 where z holds i", [(best_held,)], held, "the best one at the uniform prior"),
        _identity("W = P' (P P')^-1 where z lacks i", [(best_lacked,)], lacked, "the best one at the uniform prior"),
        _identity("risk at pi_i = 1/k", [(inverse.trace,), (-ONE / k,)], worst, "tr (P D^-1 P')^-1 - 1/k, D = I/m"),
        _identity("risk at pi", [(worst,), (ONE / k,), (-squares,)], risk, "added variance does not depend on pi"),
        Step("sum of pi_i^2 >= 1/k, so the uniform prior is the worst", "tangents", squares_above_tangent()),
        Step("no unbiased estimator has a smaller risk there", "a sum of squares is added", excess_is_not_negative()),
        Step("no other one has the same risk there", "lambda_z > 0 for all z", excess_is_positive()),
    )
    result = relation(Written("minimax risk", r"\text{minimax risk}"), "=", worst)
    return Derivation("The moment estimator from subsets of one size is minimax", steps, result)


def _identity(name: str, terms: Sequence[Sequence[RationalFunction]], value: RationalFunction, why: str) -> Step:
    return Step(f"{name}: {value}", why, closed_form("value", unreduced_sum(terms), value))


@cache
def squares_above_tangent() -> Theorem:
    """k >= 1 |- p^2 >= 2 p/k - 1/k^2: summed over k probabilities, sum p^2 >= 2/k - 1/k = 1/k."""
    k, p = Polynomial.variable("k"), Polynomial.variable("pi_i")
    goal = Condition(k**2 * p**2 - 2 * k * p + 1, ">=")
    return prove_from(Sequent(frozenset([Condition(k - 1, ">=")]), goal))
