"""Estimators of a binary design at a finite number of respondents, summed over the exact law of the count.

Two estimators are kept apart. The unclipped one, pi_hat = a + b N/n, is unbiased and may leave [0, 1]. The clipped one,
min(1, max(0, pi_hat)), is the maximum likelihood estimator over [0, 1] and is biased.
Source of the first: Holohan, Leith, Mason, Theorem 1.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from derivations.estimation.estimator import linear_estimator
from derivations.estimation.sampling_model import (
    positive_integer,
    require_binary,
)
from mechanisms.design import Design
from mechanisms.exact.rational import RationalFunction

Kind = Literal["unclipped", "clipped"]


class UndecidedClippingError(ValueError):
    """Whether an estimate lies in [0, 1] depends on a parameter that has no value."""


def estimates(design: Design, n: int, kind: Kind = "unclipped") -> tuple[RationalFunction, ...]:
    """The estimate of the probability of the second truth for each count N = 0 .. n of the second response.

    Raises UndecidedClippingError for a clipped estimate that depends on parameters of the design. Raises ValueError for
    another kind of estimator.
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
