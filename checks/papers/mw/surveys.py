"""What each design of the paper says of N independent reports, derived: cells, moments of the counts, estimators.

Nothing here repeats a printed result. The cells follow from the protocol by total probability, the moments from the
generating function of the counts, the estimator from the inverse of the design matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations_with_replacement

from checks.interpreter.values import MeaninglessError
from derivations.estimation.estimator import LinearEstimator, linear_estimator
from derivations.estimation.moments import CountMoments, count_moments
from derivations.estimation.sampling_model import response_probabilities
from mechanisms import catalogue
from mechanisms.design import Design
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

ONE = RationalFunction.of(1)


def variable(name: str) -> RationalFunction:
    """The variable of this name as a number."""
    return RationalFunction(Polynomial.variable(name))


SIZE = variable("N")


@dataclass(frozen=True, eq=False)
class Survey:
    """N participants drawn with replacement report through a design; all in the paper's names.

    `proportions` are the shares of the truths and `counts` the numbers of the reports, each in the order of the design;
    `random` says which report each named count counts.
    """

    design: Design
    proportions: tuple[RationalFunction, ...]
    counts: tuple[RationalFunction, ...]
    random: Mapping[str, int]

    @cached_property
    def cells(self) -> tuple[RationalFunction, ...]:
        """The probability of each report."""
        return response_probabilities(self.design, self.proportions)

    @cached_property
    def moments(self) -> CountMoments:
        """Means and covariances of the counts for symbolic N."""
        return count_moments(self.design, self.proportions, "N")

    @cached_property
    def inversion(self) -> LinearEstimator:
        """The linear unbiased estimator: the inverse of the design matrix."""
        return linear_estimator(self.design)

    @cached_property
    def estimates(self) -> tuple[RationalFunction, ...]:
        """The estimated share of each truth, pi_hat = pi_tilde P^-1."""
        return self.inversion.estimate(self.counts)

    def estimate_of(self, proportion: RationalFunction) -> RationalFunction:
        """The estimator of a share; MeaninglessError when the survey has no such truth."""
        if proportion not in self.proportions:
            raise MeaninglessError(f"the survey does not estimate {proportion}")
        return self.estimates[self.proportions.index(proportion)]

    def expectation(self, value: RationalFunction) -> RationalFunction:
        """E of a polynomial of degree at most 2 in the counts."""
        if set(self.random) & set(value.denominator.names):
            raise MeaninglessError("only polynomials in the counts have a known expectation here")
        zero = dict.fromkeys(self.random, 0)
        result = RationalFunction(value.numerator.substitute(zero))
        for name, y in self.random.items():
            slope = value.numerator.derivative(name).substitute(zero)
            result = result + RationalFunction(slope) * self.moments.mean[y]
        for (a, y), (b, z) in combinations_with_replacement(self.random.items(), 2):
            curve = value.numerator.derivative(a).derivative(b)
            if set(self.random) & set(curve.names):
                raise MeaninglessError("only moments of the counts up to the second are derived for symbolic N")
            product = self.moments.covariance[y][z] + self.moments.mean[y] * self.moments.mean[z]
            result = result + RationalFunction(curve) * product / (2 if a == b else 1)
        return result / RationalFunction(value.denominator)

    def variance(self, value: RationalFunction) -> RationalFunction:
        """Var of an affine function of the counts."""
        return self.expectation(value**2) - self.expectation(value) ** 2

    def law_of(self, report: int) -> RationalFunction:
        """P(x = report)."""
        if not 0 <= report < len(self.cells):
            raise MeaninglessError(f"{report} is no answer of this design")
        return self.cells[report]


def _shares() -> tuple[RationalFunction, ...]:
    first, second = variable("pi0"), variable("pi1")
    return first, second, ONE - first - second


def _counts() -> tuple[RationalFunction, ...]:
    first, second = variable("N0"), variable("N1")
    return first, second, SIZE - first - second


@cache
def three_answers(mechanism: str) -> Survey:
    """A survey through a three-answer mechanism of the catalogue, enumerated from its protocol."""
    design = catalogue.get(mechanism).protocol.design()
    return Survey(design, _shares(), _counts(), {"N0": 0, "N1": 1})


SURVEYS: dict[str, Callable[[], Survey]] = {
    "P": lambda: three_answers("ewrr3"),
    "P_dagger": lambda: three_answers("rr3-dagger"),
    "P_ddagger": lambda: three_answers("rr3-ddagger"),
    "P_club": lambda: three_answers("rr3-club"),
}
"""The survey through each matrix of the paper, by the name of the matrix."""
