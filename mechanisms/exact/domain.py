"""Domains: which values the parameters of a design, a formula or a claim may take.

A domain is a conjunction of intervals, integrality and polynomial conditions. A privacy budget eps is carried by the
variable x = e^eps, so that "eps >= 0" reads x >= 1 and every formula here is a rational function.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import ceil, floor
from typing import TYPE_CHECKING

from mechanisms.exact.formula import (
    Condition,
    Formula,
    IntegerValued,
    NamedConstant,
    PrintedRelation,
    substitute,
    variables,
)
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial, Rational

if TYPE_CHECKING:
    import sympy

_TURNED: dict[str, PrintedRelation] = {"=": "=", "!=": "!=", ">": "<", ">=": "<="}


class DomainError(ValueError):
    """A domain is empty by its own words, names a parameter twice, or is given something else."""


@dataclass(frozen=True)
class Parameter:
    """A real variable in an interval (ends may be absent, open or closed); possibly integer, possibly a constant.

    Raises DomainError for an interval without a number in it.
    """

    name: str
    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = False
    high_open: bool = False
    integer: bool = False
    constant: NamedConstant | None = None

    def __post_init__(self) -> None:
        if self.low is not None and self.high is not None:
            empty = self.low > self.high or (self.low == self.high and (self.low_open or self.high_open))
            if empty:
                raise DomainError(f"parameter {self.name}: the interval from {self.low} to {self.high} is empty")
            first = floor(self.low) + 1 if self.low_open else ceil(self.low)
            last = ceil(self.high) - 1 if self.high_open else floor(self.high)
            if self.integer and first > last:
                raise DomainError(f"parameter {self.name}: no integer lies between {self.low} and {self.high}")

    def hypotheses(self) -> list[Formula]:
        """What the parameter says, as formulas."""
        v = Polynomial.variable(self.name)
        facts: list[Formula] = []
        if self.low is not None:
            facts.append(Condition(v - self.low, ">" if self.low_open else ">="))
        if self.high is not None:
            facts.append(Condition(self.high - v, ">" if self.high_open else ">="))
        if self.integer:
            facts.append(IntegerValued(self.name))
        if self.constant is not None:
            facts.append(self.constant)
        return facts

    @property
    def names_itself(self) -> bool:
        """Whether the name says what number it is, as exp(1/2) does."""
        return self.constant is not None and str(self.constant) == f"{self.name} = {self.name}"

    def __str__(self) -> str:
        if self.constant is not None:
            return str(self.constant)
        low = "" if self.low is None else f"{self.low} {'<' if self.low_open else '<='} "
        high = "" if self.high is None else f" {'<' if self.high_open else '<='} {self.high}"
        kind = ", integer" if self.integer else ("" if low or high else " real")
        return f"{low}{self.name}{high}{kind}"


def real(name: str) -> Parameter:
    """A parameter that is any real number."""
    return Parameter(name)


def above(name: str, low: Rational, *, closed: bool = False) -> Parameter:
    """A parameter with name > low, or name >= low when closed."""
    return Parameter(name, low=Fraction(low), low_open=not closed)


def within(name: str, low: Rational, high: Rational, *, ends: str = "[]") -> Parameter:
    """A parameter in low .. high; `ends` is one of [] () [) (], round where an end does not belong to it.

    Raises DomainError for other ends, and for an interval that is empty.
    """
    if ends not in ("[]", "()", "[)", "(]"):
        raise DomainError(f"parameter {name}: ends must be one of [] () [) (], not {ends!r}")
    return Parameter(name, Fraction(low), Fraction(high), ends[0] == "(", ends[1] == ")")


def integer(name: str, low: int | None = None, high: int | None = None) -> Parameter:
    """An integer parameter in low .. high, both included; an absent end is no bound. Raises DomainError for none."""
    bounds = (None if low is None else Fraction(low), None if high is None else Fraction(high))
    return Parameter(name, *bounds, integer=True)


@dataclass(frozen=True)
class Domain(Shown):
    """Parameters with their intervals, further conditions, and which variable stands for which exponential.

    `exponentials` is a tuple of (budget, variable) pairs such as ("eps", "x"), meaning x = e^eps, or ("eps/2", "u"),
    meaning u = e^(eps/2). Raises DomainError for a name that is declared twice, and for what is no parameter.
    """

    parameters: tuple[Parameter, ...] = ()
    conditions: tuple[Formula, ...] = ()
    exponentials: tuple[tuple[str, str], ...] = field(default=())

    def __post_init__(self) -> None:
        for given in self.parameters:
            if not isinstance(given, Parameter):
                raise DomainError(f"{given!r} is no parameter; a domain is written Domain.of(within('p', 0, 1))")
        names = [p.name for p in self.parameters]
        for name in names:
            if names.count(name) > 1:
                raise DomainError(f"parameter {name} is declared twice")

    @classmethod
    def of(
        cls,
        *parameters: Parameter,
        conditions: Iterable[Formula] = (),
        exponentials: Mapping[str, str] | None = None,
    ) -> Domain:
        """A domain from parameters, conditions and the variables that stand for exponentials of budgets."""
        return cls(tuple(parameters), tuple(conditions), tuple((exponentials or {}).items()))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters."""
        return tuple(p.name for p in self.parameters)

    def exponential_names(self) -> dict[str, str]:
        """Budget -> variable that stands for its exponential."""
        return dict(self.exponentials)

    def budget_roots(self) -> dict[str, tuple[str, int]]:
        """Budget -> (variable, m) for the variable that stands for e^(budget/m)."""
        parts = [(*budget.partition("/")[::2], variable) for budget, variable in self.exponentials]
        return {name: (variable, int(divisor or 1)) for name, divisor, variable in parts}

    def written_exponentials(self) -> dict[str, sympy.Expr]:
        """Variable -> how it is written by its budget, as exp(epsilon) or exp(epsilon/2)."""
        import sympy

        return {
            variable: sympy.exp(sympy.Symbol("epsilon" if budget == "eps" else budget) / divisor)
            for budget, (variable, divisor) in self.budget_roots().items()
        }

    def written_constants(self) -> dict[str, sympy.Expr]:
        """The variables whose names say what number they are, e to a rational power, and this number."""
        import sympy

        named = (p.constant for p in self.parameters if p.names_itself)
        return {c.name: sympy.exp(sympy.Rational(str(c.argument))) for c in named if c is not None}

    def hypotheses(self) -> frozenset[Formula]:
        """Everything that the domain says, as formulas."""
        return self._hypotheses

    @cached_property
    def _hypotheses(self) -> frozenset[Formula]:
        return frozenset([f for p in self.parameters for f in p.hypotheses()] + list(self.conditions))

    @cached_property
    def speaks_of_constants(self) -> bool:
        """Whether a parameter, or a name in a condition, is a transcendental constant; no rational point has it."""
        spoken = {name for condition in self.conditions for name in variables(condition)}
        return any(p.constant is not None for p in self.parameters) or not spoken <= {*self.names}

    def contains(self, point: Mapping[str, Rational]) -> bool:
        """Whether a rational point that gives every parameter lies in the domain."""
        return all(h.holds_at(point) for h in self.hypotheses())

    def where(self, *conditions: Formula) -> Domain:
        """The part of the domain in which further conditions hold."""
        return replace(self, conditions=self.conditions + conditions)

    def without(self, *names: str) -> Domain:
        """The domain with the named parameters left out; conditions that speak of them go as well."""
        return replace(
            self,
            parameters=tuple(p for p in self.parameters if p.name not in names),
            conditions=tuple(c for c in self.conditions if not variables(c) & set(names)),
        )

    def joined(self, other: Domain) -> Domain:
        """Both domains at once; a parameter that both declare must be declared alike.

        Raises DomainError where it is not.
        """
        merged = {p.name: p for p in self.parameters}
        for p in other.parameters:
            if merged.setdefault(p.name, p) != p:
                raise DomainError(f"parameter {p.name} is declared as '{merged[p.name]}' and as '{p}'")
        return Domain(
            tuple(merged.values()),
            tuple(dict.fromkeys(self.conditions + other.conditions)),
            tuple(dict.fromkeys(self.exponentials + other.exponentials)),
        )

    def at(self, values: Mapping[str, Rational]) -> Domain:
        """The domain of the remaining parameters once some have got exact values inside their intervals.

        Raises DomainError for values outside the domain.
        """
        for p in self.parameters:
            if p.name in values and not all(h.holds_at(values) for h in p.hypotheses()):
                raise DomainError(f"{p.name} = {values[p.name]} is outside its domain: {p}")
        fixed = {name: Polynomial.constant(Fraction(v)) for name, v in values.items()}
        remaining = []
        for condition in self.conditions:
            there = substitute(condition, fixed)
            if variables(there):
                remaining.append(there)
            elif not there.holds_at({}):
                where = ", ".join(f"{name} = {v}" for name, v in values.items())
                raise DomainError(f"{where} is outside the domain: {condition} does not hold there")
        return replace(
            self,
            parameters=tuple(p for p in self.parameters if p.name not in values),
            conditions=tuple(remaining),
        )

    def points(self, seed: int, count: int, *, denominators: int = 60) -> Iterator[dict[str, Fraction]]:
        """At most `count` rational points of the domain: pseudo-random, generic, ends of closed intervals among them.

        A parameter without an end is drawn within 4 of the other end (or of 0); one that an equation determines is
        computed. Where transcendental constants are among the parameters, or in a condition such as x <= exp(1)^2,
        there are none.
        """
        rng = random.Random(seed)
        if self.speaks_of_constants:
            return
        found = 0
        for _ in range(200 * count):
            point = {p.name: _draw(p, rng, denominators) for p in self.parameters}
            point |= {name: value.evaluate(point) for name, value in self._determined.items()}
            if self.contains(point):
                yield point
                found += 1
                if found == count:
                    return

    @cached_property
    def _determined(self) -> dict[str, Polynomial]:
        """Parameters that an equation among the conditions is linear in, each as a polynomial in the other ones."""
        found: dict[str, Polynomial] = {}
        for condition in self.conditions:
            if not (isinstance(condition, Condition) and condition.relation == "="):
                continue
            equation = condition.polynomial.substitute(found)
            for name in self.names:
                parts = equation.coefficients_in(name)
                if max(parts, default=0) == 1 and parts[1].is_constant():
                    value = parts.get(0, Polynomial.constant(0)) * (-1 / parts[1].constant_value())
                    found = {other: known.substitute({name: value}) for other, known in found.items()} | {name: value}
                    break
        return found

    def __str__(self) -> str:
        parts = [str(p) for p in self.parameters if not p.names_itself]
        parts += [" ".join(map(str, two_sides(c))) if isinstance(c, Condition) else str(c) for c in self.conditions]
        parts += [
            f"{variable} = e^({budget})" if "/" in budget else f"{variable} = e^{budget}"
            for budget, variable in self.exponentials
        ]
        return "; ".join(parts) or "no parameters"


def two_sides(condition: Condition) -> tuple[Polynomial, PrintedRelation, Polynomial]:
    """The condition without minus signs: p + q <= 1 for -p - q + 1 >= 0.

    A number stands on the right, and else the side of the name that is the first in the alphabet on the left.
    """
    terms = condition.polynomial.terms()
    plus = Polynomial({monomial: number for monomial, number in terms.items() if number > 0})
    minus = plus - condition.polynomial
    names = [min((name for monomial in side.terms() for name, _ in monomial), default="~") for side in (plus, minus)]
    if names[0] <= names[1]:
        return plus, condition.relation, minus
    return minus, _TURNED[condition.relation], plus


def _draw(p: Parameter, rng: random.Random, denominators: int) -> Fraction:
    if p.low is not None and p.high is not None:
        low, high = p.low, p.high
    elif p.low is not None:
        low, high = p.low, p.low + 4
    elif p.high is not None:
        low, high = p.high - 4, p.high
    else:
        low, high = Fraction(-4), Fraction(4)
    if p.integer:
        return Fraction(rng.randint(ceil(low), floor(high)))
    ends = [e for e, is_open in ((p.low, p.low_open), (p.high, p.high_open)) if e is not None and not is_open]
    if ends and rng.random() < 0.15:
        return rng.choice(ends)
    denominator = rng.randint(2, denominators)
    return low + (high - low) * Fraction(rng.randint(1, denominator - 1), denominator)
