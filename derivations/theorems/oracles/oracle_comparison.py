"""Which frequency oracle is better, on whole regions with their ends, proved by the kernel for all k, x and f.

At equal privacy, in the order of their approximate variances (f = 0): subset selection of the best size is below all
others for every k; then come OUE and local hashing to x + 1 values, which are equal; then SUE, and Hadamard response
and binary local hashing, which are equal; thresholding is above SUE. Randomised response starts below OUE and passes
one after the other as k grows:

    OUE at k = 3x + 2,   SUE at k = u^3 + u^2 + u + 2,   Hadamard response at k = x^2 + x + 3.

Since the variances grow differently with f, the order changes: SUE is better than OUE from f = u/(u + 1)^2 on. Source
of the question: Wang, Blocki, Li, Jha 2017.
"""

from __future__ import annotations

from functools import cache

from derivations.arithmetic.kernel import Theorem
from derivations.theorems.oracles.frequency_oracle import (
    hadamard_response,
    local_hashing,
    optimised_unary_encoding,
    randomised_response,
    selected_subsets,
    symmetric_unary_encoding,
    thresholded_histogram,
    unary_encoding_at,
)
from derivations.theorems.oracles.oracle_optimum import (
    PRIVATE,
    PRIVATE_HALF,
    SHARE,
    D,
    F,
    K,
    Order,
    T,
    U,
    X,
    compared,
    ordered,
)
from mechanisms.exact.algebraic_real import AlgebraicReal, real_roots
from mechanisms.exact.formula import at_least
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

_CATEGORIES = at_least(K, 2)
_SIZES = (at_least(D, 1), at_least(K, D + 1))


# -- randomised response passes the others as k grows --------------------------------------------------------------


@cache
def randomised_against_optimised(order: Order) -> Theorem:
    """k R 3 x + 2 + f (x - 1)(x + 1 - k) |- V(GRR) R V(OUE) at the share f; at f = 0 they tie at k = 3x + 2."""
    condition = ordered(K, order, 3 * X + 2 + F * (X - 1) * (X + 1 - K))
    left, right = randomised_response().variance(), optimised_unary_encoding().variance()
    return compared(left, order, right, PRIVATE, _CATEGORIES, *SHARE, condition)


@cache
def randomised_against_symmetric(order: Order) -> Theorem:
    """k R u^3 + u^2 + u + 2 |- GRR R SUE, at f = 0."""
    condition = ordered(K, order, U**3 + U**2 + U + 2)
    left, right = randomised_response(K, U**2), symmetric_unary_encoding()
    return compared(left.approximate_variance, order, right.approximate_variance, PRIVATE_HALF, _CATEGORIES, condition)


@cache
def randomised_against_hadamard(order: Order) -> Theorem:
    """k R x^2 + x + 3 |- GRR R Hadamard response, at f = 0."""
    condition = ordered(K, order, X**2 + X + 3)
    left, right = randomised_response(), hadamard_response()
    return compared(left.approximate_variance, order, right.approximate_variance, PRIVATE, _CATEGORIES, condition)


# -- equal oracles -------------------------------------------------------------------------------------------------


@cache
def hadamard_is_binary_hashing() -> Theorem:
    """Hadamard response and local hashing to two values have the same variance at every f."""
    return compared(hadamard_response().variance(), "=", local_hashing(2).variance(), PRIVATE)


@cache
def optimised_hashing_is_optimised_encoding() -> Theorem:
    """Local hashing to x + 1 values, where x is whole, has the variance of OUE at every f."""
    return compared(local_hashing(X + 1).variance(), "=", optimised_unary_encoding().variance(), PRIVATE)


# -- the others ----------------------------------------------------------------------------------------------------


@cache
def optimised_against_symmetric(order: Order) -> Theorem:
    """f (u + 1)^2 R u |- V(OUE) R V(SUE) at the share f: they tie at f = u/(u + 1)^2, which is below 1/4."""
    left, right = optimised_unary_encoding(U**2).variance(), symmetric_unary_encoding().variance()
    return compared(left, order, right, PRIVATE_HALF, *SHARE, ordered(F * (U + 1) ** 2, order, U))


@cache
def symmetric_against_hadamard(order: Order) -> Theorem:
    """f (u + 1)^2 R u^2 + u + 1 |- V(SUE) R V(Hadamard response) at the share f: they tie above f = 3/4."""
    left, right = symmetric_unary_encoding().variance(), hadamard_response(U**2).variance()
    condition = ordered(F * (U + 1) ** 2, order, U**2 + U + 1)
    return compared(left, order, right, PRIVATE_HALF, *SHARE, condition)


@cache
def subsets_beat_unary_encoding() -> Theorem:
    """1 <= d < k |- subset selection has less variance at every f than unary encoding with q = d/k at the same parity.

    So do subsets of size k/g against local hashing to g values, and d = 1 is randomised response.
    """
    encoding = unary_encoding_at(RationalFunction(K - D, D))
    return compared(selected_subsets().variance(), "<", encoding.variance(), PRIVATE, *_SIZES, *SHARE)


@cache
def best_subsets_beat_all() -> Theorem:
    """d (x + 1) <= k + 1 <= (d + 1)(x + 1) |- the best subset size is below OUE at f = 0, for every k.

    OUE is the least of all unary encodings and of local hashing to any number of values. For d = 1 the first
    condition may fail, see `few_categories`.
    """
    known = (PRIVATE, *_SIZES, at_least((D + 1) * (X + 1), K + 1), at_least(K + 1, D * (X + 1)))
    best, other = selected_subsets(), optimised_unary_encoding()
    return compared(best.approximate_variance, "<", other.approximate_variance, *known)


@cache
def few_categories() -> Theorem:
    """2 <= k <= 2 x + 1, where the best subsets are single categories |- GRR is below OUE at f = 0."""
    known = (PRIVATE, _CATEGORIES, at_least(2 * X + 1, K))
    best, other = randomised_response(), optimised_unary_encoding()
    return compared(best.approximate_variance, "<", other.approximate_variance, *known)


@cache
def symmetric_beats_thresholding() -> Theorem:
    """1 <= t <= u, u > 1 |- SUE is below thresholding at f = 0, whatever the threshold."""
    known = (PRIVATE_HALF, at_least(T, 1), at_least(U, T))
    left, right = symmetric_unary_encoding(), thresholded_histogram()
    return compared(left.approximate_variance, "<", right.approximate_variance, *known)


# -- thresholding against Hadamard response ------------------------------------------------------------------------

HALF_LEVEL_OF_THRESHOLD = RationalFunction(T * (3 * T - 2), 2 * T - 1)
"""u as a function of the best t: the equation of the best threshold is linear in u."""


def thresholding_less_hadamard() -> RationalFunction:
    """V(THE) - V(HR) at f = 0 and the best threshold, as a function of t > 1."""
    u = HALF_LEVEL_OF_THRESHOLD
    left, right = thresholded_histogram(u, T), hadamard_response(u * u)
    return left.approximate_variance - right.approximate_variance


def crossing_polynomial() -> Polynomial:
    """The factor of the numerator that changes its sign: positive where thresholding is better."""
    return (-thresholding_less_hadamard().numerator).primitive()


@cache
def thresholding_against_hadamard(order: Order) -> Theorem:
    """t > 1, t^2 (3 t - 2)^2 = x (2 t - 1)^2, 0 R (crossing polynomial) |- V(THE) R V(HR) at f = 0."""
    u = HALF_LEVEL_OF_THRESHOLD
    left, right = thresholded_histogram(u, T), hadamard_response(u * u)
    condition = ordered(Polynomial(), order, crossing_polynomial())
    return compared(
        left.approximate_variance, order, right.approximate_variance, ordered(T, ">", Polynomial.constant(1)), condition
    )


@cache
def crossing_level() -> AlgebraicReal:
    """x = e^eps at which the best thresholding and Hadamard response tie at f = 0; above it, thresholding is better."""
    (t,) = (root for root in real_roots(crossing_polynomial()) if root > 1)
    return t.image(HALF_LEVEL_OF_THRESHOLD * HALF_LEVEL_OF_THRESHOLD)
