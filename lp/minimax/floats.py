"""The minimax question of `lp.minimax.weighted` and its dual in floats, by Clarabel: proposals that prove nothing."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from lp.minimax.worst_case_risk import Prior, Rows
from lp.programs.outcomes import SolverError, Vector

UNLIKELY = 1e-4  # responses less likely than this, relative to the likeliest, are left out of the second solution
TOLERANCES = (1e-12, 1e-10, 1e-8, 1e-6)  # the first that Clarabel reaches
Floats = tuple[float, ...]


def proposed_design(costs: Vector, targets: Rows, columns: Sequence[Vector], priors: Prior) -> Floats:
    """theta of a minimax design; solved once more with the responses that matter alone, which is more accurate."""
    theta = _design(costs, targets, columns, priors)
    likely = [y for y, t in enumerate(theta) if t > UNLIKELY * max(theta)]
    with suppress(SolverError):
        placed = dict(zip(likely, _design(costs, targets, [columns[y] for y in likely], priors), strict=True))
        theta = tuple(placed.get(y, 0.0) for y in range(len(columns)))
    return theta


def _design(costs: Vector, targets: Rows, columns: Sequence[Vector], priors: Prior) -> Floats:
    """The masses of the columns of least worst risk (`lp.models.risks`)."""
    import cvxpy

    from lp.models.risks import UnbiasedEstimate

    estimate = UnbiasedEstimate(columns, targets, costs)
    worst = estimate.worst_risk(priors.low, priors.high)
    _solve(cvxpy.Problem(cvxpy.Minimize(worst.value), worst.constraints), estimate.theta)
    return tuple(float(t) for t in estimate.theta.value)


def proposed_prior(linear: Vector, costs: Vector, targets: Rows, priors: Prior) -> Floats:
    """The prior of largest linear . pi - sum of c_j (l_j . pi)^2."""
    import numpy

    cp = _cvxpy()
    r, c, low, high, goal = (numpy.array(v, dtype=float) for v in (linear, costs, priors.low, priors.high, targets))
    prior = cp.Variable(len(r))
    risk = r @ prior - cp.sum_squares(numpy.diag(numpy.sqrt(c)) @ goal @ prior)
    _solve(cp.Problem(cp.Maximize(risk), [cp.sum(prior) == 1, prior >= low, prior <= high]), prior)
    return tuple(map(float, prior.value))


def proposed_bound(
    costs: Vector, targets: Rows, columns: Sequence[Vector], priors: Prior
) -> tuple[Floats, tuple[Floats, ...], Floats]:
    """(pi, the rows b_j, mu) of the best bound below: mu . s_y >= (sum of c_j (b_j . s_y)^2)/(pi . s_y) for all y."""
    import numpy

    cp = _cvxpy()
    size = len(columns[0])
    c, low, high, s, goal = (numpy.array(v, dtype=float) for v in (costs, priors.low, priors.high, columns, targets))
    prior, price, slopes = cp.Variable(size), cp.Variable(size), cp.Variable((len(c), size))
    root = numpy.diag(numpy.sqrt(c))
    mass, value = s @ prior, s @ price
    bound = 2 * cp.sum(cp.multiply(numpy.diag(c) @ goal, slopes)) - cp.sum(price) - cp.sum_squares(root @ goal @ prior)
    cones = cp.SOC(mass + value, _stacked([2 * root @ slopes @ s.T, (value - mass)[None, :]]))
    limits = [cp.sum(prior) == 1, prior >= low, prior <= high]
    _solve(cp.Problem(cp.Maximize(bound), [cones, *limits]), prior)
    rows = tuple(tuple(map(float, row)) for row in slopes.value)
    return tuple(map(float, prior.value)), rows, tuple(map(float, price.value))


def _cvxpy() -> Any:
    return import_module("cvxpy")  # its functions have no types


def _stacked(parts: list[Any]) -> Any:
    cp = _cvxpy()
    return cp.bmat([[part] for part in parts])


def _solve(problem: Any, variable: Any) -> None:
    cp = _cvxpy()
    for tolerance in TOLERANCES:
        accuracy = dict.fromkeys(("tol_gap_abs", "tol_gap_rel", "tol_feas"), tolerance)
        with warnings.catch_warnings(), suppress(cp.error.SolverError):
            warnings.simplefilter("ignore")  # inaccurate floats give wider bounds, which are exact all the same
            problem.solve(solver=cp.CLARABEL, **accuracy)
        if variable.value is not None:
            return
    raise SolverError("Clarabel found no design: does any design of the class have an unbiased estimator?")
