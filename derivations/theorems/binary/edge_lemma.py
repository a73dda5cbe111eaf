"""Along an edge of the feasible region the error has no least value inside an interval (Lemma 3 of Holohan et al.).

On the edge p00 = r(t), p11 = s(t), where q = x (1 - p) + delta, the numbers a = 1 - p, b = 1 - q, d = p + q - 1 are
affine in t; cleared of x (x + 1) they are A, B, D below. The error is f(t)/n with

    f = (A/D + pi)(B/D + 1 - pi),

and A/D grows with t while B/D falls, so that f is strictly concave in the projective parameter of the edge.
"""

from __future__ import annotations

from functools import cache

from derivations.algebra.concave_quotients import an_end_does_better
from derivations.arithmetic.kernel import Theorem
from mechanisms.exact.formula import Condition, Formula
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

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
    return an_end_does_better(edge_error(T), "t", LOW, HIGH, hypotheses)
