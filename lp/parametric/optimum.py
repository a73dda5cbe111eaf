"""The optimum of a linear program for all values of a parameter at once, such as x = e^eps.

At a generic rational value in the part that is not covered yet the program is solved exactly; the basis found there is
followed over QQ(x) as far as it stays optimal (lp.parametric.pieces); and so on until every value is covered. The
result is a list of intervals with exact algebraic ends, on each the optimal point, value and dual as rational functions
of x and a theorem of the kernel. Stretches without feasible point or without least value are intervals of their own.

Where two optimal pieces share an end that belongs to both, their values agree there, because both are the minimum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil
from typing import Any

from flint import fmpz

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import KernelError, Theorem
from derivations.arithmetic.statements import Sequent
from lp.parametric.algebraic_simplex import piece_at_algebraic
from lp.parametric.certificate import certify_optimum
from lp.parametric.display import optimum_json, optimum_latex
from lp.parametric.interval import (
    Interval,
    NotGenericError,
    lower_end,
    rational_gap,
    upper_end,
)
from lp.parametric.pieces import InfeasiblePiece, OptimalPiece, Piece, UnboundedPiece, piece_around, piece_at
from lp.parametric.program import ParametricError, ParametricProgram
from mechanisms.exact.algebraic_real import AlgebraicReal
from mechanisms.exact.formula import AllOf, AnyOf, all_of
from mechanisms.exact.notebook import Shown
from mechanisms.exact.rational import RationalFunction

MAXIMAL_PIECES = 2000
ATTEMPTS = 6  # generic values tried before a gap is given up
GRAIN = 1000  # a gap is divided into more parts than this, one of whose ends is the generic value
GENERIC = Fraction(382, 1000)  # where in a gap the first of these values lies

Exact = Fraction | AlgebraicReal


@dataclass(frozen=True)
class AtValue(Shown):
    """What a parametric optimum says at one exact x: `point` and `value` are None where there is no minimum."""

    x: Exact
    piece: Piece
    point: tuple[Exact, ...] | None = None
    value: Exact | None = None

    @property
    def kind(self) -> str:
        """Whether the program is "optimal", "infeasible" or "unbounded" here."""
        return kind_of(self.piece)


@dataclass(frozen=True)
class ParametricOptimum(Shown):
    """The pieces in ascending order of x; `coverage` is the theorem that they cover the interval of the program."""

    program: ParametricProgram
    pieces: tuple[Piece, ...]
    coverage: Theorem = field(compare=False)

    @property
    def breakpoints(self) -> tuple[AlgebraicReal, ...]:
        """The values of x between two pieces, in ascending order."""
        return tuple(
            dict.fromkeys(piece.interval.high for piece in self.pieces[:-1] if piece.interval.high is not None)
        )

    def piece(self, x: Exact | int) -> Piece:
        """A piece that holds at an exact value of x; ParametricError outside the interval of the program."""
        for piece in self.pieces:
            if piece.interval.contains(x):
                return piece
        end = "infinity" if self.program.high is None else self.program.high
        raise ParametricError(f"{self.program.name} = {x} is outside the interval from {self.program.low} to {end}")

    def at(self, x: Exact | int) -> AtValue:
        """Point and value at an exact value of x: fractions if it is rational, algebraic numbers if not."""
        number = AlgebraicReal.of(x)
        piece = self.piece(number)
        where: Exact = number if number.rational is None else number.rational
        if not isinstance(piece, OptimalPiece):
            return AtValue(where, piece)
        return AtValue(where, piece, tuple(_value(f, number) for f in piece.point), _value(piece.value, number))

    def value(self, x: Exact | int) -> Exact:
        """The least value at an exact x; ParametricError where there is none."""
        found = self.at(x)
        if found.value is None:
            raise ParametricError(f"at {self.program.name} = {x} the program is {found.kind}")
        return found.value

    def to_latex(self) -> str:
        """The least value as a cases environment, ends of intervals as exact numbers."""
        return optimum_latex(self)

    def _repr_latex_(self) -> str:
        return f"${self.to_latex()}$"

    def to_json(self) -> dict[str, Any]:
        """Ends, values, points, multipliers and proofs, as data for json.dump."""
        return optimum_json(self)


def kind_of(piece: Piece) -> str:
    """optimal, infeasible or unbounded"""
    kinds = {OptimalPiece: "optimal", InfeasiblePiece: "infeasible", UnboundedPiece: "unbounded"}
    return kinds[type(piece)]


def _value(function: RationalFunction, at: AlgebraicReal) -> Exact:
    found = at.image(function)
    return found if found.rational is None else found.rational


def solve_for_all(program: ParametricProgram, *, limit: int = MAXIMAL_PIECES) -> ParametricOptimum:
    """The optimum for every value of the parameter in the interval of the program.

    Raises ParametricError if more than `limit` pieces are found.
    """
    end = None if program.high is None else AlgebraicReal.of(program.high)
    todo = [Interval(AlgebraicReal.of(program.low), end, True, end is not None)]
    pieces: list[Piece] = []
    while todo:
        gap = todo.pop()
        piece = _piece_in(program, gap)
        pieces.append(piece)
        if len(pieces) > limit:
            raise ParametricError(f"the optimum has more than {limit} pieces; allow more by `limit`")
        todo += _left_over(gap, piece.interval)
    pieces.sort(key=lambda p: (p.interval.low, not p.interval.single, not p.interval.low_closed))
    merged = tuple(_merged([_like_neighbour(pieces, i) for i in range(len(pieces))]))
    return ParametricOptimum(program, merged, _coverage(program, merged))


def _left_over(gap: Interval, covered: Interval) -> list[Interval]:
    """What is left of a gap, right part first."""
    left = []
    ends_before = covered.high is not None and (gap.high is None or covered.high < gap.high)
    end_is_open = covered.high is not None and covered.high == gap.high and gap.high_closed and not covered.high_closed
    if ends_before or end_is_open:
        assert covered.high is not None
        left.append(Interval(covered.high, gap.high, not covered.high_closed, gap.high_closed))
    if covered.low > gap.low or (gap.low_closed and not covered.low_closed):
        left.append(Interval(gap.low, covered.low, gap.low_closed, not covered.low_closed))
    return left


def _piece_in(program: ParametricProgram, gap: Interval) -> Piece:
    if gap.single:
        rational = gap.low.rational
        return piece_at_algebraic(program, gap.low) if rational is None else piece_at(program, rational)
    within = Interval(gap.low, gap.high, True, gap.high is not None)
    reason: Exception | None = None
    for attempt in range(ATTEMPTS):
        try:
            return piece_around(program, generic_value(gap, attempt), within)
        except NotGenericError as error:
            reason = error
    raise ParametricError(f"no basis was found in {gap}: {reason}") from reason


def generic_value(gap: Interval, attempt: int = 0) -> Fraction:
    """A rational number inside a gap, with a prime denominator that makes it an unlikely end of a piece."""
    if gap.high is None:
        low = Fraction(ceil(gap.low.high))
        high = low + max(abs(low), Fraction(1))
        if gap.low.rational is not None:
            low = gap.low.rational
    else:
        low, high = rational_gap(gap.low, gap.high)
    parts = GRAIN * 4**attempt / (high - low)
    denominator = fmpz(ceil(parts))
    while not denominator.is_prime():
        denominator += 1
    share = GENERIC if attempt == 0 else Fraction(1, 2) + Fraction((-1) ** attempt * attempt, 3 * ATTEMPTS)
    return Fraction(ceil((low + (high - low) * share) * int(denominator)), int(denominator))


# -- putting pieces together ---------------------------------------------------------------------------------------


def _like_neighbour(pieces: Sequence[Piece], number: int) -> Piece:
    """A piece; if it is a single point and the formulas of a neighbour hold there as well, with those.

    Multipliers often grow without bound towards such a point (x = 1 of private designs), although the point does not.
    """
    piece = pieces[number]
    if isinstance(piece, OptimalPiece) and piece.interval.single:
        for neighbour in (*pieces[number + 1 : number + 2], *pieces[max(number - 1, 0) : number]):
            if isinstance(neighbour, OptimalPiece):
                try:
                    theorem = certify_optimum(piece.program, piece.interval, neighbour.numbers, piece.duals[0][1])
                except KernelError:
                    continue
                return replace(piece, numbers=neighbour.numbers, theorem=theorem)
    return piece


def _merged(pieces: Sequence[Piece]) -> list[Piece]:
    """Neighbours that say the same of the program become one piece."""
    merged: list[Piece] = []
    for piece in pieces:
        if merged and piece.theorem.sequent.conclusion == merged[-1].theorem.sequent.conclusion:
            merged[-1] = _joined(merged[-1], piece)
        else:
            merged.append(piece)
    return merged


def _joined(first: Piece, second: Piece) -> Piece:
    a, b = first.interval, second.interval
    interval = Interval(a.low, b.high, a.low_closed, b.high_closed)
    name = first.program.name
    parts = AnyOf((all_of(a.hypotheses(name)), all_of(b.hypotheses(name))))
    proofs = []
    for piece, part in ((first, parts.parts[0]), (second, parts.parts[1])):
        packed = isinstance(part, AllOf) and part not in piece.theorem.sequent.hypotheses
        proofs.append(kernel.unpack(_flat(piece.theorem), part) if packed else piece.theorem)
    known = kernel.one_variable(Sequent(frozenset(interval.hypotheses(name)), parts))
    theorem = kernel.cut(known, kernel.cases(parts, *proofs))
    if isinstance(first, UnboundedPiece):
        return replace(first, interval=interval, theorem=theorem)
    assert not isinstance(second, UnboundedPiece)
    return replace(first, interval=interval, theorem=theorem, duals=first.duals + second.duals)


def _flat(theorem: Theorem) -> Theorem:
    """The theorem with the parts of each conjunction among its hypotheses as hypotheses of their own."""
    for hypothesis in theorem.sequent.hypotheses:
        if isinstance(hypothesis, AllOf):
            theorem = kernel.cut(kernel.conjoin(*map(kernel.assume, hypothesis.parts)), theorem)
    return theorem


def _coverage(program: ParametricProgram, pieces: Sequence[Piece]) -> Theorem:
    """x in the interval of the program |- x in one of the pieces"""
    name = program.name
    parts = AnyOf(tuple(all_of(piece.interval.hypotheses(name)) for piece in pieces))
    proof: Theorem | None = None
    for number in range(len(pieces) - 1, -1, -1):
        interval = pieces[number].interval
        here = kernel.choose(kernel.conjoin(*map(kernel.assume, interval.hypotheses(name))), parts)
        if proof is None:
            proof = here
            continue
        following = pieces[number + 1].interval
        assert interval.high is not None
        ends = AnyOf(
            (
                upper_end(interval.high, name, closed=interval.high_closed),
                lower_end(following.low, name, closed=following.low_closed),
            )
        )
        covered = kernel.one_variable(Sequent(frozenset(), ends))
        proof = kernel.cut(covered, kernel.cases(ends, here, proof))
    assert proof is not None
    return proof
