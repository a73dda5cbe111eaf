"""Relations of polynomials in the plain notation of claims files."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from mechanisms.exact.domain import Domain
from mechanisms.exact.polynomial import Polynomial

Monomial = tuple[tuple[str, int], ...]
"""Names with their exponents."""

FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def plain(polynomial: Polynomial, relation: str, domain: Domain) -> str:
    """That a polynomial relates to 0 so; or one of its terms to all others, where only it has its sign."""
    terms = polynomial.terms()
    if len(polynomial.names) == 1 and polynomial.degree(*polynomial.names) == 1:
        size = next(abs(c) for monomial, c in terms.items() if monomial)
        terms = {monomial: c / size for monomial, c in terms.items()}
    positive = {monomial: c for monomial, c in terms.items() if c > 0}
    negative = {monomial: -c for monomial, c in terms.items() if c < 0}
    if 1 in (len(positive), len(negative)) and positive and negative:
        if [*positive] == [()]:  # a number stands on the right
            positive, negative, relation = negative, positive, FLIPPED.get(relation, relation)
        return f"{_sum(positive, domain)} {relation} {_sum(negative, domain)}"
    return f"{_sum(terms, domain)} {relation} 0"


def _sum(terms: Mapping[Monomial, Fraction], domain: Domain) -> str:
    budgets = {variable: budget for budget, variable in domain.exponentials}
    written = ""
    for monomial, coefficient in terms.items():
        names = [f"exp({budgets[name]})" if name in budgets else name for name, _ in monomial]
        powers = [name if k == 1 else f"{name}^{k}" for name, (_, k) in zip(names, monomial, strict=True)]
        size = abs(coefficient)
        parts = powers if size == 1 and powers else [str(size), *powers]
        sign = "-" if coefficient < 0 else "+"
        written += f" {sign} " if written else ("-" if coefficient < 0 else "")
        written += "*".join(parts)
    return written
