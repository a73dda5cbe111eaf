r"""Linear programs as files in the CPLEX LP format, exactly: every row is scaled to integers.

Solvers in floats (HiGHS) and exact ones (QSopt_ex's `esolver -L`) read the same file. The objective is scaled as well;
the first line of the file says by what, and `write_program` returns it: the optimum of the file divided by this factor
is the optimum of the program. Variables are free unless a row with one variable bounds them by an integer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from pathlib import Path

from derivations.arithmetic.statements import LinearProgram, Row
from mechanisms.exact.numerals import numeral

WIDTH = 200  # columns, below the limit of the format
LONGEST_NAME = 100
_UNSAFE = re.compile(r"[^A-Za-z0-9_]+", re.ASCII)


class ProgramFileError(ValueError):
    """The names do not fit the program."""


def write_program(program: LinearProgram, path: str | Path, variables: Sequence[str] = ()) -> int:
    """Write the program to a file; returns the factor of its objective. See `program_text`."""
    text, factor = program_text(program, variables)
    Path(path).write_text(text, encoding="ascii")
    return factor


def program_text(program: LinearProgram, variables: Sequence[str] = ()) -> tuple[str, int]:
    """The text of the file and the factor by which its objective is scaled.

    Rows are named R0, R1, ... and equations E0, E1, ... . The variables are x0, x1, ... or the names given, made safe
    for the format; ProgramFileError where there are not as many names as variables.
    """
    names = _names(variables, len(program.cost))
    factor = lcm(*(value.denominator for value in program.cost))
    return "\n".join(_lines(program, names, factor)) + "\n", factor


def _lines(program: LinearProgram, names: Sequence[str], factor: int) -> Iterator[str]:
    ranges = [_Range() for _ in names]
    kept: list[tuple[str, str, Row, Fraction]] = []
    for number, (row, bound) in enumerate(zip(program.rows, program.bounds, strict=True)):
        if not (len(row) == 1 and ranges[row[0][0]].take(row[0][1], bound)):
            kept.append((f"R{number}", ">=", row, bound))
    kept += [
        (f"E{number}", "=", row, side)
        for number, (row, side) in enumerate(zip(program.equations, program.sides, strict=True))
    ]
    yield f"\\ the objective is scaled by {numeral(factor)}"
    yield "Minimize"
    yield from _wrapped("obj:", _terms([(j, c) for j, c in enumerate(program.cost) if c], names, factor))
    yield "Subject To"
    for name, relation, row, side in kept:
        scale = lcm(side.denominator, *(c.denominator for _, c in row))
        yield from _wrapped(f"{name}:", [*_terms(row, names, scale), relation, numeral(side * scale)])
    yield "Bounds"
    yield from (f" {limits.written(name)}" for name, limits in zip(names, ranges, strict=True))
    yield "End"


@dataclass
class _Range:
    """The integers between which a variable is."""

    low: list[int] = field(default_factory=list)
    high: list[int] = field(default_factory=list)

    def take(self, coefficient: Fraction, bound: Fraction) -> bool:
        """Keep coefficient z >= bound, if that bounds z by an integer and leaves a value; whether it was kept."""
        limit, below = bound / coefficient, coefficient > 0
        opposite = self.high if below else self.low
        if limit.denominator != 1 or any(limit > v if below else limit < v for v in opposite):
            return False
        (self.low if below else self.high).append(limit.numerator)
        return True

    def written(self, name: str) -> str:
        if not self.low and not self.high:
            return f"{name} free"
        low = numeral(max(self.low)) if self.low else "-inf"
        return f"{low} <= {name}" + (f" <= {numeral(min(self.high))}" if self.high else "")


def _terms(row: Sequence[tuple[int, Fraction]], names: Sequence[str], scale: int) -> list[str]:
    """The signed terms of a row times the scale; 0 times the first variable for an empty one."""
    if not row:
        return [f"0 {names[0]}"] if names else []
    return [f"{'-' if c < 0 else '+'} {numeral(abs(c) * scale)} {names[j]}" for j, c in row]


def _wrapped(head: str, words: Sequence[str]) -> Iterator[str]:
    line = f" {head}"
    for word in words:
        if len(line) + len(word) + 1 > WIDTH:
            yield line
            line = " "
        line += f" {word}"
    yield line


def _names(given: Sequence[str], size: int) -> list[str]:
    """Names of letters, digits and underscores that no reader takes for a number or a keyword, all different."""
    if not given:
        return [f"x{j}" for j in range(size)]
    if len(given) != size:
        raise ProgramFileError(f"{size} names of variables are needed, not {len(given)}")
    safe = ["v_" + _UNSAFE.sub("_", name).strip("_")[:LONGEST_NAME] for name in given]
    twice = len(set(safe)) < size
    return [f"{name}_{j}" for j, name in enumerate(safe)] if twice else safe
