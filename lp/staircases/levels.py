"""Optimal staircase designs for all x = e^eps at once, for objectives that are rational functions of x.

With the value c_S(x) = n_S(x)/d_S(x) of the column of a subset S, d_S > 0, and masses theta_S = d_S(x) z_S the program
is

    minimise  -sum of n_S(x) z_S  subject to  sum of d_S(x) w_S(x)[a] z_S = 1 for each truth a,  z >= 0,

whose entries are polynomials in x. It is solved by `lp.parametric.optimum`: intervals with exact algebraic ends, on
each of which the kernel has accepted point and multipliers.

Source: Kairouz, Oh, Viswanath 2016.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from lp.losses.column_objectives import ColumnObjective, ObjectiveError
from lp.parametric.design import DesignPiece, interval_domain
from lp.parametric.display import pieces_latex
from lp.parametric.optimum import ParametricOptimum, solve_for_all
from lp.parametric.pieces import OptimalPiece
from lp.parametric.program import ParametricProgram
from mechanisms.design import Design
from mechanisms.exact.algebraic_real import AlgebraicReal
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial, Rational
from mechanisms.exact.rational import RationalFunction

MAXIMAL_TRUTHS = 6  # with 2^6 columns; the time grows about fivefold with each truth
X = Polynomial.variable("x")
ONE = Polynomial.constant(1)


@dataclass(frozen=True)
class StaircaseLevels(Shown):
    """The optimal staircase designs for all x of an interval; `optimum` holds program, pieces and theorems."""

    objective: ColumnObjective
    optimum: ParametricOptimum

    @property
    def breakpoints(self) -> tuple[AlgebraicReal, ...]:
        """The levels x at which the design changes, exactly."""
        return self.optimum.breakpoints

    @cached_property
    def pieces(self) -> tuple[DesignPiece, ...]:
        """The designs, with responses labelled by subsets, and largest values on intervals, in ascending order of x."""
        return tuple(self._piece(piece) for piece in self.optimum.pieces if isinstance(piece, OptimalPiece))

    def _piece(self, piece: OptimalPiece) -> DesignPiece:
        k = self.objective.truths
        columns: list[list[RationalFunction]] = []
        labels: list[Hashable] = []
        for subset, z in enumerate(piece.point):
            if not z.is_zero():
                mass = z * _cleared(self.objective, subset)[1]
                columns.append([mass * (X if subset >> a & 1 else ONE) for a in range(k)])
                labels.append(tuple(a for a in range(k) if subset >> a & 1))
        design = Design(list(zip(*columns, strict=True)), interval_domain(piece.interval), responses=labels)
        return DesignPiece(piece.interval, piece, design, -piece.value - self.objective.constant)

    def to_latex(self) -> str:
        """The largest value and the designs as cases of e^eps."""
        return pieces_latex(self.pieces, rf"\max_P {self.objective.latex}")

    def _repr_latex_(self) -> str:
        return f"${self.to_latex()}$"


def staircase_for_all_levels(
    objective: ColumnObjective, low: Rational = 1, high: Rational | None = None
) -> StaircaseLevels:
    """The optimum of an objective for every x = e^eps from `low` on, with the exact levels at which it changes.

    For up to 6 truths. Raises ObjectiveError where the values are no rational functions of x, as with logarithms.
    """
    k = objective.truths
    if objective.for_all_levels is None or objective.features is None:
        raise ObjectiveError(f"the values of {objective.name} are not known to be rational functions of x")
    if k > MAXIMAL_TRUTHS:
        raise ObjectiveError(f"all levels at once are found for at most {MAXIMAL_TRUTHS} truths, not {k}")
    if low < 1 or (high is not None and high < low):
        raise ObjectiveError(f"levels lie between 1 and the end of the interval; here it is from {low} to {high}")
    cleared = [_cleared(objective, subset) for subset in range(1 << k)]
    program = ParametricProgram.of(
        [-n for n, _ in cleared],
        [[(s, 1)] for s in range(1 << k)],
        [0] * (1 << k),
        [[(s, d * (X if s >> a & 1 else ONE)) for s, (_, d) in enumerate(cleared)] for a in range(k)],
        [1] * k,
        low=low,
        high=high,
    )
    return StaircaseLevels(objective, solve_for_all(program))


def _cleared(objective: ColumnObjective, subset: int) -> tuple[Polynomial, Polynomial]:
    """Numerator and denominator of the value of a column, the denominator positive for x >= 1."""
    features, function = objective.features, objective.for_all_levels
    assert features is not None, "the caller has asked for them"
    assert function is not None, "the caller has asked for it"
    inside = [features[a] for a in range(objective.truths) if subset >> a & 1]
    width = len(features[0])
    value = function(tuple(sum((f[j] for f in inside), Fraction(0)) for j in range(width)))
    if value.denominator.evaluate({name: Fraction(2) for name in value.denominator.names}) < 0:
        return -value.numerator, -value.denominator
    return value.numerator, value.denominator
