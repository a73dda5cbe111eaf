"""The best design with a range of eps for a linear loss, between certified bounds that are as close as asked for.

A design has a range of eps, x = e^eps, if for each pair of truths a < b there is an offset t with

    t P[b, y] <= P[a, y] <= x t P[b, y]   for all responses y;   both rows sum to 1, so 1/x <= t <= 1.

These designs are no convex set, because the offsets are free. On a box of offsets, low <= t <= high for each pair,
the linear rows low P[b, y] <= P[a, y] <= x high P[b, y] hold for all designs of the box, so the certified optimum of
that program is a lower bound, and boxes are halved until the least of their bounds meets the best design found. Upper
bounds come from designs whose range is measured exactly: those of the relaxed programs, when their range is small
enough, and those with the offsets in the middle of a box.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, count

import sympy

from lp.constraints.constrained_design import NoSuchDesign, optimal_design_under
from lp.constraints.constraint import Constraint, ConstraintError, exact, exact_level
from lp.constraints.privacy import RatioBounds, range_of
from lp.losses.linear_loss import Loss
from lp.losses.optimal_design import OptimalDesign
from mechanisms.design import Design
from mechanisms.exact.polynomial import Rational

Pair = tuple[int, int]
Box = Mapping[Pair, tuple[Fraction, Fraction]]
MAXIMAL_BOXES = 400
DIGITS = 2**24  # offsets are halved at fractions with such a denominator


@dataclass(frozen=True)
class RangeOptimum:
    """A design with a range of eps whose loss is at most `value - bound` above that of every other one.

    Attributes:
        design: the best design that was found; its range is at most eps, exactly.
        value: its loss.
        bound: no design with a range of eps has a smaller loss; the least value of the boxes.
        boxes: the boxes of offsets, which cover all, each with its certified optimum or contradiction.

    """

    design: Design
    value: Fraction
    bound: Fraction
    boxes: tuple[tuple[Box, OptimalDesign | NoSuchDesign], ...]

    @property
    def gap(self) -> Fraction:
        """How much smaller the loss of another design may be."""
        return self.value - self.bound

    def _repr_latex_(self) -> str:
        least, most = (sympy.latex(sympy.Rational(v.numerator, v.denominator)) for v in (self.bound, self.value))
        return rf"$\displaystyle {least} \leq \min \leq {most}, \quad P = {self.design.to_latex()}$"


def best_bounded_range(
    loss: Loss,
    x: Rational,
    constraints: Sequence[Constraint] = (),
    prior: Sequence[Rational] | None = None,
    *,
    gap: Rational = Fraction(1, 1000),
    boxes: int = MAXIMAL_BOXES,
) -> RangeOptimum | NoSuchDesign:
    """The best design with a range of eps = log(x) that meets the constraints, to within a gap.

    Stops when value - bound <= gap, or after so many boxes, with the gap that is reached then. NoSuchDesign when not
    even the designs of the box of all offsets meet the constraints. Raises ConstraintError when no design was found
    with a range of eps and all constraints although the boxes do not exclude one.
    """
    level, tolerance = exact_level(x), exact(gap, "gap")
    if tolerance < 0 or boxes < 1:
        raise ConstraintError(f"a gap is at least 0 and at least one box is needed, not {gap} and {boxes}")
    pairs = list(combinations(range(len(loss)), 2))
    search = _Search(loss, level, tuple(constraints), prior)
    whole = {pair: (1 / level, Fraction(1)) for pair in pairs}
    found = search.relaxed(whole)
    if isinstance(found, NoSuchDesign):
        return found
    order = count()  # of boxes with the same bound, which are not compared themselves
    queue: list[tuple[Fraction, int, Box, OptimalDesign]] = [(found.value, next(order), whole, found)]
    closed: list[tuple[Box, OptimalDesign | NoSuchDesign]] = []
    while queue and len(queue) + len(closed) < boxes and not search.reaches(queue[0][0] + tolerance):
        for half in _halves(heapq.heappop(queue)[2]):
            outcome = search.relaxed(half)
            if isinstance(outcome, NoSuchDesign) or search.reaches(outcome.value):
                closed.append((half, outcome))
            else:
                heapq.heappush(queue, (outcome.value, next(order), half, outcome))
    if search.design is None or search.value is None:
        raise ConstraintError(f"no design with a range of log({level}) was found in {boxes} boxes of offsets")
    leaves = (*closed, *((box, outcome) for _, _, box, outcome in queue))
    least = min([search.value, *(outcome.value for _, outcome in leaves if isinstance(outcome, OptimalDesign))])
    return RangeOptimum(search.design, search.value, least, leaves)


class _Search:
    """The programs of a question, and the best design so far."""

    def __init__(
        self, loss: Loss, x: Fraction, constraints: tuple[Constraint, ...], prior: Sequence[Rational] | None
    ) -> None:
        self.loss, self.x, self.constraints, self.prior = loss, x, constraints, prior
        self.value: Fraction | None = None
        self.design: Design | None = None

    def reaches(self, value: Fraction) -> bool:
        """Whether a design with no more than this loss is known."""
        return self.value is not None and self.value <= value

    def relaxed(self, box: Box) -> OptimalDesign | NoSuchDesign:
        """The certified optimum of a box, with its design or that of its middle kept if it is the best so far."""
        found = self._under(box)
        if isinstance(found, OptimalDesign) and not self._keep(found) and not self.reaches(found.value):
            middle = self._under({pair: (_middle(*ends),) * 2 for pair, ends in box.items()})
            if isinstance(middle, OptimalDesign):
                self._keep(middle)
        return found

    def _under(self, box: Box) -> OptimalDesign | NoSuchDesign:
        ratios = RatioBounds(tuple((a, b, low, self.x * high) for (a, b), (low, high) in box.items()))
        return optimal_design_under(self.loss, [ratios, *self.constraints], self.prior)

    def _keep(self, found: OptimalDesign) -> bool:
        """Whether the design has the range; the best one is kept."""
        width = range_of(found.design)
        if width is None or width > self.x:
            return False
        if not self.reaches(found.value):
            self.value, self.design = found.value, found.design
        return True


def _halves(box: Box) -> tuple[Box, Box]:
    """The box in two, across the pair whose offsets differ by the largest factor."""
    widest = max(box, key=lambda pair: box[pair][1] / box[pair][0])
    low, high = box[widest]
    middle = _middle(low, high)
    return {**box, widest: (low, middle)}, {**box, widest: (middle, high)}


def _middle(low: Fraction, high: Fraction) -> Fraction:
    """A short fraction between the ends, or their common value."""
    if low == high:
        return low
    middle = (low + high) / 2
    short = middle.limit_denominator(DIGITS)
    return short if low < short < high else middle
