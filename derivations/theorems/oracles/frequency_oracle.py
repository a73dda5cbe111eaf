"""Frequency oracles for every k at once: p*, q*, privacy, the unbiased estimator of a share and its variance.

A pure oracle is known, as far as single categories go, by the probabilities that a response supports a category that
is true (p) and one that is not (q). Of n respondents n f have the category. The number C of responses that support it
is a sum of independent indicators, so that

    E[C/n] = f p + (1 - f) q,    n Var(C/n) = f p (1 - p) + (1 - f) q (1 - q),    f_hat = (C/n - q)/(p - q),
    n Var(f_hat) = q (1 - q)/(p - q)^2 + f (1 - p - q)/(p - q).

The first term, the value at f = 0, is the approximate variance. If the truths are drawn at random, with probability f
each, f (1 - f) is added. Each oracle below derives p and q from its protocol by cases, with the size k, d, g or K as a
variable: x = e^eps, u = e^(eps/2), t = e^(eps theta/2). Source: Wang, Blocki, Li, Jha 2017.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy

from derivations.algebra.linear_algebra import SingularMatrixError
from derivations.prover.quantities import closed_form, summed_products, unreduced_sum
from derivations.steps import Derivation, Step, Written, joined, relation
from derivations.theorems.subsets.subset_response import Exact, FixedSizeSubsets, subset_selection, variable
from mechanisms.exact.notebook import Shown
from mechanisms.exact.rational import RationalFunction

ONE = RationalFunction.of(1)
K, D, G, X, U, T, F, P, Q = (variable(name) for name in ("k", "d", "g", "x", "u", "t", "f", "p", "q"))
Terms = tuple[tuple[RationalFunction, ...], ...]
"""A sum of products: (probability of a case, probability of support in it), possibly with a number of responses."""


@dataclass(frozen=True)
class FrequencyOracle(Shown):
    """A pure frequency oracle, for numbers or symbols.

    Attributes:
        name: what to call it.
        own_terms: p* by cases of the protocol.
        other_terms: q* by cases.
        parity: the largest ratio of the probabilities of a whole response under two truths, e^eps.
        reason: why the cases have these probabilities.

    """

    name: str
    own_terms: Terms
    other_terms: Terms
    parity: RationalFunction
    reason: str

    @property
    def own(self) -> RationalFunction:
        """p*, the probability that a response supports the true category."""
        return summed_products(self.own_terms)

    @property
    def other(self) -> RationalFunction:
        """q*, the probability that a response supports a given other category."""
        return summed_products(self.other_terms)

    @property
    def gap(self) -> RationalFunction:
        """p* - q*; SingularMatrixError if it is zero, so that nothing is estimable."""
        gap = self.own - self.other
        if gap.is_zero():
            raise SingularMatrixError(f"{self.name}: every category is supported as often as the true one")
        return gap

    def expected_share(self, f: Exact = F) -> RationalFunction:
        """E[C/n] for a category that the share f of the respondents has."""
        return f * self.own + (1 - RationalFunction.of(f)) * self.other

    def estimate(self, share: Exact) -> RationalFunction:
        """The unbiased estimate of f from the share C/n of the responses that support the category."""
        return (RationalFunction.of(share) - self.other) / self.gap

    def variance(self, f: Exact = F) -> RationalFunction:
        """n Var(f_hat) given the truths, a share f of which is the category."""
        share = RationalFunction.of(f)
        noise = share * self.own * (1 - self.own) + (1 - share) * self.other * (1 - self.other)
        return noise / self.gap**2

    @property
    def approximate_variance(self) -> RationalFunction:
        """n Var(f_hat) at f = 0, q (1 - q)/(p - q)^2."""
        return self.variance(0)

    @property
    def slope(self) -> RationalFunction:
        """How n Var(f_hat) grows with f: (1 - p - q)/(p - q)."""
        return self.variance(1) - self.variance(0)

    def variance_at_random(self, f: Exact = F) -> RationalFunction:
        """n Var(f_hat) if each truth is the category with probability f on its own."""
        return self.variance(f) + f * (1 - RationalFunction.of(f))

    def derivation(self) -> Derivation:
        """p*, q*, the estimator and its variance, each identity a theorem of the kernel."""
        p, q, gap = self.own, self.other, self.gap
        moments = [(F, p), (1 - F, q)]
        mean, noise = self.expected_share(), [(F, p, 1 - p), (1 - F, q, 1 - q)]
        unbiased = unreduced_sum([(mean, 1 / gap), (-q, 1 / gap)])
        variance = unreduced_sum([(*term, 1 / gap, 1 / gap) for term in noise])
        shown = [
            (Written("p", "p^*"), self.own_terms, p, self.reason),
            (Written("q", "q^*"), self.other_terms, q, self.reason),
            (Written("E[C/n]", r"\mathbb{E}[C/n]"), moments, mean, "the mean of independent indicators"),
        ]
        steps = [Step(_equal(name, value), why, closed_form("value", unreduced_sum(terms), value))
                 for name, terms, value, why in shown]  # fmt: skip
        mean_of_estimate = _equal(Written("E[f_hat]", r"\mathbb{E}[\hat f]"), F)
        steps.append(Step(mean_of_estimate, "f_hat = (C/n - q)/(p - q) is affine", closed_form("value", unbiased, F)))
        result = _equal(Written("n Var(f_hat)", r"n\operatorname{Var}(\hat f)"), self.variance())
        why = "variances of independent indicators add up"
        steps.append(Step(result, why, closed_form("value", variance, self.variance())))
        return Derivation(f"{self.name}: the estimated share of a category", tuple(steps), joined([result]))


def _equal(name: Written, value: RationalFunction) -> Written:
    shown = {"x": sympy.exp(sympy.Symbol("epsilon")), "u": sympy.exp(sympy.Symbol("epsilon") / 2)}
    return relation(name, "=", value, symbols=shown)


# -- the oracles ---------------------------------------------------------------------------------------------------


def _of_subsets(name: str, subsets: FixedSizeSubsets) -> FrequencyOracle:
    a, b = subsets.holding, subsets.lacking
    return FrequencyOracle(
        name,
        own_terms=((a, subsets.count(1)),),
        other_terms=((a, subsets.count(2)), (b, subsets.count(1, 1))),
        parity=subsets.likelihood_ratio,
        reason="count the subsets that hold the category, with and without the truth",
    )


def randomised_response(k: Exact = K, x: Exact = X) -> FrequencyOracle:
    """The truth with probability x/(x + k - 1), else one of the k - 1 others: subsets of size one."""
    categories, level = RationalFunction.of(k), RationalFunction.of(x)
    inclusion = level / (level + categories - 1)
    return _of_subsets("GRR", FixedSizeSubsets(categories, ONE, inclusion, categories))


def selected_subsets(k: Exact = K, d: Exact = D, x: Exact = X) -> FrequencyOracle:
    """Subset selection with subsets of size d. Source: Ye, Barg 2018."""
    return _of_subsets("SS", subset_selection(k, d, x))


def unary_encoding(p: Exact = P, q: Exact = Q, name: str = "UE") -> FrequencyOracle:
    """Independent bits, 1 with probability p for the truth and q for each other category.

    Two truths v, w differ in two bits, whose likelihood ratios are p/q or (1 - p)/(1 - q), and the inverse of one of
    them; for p > q the largest product is p (1 - q)/(q (1 - p)), see `parity_of_two_bits`.
    """
    own, other = RationalFunction.of(p), RationalFunction.of(q)
    reason = "the bit of the category is set"
    return FrequencyOracle(name, ((own,),), ((other,),), own * (1 - other) / (other * (1 - own)), reason)


def symmetric_unary_encoding(u: Exact = U) -> FrequencyOracle:
    """p = u/(u + 1), q = 1 - p, u = e^(eps/2)."""
    half_level = RationalFunction.of(u)
    return unary_encoding(half_level / (half_level + 1), 1 / (half_level + 1), "SUE")


def optimised_unary_encoding(x: Exact = X) -> FrequencyOracle:
    """p = 1/2, q = 1/(x + 1)."""
    return unary_encoding(ONE / 2, 1 / (RationalFunction.of(x) + 1), "OUE")


def unary_encoding_at(odds: Exact, x: Exact = X) -> FrequencyOracle:
    """The unary encoding with (1 - q)/q = odds and p/(1 - p) = x q/(1 - q), at which its parity is x."""
    h, level = RationalFunction.of(odds), RationalFunction.of(x)
    return unary_encoding(level / (level + h), 1 / (1 + h))


def local_hashing(g: Exact = G, x: Exact = X) -> FrequencyOracle:
    """A hash to g values, then randomised response on them; two categories collide with probability 1/g.

    A response (function, value) supports what the function sends to the value. Given the function, it is x times as
    likely under each category that it supports as under each other one. Real g are allowed in formulas.
    """
    buckets, level = RationalFunction.of(g), RationalFunction.of(x)
    keep = level / (level + buckets - 1)
    replaced = (1 - keep) / (buckets - 1)
    return FrequencyOracle(
        "LH",
        own_terms=((keep,),),
        other_terms=((1 / buckets, keep), (1 - 1 / buckets, replaced)),
        parity=keep / replaced,
        reason="the category collides with the truth, and its hash is kept, or it does not, and that hash is put in",
    )


def hadamard_response(x: Exact = X, order: Exact | None = None) -> FrequencyOracle:
    """A column of a Hadamard matrix of order K, x times as likely if the row of the truth has +1 there.

    Besides the row of ones, each row has K/2 entries +1, and two rows share K/4 of them: see `shared_columns`.
    Source: Acharya, Sun, Zhang 2019, the scheme for small eps.
    """
    size = variable("K") if order is None else RationalFunction.of(order)
    level = RationalFunction.of(x)
    positive, negative = 2 * level / (size * (level + 1)), 2 / (size * (level + 1))
    return FrequencyOracle(
        "HR",
        own_terms=((positive, size / 2),),
        other_terms=((positive, size / 4), (negative, size / 4)),
        parity=positive / negative,
        reason="a quarter of the columns has +1 in two rows, and a quarter -1 and +1",
    )


def thresholded_histogram(u: Exact = U, t: Exact = T) -> FrequencyOracle:
    """Laplace noise of scale 2/eps on each indicator, then a threshold 0 <= theta <= 1: 1 <= t <= u.

    The parity is that of the bits; that of the noisy histogram, from which the collector may make them, is u^2.
    """
    half_level, at = RationalFunction.of(u), RationalFunction.of(t)
    half = ONE / 2
    own: Terms = ((half,), (half, 1 - at / half_level))
    other: Terms = ((half, 1 / at),)
    return FrequencyOracle(
        "THE",
        own,
        other,
        unary_encoding(summed_products(own), summed_products(other)).parity,
        reason="noise is positive or negative with probability 1/2 each; its size exceeds s with e^(-eps s/2)",
    )


def oracles() -> Sequence[FrequencyOracle]:
    """All of them, with symbolic sizes and levels."""
    return (
        randomised_response(),
        selected_subsets(),
        symmetric_unary_encoding(),
        optimised_unary_encoding(),
        local_hashing(),
        hadamard_response(),
        thresholded_histogram(),
    )
