"""The constraints of a linear program as integer rows under one numbering, and exact products with them.

Constraint number i is row i; then come the equations; then, for each variable z_j, the auxiliary constraint z_j = 0,
which stands in a basis for whatever leaves z_j undetermined and is no constraint of the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from flint import fmpq

from derivations.arithmetic.statements import LinearProgram, Row

ZERO = Fraction(0)
COMMON_BITS = 40_000  # a common denominator of up to this length pays; beyond, each quotient keeps its own


@dataclass(frozen=True)
class IntegerRow:
    """coefficients . z[variables] >= side (or = side): `scale` times the row of the program, without denominators."""

    variables: tuple[int, ...]
    coefficients: tuple[int, ...]
    side: int
    scale: Fraction


class IntegerProgram:
    """A linear program with each row, and the cost, multiplied by a positive rational that makes it integral."""

    def __init__(self, program: LinearProgram) -> None:
        self.size = len(program.cost)
        self.inequalities = len(program.rows)
        rows = zip(program.rows + program.equations, program.bounds + program.sides, strict=True)
        self.rows = [_integral(row, side) for row, side in rows]
        self.cost_scale = lcm(*(c.denominator for c in program.cost))
        self.cost = [int(c * self.cost_scale) for c in program.cost]

    def is_inequality(self, number: int) -> bool:
        """Whether the constraint is a row of the program."""
        return number < self.inequalities

    def is_auxiliary(self, number: int) -> bool:
        """Whether the constraint is z_j = 0 for a variable that nothing determines."""
        return number >= len(self.rows)

    def auxiliary(self, variable: int) -> int:
        """The number of the constraint z_j = 0."""
        return len(self.rows) + variable

    def entries(self, number: int) -> Iterable[tuple[int, int]]:
        """(variable, coefficient) of a constraint."""
        if self.is_auxiliary(number):
            return ((number - len(self.rows), 1),)
        row = self.rows[number]
        return zip(row.variables, row.coefficients, strict=True)

    def side(self, number: int) -> int:
        """The right-hand side of a constraint."""
        return 0 if self.is_auxiliary(number) else self.rows[number].side

    def slacks(self, point: Sequence[Any]) -> list[Any]:
        """scale * (row . point - side) for all constraints of the program, with one positive scale for all."""
        values, unit = on_common_denominator(point)
        return [
            sum([a * values[j] for j, a in zip(row.variables, row.coefficients, strict=True)]) - row.side * unit
            for row in self.rows
        ]

    def slopes(self, direction: Sequence[Any]) -> list[Any]:
        """scale * row . direction for all constraints of the program, with one positive scale for all."""
        values, _ = on_common_denominator(direction)
        return [sum([a * values[j] for j, a in zip(row.variables, row.coefficients, strict=True)]) for row in self.rows]

    def multipliers(self, numbers: Sequence[int], values: Sequence[Any]) -> tuple[tuple[Fraction, ...], ...]:
        """(of the rows, of the equations) of the program, from those of integer rows; other constraints have 0."""
        placed = [ZERO] * len(self.rows)
        for number, value in zip(numbers, values, strict=True):
            if value != 0:
                placed[number] = fraction(value) * self.rows[number].scale
        return tuple(placed[: self.inequalities]), tuple(placed[self.inequalities :])


def _integral(row: Row, side: Fraction) -> IntegerRow:
    """The row and its side times a positive number: integers without a common divisor."""
    common = lcm(side.denominator, *[c.denominator for _, c in row])
    coefficients = [c.numerator for _, c in row]
    if common > 1:
        coefficients = [c.numerator * (common // c.denominator) for _, c in row]
    right = side.numerator * (common // side.denominator)
    divisor = gcd(right, *coefficients) or 1
    if divisor > 1:
        coefficients, right = [c // divisor for c in coefficients], right // divisor
    return IntegerRow(tuple(j for j, _ in row), tuple(coefficients), right, Fraction(common, divisor))


def on_common_denominator(values: Sequence[Any]) -> tuple[Sequence[Any], int]:
    """Integers and the denominator that they share; the rationals themselves and 1 where that would be too long."""
    common = 1
    for value in values:
        bottom = int(value.q)
        if common % bottom:
            common = lcm(common, bottom)
            if common.bit_length() > COMMON_BITS:
                return values, 1
    return [int(v.p) * (common // int(v.q)) for v in values], common


def fraction(value: Any) -> Fraction:
    """A rational of FLINT as one of Python."""
    value = fmpq(value)
    return Fraction(int(value.p), int(value.q)) if value != 0 else ZERO
