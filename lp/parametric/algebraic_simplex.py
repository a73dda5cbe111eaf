"""Linear programs over a real number field QQ(x), solved exactly by the simplex method in two phases.

For single algebraic values of a parameter at which no basis of the neighbourhood is left. Elements of the field are
polynomials in x modulo its minimal polynomial, their signs are found by ball arithmetic. Bland's rule excludes cycles.
Dense and plain: meant for small programs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from flint import arb, ctx, fmpq_poly

from derivations.arithmetic.real_roots import dense
from lp.parametric.certificate import (
    DualNumbers,
    PointNumbers,
    certify_infeasible,
    certify_optimum,
    certify_unbounded,
)
from lp.parametric.interval import Interval
from lp.parametric.pieces import InfeasiblePiece, OptimalPiece, Piece, UnboundedPiece
from lp.parametric.program import DenseRow, ParametricProgram, from_dense
from mechanisms.exact.algebraic_real import UNKNOWN, AlgebraicReal
from mechanisms.exact.polynomial import Polynomial, to_fmpq

Element = fmpq_poly  # of degree below that of the minimal polynomial
ZERO, ONE = fmpq_poly([0]), fmpq_poly([1])
_PRECISION = 64  # bits of the first ball


@dataclass
class RealField:
    """QQ(x) for an irrational real algebraic x."""

    x: AlgebraicReal
    modulus: fmpq_poly = field(init=False)

    def __post_init__(self) -> None:
        self.modulus = dense(self.x.minimal, UNKNOWN)

    def element(self, polynomial: fmpq_poly) -> Element:
        """The element that a polynomial in x is."""
        return polynomial % self.modulus

    def times(self, a: Element, b: Element) -> Element:
        """a b"""
        return a * b % self.modulus

    def inverse(self, a: Element) -> Element:
        """1/a"""
        common, cofactor, _ = a.xgcd(self.modulus)
        return cofactor / common[0]

    def sign(self, a: Element) -> int:
        """-1, 0 or 1; an element that is not the zero polynomial is not zero."""
        if a.degree() <= 0:
            return int(a[0] > 0) - int(a[0] < 0)
        precision = _PRECISION
        while True:
            self.x = self.x.refined(Fraction(1, 2**precision))
            with ctx.workprec(2 * precision):
                middle, radius = (self.x.low + self.x.high) / 2, (self.x.high - self.x.low) / 2
                at, total = arb(to_fmpq(middle), arb(to_fmpq(radius)).upper()), arb(0)
                for c in reversed(a.coeffs()):
                    total = total * at + arb(c)
                if total > 0 or total < 0:
                    return 1 if total > 0 else -1
            precision *= 2


class _Tableau:
    """Equations in variables of at least 0: z = up - down, one slack an inequality, one artificial variable a row."""

    def __init__(self, numbers: RealField, program: ParametricProgram) -> None:
        self.field, self.size = numbers, len(program.cost)
        self.inequalities = len(program.rows)
        lines: list[DenseRow] = [*program.dense_rows, *program.dense_equations]
        sides = program.dense_vector([*program.bounds, *program.sides])
        self.first_artificial = 2 * self.size + self.inequalities
        width = self.first_artificial + len(lines)
        self.flipped: list[bool] = []
        self.rows: list[list[Element]] = []
        self.right: list[Element] = []
        for i, (line, given) in enumerate(zip(lines, sides, strict=True)):
            side, row = numbers.element(given), [ZERO] * width
            for j, entry in line:
                row[j] = numbers.element(entry)
                row[self.size + j] = -row[j]
            if i < self.inequalities:
                row[2 * self.size + i] = -ONE
            flip = numbers.sign(side) < 0
            if flip:
                row, side = [-v for v in row], -side
            row[self.first_artificial + i] = ONE
            self.flipped.append(flip)
            self.rows.append(row)
            self.right.append(side)
        self.basis = [self.first_artificial + i for i in range(len(lines))]
        self.reduced: list[Element] = []

    def price(self, cost: Callable[[int], Element]) -> None:
        """Reduced costs of all variables for the basis."""
        self.reduced = [cost(j) for j in range(self.first_artificial + len(self.rows))]
        for number, row in zip(self.basis, self.rows, strict=True):
            price = cost(number)
            if price:
                self.reduced = [
                    r - self.field.times(price, v) if v else r for r, v in zip(self.reduced, row, strict=True)
                ]

    def minimise(self) -> int | None:
        """Pivot by Bland's rule until no reduced cost is negative; the number of a variable that nothing blocks."""
        while True:
            entering = next((j for j in range(self.first_artificial) if self.field.sign(self.reduced[j]) < 0), None)
            if entering is None:
                return None
            leaving = self._leaving(entering)
            if leaving is None:
                return entering
            self.pivot(leaving, entering)

    def _leaving(self, entering: int) -> int | None:
        best: tuple[Element, int] | None = None
        found = None
        for i, row in enumerate(self.rows):
            if self.field.sign(row[entering]) > 0:
                ratio = self.field.times(self.right[i], self.field.inverse(row[entering]))
                order = -1 if best is None else self.field.sign(ratio - best[0])
                if order < 0 or (order == 0 and best is not None and self.basis[i] < best[1]):
                    best, found = (ratio, self.basis[i]), i
        return found

    def pivot(self, leaving: int, entering: int) -> None:
        """Exchange the basic variable of a row for another one."""
        times, scale = self.field.times, self.field.inverse(self.rows[leaving][entering])
        row = [times(v, scale) if v else v for v in self.rows[leaving]]
        side = times(self.right[leaving], scale)
        self.rows[leaving], self.right[leaving] = row, side
        for i, other in enumerate(self.rows):
            factor = other[entering]
            if i != leaving and factor:
                self.rows[i] = [v - times(factor, u) if u else v for v, u in zip(other, row, strict=True)]
                self.right[i] = self.right[i] - times(factor, side)
        factor = self.reduced[entering]
        if factor:
            self.reduced = [v - times(factor, u) if u else v for v, u in zip(self.reduced, row, strict=True)]
        self.basis[leaving] = entering

    def drop_artificial(self) -> None:
        """Artificial variables leave a basis in which they are zero; those of rows that follow from others stay."""
        for i, number in enumerate(self.basis):
            if number >= self.first_artificial:
                entering = next((j for j in range(self.first_artificial) if self.rows[i][j]), None)
                if entering is not None:
                    self.pivot(i, entering)

    def point(self) -> list[Element]:
        """The values of the free variables of the program."""
        return self._free(dict(zip(self.basis, self.right, strict=True)))

    def ray(self, entering: int) -> list[Element]:
        """How the free variables change as a variable that nothing blocks grows."""
        moved = {number: -row[entering] for number, row in zip(self.basis, self.rows, strict=True)}
        return self._free({**moved, entering: ONE})

    def _free(self, values: dict[int, Element]) -> list[Element]:
        return [values.get(j, ZERO) - values.get(self.size + j, ZERO) for j in range(self.size)]

    def multipliers(self, artificial_cost: Element) -> tuple[list[Element], list[Element]]:
        """(of the inequalities, of the equations), read from the reduced costs of the artificial variables."""
        found = [artificial_cost - v for v in self.reduced[self.first_artificial :]]
        signed = [-v if flip else v for v, flip in zip(found, self.flipped, strict=True)]
        return signed[: self.inequalities], signed[self.inequalities :]


def piece_at_algebraic(program: ParametricProgram, x: AlgebraicReal) -> Piece:
    """What holds at one irrational algebraic value of the parameter, with numbers of the field QQ(x)."""
    numbers = RealField(x)
    tableau, interval = _Tableau(numbers, program), Interval(x, x)

    def named(elements: Sequence[Element]) -> tuple[Polynomial, ...]:
        return tuple(from_dense(e, program.name) for e in elements)

    tableau.price(lambda j: ONE if j >= tableau.first_artificial else ZERO)
    tableau.minimise()
    missing = ZERO
    for number, value in zip(tableau.basis, tableau.right, strict=True):
        missing = missing + value if number >= tableau.first_artificial else missing
    if missing:
        rows, equations = tableau.multipliers(ONE)
        dual = DualNumbers(named(rows), named(equations))
        return InfeasiblePiece(program, interval, ((interval, dual),), certify_infeasible(program, interval, dual))
    tableau.drop_artificial()
    costs = [numbers.element(c) for c in program.dense_vector(program.cost)]
    signed = [*costs, *(-c for c in costs)]
    tableau.price(lambda j: signed[j] if j < len(signed) else ZERO)
    entering = tableau.minimise()
    point = PointNumbers(named(tableau.point()))
    if entering is not None:
        ray = PointNumbers(named(tableau.ray(entering)))
        return UnboundedPiece(program, interval, point, ray, certify_unbounded(program, interval, point, ray))
    rows, equations = tableau.multipliers(ZERO)
    dual = DualNumbers(named(rows), named(equations))
    theorem = certify_optimum(program, interval, point, dual)
    return OptimalPiece(program, interval, point, ((interval, dual),), theorem)
