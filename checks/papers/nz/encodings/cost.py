"""Section 3.2: risks of unbiased estimators, the least added variance at a parity, Table 1 and what is said of it."""

from __future__ import annotations

from collections.abc import Sequence

from checks.papers.nz.encodings.common import (
    ONE,
    ZERO,
    Encoding,
    fact,
    proved,
    variable,
)
from checks.verifying.verification import Context, Part
from derivations.arithmetic import kernel
from derivations.arithmetic.statements import LogLinear, Quotient
from derivations.prover.quantities import quotient
from mechanisms.exact.polynomial import Polynomial

K, Q, GAMMA, SIZE, SHARE, SQUARES = (variable(name) for name in ("k", "q", "gamma", "n", "pi_i", "squares"))
SAMPLING = ONE - SQUARES  # V_S(pi) = sum pi_i (1 - pi_i), from the sum of squares
SQUARES_RANGE = [fact(1 / K, "<=", SQUARES), fact(SQUARES, "<=", 1), fact(K, ">=", 2)]
SIZES = [fact(1, "<=", Q), fact(Q + 1, "<=", K), fact(GAMMA, ">", 1)]


# -- risks -------------------------------------------------------------------------------------------------------------


def truth_is_best(context: Context) -> Sequence[Part]:
    """Among all unbiased estimators of pi_i from truthful answers S_i/n has the least variance, at every pi.

    Let U = T - S_i/n for an unbiased T: E U = 0 at every pi. Along pi_i + t pi_i (1 - pi_i), pi_j - t pi_i pi_j the
    derivative of the log-likelihood at t = 0 is S_i - n pi_i, shown with the kernel's rule for the own count and for
    all others together, whose counts sum to n - S_i. So 0 = d/dt E U = E U (S_i - n pi_i): U is uncorrelated with S_i,
    and Var T = Var(S_i/n) + Var U. On the boundary both sides are limits, as polynomials in pi. The risk is the sum.
    """
    t, own, count = Polynomial.variable("t"), Polynomial.variable("pi_i"), Polynomial.variable("s")
    size = Polynomial.variable("n")
    moved = LogLinear(
        Quotient(Polynomial.constant(0), Polynomial.constant(1)),
        (
            (count, Quotient(own + t * own * (1 - own), Polynomial.constant(1))),
            (size - count, Quotient(1 - t * own, Polynomial.constant(1))),
        ),
    )
    s, n, pi = variable("s"), SIZE, SHARE
    slope = s * (1 - pi) / (1 + variable("t") * (1 - pi)) - (n - s) * pi / (1 - variable("t") * pi)
    theorem = kernel.derivative(moved, "t", quotient(slope))
    spread, truth, error = variable("spread"), variable("truth"), variable("error")
    return [
        proved("the score along the way", theorem),
        context.shown("the score at pi", fact(slope.substitute({"t": ZERO}), "=", s - n * pi)),
        context.shown(
            "no estimator has less",
            fact(spread, ">=", truth),
            fact(spread, "=", truth + 2 * variable("covariance") + error),
            fact(variable("covariance"), "=", 0),
            fact(error, ">=", 0),
        ),
    ]


ENCODINGS: dict[str, Encoding] = {function.__name__: function for function in (truth_is_best,)}
