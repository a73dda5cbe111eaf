"""Bounds of the logarithms of numbers, from log(x) <= 16 log(y) for x <= y^16, and 1 - 1/y <= log(y) <= y - 1."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import Goal, arithmetic, conjuncts, lemma, rewritten, term
from derivations.logic.terms import Free, Number, closed, equal
from derivations.theory.logarithms import log_below, log_of_exp, log_of_product
from derivations.theory.single_terms import at

DIGITS = 10**16
ROOTS = 5  # 16^5 > 10^6: with so many sixteenth roots taken the tangent at 1 is near


@lemma("log(1) = 0")
def log_of_one(goal: Goal) -> Proved:
    """exp(0) = 1"""
    del goal
    return rewritten(
        at(log_of_exp(), term("0")), lambda part: kernel.axiom("exp_0") if part == term("exp(0)") else None
    )


@lemma("forall y. 0 < y implies 1 - 1/y <= log(y) and log(y) <= y - 1")
def log_near_one(goal: Goal) -> Proved:
    """The tangents at 1 and at y."""
    (y,) = goal.variables
    one = Number(1)
    first, second = (
        kernel.part(at(log_below(), *pair, given=[*goal.given, arithmetic(term("0 < 1"))]), 0)
        for pair in ((one, y), (y, one))
    )
    low = arithmetic(term("y * (0 - log(y)) <= 1 - y", y=y), second, log_of_one())
    positive = kernel.assume(goal.given[0])
    share = arithmetic(term("1 - 1/y <= log(y)", y=y), low, positive)
    return kernel.conjoin(share, arithmetic(term("log(y) <= y - 1", y=y), first, log_of_one()))


@lemma("forall x y. 0 < x and x <= y implies log(x) <= log(y)")
def log_rises(goal: Goal) -> Proved:
    """log is increasing."""
    x, y = goal.variables
    positive = arithmetic(term("0 < y", y=y), *goal.given)
    below = kernel.part(at(log_below(), y, x, given=[*goal.given, positive]), 0)
    product = arithmetic(term("y * (log(x) - log(y)) <= 0", x=x, y=y), below, *goal.given)
    return arithmetic(goal.conclusion, product, positive)


@lemma("forall y. 0 < y implies log(y^16) = 16 * log(y)")
def log_of_power(goal: Goal) -> Proved:
    """Four doublings."""
    (y,) = goal.variables
    z, here = Free("z #0"), Free("here #0")
    doubled = at(log_of_product(), z, z, given=[kernel.assume(term("0 < z", z=z))])
    positive, power = kernel.assume(goal.given[0]), 1
    known: list[Proved] = []
    for _ in range(4):
        value = term(f"y^{power}", y=y) if power > 1 else y
        twice = kernel.detach(
            kernel.discharge(term("0 < z", z=value), kernel.instantiate(doubled, {z: value})), positive
        )
        power *= 2
        square = term(f"y^{power}", y=y)
        same = arithmetic(equal(term("v * v", v=value), square))
        known.append(
            kernel.replace(same, closed(here, equal(term("log(h)", h=here), term("log(v) + log(v)", v=value))), twice)
        )
        positive = arithmetic(term("0 < s", s=square), goal.given[0])
    return arithmetic(goal.conclusion, *known, opaque=True)


@lemma("forall x y b. 0 < x and 0 < y and x <= y^16 and log(y) <= b implies log(x) <= 16 * b")
def log_from_above(goal: Goal) -> Proved:
    """From the logarithm of a sixteenth root."""
    x, y, _ = goal.variables
    smaller = at(log_rises(), x, term("y^16", y=y), given=goal.given)
    return arithmetic(goal.conclusion, smaller, at(log_of_power(), y, given=goal.given), *goal.given, opaque=True)


@lemma("forall x y b. 0 < y and y^16 <= x and b <= log(y) implies 16 * b <= log(x)")
def log_from_below(goal: Goal) -> Proved:
    """From the logarithm of a sixteenth root."""
    x, y, _ = goal.variables
    positive = arithmetic(term("0 < y^16", y=y), *goal.given)
    larger = at(log_rises(), term("y^16", y=y), x, given=[*goal.given, positive])
    return arithmetic(goal.conclusion, larger, at(log_of_power(), y, given=goal.given), *goal.given, opaque=True)


def log_within(number: Fraction, low: Fraction, high: Fraction) -> Proved:
    """|- low <= log(x) and log(x) <= high, for a number x > 1; ProofError where that is not so"""
    x = Number(number)
    above, below = _bound(number, True), _bound(number, False)
    return kernel.conjoin(
        arithmetic(term("b <= log(x)", b=Number(low), x=x), below, opaque=True),
        arithmetic(term("log(x) <= b", b=Number(high), x=x), above, opaque=True),
    )


def _bound(number: Fraction, is_above: bool) -> Proved:
    """A bound of log(x) from one side, by sixteenth roots that are rounded to this side."""
    roots = [number]
    for _ in range(ROOTS):
        root = Fraction(float(roots[-1]) ** (1 / 16)) * DIGITS
        rounded = Fraction(ceil(root) + 16 if is_above else floor(root) - 16, DIGITS)
        roots.append(rounded)
    last = Number(roots[-1])
    near = list(conjuncts(at(log_near_one(), last, given=[arithmetic(term("0 < y", y=last))])))
    value = Number(roots[-1] - 1 if is_above else 1 - 1 / roots[-1])
    text = "log(y) <= b" if is_above else "b <= log(y)"
    found = arithmetic(term(text, y=last, b=value), near[is_above])
    for x, y in reversed(list(pairwise(roots))):
        law = log_from_above if is_above else log_from_below
        found = at(law(), Number(x), Number(y), value, given=[found, *_signs(x, y)])
        value = Number(16 * value.value)
        wanted = term(text, y=Number(x), b=value)
        found = arithmetic(wanted, found, opaque=True)
    return found


def _signs(x: Fraction, y: Fraction) -> list[Proved]:
    return [arithmetic(term("0 < v", v=Number(value))) for value in (x, y)]
