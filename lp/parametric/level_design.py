"""Optimal designs at one exact level, whatever kind of number x = e^eps is.

At a transcendental x the design is a function of x with the domain `x = exp(eps)`, its value is enclosed, and the
theorem assumes nothing but what x is. Programs of many categories at a rational level are faster in
`lp.losses.linear_loss`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy

from derivations.arithmetic.kernel import Theorem
from lp.constraints.constraint import Constraint
from lp.losses.linear_loss import Loss, loss_program, weighted_loss
from lp.parametric.design import constrained_program
from lp.parametric.family import interpolated
from lp.parametric.level_input import Exact, Level, read_level
from lp.parametric.level_optimum import LevelOptimum, solve_at_level
from lp.parametric.pieces import OptimalPiece
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, Parameter
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational
from mechanisms.exact.rational import RationalFunction

Labels = Sequence[Hashable]


@dataclass(frozen=True)
class LevelDesign(Shown):
    """The optimal design at a level; `found` holds the piece, the theorem and the enclosure of x.

    `design` is None where no design meets the constraints.
    """

    level: Level
    design: Design | None
    found: LevelOptimum

    @property
    def theorem(self) -> Theorem:
        """That the design is optimal at the level."""
        return self.found.theorem

    @property
    def value(self) -> Exact | None:
        """The exact least value; None at a transcendental x, where `bounds` encloses it."""
        return self.found.value()

    def bounds(self, digits: int = 12) -> tuple[Fraction, Fraction]:
        """Rational numbers around the least value, at most 10^-digits apart."""
        return self.found.bounds(digits)

    def entry_bounds(self, digits: int = 12) -> tuple[tuple[tuple[Fraction, Fraction], ...], ...]:
        """Rational numbers around each entry of the design, row by row."""
        assert self.design is not None
        width, point = len(self.design.responses), self.found.point()
        rows = (point[i * width : (i + 1) * width] for i in range(len(self.design.truths)))
        return tuple(tuple(self.found.enclosed(entry, digits) for entry in row) for row in rows)

    def _repr_latex_(self) -> str:
        if self.design is None:
            return r"$\text{infeasible}$"
        if self.value is not None:
            exact = self.value
            value = sympy.latex(sympy.Rational(exact) if isinstance(exact, Fraction) else exact.to_sympy())
        else:
            assert isinstance(self.found.piece, OptimalPiece)
            value = sympy.latex(self.found.piece.value.to_sympy({self.found.piece.program.name: self.level.to_sympy()}))
        return rf"$\displaystyle \min = {value}, \quad P = {self.design.to_latex()}$"


def design_at_level(
    loss: Loss,
    level: Level | str,
    prior: Sequence[Rational] | None = None,
    *,
    rational: bool = False,
    constraints: Callable[[Fraction], Sequence[Constraint]] | None = None,
    degree: int = 1,
    truths: Labels | None = None,
    responses: Labels | None = None,
) -> LevelDesign:
    """The design of least expected loss at a level: eps-LDP, or under constraints that are given as a function of x.

    `level` is a text such as "log(3)" (see `read_level`) or a Level. With `rational` an irrational x is replaced by the
    rational number just below it, which `level.note` says. `degree` bounds the degree in x of the constraints.
    """
    given = read_level(level) if isinstance(level, str) else level
    if rational:
        given = given.as_rational()
    if constraints is None:
        program = interpolated(lambda x: loss_program(loss, x, prior))
    else:
        program = constrained_program(loss, constraints, prior, degree=degree)
    found = solve_at_level(program, given)
    cost = weighted_loss(loss, prior)
    rows, columns = truths or range(len(cost)), responses or range(len(cost[0]))
    if not isinstance(found.piece, OptimalPiece):
        return LevelDesign(given, None, found)
    return LevelDesign(given, _design(found.point(), given, program.name, list(rows), list(columns)), found)


def _design(
    point: Sequence[RationalFunction],
    level: Level,
    name: str,
    truths: Sequence[Hashable],
    responses: Sequence[Hashable],
) -> Design:
    width = len(responses)
    rows = [list(point[i * width : (i + 1) * width]) for i in range(len(truths))]
    if level.eps is not None:
        low, high = level.enclosure(20)
        constant = Parameter(name, low, high, low_open=True, high_open=True, constant=level.constant(name))
        domain = Domain.of(constant)
        return Design(rows, domain, truths, responses)
    x = level.to_sympy()
    return Design([[sympy.expand(e.to_sympy({name: x})) for e in row] for row in rows], None, truths, responses)
