"""The worst case of a quadratic risk over priors, exactly, with a kernel theorem.

What is estimated are linear functions l_j . pi of the prior (its shares, a mean, shares of groups); squared errors are
weighted by c_j > 0, and priors lie between low_i and high_i and sum to one. For a design P with an unbiased estimator W
(P w^j = l_j for its columns w^j; rows w_y) the risk, n times the expected weighted sum of squared errors, is concave:

    R(pi) = sum of pi_i r_i - sum of c_j (l_j . pi)^2,    r_i = sum over y of P[i, y] sum over j of c_j W[y, j]^2.

z^2 >= 2 p z - p^2, so that R is below a linear function for each prior, with its largest value at a vertex. Where the
shares themselves are estimated the worst prior is known exactly, pi_i = (r_i - tau)/(2 c_i) within the limits with the
sum one, and the bound is the worst case; else a prior near it is given, and the bound is close.

Source: Nayak, Zhai, (3.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import LinearProgram, dot, sparse
from lp.programs.outcomes import Vector
from mechanisms.exact.notebook import Shown

ZERO, ONE = Fraction(0), Fraction(1)
Rows = Sequence[Sequence[Fraction]]


def shares(categories: int) -> tuple[Vector, ...]:
    """l_j for estimating the prior itself: the rows of the identity matrix."""
    return tuple(tuple(ONE if i == j else ZERO for i in range(categories)) for j in range(categories))


@dataclass(frozen=True)
class Prior(Shown):
    """The priors in question: low <= pi <= high, with the sum one.

    Raises ValueError where no prior lies within the limits.
    """

    low: Vector
    high: Vector

    def __post_init__(self) -> None:
        if len(self.low) != len(self.high) or not self.low:
            raise ValueError("the limits of the prior are two vectors of one length")
        if any(not 0 <= a <= b for a, b in zip(self.low, self.high, strict=True)):
            raise ValueError("the limits of the prior are not 0 <= low <= high")
        if not sum(self.low) <= 1 <= sum(self.high):
            raise ValueError("no prior lies within the limits: the lower ones must sum to at most 1, the upper to 1")

    def clipped(self, wanted: Sequence[Fraction], rate: Sequence[Fraction]) -> tuple[Vector, Fraction]:
        """(pi, tau) with pi_i = (wanted_i - tau) rate_i within the limits and sum one, all rates positive; exact."""
        turns = sorted(
            {w - end / r for w, r, a, b in zip(wanted, rate, self.low, self.high, strict=True) for end in (a, b)}
        )

        def at(tau: Fraction) -> Vector:
            limits = zip(wanted, rate, self.low, self.high, strict=True)
            return tuple(min(max((w - tau) * r, a), b) for w, r, a, b in limits)

        # The sum falls from the one of `high` to the one of `low` as tau grows, linearly between the turns.
        for left, right in pairwise([turns[0], *turns]):
            before, after = sum(at(left)), sum(at(right))
            if after <= 1 <= before:
                tau = right if before == after else left + (right - left) * (before - 1) / (before - after)
                return at(tau), tau
        raise AssertionError("a sum that falls from 1 or more to 1 or less passes 1")

    def vertex(self, slopes: Sequence[Fraction]) -> tuple[Vector, Fraction]:
        """(pi, tau): a prior of largest slopes . pi, and the slope at which the sum one is reached."""
        found, left, tau = list(self.low), ONE - sum(self.low), max(slopes)
        for i in sorted(range(len(slopes)), key=lambda i: -slopes[i]):
            more = min(left, self.high[i] - self.low[i])
            found[i] += more
            left -= more
            if more:
                tau = slopes[i]
        return tuple(found), tau


@dataclass(frozen=True)
class WorstCase(Shown):
    """No prior has a larger risk than `value`; `prior` has the risk `attained`, which is `value` for shares.

    The theorem is about the linear function above the risk that touches it at `prior`: it
    says how large this function is at most.
    """

    value: Fraction
    attained: Fraction
    prior: Vector
    theorem: Theorem


def linear_part(design: Rows, weights: Rows, costs: Vector) -> Vector:
    """r_i = sum over y of P[i, y] sum over j of c_j W[y, j]^2."""
    spread = [sum((c * w * w for c, w in zip(costs, row, strict=True)), ZERO) for row in weights]
    return tuple(dot(row, spread) for row in design)


def worst_prior(design: Rows, weights: Rows, costs: Vector, priors: Prior) -> Vector:
    """The prior of largest risk, one share a truth, where the shares themselves are estimated, exactly.

    `design` is truths x responses, `weights` responses x estimates, `costs` has one number an estimate.
    """
    return priors.clipped(linear_part(design, weights, costs), [1 / (2 * c) for c in costs])[0]


def worst_case(design: Rows, weights: Rows, costs: Vector, targets: Rows, priors: Prior, prior: Vector) -> WorstCase:
    """A bound of the risk over all priors by the linear function at one; ValueError if the estimator is biased."""
    means = [[dot(row, column) for row in design] for column in zip(*weights, strict=True)]
    if means != [list(target) for target in targets]:
        raise ValueError("the mean of an estimate is not the linear function of the prior that it should be: biased")
    linear, values = linear_part(design, weights, costs), [dot(target, prior) for target in targets]
    size = len(linear)
    slopes = tuple(
        linear[i] - 2 * sum((c * v * t[i] for c, v, t in zip(costs, values, targets, strict=True)), ZERO)
        for i in range(size)
    )
    vertex, tau = priors.vertex(slopes)
    units = shares(size)
    program = LinearProgram(
        cost=tuple(-slope for slope in slopes),
        rows=tuple(sparse(v) for v in (*units, *(tuple(-a for a in unit) for unit in units))),
        bounds=(*priors.low, *(-b for b in priors.high)),
        equations=(sparse((ONE,) * size),),
        sides=(ONE,),
    )
    multipliers = (*(max(tau - g, ZERO) for g in slopes), *(max(g - tau, ZERO) for g in slopes))
    theorem = kernel.weak_duality(program, vertex, multipliers, (-tau,))
    squares = sum((c * v * v for c, v in zip(costs, values, strict=True)), ZERO)
    return WorstCase(dot(slopes, vertex) + squares, dot(linear, prior) - squares, prior, theorem)
