"""Signs that are plain to see: of a polynomial on a domain, by exact reasoning of a few lines.

Each irreducible factor is compared with the conditions of the domain, and its coefficients are looked at after the
substitution that maps the non-negative numbers to the intervals of the parameters. What this does not settle is left
open: the answer is the set of the signs that remain possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from mechanisms.exact.domain import Domain, Parameter
from mechanisms.exact.formula import AllOf, Condition, Formula
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

Signs = frozenset[int]
ANY_SIGN: Signs = frozenset((-1, 0, 1))
_OF_RELATION: dict[str, Signs] = {
    ">": frozenset((1,)),
    ">=": frozenset((0, 1)),
    "=": frozenset((0,)),
    "!=": frozenset((-1, 1)),
}


@lru_cache(maxsize=4096)
def possible_signs(polynomial: Polynomial, domain: Domain) -> Signs:
    """A set that contains the sign (-1, 0 or 1) of the polynomial at every point of the domain."""
    content, factors = polynomial.factors()
    signs: Signs = frozenset((int(content > 0) - int(content < 0),))
    for factor, multiplicity in factors:
        of_factor = _signs_of_factor(factor, domain)
        if multiplicity % 2 == 0:
            of_factor = frozenset(s * s for s in of_factor)
        signs = frozenset(a * b for a in signs for b in of_factor)
    return signs


def plainly_holds(condition: Condition, domain: Domain) -> bool:
    """Whether the condition is seen to hold on the whole domain; False means only that it is not seen."""
    return possible_signs(condition.polynomial, domain) <= _OF_RELATION[condition.relation]


def signs_of_fraction(value: RationalFunction, domain: Domain) -> Signs:
    """The possible signs of a fraction where it is defined."""
    bottom = possible_signs(value.denominator, domain) - {0}
    return frozenset(a * b for a in possible_signs(value.numerator, domain) for b in bottom)


def _negated(signs: Signs) -> Signs:
    return frozenset(-s for s in signs)


def _signs_of_factor(factor: Polynomial, domain: Domain) -> Signs:
    factor_signs = _signs_in_box(factor, domain)
    for condition in _conditions(domain.conditions):
        known = _OF_RELATION[condition.relation]
        for side, at_least_known in ((factor, known), (-factor, _negated(known))):
            if side.primitive() == condition.polynomial:
                factor_signs &= at_least_known
            elif condition.relation in (">", ">=") and _signs_in_box(
                side.primitive() - condition.polynomial, domain
            ) <= frozenset((0, 1)):
                # The factor (or its opposite) is the condition's polynomial plus something non-negative.
                factor_signs &= at_least_known
    return factor_signs


def _conditions(formulas: tuple[Formula, ...]) -> Iterator[Condition]:
    for formula in formulas:
        if isinstance(formula, AllOf):
            yield from _conditions(formula.parts)
        elif isinstance(formula, Condition):
            yield formula


def _signs_in_box(polynomial: Polynomial, domain: Domain) -> Signs:
    """Possible signs on the intervals of the parameters, by the coefficients in their ends' barycentric coordinates."""
    if polynomial.is_constant():
        value = polynomial.constant_value()
        return frozenset((int(value > 0) - int(value < 0),))
    declared = {p.name: p for p in domain.parameters}
    substitution: dict[str, RationalFunction] = {}
    vanishing: list[list[str]] = []
    for name in polynomial.names:
        parameter = declared.get(name)
        if parameter is None or (parameter.low is None and parameter.high is None):
            return ANY_SIGN
        substitution[name], may_vanish = _coordinates(parameter)
        vanishing.append(may_vanish)
    terms = RationalFunction(polynomial).substitute(substitution).numerator.terms()
    if not terms:
        return frozenset((0,))
    if all(c >= 0 for c in terms.values()):
        signs: Signs = frozenset((0, 1))
    elif all(c <= 0 for c in terms.values()):
        signs = frozenset((-1, 0))
    else:
        return ANY_SIGN
    supports = [{name for name, _ in monomial} for monomial in terms]
    # Zero is excluded when at every corner that belongs to the domain some term does not vanish.
    if all(any(not support & set(corner) for support in supports) for corner in product(*vanishing)):
        signs -= {0}
    return signs


def _coordinates(parameter: Parameter) -> tuple[RationalFunction, list[str]]:
    """The parameter as a fraction of non-negative variables, and which of them may be zero ("" when none may)."""
    from_low = RationalFunction(Polynomial.variable(parameter.name + "|low"))
    from_high = RationalFunction(Polynomial.variable(parameter.name + "|high"))
    low, high = parameter.low, parameter.high
    at_low = [] if parameter.low_open else [parameter.name + "|low"]
    at_high = [] if parameter.high_open else [parameter.name + "|high"]
    if low is not None and high is not None:
        inside = (from_high * low + from_low * high) / (from_low + from_high)
        return inside, (at_low + at_high) or [""]
    if low is not None:
        return from_low + low, at_low or [""]
    assert high is not None
    return high - from_high, at_high or [""]
