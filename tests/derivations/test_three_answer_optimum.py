"""RR3-dagger under local privacy: regions against all in-column ratios, optima against exact grids."""

from fractions import Fraction
from itertools import product

import pytest

from derivations.theorems.three_answers.three_answer_limits import (
    CORNER,
    GAIN,
    LARGE_EDGE,
    SMALL_EDGE,
    limit_minimisers,
    limits_are_approached,
    limits_of_second_region,
)
from derivations.theorems.three_answers.three_answer_optimum import (
    HERE,
    first_region,
    first_region_has_no_minimiser,
    is_feasible,
    nearer_corner_is_better,
    regions_are_the_feasible_designs,
    second_region,
    second_region_has_no_minimiser,
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


@pytest.mark.parametrize("x", [Fraction(3, 2), Fraction(2), Fraction(5, 2), Fraction(5)])
@pytest.mark.parametrize("pi", [Fraction(0), Fraction(1, 3), Fraction(1)])
def test_no_limit_on_a_grid_beats_the_limit_minimisers(x, pi) -> None:
    values = {"x": x, "pi0": pi, "N": Fraction(1)}
    cases = [case for case in limit_minimisers() if case.condition.holds_at(values)]
    assert len(cases) == 1
    best = [tuple(c.evaluate(values) for c in point) for point in cases[0].points]
    least = {variance_by_hand(*point, pi, 1) for point in best}
    assert len(least) == 1
    inside = all_of(limits_of_second_region(HERE))
    assert all(inside.holds_at({"p1": p1, "p2": p2, "x": x}) for p1, p2 in best)
    for p1, p2 in product(GRID, GRID):
        if inside.holds_at({"p1": p1, "p2": p2, "x": x}):
            value = variance_by_hand(p1, p2, pi, 1)
            assert value > min(least) or (value == min(least) and (p1, p2) in best)


def test_ties_and_ends() -> None:
    both = [case for case in limit_minimisers() if len(case.points) == 2]
    assert [case.points for case in both] == [(LARGE_EDGE, CORNER)]
    tie = {"x": Fraction(4), "pi0": Fraction(1, 2)}
    assert GAIN.evaluate(tie) == 0
    assert both[0].condition.holds_at({**tie, "N": Fraction(1)})
    at_two = {"x": Fraction(2)}
    assert [c.evaluate(at_two) for c in SMALL_EDGE] == [c.evaluate(at_two) for c in LARGE_EDGE]


def test_what_is_proved_needs_no_oracle() -> None:
    theorems = [
        first_region_has_no_minimiser(),
        second_region_has_no_minimiser(),
        nearer_corner_is_better(),
        *regions_are_the_feasible_designs(),
        *limits_are_approached(),
        *(theorem for case in limit_minimisers() for theorem in case.theorems),
    ]
    assert all(not theorem.oracles for theorem in theorems)
    assert first_region_has_no_minimiser().sequent.hypotheses >= set(first_region(HERE))
    assert second_region_has_no_minimiser().sequent.hypotheses >= set(second_region(HERE))
