"""Matrices a I + b G + c J over all subsets of size l of k categories, for every k and l: part of the Johnson scheme.

G[y, z] is the number of categories that the subsets y and z share, and m = C(k, l). With N the k x m matrix that says
which subset holds which category, G = N' N and N N' = (r - s) I + s J, r and s being how many subsets hold one and two
given categories; hence

    G^2 = (r - s) G + s l^2 J,    G J = J G = l r J,    J^2 = m J,

and these matrices are a commutative algebra. Their eigenspaces are the first ones of the Johnson scheme J(k, l): the
vector of ones, the k - 1 dimensions of N' v for v of sum zero, and all that is orthogonal to both, with the projections

    J/m,    (G - l r J/m)/(r - s),    and the identity less both.

A design of subset responses has P' P in this algebra, and so has each polynomial in it. Source of the scheme: Delsarte
1973; of its use: Nayak, Zhai, proof of Theorem 4.1.
"""

from __future__ import annotations

from dataclasses import dataclass

from derivations.arithmetic.kernel import Theorem
from derivations.prover.quantities import closed_form, summed_products, unreduced_sum
from derivations.theorems.subsets.subset_response import Exact, FixedSizeSubsets, local_diversity
from mechanisms.exact.rational import RationalFunction

ZERO, ONE = RationalFunction.of(0), RationalFunction.of(1)
Triple = tuple[RationalFunction, RationalFunction, RationalFunction]


@dataclass(frozen=True)
class OverlapMatrix:
    """The m x m matrix a I + b G + c J.

    Attributes:
        subsets: which k, l and m; how it responds does not matter here.
        identity: a.
        overlap: b.
        ones: c.

    """

    subsets: FixedSizeSubsets
    identity: RationalFunction
    overlap: RationalFunction
    ones: RationalFunction

    @classmethod
    def of_eigenvalues(cls, subsets: FixedSizeSubsets, values: Triple) -> OverlapMatrix:
        """From the eigenvalues of the vector of ones, of the k - 1 dimensions of N' v, and of the rest."""
        at_ones, at_categories, at_rest = values
        one, gap = subsets.size * subsets.count(1), subsets.count(1) - subsets.count(2)
        overlap = (at_categories - at_rest) / gap
        return cls(subsets, at_rest, overlap, (at_ones - at_rest - overlap * one) / subsets.responses)

    @property
    def eigenvalues(self) -> Triple:
        """Of the vector of ones, of the k - 1 dimensions of N' v with the entries of v summing to zero, of the rest."""
        found = self.subsets
        at_ones = self.identity + self.overlap * found.size * found.count(1) + self.ones * found.responses
        return at_ones, self.identity + self.overlap * (found.count(1) - found.count(2)), self.identity

    @property
    def spectrum(self) -> tuple[tuple[RationalFunction, RationalFunction], ...]:
        """The eigenvalues with their multiplicities 1, k - 1 and m - k."""
        k, m = self.subsets.categories, self.subsets.responses
        return tuple(zip(self.eigenvalues, (ONE, k - 1, m - k), strict=True))

    @property
    def trace(self) -> RationalFunction:
        """m (a + b l + c)."""
        return self.subsets.responses * self.entry(self.subsets.size) + self.subsets.responses * self.identity

    def entry(self, overlap: Exact) -> RationalFunction:
        """The entry for two different subsets with so many categories in common; a is added on the diagonal."""
        return self.overlap * overlap + self.ones

    def times(self, other: OverlapMatrix) -> OverlapMatrix:
        """The product, which commutes; ValueError for other subsets."""
        _same_subsets(self, other)
        terms = _product_terms(self, other)
        a, b, c = (summed_products(part) for part in terms)
        return OverlapMatrix(self.subsets, a, b, c)

    def pseudo_inverse(self) -> OverlapMatrix:
        """The inverse of Moore and Penrose: each eigenvalue that does not vanish is inverted."""
        inverted = [value if value.is_zero() else ONE / value for value in self.eigenvalues]
        return OverlapMatrix.of_eigenvalues(self.subsets, (inverted[0], inverted[1], inverted[2]))


def overlap_gram(subsets: FixedSizeSubsets) -> OverlapMatrix:
    """P' P of a design of subset responses: the entry for two responses sums their products over the truths."""
    a, b, size = subsets.holding, subsets.lacking, subsets.size
    constant = 2 * size * a * b + (subsets.categories - 2 * size) * b**2
    return OverlapMatrix(subsets, ZERO, (a - b) ** 2, constant)


def projection(categories: Exact, size: Exact) -> OverlapMatrix:
    """W P for the pseudo-inverse W of any design of these subsets: the projection on what single categories tell.

    The truth of a mechanism does not matter, as all of them have the same row space.
    """
    return OverlapMatrix.of_eigenvalues(local_diversity(categories, size), (ONE, ONE, ZERO))


def product_theorems(left: OverlapMatrix, right: OverlapMatrix, result: OverlapMatrix) -> tuple[Theorem, ...]:
    """That the product is `result`: an identity for each of the coefficients of I, G and J.

    Raises NoSuchIdentityError when it is not.
    """
    _same_subsets(left, right)
    values = (result.identity, result.overlap, result.ones)
    terms = _product_terms(left, right)
    return tuple(closed_form("value", unreduced_sum(part), value) for part, value in zip(terms, values, strict=True))


def _product_terms(left: OverlapMatrix, right: OverlapMatrix) -> tuple[list[tuple[RationalFunction, ...]], ...]:
    found = left.subsets
    one, pair, l_, m = found.count(1), found.count(2), found.size, found.responses
    a, b, c = left.identity, left.overlap, left.ones
    d, e, f = right.identity, right.overlap, right.ones
    return (
        [(a, d)],
        [(a, e), (b, d), (b, e, one - pair)],
        [(a, f), (c, d), (b, e, pair, l_, l_), (b, f, l_, one), (c, e, l_, one), (c, f, m)],
    )


def _same_subsets(left: OverlapMatrix, right: OverlapMatrix) -> None:
    first, second = left.subsets, right.subsets
    if (first.categories, first.size, first.responses) != (second.categories, second.size, second.responses):
        raise ValueError("matrices over different subsets cannot be multiplied")
