"""Formulas of the kernel of arithmetic as Coq writes them.

A condition on a polynomial p is `p = 0`, `p <> 0`, `0 < p` or `0 <= p`. A comparison stands as it is written, joined to
what says that its divisors are not zero.
"""

from __future__ import annotations

from collections.abc import Mapping

from derivations.coq.terms import number_text
from mechanisms.exact.expression import Expression, exponent_of
from mechanisms.exact.formula import (
    AllOf,
    AnyOf,
    Comparison,
    Condition,
    Formula,
    IntegerValued,
    NamedConstant,
    variables,
)
from mechanisms.exact.polynomial import Polynomial

_RELATIONS = {"=": "{} = 0", "!=": "{} <> 0", ">": "0 < {}", ">=": "0 <= {}"}
_COMPARED = {"=": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_FUNCTIONS = {"exp": "exp", "log": "ln", "sqrt": "sqrt", "erf": "erf"}


class NotExportableError(Exception):
    """A proof uses what has no counterpart in Coq yet; the message names it."""


# -- formulas ------------------------------------------------------------------------------------------------------


def polynomial_text(polynomial: Polynomial, names: Mapping[str, str]) -> str:
    """A polynomial, in brackets."""
    monomials = []
    for monomial, coefficient in sorted(polynomial.terms().items()):
        factors = [names[name] if power == 1 else f"{names[name]} ^ {power}" for name, power in monomial]
        if coefficient != 1 or not factors:
            factors.insert(0, number_text(coefficient))
        monomials.append(" * ".join(factors))
    return f"({' + '.join(monomials) or '0'})"


def expression_text(expression: Expression, names: Mapping[str, str]) -> str:
    """An expression as it is written, in brackets."""
    if isinstance(expression, Polynomial):
        return polynomial_text(expression, names)
    first, *rest = (expression_text(part, names) for part in expression.parts)
    if expression.operator == "^":
        return f"({first} ^ {exponent_of(expression)})"
    return f"({f' {expression.operator} '.join([first, *rest])})"


def divisors(expression: Expression) -> list[Expression]:
    """What an expression divides by, those within a divisor first; numbers left out."""
    if isinstance(expression, Polynomial):
        return []
    found = [divisor for part in expression.parts for divisor in divisors(part)]
    if expression.operator == "/" and not (
        isinstance(expression.parts[1], Polynomial)
        and expression.parts[1].is_constant()
        and not expression.parts[1].is_zero()
    ):
        found.append(expression.parts[1])
    return list(dict.fromkeys(found))


def formula_text(formula: Formula, names: Mapping[str, str]) -> str:
    """A formula, in brackets."""
    if isinstance(formula, Condition):
        return f"({_RELATIONS[formula.relation].format(polynomial_text(formula.polynomial, names))})"
    if isinstance(formula, Comparison):
        left, right = (expression_text(side, names) for side in (formula.left, formula.right))
        parts = [f"{expression_text(d, names)} <> 0" for d in divisors_of(formula)]
        compared = f"{left} {_COMPARED[formula.relation]} {right}"
        return "(" + " /\\ ".join([*parts, compared]) + ")"
    if isinstance(formula, IntegerValued):
        return f"(integer {names[formula.name]})"
    if isinstance(formula, NamedConstant):
        return f"({names[formula.name]} = {value_text(formula)})"
    joined, none = (" /\\ ", "True") if isinstance(formula, AllOf) else (" \\/ ", "False")
    return f"({joined.join(formula_text(part, names) for part in formula.parts) or none})"


def value_text(constant: NamedConstant) -> str:
    """The value of a named constant."""
    if constant.function == "pi":
        return "PI"
    return f"{_FUNCTIONS[constant.function]} {number_text(constant.argument)}"


def divisors_of(comparison: Comparison) -> list[Expression]:
    """What the sides of a comparison divide by."""
    return list(dict.fromkeys([*divisors(comparison.left), *divisors(comparison.right)]))


def comparisons(formula: Formula) -> list[Comparison]:
    """The comparisons in a formula."""
    if isinstance(formula, (AllOf, AnyOf)):
        return list(dict.fromkeys(c for part in formula.parts for c in comparisons(part)))
    return [formula] if isinstance(formula, Comparison) else []


def names_of(formula: Formula) -> frozenset[str]:
    """The names that a formula writes, also those on which a comparison does not depend."""
    if isinstance(formula, Comparison):
        return _written_names(formula.left) | _written_names(formula.right)
    if isinstance(formula, (AllOf, AnyOf)):
        return frozenset[str]().union(*map(names_of, formula.parts))
    return variables(formula)


def _written_names(expression: Expression) -> frozenset[str]:
    if isinstance(expression, Polynomial):
        return frozenset(expression.names)
    return frozenset[str]().union(*map(_written_names, expression.parts))
