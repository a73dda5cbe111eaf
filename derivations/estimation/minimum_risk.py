"""Risk of linear unbiased estimators under squared error, the least one at a prior, and where none exists.

An estimator W (responses by truths) of the prior from the shares of the responses is unbiased exactly if P W = I. With
D the diagonal matrix of the law lambda = prior P of a response, its risk, n times the expected sum of squared errors,
is tr(W' D W) - sum prior^2. Among the unbiased ones it is least, at one prior, for

    W = D^-1 P' (P D^-1 P')^-1,    risk tr (P D^-1 P')^-1 - sum prior^2,

because any other W + U has P U = 0, hence W' D U = 0, and exceeds it by tr(U' D U). Source: Nayak, Zhai, (3.2), Lemma
6.1, (6.1) to (6.3), where matrices are transposed.
"""

from __future__ import annotations

from collections.abc import Sequence

from derivations.algebra.linear_algebra import (
    Matrix,
    SingularMatrixError,
    identity,
    inverse,
    product,
    total,
    transposed,
)
from derivations.estimation.likelihood import ImpossibleResponseError
from derivations.estimation.sampling_model import Prior, SingularDesignError, design_rows, prior_vector
from mechanisms.design import Design
from mechanisms.exact.polynomial import Rational
from mechanisms.exact.rational import RationalFunction

Weights = Sequence[Sequence[RationalFunction | Rational]]


class BiasedEstimatorError(ValueError):
    """The weights are not those of an unbiased estimator of the prior."""


def response_law(design: Design, prior: Prior) -> tuple[RationalFunction, ...]:
    """lambda = prior P, the probability of each response."""
    return product((prior_vector(design, prior),), design_rows(design))[0]


def is_unbiased(design: Design, weights: Weights) -> bool:
    """Whether P W = I, so that the estimator has the mean `prior` at every prior."""
    rows = design_rows(design)
    return product(rows, _matrix(weights)) == identity(len(rows))


def risk(design: Design, weights: Weights, prior: Prior) -> RationalFunction:
    """n E |estimate - prior|^2 = tr(W' D W) - sum prior^2; BiasedEstimatorError unless P W = I."""
    if not is_unbiased(design, weights):
        raise BiasedEstimatorError("P W is not the identity matrix, so the estimator is biased at some prior")
    law, truths = response_law(design, prior), prior_vector(design, prior)
    spread = total(mass * weight * weight for mass, row in zip(law, _matrix(weights), strict=True) for weight in row)
    return spread - total(weight * weight for weight in truths)


def best_weights(design: Design, prior: Prior) -> Matrix:
    """D^-1 P' (P D^-1 P')^-1, the linear unbiased estimator of least risk at this prior; the only one.

    Raises ImpossibleResponseError when a response has probability 0 under the prior, SingularDesignError when no
    estimator is unbiased.
    """
    weighted = transposed(_over_law(design, prior))
    return product(weighted, _inverse_information(design, prior))


def least_risk(design: Design, prior: Prior) -> RationalFunction:
    """tr (P D^-1 P')^-1 - sum prior^2, the least risk of a linear unbiased estimator at this prior."""
    cramer = _inverse_information(design, prior)
    squares = total(weight * weight for weight in prior_vector(design, prior))
    return total(cramer[i][i] for i in range(len(cramer))) - squares


def unidentified_direction(design: Design) -> tuple[RationalFunction, ...] | None:
    """v != 0 with v P = 0: priors that differ by a multiple of v have the same law of the response. None without one.

    Since the rows of P sum to one, so do the entries of v sum to zero; hence a prior with positive weights can be moved
    along v. Source: Nayak, Zhai, section 1, where rank(P) < k.
    """
    rows = [list(row) for row in design_rows(design)]
    count = len(rows)
    marks = [list(row) for row in identity(count)]
    used = 0
    for column in range(len(rows[0])):
        pivot = next((i for i in range(used, count) if not rows[i][column].is_zero()), None)
        if pivot is None:
            continue
        for table in (rows, marks):
            table[used], table[pivot] = table[pivot], table[used]
        for i in range(used + 1, count):
            factor = rows[i][column] / rows[used][column]
            for table in (rows, marks):
                table[i] = [a - factor * b for a, b in zip(table[i], table[used], strict=True)]
        used += 1
    return tuple(marks[used]) if used < count else None


def _over_law(design: Design, prior: Prior) -> Matrix:
    law = response_law(design, prior)
    for response, mass in zip(design.responses, law, strict=True):
        if mass.is_zero():
            raise ImpossibleResponseError(f"the response {response!r} has probability 0 under this prior")
    return tuple(tuple(p / mass for p, mass in zip(row, law, strict=True)) for row in design_rows(design))


def _inverse_information(design: Design, prior: Prior) -> Matrix:
    try:
        return inverse(product(_over_law(design, prior), transposed(design_rows(design))))
    except SingularMatrixError as error:
        raise SingularDesignError("the rows of the design are linearly dependent: no estimator is unbiased") from error


def _matrix(weights: Weights) -> Matrix:
    return tuple(tuple(map(RationalFunction.of, row)) for row in weights)
