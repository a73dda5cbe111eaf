"""The optimum of a program with a parameter at one exact level: rational, algebraic, or transcendental x = e^eps.

* rational x: an exact solve, certified at that x.
* irrational algebraic x: the basis of a rational value close by, shown to be optimal at x itself; point and multipliers
  are numbers of the field QQ(x), polynomials in x reduced modulo its minimal polynomial.
* transcendental x = e^eps: no end of a piece is transcendental, so a piece around it contains an interval of rational
  numbers low < x < high that the kernel proves of e^eps. The answer is exact as a rational function of x, and its value
  is enclosed to as many digits as asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import arb, ctx, fmpq_poly

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.real_roots import dense
from derivations.arithmetic.statements import Sequent
from lp.parametric.algebraic_simplex import piece_at_algebraic
from lp.parametric.certificate import DualNumbers, PointNumbers, certify_optimum
from lp.parametric.interval import Interval, NotGenericError, simplest
from lp.parametric.level_input import Exact, Level
from lp.parametric.optimum import kind_of
from lp.parametric.pieces import OptimalPiece, Piece, piece_around, piece_at
from lp.parametric.program import ParametricError, ParametricProgram, from_dense
from mechanisms.exact.algebraic_real import UNKNOWN, AlgebraicReal
from mechanisms.exact.formula import AllOf, Formula
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial, to_fmpq
from mechanisms.exact.privacy_level import dyadic
from mechanisms.exact.rational import RationalFunction

FIRST_DIGITS = 6  # of the rational value at which a basis is looked for
MAXIMAL_DIGITS = 80  # of an enclosure that the kernel finds again
MARGIN_DIGITS = 3


@dataclass(frozen=True)
class LevelOptimum(Shown):
    """What holds at a level: the piece says point and value as functions of x, the theorem assumes x to be the level.

    `enclosure` is an interval of rational numbers that contains x; for a transcendental x, the theorem of the piece is
    about that interval, and `theorem` assumes `x = exp(eps)` alone.
    """

    level: Level
    piece: Piece
    theorem: Theorem
    enclosure: tuple[Fraction, Fraction]

    @property
    def kind(self) -> str:
        """Whether the program is "optimal", "infeasible" or "unbounded" at the level."""
        return kind_of(self.piece)

    def point(self) -> tuple[RationalFunction, ...]:
        """The optimal point as rational functions of x."""
        return self._optimal().point

    def value(self) -> Exact | None:
        """The exact value, where x is rational or algebraic; None for a transcendental x, see `bounds`."""
        if self.level.x is None:
            return None
        found = AlgebraicReal.of(self.level.x).image(self._optimal().value)
        return found if found.rational is None else found.rational

    def bounds(self, digits: int = 12) -> tuple[Fraction, Fraction]:
        """Rational numbers around the value, at most 10^-digits apart, the same if it is rational."""
        return self.enclosed(self._optimal().value, digits)

    def enclosed(self, function: RationalFunction, digits: int = 12) -> tuple[Fraction, Fraction]:
        """Rational numbers around the value of a function of x at the level, at most 10^-digits apart.

        Raises ParametricError where the enclosure is not reached.
        """
        name, precision = self.piece.program.name, digits
        if self.level.rational is not None or not function.names:
            exact = function.evaluate({name: self.level.rational or Fraction(1)})
            return exact, exact
        while precision <= MAXIMAL_DIGITS + digits:
            low, high = _range(function, name, self.level.enclosure(precision), 8 * precision + 64)
            if low is not None and high is not None and high - low <= Fraction(1, 10**digits):
                return low, high
            precision *= 2
        raise ParametricError(f"the value is not enclosed to {digits} digits")

    def _optimal(self) -> OptimalPiece:
        if not isinstance(self.piece, OptimalPiece):
            raise ParametricError(f"at {self.level} the program is {self.kind}")
        return self.piece


def solve_at_level(program: ParametricProgram, level: Level) -> LevelOptimum:
    """The optimum at a level, certified; ParametricError outside the interval of the program, or if none is found."""
    low, high = level.enclosure(FIRST_DIGITS)
    if high < program.low or (program.high is not None and low > program.high):
        raise ParametricError(f"{level} lies outside the interval of the program")
    if level.rational is not None:
        piece = piece_at(program, level.rational)
        return LevelOptimum(level, piece, piece.theorem, (level.rational, level.rational))
    domain = Interval(
        AlgebraicReal.of(program.low), None if program.high is None else AlgebraicReal.of(program.high), True, True
    )
    digits = FIRST_DIGITS
    while digits <= MAXIMAL_DIGITS:
        low, high = level.enclosure(digits)
        for near in _candidates(low, high, domain):
            found = _around(program, level, near, domain, digits)
            if found is not None:
                return found
        digits *= 3
    if isinstance(level.x, AlgebraicReal):
        piece = piece_at_algebraic(program, level.x)
        return LevelOptimum(level, piece, piece.theorem, (level.x.low, level.x.high))
    raise ParametricError(f"no basis that is optimal at {level} was found close to it")


def _candidates(low: Fraction, high: Fraction, domain: Interval) -> list[Fraction]:
    """Rational values close to the level, on both sides of it."""
    width = max(high - low, Fraction(1, 10**9))
    sides = (simplest(low - 2 * width, low - width), simplest(high + width, high + 2 * width))
    return [value for value in sides if domain.contains(value)]


def _around(
    program: ParametricProgram, level: Level, near: Fraction, domain: Interval, digits: int
) -> LevelOptimum | None:
    try:
        piece = piece_around(program, near, domain)
    except NotGenericError:
        return None
    if isinstance(level.x, AlgebraicReal):
        return _algebraic(piece, level, level.x) if piece.interval.contains(level.x) else None
    low, high = level.enclosure(digits + MARGIN_DIGITS)
    if not (piece.interval.contains(low) and piece.interval.contains(high)):
        return None
    known = kernel.enclose(level.constant(program.name), low, high)
    bounds = [kernel.project(known, part) for part in _parts(known.sequent.conclusion)]
    theorem = piece.theorem
    for hypothesis in piece.interval.hypotheses(program.name):
        inside = frozenset(part.sequent.conclusion for part in bounds)
        theorem = kernel.cut(kernel.one_variable(Sequent(inside, hypothesis)), theorem)
    for part in bounds:
        theorem = kernel.cut(part, theorem)
    return LevelOptimum(level, piece, theorem, (low, high))


def _parts(formula: Formula) -> tuple[Formula, ...]:
    return formula.parts if isinstance(formula, AllOf) else (formula,)


def _algebraic(piece: Piece, level: Level, x: AlgebraicReal) -> LevelOptimum:
    """The piece at one algebraic x: the numbers of an optimum reduced modulo its minimal polynomial."""
    program, there = piece.program, Interval(x, x)
    if isinstance(piece, OptimalPiece):
        numbers = reduced_point(piece.numbers, x, program.name)
        dual = next(numbers for part, numbers in piece.duals if part.contains(x))
        multipliers = reduced_dual(dual, x, program.name)
        theorem = certify_optimum(program, there, numbers, multipliers)
        piece = OptimalPiece(program, there, numbers, ((there, multipliers),), theorem)
    else:
        theorem = piece.theorem
        hypotheses = frozenset(there.hypotheses(program.name))
        for hypothesis in piece.interval.hypotheses(program.name):
            theorem = kernel.cut(kernel.one_variable(Sequent(hypotheses, hypothesis)), theorem)
        piece = replace(piece, interval=there, theorem=theorem)
    return LevelOptimum(level, piece, theorem, (x.low, x.high))


def reduced_point(numbers: PointNumbers, x: AlgebraicReal, name: str) -> PointNumbers:
    """A point of the field QQ(x): polynomials in x of degree below that of x."""
    return PointNumbers(_reduced(numbers.numerators, numbers.denominator, x, name))


def reduced_dual(numbers: DualNumbers, x: AlgebraicReal, name: str) -> DualNumbers:
    """Multipliers of the field QQ(x): polynomials in x of degree below that of x."""
    rows = _reduced(numbers.rows, numbers.denominator, x, name)
    return DualNumbers(rows, _reduced(numbers.equations, numbers.denominator, x, name))


def _reduced(
    numerators: Sequence[Polynomial], denominator: Polynomial, x: AlgebraicReal, name: str
) -> tuple[Polynomial, ...]:
    modulus = dense(x.minimal, UNKNOWN)
    common, inverse, _ = dense(denominator, name).xgcd(modulus)
    if common.degree() != 0:
        raise ParametricError(f"a denominator is zero at {x}")
    return tuple(from_dense(dense(p, name) * inverse % modulus / common[0], name) for p in numerators)


def _range(
    function: RationalFunction, name: str, around: tuple[Fraction, Fraction], precision: int
) -> tuple[Fraction | None, Fraction | None]:
    low, high = around
    with ctx.workprec(precision):
        x = arb(to_fmpq((low + high) / 2), arb(to_fmpq((high - low) / 2)).upper())
        top, bottom = (_ball(dense(p, name), x) for p in (function.numerator, function.denominator))
        quotient = top / bottom
        if not quotient.is_finite():
            return None, None
        return dyadic(quotient.lower()), dyadic(quotient.upper())


def _ball(polynomial: fmpq_poly, x: arb) -> arb:
    total = arb(0)
    for c in reversed(polynomial.coeffs()):
        total = total * x + arb(c)
    return total
