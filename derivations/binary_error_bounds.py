"""Lower bounds on the error of binary designs at exact eps, delta and pi, each as a theorem of the kernel.

With a = 1 - p00, b = 1 - p11, d = p00 + p11 - 1 > 0 the error of the unbiased estimator from one response is

    V(pi) = (a + pi d)(b + (1 - pi) d)/d^2 = (u + pi)(v + 1 - pi),   u = a/d >= 0,  v = b/d >= 0,

and (eps, delta)-privacy, x = e^eps, is  (x - 1 + delta) u + delta v >= 1 - delta  and the same with u and v exchanged:
beyond two lines that cross at u = v = w = (1 - delta)/(x - 1 + 2 delta) and meet the axes at h = (1 - delta)/delta.

Known pi. V rises in u and in v, so the least V lies on the two lines, and along each V is strictly concave. So it is
attained at corners only: (0, h), (w, w), (h, 0), unless pi is 0 or 1.

Unknown pi. V(pi) - V(m) = (pi - m)(v - u + 1 - 2 m) - (pi - m)^2, so a prior of mean m and variance s^2 expects
V(m) - s^2: the best design is that for the known proportion m. The largest V over 0 <= pi <= 1 is

    (1 + u + v)^2/4 = 1/(4 d^2) where |u - v| <= 1,   v (u + 1) where v >= u + 1 (pi = 1),   u (v + 1) where u >= v + 1.

The first falls along each line towards (w, w) (it is constant for x = 1), the second is strictly concave along the
line, and v = u + 1 is met between them. So the least worst error is (1 + 2 w)^2/4 at the corner, or h at the one-sided
designs if h > 1 (delta < 1/2).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from derivations import kernel
from derivations.binary_optimum import (
    SLACK_A,
    SLACK_B,
    A,
    B,
    D,
    P,
    Q,
    nonnegative,
    positive,
)
from derivations.kernel import Theorem
from derivations.statements import Sequent
from derivations.sums_of_products import split, sum_of_products
from mechanisms.formula import Condition
from mechanisms.polynomial import Polynomial

HALF = Fraction(1, 2)
NOT_LESS_A, NOT_LESS_B, INFORMATIVE = nonnegative(A), nonnegative(B), positive(D)
SQUARE = (INFORMATIVE, INFORMATIVE)


def region(x: Fraction, delta: Fraction) -> tuple[Condition, ...]:
    """The (log x, delta)-private designs with p00 + p11 > 1, as conditions on p00 and p11."""
    values: dict[str, Polynomial | Fraction | int] = {"x": x, "delta": delta}
    slacks = (nonnegative(slack.substitute(values)) for slack in (SLACK_A, SLACK_B))
    return (NOT_LESS_A, NOT_LESS_B, INFORMATIVE, *slacks)


def corner_ratio(x: Fraction, delta: Fraction) -> Fraction:
    """w = u = v at the corner where both conditions of privacy are tight."""
    return (1 - delta) / (x - 1 + 2 * delta)


def error_bound(x: Fraction, delta: Fraction, pi: Fraction, value: Fraction) -> Theorem:
    """region |- (a + pi d)(b + (1 - pi) d) >= value d^2; KernelError when the value is more than the least error."""
    goal = nonnegative((A + pi * D) * (B + (1 - pi) * D) - value * D * D)
    inside = region(x, delta)
    slack_a, slack_b = inside[3:]
    if goal.polynomial.is_zero():
        raise kernel.KernelError("the bound says nothing")
    if delta in (0, 1):
        # Both lines are parallel to the axes, or there are none: u >= w and v >= w.
        past_a, past_b = (slack_a, slack_b) if delta == 0 else (NOT_LESS_A, NOT_LESS_B)
        return _within(_beyond(goal, past_a, past_b), inside)
    w = corner_ratio(x, delta)
    near_a, near_b = nonnegative(w * D - A), nonnegative(w * D - B)
    first = _along_the_line(goal, NOT_LESS_A, slack_a, near_a)
    second = _along_the_line(goal, NOT_LESS_B, slack_b, near_b)
    past_a, past_b = positive(-near_a.polynomial), positive(-near_b.polynomial)
    beyond = _beyond(goal, past_a, past_b)
    return _within(split(near_a, first, split(near_b, second, beyond)), inside)


def worst_error_bounds(x: Fraction, delta: Fraction, value: Fraction) -> tuple[Theorem, Theorem, Theorem]:
    """That the worst error is at least `value`, by where it occurs; KernelError when it is more than the least.

    region |- 1 >= 4 value d^2, for the error 1/(4 d^2) at pi = (d + b - a)/(2 d);
    region, b >= a + d |- b (a + d) >= value d^2, for the error at pi = 1; and the mirror image for pi = 0.
    """
    inside = region(x, delta)
    slack_a, slack_b = inside[3:]
    even = nonnegative(1 - 4 * value * D * D)
    both = nonnegative(slack_a.polynomial + slack_b.polynomial)
    sums = sum_of_products(both, [(slack_a,), (slack_b,)])
    at_even = sum_of_products(even, [(both, NOT_LESS_A), (both, NOT_LESS_B), (both, INFORMATIVE), SQUARE])
    middle = _within(kernel.cut(sums, at_even), inside)

    goal = nonnegative(B * (A + D) - value * D * D)
    gap = nonnegative(B - A - D)
    above = [(gap, NOT_LESS_A), (gap, INFORMATIVE)]
    start = (1 - 2 * delta) / (x - 1 + 2 * delta)
    if delta == 0:
        last = sum_of_products(goal, [*above, 2 * (slack_a,), (slack_a, INFORMATIVE), SQUARE])
    elif delta >= HALF:
        last = sum_of_products(goal, [*above, 2 * (NOT_LESS_A,), (NOT_LESS_A, INFORMATIVE), SQUARE])
    else:
        near = nonnegative(start * D - A)
        past = positive(-near.polynomial)
        along = _along_the_line(goal, NOT_LESS_A, slack_a, near)
        last = split(near, along, sum_of_products(goal, [*above, 2 * (past,), (past, INFORMATIVE), SQUARE]))
    end = _within(last, (*inside, gap))
    return middle, end, kernel.instantiate(end, {"p00": Q, "p11": P})


def no_error_above(point: tuple[Fraction, Fraction], value: Fraction) -> Theorem:
    """0 <= pi, pi <= 1 |- the error of this design at pi is at most `value`."""
    pi = Polynomial.variable("pi")
    a, b, d = 1 - point[0], 1 - point[1], point[0] + point[1] - 1
    gap = value * d * d - (a + d * pi) * (b + d * (1 - pi))
    return kernel.one_variable(Sequent(frozenset((nonnegative(pi), nonnegative(1 - pi))), nonnegative(gap)))


def _along_the_line(goal: Condition, start: Condition, slack: Condition, near: Condition) -> Theorem:
    """Between the axis and the end of a line: a product of its slack, and a concave function not negative at both ends.

    With t >= 0 the coordinate that `start` measures and `near` >= 0 what is left of it up to the end, the goal is a sum
    of (t + const d) * slack, and of t d, d near and t near.
    """
    terms = [(start, slack), (INFORMATIVE, slack), (INFORMATIVE, near), (start, INFORMATIVE), (start, near)]
    return sum_of_products(goal, terms)


def _beyond(goal: Condition, past_a: Condition, past_b: Condition) -> Theorem:
    """Where u >= w and v >= w: both factors of the error are at least what they are at the corner."""
    terms = [(past_a, NOT_LESS_B), (past_a, INFORMATIVE), (INFORMATIVE, past_b), SQUARE]
    return sum_of_products(goal, terms)


def _within(theorem: Theorem, assumed: Sequence[Condition]) -> Theorem:
    """The theorem with all of these as hypotheses."""
    missing = [condition for condition in assumed if condition not in theorem.sequent.hypotheses]
    return kernel.weaken(theorem, missing) if missing else theorem
