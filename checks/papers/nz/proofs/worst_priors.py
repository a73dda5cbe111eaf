"""The proof of Theorem 4.1, after (6.4): the risk of the estimate by L_u is largest where all shares are equal."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from checks.papers.nz.proofs.common import cite, in_plain_words, of_parameters
from checks.papers.nz.proofs.diversity import (
    Diverse,
    at_uniform,
    inverts_by_entries,
    matched,
    normal_form,
)
from checks.verifying.stated import Script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    cut,
    generalise,
    lemma,
    normal,
    rewritten,
    sides,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import AT_MOST, Free, Term, applied, equal
from derivations.theory import sums
from derivations.theory.likelihood import response_is_law
from derivations.theory.linear_estimates import ESTIMATE, equal_shares, error_of_estimate, squares_of_shares
from derivations.theory.single_terms import at, by_conditions, each, sum_picked, summed
from derivations.theory.subset_designs import ADDED, spread_of_moments
from derivations.theory.sums import in_range, in_sums, sum_of_ones

SIZES = "integer(k) and 0 <= k and integer(m) and 0 <= m"
CONSTANT = f"{ADDED} + 1"
"""g_0, the diagonal entry of L_u' L_u."""


@lemma(f"forall k m L q. {SIZES} implies "
       "(sum i in 1..k. sum y in 1..m. (sum u in 1..m. L(i, u) * (if u = y then q(u) else 0)) * L(i, y)) "
       "= (sum i in 1..k. sum y in 1..m. q(y) * L(i, y)^2)")  # fmt: skip
def trace_of_weighted(goal: Goal) -> Proved:
    """tr(L D L')"""
    k, m, L, q = goal.variables
    i, y, u = Free("i #0"), Free("y #0"), Free("u #0")
    names = {"m": m, "L": L, "q": q, "i": i, "y": y, "u": u}
    facts = list(conjuncts(kernel.assume(goal.given[0])))
    inside = kernel.assume(in_range(y, m))
    choice = by_conditions(term("L(i, u)*(if u = y then q(u) else 0) = (if u = y then L(i, u)*q(u) else 0)", **names))
    terms = term("fun u. L(i, u)*q(u)", L=L, i=i, q=q)
    picked = at(sum_picked(), m, y, terms, given=[*facts, inside], premises=2)
    inner = derived.transitive(summed(u, m, choice, facts), rewritten(picked))
    product = term("s*L(i, y) = q(y)*L(i, y)^2", s=sides(inner.conclusion)[0], **_without(names, "u", "m"))
    row = summed(y, m, arithmetic(product, inner, opaque=True), facts)
    return summed(i, k, row, facts)


@lemma(f"forall k m L q. {SIZES} implies "
       "(sum y in 1..m. sum u in 1..m. (if y = u then q(y) else 0) * (sum i in 1..k. L(i, u) * L(i, y))) "
       "= (sum y in 1..m. q(y) * (sum i in 1..k. L(i, y) * L(i, y)))")  # fmt: skip
def trace_of_product(goal: Goal) -> Proved:
    """tr(D G), G = L' L"""
    k, m, L, q = goal.variables
    y, u = Free("y #0"), Free("u #0")
    names = {"k": k, "L": L, "q": q, "y": y, "u": u}
    facts = list(conjuncts(kernel.assume(goal.given[0])))
    inside = kernel.assume(in_range(y, m))
    entry = "(sum i in 1..k. L(i, u) * L(i, y))"
    g = Free("g #0")
    at_y = "(if y = u then q(y) else 0)*g = (if u = y then q(y)*g else 0)"
    choice = by_conditions(term(at_y, g=g, **_without(names, "k", "L")))
    choice = kernel.instantiate(choice, {g: term(entry, **_without(names, "q"))})
    terms = term(f"fun u. q(y)*{entry}", **_without(names, "u"))
    picked = at(sum_picked(), m, y, terms, given=[*facts, inside], premises=2)
    return summed(y, m, derived.transitive(summed(u, m, choice, facts), rewritten(picked)), facts)


def _without(names: Mapping[str, Term], *some: str) -> dict[str, Term]:
    return {name: value for name, value in names.items() if name not in some}


class _Uniform(Diverse):
    """A goal about L_u, the best coefficients for equal shares."""

    def __init__(self, goal: Goal) -> None:
        super().__init__(goal)
        self.L, self.weights_are = at_uniform(self)
        self.equal = self.term("fun x. 1 / k")

    @cached_property
    def equal_law(self) -> Proved:
        """Equal shares are a law, and the sum of their squares."""
        return at(equal_shares(), self.k, given=[*self.facts, arithmetic(self.term("1 <= k"), *self.facts)])

    @cached_property
    def entry_of_weights(self) -> Proved:
        """i in 1..k, y in 1..m |- L_u(i, y) = W(i, y)"""
        return at(at(self.weights_are, self.i, given=self.ranges), self.y, given=self.ranges)

    def diagonal(self) -> Proved:
        """y in 1..m |- sum_i L_u(i, y) L_u(i, y) = g_0"""
        left = self.plainly("L(i, y) * L(i, y)", L=self.L, i=self.i, y=self.y)
        right = self.plainly("v^2", v=sides(self.entry_of_weights.conclusion)[1])
        row = summed(self.i, self.k, arithmetic(equal(left, right), self.entry_of_weights, opaque=True), self.facts)
        facts = [*self.facts, *self.ranges]
        return derived.transitive(
            row, at(spread_of_moments(), self.k, self.l, self.m, self.z, self.y, given=facts, premises=5)
        )

    def spread_of(self, pi: Term, law: Proved) -> Proved:
        """sum_i sum_y lambda_y L_u(i, y)^2 = g_0"""
        q = self.term("response(k, pi, P)", pi=pi)
        left, right = (
            self.plainly("q(y) * s^2", q=q, s=side, y=self.y) for side in sides(self.entry_of_weights.conclusion)
        )
        row = summed(self.y, self.m, arithmetic(equal(left, right), self.entry_of_weights, opaque=True), self.facts)
        return derived.transitive(summed(self.i, self.k, row, self.facts), self.spread(pi, law))

    def at_most_equal(self, pi: Term, law: Proved) -> list[Proved]:
        """The risks of L_u S/n for shares and for equal ones, and what shows that the second one is larger."""
        own, worst = risk_of(self, self.L, self.inverts_here, pi, law), self.equal_risk(self.L, self.inverts_here)
        is_law, squares = conjuncts(self.equal_law)
        given = [*self.facts, law, arithmetic(self.term("1 <= k"), *self.facts)]
        least = at(squares_of_shares(), self.k, pi, given=given, premises=2)
        facts = (own, worst, self.spread_of(pi, law), self.spread_of(self.equal, is_law), squares, least)
        return [rewritten(fact) for fact in facts]

    @cached_property
    def inverts_here(self) -> Proved:
        """L_u P = I"""
        return inverts_by_entries(self, self.weights_are)

    def equal_risk(self, L: Term, inverts: Proved) -> Proved:
        """The risk of L S/n for equal shares."""
        return risk_of(self, L, inverts, self.equal, kernel.part(self.equal_law, 0))

    def smaller_risk(self, L: Term, inverts: Proved) -> Proved:
        """For equal shares the risk of L_u S/n is at most that of L S/n."""
        is_law = kernel.part(self.equal_law, 0)
        own, other = self.equal_risk(self.L, self.inverts_here), self.equal_risk(L, inverts)
        equally = each(self.x, self.k, kernel.reflexive(self.term("1 / k")))
        least = self.least_spread(L, self.equal, is_law, equally, inverts)
        known = [rewritten(fact) for fact in (own, other, self.spread_of(self.equal, is_law), least)]
        smaller = AT_MOST(*(sides(fact.conclusion)[0] for fact in known[:2]))
        return arithmetic(smaller, *known, opaque=True)


def risk_of(here: Diverse, L: Term, inverts: Proved, pi: Term, law: Proved) -> Proved:
    """n E |L S/n - pi|^2 = sum_i sum_y lambda_y L(i, y)^2 - sum_i pi_i^2"""
    n, w = here.names["n"], here.w
    T = normal_form(here.term(f"fun i w. {ESTIMATE}", L=L))
    value = kernel.reflexive(here.plainly("T(i, w)", T=T, i=here.i, w=w))
    same = generalise(kernel.discharge(here.term("word(n, m, w)", w=w), value), w)
    facts = [*here.facts, rewritten(inverts), each(here.i, here.k, same), law]
    return rewritten(cite(error_of_estimate(), n, here.k, here.m, here.P, L, T, pi, given=facts, premises=7))


def constant_diagonal(goal: Goal) -> Proved:
    """The rows of L_u' are permutations of each other, and the diagonal of L_u' L_u is constant."""
    here = _Uniform(goal)
    i, y, k = here.i, here.y, here.k
    value, bit = Free("s #0"), Free("b #0")
    sizes = [arithmetic(here.term(text), *here.facts) for text in ("l < k", "1 <= l")]
    lower = arithmetic(here.term("-((l - 1)/(k - l)) < 1"), *sizes)
    entry = equal(value, here.term("(k - 1)/(k - l)*b - (l - 1)/(k - l)", b=bit))
    own, weight = here.term("z(y, i)", y=y, i=i), sides(here.entry_of_weights.conclusion)[0]

    def counted(condition: str, score: str, total: str) -> Proved:
        """How many of the coefficients of a response have a value."""
        wanted = here.term(f"(if s = {condition} then 1 else 0) = {score}", s=value, b=bit)
        cases = []
        for number, worth in (("0", "-((l - 1)/(k - l))"), ("1", "1")):
            is_bit = term(f"b = {number}", b=bit)
            is_worth = arithmetic(here.term(f"s = {worth}", s=value), entry, is_bit, *sizes)
            cases.append(by_conditions(wanted, is_worth, is_bit, lower))
        of_bit = kernel.cases(kernel.assume(term("b = 0 or b = 1", b=bit)), *cases)
        of_bit = kernel.instantiate(of_bit, {bit: own})
        of_entry = rewritten(kernel.instantiate(of_bit, {value: weight}))
        one = cut(of_entry, here.entry_of_weights, here.bit)
        row = summed(i, k, one, here.facts)
        ones = by(sum_of_ones(), here.facts)
        sum_of = normal(sides(row.conclusion)[1], in_sums(here.facts), ones)
        return arithmetic(equal(sides(row.conclusion)[0], here.term(total)), row, sum_of, here.members, opaque=True)

    both = counted("1", "b", "l"), counted("-((l - 1)/(k - l))", "1 - b", "k - l")
    found = each(y, here.m, conjoined(*both, here.diagonal()))
    return in_plain_words(goal.conclusion, lambda formula: matched(formula, found), unfolding("indicator"))


def traces(goal: Goal) -> Proved:
    """tr(L_u D L_u') = tr(D L_u' L_u) = sum lambda_i g_ii = g_0 sum lambda_i = g_0"""
    here = _Uniform(goal)
    k, m, y, pi = here.k, here.m, here.y, here.names["pi"]
    q = here.term("response(k, pi, P)")
    first = rewritten(at(trace_of_weighted(), k, m, here.L, q, given=[kernel.conjoin(*_sizes(here))]))
    second = rewritten(at(trace_of_product(), k, m, here.L, q, given=[kernel.conjoin(*_sizes(here))]))
    squares = here.spread_of(pi, here.law)
    g = here.term(CONSTANT)
    row = here.diagonal()
    weighed = equal(
        here.plainly("q(y) * s", q=q, y=y, s=sides(row.conclusion)[0]), here.plainly("g * q(y)", g=g, q=q, y=y)
    )
    third = summed(y, m, arithmetic(weighed, row, opaque=True), here.facts)
    scaled = rewritten(at(sums.sum_scale(), m, g, q, given=here.facts))
    law = at(response_is_law(), k, m, here.P, pi, given=[*here.facts, here.law], premises=4)
    *_, one = conjuncts(rewritten(law, unfolding("law")))
    known = [rewritten(fact) for fact in (first, second, squares, third, scaled, one)]
    return in_plain_words(
        goal.conclusion,
        lambda formula: conjoined(
            *(arithmetic(part.conclusion, *known, opaque=True) for part in conjuncts(kernel.assume(formula)))
        ),
    )


def _sizes(here: Diverse) -> list[Proved]:
    sizes = (here.term(f"integer({name}) and 0 <= {name}") for name in "km")
    return [
        kernel.conjoin(*(arithmetic(part, *here.facts) for part in (applied(size, "and", 2) or ()))) for size in sizes
    ]


def worst_shares(goal: Goal) -> Proved:
    """The risk of L_u S/n, and that it is largest for equal shares."""
    here = _Uniform(goal)
    pi, law = here.names["pi"], here.law
    q = here.term("response(k, pi, P)")
    trace = at(trace_of_weighted(), here.k, here.m, here.L, q, given=[kernel.conjoin(*_sizes(here))])
    known = [*here.at_most_equal(pi, law), rewritten(trace)]
    return in_plain_words(
        goal.conclusion,
        lambda formula: conjoined(
            *(arithmetic(part.conclusion, *known, opaque=True) for part in conjuncts(kernel.assume(formula)))
        ),
    )


def minimax_chain(goal: Goal) -> Proved:
    """The risk of L_u S/n for equal shares is its largest, and at most the largest one of every other L S/n."""
    here = _Uniform(goal)

    def prove(formula: Term) -> Proved:
        parts = [part.conclusion for part in conjuncts(kernel.assume(formula))]
        best, worst, bounded = parts[0], parts[-2], parts[-1]
        between = kernel.conjoin(here.inverts_here, kernel.part(here.equal_law, 0))
        rest = [kernel.assume(part) for part in parts[1:-2]]
        given = [matched(part.conclusion, fact) for part, fact in zip(rest, conjuncts(between), strict=True)]
        return conjoined(smallest(best), *given, largest(worst), bound(bounded))

    def smallest(formula: Term) -> Proved:
        one = goal_of(formula, depth=2)
        (A,), (inverts,) = one.variables, one.given
        return one.qed(matched(one.conclusion, here.smaller_risk(A, kernel.assume(inverts))))

    def largest(formula: Term) -> Proved:
        one = goal_of(formula, depth=2)
        (pi,), (is_law,) = one.variables, one.given
        return one.qed(arithmetic(one.conclusion, *here.at_most_equal(pi, kernel.assume(is_law)), opaque=True))

    def bound(formula: Term) -> Proved:
        one = goal_of(formula, depth=4)
        (A, _), (inverts, bounds) = one.variables, one.given
        smaller = here.smaller_risk(A, kernel.assume(inverts))
        at_equal = at(kernel.assume(bounds), here.equal, given=[kernel.part(here.equal_law, 0)])
        return one.qed(arithmetic(one.conclusion, smaller, rewritten(at_equal), opaque=True))

    return in_plain_words(goal.conclusion, prove)


SCRIPTS: Mapping[str, Script] = {
    "constant diagonal": of_parameters(constant_diagonal),
    "traces": of_parameters(traces),
    "minimax chain": of_parameters(minimax_chain),
    "worst shares": of_parameters(worst_shares),
}
