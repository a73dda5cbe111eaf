"""Derived values as LaTeX that the reader of a claims file reads again: factors that are positive, few signs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from checks.own_papers.notation import OwnNotation
from checks.values import Listed, LogSum, MatrixValue, MeaninglessError, Point, Value
from mechanisms.polynomial import Polynomial
from mechanisms.rational import RationalFunction


class Writer:
    """Writes values with the spellings of a claims file; a factor is turned so that it is positive in the domain."""

    def __init__(self, own: OwnNotation) -> None:
        self.names = {s.name: own.vocabulary[s.name].spellings[0] for s in own.declared.symbols}
        self.exponentials = {
            variable: own.vocabulary[budget].spellings[0]
            for budget, variable in own.domain.exponentials
            if budget not in own.named
        }
        self.sample = next(iter(own.domain.points(seed=1, count=1)), {})

    def value(self, value: Value) -> str:
        """The value; MeaninglessError where it is of a kind that is not written here."""
        match value:
            case RationalFunction():
                return self.number(value)
            case Listed(kind=kind, values=values):
                return rf"\{kind}\left\{{{', '.join(map(self.number, values))}\right\}}"
            case MatrixValue(rows=rows):
                lines = r" \\ ".join(" & ".join(map(self.number, row)) for row in rows)
                return rf"\begin{{pmatrix}} {lines} \end{{pmatrix}}"
            case Point(coordinates=coordinates):
                return rf"\left({', '.join(map(self.number, coordinates))}\right)"
            case LogSum(rational=rational, logarithms=((coefficient, argument),)) if rational.is_zero():
                factor = "" if coefficient == RationalFunction.of(1) else self.number(coefficient)
                return factor + self.logarithm(argument)
        raise MeaninglessError("this is not written here")

    def logarithm(self, value: RationalFunction) -> str:
        """The natural logarithm of a number."""
        return rf"\ln\left({self.number(value)}\right)"

    def largest_logarithm(self, value: Value) -> str:
        """The logarithm of a number, or the largest of the logarithms of some."""
        if isinstance(value, RationalFunction):
            return self.logarithm(value)
        assert isinstance(value, Listed), "the largest ratio is one number, or the largest of some"
        return rf"\max\left\{{{', '.join(map(self.logarithm, value.values))}\right\}}"

    def number(self, value: RationalFunction) -> str:
        """A quotient of products."""
        top_constant, above = self._factors(value.numerator)
        bottom_constant, below = self._factors(value.denominator)
        constant = top_constant / bottom_constant
        sign = "-" if constant < 0 else ""
        top = self._product(abs(constant.numerator), above)
        if constant.denominator == 1 and not below:
            if len(above) == 1 and above[0][1] == 1 and abs(constant) == 1 and sign:
                return self._polynomial(-above[0][0])
            return sign + top
        return rf"{sign}\frac{{{top}}}{{{self._product(constant.denominator, below)}}}"

    def _factors(self, polynomial: Polynomial) -> tuple[Fraction, list[tuple[Polynomial, int]]]:
        """The constant, and the other factors with multiplicities, each positive at the sample where it can be told."""
        if polynomial.is_zero():
            return Fraction(0), []
        constant, factors = polynomial.factors()
        turned = []
        for factor, multiplicity in factors:
            names = {name for monomial in factor.terms() for name, _ in monomial}
            if names <= self.sample.keys() and factor.evaluate(self.sample) < 0:
                factor, constant = -factor, constant * (-1) ** multiplicity
            turned.append((factor, multiplicity))
        return constant, sorted(turned, key=lambda f: (len(f[0].terms()), str(f[0])))

    def _product(self, constant: int, factors: Sequence[tuple[Polynomial, int]]) -> str:
        if not factors:
            return str(constant)
        alone = constant == 1 and len(factors) == 1 and factors[0][1] == 1
        parts = [] if constant == 1 else [str(constant)]
        for factor, multiplicity in factors:
            written = self._polynomial(factor)
            if len(factor.terms()) > 1 and not alone:
                written = rf"({written})"
            parts.append(written if multiplicity == 1 else f"{written}^{{{multiplicity}}}")
        return " ".join(parts)

    def _polynomial(self, polynomial: Polynomial) -> str:
        """The terms, those with a positive coefficient first."""
        terms = sorted(polynomial.terms().items(), key=lambda t: (t[1] < 0, -sum(k for _, k in t[0]), str(t[0])))
        written = ""
        for monomial, coefficient in terms:
            size = abs(coefficient)
            constant = str(size) if size.denominator == 1 else rf"\frac{{{size.numerator}}}{{{size.denominator}}}"
            powers = " ".join(self._power(name, exponent) for name, exponent in monomial)
            text = powers if powers and size == 1 else f"{constant} {powers}".strip()
            written += (
                (" - " if coefficient < 0 else " + ") + text if written else ("-" if coefficient < 0 else "") + text
            )
        return written

    def _power(self, name: str, exponent: int) -> str:
        if name in self.exponentials:
            return f"e^{{{'' if exponent == 1 else exponent}{self.exponentials[name]}}}"
        if name not in self.names:
            raise MeaninglessError(f"{name} is no symbol of the file")
        spelling = self.names[name]
        if exponent == 1:
            return spelling
        return f"({spelling})^{{{exponent}}}" if "^" in spelling else f"{spelling}^{{{exponent}}}"
