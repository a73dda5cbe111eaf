"""Laws as linear functionals: all that is known of a random variable is E of polynomials in it.

A card of which only L, E[Y] and E[Y^2] are named has such a law for every L at once: 1 -> 1, k -> E[Y], k^2 -> E[Y^2],
and the reversal k -> L + 1 - k maps polynomials in k to polynomials in k. So a sum of p_k or of p_{L+1-k} times a
polynomial in k is decided without knowing L.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from derivations.algebra.linear_algebra import total
from mechanisms.exact.polynomial import Polynomial, Rational
from mechanisms.exact.rational import RationalFunction

Exact: TypeAlias = RationalFunction | Polynomial | Rational
Exponents: TypeAlias = tuple[int, ...]

ONE = RationalFunction.of(1)


class LawError(ValueError):
    """Probabilities that do not sum to one, a polynomial in other variables, or a moment that nobody gave."""


def variable(name: str) -> RationalFunction:
    """The variable of this name, as a rational function."""
    return RationalFunction(Polynomial.variable(name))


def linear_functional(
    value: Exact, variables: Sequence[str], moment: Callable[[Exponents], RationalFunction]
) -> RationalFunction:
    """E[value], where `moment(e)` is E of the monomial with exponents e in the random `variables`; all else is fixed.

    Raises LawError when a random variable occurs in the denominator.
    """
    return total(moment(exponents) * coefficient for exponents, coefficient in monomials(value, variables))


def monomials(value: Exact, variables: Sequence[str]) -> list[tuple[Exponents, RationalFunction]]:
    """The exponents of the monomials in the given variables, with their coefficients, which hold all other names.

    Raises LawError when one of the variables occurs in the denominator.
    """
    function = RationalFunction.of(value)
    random = [name for name in variables if name in function.denominator.names]
    if random:
        raise LawError(f"the random variable {random[0]} is in the denominator of {function}; polynomials have moments")
    place = {name: i for i, name in enumerate(variables)}
    collected: dict[Exponents, dict[tuple[tuple[str, int], ...], Fraction]] = {}
    for monomial, coefficient in function.numerator.terms().items():
        exponents = [0] * len(place)
        for name, power in monomial:
            if name in place:
                exponents[place[name]] = power
        fixed = tuple(pair for pair in monomial if pair[0] not in place)
        collected.setdefault(tuple(exponents), {})[fixed] = coefficient
    return [(e, RationalFunction(Polynomial(terms), function.denominator)) for e, terms in collected.items()]


@dataclass(frozen=True)
class Law:
    """The law of one random variable, or of several at once, by the moments of their monomials.

    Attributes:
        variables: the names under which polynomials speak of the random variables.
        moment: E of the monomial with the given exponents, one a variable; raises LawError if it is not known.

    """

    variables: tuple[str, ...]
    moment: Callable[[Exponents], RationalFunction]

    def expect(self, value: Exact) -> RationalFunction:
        """E[value] of a polynomial in the variables; other names in it are constants."""
        return linear_functional(value, self.variables, self.moment)

    @property
    def mean(self) -> RationalFunction:
        """E[Y], for a law of one variable Y."""
        return self.moment((1,))

    @property
    def second_moment(self) -> RationalFunction:
        """E[Y^2], for a law of one variable Y."""
        return self.moment((2,))

    @property
    def variance(self) -> RationalFunction:
        """E[Y^2] - E[Y]^2, for a law of one variable Y."""
        return self.second_moment - self.mean**2


def tabulated_law(variables: str | Sequence[str], table: Mapping[Rational | tuple[Rational, ...], Exact]) -> Law:
    """The law that takes each value (a tuple of values for several variables) with the given probability.

    Raises LawError unless the probabilities sum to one identically.
    """
    names = (variables,) if isinstance(variables, str) else tuple(variables)
    rows = [(v if isinstance(v, tuple) else (v,), RationalFunction.of(p)) for v, p in table.items()]
    for values, _ in rows:
        if len(values) != len(names):
            raise LawError(f"a value has {len(values)} parts, but the variables are {', '.join(names)}")
    whole = total(p for _, p in rows)
    if whole != ONE:
        raise LawError(f"the probabilities of {', '.join(names)} sum to {whole}; they must sum to 1 identically")

    def moment(exponents: Exponents) -> RationalFunction:
        summed = RationalFunction.of(0)
        for values, probability in rows:
            weight = Fraction(1)
            for value, power in zip(values, exponents, strict=True):
                weight *= Fraction(value) ** power
            summed = summed + probability * weight
        return summed

    return Law(names, moment)


def indicator_law(name: str, probability: Exact) -> Law:
    """The law of a variable that is 1 with this probability, else 0: the truth x of a respondent drawn at random."""
    p = RationalFunction.of(probability)
    return tabulated_law(name, {0: 1 - p, 1: p})


def law_of_moments(name: str, moments: Sequence[Exact]) -> Law:
    """The law of which E[Y], E[Y^2], ... are given, in this order; LawError when a higher moment is needed."""
    known = (ONE, *map(RationalFunction.of, moments))

    def moment(exponents: Exponents) -> RationalFunction:
        (power,) = exponents
        if power >= len(known):
            raise LawError(f"E[{name}^{power}] is needed, but only moments up to {len(known) - 1} are given")
        return known[power]

    return Law((name,), moment)
