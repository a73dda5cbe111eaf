"""The variance of a design's unbiased estimates, also as `Design.variance`, which this module puts on the class.

A design is below estimators in the order of the packages; `import rrproof` loads this module.
"""

from __future__ import annotations

from collections.abc import Hashable

import sympy

from derivations.estimation.estimator import estimator_covariance
from derivations.estimation.sampling_model import Prior
from derivations.prover.quantities import fresh_name
from mechanisms.design import Design
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction


def variance(
    design: Design, truth: Hashable | None = None, *, prior: Prior | None = None, n: int | str | sympy.Symbol = "n"
) -> RationalFunction:
    """Variance of the linear unbiased estimate of the share of `truth`, of n independent respondents.

    Args:
        design: of full row rank, so that there is an unbiased estimate.
        truth: the last one if left out, "yes" of no and yes.
        prior: a share of each truth, of two truths that of the second suffices; symbols, see `symbolic_prior`, if
            left out.
        n: the number of respondents, or the symbol for it.

    Raises DesignError for a label that is no truth, PriorError, and SingularDesignError where no estimate is unbiased.

    """
    row = len(design.truths) - 1 if truth is None else design.row_of(truth)
    taken = {str(n)} if isinstance(n, str | sympy.Symbol) else set()
    shares = symbolic_prior(design, taken) if prior is None else prior
    covariance, _ = estimator_covariance(design, shares, n)
    return covariance[row][row]


def symbolic_prior(design: Design, taken: set[str] | None = None) -> tuple[RationalFunction, ...]:
    """Symbols for the shares of the truths, the first being 1 less the others: (1 - pi, pi), or with pi_2, pi_3, ...

    No symbol is a parameter of the design or among the names that are `taken`.
    """
    truths = len(design.truths)
    used = {*design.parameters, *(taken or ())}
    names = [fresh_name("pi" if truths == 2 else f"pi_{x}", used) for x in range(2, truths + 1)]
    others = tuple(RationalFunction(Polynomial.variable(name)) for name in names)
    return (1 - sum(others, RationalFunction.of(0)), *others)


Design.variance = variance  # type: ignore[assignment, method-assign]
