"""Along an edge of the feasible region the error has no least value inside an interval (Lemma 3 of Holohan et al.).

On the edge p00 = r(t), p11 = s(t), where q = x (1 - p) + delta, the numbers a = 1 - p, b = 1 - q, d = p + q - 1 are
affine in t; cleared of x (x + 1) they are A, B, D below. The error is f(t)/n with

    f = (A/D + pi)(B/D + 1 - pi),

and A/D grows with t while B/D falls. Both are affine in the projective parameter of the edge, in which f is therefore
strictly concave. For ends l < t < h this is one identity, in which G(u) has the sign of f(u) - f(t) and K > 0:

    (h - t) D(h) (-G(l)) = (t - l) D(l) G(h) + (h - t)(t - l)(h - l) K D(t).

So either end l does better than t, or G(h) < 0 and end h does.
"""

from __future__ import annotations

from functools import cache

from derivations import kernel
from derivations.kernel import Theorem
from derivations.lemmas import prove_from
from derivations.meaning import relation_formula
from derivations.statements import Sequent
from derivations.sums_of_products import split, sum_of_products
from mechanisms.formula import AllOf, AnyOf, Condition, Formula, any_of
from mechanisms.polynomial import Polynomial
from mechanisms.rational import RationalFunction

X, DELTA, PI, N, T, LOW, HIGH = (Polynomial.variable(name) for name in ("x", "delta", "pi", "n", "t", "a", "b"))


def _clear(t: Polynomial) -> tuple[Polynomial, Polynomial, Polynomial]:
    """(1 - p00, 1 - p11, p00 + p11 - 1) on the edge, times x (x + 1)."""
    first = (X + DELTA) * t - DELTA * (X + 1)
    second = X * (X + 1) - X * (X + DELTA) * t
    return first, second, X * (X + 1) - first - second


def _numerator(t: Polynomial) -> Polynomial:
    first, second, distance = _clear(t)
    return (first + PI * distance) * (second + (1 - PI) * distance)


def edge_error(t: Polynomial) -> RationalFunction:
    """The error at the point of the edge with parameter t."""
    return RationalFunction(_numerator(t)) / RationalFunction(_clear(t)[2] ** 2 * N)


@cache
def inner_point_is_worse() -> Theorem:
    """delta > 0, x >= 1, n >= 1, a >= 0, b >= 0, a < t < b |- Var(a) < Var(t) or Var(b) < Var(t)."""
    after, before = Condition(T - LOW, ">"), Condition(HIGH - T, ">")
    hypotheses: frozenset[Formula] = frozenset(
        (Condition(DELTA, ">"), *(Condition(p, ">=") for p in (X - 1, N - 1, LOW, HIGH)), after, before)
    )
    spread, size = Condition(HIGH - LOW, ">"), Condition(N, ">")
    curvature = Condition(DELTA * X**2 * (X + 1) ** 2 * (X + DELTA) ** 2 * (X + DELTA - 1), ">")
    at_low, at_t, at_high = (Condition(_clear(u)[2], ">") for u in (LOW, T, HIGH))
    signs = [prove_from(Sequent(hypotheses, fact)) for fact in (spread, size, curvature, at_low, at_t, at_high)]

    high_not_better = Condition(_gap(HIGH), ">=")
    low_better = sum_of_products(
        Condition(-_gap(LOW), ">"),
        [[before, after, spread, curvature, at_t], [after, at_low, high_not_better]],
        scale=[before, at_high],
    )
    high_better = kernel.assume(Condition(-_gap(HIGH), ">"))
    goal = any_of(relation_formula(edge_error(end), "<", edge_error(T)) for end in (LOW, HIGH))
    assert isinstance(goal, AnyOf)
    first, second = (
        kernel.choose(_smaller_error(end, better, [at_t, at, size]), goal)
        for end, better, at in ((LOW, low_better, at_low), (HIGH, high_better, at_high))
    )
    theorem = split(high_not_better, first, second)
    for sign in signs:
        theorem = kernel.cut(sign, theorem)
    return theorem


def _gap(end: Polynomial) -> Polynomial:
    """A positive multiple of f(end) - f(t)."""
    return _numerator(end) * _clear(T)[2] ** 2 - _numerator(T) * _clear(end)[2] ** 2


def _smaller_error(end: Polynomial, better: Theorem, positive: list[Condition]) -> Theorem:
    """From H |- -G(end) > 0: H, positive divisors |- Var(end) < Var(t), both defined."""
    printed = relation_formula(edge_error(end), "<", edge_error(T))
    assert isinstance(printed, AllOf)
    *divisors, fact = printed.parts
    assert isinstance(fact, Condition)
    *_, size = positive
    negative_gap = better.sequent.conclusion
    assert isinstance(negative_gap, Condition)
    compared = sum_of_products(fact, [[negative_gap, size]])
    known = [prove_from(Sequent(frozenset(positive), divisor)) for divisor in divisors]
    return kernel.conjoin(*known, kernel.cut(better, compared))
