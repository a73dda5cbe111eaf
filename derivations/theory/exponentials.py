"""What is known of exp(a): its tangents, its powers, and where it lies for numbers a."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import exp

from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    ProofError,
    _polynomial,
    arithmetic,
    by,
    induct,
    lemma,
    rewritten,
    specialise,
    term,
)
from derivations.logic.terms import (
    EXP,
    LESS,
    LOG,
    NOT,
    PLUS,
    TIMES,
    Free,
    Number,
    Term,
    applied,
    equal,
    parts,
    substituted,
)
from derivations.theory.log_numbers import log_within
from derivations.theory.logarithms import EXP_0, exp_at_least, exp_less, exp_positive
from derivations.theory.single_terms import at
from derivations.theory.sums import ONE, ZERO

NEAR = Fraction(1, 10**6)
"""How near to exp(a) the bounds of it are, for a number a, against its size."""
MOST = 24
"""The largest power of exp(a) that is taken."""


@lemma("forall a b. exp(b) * (1 + a - b) <= exp(a)")
def exp_above_tangent(goal: Goal) -> Proved:
    """exp lies above its tangent at b."""
    a, b = goal.variables
    above = kernel.part(specialise(exp_at_least(), term("a - b", a=a, b=b)), 0)
    return arithmetic(goal.conclusion, *_taken_from(b, a), above)


@lemma("forall a b. a != b implies exp(b) * (1 + a - b) < exp(a)")
def exp_beyond_tangent(goal: Goal) -> Proved:
    """exp meets its tangent at b only there."""
    a, b = goal.variables
    gap = arithmetic(term("a - b != 0", a=a, b=b), *goal.given)
    above = at(kernel.axiom("exp_above"), term("a - b", a=a, b=b), given=[gap])
    return arithmetic(goal.conclusion, *_taken_from(b, a), above)


def _taken_from(b: Term, a: Term) -> tuple[Proved, ...]:
    """exp(a) = exp(b) * exp(a - b), in two steps, and 0 < exp(b)."""
    split = specialise(kernel.axiom("exp_plus"), b, term("a - b", a=a, b=b))
    whole = kernel.congruent(kernel.reflexive(EXP), arithmetic(term("b + (a - b) = a", a=a, b=b)))
    return split, whole, specialise(exp_positive(), b)


@lemma("forall a n. integer(n) and 0 <= n implies exp(n * a) = exp(a)^n")
def exp_of_multiple(goal: Goal) -> Proved:
    """exp(n a) is a power of exp(a)."""
    a, n = goal.variables

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        whole = kernel.congruent(kernel.reflexive(EXP), arithmetic(term("(k + 1) * a = k * a + a", k=k, a=a)))
        split = specialise(kernel.axiom("exp_plus"), term("k * a", k=k, a=a), a)
        power = at(kernel.axiom("power_next"), EXP(a), k, given=[known])
        return arithmetic(substituted(goal.conclusion, {n: PLUS(k, ONE)}), whole, split, power, assumed)

    nothing = kernel.congruent(kernel.reflexive(EXP), arithmetic(term("0 * a = 0", a=a)))
    power = specialise(kernel.axiom("power_0"), EXP(a))
    return induct(n, goal.conclusion, arithmetic(substituted(goal.conclusion, {n: ZERO}), nothing, EXP_0, power), step)


def exponents(formula: Term) -> list[Term]:
    """The exponents of e in a formula, each once."""
    return list(dict.fromkeys(found[0] for part in parts(formula) if (found := applied(part, "exp", 1))))


def bounds_of_exponentials(formula: Term, logarithms: Sequence[Term], facts: Sequence[Proved]) -> list[Proved]:
    """What is known of each exp(a) in a formula, where log(x) are logarithms of numbers that are known to be positive.

    exp is above its tangents at 0 and at the other exponents, log(x) among these. Where an exponent is a number or a
    multiple of the logarithm of one, its exponential is enclosed, or a power of it known.
    """
    inside = exponents(formula)
    found = [specialise(exp_positive(), exponent) for exponent in inside]
    found += [fact for exponent in inside for fact in at_numbers(exponent)]
    for one, other in combinations([*inside, ZERO, *map(LOG, logarithms)], 2):
        if one in inside:
            found += [_tangent(*pair, facts) for pair in ((one, other), (other, one))]
    positive = [arithmetic(term("0 < x", x=x), *facts) for x in logarithms]
    return [rewritten(fact, by(EXP_0), by(kernel.axiom("exp_log"), positive)) for fact in found]


def _tangent(a: Term, b: Term, facts: Sequence[Proved]) -> Proved:
    try:
        apart = arithmetic(NOT(equal(a, b)), *facts, efforts=1)
    except ProofError:
        return at(exp_above_tangent(), a, b)
    return at(exp_beyond_tangent(), a, b, given=[apart])


def at_numbers(exponent: Term) -> list[Proved]:
    """lo <= exp(a) <= hi for a number a; exp(a)^n = r^m for a = m/n log(r), or exp(a)^n r^m = 1 for a = -m/n log(r)."""
    inside = [found[0] for part in parts(exponent) if (found := applied(part, "log", 1))]
    if len({*inside}) > 1 or not all(isinstance(x, Number) and x.value > 0 for x in inside):
        return []
    try:
        value = _polynomial(exponent, {LOG(x): "log" for x in inside})
    except (ProofError, ZeroDivisionError, ValueError):
        return []
    terms = value.terms()
    if value.is_constant():
        return _enclosed(exponent, value.constant_value())
    if set(terms) != {(("log", 1),)}:
        return []
    share = terms[(("log", 1),)]
    m, n = Number(abs(share.numerator)), Number(share.denominator)
    if max(m.value, n.value) > MOST:
        return []
    powers = [at(exp_of_multiple(), a, k, given=_counted(k)) for a, k in ((exponent, n), (LOG(inside[0]), m))]
    base = at(kernel.axiom("exp_log"), inside[0], given=[arithmetic(term("0 < x", x=inside[0]))])
    names = {"a": exponent, "l": LOG(inside[0]), "m": m, "n": n}
    if share > 0:
        same = kernel.congruent(kernel.reflexive(EXP), arithmetic(term("n * a = m * l", **names)))
        return [arithmetic(term("exp(a)^n = r^m", r=inside[0], **names), *powers, base, same)]
    split = specialise(kernel.axiom("exp_plus"), TIMES(n, exponent), TIMES(m, LOG(inside[0])))
    nothing = kernel.congruent(kernel.reflexive(EXP), arithmetic(term("n * a + m * l = 0", **names)))
    return [arithmetic(term("exp(a)^n * r^m = 1", r=inside[0], **names), *powers, base, split, nothing, EXP_0)]


def _counted(number: Number) -> list[Proved]:
    return [kernel.literal(number), arithmetic(term("0 <= n", n=number))]


def _enclosed(exponent: Term, value: Fraction) -> list[Proved]:
    """lo < exp(a) and exp(a) < hi for a number a from 0 to MOST: log(lo) < a < log(hi), for numbers near exp(a)."""
    if value <= 0 or value > MOST:
        return []
    near = Fraction(exp(value))  # a guess, of which nothing is believed
    found = []
    for sign in (-1, 1):
        number = Number((near * (1 + sign * NEAR)).limit_denominator(10**9))
        end = value + sign * NEAR
        log = log_within(number.value, end - NEAR / 4, end + NEAR / 4)
        logarithms, numbers = (LOG(number), exponent)[::-sign], (number, EXP(exponent))[::-sign]
        apart = at(exp_less(), *logarithms, given=[arithmetic(LESS(*logarithms), log)])
        own = at(kernel.axiom("exp_log"), number, given=[arithmetic(term("0 < b", b=number))])
        found.append(arithmetic(LESS(*numbers), apart, own))
    return found
