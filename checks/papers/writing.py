"""Derived values as LaTeX that the reader of a claims file reads again: factors that are positive, few signs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from copy import copy
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice, product
from math import isqrt
from types import MappingProxyType

from checks.inputs.declarations import SAMPLED
from checks.inputs.own_notation import OwnNotation
from checks.interpreter.values import Listed, LogSum, MatrixValue, MeaninglessError, Piecewise, Point, SetValue, Value
from mechanisms.exact.formula import AllOf, Condition, Formula, variables
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.exact.rational import RationalFunction

SAMPLES = 8  # points at which the sign of a factor is looked at
MOST_DRAWN = 100  # of which those are taken at which printed conditions hold
MOST_PAIRS = 10  # of responses with which a value is written
ZERO, ONE = RationalFunction.of(0), RationalFunction.of(1)


def length(latex: str) -> int:
    """How much is printed: letters, digits and signs, a command as one."""
    return len(re.sub(r"\\[A-Za-z]+|[{} ]", lambda found: "x" if found[0][0] == "\\" else "", latex))


def _near_root(number: Fraction) -> Fraction:
    """A number near the square root, which tells how a factor is written and nothing else; 0 for a negative one."""
    return Fraction(isqrt(max(int(number * 10**20), 0)), 10**10)


class Writer:
    """Writes values with the spellings of a claims file; a factor is turned so that it is positive in the domain."""

    def __init__(
        self,
        own: OwnNotation,
        mechanisms: Set[str] | None = None,
        roots: Mapping[str, RationalFunction] = MappingProxyType({}),
    ) -> None:
        """With `mechanisms`, values are written by the responses and shares of these only; roots by their radicands."""
        self.roots = roots
        self.names = {s.name: own.vocabulary[s.name].spellings[0] for s in own.declared.symbols}
        self.names |= {name: own.vocabulary[name].spellings[0] for name in own.sized_named}
        self.exponentials = {
            variable: own.vocabulary[budget].spellings[0]
            for budget, variable in own.domain.exponentials
            if not own.is_derived(budget)
        }
        self.halves = {f"sqrt({variable})": spelling for variable, spelling in self.exponentials.items()}
        self.powers = {n: c.argument for one in own.mechanisms.values() for n, c in one.constants.items()}
        self.own = own
        self.mechanisms = own.mechanisms.keys() if mechanisms is None else mechanisms
        self.near = {name: PrivacyLevel.of_eps(power).enclosure[0] for name, power in self.powers.items()}
        self.samples = self._drawn(SAMPLES)

    def _drawn(self, count: int) -> list[dict[str, Fraction]]:
        free = replace(self.own.domain, conditions=())  # where equations between symbols leave no drawn point
        drawn = [*self.own.domain.points(seed=1, count=count)] or [*free.points(seed=1, count=count)]
        return [{**point, **self.near} for point in drawn]

    def under(self, given: Sequence[Formula]) -> Writer:
        """The same where polynomial conditions hold, as far as these are of drawn symbols and hold at a drawn point."""
        other = copy(self)
        points = self._drawn(MOST_DRAWN) if given else []
        parts = (part for formula in given for part in (formula.parts if isinstance(formula, AllOf) else (formula,)))
        known = [c for c in parts if isinstance(c, Condition) and all(variables(c) <= point.keys() for point in points)]
        other.samples = [p for p in points if all(c.holds_at(p) for c in known)][:SAMPLES] or self.samples
        return other

    def value(self, value: Value) -> str:
        """The value; MeaninglessError where it is of a kind that is not written here."""
        match value:
            case RationalFunction():
                return self.shortest(value)
            case Listed(kind=kind, values=values):
                return rf"\{kind}\left\{{{', '.join(map(self.number, values))}\right\}}"
            case MatrixValue(rows=rows):
                lines = r" \\ ".join(" & ".join(map(self.number, row)) for row in rows)
                return rf"\begin{{pmatrix}} {lines} \end{{pmatrix}}"
            case SetValue(dimension=1, candidates=points) if points:
                return rf"\left\{{{', '.join(self.number(z) for (z,) in points)}\right\}}"
            case Point(coordinates=coordinates):
                return rf"\left({', '.join(map(self.number, coordinates))}\right)"
            case Piecewise(branches=((_, low), (_, RationalFunction() as inside), (_, high))) if (low, high) == (
                ZERO,
                ONE,
            ):
                return rf"\max\left\{{0, \min\left\{{1, {self.shortest(inside)}\right\}}\right\}}"
            case Piecewise(branches=((_, RationalFunction() as one), (_, RationalFunction() as other))) if (
                one + other
            ).is_zero():
                return rf"\left|{self.shortest(one).removeprefix('-')}\right|"
            case LogSum(rational=rational, logarithms=((coefficient, argument),)) if rational.is_zero():
                factor = "" if coefficient == RationalFunction.of(1) else self.number(coefficient)
                return factor + self.logarithm(argument)
        raise MeaninglessError("this is not written here")

    def shortest(self, value: RationalFunction) -> str:
        r"""The number as a quotient of products, perhaps with \lambda(1 - \lambda) of a response, or as the variance
        of truthful answers and the rest: as is shortest."""
        return min([self.number(value), *self._with_responses(value), *self._with_shares(value)], key=length)

    def _with_responses(self, value: RationalFunction) -> Iterator[str]:
        """With the probability of a response and of its contrary, or with those of two responses."""
        responses: list[tuple[str, RationalFunction]] = []
        for canonical, name in self.own.named.items():
            if name.meaning == "response" and set(name.of) <= self.mechanisms:
                probability = self.own.mechanisms_of(name)[0].response(*name.labels)
                if probability.names and not value.is_zero():
                    responses.append((self.own.vocabulary[canonical].spellings[0], probability))
        pairs = [((s, p), (f"(1 - {s})", ONE - p)) for s, p in responses]
        pairs += islice(combinations(responses, 2), MOST_PAIRS)
        for either, powers in product(pairs, product((-1, 0, 1), repeat=2)):
            rest, printed = value, {1: "", 0: "", -1: ""}
            for power, (text, number) in zip(powers, either, strict=True):
                rest, printed[power] = rest / number**power, f"{printed[power]} {text}".strip()
            if rest.names or all(powers):  # a response is not told by itself
                yield self.number(rest, above=printed[1], below=printed[-1])

    def _with_shares(self, value: RationalFunction) -> Iterator[str]:
        for name in sorted(self.mechanisms):
            mechanism = self.own.mechanisms[name]
            if not mechanism.declared.respondents:
                continue
            size = mechanism.number(str(mechanism.size))
            for share in mechanism.prior if mechanism.declared.prior and mechanism.declared.data == SAMPLED else ():
                sampled = share * (ONE - share) / size
                rest = value - sampled
                if sampled.names and not rest.is_zero():
                    written = self.number(rest)
                    joined = f" - {written[1:]}" if written.startswith("-") else f" + {written}"
                    yield self.number(sampled) + joined

    def logarithm(self, value: RationalFunction) -> str:
        """The natural logarithm of a number; the budget itself of its exponential, also where a condition links it."""
        linked = {c for c in self.own.domain.conditions if isinstance(c, Condition) and c.relation == "="}

        def is_exponential(name: str) -> bool:
            difference = value - RationalFunction(Polynomial.variable(name))
            return difference.is_zero() or Condition(difference.numerator, "=") in linked

        budget = next(filter(is_exponential, self.exponentials), None)
        if budget is not None:
            return self.exponentials[budget]
        written = self.number(value)
        return rf"\ln{written}" if written.startswith(r"\frac") else rf"\ln\left({written}\right)"

    def largest_logarithm(self, value: Value) -> str:
        """The logarithm of a number, or the largest of the logarithms of some."""
        if isinstance(value, RationalFunction):
            return self.logarithm(value)
        assert isinstance(value, Listed), "the largest ratio is one number, or the largest of some"
        return rf"\max\left\{{{', '.join(map(self.logarithm, value.values))}\right\}}"

    def number(self, value: RationalFunction, above: str = "", below: str = "") -> str:
        """A quotient of products, with printed factors above and below."""
        top_constant, top = self._factors(value.numerator)
        bottom_constant, bottom = self._factors(value.denominator)
        constant = top_constant / bottom_constant
        either = next((i for i, (f, k) in enumerate(top) if k % 2 and {1, -1} <= set(self._signs(f))), None)
        if constant < 0 and either is not None:  # of no sign of its own, so it takes the minus
            constant, top[either] = -constant, (-top[either][0], top[either][1])
        sign = "-" if constant < 0 else ""
        whole = constant.denominator == 1 and not bottom and not below
        if whole and not above and len(top) == 1 and top[0][1] == 1 and abs(constant) == 1 and sign:
            return self._polynomial(-top[0][0])
        over = self._product(abs(constant.numerator), top, above)
        return (
            sign + over if whole else rf"{sign}\frac{{{over}}}{{{self._product(constant.denominator, bottom, below)}}}"
        )

    def _factors(self, polynomial: Polynomial) -> tuple[Fraction, list[tuple[Polynomial, int]]]:
        """The constant, and the other factors with multiplicities, each positive at the sample where it can be told.

        A letter by itself keeps its sign.
        """
        if polynomial.is_zero():
            return Fraction(0), []
        constant, factors = polynomial.factors()
        turned = []
        for factor, multiplicity in factors:
            if len(factor.terms()) > 1 and self._signs(factor)[:1] == [-1]:
                factor, constant = -factor, constant * (-1) ** multiplicity
            turned.append((factor, multiplicity))
        return constant, sorted(turned, key=lambda f: (len(f[0].terms()), str(f[0])))

    def _signs(self, factor: Polynomial) -> list[int]:
        """The signs of a factor at the samples, none where it has names that they do not have."""
        names = {name for monomial in factor.terms() for name, _ in monomial}
        roots = {name: self.roots[name] for name in names if name in self.roots}
        names |= {inner for radicand in roots.values() for inner in radicand.names}
        values = [
            factor.evaluate(sample | {name: _near_root(radicand.evaluate(sample)) for name, radicand in roots.items()})
            for sample in self.samples
            if names - roots.keys() <= sample.keys()
        ]
        return [(value > 0) - (value < 0) for value in values]

    def _product(self, constant: int, factors: Sequence[tuple[Polynomial, int]], printed: str = "") -> str:
        alone = not printed and constant == 1 and len(factors) == 1 and factors[0][1] == 1
        parts = [] if constant == 1 and (factors or printed) else [str(constant)]
        for factor, multiplicity in factors:
            if len(factor.terms()) == 1:
                parts.append(self._polynomial(factor**multiplicity))
                continue
            written = self._polynomial(factor) if alone else f"({self._polynomial(factor)})"
            parts.append(written if multiplicity == 1 else f"{written}^{{{multiplicity}}}")
        return " ".join([*parts, printed] if printed else parts)

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

    @staticmethod
    def _symbol(value: RationalFunction) -> str:
        """The name of the variable that a value is; empty where it is none."""
        name = next(iter(value.names), "")
        return name if name and value == RationalFunction(Polynomial.variable(name)) else ""

    def _power(self, name: str, exponent: int) -> str:
        if name in self.exponentials:
            return f"e^{{{'' if exponent == 1 else exponent}{self.exponentials[name]}}}"
        if name in self.powers:
            power = self.powers[name] * exponent
            return "e" if power == 1 else f"e^{{{power}}}"
        if name in self.halves and exponent % 2 == 0:
            return f"e^{{{'' if exponent == 2 else exponent // 2}{self.halves[name]}}}"
        if name in self.halves:
            return f"e^{{{'' if exponent == 1 else exponent}{self.halves[name]}/2}}"
        if name in self.roots and exponent % 2 == 0 and (inner := self._symbol(self.roots[name])):
            return self._power(inner, exponent // 2)
        if name in self.roots:
            root = rf"\sqrt{{{self.number(self.roots[name])}}}"
            return root if exponent == 1 else f"{root}^{{{exponent}}}"
        if name not in self.names:
            raise MeaninglessError(f"{name} is no symbol of the file")
        spelling = self.names[name]
        if exponent == 1:
            return spelling
        return f"({spelling})^{{{exponent}}}" if "^" in spelling else f"{spelling}^{{{exponent}}}"
