"""What a design costs, linear or piecewise linear in P: expected and worst losses, distances from a given design.

Domain: P >= 0 with rows that sum to 1. Source of the question: Ghosh, Roughgarden, Sundararajan 2009 (least expected
loss of a consumer with a prior); Gupte, Sundararajan 2010 (the worst truth).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cvxpy
import numpy as np

from lp.models.design_variable import Constraints, Number
from lp.models.exact_program import said
from lp.models.posteriors import joint_law


def expected_loss(P: Any, loss: Sequence[Sequence[Number]], prior: Any = None) -> Any:
    """Sum over x, y of prior[x] loss[x][y] P[x, y]; without a prior each truth weighs 1.

    Affine, with the sign of the loss, DPP in the prior. Losses by name are in `lp.losses.linear_loss`.
    """
    weighted = P if prior is None else joint_law(P, prior)
    return cvxpy.sum(cvxpy.multiply(_matrix(loss), weighted))


def expected_distance(P: Any, truths: Sequence[Number], responses: Sequence[Number], prior: Any = None) -> Any:
    """E |response - truth| where truths and responses stand for points on a line. Affine, non-negative."""
    return expected_loss(P, [[abs(y - x) for y in responses] for x in truths], prior)


def worst_loss(P: Any, loss: Sequence[Sequence[Number]]) -> Any:
    """Max over x of sum over y of loss[x][y] P[x, y]: the expected loss under the worst truth, or prior.

    Convex, piecewise linear, between the least and the largest loss.
    """
    return cvxpy.max(cvxpy.sum(cvxpy.multiply(_matrix(loss), P), axis=1))


def distance_from(P: Any, center: Sequence[Sequence[Number]], kind: str = "total-variation") -> Any:
    """How far two designs are apart; convex, piecewise linear, non-negative. Rows of both sum to 1.

    total-variation: max over x of 1/2 sum over y of |P[x, y] - Q[x, y]|; l1: the sum of all |P[x, y] - Q[x, y]|;
    max: the largest of them. The sum of the absolute values of a row is twice that of its positive parts.
    """
    gap = P - _matrix(center)
    if kind == "max":
        return cvxpy.max(cvxpy.abs(gap))
    excess = cvxpy.sum(cvxpy.pos(gap), axis=1)
    return 2 * cvxpy.sum(excess) if kind == "l1" else cvxpy.max(excess)


def near(P: Any, center: Sequence[Sequence[Number]], radius: Number, kind: str = "total-variation") -> Constraints:
    """The distance from a given (truths x responses) design is at most the radius. Linear, DPP in the radius."""
    return [said(distance_from(P, center, kind) <= radius, f"{kind} distance <= {radius}")]


def _matrix(values: Any) -> Any:
    if isinstance(values, (np.ndarray, cvxpy.Expression)):
        return values
    return np.array([list(row) for row in values], dtype=object)
