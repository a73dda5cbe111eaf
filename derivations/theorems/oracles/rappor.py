"""RAPPOR's repeated noisy sampling of one bit, for every number K of reports: law, guarantee, decoder, variance.

Given the stored bit B' the reports are independent, so a vector of K reports with k ones has the probability
sum_b' P(b' | B) s_b'^k (1 - s_b')^(K - k), where s_b' = P(S = 1 | B' = b'). Everything here is derived from the designs
of the two protocols; powers with symbolic exponents are variables of their own (`symbolic_powers`).

Source: Pan, Randomized Response with Gradual Release of Privacy Budget, section 5.1 and appendices E, F.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from derivations.algebra.linear_algebra import total
from derivations.algebra.symbolic_powers import PowerVariables
from derivations.estimation.moment_law import variable
from derivations.estimation.moments import count_moments, fixed_count_moments
from mechanisms import catalogue
from mechanisms.exact.notebook import Shown
from mechanisms.exact.rational import RationalFunction

ONE = RationalFunction.of(1)
Rows = tuple[tuple[RationalFunction, ...], ...]


@dataclass(frozen=True)
class NoisyReports(Shown):
    """K reports of a stored bit: `permanent` is P(B' | B), `sampling` is P(S | B'); rows are truths.

    `count` is K, a number or an expression.
    """

    permanent: Rows
    sampling: Rows
    count: RationalFunction

    def chance(self, truth: int, ones: RationalFunction, powers: PowerVariables) -> RationalFunction:
        """P(a given vector of K reports, `ones` of which are ones | B = truth)."""
        zeros = self.count - ones
        return total(
            weight * powers.power(row[1], ones) * powers.power(row[0], zeros)
            for weight, row in zip(self.permanent[truth], self.sampling, strict=True)
        )

    def ratio(self, ones: RationalFunction, powers: PowerVariables) -> RationalFunction:
        """P(vector | B = 1)/P(vector | B = 0), the same for all vectors with so many ones."""
        return self.chance(1, ones, powers) / self.chance(0, ones, powers)

    def ones_given_stored(self, stored: int) -> tuple[RationalFunction, RationalFunction]:
        """Mean and variance of the number of ones, given the stored bit."""
        here = {"K": self.count, "p": self.sampling[1][1], "q": self.sampling[0][1]}
        mean, variance = binomial_moments()[stored]
        return mean.substitute(here), variance.substitute(here)

    def ones(self, truth: int) -> tuple[RationalFunction, RationalFunction]:
        """Mean and variance of the number of ones, given the original bit: total mean and total second moment."""
        parts = [(w, *self.ones_given_stored(b)) for b, w in enumerate(self.permanent[truth])]
        mean = total(w * m for w, m, _ in parts)
        return mean, total(w * (v + m**2) for w, m, v in parts) - mean**2

    @property
    def stored_slope(self) -> RationalFunction:
        """By how much the mean share of ones is larger for B' = 1 than for B' = 0."""
        return self.sampling[1][1] - self.sampling[0][1]

    @property
    def slope(self) -> RationalFunction:
        """By how much the mean of B' is larger for B = 1 than for B = 0."""
        return self.permanent[1][1] - self.permanent[0][1]

    def stored_estimate(self, share: RationalFunction) -> RationalFunction:
        """The estimate of B' from the share of ones of one client: its mean is inverted."""
        return (share - self.sampling[0][1]) / self.stored_slope

    def estimate(self, stored_mean: RationalFunction) -> RationalFunction:
        """The estimate of the frequency of B = 1 from the mean of the estimates of B'."""
        return (stored_mean - self.permanent[0][1]) / self.slope

    def stored_variance(self, truth: int) -> RationalFunction:
        """Var of the estimate of B' of one client with the original bit `truth`."""
        return self.ones(truth)[1] / (self.count * self.stored_slope) ** 2

    def estimate_variance(self, clients: RationalFunction, members: RationalFunction) -> RationalFunction:
        """Var of the estimated frequency for so many clients, of whom `members` have B = 1."""
        whole = members * self.stored_variance(1) + (clients - members) * self.stored_variance(0)
        return whole / (clients * self.slope) ** 2


@cache
def noisy_reports(alpha: RationalFunction, beta: RationalFunction, count: RationalFunction) -> NoisyReports:
    """The reports with p = beta = 1 - q, from the designs that the protocols enumerate to."""
    permanent = catalogue.get("rappor-permanent").protocol.design().entries
    sampling = catalogue.get("rappor-sampling").protocol.design().entries
    return NoisyReports(
        tuple(tuple(e.substitute({"alpha": alpha}) for e in row) for row in permanent),
        tuple(tuple(e.substitute({"p": beta, "q": 1 - beta}) for e in row) for row in sampling),
        count,
    )


@cache
def binomial_moments() -> tuple[tuple[RationalFunction, RationalFunction], ...]:
    """Mean and variance of the number of ones among K reports for B' = 0 and B' = 1, from the generating function.

    In p, q and K; a kernel theorem for each of them is behind `count_moments`.
    """
    design = catalogue.get("rappor-sampling").protocol.design()
    found = []
    for prior in ((1, 0), (0, 1)):
        moments = count_moments(design, prior, "K")
        found.append((moments.mean[1], moments.covariance[1][1]))
    return tuple(found)


def standard_variance(budget: RationalFunction, clients: RationalFunction) -> RationalFunction:
    """Var of the estimated frequency from the standard response with e^eps = budget, whatever the clients' bits are."""
    design = catalogue.get("optimal-epsilon").protocol.design()
    members = variable("members")
    moments = fixed_count_moments(design, [(clients - members).numerator, members.numerator])
    slope = design.entries[1][1] - design.entries[0][1]
    variance = moments.covariance[1][1] / (clients * slope) ** 2
    return variance.substitute({"x": budget})
