"""Real algebraic numbers as one more variable: sqrt(2) is the root of t^2 - 2 between 1 and 2.

All algebraic numbers of a design lie in one field QQ(theta). Entries are rational functions in the parameters and in
the variable theta, reduced modulo the minimal polynomial of theta, so that equal entries have equal normal forms.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import sympy

from mechanisms.exact.domain import Domain, Parameter
from mechanisms.exact.formula import Condition
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import NotRationalError, RationalFunction

MAXIMAL_DEGREE = 32
ISOLATION = Fraction(1, 2**40)


@dataclass(frozen=True)
class AlgebraicGenerator:
    """The root of `minimal` in the open interval (low, high), which holds no other root of it."""

    name: str
    expression: sympy.Expr
    minimal: Polynomial
    low: Fraction
    high: Fraction

    def extend(self, domain: Domain) -> Domain:
        """The domain with the generator as a further variable: its interval and its equation."""
        own = Parameter(self.name, self.low, self.high, low_open=True, high_open=True)
        return domain.joined(Domain((own,), (Condition(self.minimal, "="),)))

    def reduce(self, value: RationalFunction) -> RationalFunction:
        """Normal form: the generator occurs in the numerator only, with a degree below that of its field.

        Raises ZeroDivisionError for a denominator that is zero in the field.
        """
        if self.name not in value.names:
            return value
        modulus = _coefficients(self.minimal, self.name)
        top = _remainder(_coefficients(value.numerator, self.name), modulus)
        bottom = _remainder(_coefficients(value.denominator, self.name), modulus)
        if not bottom:
            raise ZeroDivisionError(f"the denominator {value.denominator} is zero, because {self}")
        reduced = _remainder(_product(top, _inverse(bottom, modulus)), modulus)
        theta = RationalFunction(Polynomial.variable(self.name))
        total = RationalFunction.of(0)
        for coefficient in reversed(reduced):
            total = total * theta + coefficient
        return total

    def enclose(self, value: RationalFunction, width: Fraction) -> tuple[Fraction, Fraction]:
        """Rational bounds, at most `width` apart, of a value that depends on the generator alone.

        Raises ValueError where it depends on other variables.
        """
        reduced = self.reduce(value)
        if not reduced.names:
            exact = reduced.evaluate({})
            return exact, exact
        if reduced.names != (self.name,):
            raise ValueError(f"{value} still depends on {', '.join(n for n in reduced.names if n != self.name)}")
        # The reduced denominator is a constant: the generator stands in numerators only.
        scale = reduced.denominator.constant_value()
        powers = reduced.numerator.coefficients_in(self.name)
        low, high = self.low, self.high
        rising = self.minimal.evaluate({self.name: high}) > 0
        while True:
            lowest, highest = Fraction(0), Fraction(0)
            for power, coefficient in powers.items():
                ends = [c * coefficient.constant_value() / scale for c in _power_bounds(low, high, power)]
                lowest, highest = lowest + min(ends), highest + max(ends)
            if highest - lowest <= width:
                return lowest, highest
            middle = (low + high) / 2
            above = self.minimal.evaluate({self.name: middle}) > 0
            low, high = (low, middle) if above == rising else (middle, high)

    def sign(self, value: RationalFunction) -> int:
        """The sign, -1, 0 or 1, of a value that depends on the generator alone."""
        if self.reduce(value).is_zero():
            return 0
        width = Fraction(1)
        while True:
            low, high = self.enclose(value, width)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            width /= 2**16

    def __str__(self) -> str:
        return f"{self.name} is the root of {self.minimal} near {float(self.low):.6g}"


def algebraic_atoms(expression: sympy.Expr) -> set[sympy.Expr]:
    """The radicals and roots in an expression, such as sqrt(2); not those that hold a symbol, such as sqrt(p).

    Raises NotRationalError for a number that is not real.
    """
    if expression.is_Rational or expression.is_Symbol:
        return set()
    is_radical = expression.is_Pow and expression.exp.is_Rational and not expression.exp.is_Integer
    if expression.is_algebraic and (is_radical or isinstance(expression, (sympy.CRootOf, sympy.AlgebraicNumber))):
        if not expression.is_real:
            raise NotRationalError(f"{expression} is not a real number")
        return {expression}
    return set().union(*(algebraic_atoms(part) for part in expression.args))


def common_generator(
    atoms: Iterable[sympy.Expr],
) -> tuple[AlgebraicGenerator | None, dict[sympy.Expr, sympy.Expr]]:
    """A generator of the field of all atoms, and each atom as a polynomial in the generator's symbol.

    Raises NotRationalError where the degree of the field may exceed MAXIMAL_DEGREE.
    """
    ordered = sorted(set(atoms), key=sympy.default_sort_key)
    if not ordered:
        return None, {}
    degree = 1
    for atom in ordered:
        degree *= sympy.degree(sympy.minimal_polynomial(atom, sympy.Dummy("t")))
    if degree > MAXIMAL_DEGREE:
        raise NotRationalError(
            f"the numbers {', '.join(map(str, ordered))} may need a field of degree {degree}; "
            f"at most {MAXIMAL_DEGREE} is allowed"
        )
    field = sympy.QQ.algebraic_field(*ordered)
    root = field.ext.as_expr()
    symbol = sympy.Symbol(f"({root})" if root.is_Add else str(root))
    minimal = sympy.Poly(sympy.minimal_polynomial(root, symbol), symbol)
    low, high = _isolate(minimal, root)
    generator = AlgebraicGenerator(
        symbol.name,
        root,
        Polynomial({((symbol.name, power),): _fraction(c) for (power,), c in minimal.terms()}),
        low,
        high,
    )
    images = {}
    for atom in ordered:
        coefficients = reversed(field.from_sympy(atom).to_list())
        images[atom] = sympy.Add(*(sympy.QQ.to_sympy(c) * symbol**power for power, c in enumerate(coefficients)))
    return generator, images


def _isolate(minimal: sympy.Poly, root: sympy.Expr) -> tuple[Fraction, Fraction]:
    """An open interval with rational ends around one root of an irreducible polynomial of degree at least two."""
    near = _fraction(sympy.Rational(str(sympy.N(root, 40))))
    width = sympy.Rational(ISOLATION.numerator, ISOLATION.denominator)
    for (low, high), _ in minimal.intervals(eps=width):
        if _fraction(low) - ISOLATION <= near <= _fraction(high) + ISOLATION:
            return _fraction(low), _fraction(high)
    raise NotRationalError(f"no real root of {minimal.as_expr()} is {root}")


def _fraction(number: sympy.Rational) -> Fraction:
    return Fraction(int(number.p), int(number.q))


def _power_bounds(low: Fraction, high: Fraction, power: int) -> tuple[Fraction, Fraction]:
    ends = (low**power, high**power)
    crosses = low < 0 < high and power % 2 == 0 and power > 0
    return (Fraction(0) if crosses else min(ends)), max(ends)


# -- polynomials in the generator, as lists of coefficients that are rational functions, lowest power first ------------


def _coefficients(polynomial: Polynomial, name: str) -> list[RationalFunction]:
    by_power = polynomial.coefficients_in(name)
    return [RationalFunction(by_power.get(power, Polynomial())) for power in range(max(by_power, default=-1) + 1)]


def _trim(coefficients: list[RationalFunction]) -> list[RationalFunction]:
    while coefficients and coefficients[-1].is_zero():
        coefficients = coefficients[:-1]
    return coefficients


def _product(left: list[RationalFunction], right: list[RationalFunction]) -> list[RationalFunction]:
    result = [RationalFunction.of(0)] * max(len(left) + len(right) - 1, 0)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            result[i + j] = result[i + j] + a * b
    return _trim(result)


def _divide(
    left: list[RationalFunction], right: list[RationalFunction]
) -> tuple[list[RationalFunction], list[RationalFunction]]:
    quotient = [RationalFunction.of(0)] * max(len(left) - len(right) + 1, 0)
    rest = list(left)
    while len(rest) >= len(right):
        shift, factor = len(rest) - len(right), rest[-1] / right[-1]
        quotient[shift] = factor
        rest = [c - factor * right[i - shift] if i >= shift else c for i, c in enumerate(rest)]
        rest = _trim(rest[:-1])
    return quotient, rest


def _remainder(left: list[RationalFunction], right: list[RationalFunction]) -> list[RationalFunction]:
    return _divide(_trim(left), right)[1]


def _inverse(value: list[RationalFunction], modulus: list[RationalFunction]) -> list[RationalFunction]:
    """Inverse modulo an irreducible polynomial, by Euclid's extended algorithm."""
    before, now = modulus, value
    factor_before: list[RationalFunction] = []
    factor_now = [RationalFunction.of(1)]
    while len(now) > 1:
        quotient, rest = _divide(before, now)
        step = _product(quotient, factor_now)
        size = max(len(factor_before), len(step))
        zero = RationalFunction.of(0)
        padded = [
            (factor_before[i] if i < len(factor_before) else zero) - (step[i] if i < len(step) else zero)
            for i in range(size)
        ]
        before, now, factor_before, factor_now = now, rest, factor_now, _trim(padded)
    return [c / now[0] for c in factor_now]
