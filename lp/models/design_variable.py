"""The design matrix P[x, y] = P(response y | truth x) as a variable of cvxpy, and masses of given columns.

In this package P is a design variable or any expression of its shape, truths downwards; what is demanded of it comes as
a list of constraints with labels, what it costs as an expression. x = e^eps, priors and bounds are numbers (Fractions
and sympy numbers stay exact) or a `cvxpy.Parameter`, so that a curve is compiled once (DPP).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import cvxpy
import numpy as np

from lp.models.exact_program import said

Number = Any  # int, Fraction, Decimal, sympy number, float, or a scalar cvxpy.Parameter
Constraints = list[Any]


class DesignVariable(cvxpy.Variable):  # type: ignore[misc]
    """P[x, y] >= 0, one row a truth and one column a response; `rows_on_simplex` says that each row sums to 1.

    Attributes:
        truths: labels of the rows; positions unless given.
        responses: labels of the columns.

    """

    def __init__(
        self,
        truths: int | Sequence[Hashable],
        responses: int | Sequence[Hashable] | None = None,
        name: str = "P",
    ) -> None:
        self.truths = _labels(truths)
        self.responses = _labels(truths if responses is None else responses)
        super().__init__((len(self.truths), len(self.responses)), name=name, nonneg=True)

    @property
    def rows_on_simplex(self) -> Constraints:
        """Sum over y of P[x, y] = 1, for each truth x."""
        return rows_on_simplex(self)


def rows_on_simplex(P: Any) -> Constraints:
    """Sum over y of P[x, y] = 1 for each truth x; P >= 0 is declared by the variable. Equations."""
    return [said(cvxpy.sum(P, axis=1) == 1, "rows sum to 1", lambda x: f"sum over y of P[{x}, y] = 1")]


class ColumnMasses(cvxpy.Variable):  # type: ignore[misc]
    """theta >= 0 over given columns s_y: the design whose column y is theta_y s_y, which makes convex gains linear.

    A sublinear objective, such as information, is the sum of theta_y times its value at s_y. With the staircase columns
    of x = e^eps (x on a set of truths, 1 elsewhere) every optimum over eps-LDP designs is such a design.
    Source: Kairouz, Oh, Viswanath, JMLR 17, 2016, Theorems 2 and 4.

    Attributes:
        columns: one row a column s_y: an array of exact numbers, or an expression of parameters.
        truths: positions of the truths.
        responses: labels of the columns.

    """

    def __init__(self, columns: Any, responses: Sequence[Hashable] | None = None) -> None:
        given = isinstance(columns, cvxpy.Expression)
        self.columns = columns if given else np.array([list(column) for column in columns], dtype=object)
        count, truths = self.columns.shape
        self.truths = tuple(range(truths))
        self.responses = tuple(range(count) if responses is None else responses)
        super().__init__(count, name="theta", nonneg=True)

    @property
    def design(self) -> Any:
        """P[x, y] = theta_y s_y[x], an affine expression."""
        return cvxpy.multiply(self.columns.T, self[None, :])

    @property
    def rows_on_simplex(self) -> Constraints:
        """Sum over y of theta_y s_y[x] = 1, for each truth x."""
        whole = self.columns.T @ self == 1
        return [said(whole, "rows sum to 1", lambda x: f"sum over y of theta_y s_y[{x}] = 1")]


def staircase_masses(truths: int, x: Number) -> ColumnMasses:
    """Masses of the 2^k - 2 extreme columns of the level x = e^eps, labelled by the truths with the entry x.

    Where x is a parameter the columns are affine in it, so that a curve over eps is compiled once (DPP).
    Source: Kairouz, Oh, Viswanath 2016.
    """
    sets = [z for size in range(1, truths) for z in combinations(range(truths), size)]
    if isinstance(x, cvxpy.Expression):
        return ColumnMasses(1 + (x - 1) * np.array([[int(a in z) for a in range(truths)] for z in sets]), sets)
    return ColumnMasses([[x if a in z else Fraction(1) for a in range(truths)] for z in sets], sets)


def _labels(given: int | Sequence[Hashable]) -> tuple[Hashable, ...]:
    return tuple(range(given)) if isinstance(given, int) else tuple(given)
