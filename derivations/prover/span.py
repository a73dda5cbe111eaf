"""One variable at a time between its bounds: the coefficients in the Bernstein basis decide.

If t = l1*v - l0 >= 0 bounds v from below and s = u0 - u1*v >= 0 from above, and D = l1*u0 - u1*l0, then identically
p(v) * D^d = sum_k B_k s^(d-k) t^k, where sum_k B_k S^(d-k) T^k is p with (l0*S + u0*T)/(l1*S + u1*T) put for v, times
the d-th power of that denominator. So p >= 0 follows from D > 0 and B_k >= 0; the B_k have one variable less. A missing
upper bound is s = 1, a missing lower one t = 1. For d = 1 this compares the two ends of an interval.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import islice, product
from math import comb

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Certificate
from derivations.prover.lemmas import ONE, Term, from_terms, negation_of, with_lemmas
from derivations.prover.search import Facts, Goal, Search
from mechanisms.exact.formula import Condition
from mechanisms.exact.polynomial import Polynomial

_T = "<t>"


@dataclass(frozen=True)
class Bound:
    """slope * v + offset >= 0 (or > 0), slope 1 or -1 where it is constant; without a condition: the constant 1."""

    slope: Polynomial
    offset: Polynomial
    condition: Condition | None = None

    @property
    def strict(self) -> bool:
        """Whether the bound cannot be attained."""
        return self.condition is None or self.condition.relation == ">"

    def at(self, name: str) -> Polynomial:
        """slope * v + offset"""
        return self.slope * Polynomial.variable(name) + self.offset


_ABSENT = Bound(Polynomial(), ONE)


@lru_cache(maxsize=20_000)
def bounds(facts: Facts, name: str) -> tuple[Bound, ...]:
    """The facts that are linear in the variable."""
    linear = [f for f in facts if f.relation in (">", ">=") and f.polynomial.degree(name) == 1]
    return tuple(_bound(fact, name) for fact in sorted(linear, key=str))


def _bound(fact: Condition, name: str) -> Bound:
    parts = fact.polynomial.coefficients_in(name)
    slope, offset = parts[1], parts.get(0, Polynomial())
    if slope.is_constant():
        scale = 1 / abs(slope.constant_value())
        slope, offset = slope * scale, offset * scale
    return Bound(slope, offset, fact)


def pairs(search: Search, facts: Facts, name: str, *, one_sided: bool = False) -> list[tuple[Bound, Bound]]:
    """Each lower with each upper bound; with the absent bounds among them on request."""
    known = [(b, _sign(search, facts, b.slope)) for b in bounds(facts, name)]
    absent = [_ABSENT] if one_sided else []
    lower = [b for b, sign in known if sign > 0] + absent
    upper = [b for b, sign in known if sign < 0] + absent
    return list(product(lower, upper))


def by_span(search: Search, goal: Goal) -> Theorem | None:
    """The claim from its Bernstein coefficients in one variable, for each variable and pair of bounds."""
    if goal.claim.relation not in (">", ">="):
        return None
    plans = [plan for name in goal.claim.polynomial.names for plan in _plans(search, goal, name)]
    for plan in sorted(plans, key=lambda plan: plan.cost):
        theorem = plan.carry_out()
        if theorem is not None:
            return theorem
    return None


def _plans(search: Search, goal: Goal, name: str) -> Iterator[_Plan]:
    for low, high in pairs(search, goal.facts, name, one_sided=True):
        if (low, high) != (_ABSENT, _ABSENT):
            plan = _Plan.make(search, goal, name, low, high)
            if plan is not None:
                yield plan


def note_deciding_signs(search: Search, facts: Facts, claim: Condition) -> None:
    """Have the search remember the signs on which a claim depends that holds at some points only."""
    for factor, power in claim.polynomial.factors()[1]:
        if power % 2 and not search.plausible(facts, Condition(factor, ">=")):
            for side in (factor, -factor):
                if not search.plausible(facts, Condition(side, ">=")):
                    for name in side.names:
                        list(_plans(search, Goal(facts, Condition(side, ">="), 0), name))


def _sign(search: Search, facts: Facts, p: Polynomial) -> int:
    """1 or -1 when p seems to have that sign wherever the facts hold, 0 otherwise."""
    return next((s for s in (1, -1) if search.plausible(facts, Condition(p * s, ">"))), 0)


@dataclass(frozen=True)
class _Plan:
    search: Search
    goal: Goal
    name: str
    low: Bound
    high: Bound
    width: Polynomial
    coefficients: dict[int, Polynomial]

    @classmethod
    def make(cls, search: Search, goal: Goal, name: str, low: Bound, high: Bound) -> _Plan | None:
        """The Bernstein coefficients, unless one of them is seen to be negative somewhere."""
        p = goal.claim.polynomial
        degree = p.degree(name)
        t = Polynomial.variable(_T)
        width = low.slope * high.offset - high.slope * low.offset
        if not search.plausible(goal.facts, Condition(width, ">")):
            return None
        top, bottom = high.offset * t - low.offset, low.slope - high.slope * t  # S = 1: the sum is homogeneous
        total = Polynomial()
        for power, coefficient in p.coefficients_in(name).items():
            total = total + coefficient * top**power * bottom ** (degree - power)
        coefficients = dict.fromkeys(range(degree + 1), Polynomial())
        for power, coefficient in total.coefficients_in(_T).items():
            coefficients[power] = coefficient
        claims = ((c, Condition(c, ">=")) for c in coefficients.values())
        negative = list(islice((c for c, claim in claims if not search.plausible(goal.facts, claim)), 2))
        if len(negative) == 1:
            search.wish(goal.facts, negative[0])
        if negative:
            return None
        return cls(search, goal, name, low, high, width, coefficients)

    @property
    def cost(self) -> tuple[bool, int, int, str]:
        """Plans with constant widths and coefficients of low degree come first."""
        degrees = [c.total_degree() for c in self.coefficients.values()]
        return not self.width.is_constant(), max(degrees), sum(degrees), self.name

    def carry_out(self) -> Theorem | None:
        """Prove what the plan needs of the coefficients, then add up."""
        facts, projected = projection(self.search, self.goal.facts, self.name)
        strict = self._strict_powers() if self.goal.claim.relation == ">" else ()
        if strict is None:
            return None
        degree = len(self.coefficients) - 1
        lemmas: list[Theorem] = []
        known: dict[int, tuple[Polynomial, Condition]] = {}
        for power in sorted(self.coefficients, key=lambda k: k not in strict):
            coefficient = self.coefficients[power]
            if not coefficient.is_zero():
                claim = Condition(coefficient, ">" if power in strict else ">=")
                lemma = self.search.prove(facts, claim, self.goal.effort)
                if lemma is None:
                    return None
                lemmas.append(lemma)
                known[power] = (coefficient, claim)
        positive = Condition(self.width, ">")
        lemma = self.search.prove(facts, positive, self.goal.effort)
        if lemma is None:
            return None
        terms = []
        if len(strict) == 2:
            ends = _both_ends(
                degree, known.pop(0)[0], known.pop(degree)[0], self.high.at(self.name), self.low.at(self.name)
            )
            summed = ends.sequent.conclusion
            assert isinstance(summed, Condition)
            whole = self.coefficients[0] * self.high.at(self.name) ** degree
            whole = whole + self.coefficients[degree] * self.low.at(self.name) ** degree
            terms.append(Term.product(1, [(whole, summed)]))
            lemmas.insert(0, ends)
        for power, factor in known.items():
            factors = [factor]
            for bound, times in ((self.high, degree - power), (self.low, power)):
                if bound.condition is not None:
                    factors += [(bound.at(self.name), bound.condition)] * times
            terms.append(Term.product(1, factors))
        scale = (self.width.leading_coefficient() / positive.polynomial.leading_coefficient()) ** degree
        terms = [Term(t.weight / scale, t.factors) for t in terms]
        theorem = from_terms(self.goal.claim, terms, (positive,) * degree)
        return with_lemmas(theorem, [*lemmas, lemma, *projected])

    def _strict_powers(self) -> tuple[int, ...] | None:
        """Which coefficients have to be positive so that the sum is: one with strict bounds, or those of both ends."""
        degree = len(self.coefficients) - 1
        hopeful = [
            power
            for power, c in self.coefficients.items()
            if not c.is_zero() and self.search.plausible(self.goal.facts, Condition(c, ">"))
        ]
        for power in sorted(hopeful, key=lambda k: self.coefficients[k].total_degree()):
            if (power == degree or self.high.strict) and (power == 0 or self.low.strict):
                return (power,)
        unit = self.low.slope.is_constant() and self.high.slope.is_constant()
        if unit and self.low is not _ABSENT and self.high is not _ABSENT and {0, degree} <= set(hopeful):
            return (0, degree)
        return None


def _both_ends(degree: int, a: Polynomial, b: Polynomial, s: Polynomial, t: Polynomial) -> Theorem:
    """a > 0, b > 0, s >= 0, t >= 0, s + t > 0 |- a s^d + b t^d > 0"""
    return kernel.instantiate(_ends_lemma(degree), {"a": a, "b": b, "s": s, "t": t})


@cache
def _ends_lemma(degree: int) -> Theorem:
    a, b, s, t = (Polynomial.variable(n) for n in "abst")
    d = degree
    goal = Condition(a * s**d + b * t**d, ">")
    against = negation_of(goal)
    up, vp, sn, tn = (Condition(a, ">"), Condition(b, ">"), Condition(s, ">="), Condition(t, ">="))
    total = Condition(s + t, ">")
    # M (a s^d + b t^d) = a b (s+t)^(2d-1) + b t^d E + a s^d F, where a b (s+t)^(2d-1) = a s^d E + b t^d F, M = E + F
    n = 2 * d - 1
    cone: list[tuple[Fraction, Polynomial, tuple[Condition, ...]]] = []
    for i in range(n + 1):
        j, weight = n - i, Fraction(comb(n, i))
        if i >= d:
            factors, own = (vp, *(sn,) * (i - d), *(tn,) * j), (vp, *(tn,) * d)
        else:
            factors, own = (up, *(sn,) * i, *(tn,) * (j - d)), (up, *(sn,) * d)
        cone.append((weight, ONE, (against, *factors)))
        cone.append((weight, ONE, (*own, *factors)))
    certificate = Certificate((Fraction(1), ((up, 1), (vp, 1), (total, n))), tuple(cone))
    return kernel.absurd(kernel.contradiction((against, up, vp, sn, tn, total), certificate), goal)


def projection(search: Search, facts: Facts, name: str) -> tuple[Facts, list[Theorem]]:
    """What the facts say without the variable: the others, and that each lower bound is below each upper one."""
    kept = {f for f in facts if name not in f.polynomial.names}
    lemmas: list[Theorem] = []
    for low, high in pairs(search, facts, name):
        width = low.slope * high.offset - high.slope * low.offset
        claim = Condition(width, ">" if low.strict or high.strict else ">=")
        if width.is_constant() or claim in kept:
            continue
        terms, needed = [], []
        for slope, bound in ((-high.slope, low), (low.slope, high)):
            assert bound.condition is not None
            sign = Condition(slope, ">")
            known = search.prove(frozenset(kept), sign, 0)
            if known is None:
                break
            needed.append(known)
            terms.append(Term.product(1, [(slope, sign), (bound.at(name), bound.condition)]))
        else:
            scale = width.leading_coefficient() / claim.polynomial.leading_coefficient()
            sum_up = from_terms(claim, [Term(t.weight / scale, t.factors) for t in terms])
            lemmas.insert(0, with_lemmas(sum_up, needed))
            kept.add(claim)
    return frozenset(kept), lemmas
