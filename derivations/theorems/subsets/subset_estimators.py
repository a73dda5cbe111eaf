"""When one linear unbiased estimator from subset responses is better than another one, for every k and l.

For a response z with the probability lambda_z, an unbiased L and any U with U P = 0, the risk of L + U exceeds that of
L by 2 tr L D U' + tr U D U', the last being the sum of lambda_z U[i, z]^2. At the uniform prior the pseudo-inverse L_u
is best and the first term vanishes, so that every other estimator is worse there.
Source of the problem: Nayak, Zhai, after (6.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.prover.quantities import closed_form, unreduced_sum
from derivations.prover.with_theorems import prove_from
from derivations.steps import Derivation, Step, Written, relation
from derivations.theorems.subsets.subset_response import ONE, FixedSizeSubsets, variable
from mechanisms.exact.formula import Condition
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

ZERO = RationalFunction.of(0)


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
