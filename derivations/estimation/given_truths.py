r"""The linear estimator where the truths of the respondents are given, and only their responses are random.

Papers on local privacy take the data as given: of n respondents the share pi_x has the truth x, and nobody is drawn.
The responses are independent, so with P W = I the covariance of the estimates a and b is

    (1/n) sum_x pi_x (sum_y P[x, y] W[y, a] W[y, b] - 1[x = a] 1[x = b]).

A random sample adds the covariance of the shares that are drawn, (pi_a 1[a = b] - pi_a pi_b) / n.
"""

from __future__ import annotations

import sympy

from derivations.algebra.linear_algebra import Matrix, transposed
from derivations.arithmetic.statements import Quotient
from derivations.estimation.estimator import covariances, linear_estimator
from derivations.estimation.sampling_model import Prior, design_rows, prior_vector, sample_size, symbols_of
from derivations.prover.quantities import unreduced_sum
from derivations.steps import Derivation, Step, Written
from mechanisms.design import Design
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction


def covariance_for_given_truths(
    design: Design, shares: Prior, n: int | str | sympy.Symbol = "n"
) -> tuple[Matrix, Derivation]:
    """(truths x truths) covariance of the linear estimator over the responses alone, for given shares of the truths."""
    truths, rows, linear = prior_vector(design, shares), design_rows(design), linear_estimator(design)
    share = RationalFunction(Polynomial.constant(1), sample_size(n))
    taken = {
        name
        for value in (*truths, share, *(e for row in (*rows, *linear.weights) for e in row))
        for name in value.names
    }
    steps = [
        *linear.derivation.steps,
        Step(
            Written(
                "Cov(estimate a, b) = sum_x pi_x (sum_y P[x, y] W[y, a] W[y, b] - (P W)[x, a] (P W)[x, b]) / n",
                r"\operatorname{Cov}(\hat\Pi_a, \hat\Pi_b) = \frac1n \sum_x \pi_x \Bigl(\sum_y P_{xy} W_{ya} W_{yb} "
                r"- (PW)_{xa} (PW)_{xb}\Bigr)",
            ),
            "independent responses of respondents whose truths are given; of them n pi_x have the truth x",
        ),
    ]
    columns = transposed(linear.weights)

    def definition(a: int, b: int) -> Quotient:
        given = [(-truths[a], share)] if a == b else []
        return unreduced_sum(
            [
                *(
                    (truths[x], p, columns[a][y], columns[b][y], share)
                    for x, row in enumerate(rows)
                    for y, p in enumerate(row)
                ),
                *given,
            ]
        )

    found, shown, result = covariances(len(truths), definition, taken, symbols_of(design))
    return found, Derivation("Covariance of the linear estimator for given truths", (*steps, *shown), result)
