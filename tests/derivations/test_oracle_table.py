"""The table of all oracles against a search over all sizes, and exact numbers at rational and transcendental levels."""

from fractions import Fraction as F

import pytest

from derivations.theorems.oracles.frequency_oracle import local_hashing, selected_subsets
from derivations.theorems.oracles.level_numbers import LevelNumbers, NoInformationError
from derivations.theorems.oracles.oracle_comparison import crossing_level
from derivations.theorems.oracles.oracle_optimum import BEST_THRESHOLD
from derivations.theorems.oracles.oracle_table import (
    NoSuchOracleError,
    best_numbers_of_hash_values,
    best_subset_sizes,
    frequency_oracles,
    ranks,
)
from derivations.theorems.subsets.subset_response import variable
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.privacy_level import LevelError, PrivacyLevel

LOG_3, HALF = LevelNumbers(PrivacyLevel.of_x(3)), LevelNumbers(PrivacyLevel.of_eps(F(1, 2)))
x, u, t = (variable(name) for name in ("x", "u", "t"))


@pytest.mark.parametrize("numbers", [LOG_3, HALF, LevelNumbers(PrivacyLevel.of_x(F(64, 25)))])
def test_numbers_at_a_level_are_compared_exactly(numbers: LevelNumbers) -> None:
    number = numbers.number
    assert number(u * u) == number(x)
    assert number(x - u * u).sign() == 0
    assert number(Polynomial.of(BEST_THRESHOLD.polynomial)).sign() == 0
    assert number(1) < number(t) < number(u) < number(x)
    assert number(t * t) > number(u)
    third = (u + 1) / 3
    assert number((t - third) ** 2) == number((x - u + 1) / 9)
    assert number(t) != number(t + F(1, 10**60))
    assert number(t) < number(t + F(1, 10**60))
    assert hash(number(u * u)) == hash(number(x))


def test_numbers_are_written_exactly_and_shown_rounded() -> None:
    assert str(LOG_3.number(x / (x - 1) ** 2)) == "3/4"
    assert str(LOG_3.number(u)) == "sqrt(3)"
    assert str(HALF.number(u)) == "exp(1/4)"
    square = LevelNumbers(PrivacyLevel.of_x(F(64, 25)))
    assert (square.number(u).rational, square.number(t).rational) == (F(8, 5), F(4, 3))
    assert float(square.number(t)) == float(F(4, 3))
    assert float(HALF.number(u - u)) == 0
    assert abs(float(LOG_3.number(u)) - 1.7320508075688772) < 1e-15
    small = LevelNumbers(PrivacyLevel.of_x(1 + F(1, 10**40)))
    assert abs(float(small.number((u - 1) * 2 * 10**40)) - 1) < 1e-15
    assert small.number(u) < small.number(t * t)


def test_what_is_no_number_at_a_level_is_refused() -> None:
    with pytest.raises(NoInformationError, match="eps > 0"):
        LevelNumbers(PrivacyLevel.of_x(1))
    with pytest.raises(ValueError, match="does not determine"):
        LOG_3.number(variable("k"))
    with pytest.raises(ValueError, match="different privacy levels"):
        sorted([LOG_3.number(x), HALF.number(x)])


@pytest.mark.parametrize(
    ("k", "level", "f"), [(12, F(3, 2), F(0)), (11, F(3), F(0)), (9, F(2), F(1, 3)), (2, F(9), F(1))]
)
def test_the_best_sizes_are_those_of_a_search(k: int, level: F, f: F) -> None:
    numbers = LevelNumbers(PrivacyLevel.of_x(level))
    subsets, hashes = selected_subsets(k).variance(), local_hashing().variance()
    of_subsets = {d: subsets.evaluate({"d": d, "x": level, "f": f}) for d in range(1, k)}
    of_hashes = {g: hashes.evaluate({"g": g, "x": level, "f": f}) for g in range(2, 30)}
    for found, values in (
        (best_subset_sizes(k, numbers, f), of_subsets),
        (best_numbers_of_hash_values(numbers, f), of_hashes),
    ):
        assert found == tuple(size for size, value in values.items() if value == min(values.values()))


def test_sizes_tie_where_they_should() -> None:
    assert best_subset_sizes(11, LOG_3) == (2, 3)
    assert best_subset_sizes(3, LevelNumbers(PrivacyLevel.of_x(F(11, 10)))) == (1,)
    (d,) = best_subset_sizes(10**9, HALF)
    assert HALF.number(d * (x + 1)) < HALF.number(10**9 + 1) < HALF.number((d + 1) * (x + 1))
    # h (h + 1)(1 + 3 f) = 4 (4 - 3 f) holds for h = 2 at f = 1/3, and for h = 3 at f = 1/12
    four = LevelNumbers(PrivacyLevel.of_x(4))
    assert best_numbers_of_hash_values(four, F(1, 3)) == (3, 4)
    assert best_numbers_of_hash_values(four, F(1, 5)) == (4,)
    assert best_numbers_of_hash_values(four, F(1, 12)) == (4, 5)


def test_the_table_is_sorted_and_knows_ties() -> None:
    rows = frequency_oracles(10, 3)
    assert [row.name for row in rows] == ["SS", "GRR", "OUE", "OLH", "SUE", "BLH", "HR", "THE"]
    assert ranks(rows) == (1, 2, 3, 3, 5, 6, 6, 8)
    assert [row.approximate_variance.rational for row in rows[:4]] == [F(143, 64), F(11, 4), F(3), F(3)]
    assert rows[0].setting == "d = 2"
    assert rows[3].sizes == (4,)
    assert all(row.parity.rational == 3 for row in rows if row.name not in ("SUE", "THE"))
    assert next(row for row in rows if row.name == "SUE").parity == LOG_3.number(3)
    assert next(row for row in rows if row.name == "THE").parity < LOG_3.number(3)
    tied = frequency_oracles(11, 3)
    assert ranks(tied)[:4] == (1, 2, 2, 2)
    assert tied[0].setting == "d = 2 or 3"


def test_the_order_changes_with_the_share_and_the_variance_is_affine() -> None:
    for share, first in ((F(1, 5), "OUE"), (F(2, 9), None), (F(1, 4), "SUE")):
        rows = {row.name: row.variance(share) for row in frequency_oracles(100, 4, share)}
        gap = (rows["SUE"] - rows["OUE"]).sign()
        assert gap == {"OUE": 1, None: 0, "SUE": -1}[first]
    row = next(row for row in frequency_oracles(10, 4) if row.name == "OUE")
    assert row.variance(F(1, 4), 50).rational == (F(16, 9) + F(1, 4)) / 50
    assert (row.slope.rational, row.own.rational, row.other.rational) == (1, F(1, 2), F(1, 5))


def test_thresholding_and_hadamard_response_change_places_at_the_crossing() -> None:
    crossing = crossing_level().refined(F(1, 10**9))
    for level, first in ((crossing.low - F(1, 10**6), "HR"), (crossing.high + F(1, 10**6), "THE")):
        order = [row.name for row in frequency_oracles(10, level) if row.name in ("HR", "THE")]
        assert order[0] == first


def test_transcendental_levels_and_large_ones() -> None:
    rows = frequency_oracles(1000, PrivacyLevel.of_eps(F(1, 2)))
    assert [row.name for row in rows] == ["SS", "OUE", "OLH", "SUE", "BLH", "HR", "THE", "GRR"]
    assert ranks(rows) == (1, 2, 3, 4, 5, 5, 7, 8)
    assert ranks(frequency_oracles(5, PrivacyLevel.of_eps(50)))[:2] == (1, 1)


def test_impossible_tables_are_refused() -> None:
    with pytest.raises(NoSuchOracleError, match="2 to"):
        frequency_oracles(1, 3)
    with pytest.raises(NoSuchOracleError, match="between 0 and 1"):
        frequency_oracles(3, 3, F(6, 5))
    with pytest.raises(NoSuchOracleError, match="nothing to estimate"):
        frequency_oracles(3, 3)[0].variance(0, 0)
    with pytest.raises(NoInformationError, match="eps = 0"):
        frequency_oracles(3, 1)


def test_floats_are_refused() -> None:
    with pytest.raises(LevelError, match="is a float"):
        frequency_oracles(4, 2.5)
    with pytest.raises(NoSuchOracleError, match="an exact number such as"):
        frequency_oracles(4, 3, share=0.1)
