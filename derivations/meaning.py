"""What a printed relation between rational functions says, as a formula that the kernel can state.

`p/q > 0` means: q is not zero, and p*q > 0. A relation between two fractions says besides that both are defined. The
claims, the mutation campaign and the provers share this one definition.
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
        signed = top if bottom == Polynomial.constant(1) else top * bottom
        fact = Condition(signed, ">" if relation == ">" else ">=")
    known = dict.fromkeys([*defined(left), *defined(right)])
    return all_of([*known, fact])
