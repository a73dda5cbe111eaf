"""Proofs of sequents in one variable: the line is cut into points and gaps in which every sign is certain.

In a gap the sign of a factor is written out as a sum of positive products of x - a and b - x (Bernstein's form). Where
one factor has a root inside a gap, the proof goes by its sign.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb

from derivations.arithmetic.statements import Sequent
from derivations.coq.formulas import NotExportableError, polynomial_text
from derivations.coq.terms import number_text
from derivations.coq.trimmed import in_sequence
from mechanisms.exact.formula import all_of, conditions, holds_with, negation, variables
from mechanisms.exact.polynomial import Polynomial

_Factors = tuple[Fraction, list[tuple[Polynomial, int]]]
_MOST_CUTS = 400


def one_variable_proof(goal: Sequent, names: Mapping[str, str]) -> str:
    """The proof of a sequent of conditions in one variable whose hypotheses stand in the context."""
    found = [c.polynomial for c in conditions(all_of([*in_sequence(goal.hypotheses), negation(goal.conclusion)]))]
    if all(p.total_degree() <= 1 for p in found):
        return "one_variable."
    (name,) = variables(all_of([*in_sequence(goal.hypotheses), goal.conclusion]))
    return _Line(goal, name, names).proof()


class _Line:
    """The proof for one goal: its polynomials, their factors, and where the line is cut."""

    def __init__(self, goal: Sequent, name: str, names: Mapping[str, str]) -> None:
        self.formula = all_of([*in_sequence(goal.hypotheses), negation(goal.conclusion)])
        self.polynomials = list(dict.fromkeys(c.polynomial for c in conditions(self.formula)))
        self.factored: dict[Polynomial, _Factors] = {p: _factors(p) for p in self.polynomials}
        self.factors = list(dict.fromkeys(f for _, parts in self.factored.values() for f, _ in parts))
        self.name, self.names, self.x = name, names, names[name]

    def proof(self) -> str:
        """Go through the cuts from the left: before, at, and after each."""
        cuts = self._cuts()
        lines = []
        for i, (low, high) in enumerate(pairwise([None, *cuts])):
            assert high is not None
            names = f"[below_{i}|[there_{i}|above_{i}]]"
            lines.append(f"destruct (Rtotal_order {self.x} {number_text(high)}) as {names}.")
            lines.append(f"{{ {self._gap(low, high)} }}")
            lines.append(f"{{ rewrite there_{i} in *. resaid. }}")
        return " ".join([*lines, self._gap(cuts[-1], None)])

    def _cuts(self) -> list[Fraction]:
        """The rational roots, two numbers beyond all roots, and what separates the other roots."""
        roots = [-_at(f, self.name, 0) / _slope(f, self.name) for f in self.factors if f.total_degree() == 1]
        far = 1 + max([abs(r) for r in roots], default=Fraction(0))
        while not all(_sign_in(f, self.name, None, -far) and _sign_in(f, self.name, far, None) for f in self.factors):
            far *= 2
        cuts = sorted({-far, far, *roots})
        place = 0
        while place < len(cuts) - 1:
            low, high = cuts[place], cuts[place + 1]
            if self._is_clear(low, high):
                place += 1
                continue
            cuts.insert(place + 1, (low + high) / 2)
            if len(cuts) > _MOST_CUTS:
                raise NotExportableError("the roots of polynomials in one variable lie too close to each other")
        return cuts

    def _is_clear(self, low: Fraction, high: Fraction) -> bool:
        return sum(_sign_in(f, self.name, low, high) is None for f in self.factors) <= 1 and not any(
            self._fails(signs) for signs in self._signs(low, high)
        )

    def _signs(self, low: Fraction | None, high: Fraction | None) -> Iterator[dict[Polynomial, int]]:
        """The signs of the factors that are possible in a gap, as far as they are known."""
        known = {f: _sign_in(f, self.name, low, high) for f in self.factors}
        open_ones = [f for f, sign in known.items() if sign is None]
        fixed = {f: sign for f, sign in known.items() if sign is not None}
        if not open_ones:
            yield fixed
        for sign in (-1, 0, 1) if open_ones else ():
            yield {**fixed, open_ones[0]: sign}

    def _fails(self, signs: Mapping[Polynomial, int]) -> bool:
        values = [_product(self.factored[c.polynomial], signs) for c in conditions(self.formula)]
        return holds_with(self.formula, iter(values))

    def _gap(self, low: Fraction | None, high: Fraction | None) -> str:
        lines = []
        for i, f in enumerate(self.factors):
            sign = _sign_in(f, self.name, low, high)
            if sign is not None:
                value, text = (f if sign > 0 else -f), self._text(f if sign > 0 else -f)
                terms = _bernstein(value, self.name, low, high)
                total = " + ".join(self._product_text(c, i_, j, low, high) for c, i_, j in terms)
                lines.append(f"assert (s_{i} : 0 < {text}) by (replace {text} with ({total}) by field; positive_sum).")
        unknown = [i for i, f in enumerate(self.factors) if _sign_in(f, self.name, low, high) is None]
        if not unknown:
            (signs,) = self._signs(low, high)
            return " ".join([*lines, self._signs_of(signs), "resaid."])
        (i,) = unknown
        text, opposite = self._text(self.factors[i]), self._text(-self.factors[i])
        turned = f"assert (s_{i} : 0 < {opposite}) by (clear - m_{i}; lra)."
        branches = [
            f"{{ {turned if signs[self.factors[i]] < 0 else ''} {self._signs_of(signs)} resaid. }}"
            for signs in self._signs(low, high)
        ]
        return " ".join([*lines, f"destruct (Rtotal_order {text} 0) as [m_{i}|[s_{i}|s_{i}]].", *branches])

    def _signs_of(self, signs: Mapping[Polynomial, int]) -> str:
        """Assert the sign of every polynomial from those of its factors."""
        lines = []
        for k, p in enumerate(self.polynomials):
            content, parts = self.factored[p]
            if not parts or parts == [(p, 1)]:
                continue
            sign = _product((content, parts), signs)
            turned = [(self._text(-f if sign and signs[f] < 0 else f), power) for f, power in parts]
            product = " * ".join(
                [number_text(abs(content) if sign else content), *(f"{text} ^ {power}" for text, power in turned)]
            )
            text = self._text(p if sign >= 0 else -p)
            relation = f"{text} = 0" if sign == 0 else f"0 < {text}"
            end = "vanishing_product" if sign == 0 else "positive_sum"
            lines.append(f"assert (p_{k} : {relation}) by (replace {text} with ({product}) by field; {end}).")
        return " ".join(lines)

    def _text(self, polynomial: Polynomial) -> str:
        return polynomial_text(polynomial, self.names)

    def _product_text(
        self, weight: Fraction, first: int, second: int, low: Fraction | None, high: Fraction | None
    ) -> str:
        parts = [number_text(weight)]
        if low is not None and first:
            parts.append(f"({self.x} - {number_text(low)}) ^ {first}")
        if high is not None and second:
            parts.append(f"({number_text(high)} - {self.x}) ^ {second}")
        return " * ".join(parts)


def _factors(polynomial: Polynomial) -> _Factors:
    content, parts = polynomial.factors()
    return Fraction(content), [(f, k) for f, k in parts]


def _product(factored: _Factors, signs: Mapping[Polynomial, int]) -> int:
    content, parts = factored
    sign = (content > 0) - (content < 0)
    for f, power in parts:
        sign *= signs[f] ** power
    return sign


def _coefficients(polynomial: Polynomial, name: str) -> list[Fraction]:
    found = [Fraction(0)] * (polynomial.degree(name) + 1)
    for monomial, coefficient in polynomial.terms().items():
        found[dict(monomial).get(name, 0)] += Fraction(coefficient)
    return found


def _at(polynomial: Polynomial, name: str, value: int) -> Fraction:
    return sum((c * value**i for i, c in enumerate(_coefficients(polynomial, name))), Fraction(0))


def _slope(polynomial: Polynomial, name: str) -> Fraction:
    return _coefficients(polynomial, name)[1]


def _shifted(coefficients: Sequence[Fraction], by: Fraction) -> list[Fraction]:
    """The coefficients of p(by + y)."""
    size = len(coefficients)
    return [
        sum((coefficients[i] * comb(i, j) * by ** (i - j) for i in range(j, size)), Fraction(0)) for j in range(size)
    ]


def _bernstein(
    polynomial: Polynomial, name: str, low: Fraction | None, high: Fraction | None
) -> list[tuple[Fraction, int, int]]:
    """The weights, not zero, of the products (x - low)^i (high - x)^j that add up to the polynomial."""
    coefficients = _coefficients(polynomial, name)
    if low is None and high is None:
        terms = [(c, i, 0) for i, c in enumerate(coefficients)]
    elif high is None:
        assert low is not None
        terms = [(c, i, 0) for i, c in enumerate(_shifted(coefficients, low))]
    elif low is None:
        terms = [(c * (-1) ** j, 0, j) for j, c in enumerate(_shifted(coefficients, high))]
    else:
        degree, width = len(coefficients) - 1, high - low
        shifted = _shifted(coefficients, low)  # in y = x - low; 1 = ((x - low) + (high - x)) / width
        weights = [Fraction(0)] * (degree + 1)
        for power, c in enumerate(shifted):
            for extra in range(degree - power + 1):
                weights[power + extra] += c * comb(degree - power, extra) / width ** (degree - power)
        terms = [(w, i, degree - i) for i, w in enumerate(weights)]
    return [term for term in terms if term[0]]


def _sign_in(polynomial: Polynomial, name: str, low: Fraction | None, high: Fraction | None) -> int | None:
    """The sign of a polynomial in the open gap, where Bernstein's form shows it."""
    signs = {weight > 0 for weight, _, _ in _bernstein(polynomial, name, low, high)}
    return None if len(signs) != 1 else 1 if signs == {True} else -1
