"""Scripts about laws of a second response that treat all values alike, which three probabilities tell."""

from __future__ import annotations

from collections.abc import Callable

from checks.papers.pan.proofs_conditions import of_values, sized, told_by
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    decided,
    lemma,
    normal,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import NOT, Free, Number, Term, applied, conditional, equal
from derivations.theory.relaxation import values
from derivations.theory.single_terms import at, by_conditions, each, either, one_other, plainly, summed
from derivations.theory.sums import ONE, in_range, in_sums, sum_of_ones

TWO = Number(2)
Entry = tuple[Term, Term, Term]
EXCHANGE = "(fun i. if i = u then v else if i = v then u else i)"


@lemma(f"forall m u v. {values('u', 'v')} (forall i in 1..m. integer({EXCHANGE}(i)) and 1 <= {EXCHANGE}(i) <= m) "
       f"and (forall i in 1..m. forall j in 1..m. {EXCHANGE}(i) = {EXCHANGE}(j) implies i = j)", depth=5)  # fmt: skip
def exchange_is_permutation(goal: Goal) -> Proved:
    """The exchange of two values is a permutation."""
    m, u, v = goal.variables
    i, j = Free("i #0"), Free("j #0")
    facts = goal.facts
    inside = [kernel.assume(in_range(value, m)) for value in (i, j)]
    changed = normal(goal.conclusion)
    known = [*facts, *conjuncts(inside[0])]
    place = {"m": m, "u": u, "v": v, "i": i, "j": j}
    kept = [by_conditions(plainly(f"{text}", **place), *known) for text in
            (f"integer({EXCHANGE}(i))", f"1 <= {EXCHANGE}(i)", f"{EXCHANGE}(i) <= m")]  # fmt: skip
    same = kernel.assume(plainly(f"{EXCHANGE}(i) = {EXCHANGE}(j)", **place))
    apart = kernel.discharge(same.conclusion, by_conditions(equal(i, j), same))
    whole = kernel.conjoin(
        each(i, m, kernel.conjoin(kept[0], kernel.conjoin(*kept[1:]))), each(i, m, each(j, m, apart))
    )
    return derived.follow(symmetric(changed), whole)


def _apart(first: Term, second: Term) -> list[Proved]:
    """That two values differ, which is assumed, either way round."""
    said = kernel.assume(NOT(equal(first, second)))
    return [said, arithmetic(NOT(equal(second, first)), said)]


def _either(value: Term, other: Term, same: Proved, apart: Proved) -> Proved:
    """value = other |- t = s, not (value = other) |- t = r  ==>  |- t = if value = other then s else r"""
    left = sides(same.conclusion)[0]
    whole = conditional(left.type)(equal(value, other), sides(same.conclusion)[1], sides(apart.conclusion)[1])
    case = equal(value, other)
    told = [symmetric(normal(whole, decided([kernel.assume(said)]))) for said in (case, NOT(case))]
    return kernel.cases(either(case), derived.transitive(same, told[0]), derived.transitive(apart, told[1]))


class Alike:
    """A family of laws R(o, a) on 1..m that any permutation of the values leaves as it is."""

    def __init__(self, goal: Goal, *known: Proved) -> None:
        self.m, self.R = (goal.names[name] for name in "mR")
        self.size = sized(goal)
        self.facts = [*self.size, *known]
        for value in of_values(self.m, (ONE, TWO), self.size):
            self.facts += conjuncts(value)
        for fact in list(self.facts):
            denied = applied(fact.conclusion, "not", 1)
            if pair := applied(denied[0], "=", 2) if denied else None:
                self.facts.append(arithmetic(NOT(equal(*pair[::-1])), fact))
        *_, self.laws, self.permuted = conjuncts(kernel.assume(goal.given[0]))

    def entry(self, o: Term, a: Term, z: Term) -> Term:
        """R(o, a, z)"""
        return term("R(o, a, z)", R=self.R, o=o, a=a, z=z)

    def exchanged(self, u: Term, v: Term, entry: Entry, *known: Proved) -> Proved:
        """R(o, a, z) at these values is R where u and v are exchanged in them; what is known tells them apart."""
        facts = [*self.facts, *known]
        exchange = term(EXCHANGE, u=u, v=v)
        is_one = rewritten(at(exchange_is_permutation(), self.m, u, v, given=facts, premises=2))
        theorem = kernel.detach(rewritten(specialise(self.permuted, exchange)), is_one)
        for value in entry:
            theorem = at(theorem, value, given=facts)
        return symmetric(rewritten(theorem, told_by(facts), decided(known)))

    def row(self, o: Term, a: Term, kinds: Callable[[Free], Proved]) -> Proved:
        """That the row of o and a adds up to 1, with what each of its entries is: z in 1..m |- R(o, a, z) = f(z)."""
        z = Free("z #1")
        law = at(at(self.laws, o, given=self.facts), a, given=self.facts)
        one = list(conjuncts(rewritten(law, unfolding("law"))))[1]
        whole = summed(z, self.m, kinds(z), self.size)
        steps = [one_other(self.facts), in_sums(self.size), by(sum_of_ones(), self.size)]
        return rewritten(derived.transitive(symmetric(whole), rewritten(one)), *steps, told_by(self.facts))

    def last_is(self, o: Term, a: Term, z: Term, value: Term) -> Proved:
        """z = v |- R(o, a, z) = R(o, a, v)"""
        return kernel.congruent(kernel.reflexive(term("R(o, a)", R=self.R, o=o, a=a)), kernel.assume(equal(z, value)))

    def other(self, a: Term, b: Term) -> Proved:
        """R(a, a, b) = (1 - R(a, a, a))/(m - 1), where b is not a."""

        def kinds(z: Free) -> Proved:
            known = [kernel.assume(in_range(z, self.m)), *_apart(z, a)]
            return _either(z, a, self.last_is(a, a, z, a), self.exchanged(z, b, (a, a, z), *known))

        share = term("(1 - p) / (m - 1)", p=self.entry(a, a, a), m=self.m)
        return arithmetic(equal(self.entry(a, a, b), share), self.row(a, a, kinds), *self.size[:2])

    def third(self, b: Term, a: Term, c: Term) -> Proved:
        """R(b, a, c) = (1 - R(b, a, a) - R(b, a, b))/(m - 2), where a, b and c are three values."""

        def kinds(z: Free) -> Proved:
            known = [kernel.assume(in_range(z, self.m)), *_apart(z, a), *_apart(z, b)]
            inner = _either(z, b, self.last_is(b, a, z, b), self.exchanged(z, c, (b, a, z), *known))
            return _either(z, a, self.last_is(b, a, z, a), inner)

        share = term("(1 - q - r) / (m - 2)", q=self.entry(b, a, a), r=self.entry(b, a, b), m=self.m)
        return arithmetic(equal(self.entry(b, a, c), share), self.row(b, a, kinds), *self.size[:2])

    def numbered(self, b: Term, a: Term, last: Term) -> Proved:
        """R(b, a, z) = R(2, 1, 1) for z = a, and R(2, 1, 2) for z = b, where b is not a."""
        first, other = kernel.assume(equal(b, ONE)), _apart(b, ONE)
        two = [arithmetic(NOT(equal(*pair))) for pair in ((ONE, TWO), (TWO, ONE))]
        near = [arithmetic(NOT(equal(*pair)), first, *self.facts) for pair in ((ONE, a), (a, ONE))]
        moved = self.exchanged(a, ONE, (b, a, last), first)
        then = self.exchanged(a, TWO, (a, ONE, ONE if last is a else a), *near, *two)
        stays = self.exchanged(a, ONE, (b, a, last), *other)
        there = self.exchanged(b, TWO, (b, ONE, ONE if last is a else b), *other, *two)
        return kernel.cases(either(first.conclusion), derived.transitive(moved, then), derived.transitive(stays, there))


@script("three probabilities")
def told_by_three(goal: Goal) -> Proved:
    """Values are exchanged one pair at a time: entries of one kind are equal, and the rows add up to 1."""
    m, R, a, b, c = (goal.names[name] for name in "mRabc")
    o, z = Free("o #2"), Free("z #2")
    inside = [kernel.assume(in_range(value, m)) for value in (o, z)]
    alike = Alike(goal, *(part for fact in inside for part in conjuncts(fact)))

    true = alike.exchanged(a, ONE, (a, a, a))
    other = Alike(goal, *alike.facts, *_apart(z, a)).other(a, z)
    kept = _either(z, a, derived.transitive(alike.last_is(a, a, z, a), true), rewritten(other, by(true)))
    moved = kernel.congruent(kernel.reflexive(R), kernel.assume(equal(o, a)))
    for value in (a, z):
        moved = kernel.congruent(moved, kernel.reflexive(value))

    wrong = Alike(goal, *alike.facts, *_apart(o, a))
    told = [wrong.numbered(o, a, last) for last in (a, o)]
    third = Alike(goal, *wrong.facts, *_apart(z, a), *_apart(z, o)).third(o, a, z)
    last = _either(z, o, derived.transitive(wrong.last_is(o, a, z, o), told[1]), rewritten(third, *map(by, told)))
    lost = _either(z, a, derived.transitive(wrong.last_is(o, a, z, a), told[0]), last)
    entry = _either(o, a, derived.transitive(moved, kept), lost)
    place = {"m": m, "a": a, "o": o, "z": z} | {"p": alike.entry(ONE, ONE, ONE), "q": alike.entry(TWO, ONE, ONE)}
    form = term("relaxing(m, p, q, r)(o, a, z)", r=alike.entry(TWO, ONE, TWO), **place)
    entry = derived.transitive(entry, symmetric(normal(form, unfolding("relaxing"))))
    return kernel.conjoin(alike.other(a, b), kernel.conjoin(alike.third(b, a, c), each(o, m, each(z, m, entry))))
