"""Responses that are random subsets of k categories, for every k at once: moments, unbiased estimators, covariance.

A mechanism that treats all categories alike and reports a subset z of 1 .. k is known, as far as single categories and
pairs go, by four probabilities: that z holds the truth (p), another category (w), the truth and another (p2), two
others (w2). From them follow, for every k and every prior pi,

    P(i in z) = w + (p - w) pi_i,    P(i, j in z) = w2 + (p2 - w2)(pi_i + pi_j),

hence the moment estimator of pi_i from the share of responses that hold i, and its covariance. Where all subsets have
the same size l, two numbers a, b are the probabilities of a subset that holds the truth and of one that does not, and
the number of subsets that hold some and lack other categories is hypergeometric:

    #{z : holds s given ones, lacks t given ones} / C(k, l) = l^(s) (k - l)^(t) / k^(s + t),   falling powers.

So P P' = a I + b J, with rational entries in k, l and the number m = C(k, l) of responses: its inverse, its spectrum,
the pseudo-inverse and all that depends on them are found for every k and l. A design has a row a truth here, so that
an estimator from the shares of the responses is a matrix W (responses by truths) with P W = I. Source of the problem:
Nayak, Zhai, section 4 and the proof of Theorem 4.1, where matrices are transposed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from derivations.algebra.equal_weights import EqualWeights
from derivations.algebra.linear_algebra import SingularMatrixError
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial, Rational
from mechanisms.exact.rational import RationalFunction

Exact = RationalFunction | Polynomial | Rational
ONE = RationalFunction.of(1)


def variable(name: str) -> RationalFunction:
    """A variable as a rational function."""
    return RationalFunction(Polynomial.variable(name))


RESPONSES = variable("m")


def falling(value: RationalFunction, factors: int) -> RationalFunction:
    """value (value - 1) ... with this many factors."""
    product = ONE
    for i in range(factors):
        product = product * (value - i)
    return product


@dataclass(frozen=True)
class SubsetMoments(Shown):
    """What single categories and pairs say about a mechanism that reports a random subset of k categories.

    Attributes:
        categories: k.
        own: P(truth in z).
        other: P(i in z) for each other category i.
        own_pair: P(truth and i in z).
        other_pair: P(i and j in z) for two others.

    """

    categories: RationalFunction
    own: RationalFunction
    other: RationalFunction
    own_pair: RationalFunction
    other_pair: RationalFunction

    def inclusion(self, pi: Exact) -> RationalFunction:
        """P(i in z) for a category of prior probability pi. Source: Nayak, Zhai, (4.2)."""
        return self.other + (self.own - self.other) * pi

    def pair_inclusion(self, pi_i: Exact, pi_j: Exact) -> RationalFunction:
        """P(i and j in z) for two categories of these prior probabilities. Source: Nayak, Zhai, below (4.3)."""
        both = RationalFunction.of(pi_i) + pi_j
        return self.own_pair * both + self.other_pair * (ONE - both)

    def indicator_variance(self, pi: Exact) -> RationalFunction:
        """Var of the indicator of i in z."""
        mean = self.inclusion(pi)
        return mean * (ONE - mean)

    def indicator_covariance(self, pi_i: Exact, pi_j: Exact) -> RationalFunction:
        """Cov of the indicators of i in z and of j in z."""
        return self.pair_inclusion(pi_i, pi_j) - self.inclusion(pi_i) * self.inclusion(pi_j)

    @property
    def slope(self) -> RationalFunction:
        """s of the moment estimator s V_i/n + c, V_i being how many responses hold i; SingularMatrixError if p = w."""
        if (self.own - self.other).is_zero():
            raise SingularMatrixError("the truth is in the set as often as any other category: nothing is estimable")
        return ONE / (self.own - self.other)

    @property
    def intercept(self) -> RationalFunction:
        """c of the moment estimator s V_i/n + c."""
        return -self.other * self.slope

    def estimate(self, share: Exact) -> RationalFunction:
        """The moment estimator of pi_i from the share V_i/n of the responses that hold i. Source: (4.3)."""
        return self.slope * share + self.intercept

    def variance(self, pi: Exact) -> RationalFunction:
        """n times the variance of the moment estimator of pi_i."""
        return self.slope**2 * self.indicator_variance(pi)

    def covariance(self, pi_i: Exact, pi_j: Exact) -> RationalFunction:
        """n times the covariance of the moment estimators of pi_i and pi_j."""
        return self.slope**2 * self.indicator_covariance(pi_i, pi_j)

    def risk(self, squares: Exact) -> RationalFunction:
        """n times the sum of the variances over all k categories, from `squares` = sum of pi_i^2, as sum pi_i = 1.

        The variance is a polynomial of degree two in pi_i; summed over i, 1 becomes k, pi_i one and pi_i^2 `squares`.
        """
        power = {n: RationalFunction.of(v) for n, v in (("zero", 0), ("one", 1), ("minus", -1))}
        constant = self.variance(power["zero"])
        plus, minus = self.variance(power["one"]), self.variance(power["minus"])
        linear, quadratic = (plus - minus) / 2, (plus + minus) / 2 - constant
        return self.categories * constant + linear + quadratic * squares

    @property
    def added_variance(self) -> RationalFunction:
        """The risk less sum pi_i (1 - pi_i), what truthful responses have: it does not depend on the prior."""
        squares = variable("sum_of_squares")
        added = self.risk(squares) - (ONE - squares)
        assert "sum_of_squares" not in added.names, "the quadratic part of every moment estimator is -pi^2"
        return added


@dataclass(frozen=True)
class FixedSizeSubsets(Shown):
    """All subsets of size l of k categories; the truth is in the response with probability p, else all is uniform.

    Attributes:
        categories: k, a number or a variable.
        size: l.
        inclusion: p.
        responses: m = C(k, l), a number or a variable that stands for it.

    """

    categories: RationalFunction
    size: RationalFunction
    inclusion: RationalFunction
    responses: RationalFunction = RESPONSES

    def count(self, holds: int, lacks: int = 0) -> RationalFunction:
        """The number of responses that hold and lack given categories, as many as said; 0 if there are not as many."""
        k, inside = self.categories, self.size
        if falling(k, holds + lacks).is_zero():
            return RationalFunction.of(0)
        return self.responses * falling(inside, holds) * falling(k - inside, lacks) / falling(k, holds + lacks)

    @property
    def holding(self) -> RationalFunction:
        """a, the probability of each response that holds the truth."""
        return self.inclusion / self.count(1)

    @property
    def lacking(self) -> RationalFunction:
        """b, the probability of each response that lacks the truth; 0 if there is none, as for l = k."""
        if self.inclusion == ONE:
            return RationalFunction.of(0)
        return (ONE - self.inclusion) / self.count(0, 1)

    @cached_property
    def moments(self) -> SubsetMoments:
        """The four probabilities of single categories and pairs, from counting."""
        a, b = self.holding, self.lacking
        return SubsetMoments(
            self.categories,
            own=a * self.count(1),
            other=a * self.count(2) + b * self.count(1, 1),
            own_pair=a * self.count(2),
            other_pair=a * self.count(3) + b * self.count(2, 1),
        )

    def of_weights(self, held: Exact, lacked: Exact) -> EqualWeights:
        """The k x k matrix P W, for W[z, i] = `held` if z holds i and `lacked` if not."""
        c, d = RationalFunction.of(held), RationalFunction.of(lacked)
        a, b = self.holding, self.lacking
        same = a * c * self.count(1) + b * d * self.count(0, 1)
        different = a * c * self.count(2) + (a * d + b * c) * self.count(1, 1) + b * d * self.count(0, 2)
        return EqualWeights(self.categories, same - different, different)

    @property
    def gram(self) -> EqualWeights:
        """P P', whose entry for two truths sums the products of their probabilities over the responses."""
        return self.of_weights(self.holding, self.lacking)

    @property
    def response_mass(self) -> RationalFunction:
        """sum over truths of P[x, z] = k/m, the same for each response: all are equally likely for a uniform prior."""
        return self.size * self.holding + (self.categories - self.size) * self.lacking

    @property
    def spectrum(self) -> tuple[tuple[RationalFunction, RationalFunction], ...]:
        """Eigenvalues of P P' with their multiplicities: of the vector of ones, and of all that is orthogonal to it."""
        gram = self.gram
        return (gram.row_sum, ONE), (gram.identity, self.categories - 1)

    @property
    def pseudo_inverse(self) -> tuple[RationalFunction, RationalFunction]:
        """(held, lacked): the entries of W = P' (P P')^-1, the estimator of least risk at the uniform prior."""
        inverse = self.gram.inverse()
        a, b, mass = self.holding, self.lacking, self.response_mass
        return inverse.entry_of_product(a, mass), inverse.entry_of_product(b, mass)

    @property
    def least_risk_at_uniform_prior(self) -> RationalFunction:
        """tr (P D^-1 P')^-1 - 1/k with D = I/m: the least risk of a linear unbiased estimator at the uniform prior.

        The risk of the moment estimator at a prior falls as sum pi_i^2 grows, so that its worst case is the uniform
        prior; where both values agree, no linear unbiased estimator has a smaller worst case, and no other one has the
        same, because at one prior with all responses possible the best one is unique. Source: Nayak, Zhai, Lemma 6.2.
        """
        return self.gram.scaled(self.responses).inverse().trace - ONE / self.categories

    @property
    def moment_weights(self) -> tuple[RationalFunction, RationalFunction]:
        """(held, lacked): the moment estimator as a matrix W, since n is the sum of the counts of all responses."""
        moments = self.moments
        return moments.slope + moments.intercept, moments.intercept

    @property
    def likelihood_ratio(self) -> RationalFunction:
        """a/b, how much likelier a response is under a truth in it than under one that is not; the parity if >= 1."""
        return self.holding / self.lacking

    @property
    def distance(self) -> RationalFunction:
        """2 (a - b) #{z: holds i, lacks j}: the sum over z of |P[i, z] - P[j, z]| where a >= b."""
        return 2 * (self.holding - self.lacking) * self.count(1, 1)

    @property
    def guess(self) -> RationalFunction:
        """m a/k = p/l: the probability of a right guess under the uniform prior where a >= b."""
        return self.responses * self.holding / self.categories

    def enlarged(self) -> FixedSizeSubsets:
        """What is reported if a category that the response lacks, chosen uniformly, is put into it: size l + 1.

        A truth that was not held is so with probability 1/(k - l) now; given whether it is, all is uniform still.
        """
        k, size = self.categories, self.size
        number = self.responses * (k - size) / (size + 1)
        return FixedSizeSubsets(k, size + 1, self.inclusion + (ONE - self.inclusion) / (k - size), number)

    def overlap_product(self, overlap: Exact) -> RationalFunction:
        """sum over truths of W[y, x] W[z, x] of the moment estimator, for responses y, z with `overlap` in common."""
        held, lacked = self.moment_weights
        common = RationalFunction.of(overlap)
        neither = self.categories - 2 * self.size + common
        return common * held**2 + 2 * (self.size - common) * held * lacked + neither * lacked**2


def local_diversity(categories: Exact, size: Exact, responses: Exact | None = None) -> FixedSizeSubsets:
    """The truth and l - 1 others chosen uniformly. Source: Nayak, Zhai, section 4.1."""
    return _fixed_size(categories, size, ONE, responses)


def subset_selection(categories: Exact, size: Exact, gamma: Exact, responses: Exact | None = None) -> FixedSizeSubsets:
    """A set of q categories is gamma times as likely under each category in it as under each that is not.

    Source: Ye, Barg 2018; Chai, Nayak 2019, as described in Nayak, Zhai, section 4.3.
    """
    k, q, g = map(RationalFunction.of, (categories, size, gamma))
    return _fixed_size(k, q, q * g / (q * g + k - q), responses)


def _fixed_size(
    categories: Exact, size: Exact, inclusion: RationalFunction, responses: Exact | None
) -> FixedSizeSubsets:
    number = RESPONSES if responses is None else RationalFunction.of(responses)
    return FixedSizeSubsets(RationalFunction.of(categories), RationalFunction.of(size), inclusion, number)


def independent_bits(categories: Exact, own: Exact, other: Exact) -> SubsetMoments:
    """Unary encoding: each category is in the set on its own, the truth with probability `own`, others with `other`.

    Basic RAPPOR has other = 1 - own. Source: Erlingsson, Pihur, Korolova 2014.
    """
    p, w = RationalFunction.of(own), RationalFunction.of(other)
    return SubsetMoments(RationalFunction.of(categories), p, w, p * w, w * w)
