"""A claim with a square root: multiply by the conjugate, after which the root is gone."""

from __future__ import annotations

from collections import Counter

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Certificate
from derivations.prover.lemmas import Term, negation_of, positive, with_lemmas
from derivations.prover.search import Goal, Search
from mechanisms.exact.formula import Condition
from mechanisms.exact.polynomial import Polynomial

MOST_TERMS = 40
"""Of each part of a claim, which is squared."""


def by_conjugate(search: Search, goal: Goal) -> Theorem | None:
    """p = A + B r >= 0 (> 0) with a r^2 + c = 0, a > 0: from A >= 0 and a A^2 + c B^2 >= 0 (> 0), in which r is gone.

    So with the parts exchanged: from B r >= 0 and -(a A^2 + c B^2) >= 0 (> 0). Both rest on
    a p^2 - 2 a A p + (a A^2 + c B^2) = B^2 (a r^2 + c). No equation is used again inside: two that define roots by each
    other could go on for ever.
    """
    p, relation = goal.claim.polynomial, goal.claim.relation
    if relation not in (">", ">="):
        return None
    for equation in sorted((f for f in goal.facts if f.relation == "=" and f not in search.reducing), key=str):
        for name in sorted(set(equation.polynomial.names).intersection(p.names)):
            parts = equation.polynomial.coefficients_in(name)
            if set(parts) != {0, 2}:
                continue
            sign = next((s for s in (1, -1) if search.plausible(goal.facts, Condition(s * parts[2], ">"))), 0)
            if sign == 0 or (p.degree(name) > 1 and not parts[2].is_constant()):
                continue
            theorem = _without_root(search, goal, name, equation, (sign * parts[2], sign * parts[0]))
            if theorem is not None:
                return theorem
    return None


def _without_root(
    search: Search, goal: Goal, name: str, equation: Condition, square: tuple[Polynomial, Polynomial]
) -> Theorem | None:
    a, c = square
    root, zero = Polynomial.variable(name), a * Polynomial.variable(name) ** 2 + c
    plain, times_root = Polynomial(), Polynomial()
    for power, coefficient in goal.claim.polynomial.coefficients_in(name).items():
        value = coefficient if power < 2 else coefficient * (c * (-1 / a.constant_value())) ** (power // 2)
        plain, times_root = (plain, times_root + value) if power % 2 else (plain + value, times_root)
    if max(plain.number_of_terms(), times_root.number_of_terms()) > MOST_TERMS:
        return None
    p, along = goal.claim.polynomial, times_root * root
    left_out = (p - plain - along).exact_quotient(zero)
    norm = a * plain * plain + c * times_root * times_root
    for part, rest, others in ((plain, norm, -times_root * times_root), (along, -norm, times_root * times_root)):
        wanted = [Condition(part, ">="), Condition(rest, goal.claim.relation)]
        if not all(search.plausible(goal.facts, claim) for claim in wanted):
            continue
        search.reducing.add(equation)
        try:
            found = [search.prove(goal.facts, claim, goal.effort) for claim in (*wanted, positive(a))]
        finally:
            search.reducing.discard(equation)
        lemmas = [lemma for lemma in found if lemma is not None]
        if len(lemmas) == len(found):
            multiplier = left_out * (a * (left_out * zero - 2 * p + 2 * part)) + others
            factor = zero.exact_quotient(equation.polynomial)
            return with_lemmas(_certified(goal.claim, a, part, rest, (multiplier * factor, equation)), lemmas)
    return None


def _certified(
    claim: Condition, a: Polynomial, part: Polynomial, rest: Polynomial, zero: tuple[Polynomial, Condition]
) -> Theorem:
    """The claim p from part >= 0 and rest >= 0 (> 0), by a p^2 - 2 a part p + rest + zero = 0."""
    p, against = claim.polynomial, negation_of(claim)
    leading = (a, positive(a))
    mixed = [Term.product(2, [leading, (part, Condition(part, ">=")), (-p, against)])] if not part.is_zero() else []
    if claim.relation == ">":
        head, others = Term.product(1, [(rest, Condition(rest, ">"))]), [Term.product(1, [leading], p)]
    else:
        head = Term.product(1, [leading, (-p, against), (-p, against)])
        others = [] if rest.is_zero() else [Term.product(1, [(rest, Condition(rest, ">="))])]
    powers = tuple(Counter(head.factors).items())
    cone = tuple((t.weight, t.root, t.factors) for t in (*mixed, *others))
    assumed = {*head.factors, zero[1]}.union(*(factors for _, _, factors in cone))
    return kernel.absurd(kernel.contradiction(assumed, Certificate((head.weight, powers), cone, (zero,))), claim)
