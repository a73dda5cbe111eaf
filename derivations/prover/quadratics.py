"""A claim that is quadratic in a variable: complete the square."""

from __future__ import annotations

from fractions import Fraction

from derivations.arithmetic.kernel import Theorem
from derivations.prover.lemmas import Term, from_terms, with_lemmas
from derivations.prover.search import Goal, Search
from mechanisms.exact.formula import Condition
from mechanisms.exact.polynomial import Polynomial


def by_square(search: Search, goal: Goal) -> Theorem | None:
    """4 a p = (2 a v + b)^2 + (4 a c - b^2) for p = a v^2 + b v + c: from a > 0 and 4 a c - b^2 >= 0 (> 0)."""
    p, relation = goal.claim.polynomial, goal.claim.relation
    if relation not in (">", ">="):
        return None
    for name in p.names:
        if p.degree(name) != 2:
            continue
        parts = p.coefficients_in(name)
        a, b, c = (parts.get(k, Polynomial()) for k in (2, 1, 0))
        rest = 4 * a * c - b * b
        if rest.is_zero() and relation == ">":
            continue  # a square alone is not positive everywhere
        leading, remainder = Condition(a, ">"), Condition(rest, relation)
        if not all(search.plausible(goal.facts, claim) for claim in (leading, remainder)):
            continue
        lemmas = []
        for claim in (leading, remainder):
            lemma = search.prove(goal.facts, claim, goal.effort)
            if lemma is None:
                break
            lemmas.append(lemma)
        else:
            scale = 4 * a.leading_coefficient() / leading.polynomial.leading_coefficient()
            terms = [Term(1 / scale, (), 2 * a * Polynomial.variable(name) + b)]
            if not rest.is_zero():
                whole = Term.product(Fraction(1), [(rest, remainder)])
                terms.append(Term(whole.weight / scale, whole.factors))
            return with_lemmas(from_terms(goal.claim, terms, (leading,)), lemmas)
    return None
