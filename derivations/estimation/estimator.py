"""The linear unbiased estimator of the prior, its covariance for every n, and how it compares with Cramer and Rao.

An estimator that is linear in the counts, prior_x ~ sum_y N_y W[y, x] / n, has the mean prior P W. It is unbiased for
every prior exactly if P W = I: so W is a right inverse of the design matrix P.

Source: Rao 1945; Cramer 1946 (the bound).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import sympy

from derivations.algebra.linear_algebra import (
    Matrix,
    SingularMatrixError,
    identity,
    inverse,
    product,
    total,
    transposed,
)
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Quotient
from derivations.estimation.moments import count_moments
from derivations.estimation.sampling_model import (
    Prior,
    SingularDesignError,
    design_rows,
    prior_vector,
    require_binary,
    sample_size,
    symbols_of,
)
from derivations.prover.quantities import closed_form, fresh_name, unreduced_sum
from derivations.steps import Derivation, Step, Written, joined, relation
from mechanisms.design import Design
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction


@dataclass(frozen=True)
class LinearEstimator(Shown):
    """prior_x is estimated by sum_y N_y weights[y][x] / n; a row a response, a column a truth."""

    weights: Matrix
    theorems: tuple[Theorem, ...]
    derivation: Derivation

    @property
    def intercept(self) -> RationalFunction:
        """`a` of pi_hat = a + b N / n, for two responses: N counts the second one, pi belongs to the last truth."""
        return self.weights[0][-1]

    @property
    def slope(self) -> RationalFunction:
        """`b` of pi_hat = a + b N / n, for two responses."""
        return self.weights[1][-1] - self.weights[0][-1]

    def estimate(self, counts: Sequence[RationalFunction | Polynomial | int]) -> tuple[RationalFunction, ...]:
        """The estimated probability of each truth, from the count of each response; n is the sum of the counts.

        Raises ValueError unless there is one count a response.
        """
        if len(counts) != len(self.weights):
            raise ValueError(f"{len(counts)} counts were given; the design has {len(self.weights)} responses")
        row = tuple(map(RationalFunction.of, counts))
        size = total(row)
        return tuple(value / size for value in product((row,), self.weights)[0])


def linear_estimator(design: Design) -> LinearEstimator:
    """The linear unbiased estimator, from P W = I: P is truths x responses, the weights W are responses x truths.

    W is the inverse of a square design matrix, where it is the only solution; a design with more responses than
    truths has many, and W = P' (P P')^-1 is the one with the least sum of squares.
    Raises SingularDesignError when the rows of P are linearly dependent as functions of the parameters.
    """
    rows = design_rows(design)
    truths, responses = len(rows), len(rows[0])
    try:
        weights = (
            inverse(rows)
            if truths == responses
            else product(transposed(rows), inverse(product(rows, transposed(rows))))
        )
    except SingularMatrixError as error:
        raise SingularDesignError(
            "the rows of the design matrix are linearly dependent, so no estimator of the prior is unbiased; "
            "a design with linearly independent rows is needed"
        ) from error
    symbols = symbols_of(design)
    taken = {name for row in (*rows, *weights) for value in row for name in value.names}
    steps = [
        Step(
            Written(
                "E[sum_y N_y W[y, x] / n] = sum_t prior_t (P W)[t, x]",
                r"\mathbb{E}\left[\tfrac1n\sum_y N_y W_{yx}\right] = \sum_t \mathrm{prior}_t\,(PW)_{tx}",
            ),
            "linearity of expectation, and E[N_y] = n P(response y)",
        ),
        Step("unbiased for every prior exactly if P W is the identity matrix", "coefficients of the prior compared"),
    ]
    for t in range(truths):
        for x in range(truths):
            entry = unreduced_sum((rows[t][y], weights[y][x]) for y in range(responses))
            value = identity(truths)[t][x]
            theorem = closed_form(fresh_name("entry", taken), entry, value)
            name = Written(f"(P W)[{t}, {x}]", rf"(PW)_{{{t},{x}}}")
            steps.append(Step(relation(name, "=", value), "rows of P times columns of W", theorem))
    result = joined(
        relation(Written(f"W[{y}, {x}]", rf"W_{{{y},{x}}}"), "=", value, symbols=symbols)
        for y, row in enumerate(weights)
        for x, value in enumerate(row)
    )
    derivation = Derivation("Linear unbiased estimator", tuple(steps), result)
    return LinearEstimator(weights, derivation.theorems, derivation)


def estimator_mean(
    design: Design, prior: Prior, n: int | str | sympy.Symbol = "n"
) -> tuple[tuple[RationalFunction, ...], Derivation]:
    """The mean of the linear estimator of each truth, for symbolic n; its derivation shows that the bias is zero."""
    truths = prior_vector(design, prior)
    moments, linear = count_moments(design, truths, n), linear_estimator(design)
    share = RationalFunction(Polynomial.constant(1), sample_size(n))
    symbols = symbols_of(design)
    taken = _names(truths, moments.mean, (share,), *linear.weights)
    steps = [*linear.derivation.steps, *moments.derivation.steps]
    mean: list[RationalFunction] = []
    for x, column in enumerate(transposed(linear.weights)):
        definition = unreduced_sum((m, weight, share) for m, weight in zip(moments.mean, column, strict=True))
        mean.append(RationalFunction(definition.numerator, definition.denominator))
        theorem = closed_form(fresh_name("mean", taken), definition, mean[x])
        statement = relation(_mean_name(x), "=", mean[x], symbols=symbols)
        steps.append(Step(statement, "linearity of expectation", theorem))
    bias = [value - truth for value, truth in zip(mean, truths, strict=True)]
    result = joined(relation(_mean_name(x), "-", truths[x], "=", bias[x], symbols=symbols) for x in range(len(truths)))
    return tuple(mean), Derivation("Mean and bias of the linear estimator", tuple(steps), result)


def _mean_name(x: int) -> Written:
    return Written(f"E[estimate {x}]", rf"\mathbb{{E}}[\hat\Pi_{{{x}}}]")


def estimator_covariance(design: Design, prior: Prior, n: int | str | sympy.Symbol = "n") -> tuple[Matrix, Derivation]:
    """(truths x truths) covariance W' Cov(N) W / n^2 of the linear estimator, for symbolic n."""
    truths = prior_vector(design, prior)
    moments, linear = count_moments(design, truths, n), linear_estimator(design)
    size = sample_size(n)
    scale = RationalFunction(Polynomial.constant(1), size**2)
    symbols = symbols_of(design)
    taken = _names(truths, *moments.covariance, *linear.weights) | {*size.names}
    steps = [*linear.derivation.steps, *moments.derivation.steps]
    steps.append(
        Step(
            Written(
                "Cov(estimate) = W' Cov(N) W / n^2",
                r"\operatorname{Cov}(\hat\Pi) = \frac{1}{n^2} W^{\top} \operatorname{Cov}(N)\, W",
            ),
            "the covariance of a linear function",
        )
    )
    columns = transposed(linear.weights)

    def definition(i: int, j: int) -> Quotient:
        left, right = columns[i], columns[j]
        return unreduced_sum(
            (left[a], moments.covariance[a][b], right[b], scale)
            for a in range(len(left))
            for b in range(len(left))
            if not (left[a].is_zero() or right[b].is_zero())
        )

    rows, shown, result = covariances(len(truths), definition, taken, symbols)
    return rows, Derivation("Covariance of the linear estimator", (*steps, *shown), result)


def covariances(
    size: int, definition: Callable[[int, int], Quotient], taken: Iterable[str], symbols: dict[str, sympy.Expr]
) -> tuple[Matrix, tuple[Step, ...], Written]:
    """The size x size covariances of estimates from their definitions, multiplied out; the steps, and all variances.

    `taken` are the names that no theorem may give to a covariance.
    """
    rows = [[RationalFunction.of(0)] * size for _ in range(size)]
    steps = []
    for i in range(size):
        for j in range(i, size):
            written = definition(i, j)
            value = RationalFunction(written.numerator, written.denominator)
            rows[i][j] = rows[j][i] = value
            name = (
                _variance_name(i)
                if i == j
                else Written(
                    f"Cov(estimate {i}, estimate {j})", rf"\operatorname{{Cov}}(\hat\Pi_{{{i}}}, \hat\Pi_{{{j}}})"
                )
            )
            theorem = closed_form(fresh_name("covariance", taken), written, value)
            steps.append(Step(relation(name, "=", value, symbols=symbols), "multiplied out", theorem))
    result = joined(relation(_variance_name(i), "=", rows[i][i], symbols=symbols) for i in range(size))
    return tuple(map(tuple, rows)), tuple(steps), result


def _variance_name(x: int) -> Written:
    return Written(f"Var(estimate {x})", rf"\operatorname{{Var}}(\hat\Pi_{{{x}}})")


def _names(*rows: Sequence[RationalFunction]) -> set[str]:
    return {name for row in rows for value in row for name in value.names}


def estimator_variance(
    design: Design, prior: Prior, n: int | str | sympy.Symbol = "n"
) -> tuple[RationalFunction, Derivation]:
    """Variance of the estimated probability of the second truth of a binary design, for symbolic n.

    It is Var(N) / ((b - a)^2 n^2) with a = P(1|0), b = P(1|1). Raises BinaryDesignNeededError; a design of another
    shape has a covariance matrix, see `estimator_covariance`.
    """
    require_binary(design)
    covariance, derivation = estimator_covariance(design, prior, n)
    return covariance[1][1], derivation


# -- Cramer-Rao ----------------------------------------------------------------------------------------------------
