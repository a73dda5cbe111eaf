"""Designs a I + b J of any size k, with symbolic k: one weight on the diagonal, another everywhere else.

Such matrices form a commutative algebra, since J^2 = k J: (a I + b J)(c I + d J) = ac I + (ad + bc + k bd) J. Nothing
here tries values of k. Generalised randomised response, GRR or EWRRn, is the design with p on the diagonal and
(1 - p)/(k - 1) elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from derivations.algebra.linear_algebra import SingularMatrixError, total
from mechanisms.design import Design
from mechanisms.exact.domain import Domain
from mechanisms.exact.rational import RationalFunction

ONE = RationalFunction.of(1)


@dataclass(frozen=True)
class EqualWeights:
    """The k x k matrix a I + b J, where J is all ones: `identity` is a, `ones` is b, `size` is k."""

    size: RationalFunction
    identity: RationalFunction
    ones: RationalFunction

    @property
    def diagonal(self) -> RationalFunction:
        """An entry of the diagonal, a + b."""
        return self.identity + self.ones

    @property
    def off_diagonal(self) -> RationalFunction:
        """An entry off the diagonal, b."""
        return self.ones

    @property
    def row_sum(self) -> RationalFunction:
        """a + k b, the eigenvalue of the vector of ones; the other eigenvalue is a, k - 1 times."""
        return self.identity + self.size * self.ones

    @property
    def trace(self) -> RationalFunction:
        """k (a + b)."""
        return self.size * self.diagonal

    def scaled(self, factor: RationalFunction) -> EqualWeights:
        """The multiple of the matrix by a number."""
        return EqualWeights(self.size, factor * self.identity, factor * self.ones)

    def times(self, other: EqualWeights) -> EqualWeights:
        """The matrix product; ValueError for another size."""
        if self.size != other.size:
            raise ValueError(f"a matrix of size {self.size} cannot be multiplied by one of size {other.size}")
        a, b, c, d = self.identity, self.ones, other.identity, other.ones
        return EqualWeights(self.size, a * c, a * d + b * c + self.size * b * d)

    def inverse(self) -> EqualWeights:
        """(1/a) I - b/(a (a + k b)) J; SingularMatrixError when a or a + k b vanishes identically."""
        if self.identity.is_zero() or self.row_sum.is_zero():
            raise SingularMatrixError("a I + b J has no inverse when a = 0 or a + k b = 0")
        return EqualWeights(self.size, ONE / self.identity, -self.ones / (self.identity * self.row_sum))

    def entry_of_product(self, entry: RationalFunction, entries: RationalFunction) -> RationalFunction:
        """(v M)_i = a v_i + b (v_1 + ... + v_k), from the entry v_i and the sum of the entries."""
        return self.identity * entry + self.ones * entries

    def one_against_rest(self, domain: Domain) -> Design:
        """The 2 x 2 design of one answer against the k - 1 others, whose rows agree once the others are added up.

        Raises ValueError unless rows sum to one.
        """
        if self.row_sum != ONE:
            raise ValueError(f"rows sum to {self.row_sum}, not to 1: this is no design")
        others = self.size - 1
        own = [self.diagonal, others * self.off_diagonal]
        other = [self.off_diagonal, total([self.diagonal, (others - 1) * self.off_diagonal])]
        return Design([[e.to_sympy() for e in row] for row in (own, other)], domain, name="one answer against the rest")


def generalised_response(size: RationalFunction, truth: RationalFunction) -> EqualWeights:
    """The truth with probability p, each of the k - 1 other answers with probability (1 - p)/(k - 1).

    Source: Ma, Wang, Definition 3 and section 3.3 (EWRRn).
    """
    other = (ONE - truth) / (size - 1)
    return EqualWeights(size, truth - other, other)


def diagonal_and_rest(entries: Iterable[Iterable[RationalFunction]]) -> EqualWeights:
    """The matrix of this form with the given entries; ValueError when they are not of it."""
    rows = [tuple(row) for row in entries]
    size = len(rows)
    if size < 2 or any(len(row) != size for row in rows):
        raise ValueError("a square matrix with two rows or more is needed")
    diagonal, rest = rows[0][0], rows[0][1]
    if any(rows[i][j] != (diagonal if i == j else rest) for i in range(size) for j in range(size)):
        raise ValueError("the diagonal, or what is off it, is not one single value")
    return EqualWeights(RationalFunction.of(size), diagonal - rest, rest)
