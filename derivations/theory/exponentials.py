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
from derivations.logic.terms import EXP, LOG, NOT, PLUS, TIMES, Free, Number, Term, applied, equal, parts, substituted
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
    gap = term("a - b", a=a, b=b)
    split = specialise(kernel.axiom("exp_plus"), b, gap)
    whole = kernel.congruent(kernel.reflexive(EXP), arithmetic(term("b + (a - b) = a", a=a, b=b)))
    above = kernel.part(specialise(exp_at_least(), gap), 0)
    return arithmetic(goal.conclusion, split, whole, above, specialise(exp_positive(), b))


@lemma("forall a b. a != b implies exp(b) * (1 + a - b) < exp(a)")
def exp_beyond_tangent(goal: Goal) -> Proved:
    """exp meets its tangent at b only there."""
    a, b = goal.variables
    gap = term("a - b", a=a, b=b)
    split = specialise(kernel.axiom("exp_plus"), b, gap)
    whole = kernel.congruent(kernel.reflexive(EXP), arithmetic(term("b + (a - b) = a", a=a, b=b)))
    above = at(kernel.axiom("exp_above"), gap, given=[arithmetic(term("a - b != 0", a=a, b=b), *goal.given)])
    return arithmetic(goal.conclusion, split, whole, above, specialise(exp_positive(), b))


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
    """Rational bounds of exp(a), whose logarithms lie on either side of a; those of exp(-a) turned over for a < 0."""
    if value <= 0 or value > MOST:
        return []
    near = Fraction(exp(value))
    found = []
    for bound, text in ((near * (1 - NEAR), "lo < exp(a)"), (near * (1 + NEAR), "exp(a) < lo")):
        number = Number(bound.limit_denominator(10**9))
        width = NEAR / 4
        about = value - NEAR if text.startswith("lo") else value + NEAR
        log = log_within(number.value, about - width, about + width)
        order = term("log(b) < a" if text.startswith("lo") else "a < log(b)", a=exponent, b=number)
        apart = at(exp_less(), *((LOG(number), exponent) if text.startswith("lo") else (exponent, LOG(number))),
                   given=[arithmetic(order, log)])  # fmt: skip
        own = at(kernel.axiom("exp_log"), number, given=[arithmetic(term("0 < b", b=number))])
        found.append(arithmetic(term(text, lo=number, a=exponent), apart, own))
    return found
