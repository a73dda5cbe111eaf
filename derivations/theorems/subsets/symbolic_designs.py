"""Designs of k categories with symbolic k: Gram matrix, spectrum, pseudo-inverse, estimator, covariance and trace.

Each of k-ary randomized response, subset selection, local l-diversity and unary encoding treats all categories alike,
so that P P' = c (a I + b J). For unary encoding, a bit being 1 with probability p if it is the truth's and q if not,
the product over the bits gives, with s = q^2 + (1 - q)^2 and t = p q + (1 - p)(1 - q),

    P P' = s^(k - 2) ((p - q)^2 I + t^2 J),

since (p^2 + (1 - p)^2) s - t^2 = (p - q)^2; the common factor s^(k - 2) is a variable of its own here. Its
pseudo-inverse has W[z, i] = (P[i, z] - t^2/((p - q)^2 + k t^2) sum over x of P[x, z])/(s^(k - 2) (p - q)^2), which
depends on how many bits of z are 1, and on bit i. It is unbiased, but the estimator of the field, from the
share of the responses in which bit i is 1, has the same mean and a simpler law: `SubsetMoments`. Source: Wang, Blocki,
Li, Jha 2017; Nayak, Zhai, sections 4 and 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from derivations.algebra.equal_weights import EqualWeights
from derivations.arithmetic.kernel import Theorem
from derivations.prover.quantities import closed_form, unreduced_sum
from derivations.steps import Derivation, Step, Written, relation
from derivations.theorems.subsets.subset_response import (
    Exact,
    FixedSizeSubsets,
    SubsetMoments,
    independent_bits,
    local_diversity,
    subset_selection,
    variable,
)
from mechanisms.exact.notebook import Shown
from mechanisms.exact.rational import RationalFunction

ZERO, ONE = RationalFunction.of(0), RationalFunction.of(1)
K, L, Q, GAMMA, OWN, OTHER = (variable(name) for name in ("k", "l", "q", "gamma", "p", "q"))
FACTOR = variable("h")
"""s^(k - 2), the common factor of P P' of unary encoding."""
Terms = Sequence[Sequence[RationalFunction]]


@dataclass(frozen=True)
class SymbolicDesign(Shown):
    """A design of k categories that treats all of them alike, for numbers or symbols.

    Attributes:
        name: what to call it.
        gram: P P', the products of its rows, one row a truth.
        moments: what single categories and pairs say about a response.

    """

    name: str
    gram: EqualWeights
    moments: SubsetMoments

    @property
    def spectrum(self) -> tuple[tuple[RationalFunction, RationalFunction], ...]:
        """Eigenvalues of P P' with their multiplicities, the squares of the singular values of P."""
        return (self.gram.row_sum, ONE), (self.gram.identity, self.gram.size - 1)

    def pseudo_inverse_entry(self, own: Exact, mass: Exact) -> RationalFunction:
        """W[z, i] of W = P' (P P')^-1, from P[i, z] and the sum of P[x, z] over all truths x."""
        return self.gram.inverse().entry_of_product(RationalFunction.of(own), RationalFunction.of(mass))

    def derivation(self) -> Derivation:
        """Inverse, spectrum, estimator, covariance and its trace, each identity a theorem of the kernel, for all k."""
        gram, moments = self.gram, self.moments
        back, k = gram.inverse(), gram.size
        first, second, squares = variable("pi_i"), variable("pi_j"), variable("sum_of_squares")
        slope, intercept = moments.slope, moments.intercept
        difference: Terms = [(gram.identity, back.ones), (gram.ones, back.identity), (k, gram.ones, back.ones)]
        mean: Terms = [(slope, moments.other), (slope, moments.own - moments.other, first), (intercept,)]
        both = first + second
        pair: Terms = [
            (slope, slope, moments.own_pair, both),
            (slope, slope, moments.other_pair, 1 - both),
            (-slope, slope, moments.inclusion(first), moments.inclusion(second)),
        ]
        own: Terms = [(slope, slope, moments.inclusion(first), 1 - moments.inclusion(first))]
        steps = [
            _step("(P P')^-1: I", [(gram.identity, back.identity)], ONE, "(a I + b J)(c I + d J): a c"),
            _step("(P P')^-1: J", difference, ZERO, "(a I + b J)(c I + d J): a d + b c + k b d"),
            _step("tr P P'", [(value, times) for value, times in self.spectrum], gram.trace, "sum of eigenvalues"),
            _step("E estimate_i", mean, first, "affine in the share of responses that hold i"),
            _step("n Var_i", own, moments.variance(first), "the variance of an indicator"),
            _step("n Cov_ij", pair, moments.covariance(first, second), "the covariance of two indicators"),
            _step("trace", self._trace(squares), moments.risk(squares), "sum of n Var_i over i, sum of pi_i = 1"),
        ]
        result = relation(Written("tr n Cov", r"\operatorname{tr} n\operatorname{Cov}"), "=", moments.risk(squares))
        return Derivation(f"{self.name}: what holds for every k", tuple(steps), result)

    def _trace(self, squares: RationalFunction) -> Terms:
        """slope^2 times k w (1 - w) + (p - w)(1 - 2 w) - (p - w)^2 sum pi_i^2, w being P(i in z) for another truth."""
        moments, slope = self.moments, self.moments.slope
        other, gap = moments.other, moments.own - moments.other
        return [
            (slope, slope, self.gram.size, other, 1 - other),
            (slope, slope, gap, 1 - 2 * other),
            (-slope, slope, gap, gap, squares),
        ]


def _step(name: str, terms: Terms, value: RationalFunction, why: str) -> Step:
    said = relation(Written(name, rf"\text{{{name}}}"), "=", value)
    return Step(said, why, closed_form("value", unreduced_sum(terms), value))


def _of_subsets(name: str, subsets: FixedSizeSubsets) -> SymbolicDesign:
    return SymbolicDesign(name, subsets.gram, subsets.moments)


def k_ary_response(k: Exact = K, gamma: Exact = GAMMA) -> SymbolicDesign:
    """The truth with odds gamma to one against each other category: subset selection of one of them."""
    return _of_subsets("k-ary randomized response", subset_selection(k, 1, gamma, k))


def selected_subsets(k: Exact = K, q: Exact = Q, gamma: Exact = GAMMA) -> SymbolicDesign:
    """Subset selection of q categories; C(k, q) is the variable m. Source: Ye, Barg 2018; Chai, Nayak 2019."""
    return _of_subsets("subset selection", subset_selection(k, q, gamma))


def diverse_subsets(k: Exact = K, size: Exact = L) -> SymbolicDesign:
    """Local l-diversity; C(k, l) is the variable m."""
    return _of_subsets("local l-diversity", local_diversity(k, size))


def unary_encoding(k: Exact = K, own: Exact = OWN, other: Exact = OTHER, factor: Exact = FACTOR) -> SymbolicDesign:
    """k bits, each 1 with probability p if it is the truth's and q if not; `factor` is (q^2 + (1 - q)^2)^(k - 2)."""
    p, q, common = map(RationalFunction.of, (own, other, factor))
    agree = p * q + (1 - p) * (1 - q)
    same = (p * p + (1 - p) * (1 - p)) * (q * q + (1 - q) * (1 - q))
    gram = EqualWeights(RationalFunction.of(k), same - agree * agree, agree * agree).scaled(common)
    return SymbolicDesign("unary encoding", gram, independent_bits(k, p, q))


@cache
def shared_weight() -> Theorem:
    """(p^2 + (1 - p)^2)(q^2 + (1 - q)^2) - (p q + (1 - p)(1 - q))^2 = (p - q)^2: the a of P P' of unary encoding."""
    same, other = (OWN * OWN + (1 - OWN) * (1 - OWN)), (OTHER * OTHER + (1 - OTHER) * (1 - OTHER))
    agree = OWN * OTHER + (1 - OWN) * (1 - OTHER)
    return closed_form("value", unreduced_sum([(same, other), (-agree, agree)]), (OWN - OTHER) ** 2)


def symbolic_designs() -> tuple[SymbolicDesign, ...]:
    """All of them, with symbolic sizes and levels."""
    return k_ary_response(), selected_subsets(), diverse_subsets(), unary_encoding()
