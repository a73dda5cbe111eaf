"""Margins of error: how much probability lies within k standard deviations, by Chebyshev, for a normal law, exactly.

The margin k sigma speaks of |Y - m| <= k sigma, decided by squares: (Y - m)^2 <= k^2 sigma^2, so that no root is taken.

Source: Chebyshev 1867.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from flint import arb, ctx

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.estimation.estimator import estimator_variance
from derivations.estimation.finite_sample import Kind, estimates
from derivations.estimation.sampling_model import Prior, count_law, design_rows, prior_vector
from derivations.steps import Derivation, Step, Written, relation
from mechanisms.design import Design
from mechanisms.exact.formula import Condition, NamedConstant, equal_to
from mechanisms.exact.polynomial import Polynomial, to_fmpq


class MarginError(ValueError):
    """A multiple of the standard deviation that is no positive rational, or a model that is not all numbers."""


def _positive(k: Fraction | int) -> Fraction:
    if isinstance(k, bool) or not isinstance(k, (int, Fraction)) or k <= 0:
        raise MarginError(f"the multiple of the standard deviation must be an exact rational > 0, not {k!r}")
    return Fraction(k)


# -- Chebyshev -----------------------------------------------------------------------------------------------------


def _decimal(k: Fraction) -> str:
    return str(k.numerator) if k.denominator == 1 else rf"\tfrac{{{k.numerator}}}{{{k.denominator}}}"


# -- normal law ----------------------------------------------------------------------------------------------------


def normal_coverage(k: Fraction | int, digits: int = 20) -> tuple[Fraction, Fraction, Derivation]:
    """Rationals low < P(|G - mu| <= k sigma) < high for a normal G with sigma > 0, both within about 10^-digits.

    The probability is erf(k / sqrt 2). The kernel encloses erf at rationals p and q with 2 p^2 <= k^2 <= 2 q^2, and
    proves those two inequalities. Trusted besides the kernel, and named in the derivation: the normal law, and that erf
    increases. Raises MarginError unless `digits` is an integer from 1 to 50 and k a positive rational.
    """
    multiple = _positive(k)
    if isinstance(digits, bool) or not isinstance(digits, int) or not 1 <= digits <= 50:
        raise MarginError(f"digits must be an integer from 1 to 50, not {digits!r}")
    grid = 10 ** (digits + 2)
    below = Fraction(isqrt(int(multiple**2 * grid**2 / 2)), grid)
    above = below + Fraction(1, grid)
    low, _, below_theorem = enclosed_erf(below, digits + 2)
    _, high, above_theorem = enclosed_erf(above, digits + 2)
    t = Polynomial.variable("t")

    def root_bound(argument: Fraction, sign: int) -> Theorem:
        """t = argument |- sign (k^2 - 2 t^2) >= 0."""
        given = equal_to(t, argument)
        return kernel.one_variable(Sequent(frozenset((given,)), Condition(sign * (multiple**2 - 2 * t * t), ">=")))

    probability = Written(
        f"P(|G - mu| <= {multiple} sigma)", rf"\mathbb{{P}}(|G-\mu| \leq {_decimal(multiple)}\,\sigma)"
    )
    root = Written(f"{multiple}/sqrt(2)", rf"{_decimal(multiple)}/\sqrt{{2}}")
    steps = (
        Step(
            relation(probability, "=", Written(f"erf({root.text})", rf"\operatorname{{erf}}({root.latex})")),
            "normal law: integral of its density, (G - mu)/(sigma sqrt 2) substituted",
        ),
        Step(relation(below, "<=", root), "squares compared", root_bound(below, 1)),
        Step(relation(root, "<=", above), "squares compared", root_bound(above, -1)),
        Step(relation(low, "<", _erf(below)), "ball arithmetic", below_theorem),
        Step(relation(_erf(above), "<", high), "ball arithmetic", above_theorem),
    )
    said = relation(low, "<", probability, "<", high)
    return low, high, Derivation("Margin of error of a normal law", (*steps, Step(said, "erf increases")), said)


def enclosed_erf(argument: Fraction, digits: int) -> tuple[Fraction, Fraction, Theorem]:
    """Rationals low < erf(argument) < high that are 3 * 10^-digits apart, and v = erf(argument) |- low < v < high."""
    grid = 10**digits
    precision, ctx.prec = ctx.prec, 400
    try:
        lower = int((arb(to_fmpq(argument)).erf() * grid).floor().mid().unique_fmpz())
    finally:
        ctx.prec = precision
    low, high = Fraction(lower - 1, grid), Fraction(lower + 2, grid)
    return low, high, kernel.enclose(NamedConstant("v", "erf", argument), low, high)


def _erf(argument: Fraction) -> Written:
    return Written(f"erf({argument})", rf"\operatorname{{erf}}({_decimal(argument)})")


# -- exact law of the count ----------------------------------------------------------------------------------------


def binomial_coverage(design: Design, prior: Prior, n: int, k: Fraction | int, kind: Kind = "unclipped") -> Fraction:
    """P(|estimate - pi| <= k sigma) at one n, exactly; sigma is the standard deviation of the unclipped estimator.

    Design and prior must be numbers. Raises MarginError when a parameter is left, or when k is no positive rational.
    """
    multiple = _positive(k)
    variance = estimator_variance(design, prior, n)[0]
    truth = prior_vector(design, prior)[1]
    names = sorted(
        {*variance.names, *truth.names, *(name for row in design_rows(design) for v in row for name in v.names)}
    )
    if names:
        raise MarginError(f"the coverage needs numbers; {', '.join(names)} has no value")
    law = count_law(design, prior, n).law
    allowed = multiple**2 * variance.evaluate({})
    inside = (
        law[n - count, count].evaluate({})
        for count, estimate in enumerate(estimates(design, n, kind))
        if (estimate - truth).evaluate({}) ** 2 <= allowed
    )
    return sum(inside, Fraction(0))
