"""Powers with symbolic exponents: b^k is the product of one variable for each factor of b and each name in k.

For an integer exponent that is linear in names, such as K - k, a power is a rational function of variables of its own:
(2 b)^(K - k) = v_2K v_bK/(v_2k v_bk), where v_bK stands for b^K. What is proved for all values of these variables that
satisfy some facts, such as v >= 1 for b >= 1, holds for the powers; what fails need not fail for them, so failures are
looked for at given exponents, where `at_exponents` puts the powers back.

The second half is about t = b^K and g = 1 + b + ... + b^(K - 1) for every integer K >= 1 at once: a fact that holds for
(K, t, g) = (1, b, 1) and passes from (K, t, g) to (K + 1, b t, g + t) holds for all K.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import prove_from, substitute_rational
from mechanisms.exact.formula import Formula, IntegerValued
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


@dataclass(frozen=True)
class Growth:
    """The names of K, of the base b, of t = b^K and of g = 1 + b + ... + b^(K - 1)."""

    count: str = "K"
    base: str = "b"
    power: str = "t"
    sum: str = "g"

    def variables(self) -> tuple[RationalFunction, ...]:
        """K, b, t, g."""
        return tuple(RationalFunction(Polynomial.variable(n)) for n in (self.count, self.base, self.power, self.sum))

    @property
    def first(self) -> dict[str, RationalFunction]:
        """What K, t and g are for K = 1."""
        return {self.count: ONE, self.power: self.variables()[1], self.sum: ONE}

    @property
    def next(self) -> dict[str, RationalFunction]:
        """What K, t and g become when K grows by one."""
        count, base, power, total = self.variables()
        return {self.count: count + 1, self.power: base * power, self.sum: total + power}

    def known(self) -> list[Formula]:
        """K is an integer and at least 1."""
        count = self.variables()[0]
        return [IntegerValued(self.count), relation_formula(count, ">=", ONE)]


@dataclass(frozen=True)
class ForEveryCount:
    """A fact about (K, b, t, g) that holds for every integer K >= 1, with the theorems of its induction."""

    fact: Formula
    base: Theorem
    step: Theorem


def for_every_count(
    growth: Growth, facts: Sequence[Formula], hypotheses: Iterable[Formula], *, budget_seconds: float = 20.0
) -> list[ForEveryCount]:
    """Prove facts one after the other by induction over K; each may use those before it, for K and for K + 1.

    The hypotheses speak of the base and of other constants only. Raises NotProvedError.
    """
    given = frozenset(hypotheses)
    proved: list[ForEveryCount] = []
    for fact in facts:
        before = [p.fact for p in proved]
        earlier = [substitute_rational(f, growth.next) for f in before]
        base = prove_from(Sequent(given, substitute_rational(fact, growth.first)), budget_seconds=budget_seconds)
        assumed = given.union(growth.known(), before, earlier, [fact])
        step = prove_from(Sequent(assumed, substitute_rational(fact, growth.next)), budget_seconds=budget_seconds)
        proved.append(ForEveryCount(fact, base, step))
    return proved


def growth_facts(growth: Growth) -> list[Formula]:
    """For b > 1: t >= 1; t = 1 + (b - 1) g; g >= K + K (K - 1)(b - 1)/2; b g^2 >= K^2 t, prepared by the one before.

    The last one is sinh(K s) >= K sinh(s) for b = e^(2 s): the squares of the geometric sum grow faster than K^2 b^K.
    Its step is b (g + t)^2 - (K + 1)^2 b t = (b g^2 - K^2 t) + t (2 b g + b t + K^2 - b (K + 1)^2).
    """
    count, base, power, total = growth.variables()
    return [
        relation_formula(power, ">=", ONE),
        relation_formula(power, "=", 1 + (base - 1) * total),
        relation_formula(total, ">=", count + count * (count - 1) * (base - 1) / 2),
        relation_formula(2 * base * total + base * power + count**2, ">=", base * (count + 1) ** 2),
        relation_formula(base * total**2, ">=", count**2 * power),
    ]
