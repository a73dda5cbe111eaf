"""Facts that are equations: solve for a variable and put it in; reduce the claim by the rest."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Certificate, Sequent
from derivations.prover.lemmas import ONE, Term, both_signs, from_terms, implied, negation_of, with_lemmas
from derivations.prover.search import Goal, Search
from mechanisms.exact.formula import Condition, substitute
from mechanisms.exact.polynomial import Polynomial


def solved(equation: Condition) -> tuple[str, Polynomial] | None:
    """(v, value) with the equation equivalent to v = value, for a variable with a constant coefficient."""
    for name in equation.polynomial.names:
        parts = equation.polynomial.coefficients_in(name)
        if set(parts) <= {0, 1} and parts[1].is_constant():
            return name, parts.get(0, Polynomial()) * (-1 / parts[1].constant_value())
    return None


def by_elimination(search: Search, goal: Goal) -> Theorem | None:
    """Solve an equation among the facts for a variable, put it in everywhere, prove what is left."""
    for equation in sorted((f for f in goal.facts if f.relation == "="), key=str):
        solution = solved(equation)
        if solution is None:
            continue
        name, value = solution
        facts = frozenset(_replaced(f, name, value) for f in goal.facts)
        theorem = search.prove(facts, _replaced(goal.claim, name, value), goal.effort)
        if theorem is None:
            return None
        return kernel.eliminate(theorem, name, value, Sequent(goal.facts, goal.claim))
    return None


def _replaced(condition: Condition, name: str, value: Polynomial) -> Condition:
    made = substitute(condition, {name: value})
    assert isinstance(made, Condition)
    return made


def by_equation(search: Search, goal: Goal) -> Theorem | None:
    """An equation a*v + b = 0 with a of known sign: a^d times the claim, with v put in, speaks no longer of v.

    No equation is used again inside: it could put back for another variable what it took away for the first, for ever.
    """
    p = goal.claim.polynomial
    if goal.claim.relation not in (">", ">="):
        return None
    for equation in sorted((f for f in goal.facts if f.relation == "=" and f not in search.reducing), key=str):
        for name in equation.polynomial.names:
            parts = equation.polynomial.coefficients_in(name)
            if not set(parts) <= {0, 1} or name not in p.names:
                continue
            a, b = parts[1], parts.get(0, Polynomial())
            degree = p.degree(name)
            sign = next((s for s in (1, -1) if search.plausible(goal.facts, Condition(a * s, ">"))), 0)
            if sign == 0:
                continue
            a, b = a * sign, b * sign
            reduced = Polynomial()
            for power, coefficient in p.coefficients_in(name).items():
                reduced = reduced + coefficient * (-b) ** power * a ** (degree - power)
            known = search.prove(goal.facts, Condition(a, ">"), goal.effort)
            if known is None:
                continue
            search.reducing.add(equation)
            try:
                left = search.prove(goal.facts, Condition(reduced, goal.claim.relation), goal.effort)
            finally:
                search.reducing.discard(equation)
            if left is None:
                continue
            scaled = known.sequent.conclusion
            rest = left.sequent.conclusion
            assert isinstance(scaled, Condition)
            assert isinstance(rest, Condition)
            product = p * scaled.polynomial**degree
            share = (
                reduced.leading_coefficient() / rest.polynomial.leading_coefficient() if not reduced.is_zero() else 1
            )
            scale = (scaled.polynomial.leading_coefficient() / a.leading_coefficient()) ** degree
            difference = product - rest.polynomial * (share * scale)
            multiplier = difference.exact_quotient(equation.polynomial)
            terms = [Term(share * scale, (rest,), ONE)] if not reduced.is_zero() else []
            theorem = from_terms(goal.claim, terms, (scaled,) * degree, ((multiplier, equation),))
            return with_lemmas(theorem, (known, left))
    return None


def by_both_signs(search: Search, goal: Goal) -> Theorem | None:
    """p = 0 from p >= 0 and p <= 0; p != 0 from p > 0 or p < 0."""
    p, relation = goal.claim.polynomial, goal.claim.relation
    if relation == "=":
        above = search.prove(goal.facts, Condition(p, ">="), goal.effort)
        below = None if above is None else search.prove(goal.facts, Condition(-p, ">="), goal.effort)
        if above is None or below is None:
            return None
        return with_lemmas(both_signs(goal.claim), (above, below))
    if relation == "!=":
        for side in (Condition(p, ">"), Condition(-p, ">")):
            theorem = search.prove(goal.facts, side, goal.effort)
            if theorem is not None:
                last = implied(side, goal.claim)
                assert last is not None
                return with_lemmas(last, (theorem,))
    return None


def by_multiples(search: Search, goal: Goal) -> Theorem | None:
    """p = 0 because an equation among the facts is a product of factors of p and of what is not zero."""
    if goal.claim.relation != "=":
        return None
    if goal.claim.polynomial.is_zero():
        return kernel.one_variable(Sequent(frozenset(), goal.claim))
    equations = sorted((f for f in goal.facts if f.relation == "="), key=str)
    return next(filter(None, (_by_its_factors(search, goal, equation) for equation in equations)), None)


def _by_its_factors(search: Search, goal: Goal, equation: Condition) -> Theorem | None:
    """p = 0 from the equation, as an even power of p times those factors that do not divide p is a multiple of it."""
    p, lemmas = goal.claim.polynomial, []
    highest, apart = 0, []
    for factor, power in equation.polynomial.factors()[1]:
        if set(factor.names) <= set(p.names) and _divides(factor, p):
            highest = max(highest, power)
        else:
            apart.append((Condition(factor, "!="), power))
    if highest == 0:
        return None
    for claim, _ in apart:
        lemma = search.prove(goal.facts - {equation}, claim, 0)
        if lemma is None:
            return None
        lemmas.append(lemma)
    powers = [(negation_of(goal.claim), highest + highest % 2), *((claim, power + power % 2) for claim, power in apart)]
    product = prod((condition.polynomial**power for condition, power in powers), start=ONE)
    multiplier = -product.exact_quotient(equation.polynomial)
    certificate = Certificate((Fraction(1), tuple(powers)), (), ((multiplier, equation),))
    clash = kernel.contradiction(tuple({condition for condition, _ in powers} | {equation}), certificate)
    return with_lemmas(kernel.absurd(clash, goal.claim), lemmas)


def _divides(factor: Polynomial, product: Polynomial) -> bool:
    try:
        product.exact_quotient(factor)
    except ValueError:
        return False
    return True


def by_one_variable(search: Search, goal: Goal) -> Theorem | None:
    """Decide on the line: a claim in one variable, or a contradiction of the facts in one variable."""
    spoken = set(goal.claim.polynomial.names)
    if len(spoken) > 1:
        return None
    for name in sorted(spoken or {n for f in goal.facts for n in f.polynomial.names}):
        facts = frozenset(f for f in goal.facts if set(f.polynomial.names) <= {name})
        try:
            return kernel.one_variable(Sequent(facts, goal.claim))
        except kernel.KernelError:
            continue
    return None
