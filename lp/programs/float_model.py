"""A linear program in the floats that HiGHS reads: rows with one variable as bounds, lines scaled by powers of 2.

Row i is multiplied by 2^rows[i], and variable j is measured in units of 2^columns[j], so that coefficients are near 1
where they may be: HiGHS takes coefficients below 1e-9 for 0, and integers may be longer than floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from lp.programs.exact_rows import IntegerProgram

LARGEST = 1e300  # stands for what no double holds
COMFORTABLE = 20  # bits of integer coefficients up to which nothing is scaled
ROUNDS = 4  # of scaling rows and columns in turns


class FloatModel:
    """The numbers of the constraints that are rows of the model or bounds of a variable (-1: none), and the scaling."""

    def __init__(self, program: IntegerProgram) -> None:
        self.program = program
        self.general: list[int] = []
        bounds: list[int] = []
        for number, row in enumerate(program.rows):
            single = len(row.variables) == 1 and program.is_inequality(number)
            (bounds if single else self.general).append(number)
        self.rows, self.columns = _scaling(program, self.general)
        self.cost = -_bits(program.cost) if _bits(program.cost) > COMFORTABLE else 0
        self._read_bounds(bounds)

    def _read_bounds(self, numbers: Sequence[int]) -> None:
        size = self.program.size
        self.lower, self.upper = [-inf] * size, [inf] * size
        self.lower_row, self.upper_row = [-1] * size, [-1] * size
        for number in numbers:
            row = self.program.rows[number]
            (j,), (a,) = row.variables, row.coefficients
            bound = scaled(row.side, -self.columns[j], a)
            if a > 0 and (bound > self.lower[j] or self.lower_row[j] < 0):
                self.lower[j], self.lower_row[j] = bound, number
            elif a < 0 and (bound < self.upper[j] or self.upper_row[j] < 0):
                self.upper[j], self.upper_row[j] = bound, number

    def for_highs(self) -> Any:
        """The model, by rows."""
        import highspy
        import numpy as np

        starts, variables = [0], list[int]()
        values, lower, upper = list[float](), list[float](), list[float]()
        plain = not any(self.columns)
        for number, exponent in zip(self.general, self.rows, strict=True):
            row = self.program.rows[number]
            variables.extend(row.variables)
            if plain and exponent == 0:
                values.extend(row.coefficients)
            else:
                lines = zip(row.variables, row.coefficients, strict=True)
                values.extend(scaled(a, exponent + self.columns[j]) for j, a in lines)
            starts.append(len(variables))
            lower.append(scaled(row.side, exponent))
            upper.append(inf if self.program.is_inequality(number) else lower[-1])
        cost = [scaled(c, e + self.cost) for c, e in zip(self.program.cost, self.columns, strict=True)]
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = self.program.size, len(lower)
        model.col_cost_ = np.array(cost)
        model.col_lower_, model.col_upper_ = np.array(self.lower), np.array(self.upper)
        model.row_lower_, model.row_upper_ = np.array(lower), np.array(upper)
        model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        model.a_matrix_.start_ = np.array(starts, dtype=np.int32)
        model.a_matrix_.index_ = np.array(variables, dtype=np.int32)
        model.a_matrix_.value_ = np.array(values, dtype=np.float64)
        return model

    def basis(self, found: Any) -> tuple[int, ...]:
        """The nonbasic rows and bounds of HiGHS, by number; a nonbasic variable that is at no bound is at 0."""
        import highspy

        status = highspy.HighsBasisStatus
        at = {status.kLower: self.lower_row, status.kUpper: self.upper_row}
        numbers = []
        for j, state in enumerate(found.col_status):
            if state != status.kBasic:
                number = at[state][j] if state in at else -1
                numbers.append(number if number >= 0 else self.program.auxiliary(j))
        rows = zip(self.general, found.row_status, strict=True)
        return (*numbers, *(number for number, state in rows if state != status.kBasic))

    def point(self, solution: Any) -> tuple[float, ...]:
        """The values of the variables in their own units."""
        return tuple(scaled(value, e) for value, e in zip(solution.col_value, self.columns, strict=True))

    def multipliers(self, solution: Any) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Of the rows and of the equations of the program before anything was scaled."""
        placed = [0.0] * len(self.program.rows)
        for number, value, exponent in zip(self.general, solution.row_dual, self.rows, strict=True):
            placed[number] = self._multiplier(number, value, exponent, 1)
        for j, (value, exponent) in enumerate(zip(solution.col_dual, self.columns, strict=True)):
            number = self.lower_row[j] if value > 0 else self.upper_row[j]
            if value != 0 and number >= 0:
                placed[number] = self._multiplier(number, value, -exponent, self.program.rows[number].coefficients[0])
        first = self.program.inequalities
        return tuple(placed[:first]), tuple(placed[first:])

    def _multiplier(self, number: int, value: float, exponent: int, divisor: int) -> float:
        factor = self.program.rows[number].scale / (divisor * self.program.cost_scale)
        return value * scaled(factor.numerator, exponent - self.cost, factor.denominator)


def scaled(value: Any, exponent: int, divisor: int = 1) -> float:
    """value * 2^exponent / divisor as a float; the largest or smallest that we use where it does not fit."""
    try:
        if exponent >= 0:
            return float(value * (1 << exponent) / divisor)
        return float(value / (divisor << -exponent))
    except OverflowError:
        return LARGEST if (value > 0) == (divisor > 0) else -LARGEST


def _bits(values: Sequence[int]) -> int:
    return max(map(int.bit_length, values), default=0)


def _scaling(program: IntegerProgram, numbers: Sequence[int]) -> tuple[list[int], list[int]]:
    """Exponents for rows and columns that bring the least and the largest coefficient of each around 1."""
    rows = [program.rows[number] for number in numbers]
    if max((_bits(row.coefficients) for row in rows), default=0) <= COMFORTABLE:
        return [0] * len(rows), [0] * program.size
    import numpy as np

    places = np.repeat(np.arange(len(rows)), [len(row.variables) for row in rows])
    variables = np.array([j for row in rows for j in row.variables])
    sizes = np.array([a.bit_length() - 1 for row in rows for a in row.coefficients], dtype=np.float64)
    exponents = [np.zeros(len(rows)), np.zeros(program.size)]
    for turn in range(2 * ROUNDS):
        here, there = (places, variables) if turn % 2 == 0 else (variables, places)
        seen = sizes + exponents[1 - turn % 2][there]
        least, largest = np.full(len(exponents[turn % 2]), np.inf), np.full(len(exponents[turn % 2]), -np.inf)
        np.minimum.at(least, here, seen)
        np.maximum.at(largest, here, seen)
        exponents[turn % 2] = np.where(np.isfinite(least), -(np.nan_to_num(least) + np.nan_to_num(largest)) / 2, 0.0)
    return [int(e) for e in np.rint(exponents[0])], [int(e) for e in np.rint(exponents[1])]
