"""What both sides of a printed relation are worth at the point where it fails: exactly, and as decimals."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import dropwhile
from math import prod
from types import MappingProxyType
from typing import Any

from flint import arb, ctx

from checks.claims.record import NO_VALUE, Side
from checks.interpreter.limits import INFINITE
from checks.interpreter.values import Compared, Extreme, Limiting, Listed, LogSum, SetValue
from derivations.arithmetic.meaning import expression_of
from mechanisms.exact.expression import Expression, Operation, exponent_of, names_of, with_leaves
from mechanisms.exact.formula import AllOf, Comparison, Condition, Formula, NamedConstant, variables
from mechanisms.exact.numerals import rational_root
from mechanisms.exact.polynomial import Polynomial, to_fmpq
from mechanisms.exact.rational import RationalFunction

DIGITS = 6
PRECISION = 200
_POWER_OF_E = re.compile(r"exp\((-?\d+(?:/\d+)?)\)")

Number = Fraction | arb
_JOINED: Mapping[str, Callable[[Any, Any], Any]] = {"+": operator.add, "*": operator.mul, "/": operator.truediv}


def both_sides(
    conclusion: Formula,
    given: tuple[Compared, Compared] | None,
    point: Mapping[str, Fraction],
    constants: tuple[NamedConstant, ...] = (),
    roots: Mapping[str, Fraction] = MappingProxyType({}),
    *,
    exponentials: bool = False,
) -> tuple[Side, ...]:
    """The sides of a relation at a point: those that are given, else those of the comparison that fails there.

    Variables may be `constants`, or the square roots of numbers.
    With `exponentials` the values given are those of e to the sides. Nothing where no two sides are compared.
    """
    place = _Place(point, constants, roots)
    found = () if given is None else _valued(given, place, exponentials)
    if given is not None and (Side(NO_VALUE) in found or not _excludes_zero(conclusion)):
        return found
    parts = conclusion.parts if isinstance(conclusion, AllOf) else (conclusion,)
    compared = [part for part in parts if isinstance(part, Comparison) or _excludes_zero(part)]
    failing = [part for part in compared if constants or roots or not part.holds_at(point)]
    if not failing or len(compared) < len(parts):
        return ()
    first = failing[0]
    sides = (first.left, first.right) if isinstance(first, Comparison) else (Polynomial(), Polynomial())
    return _valued(sides, place, exponentials)


def _valued(sides: tuple[Compared, Compared], place: _Place, exponentials: bool) -> tuple[Side, ...]:
    found = tuple(_side(side, place, exponentials) for side in sides)
    return found if all(side is not None for side in found) else ()  # type: ignore[return-value]


def _excludes_zero(part: Formula) -> bool:
    """Whether this is a condition that fails where two sides are 0, such as that no denominator vanishes."""
    return isinstance(part, Condition) and part.relation == "!="


def written_names(conclusion: Formula) -> frozenset[str]:
    """The names on which a conclusion depends, and those that its sides are written with."""
    parts = conclusion.parts if isinstance(conclusion, AllOf) else (conclusion,)
    sides = [side for part in parts if isinstance(part, Comparison) for side in (part.left, part.right)]
    return variables(conclusion).union(*map(names_of, sides))


def _side(value: Compared, place: _Place, exponentials: bool) -> Side | None:
    try:
        match value:
            case str():
                return Side(value)
            case Limiting():
                return place.limit(value)
            case LogSum():
                return place.logarithms(value)
            case Listed(kind=kind, values=values):
                best = (max if kind == "max" else min)(values, key=place.order)
                return place.number(best, exponentials)
            case SetValue() if place.is_rational:
                return place.few(value)
            case Extreme() if place.is_rational:
                values = tuple(v for when, v in value.candidates() if when.holds_at(place.point))
                return place.number((min if value.lowest else max)(values, key=place.order), exponentials)
            case RationalFunction() | Polynomial() | Operation():
                return place.number(value, exponentials)
    except ZeroDivisionError:
        return Side(NO_VALUE)
    except KeyError:
        return None
    return None


class _Place:
    """A point, named constants and square roots of numbers, at which expressions have values."""

    def __init__(
        self, point: Mapping[str, Fraction], constants: tuple[NamedConstant, ...], roots: Mapping[str, Fraction]
    ) -> None:
        ctx.prec = PRECISION
        exact = {name: root for name, square in roots.items() if (root := rational_root(square)) is not None}
        roots = {name: square for name, square in roots.items() if name not in exact}
        self.point = {**point, **exact}
        self.is_rational = not constants and not roots
        self.known: dict[str, Polynomial | Fraction] = {
            **self.point,
            **{c.name: Polynomial.variable(f"{c.function}({c.argument})") for c in constants},
            **{name: Polynomial.variable(f"sqrt({square})") for name, square in roots.items()},
        }
        balls = {c.name: getattr(arb(to_fmpq(c.argument)), c.function)() for c in constants}
        balls |= {name: arb(to_fmpq(square)).sqrt() for name, square in roots.items()}
        self.balls: dict[str, arb] = {**{n: arb(to_fmpq(v)) for n, v in self.point.items()}, **balls}

    def value(self, expression: RationalFunction | Expression) -> Number:
        """What an expression is worth; KeyError where a variable has no value."""
        written = expression_of(expression) if isinstance(expression, RationalFunction) else expression
        if isinstance(written, Polynomial):
            if all(name in self.point for name in written.names):
                return written.evaluate(self.point)
            total = arb(0)
            for monomial, coefficient in written.terms().items():
                term = arb(to_fmpq(coefficient))
                for name, power in monomial:
                    term = term * self.balls[name] ** power
                total = total + term
            return total
        if written.operator == "^":
            return self.value(written.parts[0]) ** exponent_of(written)
        first, *others = map(self.value, written.parts)
        for other in others:
            first, other = _alike(first, other), _alike(other, first)
            if written.operator == "/" and other == 0:
                raise ZeroDivisionError
            first = _JOINED[written.operator](first, other)
        return first

    def order(self, value: RationalFunction) -> float:
        """For the largest and the least of several."""
        return float(self.value(value))

    def number(self, expression: RationalFunction | Expression, exponential: bool) -> Side:
        """The side that has this value, or whose exponential has."""
        value = self.value(expression)
        exact = self._exact(expression, value)
        if exponential and (power := _POWER_OF_E.fullmatch(exact)):
            value = Fraction(power[1])
            return Side(str(value), "" if _is_short(value) else _decimal(_ball(value)))
        if exponential:
            return Side("0") if value == 1 else Side(f"log({exact})", _decimal(_ball(value).log()))
        return Side(exact) if _is_short(value) else Side(exact, _decimal(_ball(value)))

    def _exact(self, expression: RationalFunction | Expression, value: Number) -> str:
        if isinstance(value, Fraction):
            return str(value)
        written = expression_of(expression) if isinstance(expression, RationalFunction) else expression
        known = with_leaves(written, lambda p: p.substitute({n: v for n, v in self.known.items() if n in p.names}))
        return str(_folded(known))

    def few(self, value: SetValue) -> Side | None:
        """The points of a set on the line, the least first; None where they are not known to be few."""
        if value.candidates is None or value.dimension != 1:
            return None
        there = [z for z in value.candidates if value.member(z).holds_at(self.point)]
        numbers = sorted({self.value(z) for (z,) in there})
        return Side(rf"{{{', '.join(map(str, numbers))}}}")

    def limit(self, value: Limiting) -> Side | None:
        """What a function tends to; None where balls do not tell which coefficient is the first that is not 0."""
        above, below = (self._lowest(p, value.variable) for p in (value.function.numerator, value.function.denominator))
        if below is None:
            return Side(NO_VALUE)
        if above is None or above[0] > below[0]:
            return Side("limit 0")
        top, bottom = self.value(above[1]), self.value(below[1])
        if not (top != 0 and bottom != 0):
            return None
        if above[0] == below[0]:
            found = self.number(RationalFunction(above[1]) / RationalFunction(below[1]), exponential=False)
            return replace(found, exact=f"limit {found.exact}")
        sign = 1 if (top > 0) == (bottom > 0) else -1
        signs = {sign * side ** (below[0] - above[0]) for side in value.sides}
        return Side(f"limit {INFINITE[signs.pop()]}" if len(signs) == 1 else "no limit")

    def _lowest(self, polynomial: Polynomial, variable: str) -> tuple[int, Polynomial] | None:
        """The lowest power of a variable that has a coefficient, and this; None of 0."""
        found = sorted(polynomial.coefficients_in(variable).items())
        return next(dropwhile(lambda term: self.value(term[1]) == 0, found), None)

    def logarithms(self, value: LogSum) -> Side:
        """A number plus logarithms of numbers."""
        rational = self.value(value.rational)
        total, texts = _ball(rational), [] if rational == 0 else [self._exact(value.rational, rational)]
        for coefficient, argument in value.logarithms:
            c, u = self.value(coefficient), self.value(argument)
            if not u > 0:
                return Side(NO_VALUE)
            if c == 0 or u == 1:
                continue
            total = total + _ball(c) * _ball(u).log()
            factor = "" if c == 1 else "-" if c == -1 else f"{self._exact(coefficient, c)} "
            texts.append(f"{factor}log({self._exact(argument, u)})")
        exact = " + ".join(texts).replace("+ -", "- ") or "0"
        return Side(exact) if not value.logarithms or exact == "0" else Side(exact, _decimal(total))


def _folded(expression: Expression) -> Expression:
    """The expression with the numbers of each sum, product, quotient and power put together."""
    if isinstance(expression, Polynomial):
        return expression
    operator, parts = expression.operator, [_folded(part) for part in expression.parts]
    numbers = [p.constant_value() for p in parts if isinstance(p, Polynomial) and p.is_constant()]
    if operator in ("/", "^"):
        if len(numbers) < 2 or (operator == "/" and numbers[1] == 0):
            return Operation(operator, tuple(parts))
        return Polynomial.constant(numbers[0] / numbers[1] if operator == "/" else numbers[0] ** int(numbers[1]))
    others = [p for p in parts if not (isinstance(p, Polynomial) and p.is_constant())]
    number, neutral = (sum(numbers), 0) if operator == "+" else (prod(numbers), 1)
    if not others or number != neutral:
        others = [Polynomial.constant(number), *others]
    return others[0] if len(others) == 1 else Operation(operator, tuple(others))


def _alike(value: Number, other: Number) -> Number:
    return _ball(value) if isinstance(other, arb) else value


def _ball(value: Number) -> arb:
    return value if isinstance(value, arb) else arb(to_fmpq(value))


def _is_short(value: Number) -> bool:
    """Whether an exact number is an integer, which needs no decimals."""
    return isinstance(value, Fraction) and value.denominator == 1


def _decimal(value: arb) -> str:
    return f"{float(value.mid()):.{DIGITS}g}"
