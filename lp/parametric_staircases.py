"""The best eps-LDP design for a sublinear objective that is rational in x = e^eps, for all x at once.

A largest value is attained by a design whose columns are theta_S w_S, where w_S is x on a subset S of the truths and 1
elsewhere (Kairouz, Oh, Viswanath, JMLR 17, 2016, theorems 2 and 4; `lp.staircases` for one x and all objectives):

    maximise sum over S of theta_S mu(w_S)  subject to  sum over S of theta_S w_S = (1, ..., 1),  theta >= 0.

mu(w_S) = n_S(x)/d_S(x) with d_S > 0. In the variables theta_S/d_S all entries are polynomials of low degree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from lp.linear_loss import LossError
from lp.parametric import ParametricOptimum, solve_for_all
from lp.parametric_design import interval_domain
from lp.parametric_interval import Interval
from lp.parametric_pieces import OptimalPiece
from lp.parametric_program import Entry, ParametricProgram
from mechanisms.design import Design
from mechanisms.polynomial import Polynomial, Rational
from mechanisms.rational import RationalFunction

MAXIMAL_TRUTHS = 8  # 256 columns
Column = tuple[Polynomial, ...]
Worth = Callable[[Column], Entry]
X, ONE = Polynomial.variable("x"), Polynomial.constant(1)


@dataclass(frozen=True)
class StaircasePiece:
    """On the interval the design is best; its responses are the subsets of truths under which they are likelier."""

    interval: Interval
    design: Design
    value: RationalFunction


@dataclass(frozen=True)
class ParametricStaircases:
    """The best designs for all x; `optimum` is that of the program, which minimises the negative objective."""

    optimum: ParametricOptimum
    subsets: tuple[tuple[int, ...], ...]
    scales: tuple[Polynomial, ...]
    columns: tuple[Column, ...]

    @property
    def pieces(self) -> tuple[StaircasePiece, ...]:
        """The designs with the intervals on which they are best."""
        return tuple(self._piece(p) for p in self.optimum.pieces if isinstance(p, OptimalPiece))

    def _piece(self, piece: OptimalPiece) -> StaircasePiece:
        used = [i for i, mass in enumerate(piece.point) if not mass.is_zero()]
        masses = {i: piece.point[i] * self.scales[i] for i in used}
        rows = [[masses[i] * self.columns[i][a] for i in used] for a in range(len(self.columns[0]))]
        domain = interval_domain(piece.interval)
        design = Design(rows, domain, None, [self.subsets[i] for i in used])
        return StaircasePiece(piece.interval, design, -piece.value)


def parametric_staircases(
    truths: int, worth: Worth, *, low: Rational = 1, high: Rational | None = None
) -> ParametricStaircases:
    """The design with the largest sum of `worth` over its columns, for all x = e^eps from `low` to `high`.

    `worth` gives mu of a column of polynomials in x that are 1 or x, as a rational function of x; it has to be
    convex and homogeneous for the answer to be best among all designs, not among staircase designs alone.
    """
    if not 2 <= truths <= MAXIMAL_TRUTHS:
        raise LossError(f"the number of truths is from 2 to {MAXIMAL_TRUTHS}, because all subsets are columns")
    subsets = [tuple(a for a in range(truths) if s >> a & 1) for s in range(2**truths - 1)]
    columns = [tuple(X if a in subset else ONE for a in range(truths)) for subset in subsets]
    values = [RationalFunction.of(worth(column)) for column in columns]
    scales = tuple(value.denominator for value in values)
    size = range(len(columns))
    program = ParametricProgram.of(
        [-value.numerator for value in values],
        [[(i, 1)] for i in size],
        [0] * len(columns),
        [[(i, columns[i][a] * scales[i]) for i in size] for a in range(truths)],
        [1] * truths,
        low=low,
        high=high,
    )
    for scale in set(scales):
        program.require_positive(scale, "the denominator of a worth")
    return ParametricStaircases(solve_for_all(program), tuple(subsets), scales, tuple(columns))


def chi_square_worth(prior: Sequence[Rational]) -> Worth:
    """sum of pi_a (c_a - s)^2/s with s = sum of pi_a c_a: the chi-square information about a truth with this prior."""
    weights = [Fraction(w) for w in prior]

    def worth(column: Column) -> RationalFunction:
        s = _mean(weights, column)
        return RationalFunction(_mean(weights, [(c - s) * (c - s) for c in column]), s)

    return worth


def total_variation_worth(first: Sequence[Rational], second: Sequence[Rational]) -> Worth:
    """|alpha . c - beta . c|/2: the total variation between the responses under two distributions of the truth."""
    gains = [(Fraction(a) - Fraction(b)) / 2 for a, b in zip(first, second, strict=True)]
    if sum(gains) != 0:
        raise LossError("two distributions have the same sum")

    def worth(column: Column) -> Polynomial:
        difference = _mean(gains, column)  # a multiple of x - 1
        return difference if difference.leading_coefficient() >= 0 else -difference

    return worth


def _mean(weights: Sequence[Fraction], values: Sequence[Polynomial]) -> Polynomial:
    total = Polynomial()
    for weight, value in zip(weights, values, strict=True):
        total = total + value * weight
    return total
