"""The unbiased estimator of a given design with the least worst case: a prior close to the least favourable one.

At a prior pi no unbiased estimator has a smaller risk than the best one there, f(pi) = tr M(pi)^-1 - |pi|^2, with
M = P diag(pi P)^-1 P'. So f(pi) bounds every worst case below, and the worst case of the best estimator at pi is one
above. f is concave; where it is largest the two meet (Sion). The place is found in floats, and rounded: both bounds are
then exact, and apart by the square of what was rounded off.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Vector = tuple[Fraction, ...]
GRAIN = 10**6  # the denominator of the rounded prior
LARGEST = 120  # entries of a design for which the prior is looked for


def least_favourable_prior(rows: Sequence[Sequence[Fraction]]) -> Vector | None:
    """A prior at which f is close to its largest value, and all responses occur; None where floats do not find one."""
    import numpy as np
    from scipy.optimize import minimize

    matrix = np.array(rows, dtype=float)
    matrix = matrix[:, matrix.any(axis=0)]
    size = len(matrix)

    def negative_risk(prior: np.ndarray) -> tuple[float, np.ndarray]:
        law = prior @ matrix
        inverse = np.linalg.inv(matrix / law @ matrix.T)
        spread = ((inverse @ matrix / law) ** 2).sum(axis=0)
        linear = matrix @ spread
        return float(prior @ prior - np.trace(inverse)), 2 * prior - linear

    try:
        found = minimize(
            negative_risk,
            np.full(size, 1 / size),
            jac=True,
            method="SLSQP",
            bounds=[(1e-9, 1.0)] * size,
            constraints={"type": "eq", "fun": lambda prior: prior.sum() - 1, "jac": lambda prior: np.ones(size)},
            options={"ftol": 1e-14, "maxiter": 300},
        )
    except np.linalg.LinAlgError:
        return None
    if not np.isfinite(found.x).all():
        return None
    weights = [round(float(p) * GRAIN) for p in found.x]
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    if not all(any(w and p for w, p in zip(weights, column, strict=True)) for column in columns):
        weights = [max(weight, 1) for weight in weights]
    return tuple(Fraction(weight, sum(weights)) for weight in weights)
