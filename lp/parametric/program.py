"""Linear programs whose entries are polynomials in one parameter, such as x = e^eps.

    minimise cost(x) . z / scale(x)  subject to  rows(x) z >= bounds(x),  equations(x) z = sides(x),  z free,

for every x of the interval from `low` to `high`. Entries that are rational functions are cleared of denominators when
the program is made, which needs the sign of each denominator to be the same on the whole interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flint import fmpq_poly

from derivations.arithmetic.real_roots import dense, sign_patterns
from derivations.arithmetic.statements import LinearProgram, Row
from mechanisms.exact.formula import Condition
from mechanisms.exact.polynomial import Polynomial, Rational, to_fmpq
from mechanisms.exact.rational import RationalFunction

Entry = RationalFunction | Polynomial | Rational
PolynomialRow = tuple[tuple[int, Polynomial], ...]
DenseRow = tuple[tuple[int, fmpq_poly], ...]
ONE = Polynomial.constant(1)


class ParametricError(ValueError):
    """No program with a parameter, or no way to its optimum; the sentence says which and what would be right."""


@dataclass(frozen=True)
class ParametricProgram:
    """The program above. Rows hold (number of the variable, polynomial that is not zero), in increasing order.

    `scale` is positive on the interval and divides the value of the cost. `high` is None for an interval without end.
    Raises ParametricError for anything else.
    """

    cost: tuple[Polynomial, ...]
    rows: tuple[PolynomialRow, ...]
    bounds: tuple[Polynomial, ...]
    equations: tuple[PolynomialRow, ...] = ()
    sides: tuple[Polynomial, ...] = ()
    name: str = "x"
    low: Fraction = Fraction(1)
    high: Fraction | None = None
    scale: Polynomial = ONE

    def __post_init__(self) -> None:
        if self.high is not None and self.high < self.low:
            raise ParametricError(f"the interval of {self.name} from {self.low} to {self.high} is empty")
        if len(self.rows) != len(self.bounds) or len(self.equations) != len(self.sides):
            raise ParametricError("a program needs one bound a row, and one side an equation")
        for row in self.rows + self.equations:
            numbers = [j for j, _ in row]
            if numbers != sorted(set(numbers)) or not all(0 <= j < len(self.cost) for j in numbers):
                raise ParametricError("a row names variables of the program in increasing order, each once")
            if any(entry.is_zero() for _, entry in row):
                raise ParametricError("a row leaves out the variables whose entry is zero")
        entries = [*self.cost, *self.bounds, *self.sides, self.scale]
        entries += [entry for row in self.rows + self.equations for _, entry in row]
        for entry in entries:
            if not set(entry.names) <= {self.name}:
                raise ParametricError(f"the entry {entry} has variables other than {self.name}")
        self.require_positive(self.scale, "the scale of the cost")

    @classmethod
    def of(
        cls,
        cost: Sequence[Entry],
        rows: Iterable[Iterable[tuple[int, Entry]]],
        bounds: Sequence[Entry],
        equations: Iterable[Iterable[tuple[int, Entry]]] = (),
        sides: Sequence[Entry] = (),
        *,
        name: str = "x",
        low: Rational = 1,
        high: Rational | None = None,
    ) -> ParametricProgram:
        """A program whose entries may be rational functions, cleared of denominators.

        Rows list (number of the variable, entry). Raises ParametricError where a denominator has a zero in the
        interval.
        """
        empty = cls((), (), (), name=name, low=Fraction(low), high=None if high is None else Fraction(high))
        scale = _common_denominator(cost)
        scale = scale if empty._sign(scale, "a denominator of the cost") > 0 else -scale
        lines = [empty._cleared(row, bound) for row, bound in zip(rows, bounds, strict=True)]
        equal = [empty._cleared(row, side) for row, side in zip(equations, sides, strict=True)]
        return cls(
            tuple(_times(c, scale) for c in cost),
            tuple(row for row, _ in lines),
            tuple(bound for _, bound in lines),
            tuple(row for row, _ in equal),
            tuple(side for _, side in equal),
            name,
            empty.low,
            empty.high,
            scale,
        )

    def _cleared(self, row: Iterable[tuple[int, Entry]], side: Entry) -> tuple[PolynomialRow, Polynomial]:
        entries = list(row)
        factor = _common_denominator([*(entry for _, entry in entries), side])
        if self._sign(factor, "a denominator") < 0:
            factor = -factor
        made = ((j, _times(entry, factor)) for j, entry in entries)
        return tuple((j, entry) for j, entry in made if not entry.is_zero()), _times(side, factor)

    def _sign(self, polynomial: Polynomial, what: str, *, positive: bool = False) -> int:
        """The sign of a polynomial on the whole interval; ParametricError where it has none."""
        if not set(polynomial.names) <= {self.name}:
            raise ParametricError(f"{what}, {polynomial}, has variables other than {self.name}")
        ends = [fmpq_poly([-to_fmpq(self.low), 1])]
        if self.high is not None:
            ends.append(fmpq_poly([to_fmpq(self.high), -1]))
        found = {
            signs[-1]
            for signs in sign_patterns([*ends, dense(polynomial, self.name)])
            if all(sign >= 0 for sign in signs[:-1])
        }
        if len(found) != 1 or 0 in found or (positive and found != {1}):
            wanted = "is not positive" if positive else "has a zero"
            raise ParametricError(f"{what}, {polynomial}, {wanted} on the whole interval of {self.name}")
        return found.pop()

    def require_positive(self, polynomial: Polynomial, what: str) -> None:
        """Raise ParametricError unless the polynomial is positive on the whole interval."""
        self._sign(polynomial, what, positive=True)

    def at(self, value: Rational) -> LinearProgram:
        """The program at one rational value of the parameter; its cost is not divided by the scale."""
        at = to_fmpq(value)

        def number(entry: Polynomial) -> Fraction:
            found = dense(entry, self.name)(at)
            return Fraction(int(found.p), int(found.q))

        return self._evaluated(number)

    def _evaluated(self, number: Callable[[Polynomial], Fraction]) -> LinearProgram:
        known: dict[Polynomial, Fraction] = {}

        def value(entry: Polynomial) -> Fraction:
            if entry not in known:
                known[entry] = number(entry)
            return known[entry]

        def line(row: PolynomialRow) -> Row:
            return tuple((j, v) for j, entry in row if (v := value(entry)))

        return LinearProgram(
            tuple(map(value, self.cost)),
            tuple(map(line, self.rows)),
            tuple(map(value, self.bounds)),
            tuple(map(line, self.equations)),
            tuple(map(value, self.sides)),
        )

    @cached_property
    def objective(self) -> Polynomial:
        """cost . z, a polynomial in x and the unknowns z0, z1, ..."""
        return row_product([(j, c) for j, c in enumerate(self.cost) if not c.is_zero()], self._unknowns)

    @cached_property
    def slacks(self) -> tuple[Polynomial, ...]:
        """rows . z - bounds, then equations . z - sides, polynomials in x and the unknowns."""
        lines = zip(self.rows + self.equations, self.bounds + self.sides, strict=True)
        return tuple(row_product(row, self._unknowns) - side for row, side in lines)

    @cached_property
    def constraints(self) -> tuple[Condition, ...]:
        """What rows and equations demand of x and the unknowns."""
        return tuple(Condition(p, ">=" if i < len(self.rows) else "=") for i, p in enumerate(self.slacks))

    @cached_property
    def _unknowns(self) -> tuple[Polynomial, ...]:
        return tuple(Polynomial.variable(f"z{j}") for j in range(len(self.cost)))

    @cached_property
    def dense_rows(self) -> tuple[DenseRow, ...]:
        """The rows in FLINT's polynomials in one variable."""
        return self._dense(self.rows)

    @cached_property
    def dense_equations(self) -> tuple[DenseRow, ...]:
        """The equations in FLINT's polynomials in one variable."""
        return self._dense(self.equations)

    def _dense(self, rows: tuple[PolynomialRow, ...]) -> tuple[DenseRow, ...]:
        return tuple(tuple((j, dense(entry, self.name)) for j, entry in row) for row in rows)

    def dense_vector(self, entries: Sequence[Polynomial]) -> list[fmpq_poly]:
        """Polynomials of the program in FLINT's polynomials in one variable."""
        return [dense(entry, self.name) for entry in entries]


def row_product(row: Iterable[tuple[int, Polynomial]], vector: Sequence[Polynomial]) -> Polynomial:
    """row . vector"""
    total = Polynomial()
    for j, entry in row:
        total = total + entry * vector[j]
    return total


def from_dense(polynomial: fmpq_poly, name: str) -> Polynomial:
    """The polynomial of FLINT in one variable as one of ours."""
    return Polynomial(
        {
            (((name, power),) if power else ()): Fraction(int(c.p), int(c.q))
            for power, c in enumerate(polynomial.coeffs())
        }
    )


def _common_denominator(entries: Iterable[Entry]) -> Polynomial:
    common = ONE
    for entry in entries:
        if isinstance(entry, RationalFunction):
            common = common * entry.denominator.exact_quotient(common.gcd(entry.denominator))
    return common


def _times(entry: Entry, factor: Polynomial) -> Polynomial:
    product = RationalFunction.of(entry) * factor
    return product.numerator * (1 / product.denominator.constant_value())
