"""Facts that are products: factors of known sign are divided out."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Certificate
from derivations.prover.lemmas import Term, from_terms, negation_of, ratio, with_lemmas
from derivations.prover.search import Facts, Goal, Search
from mechanisms.exact.formula import Condition


def by_simpler_facts(search: Search, goal: Goal) -> Theorem | None:
    """The claim from facts that are divided by those of their factors that are positive."""
    facts = goal.facts
    lemmas: list[Theorem] = []
    for fact in sorted(goal.facts, key=str):
        if fact.polynomial.total_degree() >= 2:
            lemma = divided(search, facts, fact)
            if lemma is not None:
                made = lemma.sequent.conclusion
                assert isinstance(made, Condition)
                lemmas.insert(0, lemma)
                facts = (facts - {fact}) | {made}
    if not lemmas:
        return None
    theorem = search.prove(facts, goal.claim, goal.effort)
    return None if theorem is None else with_lemmas(theorem, lemmas)


def divided(search: Search, facts: Facts, fact: Condition) -> Theorem | None:
    """The fact without its factors of known sign, from the fact and other facts; None when there are none."""
    _, factors = fact.polynomial.factors()
    if len(factors) < 2:
        return None
    others = facts - {fact}
    rest, known, lemmas = fact.polynomial, [], []
    for factor, power in factors:
        sign = next((s for s in (1, -1) if search.plausible(others, Condition(s * factor, ">"))), 0)
        lemma = search.prove(others, Condition(sign * factor, ">"), 0) if sign else None
        if lemma is not None:
            lemmas.append(lemma)
            known += [Condition(sign * factor, ">")] * power
            rest = rest.exact_quotient((sign * factor) ** power)
    if not known or rest.is_constant():
        return None
    return with_lemmas(_quotient(fact, Condition(rest, fact.relation), known), lemmas)


def _quotient(fact: Condition, rest: Condition, known: list[Condition]) -> Theorem:
    """rest, from fact = rest * (product of what is known to be positive)."""
    if fact.relation in (">", ">="):
        product = rest.polynomial
        for factor in known:
            product = product * factor.polynomial
        return from_terms(rest, [Term(ratio(product, fact), (fact,))], known)
    against = negation_of(rest)
    if fact.relation == "!=":
        multiplier = -(fact.polynomial**2).exact_quotient(against.polynomial)
        certificate = Certificate((Fraction(1), ((fact, 2),)), (), ((multiplier, against),))
        return kernel.absurd(kernel.contradiction((fact, against), certificate), rest)
    square, powers = against.polynomial**2, [(against, 2)]
    for factor, power in Counter(known).items():
        square = square * factor.polynomial ** (2 * power)
        powers.append((factor, 2 * power))
    certificate = Certificate((Fraction(1), tuple(powers)), (), ((-square.exact_quotient(fact.polynomial), fact),))
    return kernel.absurd(kernel.contradiction((fact, against, *known), certificate), rest)
