"""Mean squared errors of linear unbiased estimates: at a prior, and in the worst case over priors within limits.

A design is masses theta of given columns s_y. An estimate of the targets l_j . pi that gives the response y the weights
w_yj is unbiased if sum over y of s_y theta_y w_yj = l_j. With v_yj = theta_y w_yj this is linear, and n times the mean
squared error at the prior pi, sum over y of (pi . s_y) (sum over j of c_j v_yj^2)/theta_y - sum of c_j (l_j . pi)^2, is
convex in (theta, v): a second-order cone a response. Domain: theta >= 0, columns >= 0, costs > 0. All numbers stay
exact, and priors and their limits may be parameters (DPP). Source: Nayak, Zhai, section 3.2 (risk and minimax pair).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cvxpy
import numpy as np

from lp.models.design_variable import ColumnMasses, Constraints, Number
from lp.models.exact_program import said
from lp.models.exact_values import Derived, rational_squares, rationals


def unbiased(P: Any, weights: Any, targets: Sequence[Sequence[Number]]) -> Constraints:
    """P w = l: the estimate that gives response y the weights w[y, j] has the expectation l_j . pi for every prior pi.

    P has a row for each truth, w one for each response, l one for each truth; l_j is column j. Affine where the design
    P or the weights are given, exact where they are.
    """
    goals = np.array([list(target) for target in targets], dtype=object)
    return [said(P @ weights == goals.T, "unbiased", lambda x, j: f"E[weight {j} of the response | {x}] = l_{j}[{x}]")]


def mean_squared_error(
    P: Any, weights: Any, prior: Any, targets: Sequence[Sequence[Number]], costs: Sequence[Number]
) -> Any:
    """n E sum of c_j (estimate_j - l_j . pi)^2 of an unbiased estimate from n responses, which is its variance.

    (pi P) . sum of c_j w_j^2 - sum of c_j (l_j . pi)^2: convex and quadratic in the weights, non-negative where they
    are unbiased, DPP in the prior; P is a given design, truths x responses, the weights are responses x targets, and
    l_j is row j of the targets, targets x truths.
    """
    chances = prior if isinstance(prior, cvxpy.Expression) else rationals(prior, "the prior")
    squares = cvxpy.square(weights) @ rationals(costs, "costs")
    law = chances @ rationals(P, "the design")
    return law @ squares - _truthful_part(prior, rationals(targets, "targets"), rationals(costs, "costs"))


def _truthful_part(prior: Any, targets: Any, costs: Any) -> Any:
    """The sum of c_j (l_j . pi)^2, no function of the design: a parameter of its own where the prior is one."""

    def value() -> Any:
        return costs @ (targets @ rationals(prior, "the prior")) ** 2

    return Derived(value) if isinstance(prior, cvxpy.Expression) else value()


class UnbiasedEstimate:
    """theta, v and the squares q_y >= (sum of c_j v_yj^2)/theta_y of an unbiased estimate.

    Attributes:
        theta: the masses of the columns; the design is `theta.design`.
        v: targets x responses; the weights of the response y are v[:, y]/theta[y].
        constraints: that theta is a design, v unbiased, and q large enough.

    """

    def __init__(
        self, columns: Sequence[Sequence[Number]] | Any, targets: Sequence[Sequence[Number]], costs: Sequence[Number]
    ) -> None:
        self.theta = ColumnMasses(columns)
        self.targets, self.costs = rationals(targets, "targets"), rationals(costs, "costs")
        count = self.theta.size
        self.v = cvxpy.Variable((len(self.costs), count), name="v")
        self.squares = cvxpy.Variable((1, count), name="q")
        self.constraints: Constraints = [
            self._cones(),
            *self.theta.rows_on_simplex,
            said(self.v @ self.theta.columns == self.targets, "unbiased"),
        ]

    def _cones(self) -> Any:
        """q_y theta_y >= sum of c_j v_yj^2, each c_j as a sum of squares of rational numbers."""
        parts = [(j, 2 * root) for j, cost in enumerate(self.costs) for root in rational_squares(cost) if root]
        scaled = np.zeros((len(parts), len(self.costs)), dtype=object)
        for i, (j, root) in enumerate(parts):
            scaled[i, j] = root
        sides = cvxpy.vstack([scaled @ self.v, self.squares - self.theta[None, :]])
        return cvxpy.SOC(self.squares[0] + self.theta, sides)

    @property
    def linear_risk(self) -> Any:
        """r[x] = sum over y of s_y[x] q_y, the part of the risk that is linear in the prior. Affine."""
        return self.theta.columns.T @ self.squares[0]

    def risk(self, prior: Any) -> Any:
        """n times the mean squared error at a prior: its variance, as the estimate is unbiased. Affine in q, DPP."""
        point = prior if isinstance(prior, cvxpy.Expression) else rationals(prior, "the prior")
        return point @ self.linear_risk - _truthful_part(prior, self.targets, self.costs)

    def worst_risk(self, low: Any = None, high: Any = None) -> WorstRisk:
        """The largest risk over the priors between `low` and `high`, 0 and 1 if left out."""
        return WorstRisk(self, low, high)


class WorstRisk:
    """The largest r . pi - sum of c_j (l_j . pi)^2 over priors within limits, by duality.

    It is the least value, over a, tau and above, below >= 0, of sum of a_j^2/(4 c_j) + tau + high . above - low . below
    with r <= sum of a_j l_j + tau + above - below. `value` is convex, non-negative, DPP in the limits; the
    `constraints` belong to it.
    """

    def __init__(self, estimate: UnbiasedEstimate, low: Any, high: Any) -> None:
        size = estimate.targets.shape[1]
        least, most = (_limit(given, size, plain) for given, plain in ((low, 0), (high, 1)))
        slope, tau = cvxpy.Variable(len(estimate.costs), name="a"), cvxpy.Variable(name="tau")
        above, below = (cvxpy.Variable(size, nonneg=True, name=name) for name in ("above", "below"))
        self.value = (1 / (4 * estimate.costs)) @ cvxpy.square(slope) + tau + most @ above - least @ below
        limit = estimate.targets.T @ slope + tau + above - below
        self.constraints: Constraints = [
            *estimate.constraints,
            said(estimate.linear_risk <= limit, "worst prior"),
        ]


def _limit(given: Any, size: int, plain: int) -> Any:
    if isinstance(given, cvxpy.Expression):
        return given
    return rationals([plain] * size if given is None else given, "limits of the prior")
