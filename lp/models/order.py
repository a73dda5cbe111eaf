"""Blackwell's order, and the polychotomous relaxation of Pan, each constraint with its number in the paper.

Domain: matrices whose entries are >= 0 and whose rows sum to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import cvxpy
import numpy as np

from lp.models.design_variable import Constraints, DesignVariable, Number
from lp.models.exact_program import said


def garbles(P: Any, channel: Any, other: Any) -> Constraints:
    """P C = A: whoever sees the response of P can produce that of A. Linear and DPP where P or C is given.

    P and A are a design as numbers or a variable; C is a `DesignVariable` (responses of P x responses of A).
    Source: Blackwell 1951; Nayak, Zhai, Definition 3.1, where matrices are transposed.
    """
    have, want = _matrix(P), _matrix(other)
    return [said(have @ channel == want, "garbling", lambda x, y: f"(P C)[{x}, {y}] = A[{x}, {y}]")]


def channel_variable(P: Any, other: Any) -> DesignVariable:
    """C[z, y] >= 0 for `garbles`, whose rows are on the simplex, which is linear. Source: Blackwell 1951."""
    return DesignVariable(_matrix(P).shape[1], _matrix(other).shape[1], name="C")


class PolychotomousRelaxation:
    """Relaxing k-ary randomized response from e^eps1 to e^eps2 by a symmetric second response, as Pan states it.

    Variables: p_aa = P(o2 = a | o1 = a, X = a), p_ba = P(o2 = a | o1 = b, X = a), p_bb = P(o2 = b | o1 = b, X = a).
    With u = e^eps1 p_aa and v = e^eps1 (1 - p_aa)/(m - 1), which are the joint probabilities of the truth kept and left
    first, up to a common factor, every constraint is linear and DPP; `constraints` has them by their numbers.
    Source: Pan, Randomized Response with Gradual Release of Privacy Budget, (27)-(33), (37), (40)-(46), (49). Raises
    ValueError unless m is an integer of at least 3.
    """

    def __init__(self, m: int) -> None:
        if type(m) is not int or m < 3:
            raise ValueError(f"a polychotomous response has an integer m >= 3 of values, not {m!r}")
        self.m = m
        self.x = cvxpy.Parameter(name="x", nonneg=True)
        self.y = cvxpy.Parameter(name="y", nonneg=True)
        self.kept = cvxpy.Parameter(name="kept", nonneg=True)
        self.p_aa, self.p_ba, self.p_bb = (cvxpy.Variable(name=name) for name in ("p_aa", "p_ba", "p_bb"))
        self.constraints = self._by_number()

    def at(self, x: Fraction, y: Fraction) -> PolychotomousRelaxation:
        """The same at x = e^eps1 and y = e^eps2 >= x. Raises ValueError unless 1 <= x <= y."""
        if not 1 <= x <= y:
            raise ValueError(f"1 <= e^eps1 <= e^eps2 is needed, not {x} and {y}")
        first, second = Fraction(x), Fraction(y)
        self.x.value, self.y.value = first, second
        self.kept.value = second * (first + self.m - 1) / (second + self.m - 1)
        return self

    def _by_number(self) -> dict[str, Any]:
        m, y, p_aa, p_ba, p_bb = self.m, self.y, self.p_aa, self.p_ba, self.p_bb
        u, v = self.x * p_aa, self.x * (1 - p_aa) / (m - 1)
        joint_u, joint_v = cvxpy.Variable(name="u"), cvxpy.Variable(name="v")
        other = (1 - p_ba - p_bb) / (m - 2)
        made = {
            "u": joint_u == u,
            "v": joint_v == v,
            "(33)": (m - 1) * p_ba + joint_u == self.kept,
            "(37)": joint_u <= y * p_bb,
            "(40)": p_bb <= y * joint_u,
            "(41)": joint_v <= y * p_ba,
            "(42)": p_ba <= y * joint_v,
            "(43)": joint_v <= y * other,
            "(44)": other <= y * joint_v,
            "(45)": p_ba <= y * other,
            "(46)": other <= y * p_ba,
            "(49), p_aa": cvxpy.hstack([p_aa, 1 - p_aa]) >= 0,
            "(49), p_ba": cvxpy.hstack([p_ba, 1 - p_ba]) >= 0,
            "(49), p_bb": cvxpy.hstack([p_bb, 1 - p_bb]) >= 0,
            "(49), the rest": 1 - p_ba - p_bb >= 0,
        }
        return {number: said(constraint, number) for number, constraint in made.items()}

    def problem(self, objective: Any = None) -> Any:
        """All constraints, with an objective to be least; none: any point."""
        goal: Number = 0 if objective is None else objective
        return cvxpy.Problem(cvxpy.Minimize(goal), list(self.constraints.values()))


def _matrix(given: Any) -> Any:
    if isinstance(given, (np.ndarray, cvxpy.Expression)):
        return given
    rows: Sequence[Sequence[Any]] = given
    return np.array([list(row) for row in rows], dtype=object)
