"""Rational functions over QQ in normal form, and the way there from sympy expressions.

Equality of two expressions is decided here: both are written as one reduced fraction of polynomials, in which e^eps
is a variable of its own. Nothing is approximated and nothing is guessed; what is no rational function is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import sympy

from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial, Rational


class NotRationalError(ValueError):
    """The expression is no rational function of its symbols."""


ONE = Polynomial.constant(1)


@dataclass(frozen=True)
class RationalFunction(Shown):
    """numerator / denominator, coprime, the denominator with coprime integer coefficients and a positive lead.

    Raises ZeroDivisionError for a denominator that is the zero polynomial.
    """

    numerator: Polynomial
    denominator: Polynomial = ONE

    def __post_init__(self) -> None:
        if self.denominator.is_zero():
            raise ZeroDivisionError("the denominator is the zero polynomial")
        if self.denominator == ONE:
            return
        top, bottom = self.numerator, self.denominator
        common = top.gcd(bottom)
        if not common.is_constant():
            top, bottom = top.exact_quotient(common), bottom.exact_quotient(common)
        lead = bottom.primitive()
        if lead.leading_coefficient() < 0:
            lead = -lead
        scale = lead.leading_coefficient() / bottom.leading_coefficient()
        object.__setattr__(self, "numerator", top if scale == 1 else top * scale)
        object.__setattr__(self, "denominator", lead)

    @classmethod
    def _reduced(cls, numerator: Polynomial, denominator: Polynomial) -> RationalFunction:
        """The fraction of two polynomials that are in normal form already."""
        made = object.__new__(cls)
        object.__setattr__(made, "numerator", numerator)
        object.__setattr__(made, "denominator", denominator)
        return made

    @classmethod
    def of(cls, value: RationalFunction | Polynomial | Rational) -> RationalFunction:
        """The value itself, or a polynomial or number as a rational function."""
        return value if isinstance(value, RationalFunction) else cls(Polynomial.of(value))

    @property
    def names(self) -> tuple[str, ...]:
        """The variables that occur, sorted."""
        if self.denominator is ONE:
            return self.numerator.names
        return tuple(sorted({*self.numerator.names, *self.denominator.names}))

    def is_zero(self) -> bool:
        """Whether this is zero."""
        return self.numerator.is_zero()

    def __add__(self, other: RationalFunction | Polynomial | Rational) -> RationalFunction:
        o = RationalFunction.of(other)
        if self.denominator == o.denominator:
            return RationalFunction(self.numerator + o.numerator, self.denominator)
        return RationalFunction(
            self.numerator * o.denominator + o.numerator * self.denominator, self.denominator * o.denominator
        )

    def __neg__(self) -> RationalFunction:
        return RationalFunction._reduced(-self.numerator, self.denominator)

    def __sub__(self, other: RationalFunction | Polynomial | Rational) -> RationalFunction:
        return self + (-RationalFunction.of(other))

    def __rsub__(self, other: Polynomial | Rational) -> RationalFunction:
        return RationalFunction.of(other) - self

    def __mul__(self, other: RationalFunction | Polynomial | Rational) -> RationalFunction:
        o = RationalFunction.of(other)
        return RationalFunction(self.numerator * o.numerator, self.denominator * o.denominator)

    __radd__ = __add__
    __rmul__ = __mul__

    def __truediv__(self, other: RationalFunction | Polynomial | Rational) -> RationalFunction:
        o = RationalFunction.of(other)
        return RationalFunction(self.numerator * o.denominator, self.denominator * o.numerator)

    def __rtruediv__(self, other: Polynomial | Rational) -> RationalFunction:
        return RationalFunction.of(other) / self

    def __pow__(self, exponent: int) -> RationalFunction:
        if exponent < 0:
            return RationalFunction(self.denominator ** (-exponent), self.numerator ** (-exponent))
        return RationalFunction._reduced(self.numerator**exponent, self.denominator**exponent)

    def derivative(self, name: str) -> RationalFunction:
        """Partial derivative in one variable."""
        p, q = self.numerator, self.denominator
        return RationalFunction(p.derivative(name) * q - p * q.derivative(name), q * q)

    def substitute(self, values: Mapping[str, RationalFunction | Polynomial | Rational]) -> RationalFunction:
        """Replace variables by rational functions, all at once; ZeroDivisionError if the denominator vanishes."""
        given = {name: RationalFunction.of(values[name]) for name in self.names if name in values}
        if not given:
            return self
        return _compose(self.numerator, given) / _compose(self.denominator, given)

    def evaluate(self, point: Mapping[str, Rational]) -> Fraction:
        """The exact value at a rational point; ZeroDivisionError at a pole."""
        return self.numerator.evaluate(point) / self.denominator.evaluate(point)

    def constant_value(self) -> Fraction:
        """The number that a constant is; ValueError where a variable occurs."""
        if not self.denominator.is_constant():
            raise ValueError(f"{self} is not a constant")
        return self.numerator.constant_value()  # the denominator of a constant in normal form is 1

    def to_sympy(self, values: Mapping[str, sympy.Expr] | None = None) -> sympy.Expr:
        """Factored sympy expression; `values` says what to write for a variable (such as exp(eps) for x)."""
        return _factored(self.numerator, values or {}) / _factored(self.denominator, values or {})

    def __str__(self) -> str:
        return str(self.numerator) if self.denominator.is_constant() else f"({self.numerator})/({self.denominator})"


def _compose(polynomial: Polynomial, values: Mapping[str, RationalFunction]) -> RationalFunction:
    if all(value.denominator == Polynomial.constant(1) for value in values.values()):
        return RationalFunction(polynomial.substitute({n: v.numerator for n, v in values.items()}))
    # Homogenise each replaced variable, so that polynomials suffice: p(a/b) b^deg.
    top, bottom = Polynomial(), Polynomial.constant(1)
    degrees = {name: polynomial.degree(name) for name in values}
    for name, degree in degrees.items():
        bottom = bottom * values[name].denominator ** degree
    for monomial, coefficient in polynomial.terms().items():
        powers = dict(monomial)
        term = Polynomial({tuple(pair for pair in monomial if pair[0] not in values): coefficient})
        for name, degree in degrees.items():
            power = powers.get(name, 0)
            term = term * values[name].numerator ** power * values[name].denominator ** (degree - power)
        top = top + term
    return RationalFunction(top, bottom)


def _factored(polynomial: Polynomial, values: Mapping[str, sympy.Expr]) -> sympy.Expr:
    content, factors = polynomial.factors()
    product = sympy.Rational(content.numerator, content.denominator)
    for factor, multiplicity in factors:
        product = product * polynomial_to_sympy(factor, values) ** multiplicity
    return product


def polynomial_to_sympy(polynomial: Polynomial, values: Mapping[str, sympy.Expr] | None = None) -> sympy.Expr:
    """Expanded sympy expression."""
    given = values or {}
    terms = [
        sympy.Mul(
            sympy.Rational(coefficient.numerator, coefficient.denominator),
            *(given.get(name, sympy.Symbol(name)) ** power for name, power in monomial),
        )
        for monomial, coefficient in polynomial.terms().items()
    ]
    return sympy.Add(*terms)


def to_rational_function(
    expression: sympy.Expr | int | Fraction, exponentials: Mapping[str, str] | None = None
) -> RationalFunction:
    """Normal form of an expression built from rationals, symbols, + - * / and integer powers.

    `exponentials` maps the name of a symbol eps to the name of the variable that stands for e^eps; exp(k*eps) with an
    integer k becomes its k-th power. A bare eps that occurs outside an exponential keeps its own name. Raises
    NotRationalError for other expressions.
    """
    if isinstance(expression, (int, Fraction)):
        return RationalFunction.of(expression)
    names = exponentials or {}
    if expression.is_Rational:
        return RationalFunction.of(Fraction(int(expression.p), int(expression.q)))
    if expression.is_Symbol:
        return RationalFunction(Polynomial.variable(expression.name))
    if expression.is_Add:
        total = RationalFunction.of(0)
        for term in expression.args:
            total = total + to_rational_function(term, names)
        return total
    if expression.is_Mul:
        product = RationalFunction.of(1)
        for factor in expression.args:
            product = product * to_rational_function(factor, names)
        return product
    if isinstance(expression, sympy.exp):
        return _exponential(expression.args[0], names)
    if expression.is_Pow and expression.exp.is_Integer:
        return to_rational_function(expression.base, names) ** int(expression.exp)
    if expression.is_Pow and expression.base == sympy.E:
        return _exponential(expression.exp, names)
    raise NotRationalError(f"{expression} is no rational function of its symbols")


def _exponential(exponent: sympy.Expr, names: Mapping[str, str]) -> RationalFunction:
    result = RationalFunction.of(1)
    for term in sympy.Add.make_args(sympy.expand(exponent)):
        coefficient, symbol = term.as_coeff_Mul()
        if not (coefficient.is_Integer and symbol.is_Symbol and symbol.name in names):
            known = ", ".join(sorted(names)) or "none"
            raise NotRationalError(
                f"exp({exponent}): the exponent must be an integer combination of declared budgets ({known})"
            )
        result = result * RationalFunction(Polynomial.variable(names[symbol.name])) ** int(coefficient)
    return result
