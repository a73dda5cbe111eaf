"""A quadratic over the square of an affine function has no least value inside an interval on which it is concave.

Let f = P/(c D^2) with c > 0, D > 0 on an interval, P of degree at most 2 and D of degree at most 1 in t. With

    P = p0 + p1 t + p2 t^2,   D = d0 + d1 t,   K = p1 d0 d1 - p0 d1^2 - p2 d0^2,   S(t) = P'(t) D(t) - 2 P(t) d1

identically P(u) D(t)^2 - P(t) D(u)^2 = (u - t) S(t) D(u) - (u - t)^2 K. S(t) has the sign of the slope of f at t, and
-2 K is the second derivative of f in the projective parameter of the interval. So where K > 0, or K = 0 and S(t) != 0,
one of any two points around t has a smaller value than t.
"""

from __future__ import annotations

from functools import cache

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.lemmas import sharpened
from derivations.prover.sums_of_products import split, sum_of_products
from derivations.prover.with_theorems import NotProvedError, prove_from
from mechanisms.exact.formula import AnyOf, Condition, Formula, any_of, negation, substitute
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

P0, P1, P2, D0, D1, T, LOW, HIGH = (
    Polynomial.variable(name) for name in ("p0", "p1", "p2", "d0", "d1", "t", "low", "high")
)
SECONDS = 10.0
"""For the proof of each sign that the lemma needs."""


def _positive(p: Polynomial) -> Condition:
    return Condition(p, ">")


def _quadratic(u: Polynomial) -> Polynomial:
    return P0 + P1 * u + P2 * u**2


def _affine(u: Polynomial) -> Polynomial:
    return D0 + D1 * u


def _gain(end: Polynomial) -> Polynomial:
    """A positive multiple of f(t) - f(end)."""
    return _quadratic(T) * _affine(end) ** 2 - _quadratic(end) * _affine(T) ** 2


CURVATURE = P1 * D0 * D1 - P0 * D1**2 - P2 * D0**2
SLOPE = (P1 + 2 * P2 * T) * _affine(T) - 2 * _quadratic(T) * D1
AFTER_LOW, BEFORE_HIGH = _positive(T - LOW), _positive(HIGH - T)
AT_LOW, AT_T, AT_HIGH = (_positive(_affine(u)) for u in (LOW, T, HIGH))
NOT_FLAT = AnyOf((_positive(CURVATURE), Condition(SLOPE, "!=")))
CONCAVE = Condition(CURVATURE, ">=")


@cache
def an_end_gains() -> Theorem:
    """low < t < high, D > 0 at low and high, K >= 0, K > 0 or S(t) != 0 |- f(low) < f(t) or f(high) < f(t)."""
    rising, sloping = Condition(SLOPE, ">="), Condition(SLOPE, "!=")
    curved, climbing, falling = _positive(CURVATURE), _positive(SLOPE), _positive(-SLOPE)
    low_gains, high_gains = _positive(_gain(LOW)), _positive(_gain(HIGH))
    goal = AnyOf((low_gains, high_gains))

    by_curvature = sum_of_products(low_gains, [[AFTER_LOW, AFTER_LOW, curved], [AFTER_LOW, rising, AT_LOW]])
    by_slope = sum_of_products(low_gains, [[AFTER_LOW, climbing, AT_LOW], [AFTER_LOW, AFTER_LOW, CONCAVE]])
    low = kernel.cases(NOT_FLAT, by_curvature, kernel.cut(sharpened(rising, sloping), by_slope))
    high = sum_of_products(high_gains, [[BEFORE_HIGH, falling, AT_HIGH], [BEFORE_HIGH, BEFORE_HIGH, CONCAVE]])
    return split(rising, kernel.choose(low, goal), kernel.choose(high, goal))


def an_end_does_better(
    f: RationalFunction, name: str, low: Polynomial, high: Polynomial, known: frozenset[Formula]
) -> Theorem:
    """known |- f(low) < f(t) or f(high) < f(t), t the variable of that name, where `known` puts it between the two.

    NotProvedError when f has another form, or when a sign that the lemma needs is not found.
    """
    refusal: NotProvedError | None = None
    for affine in _roots_of_denominator(f, name):
        try:
            return _instance(f, name, affine, low, high, known)
        except NotProvedError as error:
            refusal = error
    raise refusal or NotProvedError(f"{f} is no quadratic over the square of an affine function of {name}")


def _roots_of_denominator(f: RationalFunction, name: str) -> list[Polynomial]:
    """The affine functions whose square holds all that depends on the variable in the denominator: D and -D."""
    moving = [(factor, power) for factor, power in f.denominator.factors()[1] if factor.degree(name)]
    if f.numerator.degree(name) > 2 or len(moving) > 1:
        return []
    if not moving:
        return [Polynomial.constant(1)]
    ((factor, power),) = moving
    return [factor, -factor] if power == 2 and factor.degree(name) == 1 else []


def _instance(
    f: RationalFunction, name: str, affine: Polynomial, low: Polynomial, high: Polynomial, known: frozenset[Formula]
) -> Theorem:
    parts, slopes = f.numerator.coefficients_in(name), affine.coefficients_in(name)
    nothing, t = Polynomial(), Polynomial.variable(name)
    values = {"t": t, "low": low, "high": high}
    values |= {f"p{k}": parts.get(k, nothing) for k in range(3)}
    values |= {f"d{k}": slopes.get(k, nothing) for k in range(2)}
    scale = _positive(f.denominator.exact_quotient(affine**2))
    needed = (scale, *_at(values, AT_T, AT_LOW, AT_HIGH, AFTER_LOW, BEFORE_HIGH, CONCAVE))
    signs = [_found(known, fact) for fact in needed]
    signs.append(_not_flat(known, signs[-1], *_at(values, *NOT_FLAT.parts)))
    gains = kernel.instantiate(an_end_gains(), values)
    either = gains.sequent.conclusion
    assert isinstance(either, AnyOf)

    better = [relation_formula(f.substitute({name: end}), "<", f) for end in (low, high)]
    goal = any_of(better)
    assert isinstance(goal, AnyOf)
    branches = []
    for gain, at, printed in zip(either.parts, _at(values, AT_LOW, AT_HIGH), better, strict=True):
        facts = frozenset((gain, at, scale, *_at(values, AT_T)))
        branches.append(kernel.choose(prove_from(Sequent(facts, printed), budget_seconds=SECONDS), goal))
    theorem = kernel.cut(gains, kernel.cases(either, *branches))
    for sign in signs:
        theorem = kernel.cut(sign, theorem) if sign.sequent.conclusion in theorem.sequent.hypotheses else theorem
    return theorem


def _found(known: frozenset[Formula], fact: Formula) -> Theorem:
    return prove_from(Sequent(known, fact), budget_seconds=SECONDS)


def _not_flat(known: frozenset[Formula], concave: Theorem, curved: Formula, sloping: Formula) -> Theorem:
    """known |- K > 0 or S(t) != 0: S(t) is not zero wherever a factor of K is."""
    goal = AnyOf((curved, sloping))
    assert isinstance(curved, Condition)
    factors = [factor for factor, _ in curved.polynomial.factors()[1]]
    not_zero = [Condition(factor, "!=") for factor in factors]
    if curved.polynomial.is_zero():
        return kernel.choose(_found(known, sloping), goal)
    different = prove_from(Sequent(frozenset(not_zero), Condition(curved.polynomial, "!=")))
    weak = concave.sequent.conclusion
    assert isinstance(weak, Condition)
    strict = sharpened(weak, Condition(curved.polynomial, "!="))
    theorem = kernel.choose(kernel.cut(different, kernel.cut(concave, strict)), goal)
    for condition in not_zero:
        try:
            theorem = kernel.cut(_found(known, condition), theorem)
        except NotProvedError:
            flat = kernel.choose(_found(known | {negation(condition)}, sloping), goal)
            theorem = split(condition, theorem, flat)
    return theorem


def _at(values: dict[str, Polynomial], *formulas: Formula) -> list[Formula]:
    return [substitute(formula, values) for formula in formulas]
