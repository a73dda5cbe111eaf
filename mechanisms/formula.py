"""Quantifier-free formulas over the reals: polynomial conditions, joined by "all of" and "any of".

Every formula is in negation normal form; `negation` pushes the negation down to the conditions. Real variables are
named by strings; two further atoms say what a polynomial cannot: that a variable is an integer, and that a variable
is a named transcendental constant such as exp(1/2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from mechanisms.polynomial import Polynomial, Rational

Relation = Literal["=", "!=", ">", ">="]


@dataclass(frozen=True, slots=True)
class Condition:
    """`polynomial relation 0`. Scaled to coprime integer coefficients, so that equal conditions compare equal."""

    polynomial: Polynomial
    relation: Relation

    def __post_init__(self) -> None:
        if self.relation not in ("=", "!=", ">", ">="):
            raise ValueError(f"a relation is one of = != > >=, not {self.relation!r}")
        scaled = self.polynomial.primitive()
        if self.relation in ("=", "!=") and scaled.leading_coefficient() < 0:
            scaled = -scaled
        object.__setattr__(self, "polynomial", scaled)

    def holds_at(self, point: Mapping[str, Rational]) -> bool:
        """Truth value at a rational point that gives every variable."""
        value = self.polynomial.evaluate(point)
        return holds_with(self, iter((int(value > 0) - int(value < 0),)))

    def __str__(self) -> str:
        return f"{self.polynomial} {self.relation} 0"


@dataclass(frozen=True, slots=True)
class IntegerValued:
    """The variable takes integer values only."""

    name: str

    def holds_at(self, point: Mapping[str, Rational]) -> bool:
        """Truth value at a rational point that gives every variable."""
        return Fraction(point[self.name]).denominator == 1

    def __str__(self) -> str:
        return f"{self.name} is an integer"


@dataclass(frozen=True, slots=True)
class NamedConstant:
    """The variable equals `function(argument)` for a rational argument; functions: exp, log, sqrt, erf, pi."""

    name: str
    function: Literal["exp", "log", "sqrt", "erf", "pi"]
    argument: Fraction

    def holds_at(self, point: Mapping[str, Rational]) -> bool:
        """Truth value at a rational point that gives every variable."""
        raise ValueError(f"{self}: a rational point does not decide a transcendental constant")

    def __str__(self) -> str:
        return f"{self.name} = {self.function}({self.argument})"


@dataclass(frozen=True, slots=True)
class AllOf:
    """Conjunction; the empty one is true."""

    parts: tuple[Formula, ...]

    def holds_at(self, point: Mapping[str, Rational]) -> bool:
        """Truth value at a rational point that gives every variable."""
        return all(part.holds_at(point) for part in self.parts)

    def __str__(self) -> str:
        return "(" + " and ".join(map(str, self.parts)) + ")" if self.parts else "true"


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Disjunction; the empty one is false."""

    parts: tuple[Formula, ...]

    def holds_at(self, point: Mapping[str, Rational]) -> bool:
        """Truth value at a rational point that gives every variable."""
        return any(part.holds_at(point) for part in self.parts)

    def __str__(self) -> str:
        return "(" + " or ".join(map(str, self.parts)) + ")" if self.parts else "false"


Formula = Condition | IntegerValued | NamedConstant | AllOf | AnyOf
TRUE = AllOf(())
FALSE = AnyOf(())


def all_of(formulas: Iterable[Formula]) -> Formula:
    """Conjunction, flattened; a single part stands for itself."""
    parts: list[Formula] = []
    for formula in formulas:
        parts.extend(formula.parts if isinstance(formula, AllOf) else (formula,))
    return parts[0] if len(parts) == 1 else AllOf(tuple(dict.fromkeys(parts)))


def any_of(formulas: Iterable[Formula]) -> Formula:
    """Disjunction, flattened; a single part stands for itself."""
    parts: list[Formula] = []
    for formula in formulas:
        parts.extend(formula.parts if isinstance(formula, AnyOf) else (formula,))
    return parts[0] if len(parts) == 1 else AnyOf(tuple(dict.fromkeys(parts)))


def equal_to(left: Polynomial | Rational, right: Polynomial | Rational) -> Condition:
    """left = right."""
    return Condition(Polynomial.of(left) - Polynomial.of(right), "=")


def different(left: Polynomial | Rational, right: Polynomial | Rational) -> Condition:
    """left != right."""
    return Condition(Polynomial.of(left) - Polynomial.of(right), "!=")


def greater(left: Polynomial | Rational, right: Polynomial | Rational) -> Condition:
    """left > right."""
    return Condition(Polynomial.of(left) - Polynomial.of(right), ">")


def at_least(left: Polynomial | Rational, right: Polynomial | Rational) -> Condition:
    """left >= right."""
    return Condition(Polynomial.of(left) - Polynomial.of(right), ">=")


_OPPOSITES: dict[Relation, Relation] = {"=": "!=", "!=": "=", ">": ">=", ">=": ">"}


def negation(formula: Formula) -> Formula:
    """The formula that holds exactly where this one does not."""
    if isinstance(formula, AllOf):
        return AnyOf(tuple(negation(part) for part in formula.parts))
    if isinstance(formula, AnyOf):
        return AllOf(tuple(negation(part) for part in formula.parts))
    if isinstance(formula, Condition):
        p = formula.polynomial
        opposite = _OPPOSITES[formula.relation]
        return Condition(p if opposite in ("=", "!=") else -p, opposite)
    raise ValueError(f"'{formula}' has no negation in this language")


def substitute(formula: Formula, values: Mapping[str, Polynomial | Rational]) -> Formula:
    """Replace variables by polynomials; atoms about a replaced variable other than conditions are refused."""
    if isinstance(formula, AllOf):
        return AllOf(tuple(substitute(part, values) for part in formula.parts))
    if isinstance(formula, AnyOf):
        return AnyOf(tuple(substitute(part, values) for part in formula.parts))
    if isinstance(formula, Condition):
        return Condition(formula.polynomial.substitute(values), formula.relation)
    if formula.name in values:
        raise ValueError(f"'{formula}' cannot be instantiated")
    return formula


def variables(formula: Formula) -> frozenset[str]:
    """The names that occur."""
    if isinstance(formula, (AllOf, AnyOf)):
        return frozenset().union(*(variables(part) for part in formula.parts))
    if isinstance(formula, Condition):
        return frozenset(formula.polynomial.names)
    return frozenset((formula.name,))


def conditions(formula: Formula) -> list[Condition]:
    """The conditions in order of occurrence, repetitions kept; other atoms are refused."""
    if isinstance(formula, (AllOf, AnyOf)):
        return [c for part in formula.parts for c in conditions(part)]
    if isinstance(formula, Condition):
        return [formula]
    raise ValueError(f"'{formula}' is not a polynomial condition")


def holds_with(formula: Formula, signs: Iterator[int]) -> bool:
    """Truth value, given the sign of the polynomial of each of its `conditions`, in their order."""
    if isinstance(formula, (AllOf, AnyOf)):
        values = [holds_with(part, signs) for part in formula.parts]
        return all(values) if isinstance(formula, AllOf) else any(values)
    if not isinstance(formula, Condition):
        raise ValueError(f"'{formula}' is not a polynomial condition")
    sign = next(signs)
    return {"=": sign == 0, "!=": sign != 0, ">": sign > 0, ">=": sign >= 0}[formula.relation]
