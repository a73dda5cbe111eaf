"""The pieces of a parametric optimum: what holds on one interval of the parameter, with its theorem.

Each is found from an exact answer at one rational value x0: the constraints that determine that answer are solved over
QQ(x), and the signs of slacks and multipliers say how far it goes on being the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flint import fmpq_poly

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import row_value
from lp.parametric.basis import RationalVector, row_product, solution_near
from lp.parametric.certificate import (
    DualNumbers,
    PointNumbers,
    certify_infeasible,
    certify_optimum,
    certify_unbounded,
)
from lp.parametric.interval import Interval, NotGenericError, interval_around
from lp.parametric.program import DenseRow, ParametricProgram, from_dense
from lp.programs.linear_program import Infeasible, Optimum, Unbounded, solve
from mechanisms.exact.algebraic_real import AlgebraicReal
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

ZERO = Fraction(0)


@dataclass(frozen=True)
class OptimalPiece(Shown):
    """On the interval the point is optimal. `duals` proves it, for one part of the interval after the other."""

    program: ParametricProgram
    interval: Interval
    numbers: PointNumbers
    duals: tuple[tuple[Interval, DualNumbers], ...]
    theorem: Theorem

    @cached_property
    def point(self) -> tuple[RationalFunction, ...]:
        """The optimal point as rational functions of x."""
        return tuple(RationalFunction(p, self.numbers.denominator) for p in self.numbers.numerators)

    @cached_property
    def value(self) -> RationalFunction:
        """The optimal value as a rational function of x."""
        total = Polynomial()
        for c, p in zip(self.program.cost, self.numbers.numerators, strict=True):
            total = total + c * p
        return RationalFunction(total, self.numbers.denominator * self.program.scale)

    @property
    def dual(self) -> tuple[tuple[RationalFunction, ...], tuple[RationalFunction, ...]]:
        """The multipliers of rows and equations on the first part of the interval, for the cost over its scale."""
        numbers = self.duals[0][1]
        bottom = numbers.denominator * self.program.scale
        return (
            tuple(RationalFunction(y, bottom) for y in numbers.rows),
            tuple(RationalFunction(w, bottom) for w in numbers.equations),
        )


@dataclass(frozen=True)
class InfeasiblePiece(Shown):
    """On the interval no point satisfies the constraints; multipliers that prove it, part by part."""

    program: ParametricProgram
    interval: Interval
    duals: tuple[tuple[Interval, DualNumbers], ...]
    theorem: Theorem


@dataclass(frozen=True)
class UnboundedPiece(Shown):
    """On the interval the cost falls for ever from the point along the numerators of the ray."""

    program: ParametricProgram
    interval: Interval
    numbers: PointNumbers
    ray: PointNumbers
    theorem: Theorem


Piece = OptimalPiece | InfeasiblePiece | UnboundedPiece


def piece_around(program: ParametricProgram, at: Fraction, within: Interval) -> Piece:
    """What holds around a generic rational value of x, on the largest interval inside `within` that its basis allows.

    Raises NotGenericError if the value is special, so that its basis is right at no neighbouring value.
    """
    outcome = solve(program.at(at))
    for keep in (False, True):  # free unknowns are put to zero where that will do
        try:
            if isinstance(outcome, Optimum):
                return _optimal(program, at, within, outcome, keep)
            if isinstance(outcome, Infeasible):
                return _infeasible(program, at, within, outcome)
            return _unbounded(program, at, within, outcome, keep)
        except NotGenericError:
            if keep:
                raise
    raise AssertionError


def piece_at(program: ParametricProgram, at: Fraction) -> Piece:
    """What holds at one rational value of x, for which no interval is found."""
    outcome = solve(program.at(at))
    there = AlgebraicReal.of(at)
    interval = Interval(there, there)

    def constants(values: Iterable[Fraction]) -> tuple[Polynomial, ...]:
        return tuple(Polynomial.constant(v) for v in values)

    if isinstance(outcome, Unbounded):
        point, ray = PointNumbers(constants(outcome.point)), PointNumbers(constants(outcome.ray))
        return UnboundedPiece(program, interval, point, ray, certify_unbounded(program, interval, point, ray))
    if isinstance(outcome, Infeasible):
        dual = DualNumbers(constants(outcome.multipliers[0]), constants(outcome.multipliers[1]))
        return InfeasiblePiece(program, interval, ((interval, dual),), certify_infeasible(program, interval, dual))
    point, dual = (
        PointNumbers(constants(outcome.point)),
        DualNumbers(constants(outcome.dual[0]), constants(outcome.dual[1])),
    )
    theorem = certify_optimum(program, interval, point, dual)
    return OptimalPiece(program, interval, point, ((interval, dual),), theorem)


# -- from one value to an interval ---------------------------------------------------------------------------------


def _optimal(
    program: ParametricProgram, at: Fraction, within: Interval, outcome: Optimum, keep_free: bool
) -> OptimalPiece:
    support = [i for i, y in enumerate(outcome.dual[0]) if y]
    held = set(support)
    tight = [*support, *(i for i in outcome.active if i not in held)]
    point = _point(program, at, tight, outcome.point, keep_free)
    dual = _multipliers(program, at, support, outcome.dual, program.dense_vector(program.cost), None)
    interval = interval_around(
        AlgebraicReal.of(at),
        [*_slacks(program, point), *(dual.numerators[: len(support)])],
        [point.denominator, dual.denominator],
        within,
    )
    numbers, multipliers = _named(program, point), _dual_numbers(program, support, dual)
    theorem = certify_optimum(program, interval, numbers, multipliers)
    return OptimalPiece(program, interval, numbers, ((interval, multipliers),), theorem)


def _infeasible(program: ParametricProgram, at: Fraction, within: Interval, outcome: Infeasible) -> InfeasiblePiece:
    support = [i for i, y in enumerate(outcome.multipliers[0]) if y]
    excess = outcome.program.combine(*outcome.multipliers)[1]
    scaled = tuple(tuple(v / excess for v in part) for part in outcome.multipliers)
    costs = [fmpq_poly([0])] * len(program.cost)
    dual = _multipliers(program, at, support, (scaled[0], scaled[1]), costs, fmpq_poly([1]))
    interval = interval_around(AlgebraicReal.of(at), dual.numerators[: len(support)], [dual.denominator], within)
    multipliers = _dual_numbers(program, support, dual)
    theorem = certify_infeasible(program, interval, multipliers)
    return InfeasiblePiece(program, interval, ((interval, multipliers),), theorem)


def _unbounded(
    program: ParametricProgram, at: Fraction, within: Interval, outcome: Unbounded, keep_free: bool
) -> UnboundedPiece:
    there = outcome.program
    tight = [
        i
        for i, (row, bound) in enumerate(zip(there.rows, there.bounds, strict=True))
        if row_value(row, outcome.point) == bound
    ]
    point = _point(program, at, tight, outcome.point, keep_free)
    flat = [i for i, row in enumerate(there.rows) if row_value(row, outcome.ray) == 0]
    slope = -sum((c * r for c, r in zip(there.cost, outcome.ray, strict=True)), ZERO)
    cost = tuple((j, c) for j, c in enumerate(program.dense_vector(program.cost)) if c)
    rows = [*program.dense_equations, *(program.dense_rows[i] for i in flat), cost]
    sides = [*[fmpq_poly([0])] * (len(rows) - 1), fmpq_poly([-1])]
    ray = _generic(solution_near(rows, sides, [r / slope for r in outcome.ray]), at)
    interval = interval_around(
        AlgebraicReal.of(at),
        [*_slacks(program, point), *(row_product(row, ray.numerators) for row in program.dense_rows)],
        [point.denominator, ray.denominator],
        within,
    )
    numbers, direction = _named(program, point), _named(program, ray)
    theorem = certify_unbounded(program, interval, numbers, direction)
    return UnboundedPiece(program, interval, numbers, direction, theorem)


def _point(
    program: ParametricProgram, at: Fraction, tight: Sequence[int], values: Sequence[Fraction], keep_free: bool
) -> RationalVector:
    """The point at which equations and tight rows are equalities, near the values at one x."""
    rows = [*program.dense_equations, *(program.dense_rows[i] for i in tight)]
    sides = program.dense_vector([*program.sides, *(program.bounds[i] for i in tight)])
    return _generic(solution_near(rows, sides, values, keep_free=keep_free), at)


def _multipliers(
    program: ParametricProgram,
    at: Fraction,
    support: Sequence[int],
    values: tuple[Sequence[Fraction], Sequence[Fraction]],
    costs: Sequence[fmpq_poly],
    excess: fmpq_poly | None,
) -> RationalVector:
    """Multipliers of the supporting rows and of the equations that combine to the costs, the bounds to `excess`."""
    columns: list[list[tuple[int, fmpq_poly]]] = [[] for _ in costs]
    lines: list[DenseRow] = [*(program.dense_rows[i] for i in support), *program.dense_equations]
    for number, line in enumerate(lines):
        for j, entry in line:
            columns[j].append((number, entry))
    sides = list(costs)
    if excess is not None:
        given = program.dense_vector([*(program.bounds[i] for i in support), *program.sides])
        columns.append([(number, entry) for number, entry in enumerate(given) if entry])
        sides.append(excess)
    start = [*(values[0][i] for i in support), *values[1]]
    return _generic(solution_near([tuple(column) for column in columns], sides, start), at)


def _slacks(program: ParametricProgram, point: RationalVector) -> list[fmpq_poly]:
    bounds = program.dense_vector(program.bounds)
    return [
        row_product(row, point.numerators) - bound * point.denominator
        for row, bound in zip(program.dense_rows, bounds, strict=True)
    ]


def _generic(found: RationalVector | None, at: Fraction) -> RationalVector:
    if found is None:
        raise NotGenericError(f"equations that hold at {at} hold nowhere near")
    return found.with_positive_denominator(at)


def _named(program: ParametricProgram, vector: RationalVector) -> PointNumbers:
    named = _namer(program)
    return PointNumbers(tuple(map(named, vector.numerators)), named(vector.denominator))


def _dual_numbers(program: ParametricProgram, support: Sequence[int], dual: RationalVector) -> DualNumbers:
    named = _namer(program)
    rows = [Polynomial()] * len(program.rows)
    for i, y in zip(support, dual.numerators, strict=False):
        rows[i] = named(y)
    return DualNumbers(tuple(rows), tuple(map(named, dual.numerators[len(support) :])), named(dual.denominator))


def _namer(program: ParametricProgram) -> Callable[[fmpq_poly], Polynomial]:
    return lambda polynomial: from_dense(polynomial, program.name)
