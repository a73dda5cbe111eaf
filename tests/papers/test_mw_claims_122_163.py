"""Claims 122 to 163 of Ma and Wang: verdicts, and the points at which what is wrong breaks."""

from fractions import Fraction
from itertools import permutations, product
from math import prod

import pytest

from checks.claims.record import ClaimRecord
from tests.papers.records import record as record_of


def record(number: int) -> ClaimRecord:
    return record_of(f"MW-{number}")


def test_lemma_2_fails_where_two_edges_are_told_apart_best() -> None:
    point = record(140).counterexample
    assert point is not None
    x1, x2 = (Fraction(point[name]) for name in ("x1", "x2"))
    assert x2 + 1 > 2 * x1
    assert x2 > 2 * x1 * x2 / (x2 + 1)


@pytest.mark.parametrize(("a", "b", "p"), [("3/5", "2/3", "4/5"), ("2/3", "3/5", "6/7"), ("2/3", "3/4", "3/5")])
@pytest.mark.parametrize("m", [2, 3])
def test_the_levels_of_strings_are_those_of_the_corrections(a: str, b: str, p: str, m: int) -> None:
    """MW-159 and 161: all strings of PCKV-UE, of all pairs that encode 1 or -1 at one of m positions."""
    set_, unset, sign = Fraction(a), Fraction(b), Fraction(p)
    kept, other = set_ * sign, set_ * (1 - sign)
    unset_row = {0: unset, 1: (1 - unset) / 2, -1: (1 - unset) / 2}
    rows = {1: {0: 1 - set_, 1: kept, -1: other}, -1: {0: 1 - set_, 1: other, -1: kept}}

    def chance(place: int, value: int, string: tuple[int, ...]) -> Fraction:
        return prod((rows[value] if t == place else unset_row)[y] for t, y in enumerate(string))

    def largest(pairs: list[tuple[tuple[int, int], tuple[int, int]]]) -> Fraction:
        strings = list(product((0, 1, -1), repeat=m))
        return max(chance(*one, string) / chance(*two, string) for one, two in pairs for string in strings)

    pairs = list(permutations(product(range(m), (1, -1)), 2))
    moved = [(one, two) for one, two in pairs if one[0] != two[0]]
    factor, ratio = set_ * sign / ((1 - unset) / 2), sign / (1 - sign)
    x1, x2 = set_ * unset / ((1 - set_) * (1 - unset)), ratio
    right = max(factor * unset / (1 - set_), ratio)
    assert largest(pairs) == largest(moved) == right == max(x2, 2 * x1 * x2 / (x2 + 1))
    assert right != factor * set_ / (1 - unset)


def test_case_2_is_no_misprint_of_its_factor_alone() -> None:
    """MW-161: with the factor b/(1-a), which (56) shows to be meant, the ratio is not the largest either."""
    repaired = record(161).readings[1]
    assert repaired.verdict == "refuted"
    at = {name: Fraction(value) for name, value in (repaired.counterexample or {}).items()}
    a, b, p = at["a"], at["b"], at["p"]
    assert at["i"] != at["j"]
    assert a * p / ((1 - b) / 2) * b / (1 - a) == at["x"] < p / (1 - p)
