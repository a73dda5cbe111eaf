"""Corollaries 3 to 5 and Section 4.1 of Ma and Wang: verdicts, findings, exact counterexamples, second witnesses."""

from fractions import Fraction

import pytest

from checks.papers.mw.figure_regions import corners_of_regions, figure_2
from checks.show.plots.canvas import save
from tests.papers.records import record as record_of

F = Fraction


def claim_id(number):
    return f"MW-{number:02d}"


def record(number):
    return record_of(claim_id(number))


# -- hand-made exact checks of the findings ----------------------------------------------------------------------------


def report_law(rows, shares):
    return [sum(s * row[y] for s, row in zip(shares, rows, strict=True)) for y in range(3)]


def test_the_second_estimator_of_28_is_off_by_a_constant():
    p1, p2, shares = F(3, 5), F(1, 2), (F(1, 4), F(1, 3), F(5, 12))
    a, b = (1 - p1) / 2, (1 - p2) / 2
    law = report_law(((p1, a, a), (b, p2, b), (b, b, p2)), shares)
    d = p2 + 2 * p1 - 1
    tail = -1 / (3 * p2 - 1) - law[0] / d + (2 * law[1] + law[0]) / (3 * p2 - 1)
    assert p1 / d + tail == shares[1]
    assert (p1 - 1) / d + tail == shares[1] - 1 / d


def test_the_second_estimator_of_30_is_wrong_and_the_corrected_one_right():
    p1, p2, shares = F(4, 5), F(2, 3), (F(1, 4), F(1, 3), F(5, 12))
    a = (1 - p1) / 2
    rows = ((p1, a, a), (1 - p1, p1 * p2, p1 * (1 - p2)), (1 - p1, p1 * (1 - p2), p1 * p2))
    law = report_law(rows, shares)
    odds = 2 * law[1] + law[0]
    printed = (p1 - law[0]) / (2 * p1 - 1) + (odds - 1) / (2 * p1 * p2 - 1)
    right = (p1 - law[0]) / (2 * (2 * p1 - 1)) + (odds - 1) / (2 * p1 * (2 * p2 - 1))
    assert printed != shares[1]
    assert right == shares[1]


def dagger_variance(p1, p2, pi):
    cell = p1 * pi + (1 - p2) / 2 * (1 - pi)
    return cell * (1 - cell) / (p1 - (1 - p2) / 2) ** 2


def dagger_is_private(p1, p2, x):
    a, b = (1 - p1) / 2, (1 - p2) / 2
    return all(u <= x * v for column in ((p1, b, b), (a, p2, b), (a, b, p2)) for u in column for v in column)


def test_the_forgotten_condition_ends_the_side():
    x = F(5, 2)
    near = F(1, 10**6)
    assert dagger_is_private(1 - 2 / (3 * x) - near, F(1, 3) + near / 10, x)
    assert not dagger_is_private(1 - 2 / (3 * x) + near, F(1, 3) + near / 10, x)


def test_the_corner_beats_the_side_for_large_budgets():
    x = F(4)
    side, top = (1 - 2 / (3 * x), F(1, 3)), x / (x + 2)
    assert dagger_variance(top, top, 0) < dagger_variance(*side, 0)
    assert dagger_variance(top, top, F(1, 2)) == dagger_variance(*side, F(1, 2))
    assert dagger_variance(top, top, 1) > dagger_variance(*side, 1)


def test_truth_has_a_price():
    """At e^eps = 3/2 and pi_0 = 0 a private design whose truths 1 and 2 are the least likely reports does better."""
    x = F(3, 2)
    assert dagger_is_private(F(9, 17), F(5, 17), x)
    assert dagger_variance(F(9, 17), F(5, 17), 0) == F(22, 3)
    grid = [F(k, 120) for k in range(41, 70)]
    favoured = [(a, b) for a in grid for b in grid if dagger_is_private(a, b, x)]
    assert favoured
    assert min(dagger_variance(a, b, 0) for a, b in favoured) > 8


def test_the_derivative_40b():
    p1, p2, pi, h = F(3, 5), F(1, 2), F(2, 7), F(1, 10**8)
    d = 2 * p1 + p2 - 1
    slope = (dagger_variance(p1, p2 + h, pi) - dagger_variance(p1, p2 - h, pi)) / (2 * h)
    right, printed = ((-2 * (1 - p2**2) - (2 * p2 + (c - 4 * p1) * pi) * d) / d**3 for c in (2, 1))
    assert abs(slope - right) < F(1, 10**9)
    assert abs(slope - printed) > F(1, 10)


# -- what is shown -----------------------------------------------------------------------------------------------------


def test_figure_2_is_drawn(tmp_path):
    path = save(figure_2(), tmp_path / "regions.png")
    assert path.stat().st_size > 10_000
    first, second = corners_of_regions(F(5, 2))
    assert first == ((F(1, 3), F(1, 3)), (F(1, 3), F(5, 9)), (F(5, 9), F(5, 9)))
    assert second == ((F(1, 3), F(1, 3)), (F(11, 15), F(1, 3)), (F(5, 9), F(5, 9)))
    with pytest.raises(ValueError, match="the regions are empty"):
        figure_2(F(1))
