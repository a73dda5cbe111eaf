"""All frequency oracles for k categories at one privacy level, with the best sizes, sorted by their variance.

    frequency_oracles(k=10, x=3)                             # approximate variances, e^eps = 3
    frequency_oracles(k=10, x=3, share=Fraction(1, 4))       # at the share 1/4 of the category

All numbers are exact, also where they hold a root, as for x = 3, or e^(1/2). Sizes are chosen for the share by theorems
of `oracle_optimum`; two sizes that tie are both named. The threshold is always the best one for f -> 0.

Source: Wang, Blocki, Li, Jha 2017; Ye, Barg 2018; Acharya, Sun, Zhang 2019.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import log

from derivations.theorems.oracles.frequency_oracle import (
    FrequencyOracle,
    hadamard_response,
    local_hashing,
    optimised_unary_encoding,
    randomised_response,
    selected_subsets,
    symmetric_unary_encoding,
    thresholded_histogram,
)
from derivations.theorems.oracles.level_numbers import LevelNumber, LevelNumbers
from derivations.theorems.oracles.oracle_optimum import FALL, RISE, D, F, H, K, X, switch_of_sizes
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial, Rational
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.exact.rational import RationalFunction

MAXIMAL_CATEGORIES = 10**9
_U, _T = (RationalFunction(Polynomial.variable(name)) for name in ("u", "t"))


class NoSuchOracleError(ValueError):
    """The number of categories, of respondents, or the share makes no sense."""


@dataclass(frozen=True)
class OracleRow(Shown):
    """One frequency oracle at a privacy level.

    Attributes:
        name: what it is called.
        setting: the size or the threshold that it uses, such as "d = 2".
        sizes: the whole numbers that serve equally well as its size; empty if it has none.
        oracle: its p*, q* and variance as formulas in x, u or t.
        numbers: what x, u and t are.

    """

    name: str
    setting: str
    sizes: tuple[int, ...]
    oracle: FrequencyOracle
    numbers: LevelNumbers

    @property
    def parity(self) -> LevelNumber:
        """e^eps for the smallest eps of a whole response; for thresholding, of the bits."""
        return self.numbers.number(self.oracle.parity)

    @property
    def own(self) -> LevelNumber:
        """p*, the probability that a response supports the true category."""
        return self.numbers.number(self.oracle.own)

    @property
    def other(self) -> LevelNumber:
        """q*, the probability that it supports a given other category."""
        return self.numbers.number(self.oracle.other)

    @property
    def approximate_variance(self) -> LevelNumber:
        """n times the variance of the estimated share of a category that nobody has."""
        return self.numbers.number(self.oracle.approximate_variance)

    @property
    def slope(self) -> LevelNumber:
        """How n times the variance grows with the share f of the category: it is affine in f."""
        return self.numbers.number(self.oracle.slope)

    def variance(self, share: Rational, respondents: int = 1) -> LevelNumber:
        """The exact variance of the estimate for a category that this share of the n respondents has.

        Raises NoSuchOracleError for n < 1.
        """
        check_share(share)
        if respondents < 1:
            raise NoSuchOracleError(f"there is nothing to estimate from {respondents} respondents")
        return self.numbers.number(self.oracle.variance(share) / respondents)


def frequency_oracles(k: int, x: Rational | PrivacyLevel, share: Rational = 0) -> tuple[OracleRow, ...]:
    """The oracles for k categories at e^eps = x (or at a privacy level), the least variance at the share first.

    Raises NoSuchOracleError for fewer than two categories or no share; NoInformationError at eps = 0.
    """
    if not 2 <= k <= MAXIMAL_CATEGORIES:
        raise NoSuchOracleError(f"a frequency oracle tells 2 to {MAXIMAL_CATEGORIES} categories apart, not {k}")
    check_share(share)
    numbers = LevelNumbers(x if isinstance(x, PrivacyLevel) else PrivacyLevel.of_x(x))
    subsets, hashes = best_subset_sizes(k, numbers, share), best_numbers_of_hash_values(numbers, share)
    found = [
        OracleRow("GRR", "", (), randomised_response(k), numbers),
        OracleRow("SS", _named("d", subsets), subsets, selected_subsets(k, subsets[0]), numbers),
        OracleRow("OUE", "", (), optimised_unary_encoding(), numbers),
        OracleRow("OLH", _named("g", hashes), hashes, local_hashing(hashes[0]), numbers),
        OracleRow("SUE", "", (), symmetric_unary_encoding(), numbers),
        OracleRow("BLH", "g = 2", (2,), local_hashing(2), numbers),
        OracleRow("HR", "", (), hadamard_response(order=1 << k.bit_length()), numbers),
        OracleRow("THE", f"theta = {_threshold(numbers):.4f}", (), thresholded_histogram(), numbers),
    ]
    return tuple(sorted(found, key=lambda row: row.variance(share)))


def ranks(rows: tuple[OracleRow, ...], share: Rational = 0) -> tuple[int, ...]:
    """1, 2, ... for sorted rows; those that tie have the same rank."""
    values = [row.variance(share) for row in rows]
    return tuple(1 + values.index(value) for value in values)


def best_subset_sizes(k: int, numbers: LevelNumbers, share: Rational = 0) -> tuple[int, ...]:
    """The subset sizes 1 .. k - 1 of least variance at the share: one, or two that tie.

    d + 1 is worse than d from the first d on at which E(1) > 0; E(1) grows with d. Source: `best_subset_size`.
    """
    switch = switch_of_sizes(1).substitute({K.names[0]: k, F.names[0]: Fraction(share)})
    return _first(lambda d: numbers.number(switch.substitute({D.names[0]: d})).sign(), k - 1)


def best_numbers_of_hash_values(numbers: LevelNumbers, share: Rational = 0) -> tuple[int, ...]:
    """The whole numbers g >= 2 of least variance at the share: one, or two that tie.

    g = h + 1 for the first h with h (h + 1) F >= x G. Source: `best_number_of_hash_values`.
    """
    switch = (H * (H + 1) * RISE - X * FALL).substitute({F.names[0]: Fraction(share)})
    return tuple(h + 1 for h in _first(lambda h: numbers.number(switch.substitute({H.names[0]: h})).sign()))


def _first(sign: Callable[[int], int], last: int | None = None) -> tuple[int, ...]:
    """The first number from 1 on whose sign is not -1, with the next one if it is 0; signs grow. At most `last`."""
    high = 1
    while (last is None or high < last) and sign(high) < 0:
        high *= 2
    low, high = high // 2, high if last is None else min(high, last)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if sign(middle) < 0 else (low, middle)
    ties = (last is None or high < last) and sign(high) == 0
    return (high, high + 1) if ties else (high,)


def _named(letter: str, sizes: tuple[int, ...]) -> str:
    return f"{letter} = {' or '.join(map(str, sizes))}"


def _threshold(numbers: LevelNumbers) -> float:
    """The best theta, 2 log(t)/eps."""
    return log(float(numbers.number(_T))) / log(float(numbers.number(_U)))


def check_share(share: Rational) -> None:
    """NoSuchOracleError unless the share is an exact number in [0, 1]."""
    if isinstance(share, float):
        raise NoSuchOracleError(f"the share of a category is an exact number such as Fraction(1, 4), not {share}")
    if not 0 <= share <= 1:
        raise NoSuchOracleError(f"the share of a category lies between 0 and 1; it is {share}")
