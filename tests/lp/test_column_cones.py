"""Extreme columns of cones of constraints, and the minimax question over them."""

from fractions import Fraction as F
from itertools import product

import pytest

from derivations.arithmetic.statements import LinearProgram
from lp import Optimum, solve
from lp.constraints.constraint import ConstraintError
from lp.constraints.posteriors import PosteriorCap
from lp.constraints.privacy import ApproximatePrivacy, LocalPrivacy, MetricPrivacy
from lp.minimax.classes import extreme_kinds, parity_constraint, posterior_cap
from lp.minimax.column_cones import column_rows, extreme_columns, minimax_bounds_under
from lp.minimax.weighted import minimax_bounds, staircase_columns
from tests.lp.vertices import vertices

STEP = F(3, 2)


def line(k):
    """Distances on a line: neighbours may differ by the factor 3/2."""
    return MetricPrivacy(tuple(tuple(STEP ** abs(a - b) for b in range(k)) for a in range(k)))


def normalised(columns):
    return {tuple(v / sum(column) for v in column) for column in columns}


@pytest.mark.parametrize("k", [2, 3, 5, 6])
def test_local_privacy_has_the_staircase_columns(k):
    found = extreme_columns(k, [LocalPrivacy(F(5, 2))])
    assert normalised(found) == normalised(column for _, column in staircase_columns(k, F(5, 2)))


def test_columns_of_a_line_go_up_and_down_by_its_step():
    found = normalised(extreme_columns(4, [line(4)]))
    wanted = set()
    for turns in product((STEP, 1 / STEP), repeat=3):
        column = [F(1)]
        for turn in turns:
            column.append(column[-1] * turn)
        wanted.add(tuple(v / sum(column) for v in column))
    assert found == wanted


@pytest.mark.parametrize(
    "constraints",
    [
        [LocalPrivacy(F(4)), PosteriorCap((F(1, 4), F(1, 4), F(1, 2)), most=F(3, 5))],
        [line(3), PosteriorCap((F(1, 3),) * 3, most=F(2, 5), least=F(1, 4))],
        [],
    ],
)
def test_the_columns_are_the_vertices_of_those_with_sum_one(constraints):
    k = 3
    rows = [*(tuple(F(int(i == j)) for j in range(k)) for i in range(k)), *column_rows(k, constraints)]
    scaled = LinearProgram.dense((F(0),) * k, rows, (F(0),) * len(rows), ((F(1),) * k,), (F(1),))
    assert normalised(extreme_columns(k, constraints)) == set(vertices(scaled))


def test_two_constraints_that_treat_all_truths_alike():
    k = 4
    found = extreme_columns(k, [LocalPrivacy(F(6)), PosteriorCap((F(1, k),) * k, most=F(9, 20))])
    kinds = extreme_kinds(k, [parity_constraint(k, 6), posterior_cap(k, F(9, 20))])
    listed = [column for kind in kinds for column in kind.columns()]
    assert normalised(found) < normalised(listed)  # the kinds are vertices among sorted columns, which are more
    most = max(sum(v * v for v in column) for column in normalised(found))
    assert most == max(sum(v * v for v in column) for column in normalised(listed))


def test_the_minimax_mean_under_metric_privacy():
    """No mean is cheaper than that of the two extreme values alone, which are three steps apart."""
    values, far = [0, 1, 2, 3], STEP**3
    found = minimax_bounds_under([1], [line(4)], targets=[values])
    two = ((far + 1) / (far - 1)) ** 2 * F(9, 4)
    assert found.lower > two - F(1, 10**6)
    assert found.gap < F(1, 10**5)
    assert line(4).holds_for(found.design)
    strict = minimax_bounds([1], STEP, targets=[values])
    assert found.upper < strict.lower


def test_the_price_of_a_bound_is_an_optimum_of_the_dual():
    """The sum of theta h is at most the price: the exact optimum over all designs of the cone says the same."""
    found = minimax_bounds_under([1, 2, 1], [line(3)])
    columns, below = extreme_columns(3, [line(3)]), found.below
    count = len(columns)
    rows = tuple(((y, F(1)),) for y in range(count))
    equations = tuple(tuple((y, column[i]) for y, column in enumerate(columns)) for i in range(3))
    best = solve(LinearProgram(tuple(-h for h in below.gains), rows, (F(0),) * count, equations, (F(1),) * 3))
    assert isinstance(best, Optimum)
    assert -best.value <= sum(below.price)
    assert sum(below.price) < -best.value + F(1, 10**6)


def test_constraints_on_several_responses_are_refused():
    with pytest.raises(ConstraintError, match="not ApproximatePrivacy"):
        extreme_columns(3, [ApproximatePrivacy(F(2), F(1, 10))])
