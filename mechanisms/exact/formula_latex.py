"""Formulas and domains in LaTeX."""

from __future__ import annotations

from mechanisms.exact.domain import Domain, Parameter, two_sides
from mechanisms.exact.formula import AllOf, AnyOf, Condition, Formula
from mechanisms.exact.notebook import text_latex
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.typesetting import latex, name_latex

RELATIONS = {"=": "=", "!=": r"\ne", ">": ">", ">=": r"\ge", "<": "<", "<=": r"\le"}
MOST_TERMS = 60  # of a polynomial that is written out
MOST_PARTS = 12


def formula_latex(formula: Formula) -> str:
    """A formula in LaTeX; what would be too long is said to be so."""
    if isinstance(formula, Condition):
        turned = formula.relation in ("=", "!=") and _polynomial(formula.polynomial).startswith("-")
        polynomial = -formula.polynomial if turned else formula.polynomial
        return rf"{_polynomial(polynomial)} {RELATIONS[formula.relation]} 0"
    if isinstance(formula, AllOf | AnyOf) and formula.parts:
        word = r" \land " if isinstance(formula, AllOf) else r" \lor "
        if len(formula.parts) > MOST_PARTS:
            return text_latex(f"{'all' if isinstance(formula, AllOf) else 'one'} of {len(formula.parts)} formulas")
        return word.join(rf"\left({formula_latex(part)}\right)" for part in formula.parts)
    return text_latex(formula)


def domain_latex(domain: Domain) -> str:
    """What a domain says, as a list of relations."""
    parts = [_range(parameter) for parameter in domain.parameters if not parameter.names_itself]
    parts += [_condition(c) if isinstance(c, Condition) else formula_latex(c) for c in domain.conditions]
    for budget, (variable, divisor) in domain.budget_roots().items():
        exponent = name_latex(budget) + (f"/{divisor}" if divisor > 1 else "")
        parts.append(f"{name_latex(variable)} = e^{{{exponent}}}")
    return r",\quad ".join(parts) or r"\text{no parameters}"


def _condition(condition: Condition) -> str:
    """A condition on parameters, such as p + q <= 1."""
    left, relation, right = two_sides(condition)
    return f"{_polynomial(left)} {RELATIONS[relation]} {_polynomial(right)}"


def _range(parameter: Parameter) -> str:
    """The interval of a parameter."""
    name, constant = name_latex(parameter.name), parameter.constant
    if constant is not None:
        return rf"{name} = \{constant.function}\left({latex(constant.argument)}\right)"
    low, high = (
        "" if end is None else (latex(end), "<" if is_open else r"\le")
        for end, is_open in ((parameter.low, parameter.low_open), (parameter.high, parameter.high_open))
    )
    bounded = (f"{low[0]} {low[1]} " if low else "") + name + (f" {high[1]} {high[0]}" if high else "")
    if parameter.integer:
        return rf"{bounded}\text{{{',' * (bounded != name)} integer}}"
    return bounded if low or high else rf"{name}\text{{ real}}"


def _polynomial(polynomial: Polynomial) -> str:
    if len(polynomial.terms()) > MOST_TERMS:
        return text_latex(f"a polynomial with {len(polynomial.terms())} terms")
    return latex(polynomial)
