"""A family of linear programs, one for each x, as one program whose entries are polynomials in x.

The family is a function that writes the program at a rational x: a loss program, or a mixture of constraint objects.
Its entries are known to be polynomials in x of at most some degree; values at that many points and one more give them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from flint import fmpq, fmpq_mat, fmpq_poly

from derivations.arithmetic.statements import LinearProgram, Row
from lp.parametric.program import ParametricError, ParametricProgram, PolynomialRow, from_dense
from mechanisms.exact.polynomial import Polynomial, Rational, to_fmpq

CHECKS = (Fraction(1009, 7), Fraction(7919, 101))  # distances from the lower end at which the family is compared


def interpolated(
    family: Callable[[Fraction], LinearProgram],
    degree: int = 1,
    *,
    name: str = "x",
    low: Rational = 1,
    high: Rational | None = None,
) -> ParametricProgram:
    """The program whose entries are the polynomials of at most this degree through those of the family.

    The caller knows that the entries are such polynomials; two more members of the family are compared with the result.
    Raises ParametricError where they differ, or where members differ in the number of variables or rows.
    """
    width = Fraction(high) - Fraction(low) if high is not None else Fraction(degree + 2)
    if degree < 0 or width <= 0:
        raise ParametricError("a family is interpolated with a degree of at least 0 on an interval of positive length")
    # The lower end is left out: x = 1, where programs are often degenerate, is like no other point.
    points = [Fraction(low) + width * Fraction(i + 1, degree + 2) for i in range(degree + 1)]
    members = [family(point) for point in points]
    if len({(len(p.cost), len(p.rows), len(p.equations)) for p in members}) > 1:
        raise ParametricError("the members of the family have different numbers of variables, rows or equations")
    weights = fmpq_mat(degree + 1, degree + 1, [to_fmpq(p) ** j for p in points for j in range(degree + 1)]).inv()
    known: dict[tuple[Fraction, ...], Polynomial] = {}

    def through(values: tuple[Fraction, ...]) -> Polynomial:
        if values not in known:
            column = weights * fmpq_mat(degree + 1, 1, [fmpq(v.numerator, v.denominator) for v in values])
            known[values] = from_dense(fmpq_poly(column.entries()), name)
        return known[values]

    def vector(of: Callable[[LinearProgram], Sequence[Fraction]]) -> tuple[Polynomial, ...]:
        return tuple(map(through, zip(*map(of, members), strict=True)))

    def rows(of: Callable[[LinearProgram], Sequence[Row]]) -> tuple[PolynomialRow, ...]:
        made = []
        for lines in zip(*map(of, members), strict=True):
            entries = [dict(line) for line in lines]
            places = sorted({j for line in entries for j in line})
            made.append(tuple((j, through(tuple(line.get(j, Fraction(0)) for line in entries))) for j in places))
        return tuple(made)

    program = ParametricProgram(
        vector(lambda p: p.cost),
        rows(lambda p: p.rows),
        vector(lambda p: p.bounds),
        rows(lambda p: p.equations),
        vector(lambda p: p.sides),
        name,
        Fraction(low),
        None if high is None else Fraction(high),
    )
    for distance in CHECKS:
        at = Fraction(low) + (distance if high is None else width / distance)
        if program.at(at) != family(at):
            raise ParametricError(f"the entries of the family are no polynomials in {name} of degree {degree} or less")
    return program
