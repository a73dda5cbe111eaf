"""Estimators of a binary design at a finite number of respondents, summed over the exact law of the count.

Two estimators are kept apart. The unclipped one, pi_hat = a + b N/n, is unbiased and may leave [0, 1]. The clipped one,
min(1, max(0, pi_hat)), is the maximum likelihood estimator over [0, 1] and is biased.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from derivations.algebra.linear_algebra import total
from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.estimation.estimator import linear_estimator
from derivations.estimation.sampling_model import (
    CountLaw,
    Prior,
    SampleSizeError,
    count_law,
    design_rows,
    positive_integer,
    prior_vector,
    require_binary,
)
from mechanisms.design import Design
from mechanisms.exact.formula import at_least, different, greater
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

Kind = Literal["unclipped", "clipped"]


class UndecidedClippingError(ValueError):
    """Whether an estimate lies in [0, 1] depends on a parameter that has no value."""


def estimates(design: Design, n: int, kind: Kind = "unclipped") -> tuple[RationalFunction, ...]:
    """The estimate of the probability of the second truth for each count N = 0 .. n of the second response.

    Raises UndecidedClippingError for a clipped estimate that depends on parameters of the design.
    """
    require_binary(design)
    if kind not in ("unclipped", "clipped"):
        raise ValueError(f"the kind of estimator is 'unclipped' or 'clipped', not {kind!r}")
    linear = linear_estimator(design)
    size = positive_integer(n)
    plain = tuple(linear.intercept + linear.slope * Fraction(count, size) for count in range(size + 1))
    return plain if kind == "unclipped" else tuple(RationalFunction.of(clipped(value)) for value in plain)


def clipped(estimate: RationalFunction) -> Fraction:
    """min(1, max(0, estimate)); UndecidedClippingError unless the estimate is a number."""
    if estimate.names:
        raise UndecidedClippingError(
            f"whether the estimate {estimate} lies in [0, 1] depends on {', '.join(estimate.names)}; "
            "substitute exact values in the design"
        )
    return min(Fraction(1), max(Fraction(0), estimate.evaluate({})))


@dataclass(frozen=True)
class ExactMoments(Shown):
    """Bias, variance and mean squared error of an estimator at one n; each a rational function of what is symbolic."""

    bias: RationalFunction
    variance: RationalFunction
    mean_squared_error: RationalFunction


def exact_moments(design: Design, prior: Prior, n: int, kind: Kind = "unclipped") -> ExactMoments:
    """Sum the estimates over the binomial law of the count; the prior may be symbolic, for either kind.

    The mean squared error is summed on its own, not put together from variance and bias.
    """
    values = estimates(design, n, kind)
    law = count_law(design, prior, n)
    truth = prior_vector(design, prior)[1]
    weights = _weights(law)
    mean = _mean(weights, values)
    return ExactMoments(
        bias=mean - truth,
        variance=_mean(weights, [value * value for value in values]) - mean * mean,
        mean_squared_error=_mean(weights, [(value - truth) ** 2 for value in values]),
    )


def _weights(law: CountLaw) -> list[RationalFunction]:
    return [law.law[law.n - count, count] for count in range(law.n + 1)]


def _mean(weights: Sequence[RationalFunction], values: Sequence[RationalFunction]) -> RationalFunction:
    return total(weight * value for weight, value in zip(weights, values, strict=True))


def estimator_bias_exact(design: Design, prior: Prior, n: int, kind: Kind = "unclipped") -> RationalFunction:
    """E[estimate] - pi at one n, by enumeration of the count."""
    return exact_moments(design, prior, n, kind).bias


def estimator_variance_exact(design: Design, prior: Prior, n: int, kind: Kind = "unclipped") -> RationalFunction:
    """Variance of the estimate at one n, by enumeration of the count."""
    return exact_moments(design, prior, n, kind).variance


def estimator_mse_exact(design: Design, prior: Prior, n: int, kind: Kind = "unclipped") -> RationalFunction:
    """E[(estimate - pi)^2] at one n, by enumeration of the count."""
    return exact_moments(design, prior, n, kind).mean_squared_error


def likelihood_maximiser(design: Design, count: int, n: int) -> tuple[Fraction, Theorem]:
    """The clipped estimate m for a design of numbers, and the theorem that it is the only maximiser over [0, 1].

    The theorem reads 0 <= pi <= 1, pi != m |- L(m) > L(pi) for the likelihood L = P1^N P0^(n - N) itself: no
    logarithm and no derivative, so it is a second witness of `maximum_likelihood`, its boundary cases included.
    Raises SampleSizeError unless 0 <= count <= n, UndecidedClippingError when the design has parameters.
    """
    size = positive_integer(n)
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= size:
        raise SampleSizeError(f"the count must be an integer from 0 to n = {size}, not {count!r}")
    require_binary(design)
    linear = linear_estimator(design)
    maximiser = clipped(linear.intercept + linear.slope * Fraction(count, size))
    a, b = (row[1].numerator for row in design_rows(design))
    pi = Polynomial.variable("pi")
    possible = a + (b - a) * pi
    value = possible**count * (1 - possible) ** (size - count)
    inside = frozenset((at_least(pi, 0), at_least(1, pi), different(pi, maximiser)))
    goal = Sequent(inside, greater(value.substitute({"pi": maximiser}), value))
    return maximiser, kernel.one_variable(goal)
