"""What printed mathematics means: numbers as rational functions, logarithms, matrices, points, sets, extrema."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod

from derivations.arithmetic.meaning import relation_formula
from mechanisms.exact.expression import Expression, Operation
from mechanisms.exact.formula import Formula, all_of, any_of
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

Coordinates = tuple[RationalFunction, ...]


class MeaninglessError(ValueError):
    """The printed expression has no meaning in this suite; the sentence says which part."""


@dataclass(frozen=True)
class LogSum:
    """rational + sum of coefficient * log(argument)."""

    rational: RationalFunction
    logarithms: tuple[tuple[RationalFunction, RationalFunction], ...]

    def plus(self, other: LogSum) -> LogSum:
        """The sum of two of these."""
        return LogSum(self.rational + other.rational, self.logarithms + other.logarithms)

    def times(self, factor: RationalFunction) -> LogSum:
        """Every coefficient multiplied by a number."""
        return LogSum(self.rational * factor, tuple((c * factor, u) for c, u in self.logarithms))

    def differs_from_zero(self, point: Mapping[str, Fraction], *, powers: bool = False) -> bool:
        """Whether this is surely not zero at a rational point, where all logarithms are of positive numbers.

        With `powers`, whether the product of argument^coefficient is surely not one, for integer coefficients. The
        logarithm of a rational number other than one is irrational, so that nothing rational makes up for it.
        """
        rational = self.rational.evaluate(point)
        pairs = [(c.evaluate(point), u.evaluate(point)) for c, u in self.logarithms]
        common = lcm(*(c.denominator for c, _ in pairs))
        if (powers and common > 1) or any(u == 0 or (u < 0 and not powers) for _, u in pairs):
            return False
        if any(abs(c * common) > 1000 for c, _ in pairs):
            return False
        return rational != 0 or prod((u ** int(c * common) for c, u in pairs), start=Fraction(1)) != 1


@dataclass(frozen=True)
class PowerProduct:
    """A product of powers with symbolic exponents, such as a likelihood, carried by its logarithm."""

    logarithm: LogSum


@dataclass(frozen=True)
class MatrixValue:
    """A matrix, row by row; `inverts` is the matrix of which it is the inverse, or the pseudo-inverse."""

    rows: tuple[Coordinates, ...]
    inverts: tuple[Coordinates, ...] = ()


@dataclass(frozen=True)
class Point:
    """A tuple of numbers."""

    coordinates: Coordinates


@dataclass(frozen=True)
class SetValue:
    """A set of points of one dimension, by its membership formula; `points` lists them when they are finitely many.

    `witness` is a point that the set is known to hold whenever it is not empty, if there is a uniform one;
    `candidates` are points among which all of its points are, if they are finitely many.
    """

    dimension: int
    member: Callable[[Coordinates], Formula]
    points: tuple[Coordinates, ...] | None = None
    witness: Coordinates | None = None
    candidates: tuple[Coordinates, ...] | None = None

    def __post_init__(self) -> None:
        if self.candidates is None and self.points is not None:
            object.__setattr__(self, "candidates", self.points)

    def has(self, z: Coordinates) -> Formula:
        """That the tuple is an element; a tuple of another dimension is none."""
        return self.member(z) if len(z) == self.dimension else any_of(())

    @classmethod
    def finite(cls, points: tuple[Coordinates, ...], dimension: int | None = None) -> SetValue:
        """The set of the listed points; the empty list needs a dimension.

        Raises MeaninglessError for points of different dimensions.
        """
        size = len(points[0]) if points else dimension
        if size is None or any(len(p) != size for p in points):
            raise MeaninglessError("a set needs points of one dimension")

        def member(z: Coordinates) -> Formula:
            return any_of(all_of(relation_formula(a, "=", b) for a, b in zip(z, p, strict=True)) for p in points)

        return cls(size, member, points)


Candidate = tuple[Formula, RationalFunction]
"""A value that an extremum may have, and when it counts."""


@dataclass(frozen=True)
class Extreme:
    """min, max, inf or sup of `body` over a box; a corner attains it, or a point where the derivative is zero."""

    kind: str
    body: RationalFunction
    variables: tuple[str, ...]
    box: tuple[tuple[RationalFunction, RationalFunction], ...]
    condition: Formula

    @property
    def lowest(self) -> bool:
        """Whether this is a least value, not a largest."""
        return self.kind in ("min", "inf")

    def candidates(self) -> list[Candidate]:
        """Values of the body among which the extremum is.

        Where the body is affine in each variable, those at the corners of the box. Of a body in one variable that is
        not, those at the ends and at the zeros of its derivative inside; MeaninglessError where these are not rational.
        """
        if self.is_affine():
            values = [self.body]
            for name, (low, high) in zip(self.variables, self.box, strict=True):
                values = [v.substitute({name: end}) for v in values for end in (low, high)]
            return [(all_of(()), value) for value in values]
        if len(self.variables) > 1:
            raise MeaninglessError("an extremum over several variables of an expression that is not affine in each")
        ((name,), ((low, high),)) = self.variables, self.box
        found: list[Candidate] = [(all_of(()), self.body.substitute({name: end})) for end in (low, high)]
        for place in self.stationary_points(name):
            inside = all_of((relation_formula(low, "<", place), relation_formula(place, "<", high)))
            found.append((inside, self.body.substitute({name: place})))
        return found

    def is_affine(self) -> bool:
        """Whether the body is affine in each variable."""
        return all(
            self.body.numerator.degree(name) <= 1 and name not in self.body.denominator.names for name in self.variables
        )

    def stationary_points(self, name: str) -> list[RationalFunction]:
        """The zeros of the derivative; MeaninglessError where there may be some that are no rational expressions."""
        places = []
        for factor, _ in self.body.derivative(name).numerator.factors()[1]:
            if factor.degree(name) > 1:
                raise MeaninglessError(f"the derivative in {name} has zeros that are no rational expressions")
            if factor.degree(name) == 1:
                constant = RationalFunction(factor).substitute({name: RationalFunction.of(0)})
                slope = RationalFunction(factor).derivative(name)
                places.append(RationalFunction.of(0) - constant / slope)
        return places


@dataclass(frozen=True)
class Listed:
    """The largest, or the least, of finitely many numbers; `kind` is max or min."""

    kind: str
    values: tuple[RationalFunction, ...]

    @property
    def lowest(self) -> bool:
        """Whether this is a least value, not a largest."""
        return self.kind == "min"


@dataclass(frozen=True)
class Piecewise:
    """A value for each case."""

    branches: tuple[tuple[Formula, Value], ...]


@dataclass(frozen=True)
class Limiting:
    """The limit of a function of a variable as this tends to 0, with the signs `sides` that it may have."""

    function: RationalFunction
    variable: str
    sides: tuple[int, ...]


Value = RationalFunction | LogSum | PowerProduct | MatrixValue | Point | SetValue | Extreme | Listed | Piecewise
Compared = Value | Expression | Limiting | str
"""A side of a relation, to be worth something at a point: as a value, as it is written, as a limit, or in words."""
NOWHERE = Operation("/", (Polynomial.constant(1), Polynomial()))
"""What has no value."""
