r"""The best size of subsets when all truths are alike, and the levels x = e^eps at which it changes.

If an objective depends on how many truths a subset holds only, masses may be averaged over all permutations: the value
stays the same, because it is linear in the masses, and the k equations become one. With theta_d the mass of all subsets
of d truths together it reads sum of theta_d (1 + (x - 1) d/k) = 1, so that the optimum is the largest of

    r_d(x) = mu_d(x)/(1 + (x - 1) d/k),  d = 1, ..., k - 1,

attained by subset selection with that d: d = 1 is k-ary randomized response, and for even k the small levels have
d = k/2, which ties with the binary mechanism on any half of the truths.

Source: Ye, Barg 2018; Kairouz, Oh, Viswanath 2016.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise

from lp.losses.column_objectives import ColumnObjective, ObjectiveError, mutual_information, uniform_prior
from lp.staircases.optimum import read_level
from mechanisms.exact.algebraic_real import AlgebraicReal, real_roots
from mechanisms.exact.logarithm_sum import RealNumber, combined
from mechanisms.exact.polynomial import Polynomial, Rational
from mechanisms.exact.rational import RationalFunction

X = Polynomial.variable("x")
MAXIMAL_DIGITS = 1000


@dataclass(frozen=True)
class Switch:
    """At a level x between `low` and `high`, equal where it is rational, the best size falls from `above` to `below`.

    `exact` is the level as an algebraic number where it is one; None for a root of an equation with logarithms.
    """

    above: int
    below: int
    low: Fraction
    high: Fraction
    exact: AlgebraicReal | None = None


def size_values(objective: ColumnObjective, x: Rational) -> tuple[RealNumber, ...]:
    """r_1, ..., r_{k-1} of an objective that treats all truths alike; ObjectiveError for others."""
    level, k = read_level(x), objective.truths
    if objective.features is None or len(set(objective.features)) > 1:
        raise ObjectiveError(f"the objective {objective.name} does not treat all truths alike, as a size needs")
    values = [objective.of_staircase((1 << d) - 1, level) for d in range(1, k)]
    return tuple(combined([(1 / (1 + (level - 1) * Fraction(d, k)), v)]) for d, v in enumerate(values, start=1))


def best_sizes(objective: ColumnObjective, x: Rational) -> tuple[int, ...]:
    """The sizes d of subsets with the largest value at a rational level, by exact signs; more than one at a tie.

    Raises ObjectiveError where enclosures do not tell whether two sizes tie.
    """
    values = size_values(objective, x)
    best = [1]
    for d in range(2, objective.truths):
        sign = combined([(Fraction(1), values[d - 1]), (Fraction(-1), values[best[0] - 1])]).sign()
        if sign is None:
            raise ObjectiveError(f"enclosures do not tell whether sizes {best[0]} and {d} tie at x = {x}")
        if sign >= 0:
            best = [d] if sign > 0 else [*best, d]
    return tuple(best)


# -- chi-square, and with it the trace of the Fisher information and the squared length of the posterior -------------


def square_values(k: int) -> tuple[RationalFunction, ...]:
    """r_d = p (1 - p) (x - 1)^2/(1 + (x - 1) p)^2, p = d/k: chi-square information of a uniform prior, d = 1 .. k - 1.

    The trace of the Fisher information of the proportions is k times it, and the expected squared length of the
    posterior is (1 + r_d)/k, so that all three have the same best sizes.
    """
    share = uniform_prior(k)[0]
    shares = [d * share for d in range(1, k)]
    return tuple(RationalFunction((X - 1) ** 2 * (p * (1 - p)), (1 + (X - 1) * p) ** 2) for p in shares)


def square_switches(k: int) -> tuple[Switch, ...]:
    """The levels x > 1 at which the best size for chi-square changes, in increasing order, as algebraic numbers.

    Sizes d and d + 1 tie at x^2 = (k - d)(k - d - 1)/(d (d + 1)).
    """
    return rational_switches(square_values(k))


def rational_switches(values: Sequence[RationalFunction], *, first: int = 1) -> tuple[Switch, ...]:
    """Where the largest of rational functions of x, numbered from `first`, changes for x > 1, in increasing order.

    Ties that hold everywhere count for the smaller number. Between two neighbouring levels the same one is largest,
    because no two functions cross there.
    """
    crossings = []
    for one, other in combinations(values, 2):
        difference = one - other
        if not difference.is_zero() and difference.names:
            crossings += [root for root in real_roots(difference.numerator) if root > 1]
    levels = sorted(set(crossings))
    samples = _between(levels)
    best = [_largest(values, sample) for sample in samples]
    return tuple(
        Switch(before + first, after + first, *_enclosure(level), level)
        for level, (before, after) in zip(levels, pairwise(best), strict=True)
        if before != after
    )


def _largest(values: Sequence[RationalFunction], x: Fraction) -> int:
    found = [value.evaluate({"x": x}) for value in values]
    return found.index(max(found))


def _between(levels: Sequence[AlgebraicReal]) -> list[Fraction]:
    """A rational number in each gap: between 1 and the first level, between neighbours, after the last."""
    apart = [AlgebraicReal.of(1), *levels]
    for i in range(len(levels)):
        while apart[i].high >= apart[i + 1].low:
            apart[i], apart[i + 1] = (level.refined((level.high - level.low) / 2) for level in apart[i : i + 2])
    return [*((one.high + other.low) / 2 for one, other in pairwise(apart)), apart[-1].high + 1]


def _enclosure(level: AlgebraicReal) -> tuple[Fraction, Fraction]:
    fine = level.refined(Fraction(1, 10**30))
    return fine.low, fine.high


# -- mutual information ----------------------------------------------------------------------------------------------


def information_switches(k: int, digits: int = 30) -> tuple[Switch, ...]:
    """The levels at which the best size for mutual information changes, for a uniform prior, in increasing order.

    There is one for each d with 2 d + 1 < k, where d + 1 gives way to d
    (`derivations.theorems.information.information_sizes`), and no other: for larger d the size d is better than d + 1
    at every level. Each level is a root of an equation with logarithms; it is enclosed to 10^-digits between rational
    numbers at which the signs were decided. Raises ObjectiveError for digits outside 1 .. MAXIMAL_DIGITS.
    """
    if not 1 <= digits <= MAXIMAL_DIGITS:
        raise ObjectiveError(f"between 1 and {MAXIMAL_DIGITS} digits can be asked for, not {digits}")
    objective = mutual_information(uniform_prior(k))
    width = Fraction(1, 10**digits)
    found = [_information_switch(objective, d, width) for d in range(1, k) if 2 * d + 1 < k]
    return tuple(reversed(found))


def _information_switch(objective: ColumnObjective, d: int, width: Fraction) -> Switch:
    def larger_is_better(x: Fraction) -> int | None:
        values = size_values(objective, x)
        return combined([(Fraction(1), values[d]), (Fraction(-1), values[d - 1])]).sign()

    low, high = Fraction(1), Fraction(2)
    while larger_is_better(high) != -1:
        low, high = high, 2 * high
    while high - low > width:
        middle = (low + high) / 2
        sign = larger_is_better(middle)
        if sign == 0:
            return Switch(d + 1, d, middle, middle)
        low, high = (middle, high) if sign == 1 else (low, middle)
    return Switch(d + 1, d, low, high)
