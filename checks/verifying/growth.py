"""What is claimed of a symbol that grows, decided at exact points: by the leading coefficients of quotients there.

This shares nothing with the theorems: names are worth what is known of them in closed form, a point puts in numbers for
all symbols but the one that grows, and what is left is a quotient of polynomials in one variable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from checks.inputs.every_size import Growth
from checks.interpreter import Interpreter
from checks.interpreter.arithmetic import as_number
from checks.interpreter.values import MeaninglessError
from derivations.theory.false_growth import Opposite
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from checks.inputs.notation import OwnNotation

POINTS = 12
SEED = 0
METHOD = "leading coefficients of what is compared, at exact points"


@dataclass(frozen=True)
class Growing:
    """Two numbers that are compared as a variable grows, and points for the other variables.

    ValueError where a number is no quotient of polynomials.
    """

    growth: Growth
    first: RationalFunction
    second: RationalFunction
    variable: str
    levels: Mapping[str, str]
    points: tuple[Mapping[str, Fraction], ...]
    shares: tuple[str, ...] = ()

    def failures(self) -> Iterator[Mapping[str, Fraction]]:
        """The points at which the claim fails."""
        for point in self.points:
            own = {name: value for name, value in point.items() if name != self.variable}
            try:
                first, second = (number.substitute(own) for number in (self.first, self.second))
            except ZeroDivisionError:  # nothing is claimed where a number has no value
                continue
            if not self._holds(first, second):
                yield own

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

    def opposite(self, point: Mapping[str, Fraction]) -> Opposite:
        """What holds at a point at which the claim fails: of t, which the claim bounds, and of b beside it."""
        first, second = (number.substitute(point) for number in (self.first, self.second))
        word = self.growth.word
        if word in ("limit", "infinity"):
            gap = first - second
            if self._order(gap) > 0:
                low = "2 <= t" if self._leading(gap) > 0 else "t <= -2"
                return Opposite(low, Fraction(1), f"limit {'-' * (self._leading(gap) < 0)}infinity", str(second))
            at_last = self._limit(gap)
            size = abs(at_last) / 4 if word == "limit" else abs(at_last) + 2
            near = abs(at_last) / 4 if word == "limit" else Fraction(1)
            printed = str(second) if word == "limit" else "-" * (self.growth.sign < 0) + "infinity"
            return Opposite(f"abs(t - ({at_last})) <= ({near})", size, f"limit {self._limit(first)}", printed)
        if word == "~":
            if self._order(first) > self._order(second):
                return Opposite("abs(b) <= 1/4 * abs(t) and b != 0", Fraction(1), "quotient infinity", "1")
            ratio = self._limit(first / second)
            share = abs(ratio - 1) / 4
            text = f"abs(t - ({ratio - 1}) * b) <= ({share}) * abs(b) and b != 0"
            return Opposite(text, share, f"quotient {ratio}", "1")
        above = word == "big_o" or (word == "big_theta" and self._order(first) > self._order(second))
        grows = "infinity" if above else "0"
        text = "abs(b) <= 1 / (c^2 + 2) * abs(t) and b != 0"
        return Opposite(text, None, f"quotient {grows}", "bounded", -2 if word == "big_theta" and above else -1)

    def shown(self, point: Mapping[str, Fraction]) -> str:
        """The values at a point of what the claim compares."""
        names = {*self.first.names, *self.second.names}
        return ", ".join(f"{name} = {value}" for name, value in point.items() if name in names)

    @property
    def as_is(self) -> RationalFunction | None:
        """What the first number grows as: a power of the variable, with its coefficient where ~ is claimed."""
        if self.first.is_zero() or self.growth.word in ("limit", "infinity"):
            return None
        above, below = (part.coefficients_in(self.variable) for part in (self.first.numerator, self.first.denominator))
        power = RationalFunction(Polynomial.variable(self.variable)) ** (max(above) - max(below))
        if self.growth.word != "~":
            return power
        return power * RationalFunction(above[max(above)]) / RationalFunction(below[max(below)])

    def _limit(self, number: RationalFunction) -> Fraction:
        return self._leading(number) if self._order(number) == 0 else Fraction(0)

    def _order(self, number: RationalFunction) -> float:
        """The power of the variable as which a number grows; minus infinity of 0."""
        if number.is_zero():
            return float("-inf")
        return number.numerator.degree(self.variable) - number.denominator.degree(self.variable)

    def _leading(self, number: RationalFunction) -> Fraction:
        """The quotient of the leading coefficients."""
        above, below = number.numerator, number.denominator
        tops = [part.coefficients_in(self.variable)[part.degree(self.variable)] for part in (above, below)]
        return tops[0].constant_value() / tops[1].constant_value()


def growing(growth: Growth, own: OwnNotation) -> Growing | None:
    """The same for a claim of a file; None where what is compared is no quotient of polynomials, or near 0."""
    if growth.at_zero:
        return None
    interpreter = Interpreter(own.notation)
    try:
        first = as_number(interpreter.value(growth.first))
        second = first if growth.word == "infinity" else as_number(interpreter.value(growth.second))
        conditions = [interpreter.formula(condition) for condition in growth.conditions]
    except (MeaninglessError, ValueError):
        return None
    if interpreter.roots or interpreter.constants:
        return None
    variable = own.domain.exponential_names().get(growth.symbol, growth.symbol)
    spoken = dict.fromkeys((*first.names, *second.names))
    shares = tuple(name for name in spoken if name not in own.domain.names)
    points = []
    drawn = (p for p in own.domain.points(SEED, 8 * POINTS) if all(c.holds_at(p) for c in conditions))
    for i, point in enumerate(islice(drawn, POINTS)):
        none = dict.fromkeys(shares, Fraction(0))
        all_of_one = {**none, **dict.fromkeys(shares[:1], Fraction(1))}
        drawn_shares = {name: Fraction(1, 3 + i + k) for k, name in enumerate(shares)}
        points.append({**point, **(none, all_of_one, drawn_shares)[i % 3]})
    return Growing(growth, first, second, variable, own.domain.exponential_names(), tuple(points), shares)
