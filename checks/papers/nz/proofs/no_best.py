"""Section 6, after Lemma 6.1: where there is a choice, no linear unbiased estimator has uniformly minimum risk."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from checks.papers.nz.proofs.common import OWN_WORDS, in_plain_words, of_parameters
from checks.papers.nz.proofs.diversity import Diverse, normal_form
from checks.papers.nz.proofs.examples import PAIRS, SHOWN, granted_for, pairs_are_listed
from checks.papers.nz.proofs.worst_priors import risk_of
from checks.verifying.stated import Refuted, Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    decided,
    discharged,
    generalise,
    instance,
    normal,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import AT_MOST, FALSE, REAL, Free, Number, Term, applied, arrow, equal, substituted
from derivations.theory import sums
from derivations.theory.automatic import automatic, conditions, written_out
from derivations.theory.linear_estimates import LEFT_INVERSE
from derivations.theory.no_best_estimate import alike_where_balanced, balanced_where_least
from derivations.theory.single_terms import at, by_conditions, each, sum_picked, summed
from derivations.theory.sums import in_range

Facts = list[Term | Proved]


class Best(Diverse):
    """A goal that denies an estimator L S/n with the least risk for all shares, L being assumed to be one."""

    def __init__(self, goal: Goal, existing: Term) -> None:
        super().__init__(goal)
        self.L = Free("L #0", self.P.type)
        self.there = kernel.assume(instance(existing, self.L))
        self.inverts, self.best = kernel.part(self.there, 0), kernel.part(self.there, 1)

    def vertex(self) -> tuple[Term, Proved, Proved]:
        """Shares of 1 for the category x; that they are a law; and y in 1..m |- a response has the law P(x)."""
        k, x, y, c = self.k, self.x, self.y, Free("c #0")
        pi = term("fun c. if c = x then 1 else 0", x=x)
        in_k = [shown(term("integer(k) and 0 <= k", k=k), self.facts)]
        positive = each(c, k, by_conditions(term("0 <= (if c = x then 1 else 0)", c=c, x=x)))
        whole = at(sum_picked(), k, x, term("fun c. 1"), given=[*in_k, *self.ranges], premises=2)
        plain = normal(term("law(k, pi)", k=k, pi=pi), unfolding("law"))
        law = derived.follow(symmetric(plain), rewritten(kernel.conjoin(positive, rewritten(whole))))
        product = term("(if c = x then 1 else 0) * P(c, y) = (if c = x then P(c, y) else 0)", c=c, x=x, y=y, P=self.P)
        row = summed(c, k, by_conditions(product), in_k)
        picked = at(sum_picked(), k, x, term("fun c. P(c, y)", P=self.P, y=y), given=[*in_k, *self.ranges], premises=2)
        changed = normal(self.plainly("response(k, pi, P)(y)", pi=pi, y=y), unfolding("response"))
        return pi, law, derived.transitive(changed, derived.transitive(row, picked))

    def least(self, pi: Term, law: Proved) -> Proved:
        """forall A. A P = I implies that L has at most the spread of A, for these shares"""
        A = Free("A #0", self.P.type)
        said = specialise(self.best, A, pi)
        premise, _ = applied(said.conclusion, "implies", 2) or (FALSE, FALSE)
        inverts = kernel.assume(self.plainly(LEFT_INVERSE, L=A))
        first, second = applied(premise, "and", 2) or (FALSE, FALSE)
        written = derived.follow(symmetric(normal(first)), rewritten(inverts, unfolding("indicator")))
        smaller = kernel.detach(
            said, kernel.conjoin(written, derived.follow(symmetric(normal(second)), rewritten(law)))
        )
        own, other = risk_of(self, self.L, self.inverts, pi, law), risk_of(self, A, written, pi, law)
        spreads = [self.plainly("sum i in 1..k. sum y in 1..m. response(k, pi, P)(y) * L(i, y)^2", L=M, pi=pi)
                   for M in (self.L, A)]  # fmt: skip
        found = arithmetic(AT_MOST(*spreads), own, other, rewritten(smaller), opaque=True)
        return generalise(discharged(found, inverts.conclusion), A)

    def balanced(self, row: Number) -> Proved:
        """What is assumed of values of sets that are the same for sets which differ in one member."""
        k, m, z, L, x, j = self.k, self.m, self.z, self.L, self.x, Free("j #0")
        a, b, c, d = places = tuple(Free(f"{name} #0") for name in "abcd")
        pi, law, response = self.vertex()
        inside = [kernel.assume(in_range(place, m)) for place in places]
        names = {"z": z, "L": L, "P": self.P, "x": x, "i": row, "a": a, "b": b, "c": c, "d": d, "j": j}
        balance = kernel.assume(
            term("forall x in 1..k. z(a, x) + z(b, x) = z(c, x) + z(d, x)", k=k, **_but(names, "x"))
        )
        in_j = kernel.assume(in_range(j, k))

        def entry(index: Term, place: Term, *known: Proved) -> Proved:
            """P(i, y) = a z(y, i)"""
            return at(at(self.entries, index, given=known), place, given=inside)

        alike = arithmetic(
            term("P(j, a) + P(j, b) = P(j, c) + P(j, d)", **names),
            at(balance, j, given=[in_j]), *(entry(j, place, in_j) for place in places), opaque=True)  # fmt: skip
        q = self.term("response(k, pi, P)", pi=pi)
        left_inverse = derived.follow(
            symmetric(normal(self.plainly(LEFT_INVERSE, L=L), unfolding("indicator"))), rewritten(self.inverts)
        )
        facts: Facts = [*self.facts, *inside, shown(in_range(row, k), [arithmetic(in_row(row, k), *self.facts)]),
                        left_inverse, each(j, k, alike), self.least(pi, law)]  # fmt: skip
        found = rewritten(at(balanced_where_least(), k, m, self.P, L, q, row, *places, given=facts, premises=10))

        def placed(theorem: Proved, place: Free, known: Proved) -> Proved:
            """A theorem about the response y for another one."""
            of_y = kernel.discharge(self.inside[self.y].conclusion, theorem)
            return rewritten(kernel.detach(kernel.instantiate(of_y, {self.y: place}), known))

        values = [placed(fact, *at_place) for at_place in zip(places, inside, strict=True)
                  for fact in (response, self.of_x)]  # fmt: skip
        wanted = term("z(a, x) * L(i, a) + z(b, x) * L(i, b) = z(c, x) * L(i, c) + z(d, x) * L(i, d)", **names)
        theorem = each(x, k, arithmetic(wanted, found, *values, opaque=True))
        return generalise(discharged(theorem, *(fact.conclusion for fact in inside), balance.conclusion), *places)

    @cached_property
    def of_x(self) -> Proved:
        """x in 1..k, y in 1..m |- z(y, x) = binomial(k - 1, l - 1) P(x, y)"""
        own = kernel.instantiate(kernel.discharge(self.inside[self.i].conclusion, self.inclusions), {self.i: self.x})
        own = kernel.detach(own, self.inside[self.x])
        return arithmetic(self.term("z(y, x) = binomial(k - 1, l - 1) * P(x, y)", y=self.y, x=self.x), own)


def in_row(row: Number, k: Term) -> Term:
    """row <= k"""
    return term("r <= k", r=row, k=k)


def _but(names: Mapping[str, Term], *some: str) -> dict[str, Term]:
    return {name: value for name, value in names.items() if name not in some}


def none_is_best(goal: Goal) -> Proved:
    """The best row for one category would give the same to each category."""

    def prove(formula: Term) -> Proved:
        (existing,) = applied(formula, "not", 1) or ()
        here = Best(goal, existing)
        one, two = Number(1), Number(2)
        k, m, y, L = here.k, here.m, here.y, here.L
        f = term("fun y. L(i, y)", L=L, i=one)
        inside = [shown(in_range(index, k), [arithmetic(in_row(index, k), *here.facts)]) for index in (one, two)]
        between = arithmetic(here.term("2 <= l and l + 2 <= k"), *here.facts)
        apart = arithmetic(term("a != b", a=one, b=two))
        facts: Facts = [*here.facts, between, here.balanced(one), *inside, apart]
        alike = at(alike_where_balanced(), k, here.l, m, here.z, normal_form(f), one, two, given=facts, premises=8)
        known = [rewritten(alike)]
        for index, place in zip((one, two), inside, strict=True):
            whole = at(at(here.inverts, one, given=inside[:1]), index, given=[place])
            entry = at(at(here.entries, index, given=[place]), y, given=here.ranges)
            value = term("L(i, y) * P(j, y) = a * (z(y, j) * L(i, y))", L=L, P=here.P, i=one, j=index, y=y, a=here.a,
                         z=here.z)  # fmt: skip
            row = summed(y, m, arithmetic(value, entry, opaque=True), here.facts)
            scores = term("fun y. z(y, j) * L(i, y)", L=L, z=here.z, i=one, j=index)
            scaled = at(sums.sum_scale(), m, here.a, scores, given=here.facts)
            known += [rewritten(whole, decided([])), row, scaled]
        wrong = arithmetic(FALSE, *known, opaque=True)
        return derived.reject(existing, kernel.unpack(kernel.assume(existing), here.L, wrong))

    return in_plain_words(goal.conclusion, prove)


@script("one estimator only")
def one_estimator_only(goal: Goal) -> Refuted:
    """For the pairs of three categories there are three responses, so that L P = I leaves one L."""
    values = {**PAIRS, "n": Number(4)}
    said = granted_for(goal.statement, values, pairs_are_listed())
    (existing,) = applied(said.conclusion, "not", 1) or ()
    changed = normal(existing, OWN_WORDS)
    plain = sides(changed.conclusion)[1]
    L = term("fun i y. if i = y then -1 else 1")
    first, second = applied(sides(normal(instance(plain, L)).conclusion)[1], "and", 2) or (FALSE, FALSE)
    inverts = automatic(goal_of(first, depth=0))
    one = goal_of(second)
    other, _ = conjuncts(kernel.assume(one.given[0]))
    places = {number: shown(in_range(number, Number(3))) for number in map(Number, (1, 2, 3))}
    entries = []
    for i, place in places.items():
        row = at(other, i, given=[place])
        equations = [rewritten(at(row, x, given=[known]), written_out, conditions) for x, known in places.items()]
        entries += [arithmetic(equal(one.variables[0](i, y), Number(-1 if i == y else 1)), *equations) for y in places]
    same = normal(one.conclusion, written_out, conditions, *map(by, entries))
    smaller = derived.follow(symmetric(same), arithmetic(sides(same.conclusion)[1], opaque=True))
    found = derived.follow(symmetric(normal(instance(plain, L))), kernel.conjoin(inverts, one.qed(smaller)))
    there = derived.follow(symmetric(changed), kernel.witness(plain, L, found))
    shown_at = (("n", "4"), *SHOWN, ("L(i, y)", "-1 for i = y, else 1"), ("pi", "(1/2, 1/3, 1/6)"))
    estimator, shares = one.variables
    compared = applied(substituted(one.conclusion, {estimator: L, shares: term("fun x. (4 - x)/6")}), "<=", 2) or ()
    named = {name: Free(name, L.type) for name in ("A", "L")}
    better = term("R(A) < R(L)", R=Free("R", arrow(L.type, REAL)), **named)
    return Refuted(derived.reject(goal.statement, derived.clash(said, there)), shown_at, compared, better)


SCRIPTS: Mapping[str, Script] = {
    "none is best if there is a choice": of_parameters(none_is_best),
}
