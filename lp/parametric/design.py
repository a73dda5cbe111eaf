"""Optimal designs for every x = e^eps at once: a list of intervals, on each the design as a function of x.

The program of a linear loss under eps-LDP (`lp.losses.linear_loss`), or under any mixture of constraints that is
written for each x (`lp.constraints.constraint`), is solved for all x by `lp.parametric.optimum`. The number of regimes
grows slowly (4 to 7 for losses without structure and 3 to 7 categories), the time with about the fourth power of the
number of categories.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import sympy

from derivations.arithmetic.statements import LinearProgram
from lp.constraints.constrained_design import constrained_model
from lp.constraints.constraint import Constraint
from lp.losses.linear_loss import Loss, loss_program, weighted_loss
from lp.parametric.display import design_latex
from lp.parametric.family import interpolated
from lp.parametric.interval import Interval
from lp.parametric.optimum import Exact, ParametricOptimum, solve_for_all
from lp.parametric.pieces import OptimalPiece, Piece
from lp.parametric.program import ParametricProgram
from mechanisms.design import Design
from mechanisms.exact.algebraic_real import AlgebraicReal
from mechanisms.exact.domain import Domain, Parameter
from mechanisms.exact.formula import Formula
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational
from mechanisms.exact.rational import RationalFunction

Labels = Sequence[Hashable]


@dataclass(frozen=True)
class DesignPiece(Shown):
    """On the interval the design is optimal; `design` and `value` are None where no design meets the constraints."""

    interval: Interval
    piece: Piece
    design: Design | None = None
    value: RationalFunction | None = None


@dataclass(frozen=True)
class ParametricDesign(Shown):
    """The optimal designs for all x, in ascending order; `optimum` holds program, theorems and dual functions."""

    optimum: ParametricOptimum
    truths: tuple[Hashable, ...]
    responses: tuple[Hashable, ...]

    @cached_property
    def pieces(self) -> tuple[DesignPiece, ...]:
        """The designs with the intervals on which they are optimal."""
        return tuple(self._design_piece(piece) for piece in self.optimum.pieces)

    @property
    def breakpoints(self) -> tuple[AlgebraicReal, ...]:
        """The values of x between two pieces."""
        return self.optimum.breakpoints

    def design_at(self, x: Exact | int) -> Design | None:
        """The optimal design at an exact x, rational or algebraic; None where there is none."""
        number = AlgebraicReal.of(x)
        piece = self.optimum.piece(number)
        if not isinstance(piece, OptimalPiece):
            return None
        if number.rational is not None:
            return self._numeric(piece, number.rational)
        value, width = number.to_sympy(), len(self.responses)
        entries = [sympy.expand(e.to_sympy({piece.program.name: value})) for e in piece.point]
        rows = [entries[i * width : (i + 1) * width] for i in range(len(self.truths))]
        return Design(rows, None, self.truths, self.responses)

    def at(self, x: Exact | int) -> tuple[Design | None, Exact | None]:
        """(optimal design, least value) at an exact x; None for both where no design meets the constraints."""
        return self.design_at(x), self.optimum.at(x).value

    def value(self, x: Exact | int) -> Exact:
        """The least value at an exact x."""
        return self.optimum.value(x)

    def to_latex(self) -> str:
        """The value and the designs as cases of e^eps."""
        return design_latex(self)

    def _repr_latex_(self) -> str:
        return f"${self.to_latex()}$"

    def to_json(self) -> dict[str, Any]:
        """The pieces with values, points, multipliers and proofs, as data for json.dump."""
        labels = {"truths": list(map(str, self.truths)), "responses": list(map(str, self.responses))}
        return {**self.optimum.to_json(), **labels}

    def _design_piece(self, piece: Piece) -> DesignPiece:
        if not isinstance(piece, OptimalPiece):
            return DesignPiece(piece.interval, piece)
        width = len(self.responses)
        rows = [piece.point[i * width : (i + 1) * width] for i in range(len(self.truths))]
        domain = interval_domain(piece.interval, piece.program.name)
        design = Design(rows, domain, self.truths, self.responses)
        return DesignPiece(piece.interval, piece, design, piece.value)

    def _numeric(self, piece: OptimalPiece, x: Fraction) -> Design:
        width, at = len(self.responses), {piece.program.name: x}
        point = [entry.evaluate(at) for entry in piece.point[: len(self.truths) * width]]
        rows = [point[i * width : (i + 1) * width] for i in range(len(self.truths))]
        return Design(rows, None, self.truths, self.responses)


def interval_domain(interval: Interval, name: str = "x") -> Domain:
    """The interval as the domain of a design; an irrational end is a condition, beside a rational bound close to it."""
    low, high = interval.low, interval.high
    exact: list[Formula] = []
    for end, formula in zip((low, high), interval.hypotheses(name), strict=False):
        if end is not None and end.rational is None:
            exact.append(formula)
    numbers = interval.rational_bounds()
    parameter = Parameter(
        name,
        numbers[0],
        numbers[1],
        low_open=low.rational is not None and not interval.low_closed,
        high_open=high is not None and high.rational is not None and not interval.high_closed,
    )
    return Domain.of(parameter, conditions=exact, exponentials={"eps": name})


def parametric_design(
    loss: Loss,
    prior: Sequence[Rational] | None = None,
    *,
    low: Rational = 1,
    high: Rational | None = None,
    truths: Labels | None = None,
    responses: Labels | None = None,
) -> ParametricDesign:
    """The eps-LDP designs with the least expected loss, for all x = e^eps from `low` (at least 1) to `high`.

    Without a prior the loss is summed over the truths. Raises LossError for wrong input.
    """

    def family(x: Fraction) -> LinearProgram:
        return loss_program(loss, x, prior)

    # Only the rows X low[y] - P[x, y] >= 0 hold x, and they are linear in it.
    found = solve_for_all(interpolated(family, 1, low=max(Fraction(low), Fraction(1)), high=high))
    return _labelled(found, loss, prior, truths, responses)


def parametric_design_under(
    loss: Loss,
    constraints: Callable[[Fraction], Sequence[Constraint]],
    prior: Sequence[Rational] | None = None,
    *,
    degree: int = 1,
    low: Rational = 1,
    high: Rational | None = None,
    truths: Labels | None = None,
    responses: Labels | None = None,
) -> ParametricDesign:
    """The designs with the least expected loss that meet constraints which depend on x, for all x at once.

    `constraints(x)` lists the constraint objects at a rational x, such as [ApproximatePrivacy(x, delta)]. The entries
    of the rows that they write are polynomials in x of at most the given degree: 1 for local and approximate privacy,
    d for metric privacy with factors up to x^d.
    """
    program = constrained_program(loss, constraints, prior, degree=degree, low=low, high=high)
    return _labelled(solve_for_all(program), loss, prior, truths, responses)


def constrained_program(
    loss: Loss,
    constraints: Callable[[Fraction], Sequence[Constraint]],
    prior: Sequence[Rational] | None = None,
    *,
    degree: int = 1,
    low: Rational = 1,
    high: Rational | None = None,
) -> ParametricProgram:
    """The program of a linear loss under constraints that depend on x."""
    import cvxpy

    from lp.models.exact_program import exact_program
    from lp.models.losses import expected_loss

    cost = weighted_loss(loss, prior)

    def family(x: Fraction) -> LinearProgram:
        P, demands = constrained_model(len(cost), len(cost[0]), constraints(x))
        return exact_program(cvxpy.Problem(cvxpy.Minimize(expected_loss(P, cost)), demands)).program

    return interpolated(family, degree, low=low, high=high)


def _labelled(
    found: ParametricOptimum,
    loss: Loss,
    prior: Sequence[Rational] | None,
    truths: Labels | None,
    responses: Labels | None,
) -> ParametricDesign:
    cost = weighted_loss(loss, prior)
    rows = range(len(cost)) if truths is None else truths
    return ParametricDesign(found, tuple(rows), tuple(range(len(cost[0])) if responses is None else responses))
