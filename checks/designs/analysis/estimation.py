"""Estimating the shares of the truths: unbiased estimators, their covariance, Fisher information, the worst case.

n respondents answer by the design P; with the counts N, estimates are sum over y of N_y W[y, x]/n, unbiased for all
priors exactly if P W = I. At a prior pi with the law lambda = pi P of a response, n times the covariance is

    W' diag(lambda) W - pi pi',   and the added variance W' diag(lambda) W - diag(pi),

the excess over truthful answers. The weights of least variance at pi are W = diag(lambda)^-1 P' M^-1 with
M = P diag(lambda)^-1 P', and then n times the covariance is M^-1 - pi pi', the bound of Cramer and Rao.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from checks.designs.analysis.least_worst_case import LARGEST, least_favourable_prior
from derivations.algebra.rational_systems import null_space
from derivations.surveys.survey import Survey
from lp.minimax.best_estimator import best_estimator
from lp.minimax.worst_case_risk import Prior, WorstCase, shares, worst_case, worst_prior
from mechanisms.design import Design
from mechanisms.exact.notebook import Shown
from mechanisms.guarantees.criteria.bayes import numbers

Vector = tuple[Fraction, ...]
Matrix = tuple[Vector, ...]
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Estimator(Shown):
    """An unbiased linear estimator with its errors at the given prior.

    Attributes:
        weights: W, a row a response, a column a truth.
        covariance: n times the covariance of the estimates at the prior.
        added_variance: for each truth, n times its variance less that of truthful answers.
        worst: the largest n times the expected sum of squared errors over all priors, with the prior and its theorem.

    """

    weights: Matrix
    covariance: Matrix
    added_variance: Vector
    worst: WorstCase

    @property
    def variance(self) -> Fraction:
        """n times the expected sum of squared errors at the prior, the trace of the covariance."""
        return sum((row[x] for x, row in enumerate(self.covariance)), ZERO)

    @property
    def total_added_variance(self) -> Fraction:
        """Summed over the truths."""
        return sum(self.added_variance, ZERO)


@dataclass(frozen=True)
class Estimation(Shown):
    """What can be estimated, how well.

    Attributes:
        estimator: the unbiased one; where there are many, the one of least weights, P' (P P')^-1.
        best: the one of least variance at the given prior, where that differs; None else.
        minimax: the one of least worst case among those of least variance at the uniform prior and close to the least
            favourable one, where its worst case is less than that of both; None else.
        freedom: a basis of the z with P z = 0: adding multiples of them to columns of the weights gives all others.
        information: Fisher's, of one response at the prior, in the shares of all truths but the first; None where a
            response is impossible at the prior, so that it is not finite.
        least_risk: the least risk of all unbiased linear estimators at one of these priors: none has a smaller worst
            case. It is the worst case of `smallest_worst_case` where this one is the best there is.

    """

    estimator: Estimator
    best: Estimator | None
    minimax: Estimator | None
    freedom: tuple[Vector, ...]
    information: Matrix | None
    least_risk: Fraction

    @property
    def smallest_worst_case(self) -> Estimator:
        """The one of these with the least worst case."""
        known = [e for e in (self.estimator, self.best, self.minimax) if e is not None]
        return min(known, key=lambda e: e.worst.value)


def estimation(design: Design, prior: Vector) -> Estimation:
    """Estimators of a design with rational entries whose rows are linearly independent."""
    rows = numbers(design)
    survey = Survey(design, {str(x): frozenset((truth,)) for x, truth in enumerate(design.truths)})
    plain = tuple(zip(*(survey.weights_of_least_norm(str(x)) for x in range(len(rows))), strict=True))
    freedom = null_space(rows, len(design.responses))
    known = [errors(rows, plain, prior)]
    best = minimax = None
    if not freedom:
        return Estimation(known[0], best, minimax, freedom, fisher(rows, prior), known[0].worst.value)
    at_prior = least_variance(rows, prior)
    if at_prior is not None and at_prior != plain:
        best = errors(rows, at_prior, prior)
        known.append(best)
    least_risk = ZERO
    for where in _hard_priors(rows):
        weights = at_prior if where == prior else least_variance(rows, where)
        if weights is None:
            continue
        least_risk = max(least_risk, _risk(rows, weights, where))
        if weights not in [one.weights for one in known]:
            other = errors(rows, weights, prior)
            if other.worst.value < min(one.worst.value for one in known):
                minimax = other
                known.append(other)
        if min(one.worst.value for one in known) == least_risk:
            break
    return Estimation(known[0], best, minimax, freedom, fisher(rows, prior), least_risk)


def _hard_priors(rows: list[list[Fraction]]) -> Iterator[Vector]:
    """The uniform prior, and one close to the least favourable for unbiased estimators."""
    yield (Fraction(1, len(rows)),) * len(rows)
    if len(rows) * len(rows[0]) <= LARGEST:
        hardest = least_favourable_prior(rows)
        if hardest is not None:
            yield hardest


def errors(rows: list[list[Fraction]], weights: Matrix, prior: Vector) -> Estimator:
    """The errors of unbiased weights at a prior, and their worst case over all priors."""
    law = _law(rows, prior)
    columns = tuple(zip(*weights, strict=True))
    moments = tuple(
        tuple(sum((p * a * b for p, a, b in zip(law, left, right, strict=True)), ZERO) for right in columns)
        for left in columns
    )
    size = len(rows)
    costs, everywhere = (ONE,) * size, Prior((ZERO,) * size, (ONE,) * size)
    hardest = worst_prior(rows, weights, costs, everywhere)
    return Estimator(
        weights,
        tuple(tuple(m - prior[i] * prior[j] for j, m in enumerate(row)) for i, row in enumerate(moments)),
        tuple(row[i] - prior[i] for i, row in enumerate(moments)),
        worst_case(rows, weights, costs, shares(size), everywhere, hardest),
    )


def least_variance(rows: list[list[Fraction]], prior: Vector) -> Matrix | None:
    """The unbiased weights of least variance at a prior; None where a response that occurs is impossible there."""
    columns = list(zip(*rows, strict=True))
    law = _law(rows, prior)
    occurring = {y: ONE for y, column in enumerate(columns) if any(column)}
    if not all(law[y] for y in occurring):
        return None
    found = iter(best_estimator(columns, occurring, prior, shares(len(rows))))
    none = (ZERO,) * len(rows)
    return tuple(next(found) if y in occurring else none for y in range(len(columns)))


def fisher(rows: list[list[Fraction]], prior: Vector) -> Matrix | None:
    """sum over y of (P[i, y] - P[0, y]) (P[j, y] - P[0, y])/lambda_y for i, j >= 1; None where that is not finite."""
    law = _law(rows, prior)
    slopes = [[p - q for p, q in zip(row, rows[0], strict=True)] for row in rows[1:]]
    if any(not p and any(row[y] for row in rows) for y, p in enumerate(law)):
        return None
    return tuple(
        tuple(sum((a * b / p for a, b, p in zip(left, right, law, strict=True) if p), ZERO) for right in slopes)
        for left in slopes
    )


def _law(rows: list[list[Fraction]], prior: Vector) -> Vector:
    return tuple(sum((w * p for w, p in zip(prior, column, strict=True)), ZERO) for column in zip(*rows, strict=True))


def _risk(rows: list[list[Fraction]], weights: Matrix, prior: Vector) -> Fraction:
    law = _law(rows, prior)
    spread = sum((p * w * w for p, row in zip(law, weights, strict=True) for w in row), ZERO)
    return spread - sum((p * p for p in prior), ZERO)
