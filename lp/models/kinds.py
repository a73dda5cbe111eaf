"""Designs that treat all truths alike: shares of kinds of columns, each used with all its permutations.

By averaging over the permutations of the truths such a design has the least worst-case risk of every class that treats
them alike. Its risk depends on the share w_t of the responses whose column is of kind u_t, scaled to the sum k, by
f = sum of w_t |u_t|^2 only. Domain: w >= 0 with the sum 1. Source: Nayak, Zhai, section 3.2; `lp.minimax.pair`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol

import cvxpy
import numpy as np

from lp.models.design_variable import Constraints, Number
from lp.models.exact_program import said


class Kind(Protocol):
    """A column up to the order of its entries, scaled to the sum k, such as `lp.minimax.classes.ColumnKind`."""

    @property
    def truths(self) -> int:
        """The number k of entries."""

    @property
    def information(self) -> Fraction:
        """|u|^2."""

    def excess(self, x: Fraction) -> Fraction:
        """The mean of max(u_i - x u_j, 0) over ordered pairs."""


class KindShares(cvxpy.Variable):  # type: ignore[misc]
    """w_t >= 0, the shares of given kinds of columns of the same number k of truths."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self.kinds = tuple(kinds)
        self.truths = self.kinds[0].truths
        super().__init__(len(self.kinds), name="share", nonneg=True)

    @property
    def on_simplex(self) -> Constraints:
        """The shares sum to 1."""
        return [said(cvxpy.sum(self) == 1, "the shares sum to 1")]

    @property
    def information(self) -> Any:
        """f = sum of w_t |u_t|^2, at least k. Affine."""
        return np.array([kind.information for kind in self.kinds], dtype=object) @ self

    def approximate_privacy(self, x: Fraction, delta: Number) -> Constraints:
        """(eps, delta)-LDP of the design, in which every permutation is used alike. Linear, DPP in delta."""
        excess = np.array([kind.excess(x) for kind in self.kinds], dtype=object) @ self
        return [said(excess <= delta, "(eps, delta)-LDP")]

    @property
    def risk(self) -> Any:
        """n times the worst-case sum of squared errors of the best unbiased estimate of the shares, (k - 1)^2/(f - k).

        Convex, positive, a square over a line.
        """
        return cvxpy.quad_over_lin(self.truths - 1, self.information - self.truths)
