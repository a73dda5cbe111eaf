"""The worst case of a quadratic risk over priors, exactly, and exact bounds of it below, each with a kernel theorem.

Squared errors are weighted by c_i > 0, and priors pi lie between low_i and high_i and sum to one. For a design P with
an unbiased estimator W (P W = I, rows w_y) the risk, n times the expected weighted sum of squared errors, is concave:

    R(pi) = sum of pi_i r_i - sum of c_i pi_i^2,    r_i = sum over y of P[i, y] sum over j of c_j W[y, j]^2.

* Above: c_i pi_i^2 >= 2 c_i p_i pi_i - c_i p_i^2, so that R is below a linear function for each p, and the best p is
  the maximiser, found exactly: pi_i = (r_i - tau)/(2 c_i) within the limits, where tau makes the sum one.
* Below, over all designs whose columns lie in the cone of given columns s_y, at one prior pi: from
  lambda w^2 >= 2 w t - t^2/lambda with lambda = pi . s_y and t = b_i . s_y, and sum of p_y w_y' = I,

      R >= 2 sum of c_i b_i[i] - sum over y of theta_y h_y - sum of c_i pi_i^2,   h_y = sum of c_i (b_i . s_y)^2/lambda,

  for a design with the columns theta_y s_y. A price mu with mu . s_y >= h_y for all y bounds sum of theta_y h_y by the
  sum of mu, because sum of theta_y s_y = (1, ..., 1): that it cannot be more is a contradiction of Farkas.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise

from derivations import kernel
from derivations.kernel import Theorem
from derivations.lemmas import prove_from
from derivations.statements import LinearProgram, Sequent, dot, sparse
from lp.outcomes import Vector
from mechanisms.formula import Condition
from mechanisms.polynomial import Polynomial

ZERO, ONE = Fraction(0), Fraction(1)
Rows = Sequence[Sequence[Fraction]]


@cache
def prior_above_tangents() -> Theorem:
    """c > 0 |- c pi^2 >= 2 c p pi - c p^2."""
    c, pi, p = (Polynomial.variable(name) for name in ("c", "pi", "p"))
    return prove_from(Sequent(frozenset([Condition(c, ">")]), Condition(c * pi**2 - 2 * c * p * pi + c * p**2, ">=")))


@dataclass(frozen=True)
class Prior:
    """The priors in question: low <= pi <= high, with the sum one."""

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


@dataclass(frozen=True)
class WorstCase:
    """The largest risk over the priors, the prior that has it, and the theorem about the linear function above it.

    The theorem says that `linear` . pi is at most `value` less the sum of c_i prior_i^2; with the tangents of
    `prior_above_tangents` at the prior the risk is at most `value`.
    """

    value: Fraction
    prior: Vector
    theorem: Theorem


def linear_part(design: Rows, weights: Rows, costs: Vector) -> Vector:
    """r_i = sum over y of P[i, y] sum over j of c_j W[y, j]^2."""
    spread = [sum((c * w * w for c, w in zip(costs, row, strict=True)), ZERO) for row in weights]
    return tuple(dot(row, spread) for row in design)


def worst_case(design: Rows, weights: Rows, costs: Vector, priors: Prior) -> WorstCase:
    """The exact worst case of an unbiased estimator; ValueError if it is biased."""
    identity = [[ONE if i == j else ZERO for j in range(len(design))] for i in range(len(design))]
    if [[dot(row, column) for column in zip(*weights, strict=True)] for row in design] != identity:
        raise ValueError("P W is not the identity matrix, so the estimator is biased at some prior")
    linear = linear_part(design, weights, costs)
    prior, tau = priors.clipped(linear, [1 / (2 * c) for c in costs])
    slopes = tuple(r - 2 * c * p for r, c, p in zip(linear, costs, prior, strict=True))
    size = len(costs)
    units = [tuple(ONE if i == j else ZERO for j in range(size)) for i in range(size)]
    program = LinearProgram(
        cost=tuple(-slope for slope in slopes),
        rows=tuple(sparse(v) for v in (*units, *(tuple(-a for a in unit) for unit in units))),
        bounds=(*priors.low, *(-b for b in priors.high)),
        equations=(sparse((ONE,) * size),),
        sides=(ONE,),
    )
    multipliers = (*(max(tau - g, ZERO) for g in slopes), *(max(g - tau, ZERO) for g in slopes))
    theorem = kernel.weak_duality(program, prior, multipliers, (-tau,))
    squares = sum((c * p * p for c, p in zip(costs, prior, strict=True)), ZERO)
    return WorstCase(dot(linear, prior) - squares, prior, theorem)


@dataclass(frozen=True)
class LowerBound:
    """No design with columns in the cone, and no unbiased estimator, has less risk than `value` at `prior`.

    Attributes:
        value: the bound.
        prior: pi.
        slopes: b_i, one row a truth.
        gains: h_y, one for each column.
        price: mu.
        theorem: sum of theta_y h_y is less than what makes the bound: no design reaches it.

    """

    value: Fraction
    prior: Vector
    slopes: tuple[Vector, ...]
    gains: Vector
    price: Vector
    theorem: Theorem


def gains_at(columns: Rows, prior: Vector, slopes: Rows, costs: Vector) -> Vector:
    """h_y; ValueError where a column is impossible at the prior."""
    found = []
    for column in columns:
        mass = dot(prior, column)
        if mass <= 0:
            raise ValueError("a response is impossible at this prior, which bounds nothing")
        found.append(sum((c * dot(b, column) ** 2 for c, b in zip(costs, slopes, strict=True)), ZERO) / mass)
    return tuple(found)


def lower_bound(
    columns: Rows, prior: Vector, slopes: tuple[Vector, ...], price: Vector, costs: Vector, grain: Fraction
) -> LowerBound:
    """The bound at a prior from slopes b_i and a price, which is raised until it is one; certified by kernel.farkas.

    The bound is rounded down to a multiple of `grain`.
    """
    gains = gains_at(columns, prior, slopes, costs)
    short = max((h - dot(price, s)) / sum(s, ZERO) for h, s in zip(gains, columns, strict=True))
    raised = tuple(m + max(short, ZERO) for m in price)
    squares = sum((c * p * p for c, p in zip(costs, prior, strict=True)), ZERO)
    top = 2 * sum((c * b[i] for i, (c, b) in enumerate(zip(costs, slopes, strict=True))), ZERO) - squares
    value = grain * ((top - sum(raised, ZERO)) // grain)
    if value == top - sum(raised, ZERO):
        value -= grain  # below the bound, so that reaching it is impossible and not only hard
    program = unreachable(columns, gains, top - value)
    left = tuple(dot(raised, s) - h for h, s in zip(gains, columns, strict=True))
    theorem = kernel.farkas(program, (*left, ONE), tuple(-m for m in raised))
    return LowerBound(value, prior, slopes, gains, raised, theorem)


def unreachable(columns: Rows, gains: Vector, total: Fraction) -> LinearProgram:
    """The designs theta >= 0, sum of theta_y s_y = (1, ..., 1), with sum of theta_y h_y >= total."""
    count, size = len(columns), len(columns[0])
    rows = tuple(((y, ONE),) for y in range(count))
    return LinearProgram(
        cost=(ZERO,) * count,
        rows=(*rows, sparse(gains)),
        bounds=(*(ZERO,) * count, total),
        equations=tuple(sparse([column[i] for column in columns]) for i in range(size)),
        sides=(ONE,) * size,
    )
