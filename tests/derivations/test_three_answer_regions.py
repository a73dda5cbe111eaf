"""RR3-dagger under local privacy: regions against all in-column ratios."""

from fractions import Fraction
from itertools import product

import pytest

from derivations.theorems.three_answers.three_answer_regions import (
    HERE,
    LARGE_EDGE,
    SMALL_EDGE,
    first_region,
    is_feasible,
    regions_are_the_feasible_designs,
    second_region,
    variance,
)
from mechanisms.exact.formula import all_of

GRID = [Fraction(k, 24) for k in range(25)]


def private(p1, p2, x):
    """Every in-column ratio, written out by hand."""
    a, b = (1 - p1) / 2, (1 - p2) / 2
    columns = ((p1, b, b), (a, p2, b), (a, b, p2))
    return all(u <= x * v for column in columns for u in column for v in column)


def variance_by_hand(p1, p2, pi, n):
    cell = p1 * pi + (1 - p2) / 2 * (1 - pi)
    return cell * (1 - cell) / (p1 - (1 - p2) / 2) ** 2 / n


@pytest.mark.parametrize("x", [Fraction(1), Fraction(3, 2), Fraction(2), Fraction(7)])
def test_the_regions_on_a_grid(x) -> None:
    feasible, first, second = is_feasible(HERE), all_of(first_region(HERE)), all_of(second_region(HERE))
    for p1, p2 in product(GRID, GRID):
        point = {"p1": p1, "p2": p2, "x": x}
        expected = private(p1, p2, x) and min(p1, p2) > Fraction(1, 3)
        assert feasible.holds_at(point) == expected
        assert first.holds_at(point) == (expected and p1 < p2)
        assert second.holds_at(point) == (expected and p2 < p1)


def test_the_variance_at_a_generic_point() -> None:
    p1, p2, pi = Fraction(3, 5), Fraction(4, 7), Fraction(2, 9)
    assert variance().evaluate({"p1": p1, "p2": p2, "pi0": pi, "N": 11}) == variance_by_hand(p1, p2, pi, 11)


def test_both_edges_meet_at_two() -> None:
    at_two = {"x": Fraction(2)}
    assert [c.evaluate(at_two) for c in SMALL_EDGE] == [c.evaluate(at_two) for c in LARGE_EDGE]


def test_what_is_proved_needs_no_oracle() -> None:
    assert all(not theorem.oracles for theorem in regions_are_the_feasible_designs())
