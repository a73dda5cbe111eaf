"""What a printed relation between rational functions says, as a formula that the kernel can state.

`p/q > 0` means: q is not zero, and p*q > 0, where factors of q of even multiplicity may be left out. A relation between
two fractions says besides that both are defined. The claims, the mutation campaign and the provers share this one
definition.
"""

from __future__ import annotations

from typing import Literal

from mechanisms.formula import Condition, Formula, all_of
from mechanisms.polynomial import Polynomial
from mechanisms.rational import RationalFunction

PrintedRelation = Literal["=", "!=", "<", "<=", ">", ">="]


def defined(value: RationalFunction) -> list[Formula]:
    """The denominator is not zero; nothing to say when it is a constant."""
    return [] if value.denominator.is_constant() else [Condition(value.denominator, "!=")]


def relation_formula(left: RationalFunction, relation: PrintedRelation, right: RationalFunction) -> Formula:
    """`left relation right`, both sides defined."""
    if relation in ("<", "<="):
        return relation_formula(right, ">" if relation == "<" else ">=", left)
    difference = left - right
    top, bottom = difference.numerator, difference.denominator
    if relation in ("=", "!="):
        fact = Condition(top, "=" if relation == "=" else "!=")
    else:
        fact = Condition(top * _same_sign(bottom), ">" if relation == ">" else ">=")
    known = dict.fromkeys([*defined(left), *defined(right)])
    return all_of([*known, fact])


def _same_sign(polynomial: Polynomial) -> Polynomial:
    """The product of the factors of odd multiplicity: the same sign wherever the polynomial is not zero."""
    content, factors = polynomial.factors()
    product = Polynomial.constant(1 if content > 0 else -1)
    for factor, multiplicity in factors:
        if multiplicity % 2:
            product = product * factor
    return product
