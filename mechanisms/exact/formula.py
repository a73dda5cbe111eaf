"""Quantifier-free formulas over the reals: polynomial conditions, joined by "all of" and "any of".

Every formula is in negation normal form; `negation` pushes the negation down to the conditions. Real variables are
named by strings; two further atoms say what a polynomial cannot: that a variable is an integer, and that a variable
is a named transcendental constant such as exp(1/2). A comparison says the same as conditions do, with both sides as
they are written; `in_polynomials` gives those conditions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from operator import is_
from typing import Literal

from mechanisms.exact.expression import Expression, Operation, as_fraction, difference, with_leaves
from mechanisms.exact.polynomial import Polynomial, Rational

Relation = Literal["=", "!=", ">", ">="]
PrintedRelation = Literal["=", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True, slots=True)
class Condition:
    """`polynomial relation 0`. Scaled to coprime integer coefficients, so that equal conditions compare equal.

    Raises ValueError for another relation than = != > >=.
    """

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
class Comparison:
    """`left relation right`, both sides as they are written: both have a value, and the values relate so.

    Raises ValueError for an unknown relation, TypeError for sides that are no expressions.
    """

    left: Expression
    relation: PrintedRelation
    right: Expression
    plain: Formula | None = field(default=None, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.relation not in ("=", "!=", "<", "<=", ">", ">="):
            raise ValueError(f"a relation is one of = != < <= > >=, not {self.relation!r}")
        if not all(isinstance(side, (Polynomial, Operation)) for side in (self.left, self.right)):
            raise TypeError("the sides of a comparison are expressions")

    def holds_at(self, point: Mapping[str, Rational]) -> bool:
        """Truth value at a rational point that gives every variable on which it depends."""
        return in_polynomials(self).holds_at(point)

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}"


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
        """Truth value at a rational point that gives every variable.

        Raises ValueError: no rational point decides it.
        """
        raise ValueError(f"{self}: a rational point does not decide a transcendental constant")

    def __str__(self) -> str:
        return f"{self.name} = {self.function}({self.argument})"


def power_of_e(exponent: Fraction) -> NamedConstant:
    """The constant exp(exponent), which is called so, as no letter of a print or of a proof is."""
    return NamedConstant(f"exp({exponent})", "exp", exponent)


def power_of_e_called(name: str) -> NamedConstant | None:
    """The power of e with this name; None where it is the name of something else."""
    exponent = _POWER_OF_E.fullmatch(name)
    return power_of_e(Fraction(exponent[1])) if exponent else None


_POWER_OF_E = re.compile(r"exp\((-?[0-9]+(?:/[0-9]+)?)\)")


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


Formula = Condition | Comparison | IntegerValued | NamedConstant | AllOf | AnyOf
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


def in_polynomials(formula: Formula) -> Formula:
    """The formula with conditions on polynomials in the place of its comparisons; they hold at the same points.

    A comparison says that none of its divisors is zero, and that the difference of its sides, n / d in lowest terms, is
    zero, not zero, positive or not negative: n = 0, n != 0, n d > 0, n d >= 0. Of d the factors of even multiplicity
    are left out.
    """
    if isinstance(formula, (AllOf, AnyOf)):
        parts = tuple(map(in_polynomials, formula.parts))
        joined = all_of if isinstance(formula, AllOf) else any_of
        return formula if all(map(is_, parts, formula.parts)) else joined(parts)
    if not isinstance(formula, Comparison):
        return formula
    if formula.plain is None:
        object.__setattr__(formula, "plain", _conditions_of(formula))
    assert formula.plain is not None
    return formula.plain


def _conditions_of(comparison: Comparison) -> Formula:
    left, relation, right = comparison.left, comparison.relation, comparison.right
    if relation in ("<", "<="):
        left, relation, right = right, (">" if relation == "<" else ">="), left
    try:
        gap = as_fraction(difference(left, right))
    except ZeroDivisionError:
        return FALSE
    defined = [Condition(d, "!=") for d in gap.divisors if not d.is_constant()]
    top = gap.numerator * _same_sign(gap.denominator) if relation in (">", ">=") else gap.numerator
    return all_of([*dict.fromkeys(defined), Condition(top, relation)])  # type: ignore[arg-type]


def _same_sign(polynomial: Polynomial) -> Polynomial:
    """The product of the factors of odd multiplicity: the same sign wherever the polynomial is not zero."""
    content, factors = polynomial.factors()
    product, square = Polynomial.constant(1 if content > 0 else -1), Polynomial.constant(abs(content))
    for factor, multiplicity in factors:
        square = square * factor ** (multiplicity - multiplicity % 2)
        if multiplicity % 2:
            product = product * factor
    if product * square != polynomial:
        raise ArithmeticError(f"the factors of {polynomial} do not multiply to it")
    return product


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
    """The formula that holds exactly where this one does not.

    Raises ValueError for an atom without a negation in this language.
    """
    if isinstance(formula, Comparison):
        return negation(in_polynomials(formula))
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
    """Replace variables by polynomials; atoms about a replaced variable other than conditions are refused.

    Raises ValueError for those.
    """
    if isinstance(formula, AllOf):
        return AllOf(tuple(substitute(part, values) for part in formula.parts))
    if isinstance(formula, AnyOf):
        return AnyOf(tuple(substitute(part, values) for part in formula.parts))
    if isinstance(formula, Condition):
        return Condition(formula.polynomial.substitute(values), formula.relation)
    if isinstance(formula, Comparison):
        left, right = (with_leaves(side, lambda p: p.substitute(values)) for side in (formula.left, formula.right))
        return Comparison(left, formula.relation, right)
    if formula.name in values:
        raise ValueError(f"'{formula}' cannot be instantiated")
    return formula


def variables(formula: Formula) -> frozenset[str]:
    """The names that occur; of a comparison those on which it depends."""
    if isinstance(formula, Comparison):
        return variables(in_polynomials(formula))
    if isinstance(formula, (AllOf, AnyOf)):
        return frozenset().union(*(variables(part) for part in formula.parts))
    if isinstance(formula, Condition):
        return frozenset(formula.polynomial.names)
    return frozenset((formula.name,))


def conditions(formula: Formula) -> list[Condition]:
    """The conditions in order of occurrence, repetitions kept; other atoms are refused. Raises ValueError for those."""
    if isinstance(formula, (AllOf, AnyOf)):
        return [c for part in formula.parts for c in conditions(part)]
    if isinstance(formula, Condition):
        return [formula]
    raise ValueError(f"'{formula}' is not a polynomial condition")


def holds_with(formula: Formula, signs: Iterator[int]) -> bool:
    """Truth value, given the sign of the polynomial of each of its `conditions`, in their order.

    Raises ValueError for other atoms than conditions.
    """
    if isinstance(formula, (AllOf, AnyOf)):
        values = [holds_with(part, signs) for part in formula.parts]
        return all(values) if isinstance(formula, AllOf) else any(values)
    if not isinstance(formula, Condition):
        raise ValueError(f"'{formula}' is not a polynomial condition")
    sign = next(signs)
    return {"=": sign == 0, "!=": sign != 0, ">": sign > 0, ">=": sign >= 0}[formula.relation]
