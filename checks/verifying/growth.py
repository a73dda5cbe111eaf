"""What is claimed of a symbol that grows, decided at exact points: by the leading coefficients of quotients there.

This shares nothing with the theorems: names are worth what is known of them in closed form, a point puts in numbers for
all symbols but the one that grows, and what is left is a quotient of polynomials in one variable. Of a budget that
tends to 0 it is one in eps and e^eps, of which the powers of eps are compared: 1/eps grows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import count, islice
from math import factorial
from typing import TYPE_CHECKING

from checks.claims.record import Side
from checks.inputs.every_size import Growth
from checks.interpreter import Interpreter
from checks.interpreter.arithmetic import as_number
from checks.interpreter.values import MeaninglessError
from checks.verifying.stated import _side
from derivations.theory.false_growth import Opposite
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from checks.inputs.own_notation import OwnNotation

POINTS = 12
SEED = 0
METHOD = "leading coefficients of what is compared, at exact points"


@dataclass(frozen=True)
class Growing:
    """Two numbers that are compared as a variable grows, and points for the other variables.

    The variable is e to a budget, or to so many `parts` of it, or the symbol itself. ValueError where a number is no
    quotient of polynomials.
    """

    growth: Growth
    first: RationalFunction
    second: RationalFunction
    variable: str
    levels: Mapping[str, str]
    points: tuple[Mapping[str, Fraction], ...]
    shares: tuple[str, ...] = ()
    parts: int = 1

    @cached_property
    def failure(self) -> Mapping[str, Fraction] | None:
        """A point at which the claim fails, where shares are 0 or 1 and numbers are short if there is one."""
        failing = [point for point in map(self._elsewhere, self.points) if self._fails(point)]
        return min(failing, key=self._length, default=None)

    def _elsewhere(self, point: Mapping[str, Fraction]) -> Mapping[str, Fraction]:
        moving = (self.variable, self.levels.get(self.growth.symbol))
        return {name: value for name, value in point.items() if name not in moving}

    def _fails(self, point: Mapping[str, Fraction]) -> bool:
        try:
            return not self._holds(*(number.substitute(point) for number in (self.first, self.second)))
        except ZeroDivisionError:  # nothing is claimed where a number has no value
            return False

    def _length(self, point: Mapping[str, Fraction]) -> tuple[int, int]:
        between = sum(point[name].denominator > 1 for name in self.shares)
        return between, sum(len(str(value)) for value in point.values())

    def _holds(self, first: RationalFunction, second: RationalFunction) -> bool:
        match self.growth.word:
            case "limit":
                return self._order(first - second) < 0
            case "infinity":
                return self._order(first) > 0 and self._leading(first) * self.growth.sign > 0
            case "~":
                return self._order(first - second) < self._order(second)
            case "big_o":
                return self._order(first) <= self._order(second)
            case "big_omega":
                return self._order(first) >= self._order(second)
        return self._order(first) == self._order(second)

    def opposite(self, point: Mapping[str, Fraction]) -> tuple[Opposite, tuple[Side, Side]]:
        """What holds at a point at which the claim fails, of t, which the claim bounds, and of b beside it; the sides.

        These are what the limit, or the quotient, is, and what is printed.
        """
        first, second = (number.substitute(point) for number in (self.first, self.second))
        word = self.growth.word
        if word in ("limit", "infinity"):
            gap = first - second
            printed = Side(str(second)) if second.names else _side(second.evaluate({}))
            if word == "infinity":
                printed = Side("-" * (self.growth.sign < 0) + "infinity")
            if self._order(gap) > 0:
                low = "2 <= t" if self._leading(gap) > 0 else "t <= -2"
                there = Side(f"limit {'-' * (self._leading(gap) < 0)}infinity")
                return Opposite(low, Fraction(1)), (there, printed)
            at_last = self._limit(gap)
            size = abs(at_last) / 4 if word == "limit" else abs(at_last) + 2
            near = abs(at_last) / 4 if word == "limit" else Fraction(1)
            return Opposite(f"abs(t - ({at_last})) <= ({near})", size), (_named("limit", self._limit(first)), printed)
        if word == "~":
            if self._order(first) > self._order(second):
                text, share, there = "abs(b) <= 1/4 * abs(t) and b != 0", Fraction(1), Side("quotient infinity")
            else:
                ratio = self._limit(first / second)
                share = abs(ratio - 1) / 4
                text = f"abs(t - ({ratio - 1}) * b) <= ({share}) * abs(b) and b != 0"
                there = _named("quotient", ratio)
            return Opposite(text, share), (there, Side("1"))
        above = word == "big_o" or (word == "big_theta" and self._order(first) > self._order(second))
        text, place = "abs(b) <= 1 / (c^2 + 2) * abs(t) and b != 0", -2 if word == "big_theta" and above else -1
        return Opposite(text, None, place), (Side(f"quotient {'infinity' if above else '0'}"), Side("bounded"))

    def shown(self, point: Mapping[str, Fraction]) -> str:
        """Where a point is, by the values of what the claim compares; nothing where it compares no symbols."""
        names = {*self.first.names, *self.second.names}
        where = ", ".join(f"{name} = {value}" for name, value in point.items() if name in names)
        return f" at {where}" if where else ""

    @property
    def as_is(self) -> RationalFunction | None:
        """What the first number grows as: a power of the variable, with its coefficient where ~ or a limit is claimed.

        None of limits that are infinite, or no limits of budgets at 0: they are found as others are.
        """
        is_limit, order = self.growth.word in ("limit", "infinity"), self._order(self.first)
        if is_limit and (not self.growth.at_zero or order > 0):
            return None
        if self.first.is_zero() or (is_limit and order < 0):
            return RationalFunction.of(0) if is_limit else None
        grows = RationalFunction(Polynomial.variable(self.growth.symbol if self.growth.at_zero else self.variable))
        power = grows ** (-int(order) if self.growth.at_zero else int(order))
        return power * self._coefficient(self.first) if is_limit or self.growth.word == "~" else power

    def _limit(self, number: RationalFunction) -> Fraction:
        return self._leading(number) if self._order(number) == 0 else Fraction(0)

    def _order(self, number: RationalFunction) -> float:
        """The power of the variable, or of 1/eps, as which a number grows; minus infinity of 0."""
        if number.is_zero():
            return float("-inf")
        return self._highest(number.numerator)[0] - self._highest(number.denominator)[0]

    def _leading(self, number: RationalFunction) -> Fraction:
        """The quotient of the leading coefficients at a point."""
        return self._coefficient(number).evaluate({})

    def _coefficient(self, number: RationalFunction) -> RationalFunction:
        """The quotient of the leading coefficients."""
        above, below = (RationalFunction(self._highest(part)[1]) for part in (number.numerator, number.denominator))
        return above / below

    def _highest(self, polynomial: Polynomial) -> tuple[int, Polynomial]:
        """The power as which a polynomial other than 0 grows, and its coefficient."""
        powers = polynomial.coefficients_in(self.variable)
        if not self.growth.at_zero:
            return max(powers), powers[max(powers)]
        own = {(i, j): c for i, p in powers.items() for j, c in p.coefficients_in(self.growth.symbol).items()}
        for order in count():  # powers of eps and e^eps are independent: one of their sums is not 0
            terms = (
                c * (Fraction(i, self.parts) ** (order - j) / factorial(order - j))
                for (i, j), c in own.items()
                if j <= order
            )
            if not (total := sum(terms, Polynomial())).is_zero():
                return -order, total
        raise AssertionError("a polynomial other than 0 has a series other than 0")


def _named(what: str, worth: Fraction) -> Side:
    """A limit or a quotient, exactly and as a decimal."""
    side = _side(worth)
    return replace(side, exact=f"{what} {side.exact}")


def growing(growth: Growth, own: OwnNotation) -> Growing | None:
    """The same for a claim of a file; None where what is compared is no quotient of polynomials."""
    number = {growth.symbol: RationalFunction(Polynomial.variable(growth.symbol))} if growth.at_zero else {}
    interpreter = Interpreter(own.notation, (), number)
    try:
        first = as_number(interpreter.value(growth.first))
        second = first if growth.word == "infinity" else as_number(interpreter.value(growth.second))
        conditions = [interpreter.formula(condition) for condition in growth.conditions]
    except (MeaninglessError, ValueError):
        return None
    variable = own.domain.exponential_names().get(growth.symbol, growth.symbol)
    if interpreter.constants or any(root != f"sqrt({variable})" for root in interpreter.roots):
        return None
    powers = own.domain.exponential_names()
    tied = {powers[part]: share for part, (whole, share) in own.translator.shares.items() if whole == growth.symbol}
    halves = {power for power, share in tied.items() if share == Fraction(1, 2)} & {*first.names, *second.names}
    parts = 2 if interpreter.roots or halves else 1
    if parts == 2:
        whole, variable = variable, f"sqrt({variable})"
        root = Polynomial.variable(variable)
        first, second = (side.substitute({whole: root**2, **dict.fromkeys(halves, root)}) for side in (first, second))
    spoken = dict.fromkeys((*first.names, *second.names))
    if growth.symbol in powers and {*spoken} & {*powers.values()} - {variable}:
        return None  # another budget, or another part of this one
    shares = tuple(name for name in spoken if name not in (*own.domain.names, *number, variable))
    points = []
    drawn = (p for p in own.domain.points(SEED, 8 * POINTS) if all(c.holds_at(p) for c in conditions))
    for i, point in enumerate(islice(drawn, POINTS)):
        none = dict.fromkeys(shares, Fraction(0))
        all_of_one = {**none, **dict.fromkeys(shares[:1], Fraction(1))}
        drawn_shares = {name: Fraction(1, 3 + i + k) for k, name in enumerate(shares)}
        point = {name: number for name, number in point.items() if name not in tied}
        points.append({**point, **(none, all_of_one, drawn_shares)[i % 3]})
    return Growing(growth, first, second, variable, own.domain.exponential_names(), tuple(points), shares, parts)
