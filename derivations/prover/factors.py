"""The sign of a product from the signs of its factors."""

from __future__ import annotations

from fractions import Fraction

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Certificate
from derivations.prover.lemmas import ONE, Term, from_terms, negation_of, ratio, with_lemmas
from derivations.prover.search import Goal, Search
from mechanisms.exact.formula import Condition
from mechanisms.exact.polynomial import Polynomial


def by_factors(search: Search, goal: Goal) -> Theorem | None:
    """p = c * product of f^m: prove the sign of each f that keeps its sign, and the sign of what is left at once."""
    p, relation = goal.claim.polynomial, goal.claim.relation
    content, factors = p.factors()
    if len(factors) == 0 or (len(factors) == 1 and factors[0][1] == 1):
        return None
    if relation == "=":
        return _one_vanishes(search, goal, factors)
    if relation == "!=":
        return _none_vanishes(search, goal, factors)
    strict = relation == ">"
    root, lemmas, known, mixed = ONE, [], [], Polynomial.constant(1)
    for factor, power in factors:
        if not strict:
            root, power = root * factor ** (power // 2), power % 2
        elif power % 2 == 0:
            lemma = search.prove(goal.facts, Condition(factor, "!="), goal.effort)
            if lemma is None:
                return None
            lemmas.append(lemma)
            known += [(factor, Condition(factor, "!="))] * power
            continue
        if power == 0:
            continue
        sign = next((s for s in (1, -1) if search.plausible(goal.facts, Condition(s * factor, relation))), 0)
        lemma = search.prove(goal.facts, Condition(sign * factor, relation), goal.effort) if sign else None
        if lemma is None:
            mixed = mixed * factor**power
            continue
        content = content * sign**power
        lemmas.append(lemma)
        known += [(sign * factor, Condition(sign * factor, relation))] * power
    if mixed.total_degree() == p.total_degree():
        return None
    if not mixed.is_constant():
        sign = 1 if content > 0 else -1
        rest = Condition(mixed * sign, relation)
        lemma = search.prove(goal.facts, rest, goal.effort)
        if lemma is None:
            return None
        content = content * sign
        lemmas.append(lemma)
        known.append((mixed * sign, rest))
    if content < 0:
        return None
    term = Term.product(content, known)
    return with_lemmas(from_terms(goal.claim, [Term(term.weight, term.factors, root)]), lemmas)


def by_factor_of_fact(search: Search, goal: Goal) -> Theorem | None:
    """p > 0 from f > 0 with f = p * g, as p <= 0 gives g >= 0; and p >= 0 from f >= 0, as p < 0 gives g > 0."""
    claim = goal.claim
    if claim.relation not in (">", ">=") or claim.polynomial.is_constant():
        return None
    against = negation_of(claim)  # -p >= 0, or -p > 0
    for fact in sorted((f for f in goal.facts if f.relation == claim.relation), key=str):
        rest = _divided(fact.polynomial, claim.polynomial)
        if rest is None or rest.is_constant():
            continue
        needed = Condition(rest, against.relation)
        lemma = search.prove(goal.facts | {against}, needed, goal.effort)
        if lemma is None:
            continue
        weight = ratio(rest, needed)  # f + weight (-p) needed = 0
        if claim.relation == ">":
            certificate = Certificate((Fraction(1), ((fact, 1),)), ((weight, ONE, (against, needed)),))
        else:
            certificate = Certificate((weight, ((against, 1), (needed, 1))), ((Fraction(1), ONE, (fact,)),))
        clash = kernel.contradiction((fact, against, needed), certificate)
        return kernel.absurd(kernel.cut(lemma, clash), claim)
    return None


def _divided(product: Polynomial, factor: Polynomial) -> Polynomial | None:
    """What is left of a product without a factor; None where it is none."""
    if not set(factor.names) <= set(product.names) or factor.total_degree() >= product.total_degree():
        return None
    try:
        return product.exact_quotient(factor)
    except ValueError:
        return None


def _one_vanishes(search: Search, goal: Goal, factors: list[tuple[Polynomial, int]]) -> Theorem | None:
    p = goal.claim.polynomial
    for factor, _ in factors:
        claim = Condition(factor, "=")
        lemma = search.prove(goal.facts, claim, goal.effort)
        if lemma is not None:
            against = negation_of(goal.claim)
            # p^2 + p * (-p/f) * f = 0, where p is not zero
            multiplier = -p * p.exact_quotient(claim.polynomial)
            certificate = Certificate((Fraction(1), ((against, 2),)), (), ((multiplier, claim),))
            return with_lemmas(kernel.absurd(kernel.contradiction((against, claim), certificate), goal.claim), (lemma,))
    return None


def _none_vanishes(search: Search, goal: Goal, factors: list[tuple[Polynomial, int]]) -> Theorem | None:
    p, lemmas, square = goal.claim.polynomial, [], ONE
    claims = [Condition(factor, "!=") for factor, _ in factors]
    for claim in claims:
        lemma = search.prove(goal.facts, claim, goal.effort)
        if lemma is None:
            return None
        lemmas.append(lemma)
    powers = tuple((claim, 2 * power) for claim, (_, power) in zip(claims, factors, strict=True))
    for claim, power in powers:
        square = square * claim.polynomial**power
    against = negation_of(goal.claim)
    # the product of the squares is a multiple of p, which is assumed to be zero
    certificate = Certificate((Fraction(1), powers), (), ((-square.exact_quotient(p), against),))
    return with_lemmas(kernel.absurd(kernel.contradiction((*claims, against), certificate), goal.claim), lemmas)
