"""Designs of bounded range: what their range is, and the best one between certified bounds."""

from fractions import Fraction as F
from itertools import pairwise
from random import Random

import pytest

from lp.constraints.bounded_range import best_bounded_range
from lp.constraints.constrained_design import NoSuchDesign, optimal_design_under
from lp.constraints.constraint import ConstraintError
from lp.constraints.entries import EntryBounds
from lp.constraints.privacy import BoundedRange, LocalPrivacy, RatioBounds, range_of
from lp.losses.linear_loss import hamming
from mechanisms.design import Design
from mechanisms.guarantees.criteria.bayes import numbers


def loss_of(design, loss):
    return sum(c * p for line, row in zip(loss, numbers(design), strict=True) for c, p in zip(line, row, strict=True))


def test_the_range_of_a_design_is_that_of_its_definition():
    design = Design([[F(1, 2), F(1, 3), F(1, 6)], [F(1, 4), F(1, 2), F(1, 4)]])
    assert range_of(design) == 3  # ratios 2, 2/3, 2/3
    assert range_of(Design([[1, 0], [F(1, 2), F(1, 2)]])) is None
    # 0/0 is no ratio.
    assert range_of(Design([[F(1, 3), F(2, 3), 0], [F(2, 3), F(1, 3), 0]])) == 4
    # Local privacy at eps is at most a range of 2 eps, and at least one of eps.
    assert LocalPrivacy(F(2)).holds_for(design)


def two_truth_optimum(loss, x, steps):
    """Over a grid of offsets t: P[0, y] is t or x t times P[1, y], and each share of P[1, .] goes where it is best."""
    best = None
    for i in range(steps + 1):
        t = 1 / x + (1 - 1 / x) * F(i, steps)
        low = (x * t - 1) / (t * (x - 1))
        costs = [min(loss[1][y] + r * loss[0][y] for y in range(len(loss[0]))) for r in (t, x * t)]
        value = low * costs[0] + (1 - low) * costs[1]
        best = value if best is None else min(best, value)
    return best


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_truths_agree_with_a_grid_of_offsets(seed):
    random = Random(seed)
    x = F(5, 2)
    loss = [[F(random.randint(0, 20), 3) for _ in range(3)] for _ in range(2)]
    found = best_bounded_range(loss, x, gap=F(1, 500))
    assert range_of(found.design) <= x
    assert loss_of(found.design, loss) == found.value
    assert 0 <= found.gap <= F(1, 500)
    attained = two_truth_optimum(loss, x, 200)
    assert found.bound <= attained
    assert found.value <= attained + F(1, 500)


def test_three_truths_lie_between_local_privacy_at_half_and_at_whole_eps():
    random = Random(4)
    loss = [[F(random.randint(0, 9)) for _ in range(3)] for _ in range(3)]
    found = best_bounded_range(loss, F(4), gap=F(1, 10), boxes=60)
    assert range_of(found.design) <= 4
    outer = optimal_design_under(loss, [LocalPrivacy(F(4))]).value
    inner = optimal_design_under(loss, [LocalPrivacy(F(2))]).value
    assert outer <= found.bound <= found.value <= inner
    # Designs with a range, of random offsets, are no better than the bound.
    for _ in range(10):
        offsets = [[F(random.randint(4, 16), 16) for _ in range(3)] for _ in range(3)]
        other = optimal_design_under(loss, [BoundedRange(F(4), offsets)])
        assert isinstance(other, NoSuchDesign) or other.value >= found.bound


def test_the_boxes_cover_all_offsets_and_carry_their_certificates():
    loss = [[F(0), F(3), F(2)], [F(2), F(0), F(3)]]
    found = best_bounded_range(loss, F(3), gap=0, boxes=12)
    pieces = sorted(box[0, 1] for box, _ in found.boxes)
    assert pieces[0][0] == F(1, 3)
    assert pieces[-1][1] == 1
    assert all(left[1] == right[0] for left, right in pairwise(pieces))
    for box, outcome in found.boxes:
        rows = RatioBounds(tuple((a, b, low, 3 * high) for (a, b), (low, high) in box.items()))
        assert isinstance(outcome, NoSuchDesign) or (rows.holds_for(outcome.design) and outcome.value >= found.bound)


def test_other_constraints_and_refusals():
    demands = [EntryBounds(0, 0, F(19, 20)), EntryBounds(1, 1, F(19, 20))]
    assert isinstance(best_bounded_range(hamming(2), F(3), demands), NoSuchDesign)
    alone = best_bounded_range([[2, 1, 3]], F(3))
    assert (alone.value, alone.gap) == (1, 0)
    with pytest.raises(ConstraintError, match="a gap is at least 0"):
        best_bounded_range(hamming(2), F(3), gap=F(-1))
    with pytest.raises(ConstraintError, match="two truths and 0 <= low <= high are needed"):
        RatioBounds(((0, 1, F(2), F(1)),))
    with pytest.raises(ConstraintError, match="there is no truth 2"):
        optimal_design_under(hamming(2), [RatioBounds(((0, 2, F(1), F(2)),))])
