"""Which binary designs err least at exact eps, delta and pi, and by how much: bounds as theorems of the kernel.

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

Source: Holohan, Leith, Mason, Theorem 3 and Corollary 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Certificate, Sequent
from derivations.prover.lemmas import Term, from_terms
from derivations.prover.sums_of_products import split, sum_of_products, weights_of
from derivations.theorems.binary.binary_optimum import SLACK_A, SLACK_B, A, B, D, P, Q, nonnegative, positive
from mechanisms.exact.formula import AnyOf, Condition, Formula, all_of, equal_to, negation
from mechanisms.exact.polynomial import Polynomial

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


def apart_from(points: Sequence[tuple[Fraction, Fraction]]) -> tuple[Formula, ...]:
    """That (p00, p11) is none of these points."""
    return tuple(negation(all_of([equal_to(P, p), equal_to(Q, q)])) for p, q in points)


def error_bound(
    x: Fraction, delta: Fraction, pi: Fraction, value: Fraction, elsewhere: Sequence[Formula] = ()
) -> Theorem:
    """region, elsewhere |- (a + pi d)(b + (1 - pi) d) > value d^2: only the excluded designs err by no more.

    `elsewhere` says which designs are excluded. KernelError when the value is more than the least
    error, or when another design attains it.
    """
    goal = positive((A + pi * D) * (B + (1 - pi) * D) - value * D * D)
    inside = region(x, delta)
    slack_a, slack_b = inside[3:]
    found = _Excluding(goal, (*inside, *elsewhere))
    if value == 0:
        sure = NOT_LESS_A if pi == 0 else NOT_LESS_B
        return found.within(found.strictly([(sure, NOT_LESS_B if pi == 0 else NOT_LESS_A), (sure, INFORMATIVE)]))
    if delta in (0, 1):
        # Both lines are parallel to the axes, or there are none: u >= w and v >= w.
        past_a, past_b = (slack_a, slack_b) if delta == 0 else (NOT_LESS_A, NOT_LESS_B)
        return found.within(found.strictly(_beyond(past_a, past_b)))
    w = corner_ratio(x, delta)
    near_a, near_b = nonnegative(w * D - A), nonnegative(w * D - B)
    first = found.strictly(_along_the_line(NOT_LESS_A, slack_a, near_a))
    second = found.strictly(_along_the_line(NOT_LESS_B, slack_b, near_b))
    beyond = found.strictly(_beyond(positive(-near_a.polynomial), positive(-near_b.polynomial)))
    return found.within(split(near_a, first, split(near_b, second, beyond)))


def worst_error_bounds(
    x: Fraction, delta: Fraction, value: Fraction, elsewhere: Sequence[Formula] = ()
) -> tuple[Theorem, Theorem, Theorem]:
    """That the worst error is more than `value`, by where it occurs, but at the designs that are excluded.

    region, elsewhere |- 1 > 4 value d^2, for the error 1/(4 d^2) at pi = (d + b - a)/(2 d);
    region, elsewhere, b >= a + d |- b (a + d) > value d^2, for the error at pi = 1; and the mirror image for pi = 0.
    `elsewhere` must be its own mirror image. KernelError as in `error_bound`.
    """
    inside = (*region(x, delta), *elsewhere)
    slack_a, slack_b = inside[3:5]
    assert isinstance(slack_a, Condition)
    assert isinstance(slack_b, Condition)
    even = _Excluding(positive(1 - 4 * value * D * D), inside)
    # With K <= (1 + 2 w)^2/4, and 1 - (1 + 2 w) d a multiple of the sum of the slacks.
    rest = positive(1 + (1 + 2 * corner_ratio(x, delta)) * D)
    tight = (NOT_LESS_A, NOT_LESS_B) if delta == 1 else (slack_a, slack_b)
    at_even = even.strictly([*((slack, rest) for slack in tight), SQUARE])
    known = sum_of_products(rest, [(NOT_LESS_A,), (NOT_LESS_B,), (INFORMATIVE,)])
    middle = even.within(kernel.cut(known, at_even))

    gap = nonnegative(B - A - D)
    end = _Excluding(positive(B * (A + D) - value * D * D), (*inside, gap))
    above = [(gap, NOT_LESS_A), (gap, INFORMATIVE)]
    start = (1 - 2 * delta) / (x - 1 + 2 * delta)
    if delta == 0 or delta >= HALF:
        far = slack_a if delta == 0 else NOT_LESS_A
        last = end.strictly([*above, (far, far), (far, INFORMATIVE), SQUARE])
    else:
        near = nonnegative(start * D - A)
        past = positive(-near.polynomial)
        along = end.strictly(_along_the_line(NOT_LESS_A, slack_a, near))
        last = split(near, along, end.strictly([*above, (past, past), (past, INFORMATIVE), SQUARE]))
    at_one = end.within(last)
    return middle, at_one, kernel.instantiate(at_one, {"p00": Q, "p11": P})


def no_error_above(point: tuple[Fraction, Fraction], value: Fraction) -> Theorem:
    """0 <= pi, pi <= 1 |- the error of this design at pi is at most `value`."""
    pi = Polynomial.variable("pi")
    a, b, d = 1 - point[0], 1 - point[1], point[0] + point[1] - 1
    gap = value * d * d - (a + d * pi) * (b + d * (1 - pi))
    return kernel.one_variable(Sequent(frozenset((nonnegative(pi), nonnegative(1 - pi))), nonnegative(gap)))


def _along_the_line(start: Condition, slack: Condition, near: Condition) -> list[tuple[Condition, ...]]:
    """Between the axis and the end of a line: a product of its slack, and a concave function not negative at both ends.

    With t >= 0 the coordinate that `start` measures and `near` >= 0 what is left of it up to the end, the goal is a sum
    of (t + const d) * slack, and of t d, d near and t near.
    """
    return [(start, slack), (slack, INFORMATIVE), (INFORMATIVE, near), (start, INFORMATIVE), (start, near)]


def _beyond(past_a: Condition, past_b: Condition) -> list[tuple[Condition, ...]]:
    """Where u >= w and v >= w: both factors of the error are at least what they are at the corner."""
    return [(past_a, NOT_LESS_B), (past_a, INFORMATIVE), (INFORMATIVE, past_b), SQUARE]


@dataclass(frozen=True)
class _Excluding:
    """A strict goal, and what is assumed for it."""

    goal: Condition
    assumed: tuple[Formula, ...]

    def strictly(self, terms: Sequence[tuple[Condition, ...]]) -> Theorem:
        """The goal, as a sum of these products: one of them is positive, or the design is one that is excluded."""
        weights = weights_of(self.goal, terms)
        kept = [term for term, weight in zip(terms, weights, strict=True) if weight]
        undecided = [f for f in dict.fromkeys(f for term in kept for f in term) if f.relation == ">="]

        def decided(taken: frozenset[Condition], vanished: tuple[Condition, ...]) -> Theorem:
            signed = [tuple(positive(f.polynomial) if f in taken else f for f in term) for term in terms]
            sure = (
                all(f.relation == ">" for f in term) and weight > 0
                for term, weight in zip(signed, weights, strict=True)
            )
            if any(sure):
                return sum_of_products(self.goal, signed)
            open_terms = [term for term in kept if not set(vanished) & set(term)]
            left = [f for f in undecided if f not in taken and any(f in term for term in open_terms)]
            if not left:
                return kernel.absurd(self._nowhere(vanished), self.goal)
            factor = left[0]
            more = decided(taken | {factor}, vanished)
            return split(positive(factor.polynomial), more, decided(taken, (*vanished, factor)))

        return decided(frozenset(), ())

    def _nowhere(self, vanished: tuple[Condition, ...]) -> Theorem:
        """assumed, and none of the factors positive |- false: they meet where something that is assumed fails."""
        zeros = frozenset((*vanished, *(nonnegative(-f.polynomial) for f in vanished)))
        meeting = next((z for f, g in combinations(vanished, 2) if (z := _crossing(f, g)) is not None), None)
        if meeting is None:
            lines = (f for f in self.assumed if isinstance(f, Condition) and f.relation == "!=")
            line = next(
                (f for f in lines if any(f.polynomial in (g.polynomial, -g.polynomial) for g in vanished)), None
            )
            if line is None:
                raise kernel.KernelError("designs on a line attain the bound and are not excluded")
            return _clash(line, sorted(zeros, key=str), {})
        at = {"p00": meeting[0], "p11": meeting[1]}
        known = (*self.assumed, *zeros)
        failing = next((formula for formula in known if not formula.holds_at(at)), None)
        if failing is None:
            raise kernel.KernelError(f"the design ({meeting[0]}, {meeting[1]}) attains the bound and is not excluded")
        return _clash(failing, [f for f in sorted(zeros, key=str) if f.polynomial.evaluate(at) == 0], at)

    def within(self, theorem: Theorem) -> Theorem:
        """The theorem with all that is assumed as hypotheses."""
        missing = [formula for formula in self.assumed if formula not in theorem.sequent.hypotheses]
        return kernel.weaken(theorem, missing) if missing else theorem


def _clash(formula: Formula, zeros: Sequence[Condition], at: dict[str, Fraction]) -> Theorem:
    """Formula, zeros |- false, for linear polynomials f >= 0 and -f >= 0 that vanish only where the formula fails."""
    if isinstance(formula, AnyOf):
        return kernel.cases(formula, *(_clash(part, zeros, at) for part in formula.parts))
    assert isinstance(formula, Condition)
    p = formula.polynomial
    if formula.relation == "!=":
        above, below = _combination(nonnegative(p), zeros, at), _combination(nonnegative(-p), zeros, at)
        both = nonnegative(p), nonnegative(-p)
        cone = ((Fraction(1), Polynomial.constant(1), both),)
        apart = kernel.contradiction((formula, *both), Certificate((Fraction(1), ((formula, 2),)), cone))
        return kernel.cut(above, kernel.cut(below, apart))
    opposite = negation(formula)
    assert isinstance(opposite, Condition)
    strict, weak = (formula, opposite) if formula.relation == ">" else (opposite, formula)
    # The polynomials of the two conditions are primitive, so that they sum to zero.
    rest = ((Fraction(1), Polynomial.constant(1), (weak,)),)
    apart = kernel.contradiction((strict, weak), Certificate((Fraction(1), ((strict, 1),)), rest))
    return kernel.cut(_combination(opposite, zeros, at), apart)


def _combination(goal: Condition, zeros: Sequence[Condition], at: dict[str, Fraction]) -> Theorem:
    """Zeros |- goal, for a linear goal: one of them, or its value where they vanish and a combination of two."""
    if goal in zeros:
        return kernel.assume(goal)
    constant = [Term(goal.polynomial.evaluate(at))]
    for f, g in combinations(zeros, 2):
        (_, a, b), (_, c, d), (_, u, v) = (_linear(condition.polynomial) for condition in (f, g, goal))
        determinant = a * d - b * c
        if determinant == 0:
            continue
        weights = (u * d - v * c) / determinant, (v * a - u * b) / determinant
        if min(weights) >= 0:
            terms = [Term(weight, (zero,)) for weight, zero in zip(weights, (f, g), strict=True)]
            return from_terms(goal, constant + terms)
    raise kernel.KernelError(f"{goal} is no combination of what vanishes")


def _crossing(first: Condition, second: Condition) -> tuple[Fraction, Fraction] | None:
    """Where two linear polynomials in p00 and p11 vanish, if that is one point."""
    (c, a, b), (f, d, e) = (_linear(condition.polynomial) for condition in (first, second))
    determinant = a * e - b * d
    return None if determinant == 0 else ((b * f - c * e) / determinant, (c * d - a * f) / determinant)


def _linear(polynomial: Polynomial) -> tuple[Fraction, Fraction, Fraction]:
    """Constant and slopes."""
    constant, one, other = (polynomial.evaluate({"p00": p, "p11": q}) for p, q in ((0, 0), (1, 0), (0, 1)))
    return constant, one - constant, other - constant
