"""What the kernel can state: sequents over the reals, derivatives, refutations, linear programs; and certificates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from math import lcm
from typing import get_args

from mechanisms.exact.expression import Operation
from mechanisms.exact.formula import Condition, Formula
from mechanisms.exact.polynomial import Polynomial, to_fmpq


@dataclass(frozen=True, slots=True)
class Sequent:
    """For all reals: if every hypothesis holds, so does the conclusion.

    Raises TypeError for a part that is no formula.
    """

    hypotheses: frozenset[Formula]
    conclusion: Formula

    def __post_init__(self) -> None:
        # A statement must not change after it was proved, whatever container it was given.
        object.__setattr__(self, "hypotheses", frozenset(self.hypotheses))
        for formula in (*self.hypotheses, self.conclusion):
            if not isinstance(formula, get_args(Formula)):
                raise TypeError(f"a sequent is made of formulas, not of {formula!r}")

    def __str__(self) -> str:
        return f"{', '.join(sorted(map(str, self.hypotheses))) or 'always'}  |-  {self.conclusion}"


@dataclass(frozen=True, slots=True)
class Quotient:
    """numerator / denominator, where the denominator is not the zero polynomial."""

    numerator: Polynomial
    denominator: Polynomial

    def derivative(self, variable: str) -> Quotient:
        """By the quotient rule."""
        p, q = self.numerator, self.denominator
        return Quotient(p.derivative(variable) * q - p * q.derivative(variable), q * q)

    def plus(self, other: Quotient) -> Quotient:
        """The sum of two quotients."""
        top = self.numerator * other.denominator + other.numerator * self.denominator
        return Quotient(top, self.denominator * other.denominator)

    def __str__(self) -> str:
        return f"({self.numerator})/({self.denominator})"


@dataclass(frozen=True, slots=True)
class LogLinear:
    """rational + sum of coefficient * log(argument); the coefficients are polynomials."""

    rational: Quotient
    logarithms: tuple[tuple[Polynomial, Quotient], ...] = ()

    def derivative(self, variable: str) -> Quotient:
        """r' + sum c u'/u, for coefficients c in which the variable does not occur."""
        total = self.rational.derivative(variable)
        for coefficient, u in self.logarithms:
            slope = u.derivative(variable)
            total = total.plus(Quotient(coefficient * slope.numerator * u.denominator, slope.denominator * u.numerator))
        return total

    def __str__(self) -> str:
        return " + ".join([str(self.rational), *(f"({c})*log({u})" for c, u in self.logarithms)])


@dataclass(frozen=True, slots=True)
class DerivativeOf:
    """d function / d variable = value, wherever the function is differentiable by the usual rules."""

    function: LogLinear
    variable: str
    value: Quotient

    def __str__(self) -> str:
        return f"d/d{self.variable} [{self.function}] = {self.value}"


@dataclass(frozen=True, slots=True)
class Refuted:
    """The sequent fails: at this exact point every hypothesis holds and the conclusion does not."""

    sequent: Sequent
    point: tuple[tuple[str, Fraction], ...]

    def __str__(self) -> str:
        return f"at {', '.join(f'{n} = {v}' for n, v in self.point)} this fails: {self.sequent}"


Quotients = list[tuple[int, int]]  # (numerator, positive denominator), not necessarily in lowest terms
COMMON_BITS = 40_000  # longest common denominator that is worth its length


def quotients(values: Sequence[Fraction]) -> tuple[Quotients, int]:
    """Quotients q and a common factor with values = q / factor: integers, unless their denominator were too long."""
    common = 1
    for value in values:
        if common % value.denominator:
            common = lcm(common, value.denominator)
            if common.bit_length() > COMMON_BITS:
                return [(v.numerator, v.denominator) for v in values], 1
    return [(v.numerator * (common // v.denominator), 1) for v in values], common


def plus(top: int, bottom: int, numerator: int, denominator: int) -> tuple[int, int]:
    """top/bottom + numerator/denominator, as (numerator, denominator), not necessarily in lowest terms."""
    if bottom == denominator:
        return top + numerator, bottom
    joint = lcm(bottom, denominator)
    return top * (joint // bottom) + numerator * (joint // denominator), joint


def dot(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    """Inner product of two vectors of the same length."""
    values, common = quotients(right)
    top, bottom = 0, 1
    for a, (n, d) in zip(left, values, strict=True):
        if a and n:
            top, bottom = plus(top, bottom, a.numerator * n, a.denominator * d)
    return Fraction(top, bottom * common)


Row = tuple[tuple[int, Fraction], ...]  # the coefficients that are not zero, with the numbers of their variables


@dataclass(frozen=True, slots=True)
class LinearProgram:
    """minimise cost . z subject to rows z >= bounds, equations z = sides, z free; all entries exact rationals.

    Rows and equations hold (number of the variable, coefficient) in increasing order of the variables. Raises
    ValueError where a row has no bound or an equation no side, and for a row that has a coefficient 0 or does not name
    variables of the program in increasing order.
    """

    cost: tuple[Fraction, ...]
    rows: tuple[Row, ...]
    bounds: tuple[Fraction, ...]
    equations: tuple[Row, ...] = ()
    sides: tuple[Fraction, ...] = ()

    def __post_init__(self) -> None:
        for name in ("cost", "bounds", "sides"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        for name in ("rows", "equations"):
            object.__setattr__(self, name, tuple(tuple(map(tuple, row)) for row in getattr(self, name)))
        if len(self.rows) != len(self.bounds) or len(self.equations) != len(self.sides):
            raise ValueError("a linear program needs one bound a row, and one side an equation")
        size = len(self.cost)
        for row in self.rows + self.equations:
            last = -1
            for variable, coefficient in row:
                if not (type(variable) is int and last < variable < size) or coefficient == 0:
                    raise ValueError(
                        "a row names variables of the program in increasing order, none with coefficient 0"
                    )
                last = variable

    @classmethod
    def dense(
        cls,
        cost: Sequence[Fraction],
        rows: Sequence[Sequence[Fraction]],
        bounds: Sequence[Fraction],
        equations: Sequence[Sequence[Fraction]] = (),
        sides: Sequence[Fraction] = (),
    ) -> LinearProgram:
        """The program whose rows are written out with one entry a variable, zeros included.

        Raises ValueError for a row of another length than the cost.
        """
        if any(len(row) != len(cost) for row in (*rows, *equations)):
            raise ValueError("a dense row of a linear program has one entry a variable")
        return cls(tuple(cost), tuple(map(sparse, rows)), tuple(bounds), tuple(map(sparse, equations)), tuple(sides))

    def admits(self, point: Sequence[Fraction]) -> bool:
        """Whether the point satisfies every constraint.

        Raises ValueError where the point has more or fewer coordinates than there are variables.
        """
        if len(point) != len(self.cost):
            raise ValueError("a point has one coordinate a variable")
        values, common = quotients(point)
        for rows, sides, equal in ((self.rows, self.bounds, False), (self.equations, self.sides, True)):
            for row, side in zip(rows, sides, strict=True):
                excess, _ = plus(*_row_sum(row, values), -side.numerator * common, side.denominator)
                if excess < 0 or (equal and excess != 0):
                    return False
        return True

    def combine(self, y: Sequence[Fraction], w: Sequence[Fraction]) -> tuple[tuple[Fraction, ...], Fraction]:
        """(y rows + w equations, y bounds + w sides): what multipliers of the constraints combine them to.

        Raises ValueError unless y has one entry a row and w one an equation.
        """
        if len(y) != len(self.rows) or len(w) != len(self.equations):
            raise ValueError("there is one multiplier a row, and one an equation")
        values, common = quotients((*y, *w))
        columns = [(0, 1)] * len(self.cost)
        for (n, d), row in zip(values, self.rows + self.equations, strict=True):
            if n:
                for variable, coefficient in row:
                    top, bottom = columns[variable]
                    columns[variable] = plus(top, bottom, coefficient.numerator * n, coefficient.denominator * d)
        return tuple(Fraction(n, d * common) for n, d in columns), dot(y, self.bounds) + dot(w, self.sides)

    def __str__(self) -> str:
        return f"min over {len(self.cost)} variables, {len(self.rows)} inequalities, {len(self.equations)} equations"


def sparse(row: Sequence[Fraction]) -> Row:
    """A row written out, as a row of a program."""
    return tuple((j, coefficient) for j, coefficient in enumerate(row) if coefficient)


def written_out(row: Row, size: int) -> tuple[Fraction, ...]:
    """A row of a program with one entry a variable, zeros included."""
    dense = [Fraction(0)] * size
    for variable, coefficient in row:
        dense[variable] = coefficient
    return tuple(dense)


def row_value(row: Row, point: Sequence[Fraction]) -> Fraction:
    """row . point"""
    return Fraction(*_row_sum(row, {j: (point[j].numerator, point[j].denominator) for j, _ in row}))


def _row_sum(row: Row, values: Quotients | Mapping[int, tuple[int, int]]) -> tuple[int, int]:
    top, bottom = 0, 1
    for variable, coefficient in row:
        n, d = values[variable]
        top, bottom = plus(top, bottom, coefficient.numerator * n, coefficient.denominator * d)
    return top, bottom


@dataclass(frozen=True, slots=True)
class Optimal:
    """`point` attains the minimum `value` of the program."""

    program: LinearProgram
    point: tuple[Fraction, ...]
    value: Fraction

    def __str__(self) -> str:
        return f"{self.program} = {to_fmpq(self.value)}"  # FLINT writes numbers of any length


@dataclass(frozen=True, slots=True)
class Infeasible:
    """No point satisfies the constraints of the program."""

    program: LinearProgram

    def __str__(self) -> str:
        return f"{self.program}: no feasible point"


@dataclass(frozen=True, slots=True)
class Certificate:
    """A contradiction, written out: positive + sum of cone terms + sum of multiples of equations = 0, identically.

    positive: c * product of (strict or nonzero condition, even power when nonzero), c > 0
    cone: (c >= 0, polynomial to be squared, conditions that are multiplied); equations: (multiplier, condition)
    """

    positive: tuple[Fraction, tuple[tuple[Condition, int], ...]]
    cone: tuple[tuple[Fraction, Polynomial, tuple[Condition, ...]], ...] = ()
    equations: tuple[tuple[Polynomial, Condition], ...] = ()


Statement = Sequent | DerivativeOf | Refuted | Optimal | Infeasible


_RECORDS = {
    kind: tuple(field.name for field in fields(kind) if field.init)
    for kind in (*get_args(Formula), Operation, Sequent, Quotient, LogLinear, LinearProgram, Certificate)
}
_LEAVES = {bool, int, str, Fraction, Polynomial}


def is_exact(value: object, *leaves: type) -> bool:
    """Whether a value has exact types all the way down: a float rounds, a list changes, a subclass may lie."""
    if type(value) in _RECORDS:
        return all(is_exact(getattr(value, name), *leaves) for name in _RECORDS[type(value)])
    if type(value) is dict:
        return all(type(key) is str and is_exact(part, *leaves) for key, part in value.items())
    if type(value) not in (tuple, frozenset):
        return type(value) in _LEAVES or type(value) in leaves
    kinds = {*map(type, value)}  # type: ignore[call-overload]
    return kinds <= _LEAVES or all(is_exact(part, *leaves) for part in value)  # type: ignore[attr-defined]
