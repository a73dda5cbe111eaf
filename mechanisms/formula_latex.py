"""Formulas, the conditions of domains and theorems, in LaTeX."""

from __future__ import annotations

import sympy

from mechanisms.formula import AllOf, AnyOf, Condition, Formula
from mechanisms.notebook import text_latex
from mechanisms.polynomial import Polynomial
from mechanisms.rational import RationalFunction

RELATIONS = {"=": "=", "!=": r"\ne", ">": ">", ">=": r"\ge"}
MOST_TERMS = 60  # of a polynomial that is written out
MOST_PARTS = 12


def formula_latex(formula: Formula) -> str:
    """A formula in LaTeX; what would be too long is said to be so."""
    if isinstance(formula, Condition):
        return rf"{_polynomial(formula.polynomial)} {RELATIONS[formula.relation]} 0"
    if isinstance(formula, AllOf | AnyOf) and formula.parts:
        word = r" \land " if isinstance(formula, AllOf) else r" \lor "
        if len(formula.parts) > MOST_PARTS:
            return text_latex(f"{'all' if isinstance(formula, AllOf) else 'one'} of {len(formula.parts)} formulas")
        return word.join(rf"\left({formula_latex(part)}\right)" for part in formula.parts)
    return text_latex(formula)


def _polynomial(polynomial: Polynomial) -> str:
    if len(polynomial.terms()) > MOST_TERMS:
        return text_latex(f"a polynomial with {len(polynomial.terms())} terms")
    written: str = sympy.latex(RationalFunction(polynomial).to_sympy())
    return written
