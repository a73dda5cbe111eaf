"""Covariances of response counts and of estimated shares when respondents come from a finite population.

n respondents are drawn without replacement from N people, of whom N pi_t have the truth t, and answer alone through a
design with any number of truths and responses. The reports are exchangeable, so that with A_y the indicator of the
response y, E[N_y] = n P(y) and

    Cov(N_y, N_z) = n (P(y) [y = z] - P(y) P(z)) + n (n - 1) Cov(A_y of one, A_z of another),

where the pair of truths has the law of two draws without replacement (`class_pair_probability`). N to infinity is the
multinomial law of `count_moments`, n = N the census of `fixed_count_moments`. The linear estimates of the shares are
W' N_/n with P W = I (`linear_estimator`), so that they stay unbiased for the shares of the population.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from derivations.estimator import linear_estimator
from derivations.finite_population import class_pair_probability
from derivations.linear_algebra import Matrix, product, total, transposed
from derivations.moment_law import Exact, LawError
from derivations.sampling_model import Prior, design_rows, prior_vector
from mechanisms.design import Design
from mechanisms.rational import RationalFunction


@dataclass(frozen=True)
class PopulationSurvey:
    """A sample without replacement from a finite population, asked through a design.

    Attributes:
        design: any number of truths and responses.
        shares: pi_t, the share of each truth in the population.
        respondents: n, a number or a variable.
        population: N >= n, a number or a variable; None for independent respondents.

    """

    design: Design
    shares: tuple[RationalFunction, ...]
    respondents: RationalFunction
    population: RationalFunction | None

    @classmethod
    def of(cls, design: Design, prior: Prior, respondents: Exact, population: Exact | None = None) -> PopulationSurvey:
        """From numbers or variables; LawError for more respondents than people."""
        n, size = RationalFunction.of(respondents), None if population is None else RationalFunction.of(population)
        if size is not None and not (size - n).names and (size - n).evaluate({}) < 0:
            raise LawError(f"{n} respondents cannot be drawn without replacement from {size} people")
        return cls(design, prior_vector(design, prior), n, size)

    @cached_property
    def _rows(self) -> Matrix:
        return design_rows(self.design)

    @cached_property
    def probabilities(self) -> tuple[RationalFunction, ...]:
        """P(y), the probability of each response of one respondent."""
        return product((self.shares,), self._rows)[0]

    @cached_property
    def _pairs(self) -> Matrix:
        """P(truth s of one respondent, truth t of another)."""
        truths = range(len(self.shares))
        return tuple(
            tuple(
                class_pair_probability(self.shares[s], None if s == t else self.shares[t], self.population)
                for t in truths
            )
            for s in truths
        )

    @cached_property
    def count_covariance(self) -> Matrix:
        """Cov(N_y, N_z) of the counts of the responses."""
        n, alone = self.respondents, self.probabilities
        if n == RationalFunction.of(1):
            together = product(transposed((alone,)), (alone,))  # there is no pair
        else:
            together = product(product(transposed(self._rows), self._pairs), self._rows)
        return tuple(
            tuple(
                n * ((alone[y] if y == z else 0) - alone[y] * alone[z])
                + n * (n - 1) * (together[y][z] - alone[y] * alone[z])
                for z in range(len(alone))
            )
            for y in range(len(alone))
        )

    @cached_property
    def estimator_covariance(self) -> Matrix:
        """Cov of the linear unbiased estimates of the shares, a row and a column a truth."""
        weights = linear_estimator(self.design).weights
        scaled = product(product(transposed(weights), self.count_covariance), weights)
        return tuple(tuple(entry / self.respondents**2 for entry in row) for row in scaled)

    @property
    def mean_squared_error(self) -> RationalFunction:
        """The sum of the variances of all estimated shares."""
        return total(row[i] for i, row in enumerate(self.estimator_covariance))
