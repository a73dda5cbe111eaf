"""Exact numbers and expressions: polynomials, algebraic numbers, formulas, domains."""
