"""Draws from a finite population or a finite deck, and what respondents report when they share one.

Without replacement the draws are exchangeable, and the sum over the whole population of M members is a constant. Hence
for functions f, g of one member: M E[f g] + M (M - 1) E[f(Z_i) g(Z_j)] = M E[f] M E[g], which gives all pair moments,
for every M at once. Draws with replacement are independent: the same with M to infinity.

Random variables of two different respondents i and j are named with the suffixes _i and _j.

Source: Cochran 1977, Theorems 2.1 and 2.2; Sun, Zhou, Yan, section 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from derivations.estimation.card_moments import Card
from derivations.estimation.moment_law import (
    Exact,
    Exponents,
    Law,
    LawError,
    indicator_law,
    linear_functional,
    tabulated_law,
    variable,
)
from derivations.estimation.sampling_model import SingularDesignError, design_rows
from mechanisms.design import Design
from mechanisms.exact.notebook import Shown
from mechanisms.exact.rational import RationalFunction

FIRST, SECOND = "_i", "_j"


@dataclass(frozen=True)
class Draws:
    """Draws Z_1, Z_2, ... of which each follows `law`.

    Attributes:
        law: the law of one draw, which for draws without replacement are the proportions in the population.
        size: how many members the population (or the deck) has, if they are drawn without replacement; None for
            independent draws, as with replacement.

    """

    law: Law
    size: RationalFunction | None = None

    def pair_moment(self, first: Exponents, second: Exponents) -> RationalFunction:
        """E[f(Z_i) g(Z_j)] for monomials f, g with these exponents and i != j.

        Raises LawError for draws without replacement from a population of one.
        """
        separate = self.law.moment(first) * self.law.moment(second)
        if self.size is None:
            return separate
        if self.size == RationalFunction.of(1):
            raise LawError("there are no two different draws without replacement from a population of one")
        same_member = self.law.moment(tuple(a + b for a, b in zip(first, second, strict=True)))
        return (self.size**2 * separate - self.size * same_member) / (self.size * (self.size - 1))

    def expect_pair(self, value: Exact) -> RationalFunction:
        """E of a polynomial in the variables of two different draws, named with the suffixes _i and _j."""
        return linear_functional(value, _pair_names(self.law.variables), self._moment_of_pair)

    def _moment_of_pair(self, exponents: Exponents) -> RationalFunction:
        half = len(exponents) // 2
        return self.pair_moment(exponents[:half], exponents[half:])

    @property
    def covariance(self) -> RationalFunction:
        """Cov(Z_i, Z_j) for i != j, of draws of one variable: -Var(Z)/(M - 1) without replacement."""
        return self.pair_moment((1,), (1,)) - self.law.mean**2


def _pair_names(names: Sequence[str]) -> tuple[str, ...]:
    return (*(name + FIRST for name in names), *(name + SECOND for name in names))


def independent_draws(law: Law) -> Draws:
    """Draws with replacement, or coins that everybody tosses anew."""
    return Draws(law)


def draws_without_replacement(law: Law, size: Exact) -> Draws:
    """Draws from a population or deck of `size` members that has the proportions of `law`."""
    return Draws(law, RationalFunction.of(size))


def finite_population(proportion: Exact | None = None, size: Exact | None = None, *, name: str = "x") -> Draws:
    """Respondents drawn without replacement (or all of them, in random order) from N people of whom N pi have x = 1.

    Unless given, the proportion is the variable pi and the size the variable N.
    """
    pi = variable("pi") if proportion is None else RationalFunction.of(proportion)
    return draws_without_replacement(indicator_law(name, pi), variable("N") if size is None else size)


def infinite_population(proportion: Exact | None = None, *, name: str = "x") -> Draws:
    """Respondents drawn with replacement: truths x are independent with P(x = 1) = pi."""
    return independent_draws(indicator_law(name, variable("pi") if proportion is None else proportion))


@dataclass(frozen=True)
class UnbiasedEstimate(Shown):
    """pi_hat = (mean of the reports - intercept) / slope, from E[X] = intercept + slope pi."""

    intercept: RationalFunction
    slope: RationalFunction

    def at(self, mean_report: Exact) -> RationalFunction:
        """The estimate for a mean of the reports."""
        return (RationalFunction.of(mean_report) - self.intercept) / self.slope


@dataclass(frozen=True)
class Reports:
    """What respondents report: a polynomial in the outcomes of independent sources, one draw of each a respondent.

    Raises LawError where two sources have a variable of one name.

    Attributes:
        report: the report X, such as (L + 1 - Y) x + Y (1 - x).
        sources: the draws of the truths and of the devices; different sources are independent of one another.

    """

    report: RationalFunction
    sources: tuple[Draws, ...]

    def __post_init__(self) -> None:
        names = [name for source in self.sources for name in source.law.variables]
        if len(set(names)) < len(names):
            raise LawError(f"two sources have a variable of one name: {', '.join(names)}")

    @property
    def variables(self) -> tuple[str, ...]:
        """The random variables of one respondent."""
        return tuple(name for source in self.sources for name in source.law.variables)

    @property
    def pair_variables(self) -> tuple[str, ...]:
        """The random variables of two respondents, with the suffixes _i and _j."""
        return _pair_names(self.variables)

    def moment(self, exponents: Exponents) -> RationalFunction:
        """E of the monomial with these exponents in `variables`."""
        product, start = RationalFunction.of(1), 0
        for source in self.sources:
            stop = start + len(source.law.variables)
            product, start = product * source.law.moment(exponents[start:stop]), stop
        return product

    def pair_moment(self, exponents: Exponents) -> RationalFunction:
        """E of the monomial with these exponents in `pair_variables`."""
        half = len(self.variables)
        product, start = RationalFunction.of(1), 0
        for source in self.sources:
            stop = start + len(source.law.variables)
            first, second = exponents[start:stop], exponents[half + start : half + stop]
            product, start = product * source.pair_moment(first, second), stop
        return product

    def expect(self, value: Exact) -> RationalFunction:
        """E of a polynomial in the random variables of one respondent."""
        return linear_functional(value, self.variables, self.moment)

    def expect_pair(self, value: Exact) -> RationalFunction:
        """E of a polynomial in the random variables of two respondents, named with the suffixes _i and _j."""
        return linear_functional(value, self.pair_variables, self.pair_moment)

    def of_respondent(self, suffix: str) -> RationalFunction:
        """The report of respondent i or j: the report with the suffix _i or _j at each random variable."""
        return self.report.substitute({name: variable(name + suffix) for name in self.variables})

    @property
    def mean(self) -> RationalFunction:
        """E[X_i]."""
        return self.expect(self.report)

    @property
    def second_moment(self) -> RationalFunction:
        """E[X_i^2]."""
        return self.expect(self.report**2)

    @property
    def variance(self) -> RationalFunction:
        """Var(X_i)."""
        return self.second_moment - self.mean**2

    @property
    def product_moment(self) -> RationalFunction:
        """E[X_i X_j] for i != j."""
        return self.expect_pair(self.of_respondent(FIRST) * self.of_respondent(SECOND))

    @property
    def covariance(self) -> RationalFunction:
        """Cov(X_i, X_j) for i != j."""
        return self.product_moment - self.mean**2

    def variance_of_sum(self, count: Exact) -> RationalFunction:
        """Var(X_1 + ... + X_n) = n Var(X_i) + n (n - 1) Cov(X_i, X_j).

        Raises LawError for numbers n that are larger than a population or a deck.
        """
        n = RationalFunction.of(count)
        for source in self.sources:
            _require_enough(n, source)
        if n == RationalFunction.of(1):
            return self.variance
        return n * self.variance + n * (n - 1) * self.covariance

    def estimate(self, proportion: str = "pi") -> UnbiasedEstimate:
        """The linear unbiased estimate of a proportion, from the mean of one report.

        Raises LawError when that mean is not linear in the proportion, SingularDesignError when it does not depend
        on it.
        """
        mean = self.mean
        slope = mean.derivative(proportion)
        if proportion in slope.names:
            raise LawError(f"E[X] = {mean} is not linear in {proportion}")
        if slope.is_zero():
            raise SingularDesignError(f"E[X] = {mean} does not depend on {proportion}: no estimate is unbiased")
        return UnbiasedEstimate(mean - slope * variable(proportion), slope)

    def estimator_variance(self, count: Exact, proportion: str = "pi") -> RationalFunction:
        """Var(pi_hat) = Var(X_1 + ... + X_n) / (n slope)^2 for the linear unbiased estimate from n reports."""
        return self.variance_of_sum(count) / (RationalFunction.of(count) * self.estimate(proportion).slope) ** 2

    def given(self, values: Mapping[str, int]) -> Reports:
        """The reports of respondents of whom some random variables are known, such as x = 1; LawError for others.

        The sources with these variables are left out, so it must be all variables of a source that are given.
        """
        for name in values:
            if name not in self.variables:
                raise LawError(f"no source has the variable {name}; there are {', '.join(self.variables)}")
        rest = tuple(source for source in self.sources if not set(source.law.variables) & set(values))
        unknown = {name for source in self.sources if source not in rest for name in source.law.variables} - set(values)
        if unknown:
            raise LawError(f"{', '.join(sorted(unknown))} comes with {', '.join(values)}; give the values of both")
        return Reports(self.report.substitute(dict(values)), rest)


def _require_enough(count: RationalFunction, source: Draws) -> None:
    if source.size is None or (count - source.size).names:
        return
    if (count - source.size).evaluate({}) > 0:
        names = ", ".join(source.law.variables)
        raise LawError(f"{count} draws of {names} without replacement need {count} members, not {source.size}")


def card_reports(card: Card, truths: Draws, *, deck: Exact | None = None) -> Reports:
    """Christofides' reports X = (L + 1 - Y) x + Y (1 - x).

    Args:
        card: the law of the number on a card.
        truths: the draws of the truths x.
        deck: the number M of cards of the deck that is dealt without replacement; None when cards are put back.

    Source: Sun, Zhou, Yan, sections 2.2.3, 3.3 and 4, where M = N.

    """
    x, y = variable(truths.law.variables[0]), variable(card.name)
    cards = independent_draws(card.law) if deck is None else draws_without_replacement(card.law, deck)
    return Reports(card.mirrored_number * x + y * (1 - x), (cards, truths))


def design_reports(design: Design, truths: Draws) -> Reports:
    """Reports of respondents who each answer alone through a design with truths 0, 1 and numbers as responses.

    X = X1 x + X0 (1 - x), with X1 and X0 drawn independently from the rows of the truths 1 and 0. Raises LawError for a
    design with other truths, or with responses that are no integers.
    """
    x = truths.law.variables[0]
    rows = dict(zip(design.truths, design_rows(design), strict=True))
    if set(rows) != {0, 1} or not all(isinstance(response, int) for response in design.responses):
        raise LawError("reports need a design with the truths 0 and 1 and with integers as responses")
    names = {truth: f"{x}_report{truth}" for truth in (0, 1)}
    numbers = [int(response) for response in design.responses if isinstance(response, int)]
    laws = {t: tabulated_law(names[t], dict(zip(numbers, rows[t], strict=True))) for t in (0, 1)}
    report = variable(names[1]) * variable(x) + variable(names[0]) * (1 - variable(x))
    return Reports(report, (independent_draws(laws[0]), independent_draws(laws[1]), truths))
