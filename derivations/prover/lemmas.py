"""Small proofs that every method needs, each a few calls of the kernel's rules.

Convention throughout the package: a theorem found for "facts |- goal" assumes some of the facts, not always all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Certificate, Sequent
from mechanisms.exact.formula import FALSE, Condition, Formula, negation
from mechanisms.exact.polynomial import Polynomial, Rational

ONE = Polynomial.constant(1)


def positive(p: Polynomial) -> Condition:
    """The condition p > 0."""
    return Condition(p, ">")


def nonnegative(p: Polynomial) -> Condition:
    """The condition p >= 0."""
    return Condition(p, ">=")


def ratio(p: Polynomial, condition: Condition) -> Fraction:
    """c with p = c * (polynomial of the condition), for a condition that was made from p."""
    return p.leading_coefficient() / condition.polynomial.leading_coefficient()


@dataclass(frozen=True)
class Term:
    """weight * root^2 * product of the factors: not negative where the factors hold and weight >= 0."""

    weight: Fraction
    factors: tuple[Condition, ...] = ()
    root: Polynomial = ONE

    @classmethod
    def product(cls, weight: Rational, factors: Iterable[tuple[Polynomial, Condition]], root: Polynomial = ONE) -> Term:
        """weight * root^2 * product of polynomials, each known through a condition made from it."""
        total, known = Fraction(weight), []
        for polynomial, condition in factors:
            total *= ratio(polynomial, condition)
            known.append(condition)
        return cls(total, tuple(known), root)

    def is_strict(self) -> bool:
        """Whether the term is positive wherever its factors hold."""
        counts = Counter(self.factors)
        strict = all(c.relation == ">" or (c.relation == "!=" and m % 2 == 0) for c, m in counts.items())
        return self.weight > 0 and strict and self.root == ONE


def from_terms(
    goal: Condition,
    terms: Iterable[Term],
    multipliers: Sequence[Condition] = (),
    equations: Sequence[tuple[Polynomial, Condition]] = (),
) -> Theorem:
    """The goal (> or >=) from an identity: its polynomial * multipliers = sum of terms + sum of multiples of equations.

    For > one term must be strict; for >= the multipliers must be. Raises KernelError for everything else.
    """
    against = negation(goal)
    assert isinstance(against, Condition)
    kept = [t for t in terms if t.weight != 0]
    if goal.relation == ">":
        leading = next((t for t in kept if t.is_strict()), None)
        if leading is None:
            raise kernel.KernelError("no term of the sum is known to be positive")
        kept.remove(leading)
        head = (leading.weight, tuple(Counter(leading.factors).items()))
        kept.append(Term(Fraction(1), (against, *multipliers)))
    else:
        head = (Fraction(1), tuple(Counter([against, *multipliers]).items()))
    cone = tuple((t.weight, t.root, t.factors) for t in kept)
    assumed = {c for c, _ in head[1]} | {c for t in kept for c in t.factors} | {e for _, e in equations}
    certificate = Certificate(head, cone, tuple(equations))
    return kernel.absurd(kernel.contradiction(assumed, certificate), goal)


def both_signs(goal: Condition) -> Theorem:
    """p >= 0, -p >= 0 |- p = 0"""
    p, different = goal.polynomial, Condition(goal.polynomial, "!=")
    above, below = nonnegative(p), nonnegative(-p)
    certificate = Certificate((Fraction(1), ((different, 2),)), ((Fraction(1), ONE, (above, below)),))
    return kernel.absurd(kernel.contradiction((different, above, below), certificate), goal)


def clash(condition: Condition) -> Theorem:
    """C, not C |- false"""
    p = condition.polynomial
    opposite = negation(condition)
    assert isinstance(opposite, Condition)
    both = (condition, opposite)
    if condition.relation in (">", ">="):
        strict, weak = both if condition.relation == ">" else both[::-1]
        return kernel.contradiction(both, Certificate((Fraction(1), ((strict, 1),)), ((Fraction(1), ONE, (weak,)),)))
    equation, different = both if condition.relation == "=" else both[::-1]
    certificate = Certificate((Fraction(1), ((different, 2),)), (), ((-p, equation),))
    return kernel.contradiction(both, certificate)


def implied(fact: Condition, goal: Condition) -> Theorem | None:
    """fact |- goal, when the two speak of the same polynomial up to a factor."""
    if fact == goal:
        return kernel.assume(goal)
    p, q = fact.polynomial, goal.polynomial
    if p.names != q.names or p not in (q, -q):
        return None
    sign = 1 if p == q else -1
    if fact.relation == "=" and goal.relation == ">=":
        return from_terms(goal, (), (), ((Polynomial.constant(sign), fact),))
    if fact.relation == ">" and goal.relation == ">=" and sign == 1:
        return from_terms(goal, (Term(Fraction(1), (fact,)),))
    if fact.relation == ">" and goal.relation == "!=":
        certificate = Certificate((Fraction(1), ((fact, 1),)), (), ((Polynomial.constant(-sign), negation_of(goal)),))
        return kernel.absurd(kernel.contradiction((fact, negation_of(goal)), certificate), goal)
    return None


def negation_of(condition: Condition) -> Condition:
    """The opposite of a condition, which is a condition again."""
    opposite = negation(condition)
    assert isinstance(opposite, Condition)
    return opposite


def sharpened(weak: Condition, different: Condition) -> Theorem:
    """p >= 0, p != 0 |- p > 0"""
    p = weak.polynomial
    goal, against = positive(p), nonnegative(-p)
    certificate = Certificate((Fraction(1), ((different, 2),)), ((Fraction(1), ONE, (weak, against)),))
    return kernel.absurd(kernel.contradiction((weak, different, against), certificate), goal)


def constant_fact(goal: Condition) -> Theorem | None:
    """|- goal, for a true condition about a number."""
    if not goal.polynomial.is_constant() or not goal.holds_at({}):
        return None
    return kernel.one_variable(Sequent(frozenset(), goal))


def with_lemmas(theorem: Theorem, lemmas: Iterable[Theorem]) -> Theorem:
    """The theorem with each lemma cut in where it is assumed; later lemmas may serve as assumptions of earlier ones."""
    for lemma in lemmas:
        if lemma.sequent.conclusion in theorem.sequent.hypotheses:
            theorem = kernel.cut(lemma, theorem)
    return theorem


def from_absurdity(theorem: Theorem, goal: Formula) -> Theorem:
    """H |- goal from H |- false."""
    return theorem if goal == FALSE else kernel.absurd(theorem, goal)
