"""Powers with symbolic exponents: b^k is the product of one variable for each factor of b and each name in k.

For an integer exponent that is linear in names, such as K - k, a power is a rational function of variables of its own:
(2 b)^(K - k) = v_2K v_bK/(v_2k v_bk), where v_bK stands for b^K. What is proved for all values of these variables that
satisfy some facts, such as v >= 1 for b >= 1, holds for the powers; what fails need not fail for them, so failures are
looked for at given exponents, where `at_exponents` puts the powers back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from derivations.arithmetic.meaning import relation_formula
from mechanisms.exact.formula import Formula
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

ONE = RationalFunction.of(1)


class ExponentError(ValueError):
    """An exponent that is no integer combination of names, or a base that is a negative number times something."""


@dataclass(frozen=True)
class PowerVariables:
    """Names the variables that stand for powers, and remembers what they stand for: variable -> (factor, name)."""

    known: dict[str, tuple[RationalFunction, str]]

    @classmethod
    def none(cls) -> PowerVariables:
        """Without any power so far."""
        return cls({})

    def power(self, base: RationalFunction, exponent: RationalFunction) -> RationalFunction:
        """base^exponent, where the exponent is an integer combination of names and of 1.

        Raises ExponentError otherwise, and for a base with a negative content.
        """
        result = ONE
        for name, multiple in _linear(exponent).items():
            result = result * (base**multiple if name is None else self._raised(base, name) ** multiple)
        return result

    def _raised(self, base: RationalFunction, name: str) -> RationalFunction:
        """base^name, factor by factor."""
        result = ONE
        for polynomial, sign in ((base.numerator, 1), (base.denominator, -1)):
            content, factors = polynomial.factors()
            if content < 0:
                factor = next((f for f, multiplicity in factors if multiplicity % 2), None)
                if factor is None:
                    raise ExponentError(f"{base} is negative, and its powers change their signs with the exponent")
                content, factors = -content, [(-f if f == factor else f, count) for f, count in factors]
            parts = [(RationalFunction(factor), count) for factor, count in factors]
            parts += [(RationalFunction.of(content), 1)] if content != 1 else []
            for part, count in parts:
                result = result * self._variable(part, name) ** (sign * count)
        return result

    def _variable(self, factor: RationalFunction, name: str) -> RationalFunction:
        variable = f"({factor})^{name}"
        self.known[variable] = factor, name
        return RationalFunction(Polynomial.variable(variable))

    def at_exponents(self, value: RationalFunction, exponents: Mapping[str, int]) -> RationalFunction:
        """The value with integers for the names in exponents: every variable becomes the power that it stands for."""
        return value.substitute(self._powers(exponents) | {n: RationalFunction.of(k) for n, k in exponents.items()})

    def _powers(self, exponents: Mapping[str, int]) -> dict[str, RationalFunction]:
        return {v: factor ** exponents[name] for v, (factor, name) in self.known.items() if name in exponents}

    def positive(self) -> list[Formula]:
        """Every power is positive, which holds where its factor is."""
        return [
            relation_formula(RationalFunction(Polynomial.variable(v)), ">", RationalFunction.of(0)) for v in self.known
        ]


def _linear(exponent: RationalFunction) -> dict[str | None, int]:
    """Name -> integer multiple; None for the constant part."""
    if not exponent.denominator.is_constant():
        raise ExponentError(f"the exponent {exponent} is no integer combination of names")
    found: dict[str | None, int] = {}
    for monomial, coefficient in exponent.numerator.terms().items():
        scaled = coefficient / exponent.denominator.constant_value()
        if len(monomial) > 1 or any(power != 1 for _, power in monomial) or scaled.denominator != 1:
            raise ExponentError(f"the exponent {exponent} is no integer combination of names")
        found[monomial[0][0] if monomial else None] = int(scaled)
    return found


# -- facts for every exponent ------------------------------------------------------------------------------------------
