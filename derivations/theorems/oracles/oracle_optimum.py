"""The best frequency oracle of each kind, proved by the kernel for all sizes, levels and shares at once.

With F = 1 + f (x - 1) and G = x - f (x - 1), which are at least 1 for 0 <= f <= 1, the variances are

    UE with odds (1 - q)/q = h, at its parity x; local hashing with g - 1 = h:   (x G/h + 2 x + F h)/(x - 1)^2,
    subset selection, m = k - d:   (x G (d - 1)/m + 2 x - x (k - 1)/(d m) + F (m - 1)/d)/(x - 1)^2.

So the best odds are h = sqrt(x G/F): x at f = 0 (optimised unary encoding, and local hashing to x + 1 values), u at
f = 1/2 (symmetric unary encoding). A best whole g has g (g - 1) F >= x G >= (g - 1)(g - 2) F, and a best subset size
at f = 0 has d (x + 1) <= k + 1 <= (d + 1)(x + 1); equality is a tie with the next size. Rounding x + 1 to the nearest
integer, as is usual, misses the best g for sqrt(h (h + 1)) < x < h + 1/2, h a whole number.

Source: Wang, Blocki, Li, Jha 2017; Ye, Barg 2018 (subset selection).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Literal

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import prove_from
from derivations.theorems.oracles.frequency_oracle import (
    FrequencyOracle,
    local_hashing,
    optimised_unary_encoding,
    selected_subsets,
    symmetric_unary_encoding,
    thresholded_histogram,
    unary_encoding,
    unary_encoding_at,
)
from mechanisms.exact.formula import Condition, Formula, PrintedRelation, all_of, at_least, different, equal_to, greater
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

Order = Literal["<", "=", ">"]
D, F, H, K, P, Q, T, U, X = (Polynomial.variable(name) for name in ("d", "f", "h", "k", "p", "q", "t", "u", "x"))
OTHER_D, OTHER_H, OTHER_P, OTHER_T = (Polynomial.variable(name) for name in ("d_", "h_", "p_", "t_"))
RISE, FALL = 1 + F * (X - 1), X - F * (X - 1)
SHARE = (at_least(F, 0), at_least(1, F))
PRIVATE, PRIVATE_HALF = greater(X, 1), greater(U, 1)
HALF = RationalFunction.of(1) / 2


def compared(left: RationalFunction, order: PrintedRelation, right: RationalFunction, *known: Formula) -> Theorem:
    """known |- left order right."""
    return proved(known, relation_formula(left, order, right))


def proved(known: Iterable[Formula], goal: Formula) -> Theorem:
    """known |- goal."""
    return prove_from(Sequent(frozenset(known), goal))


def ordered(left: Polynomial, order: Order, right: Polynomial) -> Condition:
    """left order right, as a condition."""
    return {"<": greater(right, left), "=": equal_to(left, right), ">": greater(left, right)}[order]


# -- privacy and counting ------------------------------------------------------------------------------------------


@cache
def parity_of_two_bits() -> Theorem:
    """0 < q <= p < 1 |- the four likelihood ratios of two bits between two truths are at most p (1 - q)/(q (1 - p)).

    A vector of k bits has, under two truths, the same probabilities at the other k - 2 positions; the four ratios are
    r, 1, 1 and 1/r.
    """
    largest = unary_encoding().parity
    one = RationalFunction.of(1)
    goal = all_of([relation_formula(ratio, "<=", largest) for ratio in (one, 1 / largest)])
    return proved((greater(Q, 0), at_least(P, Q), greater(1, P)), goal)


@cache
def shared_columns() -> Theorem:
    """Half of the K columns positive in each of two rows, as many equal as different |- K/4 of each of the four kinds.

    Each row but the first has as many -1 as +1: changing one binary digit of the column that the row has changes the
    sign. So does the product of two such rows, because it is a row itself, of the digits in which the two differ.
    """
    order = Polynomial.variable("K")
    both, first, second, none = (Polynomial.variable(name) for name in ("both", "first", "second", "none"))
    known = (
        equal_to(2 * (both + first), order),
        equal_to(2 * (both + second), order),
        equal_to(both + first + second + none, order),
        equal_to(both + none, first + second),
    )
    return proved(known, all_of([equal_to(4 * kind, order) for kind in (both, first, second, none)]))


# -- unary encoding ------------------------------------------------------------------------------------------------

_BITS = (greater(Q, 0), greater(P, Q), at_least(1, P))
_LEVEL_OF_BITS = at_least(X * (1 - P) * Q, P * (1 - Q))


@cache
def larger_own_probability_is_better() -> tuple[Theorem, Theorem]:
    """0 < q < p < p' <= 1 |- p' is better than p, at q, for 0 < f <= 1, and for f = 0: the parity is used up."""
    known = (greater(Q, 0), greater(P, Q), greater(OTHER_P, P), at_least(1, OTHER_P))
    better, worse = unary_encoding(OTHER_P, Q), unary_encoding(P, Q)
    return (
        compared(better.variance(), "<", worse.variance(), *known, greater(F, 0), at_least(1, F)),
        compared(better.approximate_variance, "<", worse.approximate_variance, *known, greater(1, Q)),
    )


@cache
def least_unary_variance() -> tuple[Theorem, Theorem, Theorem]:
    """0 < q < p <= 1, p (1 - q) <= x q (1 - p) |- OUE has the least approximate variance, and no other (p, q) has it.

    The second and the third: it is strictly less where p is not 1/2, and where q is not 1/(x + 1).
    """
    best, other = optimised_unary_encoding().approximate_variance, unary_encoding().approximate_variance
    known = (*_BITS, PRIVATE, _LEVEL_OF_BITS)
    return (
        compared(best, "<=", other, *known),
        compared(best, "<", other, *known, different(2 * P, 1)),
        compared(best, "<", other, *known, different(Q * (X + 1), 1)),
    )


@cache
def best_odds_at_a_share() -> Theorem:
    """h^2 F = x G, h' > 0, h' != h |- odds h are better than h' at the share f, for unary encoding at its parity x."""
    known = (PRIVATE, *SHARE, greater(H, 0), greater(OTHER_H, 0), equal_to(H**2 * RISE, X * FALL))
    best, other = unary_encoding_at(H), unary_encoding_at(OTHER_H)
    return compared(best.variance(), "<", other.variance(), *known, different(H, OTHER_H))


@cache
def symmetric_encoding_is_best_at_one_half() -> Theorem:
    """u > 1, h > 0, h != u |- SUE has less variance at f = 1/2 than each other unary encoding of the parity u^2."""
    other = unary_encoding_at(H, U**2)
    known = (PRIVATE_HALF, greater(H, 0), different(H, U))
    return compared(symmetric_unary_encoding().variance(HALF), "<", other.variance(HALF), *known)


@cache
def symmetric_encoding_is_minimax() -> tuple[Theorem, Theorem]:
    """SUE, whose variance is the same for all f, is better than odds h < u at f = 0 and than h > u at f = 1.

    So it has the least worst case over f of all unary encodings of this parity, and of local hashing to any real
    number of values.
    """
    constant, other = symmetric_unary_encoding().variance(), unary_encoding_at(H, U**2)
    return (
        compared(constant, "<", other.variance(0), PRIVATE_HALF, greater(H, 0), greater(U, H)),
        compared(constant, "<", other.variance(1), PRIVATE_HALF, greater(H, U)),
    )


# -- local hashing -------------------------------------------------------------------------------------------------


def _hashing(odds: Polynomial) -> FrequencyOracle:
    return local_hashing(odds + 1)


@cache
def hashing_is_unary_encoding() -> Theorem:
    """h > 0, x > 1 |- local hashing to h + 1 values has at each f the variance of unary encoding with odds h."""
    known = (PRIVATE, greater(H, 0))
    return compared(_hashing(H).variance(), "=", unary_encoding_at(H).variance(), *known)


@cache
def best_real_number_of_hash_values() -> Theorem:
    """h > 0, h != x |- at f = 0, x + 1 values are better than h + 1; real numbers of values are allowed."""
    known = (PRIVATE, greater(H, 0), different(H, X))
    return compared(_hashing(X).approximate_variance, "<", _hashing(H).approximate_variance, *known)


@cache
def one_more_hash_value(order: Order) -> Theorem:
    """x G R h (h + 1) F |- V(h + 2 values) R' V(h + 1 values), R' opposite to R: one more is better while x is large.

    `order` is R'; at f = 0, g values tie with g + 1 exactly where x^2 = g (g - 1).
    """
    condition = ordered(H * (H + 1) * RISE, order, X * FALL)
    known = (PRIVATE, *SHARE, greater(H, 0), condition)
    return compared(_hashing(H + 1).variance(), order, _hashing(H).variance(), *known)


@cache
def best_number_of_hash_values() -> tuple[Theorem, Theorem]:
    """Where h + 1 values are at least as good as the next and the last number, they are as good as any other number.

    h (h + 1) F >= x G for all h' >= h + 1; x G >= h (h - 1) F for all h' with 0 < h' <= h - 1.
    """
    goal = relation_formula(_hashing(H).variance(), "<=", _hashing(OTHER_H).variance())
    known = (PRIVATE, *SHARE, greater(H, 0), greater(OTHER_H, 0))
    more = (at_least(OTHER_H, H + 1), at_least(H * (H + 1) * RISE, X * FALL))
    fewer = (at_least(H - 1, OTHER_H), at_least(X * FALL, H * (H - 1) * RISE))
    return proved((*known, *more), goal), proved((*known, *fewer), goal)


# -- subset selection ----------------------------------------------------------------------------------------------


def switch_of_sizes(step: int) -> Polynomial:
    """E with V(d + step) - V(d) of the sign of step E, for sizes d and d + step; at f = 1/k it is the known one.

    E = x G d (d + step) + x (k - 2 d - step) - F (k - d)(k - d - step); at f = 0 and step 1 it factors into
    ((d + 1)(x + 1) - k - 1)(x d + k - d - 1).
    """
    return X * FALL * D * (D + step) + X * (K - 2 * D - step) - RISE * (K - D) * (K - D - step)


@cache
def one_more_category(order: Order, at_zero: bool = False) -> Theorem:
    """E R 0 |- V(d + 1) R V(d) for 1 <= d <= k - 2; for f = 0, (d + 1)(x + 1) R k + 1 |- the same."""
    known = (PRIVATE, at_least(D, 1), at_least(K, D + 2))
    larger, smaller = selected_subsets(K, D + 1, X), selected_subsets(K, D, X)
    if at_zero:
        condition = ordered((D + 1) * (X + 1), order, K + 1)
        return compared(larger.approximate_variance, order, smaller.approximate_variance, *known, condition)
    condition = ordered(switch_of_sizes(1), order, Polynomial())
    return compared(larger.variance(), order, smaller.variance(), *known, *SHARE, condition)


@cache
def best_subset_size() -> tuple[Theorem, Theorem]:
    """A size that is at least as good as its neighbours is as good as any other, at each share f.

    E(1) >= 0 for all d' with d + 1 <= d' <= k - 1; E(-1) <= 0 for all d' with 1 <= d' <= d - 1.
    """
    goal = relation_formula(selected_subsets(K, D, X).variance(), "<=", selected_subsets(K, OTHER_D, X).variance())
    larger = (at_least(D, 1), at_least(OTHER_D, D + 1), at_least(K, OTHER_D + 1), at_least(switch_of_sizes(1), 0))
    smaller = (at_least(OTHER_D, 1), at_least(D, OTHER_D + 1), at_least(K, D + 1), at_least(0, switch_of_sizes(-1)))
    return proved((PRIVATE, *SHARE, *larger), goal), proved((PRIVATE, *SHARE, *smaller), goal)


# -- thresholding --------------------------------------------------------------------------------------------------

BEST_THRESHOLD = equal_to(3 * T**2 + U, 2 * (U + 1) * T)
"""3 t^2 - 2 (u + 1) t + u = 0, t >= 1: t = (u + 1 + sqrt(u^2 - u + 1))/3, t = e^(eps theta/2)."""
_INSIDE = (PRIVATE_HALF, at_least(T, 1), at_least(U, T))


@cache
def best_threshold() -> Theorem:
    """The t of `BEST_THRESHOLD` has less approximate variance than each other t' in [1, u], 0 <= theta <= 1."""
    best, other = thresholded_histogram(U, T), thresholded_histogram(U, OTHER_T)
    known = (*_INSIDE, BEST_THRESHOLD, at_least(OTHER_T, 1), at_least(U, OTHER_T), different(T, OTHER_T))
    return compared(best.approximate_variance, "<", other.approximate_variance, *known)


@cache
def thresholds_outside() -> tuple[Theorem, Theorem]:
    """theta > 1 is worse than theta = 1, and theta < 0 than theta = 0.

    Above 1 both entries need noise that is positive, p = u/(2t) and q = 1/(2t); below 0 both get below theta only by
    noise that is negative, 1 - p = t/(2u) and 1 - q = t/2, where t < 1.
    """
    t, u = RationalFunction(OTHER_T), RationalFunction(U)
    above, below = unary_encoding(u / (2 * t), 1 / (2 * t)), unary_encoding(1 - t / (2 * u), 1 - t / 2)
    at_one, at_zero = (thresholded_histogram(U, end).approximate_variance for end in (U, 1))
    return (
        compared(at_one, "<", above.approximate_variance, PRIVATE_HALF, greater(OTHER_T, U)),
        compared(at_zero, "<", below.approximate_variance, PRIVATE_HALF, greater(OTHER_T, 0), greater(1, OTHER_T)),
    )


@cache
def best_threshold_exceeds_one_half() -> Theorem:
    """u < t^2 and t < u at the best t >= 1: 1/2 < theta < 1. The other root of the equation is below 1."""
    return proved((*_INSIDE, BEST_THRESHOLD), all_of([greater(T**2, U), greater(U, T)]))


@cache
def thresholding_adds_privacy() -> Theorem:
    """1 <= t <= u, u > 1 |- the bits have a parity below that of the noisy histogram, u^2."""
    return compared(thresholded_histogram().parity, "<", RationalFunction(U**2), *_INSIDE)
