"""Section 4.3: the probability with which the minimax mechanism puts the true category into the reported set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from checks.papers.nz.proofs.beliefs import parity_exactly_if
from checks.papers.nz.proofs.common import Free, given, in_plain_words, of_parameters
from checks.verifying.stated import Script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjuncts,
    cut,
    instance,
    normal,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, Term, applied, equal
from derivations.theory.single_terms import at, each
from derivations.theory.subset_designs import counts, entries_by_inclusion
from derivations.theory.subset_lists import some_bit
from derivations.theory.subsets import sets_holding
from derivations.theory.sums import in_range

PRINTED = "q * g / (q * g + k - q)"
Facts = list[Term | Proved]


class _Included:
    """A goal about the mechanism that reports q of k categories, the true one among them with probability p."""

    def __init__(self, goal: Goal) -> None:
        self.names = goal.names
        self.k, self.q, self.m, self.z, self.p, self.P, self.g = (self.names[name] for name in "kqmzpPg")
        facts = given(goal)
        small = arithmetic(self.term("2 <= k"), *facts)
        self.facts: Facts = [*facts, small, shown(self.term("integer(m) and 0 <= m"), facts)]
        self.i, self.y, self.u = Free("i #0"), Free("y #0"), Free("u #0")
        wanted = self.term("subsets(k, q, m, z)")
        known = next(f for f in facts if isinstance(f, Proved) and f.conclusion == wanted)
        self.sets = kernel.part(rewritten(known, unfolding("subsets", "bits")), 0)
        self.own = next(f for f in facts if isinstance(f, Proved) and str(f.conclusion).startswith("forall i in"))
        self.numbers = at(counts(), self.k, self.q, self.m, self.z, given=self.facts, premises=4)

    def term(self, text: str, **more: Term) -> Term:
        """The term that a text says of the parameters."""
        return term(text, **{**self.names, **more})

    def entry(self, i: Term, y: Term, held: bool, facts: Iterable[Term | Proved]) -> Proved:
        """P(i, y) q m = k p where the set holds i, P(i, y) (k - q) m = k (1 - p) where it lacks i"""
        facts = list(facts)
        total, alike = conjuncts(at(self.own, i, given=facts))
        known = [*self.facts, *facts, total, alike]
        values = (self.k, self.q, self.m, self.z, self.P, self.p, i, y)
        both = at(entries_by_inclusion(), *values, given=known, premises=9)
        part = kernel.part(both, 0 if held else 1)
        return kernel.detach(part, kernel.assume((applied(part.conclusion, "implies", 2) or (FALSE,))[0]))

    def ratio(self, a: Term, b: Term, first: Proved, second: Proved) -> tuple[Proved, Proved, Proved]:
        """a, b > 0, and a = g b iff p is as printed: a of a set that holds the truth, b of one that lacks it"""
        _, some, *_ = conjuncts(self.numbers)
        bounds = [*self._numbers(), some]
        more = arithmetic(self.term("0 < q * m"), *bounds), arithmetic(self.term("0 < (k - q) * m"), *bounds)
        x, y = Free("x #0"), Free("b #0")
        positive = []
        for value, equation, scale in ((a, first, more[0]), (b, second, more[1])):
            right = sides(equation.conclusion)[1]
            large = arithmetic(term("0 < r", r=right), *bounds)
            factor = (applied(scale.conclusion, "<", 2) or (FALSE, FALSE))[1]
            step = arithmetic(
                term("0 < x", x=x),
                term("x * f = r", x=x, f=Free("f #0"), r=y),
                term("0 < f", f=Free("f #0")),
                term("0 < r", r=y),
            )
            step = kernel.instantiate(step, {x: value, y: right, Free("f #0"): factor})
            positive.append(cut(step, equation, scale, large))
        names = {**self.names, "a": x, "b": y}
        given_of = [term(text, **names) for text in ("a * (q * m) = k * p", "b * ((k - q) * m) = k * (1 - p)")]
        printed = term(f"p = {PRINTED}", **self.names)
        exact = term("a = g * b", **names)
        size = arithmetic(self.term("0 < q * g + k - q"), *bounds)
        odds = self.term("p * (k - q) = g * ((1 - p) * q)")
        from_odds = kernel.discharge(odds, arithmetic(printed, odds, size))
        to_odds = kernel.discharge(printed, arithmetic(odds, printed, size))
        scaled = arithmetic(term("k * (p * (k - q)) = a * (q * m) * (k - q)", **names), given_of[0])
        other = arithmetic(term("k * (g * ((1 - p) * q)) = g * (b * ((k - q) * m)) * q", **names), given_of[1])
        product = arithmetic(self.term("0 < q * m * (k - q)"), *bounds)
        number = arithmetic(self.term("0 < k"), *bounds)
        forth = arithmetic(self.term("k * (p * (k - q)) = k * (g * ((1 - p) * q))"), scaled, other, exact)
        forth = kernel.detach(from_odds, arithmetic(odds, forth, number))
        same = arithmetic(
            term("a * (q * m * (k - q)) = g * b * (q * m * (k - q))", **names),
            scaled,
            other,
            kernel.detach(to_odds, kernel.assume(printed)),
        )
        back = arithmetic(exact, same, product)
        iff = derived.equivalent(kernel.discharge(exact, forth), kernel.discharge(printed, back))
        iff = cut(kernel.instantiate(iff, {x: a, y: b}), first, second)
        return positive[0], positive[1], iff

    def _numbers(self) -> list[Proved]:
        words = ("<", "<=")
        return [f for f in self.facts if isinstance(f, Proved) and any(applied(f.conclusion, w, 2) for w in words)]


def inclusion_probability(goal: Goal) -> Proved:
    """Sets that hold the truth are g times as likely as others exactly for the printed p, which gives the parity g."""
    here = _Included(goal)
    k, m, P, g, i, y, u = here.k, here.m, here.P, here.g, here.i, here.y, here.u
    j = Free("j #0")
    in_i, in_j, in_y, _in_u = (kernel.assume(in_range(v, n)) for v, n in ((i, k), (j, k), (y, m), (u, m)))
    bits = at(kernel.part(at(here.sets, y, given=[in_y]), 0), i, given=[in_i])

    def pair(
        at_i: Term, at_y: Term, at_j: Term, at_u: Term, facts: Iterable[Term | Proved]
    ) -> tuple[Proved, Proved, Proved]:
        """What is known of P(i, y) and P(j, u) where y holds i and u lacks j."""
        facts = list(facts)
        first, second = here.entry(at_i, at_y, True, facts), here.entry(at_j, at_u, False, facts)
        return here.ratio(term("P(i, y)", P=P, i=at_i, y=at_y), term("P(i, y)", P=P, i=at_j, y=at_u), first, second)

    one = term("1")
    in_1 = shown(
        in_range(one, k), [kernel.literal(one), *here.facts, arithmetic(here.term("1 <= k"), *here._numbers())]
    )
    held, lacking = Free("held #0"), Free("lacking #0")

    def somewhere(size: Term, score: Term, bit: Proved, value: str, total: Proved, facts: Facts) -> Proved:
        """exists y in 1..n. f(y) = b"""
        b = term(value)
        known = [*facts, bit, arithmetic(term("b = 0 or b = 1", b=b)), total]
        return at(some_bit(), size, score, b, given=known, premises=4)

    def prove(formula: Term) -> Proved:
        first, second = applied(formula, "and", 2) or (FALSE, FALSE)
        return kernel.conjoin(exactly(first), parity(second))

    def exactly(formula: Term) -> Proved:
        left, right = applied(formula, "=", 2) or (FALSE, FALSE)
        # for each pair, from the printed p
        every = goal_of(left)
        a, b, c = every.variables
        facts = list(map(kernel.assume, every.given))
        known = [part for fact in facts for part in conjuncts(fact)]
        ranges = [*facts, *known]
        iff = pair(a, b, a, c, ranges)[2]
        back = every.qed(cut(derived.follow(symmetric(iff), kernel.assume(right)), *known))
        back = kernel.discharge(right, back)
        # from one pair
        holding = at(sets_holding(), k, here.q, m, here.z, one, given=[*here.facts, in_1], premises=4)
        _, _some, _, members, _ = conjuncts(here.numbers)
        positive = next(conjuncts(here.numbers))
        bounds = here._numbers()
        less = arithmetic(here.term("binomial(k - 1, q - 1) < m"), members, positive, *bounds)
        sizes = [*here.facts, arithmetic(here.term("1 <= m"), *bounds)]
        row = here.term("fun y. z(y, c)", c=one)
        bit = each(y, m, cut(kernel.instantiate(bits, {i: one}), in_1))
        totals = (
            arithmetic(here.term("(sum y in 1..m. z(y, c)) != m * (1 - 1)", c=one), holding, positive),
            arithmetic(here.term("(sum y in 1..m. z(y, c)) != m * (1 - 0)", c=one), holding, less),
        )
        has, lacks = (
            somewhere(m, row, bit, value, total, sizes) for value, total in zip(("1", "0"), totals, strict=True)
        )
        there = [kernel.assume(instance(rewritten(fact).conclusion, v)) for fact, v in ((has, held), (lacks, lacking))]
        parts = [part for fact in there for part in conjuncts(fact)]
        known = [*parts, *(kernel.part(fact, 0) for fact in there), in_1]
        iff = pair(one, held, one, lacking, known)[2]
        bits_are = [kernel.part(fact, 1) for fact in there]
        own = at(at(at(kernel.assume(left), one, given=known), held, given=known), lacking, given=known, premises=1)
        own = under_bits(own, bits_are)
        found = derived.follow(cut(iff, *bits_are), own)
        found = kernel.unpack(rewritten(lacks), lacking, found)
        found = kernel.unpack(rewritten(has), held, found)
        return derived.equivalent(kernel.discharge(left, found), back)

    def parity(formula: Term) -> Proved:
        printed, rest = applied(formula, "implies", 2) or (FALSE, FALSE)
        at_most, least = applied(rest, "and", 2) or (FALSE, FALSE)
        known = kernel.assume(printed)
        other = kernel.instantiate(bits, {i: j})
        facts = [in_i, in_j, in_y]
        a, b = term("P(i, y)", P=P, i=i, y=y), term("P(j, y)", P=P, j=j, y=y)
        level = arithmetic(term("1 < g", g=g), *here._numbers())
        wanted = term("a <= g * b", a=a, b=b, g=g)
        rows = []
        for first in (True, False):
            row = []
            for second in (True, False):
                if first == second:
                    ends = [here.entry(x, y, first, facts) for x in (i, j)]
                    scale = here.term("q * m" if first else "(k - q) * m")
                    positive = arithmetic(term("0 < s", s=scale), *here._numbers(), list(conjuncts(here.numbers))[1])
                    large = arithmetic(term("0 < r", r=sides(ends[1].conclusion)[1]), *here._numbers())
                    above = arithmetic(term("0 < b", b=b), ends[1], positive, large)
                    same = arithmetic(equal(a, b), *ends, positive)
                    row.append(arithmetic(wanted, same, above, level))
                else:
                    up, low, iff = pair(i, y, j, y, facts) if first else pair(j, y, i, y, facts)
                    exact = derived.follow(symmetric(iff), known)
                    square = arithmetic(
                        term("b < g * (g * b)", g=g, b=a if sides(exact.conclusion)[0] == b else b), low, level
                    )
                    row.append(arithmetic(wanted, exact, up, low, level, square))
            rows.append(kernel.cases(other, row[1], row[0]))
        private = kernel.cases(bits, rows[1], rows[0])
        plain = normal(term("private(k, m, P, g)", k=k, m=m, P=P, g=g), unfolding("private"))
        private = derived.follow(symmetric(plain), each(i, k, each(j, k, each(y, m, private))))
        iff = parity_exactly_if(here.facts[:-2], here.names, g, arithmetic(term("1 <= g", g=g), level))
        bounded = derived.follow(symmetric(iff), private)
        return kernel.discharge(
            printed, kernel.conjoin(shown(at_most, [bounded]), smallest(goal_of(least), known, level))
        )

    def smallest(one_of: Goal, known: Proved, level: Proved) -> Proved:
        (_c,), (bound,) = one_of.variables, one_of.given
        in_1m = shown(in_range(one, m), [kernel.literal(one), *here.facts])
        row = here.term("z(c)", c=one)
        bit = each(i, k, cut(kernel.instantiate(bits, {y: one}), in_1m))
        members = kernel.part(at(here.sets, one, given=[in_1m]), 1)
        numbers = here._numbers()
        totals = (
            arithmetic(here.term("sum(k, r) != k * (1 - 1)", r=row), rewritten(members), *numbers, opaque=True),
            arithmetic(here.term("sum(k, r) != k * (1 - 0)", r=row), rewritten(members), *numbers, opaque=True),
        )
        size = [*here.facts, arithmetic(here.term("1 <= k"), *numbers)]
        has, lacks = (
            somewhere(k, row, bit, value, total, size) for value, total in zip(("1", "0"), totals, strict=True)
        )
        there = [kernel.assume(instance(rewritten(fact).conclusion, v)) for fact, v in ((has, held), (lacks, lacking))]
        facts = [*(kernel.part(fact, 0) for fact in there), in_1m]
        up, low, iff = pair(held, one, lacking, one, facts)
        bits_are = [kernel.part(fact, 1) for fact in there]
        up, low, iff = (cut(fact, *bits_are) for fact in (up, low, iff))
        exact = derived.follow(symmetric(iff), known)
        own = at(at(at(kernel.assume(bound), one, given=facts), held, given=facts), lacking, given=facts)
        none, ratio = map(kernel.assume, applied(own.conclusion, "or", 2) or ())
        first = arithmetic(one_of.conclusion, kernel.part(none, 0), low)
        second = arithmetic(one_of.conclusion, kernel.part(ratio, 1), exact, low)
        found = kernel.cases(own, first, second)
        found = kernel.unpack(rewritten(lacks), lacking, found)
        return one_of.qed(kernel.unpack(rewritten(has), held, found))

    return in_plain_words(goal.conclusion, prove, unfolding("size"))


def under_bits(theorem: Proved, bits: list[Proved]) -> Proved:
    """What holds where the sets hold, and lack, a category."""
    wanted = (applied(theorem.conclusion, "implies", 2) or (FALSE,))[0]
    return kernel.detach(theorem, shown(wanted, bits))


SCRIPTS: Mapping[str, Script] = {
    "inclusion probability": of_parameters(inclusion_probability),
}
