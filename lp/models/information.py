"""How much responses tell about truths: total variation, mutual information, chi-square, Fisher information.

Domain: P >= 0, priors with positive weights. All are convex in P: as constraints or costs they bound what is revealed,
and those made of squares keep exact numbers, so that `lp.certify` bounds them. Where a prior is a parameter and the
problem is to be compiled once (DPP), the law of the response is a variable of its own: `law_of_response`. What is
largest over private designs is found over masses of columns instead (`lp.models.design_variable.staircase_masses`), in
which information is linear (`gain`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log
from typing import Any

import cvxpy
import numpy as np

from lp.losses.column_objectives import ColumnObjective
from lp.models.design_variable import ColumnMasses, Constraints, Number
from lp.models.exact_program import said
from lp.models.exact_values import Derived, rational_squares, rationals
from lp.models.exact_walk import numbers_of
from lp.models.posteriors import joint_law
from mechanisms.exact.logarithm_sum import bounds

PRECISION = 96  # bits of logarithms before they become floats


def total_variation(p: Any, q: Any) -> Any:
    """1/2 sum over y of |p[y] - q[y]| of two rows. Convex, piecewise linear, between 0 and 1 for distributions.

    Source: Cover, Thomas, chapter 11 (half the L1 distance).
    """
    return cvxpy.norm1(p - q) / 2


def law_of_response(P: Any, prior: Any) -> tuple[Any, Constraints]:
    """A variable q and the equations q = prior P, DPP in the prior; q is the `law` of the functions below.

    Affine, non-negative. Source: elementary (total probability).
    """
    q = cvxpy.Variable(P.shape[1], name="q", nonneg=True)
    return q, [said(q == _weights(prior) @ P, "law of the response")]


def mutual_information(P: Any, prior: Any, law: Any = None) -> Any:
    """I(X; Y) = sum over x, y of J[x, y] log(J[x, y]/q[y]) + H(prior) in nats, J = prior[x] P[x, y], q = prior P.

    Convex in P (relative entropies are jointly convex), non-negative; the cone is exponential, so that optima are
    floats. DPP in the prior with a `law_of_response`. Source: Cover, Thomas, Theorem 2.7.4.
    """
    weights = _weights(prior)
    q = weights @ P if law is None else law
    mixed = np.ones((P.shape[0], 1)) @ cvxpy.reshape(q, (1, P.shape[1]), order="C")

    def entropy() -> float:
        return -sum(float(w) * log(w) for w in rationals(prior, "the prior") if w)

    surprise = Derived(entropy, nonneg=True) if isinstance(prior, cvxpy.Expression) else entropy()
    return cvxpy.sum(cvxpy.rel_entr(joint_law(P, prior), mixed)) + surprise


def chi_square(P: Any, prior: Any, law: Any = None) -> Any:
    """Sum over x, y of prior[x] P[x, y]^2/q[y] - 1, q = prior P: the chi-square information of truth and response.

    Convex in P (squares over a linear function), non-negative, second-order cones, exact: each weight is a sum of
    squares of rational numbers. DPP in the prior with a `law_of_response`.
    Source: `lp.losses.column_objectives`, where it is maximised.
    """

    def roots() -> Any:
        return np.array([rational_squares(w) for w in rationals(prior, "the prior")], dtype=object)

    if isinstance(prior, cvxpy.Expression):
        used: Any = Derived(roots, (P.shape[0], 4))
        parts = [used[:, i] for i in range(4)]
    else:
        parts = [column for column in roots().T if any(column)]
    q = _weights(prior) @ P if law is None else law
    squares = (
        cvxpy.quad_over_lin(cvxpy.hstack([cvxpy.multiply(part, P[:, y]) for part in parts]), q[y])
        for y in range(P.shape[1])
    )
    return sum(squares) - 1


def fisher_information(P: Any, prior: Any, direction: Sequence[Number], law: Any = None) -> Any:
    """Of the parameter t in prior + t direction, at t = 0: sum over y of (direction P)[y]^2/(prior P)[y].

    Convex in P, non-negative, second-order cones, exact; DPP in the prior with a `law_of_response`. Domain: the
    direction sums to 0. Source: `lp.losses.column_objectives`, where it is maximised.
    """
    slope = rationals(direction, "the direction") @ P
    mass = _weights(prior) @ P if law is None else law
    return sum(cvxpy.quad_over_lin(slope[y], mass[y]) for y in range(P.shape[1]))


def gain(theta: ColumnMasses, objective: ColumnObjective | Callable[[], ColumnObjective]) -> Any:
    """What a design of masses theta of given columns is worth: the sum of theta_y mu(s_y), less a constant.

    Affine in theta. Coefficients that are rational, as of chi-square or total variation, are exact; logarithms are
    floats. The objectives are those of `lp.losses.column_objectives`; a function that makes one is asked anew
    whenever parameters, such as a prior or the level of the columns, have new values (DPP).
    Source: Kairouz, Oh, Viswanath 2016.
    """

    def now() -> ColumnObjective:
        return objective() if callable(objective) else objective

    def worth() -> Any:
        mu = now().of_column
        ends = (bounds(mu(tuple(column)), PRECISION) for column in numbers_of(theta.columns).tolist())
        return np.array([low if low == high else float(low) for low, high in ends], dtype=object)

    if not (callable(objective) or isinstance(theta.columns, cvxpy.Expression)):
        return worth() @ theta - objective.constant
    return Derived(worth, theta.shape) @ theta - Derived(lambda: now().constant)


def _weights(prior: Any) -> Any:
    return prior if isinstance(prior, cvxpy.Expression) else rationals(prior, "the prior")
